package wgsl

import (
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// axes makes outer axes of radices, the outermost first, and an inner extent.
func axes(inner int, outer ...[]int) func(k *Kernel) {
	return func(k *Kernel) {
		for i, radices := range outer {
			k.Stages.Outer[len(outer)-1-i], _ = MakeRadices(radices...)
		}
		k.Stages.InnerExtent = inner
		k.Load.View, k.Store.View = Rows(k.N(), k.N()), Rows(k.N(), k.N())
	}
}

// turned makes neighboring threads work on neighboring transforms in the store.
func turned(k *Kernel) { k.Threads.Order[stores] = BatchFastest }

// vectorRadix makes the stages of the last two axes go in pairs.
func vectorRadix(k *Kernel) { k.Stages.VectorRadix, k.Exchange.Layout.Digits.On = true, true }

// onePoint leaves the stages out.
func onePoint(k *Kernel) {
	k.Stages.Radices, k.Load.View, k.Store.View = Radices{}, Rows(1, 1), Rows(1, 1)
}

// digitKernels are kernels of every number of dimensions: equal and different radices, idle threads,
// several transforms (interleaved or not), columns, several axes.
func digitKernels() []Kernel {
	return []Kernel{
		plain(4, 1, 4, 4),
		plain(7, 5, 7, 3),
		plain(12, 3, 3, 4, 5),
		plain(10, 2, 5, 8, 3),
		plain(15, 1, 3, 3, 3, 5),
		plain(10, 2, 2, 3, 2, 5, 2),
		plain(12, 4, 4, 6, 5).with(inColumns(8)),
		plain(8, 6, 6, 4, 4).with(turned),
		plain(4, 2, 3, 4).with(axes(0, []int{5, 2})),
		plain(8, 3, 4, 3).with(axes(0, []int{3, 2})),
		plain(6, 1, 3).with(axes(0, []int{2}, []int{4, 2})),
		plain(8, 2, 4).with(axes(0, []int{3, 5}, []int{2})),
		plain(32, 1, 8, 4).with(axes(0, []int{4})), // joined
		plain(8, 1, 4, 2).with(axes(0, []int{3}, []int{2, 4})).with(vectorRadix),
		plain(6, 3, 3, 2).with(axes(0, []int{2, 3})).with(vectorRadix),
	}
}

// exchanges of every kind.
var exchangeKinds = []Exchange{{}, {Split: true}, {Split: true, Slices: 2}, {Slices: 3}}

// inDigits calls check for one of every few combinations of kernel, layout and exchange that lower.
func inDigits(every int, check func(k Kernel)) {
	n := 0
	for _, k := range digitKernels() {
		dimensions := len(k.stageRadices())
		all := slices.Concat(DigitLayouts(dimensions), PaddedOuter(dimensions))
		for _, k.Exchange = range exchangeKinds {
			for _, k.Exchange.Layout = range all {
				for _, k.Threads.Cyclic = range []bool{false, true} {
					if n++; n%every > 0 {
						continue
					}
					if _, err := k.lower(); err == nil {
						check(k)
					}
				}
			}
		}
	}
}

// A place is a word of workgroup memory in one slice of an exchange.
type place struct{ slice, word int }

// word returns the word of an element by its coordinates.
func (m memory) word(at []int) int {
	strides, n := make([]int, len(at)), 1
	for i := range slices.Backward(at) {
		if m.outerPad > 0 && i == m.structAt {
			n += m.outerPad
		}
		strides[i], n = n, n*m.shape[i]
	}
	w := 0
	for i := range at {
		w += at[i] * strides[i]
	}
	return w
}

// places returns the place of each point of all transforms of a workgroup, and the lane that has it.
// It fails if two points have one place, or a place is beyond the memory.
func places(t *testing.T, x *exchange, f *fragment) (of map[int]place, lanes map[int]int) {
	k, m := &x.p.kernel, x.p.memory
	of, lanes = map[int]place{}, map[int]int{}
	taken := map[place]bool{}
	for b, u := range f.units() {
		o := x.port(f, b, "")
		for lane := range k.Invocations() {
			env := Env{Lane: lane, Vars: someBatch}
			if u.Active != nil && u.Active.Eval(&env) == 0 {
				continue
			}
			for i, point := range f.points()[b] {
				a := o.addresses[i]
				slice := a.at[a.sliced].Eval(&env) / a.extent
				var at []int
				for d, c := range o.at[slice][i] {
					at = append(at, c.Eval(&env))
					if at[d] < 0 || at[d] >= m.shape[d] {
						t.Fatalf("%s: coordinate %d is %d", k.Name(), d, at[d])
					}
				}
				n := u.Q.Eval(&env)*k.N() + point.Eval(&env)
				own := place{slice, m.word(at)}
				if taken[own] || own.word >= m.words() {
					t.Fatalf("%s: the place of point %d is taken or beyond the memory", k.Name(), n)
				}
				taken[own], of[n], lanes[n] = true, own, lane
			}
		}
	}
	require.Len(t, of, k.N()*k.Threads.Transforms, k.Name())
	return of, lanes
}

// Every point has a place of its own in its slice. A stage reads each point where the stage before
// wrote it, and writes the places that it has read.
func TestDigitPlaces(t *testing.T) {
	tried, cyclic, vector := 0, 0, 0
	inDigits(101, func(k Kernel) {
		p, err := k.lower()
		require.NoError(t, err)
		var owner map[place]int // lane that read each place last
		for _, i := range p.instructions {
			x, ok := i.(*exchange)
			if !ok {
				continue
			}
			written, writers := places(t, x, x.from)
			read, readers := places(t, x, x.to)
			require.Equal(t, written, read, "%s: stage %s", k.Name(), x.to.stage.Letter)
			for n, at := range written {
				if owner != nil && owner[at] != writers[n] {
					t.Fatalf("%s: stage %s: another thread has read the place of point %d", k.Name(),
						x.from.stage.Letter, n)
				}
			}
			owner = map[place]int{}
			for n, at := range read {
				owner[at] = readers[n]
			}
		}
		tried++
		if k.Threads.Cyclic {
			cyclic++
		}
		if k.Stages.VectorRadix {
			vector++
		}
	})
	require.Greater(t, tried, 100)
	require.Positive(t, cyclic)
	require.Positive(t, vector)
}

// The memory of a digit layout has a dimension for each radix, one of them in slices, and one for
// the transforms. Its words are in the order of nested arrays.
func TestDigitMemory(t *testing.T) {
	digits := func(g Digits, change ...func(k *Kernel)) memory {
		k := plain(8, 2, 8, 6, 4)
		g.On = true
		k.Exchange.Layout.Digits = g
		for _, c := range change {
			c(&k)
		}
		p, err := k.lower()
		require.NoError(t, err)
		return p.memory
	}
	for _, c := range []struct {
		memory memory
		shape  []int
		words  int
	}{
		{digits(Digits{}), []int{2, 4, 6, 8}, 384},
		{digits(Digits{Inner: 1, InnerPad: 3}), []int{2, 4, 8, 9}, 576},
		{digits(Digits{Inner: 1, Falling: true, InnerPad: 1, SecondPad: 1}), []int{2, 8, 5, 7}, 560},
		{digits(Digits{OuterPad: 5}), []int{2, 4, 6, 8}, 2 * 4 * (48 + 5)},
		{digits(Digits{OuterPad: 5}, func(k *Kernel) { k.Threads.Transforms = 1 }), []int{4, 6, 8}, 4 * (48 + 5)},
		{digits(Digits{Inner: 2}, turned), []int{6, 8, 4, 2}, 384},
		{digits(Digits{Inner: 2, OuterPad: 7}, turned), []int{6, 8, 4, 2}, 6 * (64 + 7)},
		{digits(Digits{}, func(k *Kernel) { k.Exchange.Slices = 2 }), []int{4, 3, 8, 2}, 192},
		{digits(Digits{}, func(k *Kernel) { k.Exchange.Slices = 4 }), []int{4, 6, 2, 2}, 96},
		{digits(Digits{}, func(k *Kernel) { k.Exchange.Slices = 3 }), []int{4, 2, 8, 2}, 128},
	} {
		require.Equal(t, c.shape, c.memory.shape)
		require.Equal(t, c.words, c.memory.words())
	}
}

// transformAxes transforms x along all axes of a kernel.
func transformAxes(k Kernel, x []complex128) []complex128 {
	x = slices.Clone(x)
	inner := k.Stages.innerExtent()
	for _, axis := range []Radices{k.Stages.Radices, k.Stages.Outer[0], k.Stages.Outer[1]} {
		n := axis.N()
		for first := range x {
			if first/inner%n > 0 {
				continue
			}
			line := make([]complex128, n)
			for i := range line {
				line[i] = x[first+i*inner]
			}
			for i, v := range dftOf(line, false) {
				x[first+i*inner] = v
			}
		}
		inner *= n
	}
	return x
}

// requireTransform plays a kernel and compares it with the DFT along its axes.
func requireTransform(t *testing.T, k Kernel) {
	p, err := k.lower()
	require.NoError(t, err)
	in, out, races, err := played(k, p)
	require.NoError(t, err, k.Name())
	require.Zero(t, races, k.Name())
	worst, isMissing := 0.0, false
	for q := range batchOf(k) {
		x := make([]complex128, k.N())
		for j := range x {
			x[j] = in[k.Load.View.At(q, j)]
		}
		for j, want := range transformAxes(k, x) {
			got := out[k.Store.View.At(q, j)]
			worst = max(worst, cmplx.Abs(got-want))
			isMissing = isMissing || cmplx.IsNaN(got)
		}
	}
	require.False(t, isMissing, k.Name())
	require.Less(t, worst, 1e-13*float64(k.N()), k.Name())
}

// Kernels with digit layouts compute the DFT without races.
func TestPlayDigits(t *testing.T) { inDigits(401, func(k Kernel) { requireTransform(t, k) }) }

// Kernels of several axes, with and without joined stages, and of one point compute the DFT.
func TestPlayAxes(t *testing.T) {
	joined := 0
	for _, k := range []Kernel{
		plain(1, 4, 2).with(onePoint),
		plain(6, 2, 3).with(axes(4, []int{2})),
		plain(4, 1, 4).with(axes(5)),
		plain(12, 2, 4).with(axes(0, []int{3, 2}, []int{5})),
		plain(4, 3, 4).with(axes(0, []int{4})).with(staged),
		plain(8, 2, 4, 2).with(axes(0, []int{2})), // joined: spacing 2
		plain(8, 2, 4, 2).with(axes(0, []int{4, 2})),
		plain(16, 1, 4, 4).with(axes(0, []int{2, 4})),
		plain(6, 2, 3).with(axes(0, []int{2})), // one thread holds the plane
		plain(6, 4, 5).with(axes(0, []int{3}, []int{2})),
		plain(6, 4, 2).with(onePoint).with(axes(5, []int{3}, []int{2})),
		plain(8, 2, 4, 2).with(axes(0, []int{4, 2})).with(func(k *Kernel) {
			k.Exchange = Exchange{Split: true, Slices: 3}
		}),
		plain(8, 1, 4, 2).with(axes(0, []int{3}, []int{2, 4})).with(vectorRadix),
	} {
		requireTransform(t, k)
		if k.joins() {
			joined++
		}
	}
	require.Equal(t, 9, joined)
}

// A joined stage takes its points from registers: an exchange less than without the join.
func TestJoinsHaveNoExchange(t *testing.T) {
	count := func(k Kernel) (exchanges int) {
		p, err := k.lower()
		require.NoError(t, err)
		for _, i := range p.instructions {
			if _, ok := i.(*exchange); ok {
				exchanges++
			}
		}
		return exchanges
	}
	k := plain(8, 1, 4, 2).with(axes(0, []int{2, 2}))
	require.True(t, k.JoinsAxes())
	require.Equal(t, 2, count(k))
	k.Threads.Elements = 4
	require.False(t, k.JoinsAxes())
	require.Equal(t, 3, count(k))
	k = plain(8, 1, 4, 2).with(axes(0, []int{2, 4}))
	k.Exchange.Layout.Digits.On = true
	require.Equal(t, 3, count(k)) // 4 x 4 points are not 8
	k.Stages.VectorRadix = true
	require.Equal(t, 1, count(k))
}

// Points that are in no one register of all threads need an exchange.
func TestRegroupRefuses(t *testing.T) {
	k := plain(8, 1, 4, 2).with(axes(0, []int{2, 2}))
	p, err := k.lower()
	require.NoError(t, err)
	from := func(spacing int) *fragment {
		st := *p.stages[1]
		st.Spacing = spacing
		units, err := p.units(&st, Mirror{})
		require.NoError(t, err)
		return writes(&st, units)
	}
	units, err := p.units(p.stages[2], Mirror{})
	require.NoError(t, err)
	to := reads(p.stages[2], units)
	require.NoError(t, p.regroup(from(p.stages[1].Spacing), to))
	require.ErrorContains(t, p.regroup(from(0), to), "in no one register of all threads")
	onlyFirst := from(p.stages[1].Spacing) // only lane 0 has the butterflies that it should have
	for b := range onlyFirst.size() {
		u := &onlyFirst.units()[b]
		u.J = Select(lane.Equal(Const(0)), u.J, Const(0))
	}
	require.ErrorContains(t, p.regroup(onlyFirst, to), "in no one register of all threads")
}

// Errors of kernels that cannot have a digit layout, cyclic order or vector radix name the
// requirement.
func TestDigitErrors(t *testing.T) {
	for _, c := range []struct {
		want   string
		kernel Kernel
		change func(k *Kernel)
	}{
		{"2 to 5 stages", plain(4, 1, 4), nil},
		{"2 to 5 stages", plain(4, 1, 2, 2, 2, 2, 2, 2), nil},
		{"no inner extent", plain(4, 1, 4, 4).with(axes(2)), nil},
		{"direct paths", plain(4, 1, 4, 4).with(staged), nil},
		{"dimensions 0 to 1", plain(4, 1, 4, 4), func(k *Kernel) { k.Exchange.Layout.Digits.Inner = 2 }},
		{"at most 3, 1 and 31", plain(4, 1, 4, 4, 4), func(k *Kernel) { k.Exchange.Layout.Digits.InnerPad = 4 }},
		{"at most 3, 1 and 31", plain(4, 1, 4, 4, 4), func(k *Kernel) { k.Exchange.Layout.Digits.SecondPad = 2 }},
		{"at most 3, 1 and 31", plain(4, 1, 4, 4, 4), func(k *Kernel) { k.Exchange.Layout.Digits.OuterPad = 32 }},
		{"needs 3 dimensions", plain(4, 1, 4, 4), func(k *Kernel) { k.Exchange.Layout.Digits.Falling = true }},
		{"use fewer slices", plain(4, 1, 4, 4, 4), func(k *Kernel) { k.Exchange.Slices = 3 }},
		{"cyclic order", plain(4, 1, 4, 4), func(k *Kernel) { k.Threads.Cyclic = true }},
		{"cyclic order", plain(4, 1, 4, 4).with(axes(0, []int{3})), func(k *Kernel) { k.Threads.Cyclic = true }},
		{"digit layout", plain(4, 1, 4, 4, 4), func(k *Kernel) {
			k.Threads.Cyclic, k.Exchange.Layout = true, Layout{}
		}},
		{"vector radix", plain(4, 1, 4, 4).with(axes(0, []int{4, 4})), func(k *Kernel) { k.Stages.VectorRadix = true }},
		{"different orders", plain(8, 2, 4).with(axes(0, []int{2})), func(k *Kernel) {
			k.Exchange.Layout = Layout{}
			turned(k)
		}},
		{"without a stage", plain(1, 1, 2).with(onePoint).with(axes(4)), func(k *Kernel) {
			k.Exchange.Layout = Layout{}
		}},
	} {
		k := c.kernel
		k.Exchange.Layout.Digits.On = true
		if c.change != nil {
			c.change(&k)
		}
		require.ErrorContains(t, k.Check(generous), c.want, k.Name())
	}
	require.True(t, plain(4, 1, 4, 4).HasDigitLayout())
	require.False(t, plain(4, 1, 4, 4).CanCycle())
	require.True(t, plain(4, 1, 4, 4, 4).CanCycle())
	require.False(t, plain(4, 1, 4).HasDigitLayout())
}

// The layouts of DigitLayouts and PaddedOuter differ from each other, and kernels with these
// layouts can be lowered.
func TestDigitLayouts(t *testing.T) {
	for dimensions, count := range map[int][2]int{2: {8, 56}, 3: {48, 186}, 5: {80, 310}} {
		radices := slices.Repeat([]int{2}, dimensions)
		all, padded := DigitLayouts(dimensions), PaddedOuter(dimensions)
		require.Len(t, all, count[0])
		require.Len(t, padded, count[1])
		seen := map[Layout]bool{}
		for _, l := range append(all, padded...) {
			require.False(t, seen[l])
			seen[l] = true
			k := plain(2, 1, radices...)
			k.Exchange.Layout = l
			require.NoError(t, k.Check(generous))
		}
	}
}

// generous are the limits of a device that runs every kernel here.
var generous = Limits{Invocations: 1 << 10, WorkgroupBytes: 1 << 20, StorageBindings: 8}
