package wgsl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
)

// digitKernels returns kernels of every number of dimensions: equal and different radices, idle threads, several
// transforms (interleaved or not), a convolution, columns, several axes.
func digitKernels() []Kernel {
	return []Kernel{
		row("4.4", 4, 1), row("7.3", 7, 5), row("3.4.5", 12, 3), row("5.8.25", 24, 3),
		row("7.7.7.7", 21, 1), row("2.3.4.5.2", 10, 2),
		row("4.6.5", 12, 4, func(k *Kernel) { k.Load.Order, k.Store.Order = BatchFastest, BatchFastest }),
		row("6.4.4", 8, 6, func(k *Kernel) { k.Store.Order = BatchFastest }),
		row("4.6.5", 6, 1, func(k *Kernel) { k.ConvolutionSpectra, k.Store.SwapReIm = 1, true }),
		row("3.8", 8, 7, func(k *Kernel) { k.ConvolutionSpectra, k.Store.SwapReIm = 1, true }),
		row("3.4", 4, 2, axes("5.2", "", 0)), row("4.3", 8, 3, axes("3.2", "", 0)), row("3", 6, 1, axes("4.2", "2", 0)),
		row("4", 8, 2, axes("2", "3.5", 0)), row("2.3", 6, 4, axes("7", "", 0), batchFastest),
	}
}

// Each step reads every point where the step before wrote it, in the same slice.
func TestDigitLayoutsReadWhatTheyWrite(t *testing.T) {
	for _, k := range digitKernels() {
		layouts := DigitLayouts(len(k.StageRadices()))
		both := slices.Clone(layouts) // inner padding and outer pad
		for i := range both {
			both[i].OuterPad = uint8(1 + i*7%maxOuterPad)
		}
		all := slices.Concat(layouts, PaddedOuter(len(k.StageRadices())), both)
		if k.Layout = layouts[0]; k.CanCycle() {
			all = append(all, WithCyclicOrder(all)...)
		}
		for i, l := range all {
			if k.Layout = l; i%11 > 0 && k.N() > 200 || i%3 > 0 && !testcase.Long() {
				continue
			}
			for _, k.Exchange = range []Exchange{{}, {true, 1}, {true, 2}, {true, 3}, {false, 2}} {
				if !k.HasDigitLayout() {
					continue
				}
				limits := Limits{Invocations: 1024, WorkgroupBytes: 48 << 10, StorageBindings: 8}
				if l.OuterPad > 0 && k.WorkgroupBytes() > limits.WorkgroupBytes {
					continue
				}
				require.NoError(t, k.Check(limits))
				steps := k.steps()
				for s := range steps[:len(steps)-1] {
					if !steps[s+1].exchanged {
						continue
					}
					written := indices(t, k, s, func(f, i int) int { return steps[s].out(f, i, permutation{}) })
					read := indices(t, k, s+1, func(f, i int) int { return steps[s+1].in(f, i, permutation{}) })
					require.Equal(t, written, read, "%s: from step %d to the next", k.Name(), s)
				}
			}
		}
	}
}

// A sliceIndex is an index of a digit array, in one of the slices of an exchange.
type sliceIndex struct{ index, slice int }

// indices returns the index of each point of all transforms in a step. The parameter point returns the point of slot
// i of butterfly j.
func indices(t *testing.T, k Kernel, s int, point func(j, i int) int) map[int]sliceIndex {
	c, st, sliced := k.digitArray(), k.steps()[s], k.slicedDim()
	extent := k.extentInSlice(sliced)
	dim, digits := k.fiber(st.position)
	all, taken := map[int]sliceIndex{}, map[sliceIndex]bool{}
	for q := range k.TransformsPerGroup {
		for j := range st.butterflyCount() {
			slice, rest := 0, j
			for _, d := range digits {
				if d.dim == sliced {
					slice = rest % d.radix / extent
				}
				rest /= d.radix
			}
			butterfly := stockham(k, st.position, j)
			for i := range st.R {
				slot := i
				if dim == sliced {
					slot, slice = i%extent, i/extent
				}
				at := sliceIndex{c.index(k.coordinates(st.position, q, j)) + slot*c.strides[dim], slice}
				if at.index >= c.elements() || taken[at] {
					t.Fatalf("%s: step %d: index of point %d is out of range or taken",
						k.Name(), s, point(butterfly, i))
				}
				taken[at], all[q*k.N()+point(butterfly, i)] = true, at
			}
		}
	}
	return all
}

// stockham returns the number in Stockham's order of the butterfly that is number j of a step, from
// its digits.
func stockham(k Kernel, at, j int) int {
	_, digits := k.fiber(at)
	value := map[int]int{}
	for _, d := range digits {
		value[d.dim] = j % d.radix
		j /= d.radix
	}
	k.Layout.CyclicOrder = false
	_, digits = k.fiber(at)
	number, span := 0, 1
	for _, d := range digits {
		number += value[d.dim] * span
		span *= d.radix
	}
	return number
}

// In cyclic order, butterflies of a stage with the same twiddles are consecutive, and butterflies
// of the first and the last stage keep their numbers.
func TestCyclicOrder(t *testing.T) {
	tried := 0
	for _, k := range digitKernels() {
		if k.Layout = (DigitLayout{CyclicOrder: true}).Layout(); !k.CanCycle() {
			continue
		}
		tried++
		moved, plain := false, k
		plain.Layout.CyclicOrder = false
		for _, st := range k.steps() {
			before := 0
			for j := range st.butterflyCount() {
				n := stockham(k, st.position, j)
				require.Equal(t, plain.twiddleExponent(st, n), k.twiddleExponent(st, j),
					"%s: step %d, butterfly %d", k.Name(), st.position, j)
				stages := len(k.StageRadices())
				ends := st.position%stages == 0 || st.position%stages == stages-1
				require.False(t, ends && n != j)
				require.True(t, ends || k.twiddleExponent(st, j) >= before)
				before = k.twiddleExponent(st, j)
				moved = moved || n != j
			}
		}
		require.True(t, moved, k.Name())
	}
	require.Greater(t, tried, 7)
}

func TestDigitLayoutNames(t *testing.T) {
	seen := map[string]bool{}
	for dimensions := 2; dimensions <= maxDimensions; dimensions++ {
		all := slices.Concat(DigitLayouts(dimensions), PaddedOuter(dimensions))
		for _, l := range append(all, WithCyclicOrder(all)...) {
			require.Equal(t, l, l.DigitLayout().Layout())
			require.Less(t, l.DigitLayout().Inner, dimensions)
			k := row("2.2.2.2.2", 2, 1)
			k.Layout = l
			back, err := ParseKernel(k.Name())
			require.NoError(t, err)
			require.Equal(t, k, back)
			seen[l.String()] = true
		}
	}
	require.Len(t, seen, 2*(5*16+5*2*31), "inner dimension, padding or outer pad, rising or falling, in either order")
}

func TestCheckRefusesDigitLayouts(t *testing.T) {
	l := Limits{Invocations: 1024, WorkgroupBytes: 48 << 10, StorageBindings: 8}
	digits := func(k *Kernel) { k.Layout = DigitLayout{}.Layout() }
	require.NoError(t, row("4.4", 4, 2, digits).Check(l))
	for what, k := range map[string]Kernel{
		"a staged path": row("4.4", 4, 2, digits, func(k *Kernel) { k.Load.Path = Staged }),
		"one stage":     row("16", 16, 2, digits),
		"slices":        row("3.3", 3, 2, digits, exchange(true, 4)),
		"dimensions":    row("2.2.2.2.2.2", 2, 1, digits),
		"interleave":    row("4.4", 4, 2, axes("", "", 3), digits),
		"no dimension":  row("4.4", 4, 1, func(k *Kernel) { k.Layout = DigitLayout{Inner: 2}.Layout() }),
	} {
		require.ErrorContains(t, k.Check(l), "digit layout", what)
	}
	cyclic := func(k *Kernel) { k.Layout.CyclicOrder = true }
	require.NoError(t, row("4.4.4", 4, 2, digits, cyclic).Check(l))
	for what, k := range map[string]Kernel{
		"no digits":  row("4.4.4", 4, 2, cyclic),
		"two stages": row("4.4", 4, 2, digits, cyclic),
		"folded": row("1", 4, 1, digits, cyclic, rader("211x10.3.7"), func(k *Kernel) {
			k.Rader.Fold, k.Radices, k.ElementsPerThread = true, Radices{}, 21
		}),
		"axis join":    row("2.2", 8, 1, axes("4", "2", 0), digits, cyclic),
		"one order":    row("3.4", 4, 2, axes("5", "", 0), digits, cyclic),
		"vector radix": row("2.3", 6, 1, axes("3.2", "2", 0), digits, cyclic, func(k *Kernel) { k.VectorRadix = true }),
	} {
		require.ErrorContains(t, k.Check(l), "cyclic order", what)
	}
	outerPad := func(pad uint8) func(*Kernel) { return func(k *Kernel) { k.Layout.OuterPad = pad } }
	require.NoError(t, row("4.4", 4, 2, digits, outerPad(maxOuterPad)).Check(l))
	for what, k := range map[string]Kernel{
		"no digits": row("4.4", 4, 2, outerPad(1)),
		"too large": row("4.4", 4, 2, digits, outerPad(maxOuterPad+1)),
		"folded": row("1", 4, 2, digits, outerPad(1), rader("37x4.9"), func(k *Kernel) {
			k.Rader.Fold, k.Radices = true, Radices{}
		}),
	} {
		require.ErrorContains(t, k.Check(l), "an outer pad needs a digit layout", what)
	}
}

// An outer pad avoids conflicts that inner padding does not, and the kernel declares the memory
// that it reports.
func TestOuterPad(t *testing.T) {
	k := row("7.7.7.7", 21, 1, exchange(true, 1))
	fewest := slices.Min(k.ConflictDegrees(DigitLayouts(4)...))
	require.InDelta(t, 1.5, fewest, 1e-9)
	require.InDelta(t, 1.25, slices.Min(k.ConflictDegrees(PaddedOuter(4)...)), 1e-9)
	k.Layout = DigitLayout{OuterPad: 16}.Layout()
	require.InDelta(t, 1.25, k.ConflictDegree(), 1e-9)
	require.Equal(t, 4*(2401+7*16), k.WorkgroupBytes())
}

// In cyclic order a digit layout without padding has as few conflicts as the best outer pad in
// Stockham's order.
func TestCyclicConflicts(t *testing.T) {
	k := row("7.7.7.7", 21, 1, exchange(true, 1))
	unpadded := DigitLayouts(4)[:8]
	require.InDelta(t, 1.25, slices.Min(k.ConflictDegrees(WithCyclicOrder(unpadded)...)), 1e-9)
}
