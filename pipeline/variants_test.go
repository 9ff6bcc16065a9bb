package pipeline

import (
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func allExchanges() []wgsl.Exchange {
	all := []wgsl.Exchange{{}, {Slices: 2}}
	for _, slices := range []uint8{0, 2, 3, 4} {
		all = append(all, wgsl.Exchange{Split: true, Slices: slices})
	}
	return all
}

// withLayout returns an exchange with a layout.
func withLayout(x wgsl.Exchange, l wgsl.Layout) wgsl.Exchange {
	x.Layout = l
	return x
}

func allLayouts() []wgsl.Layout {
	all := []wgsl.Layout{{}}
	for shift := uint8(2); shift <= 5; shift++ {
		all = append(all, wgsl.Layout{Pad: shift})
	}
	for shift := uint8(3); shift <= 7; shift++ {
		all = append(all, wgsl.Layout{Swizzle: shift})
	}
	return all
}

// smallKernels compile fast and differ in structure: equal, rising and falling radices, idle
// threads, several butterflies per thread, and transforms that don't fill the slices of an
// exchange.
var smallKernels = []struct {
	chain              string
	points, transforms int
}{
	{"4.4", 4, 16}, {"2.4", 4, 12}, {"4.2", 2, 20}, {"3.3", 3, 11}, {"2.3.2", 6, 7}, {"3.4", 4, 9}, {"4.4", 8, 5},
	{"5.2", 5, 8}, {"2.2.2", 2, 9},
}

// layoutKind returns the kind of a layout: flat, padded or swizzled.
func layoutKind(l wgsl.Layout) string {
	switch {
	case l.Pad > 0:
		return "padded"
	case l.Swizzle > 0:
		return "swizzled"
	}
	return "flat"
}

// TestEveryExchangeLayoutOrderAndPath runs small kernels with all combinations. Usual runs have one kernel
// for each exchange, kind of layout, order and pair of paths.
func TestEveryExchangeLayoutOrderAndPath(t *testing.T) {
	type variant struct {
		k     wgsl.Kernel
		batch int
	}
	var all []variant
	met := map[[2]any]bool{}
	for _, x := range allExchanges() {
		for _, l := range allLayouts() {
			for _, o := range []wgsl.Order{wgsl.PointsFastest, wgsl.BatchFastest} {
				i := len(all)
				shape := smallKernels[i%len(smallKernels)]
				k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
					Threads: wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms,
						Order: [2]wgsl.Order{o, o}},
					Exchange: withLayout(x, l)}
				if len(k.Stages.Radices.List()) > 1 && i%3 == 0 {
					k.Threads.Order[0] = 1 - o // load and store orders differ
				}
				// All four combinations of paths meet every exchange, every layout and both orders.
				k.Load.Path, k.Store.Path = wgsl.Path((i/2+i/20)%2), wgsl.Path((i/4+i/40)%2)
				for _, part := range []any{x, l, o} {
					met[[2]any{part, [2]wgsl.Path{k.Load.Path, k.Store.Path}}] = true
				}
				all = append(all, variant{k, []int{2*shape.transforms + 1, 3 * shape.transforms, 1, 32}[i/3%4]})
			}
		}
	}
	require.Len(t, all, 120)
	require.Len(t, met, 4*(6+10+2), "every path with every other choice")
	usual := usualCases(len(all), func(i int) []any {
		k := all[i].k
		x := k.Exchange
		x.Layout = wgsl.Layout{}
		return []any{x, layoutKind(k.Exchange.Layout), k.Threads.Order, [2]wgsl.Path{k.Load.Path, k.Store.Path}}
	})
	forSome(t, len(all), usual, func(t *testing.T, r *harness, i int) {
		v := all[i]
		p := plan.Problem{Shape: []int{v.k.N()}, Batch: v.batch, Inverse: i%3 == 0, InPlace: i/2%3 == 0,
			Norm: plan.Norm(i % 3)}
		r.check(t, r.planWith(t, p, v.k))
	})
}

// TestThreadsThatIdleAndThreadsThatHoldMuch runs kernels whose threads have unequal work. Usual runs have a
// number of elements that divides nothing, a thread per point, and one butterfly for three threads.
func TestThreadsThatIdleAndThreadsThatHoldMuch(t *testing.T) {
	one := wgsl.Exchange{Split: true}
	all := []wgsl.Kernel{
		{Stages: wgsl.Stages{Radices: parseChain("3.16.16")},
			Threads:  wgsl.Ownership{Elements: 16, Transforms: 2},
			Exchange: withLayout(one, wgsl.Layout{Pad: 5})},
		// stage 1 has more butterflies than threads; in stage 2 the numbers are equal
		{Stages: wgsl.Stages{Radices: parseChain("5.16")}, Threads: wgsl.Ownership{Elements: 16, Transforms: 3}},
		// a number of elements that divides nothing
		{Stages: wgsl.Stages{Radices: parseChain("7.9")},
			Threads:  wgsl.Ownership{Elements: 5, Transforms: 4},
			Exchange: wgsl.Exchange{Split: true, Slices: 3}},
		// 16 threads, 3 butterflies
		{Stages: wgsl.Stages{Radices: parseChain("16.3")},
			Threads: wgsl.Ownership{Elements: 3, Transforms: 2,
				Order: [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}}},
		// one thread per point
		{Stages: wgsl.Stages{Radices: parseChain("5.2.7")}, Threads: wgsl.Ownership{Elements: 1, Transforms: 1},
			Exchange: one},
		// rows that end within the points of a thread
		{Stages: wgsl.Stages{Radices: parseChain("13.3")}, Threads: wgsl.Ownership{Elements: 2, Transforms: 3},
			Load: wgsl.End{Path: wgsl.Staged}},
		{Stages: wgsl.Stages{Radices: parseChain("11.7")},
			Threads:  wgsl.Ownership{Elements: 12, Transforms: 3},
			Exchange: wgsl.Exchange{Split: true, Slices: 4}},
		// one thread per transform
		{Stages: wgsl.Stages{Radices: parseChain("4.8")},
			Threads:  wgsl.Ownership{Elements: 32, Transforms: 40},
			Exchange: wgsl.Exchange{Layout: wgsl.Layout{Pad: 5}}},
		// 32 elements per thread
		{Stages: wgsl.Stages{Radices: parseChain("8.4.4")},
			Threads:  wgsl.Ownership{Elements: 32, Transforms: 2},
			Exchange: withLayout(wgsl.Exchange{Split: true, Slices: 2}, wgsl.Layout{Swizzle: 5})},
		{Stages: wgsl.Stages{Radices: parseChain("4.4.2")},
			Threads:  wgsl.Ownership{Elements: 32, Transforms: 64},
			Store:    wgsl.End{Path: wgsl.Staged},
			Exchange: one},
		{Stages: wgsl.Stages{Radices: parseChain("6")},
			Threads: wgsl.Ownership{Elements: 2, Transforms: 5}}, // one butterfly, three threads
		{Stages: wgsl.Stages{Radices: parseChain("6")},
			Threads: wgsl.Ownership{Elements: 6, Transforms: 5,
				Order: [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}},
			Load:  wgsl.End{Path: wgsl.Staged},
			Store: wgsl.End{Path: wgsl.Staged}},
		{Stages: wgsl.Stages{Radices: parseChain("2.2.2.2.2")},
			Threads: wgsl.Ownership{Elements: 2, Transforms: 1}, Exchange: one},
	}
	forSome(t, len(all), []int{2, 4, 10}, func(t *testing.T, r *harness, i int) {
		k := all[i]
		r.check(t, r.planWith(t, plan.Problem{Shape: []int{k.N()}, Batch: 2*k.Threads.Transforms + 1,
			InPlace: i%3 == 0}, k))
	})
}

// TestBatchesThatDoNotFillTheLastWorkgroup runs every batch up to three workgroups. Usual runs have batches
// around one and two workgroups, out of place with direct and in place with staged paths.
func TestBatchesThatDoNotFillTheLastWorkgroup(t *testing.T) {
	r := newHarness(t)
	k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain("4.3")},
		Threads: wgsl.Ownership{Elements: 4, Transforms: 8}}
	for _, path := range []wgsl.Path{wgsl.Direct, wgsl.Staged} {
		k.Load.Path, k.Store.Path = path, path
		for batch := 1; batch <= 3*k.Threads.Transforms+1; batch++ {
			for _, inPlace := range []bool{false, true} {
				isUsual := slices.Contains([]int{1, 7, 8, 9, 15, 16, 17}, batch) && inPlace == (path == wgsl.Staged)
				if testcase.Long() || isUsual {
					r.check(t, r.planWith(t, plan.Problem{Shape: []int{12}, Batch: batch, InPlace: inPlace}, k))
				}
			}
		}
	}
}

// TestMapsThatAreNotContiguous runs kernels with strides and gaps in their input, in their output, and in
// both, of two stages in usual runs.
func TestMapsThatAreNotContiguous(t *testing.T) {
	r := newHarness(t)
	const batch = 5
	apart := func(stride, dist int) wgsl.View {
		return wgsl.View{Batch: [2]wgsl.Dim{{Stride: dist}}, Points: [2]wgsl.Dim{{Stride: stride}}}
	}
	same := func(stride, dist int) func(int) wgsl.View {
		return func(n int) wgsl.View { return apart(stride, stride*n+dist) }
	}
	columns := func(int) wgsl.View { return apart(batch+2, 1) }
	contiguous := func(n int) wgsl.View { return wgsl.Rows(n, n) }
	for i, c := range []struct {
		in, out func(n int) wgsl.View
		order   wgsl.Order
	}{
		{same(2, 0), contiguous, wgsl.PointsFastest},
		{contiguous, same(2, 3), wgsl.PointsFastest},
		{same(1, 9), same(1, 9), wgsl.PointsFastest},
		{columns, contiguous, wgsl.BatchFastest},
		{contiguous, columns, wgsl.BatchFastest},
		{columns, columns, wgsl.BatchFastest},
		{same(3, 1), columns, wgsl.PointsFastest},
	} {
		for j, stages := range []string{"6", "4.4", "3.4.2"} {
			if !runsCase(t, 3*i+j, 3*2+1, 3*4+1, 3*0+1) {
				continue
			}
			k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(stages)},
				Threads:  wgsl.Ownership{Elements: 4, Transforms: 3, Order: [2]wgsl.Order{c.order, c.order}},
				Dispatch: wgsl.Dispatch{Tail: true}}
			n := k.N()
			k.Load.View, k.Store.View = c.in(n), c.out(n)
			require.NoError(t, k.Check(r.e.Device().Limits()))
			extent := func(v wgsl.View) int { return v.At(batch-1, n-1) + 1 }
			src := ref.Uniform(7, extent(k.Load.View))
			s := r.planWith(t, plan.Problem{Shape: []int{n}, Batch: batch},
				wgsl.Kernel{Stages: wgsl.Stages{Radices: k.Stages.Radices},
					Threads: wgsl.Ownership{Elements: 4, Transforms: 3,
						Order: [2]wgsl.Order{c.order, c.order}}}).Schedule()
			s.Passes[0].Kernel = k
			got := r.play(t, s, src, extent(k.Store.View))
			written := map[int]bool{}
			for q := range batch {
				x, y := make([]complex64, n), make([]complex64, n)
				for j := range n {
					at := k.Store.View.At(q, j)
					x[j], y[j] = src[k.Load.View.At(q, j)], got[at]
					written[at] = true
				}
				requireClose(t, y, x, plan.Problem{Shape: []int{n}}, k.Name())
			}
			require.Len(t, written, n*batch)
			require.Equal(t, len(got)-n*batch, ref.Poisoned(got), "%s writes between its points", k.Name())
		}
	}
}

// TestFoldedDispatches runs dispatches of two dimensions. Usual runs have direct paths with each number of
// workgroups, and staged paths with one number.
func TestFoldedDispatches(t *testing.T) {
	r := newHarness(t)
	k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain("2")}, Threads: wgsl.Ownership{Elements: 2, Transforms: 1}}
	for _, path := range []wgsl.Path{wgsl.Direct, wgsl.Staged} {
		k.Load.Path, k.Store.Path = path, path
		// Two rows of workgroups, although the dispatch needs no folding.
		for _, batch := range []int{wgsl.FoldWidth + 7, 5, wgsl.FoldWidth} {
			if path == wgsl.Staged && batch <= wgsl.FoldWidth && !testcase.Long() {
				continue
			}
			p := r.planWith(t, plan.Problem{Shape: []int{2}, Batch: batch}, k)
			require.False(t, p.Passes[0].Dispatch.Fold)
			p.Passes[0].Dispatch.Fold, p.Passes[0].Dispatch.Tail = true, true
			r.check(t, p)
		}
		// More workgroups than one dimension allows: a multiple of three, and a prime number.
		for batch, guarded := range map[int]bool{1<<16 + 2: false, 1<<16 + 1: true} {
			if path == wgsl.Staged && !testcase.Long() {
				continue
			}
			require.Greater(t, batch, r.e.Device().Limits().Workgroups)
			p := r.planWith(t, plan.Problem{Shape: []int{2}, Batch: batch}, k)
			require.True(t, p.Passes[0].Dispatch.Fold)
			require.Equal(t, guarded, p.Passes[0].Dispatch.Tail)
			r.check(t, p)
		}
	}
}

// TestANaNStaysInItsTransform puts a NaN into one transform of a batch. Usual runs have kernels with a
// staged and with a sliced exchange.
func TestANaNStaysInItsTransform(t *testing.T) {
	r := newHarness(t)
	nan := float32(math.NaN())
	one := wgsl.Exchange{Split: true}
	for i, k := range []wgsl.Kernel{
		{Stages: wgsl.Stages{Radices: parseChain("4.4")}, Threads: wgsl.Ownership{Elements: 4, Transforms: 8}},
		{Stages: wgsl.Stages{Radices: parseChain("4.4")},
			Threads:  wgsl.Ownership{Elements: 4, Transforms: 8},
			Load:     wgsl.End{Path: wgsl.Staged},
			Store:    wgsl.End{Path: wgsl.Staged},
			Exchange: one},
		{Stages: wgsl.Stages{Radices: parseChain("3.5.2")},
			Threads: wgsl.Ownership{Elements: 5, Transforms: 3,
				Order: [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}},
			Exchange: wgsl.Exchange{Split: true, Slices: 3}},
		{Stages: wgsl.Stages{Radices: parseChain("16.16")},
			Threads:  wgsl.Ownership{Elements: 16, Transforms: 2},
			Exchange: withLayout(one, wgsl.Layout{Swizzle: 4})},
		{Stages: wgsl.Stages{Radices: parseChain("13")}, Threads: wgsl.Ownership{Elements: 13, Transforms: 32}},
	} {
		if !runsCase(t, i, 1, 2) {
			continue
		}
		n := k.N()
		const batch = 33
		p := r.planWith(t, plan.Problem{Shape: []int{n}, Batch: batch, InPlace: i%2 == 0}, k)
		clean := ref.Uniform(uint64(i), n*batch)
		want := r.play(t, p.Schedule(), clean, n*batch)
		for _, bad := range []int{0, 13, batch - 1} { // idle threads read the last one again
			src := slices.Clone(clean)
			src[bad*n+n/2] = complex(nan, float32(math.Inf(1)))
			got := r.play(t, p.Schedule(), src, n*batch)
			for q := range batch {
				if q != bad {
					require.True(t, slices.Equal(ref.Words(want[q*n:(q+1)*n]), ref.Words(got[q*n:(q+1)*n])),
						"%s: a NaN in transform %d changes transform %d", k.Name(), bad, q)
					continue
				}
				for j, v := range got[q*n : (q+1)*n] {
					require.True(t, math.IsNaN(float64(real(v))) || math.IsNaN(float64(imag(v))),
						"%s: point %d of it", k.Name(), j)
				}
			}
		}
	}
}
