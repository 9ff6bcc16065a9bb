package wgsl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// cubic are kernels of every number of dimensions: of equal and of different radices, with idle threads, of several transforms side by side or not,
// of a convolution, of columns.
func cubic() []Kernel {
	return []Kernel{
		row("4.4", 4, 1), row("7.3", 7, 5), row("3.4.5", 12, 3), row("5.8.25", 24, 3), row("7.7.7.7", 21, 1), row("2.3.4.5.2", 10, 2),
		row("4.6.5", 12, 4, func(k *Kernel) { k.Load.Order, k.Store.Order = BatchFastest, BatchFastest }),
		row("6.4.4", 8, 6, func(k *Kernel) { k.Store.Order = BatchFastest }),
		row("4.6.5", 6, 1, func(k *Kernel) { k.ConvolutionSpectra, k.Store.SwapReIm = 1, true }),
		row("3.8", 8, 7, func(k *Kernel) { k.ConvolutionSpectra, k.Store.SwapReIm = 1, true }),
		row("3.4", 4, 2, axes("5.2", "", 0)), row("4.3", 8, 3, axes("3.2", "", 0)), row("3", 6, 1, axes("4.2", "2", 0)), row("4", 8, 2, axes("2", "3.5", 0)), row("2.3", 6, 4, axes("7", "", 0), batchFastest),
	}
}

func TestCubesPutPointsWhereTheyAreSought(t *testing.T) {
	for _, k := range cubic() {
		cubes := DigitLayouts(len(k.StageRadices()))
		both := slices.Clone(cubes) // gaps within slabs and between
		for i := range both {
			both[i].OuterPad = uint8(1 + i*7%maxOuterPad)
		}
		all := slices.Concat(cubes, PaddedOuter(len(k.StageRadices())), both)
		if k.Layout = cubes[0]; k.CanCycle() {
			all = append(all, WithCyclicOrder(all)...)
		}
		for i, layout := range all {
			if k.Layout = layout; i%11 > 0 && k.N() > 200 || i%3 > 0 && !everything() {
				continue
			}
			for _, k.Exchange = range []Exchange{{}, {true, 1}, {true, 2}, {true, 3}, {false, 2}} {
				if !k.HasDigitLayout() {
					continue
				}
				l := Limits{Invocations: 1024, WorkgroupBytes: 48 << 10, StorageBindings: 8}
				if layout.OuterPad > 0 && k.WorkgroupBytes() > l.WorkgroupBytes {
					continue
				}
				require.NoError(t, k.Check(l))
				steps := k.steps()
				for s := range steps[:len(steps)-1] {
					if !steps[s+1].exchanged {
						continue
					}
					written := spots(t, k, s, func(f, i int) int { return steps[s].out(f, i, permutation{}) })
					read := spots(t, k, s+1, func(f, i int) int { return steps[s+1].in(f, i, permutation{}) })
					require.Equal(t, written, read, "%s: from step %d to the next", k.Name(), s)
				}
			}
		}
	}
}

// A spot is a place in a cube, in one of the rounds of an exchange.
type spot struct{ place, round int }

// spots returns where the lines of a step have the points of all transforms, which point says for a slot of a butterfly.
func spots(t *testing.T, k Kernel, s int, point func(j, i int) int) map[int]spot {
	c, st, cut := k.digitArray(), k.steps()[s], k.slicedDim()
	part := k.extentInSlice(cut)
	along, digits := k.fiber(st.position)
	all, taken := map[int]spot{}, map[spot]bool{}
	for q := range k.TransformsPerGroup {
		for j := range st.butterflyCount() {
			round, rest := 0, j
			for _, d := range digits {
				if d.dim == cut {
					round = rest % d.radix / part
				}
				rest /= d.radix
			}
			butterfly := stockham(k, st.position, j)
			for i := range st.R {
				slot := i
				if along == cut {
					slot, round = i%part, i/part
				}
				at := spot{c.index(k.coordinates(st.position, q, j)) + slot*c.strides[along], round}
				if at.place >= c.elements() || taken[at] {
					t.Fatalf("%s: step %d: point %d beyond the cube, or where another is", k.Name(), s, point(butterfly, i))
				}
				taken[at], all[q*k.N()+point(butterfly, i)] = true, at
			}
		}
	}
	return all
}

// stockham is the number in Stockham's order of the butterfly that is number j of a step, found by its digits.
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

// In cyclic order the butterflies of a stage that have the same twiddles come one after the other, and those of the first and of the last stage are where they were.
func TestCyclicNumbers(t *testing.T) {
	tried := 0
	for _, k := range cubic() {
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
				require.Equal(t, plain.twiddleExponent(st, n), k.twiddleExponent(st, j), "%s: step %d, butterfly %d", k.Name(), st.position, j)
				ends := st.position%len(k.StageRadices()) == 0 || st.position%len(k.StageRadices()) == len(k.StageRadices())-1
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

func TestCubeNames(t *testing.T) {
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
	require.Len(t, seen, 2*(5*16+5*2*31), "inner dimensions, gaps or places between slabs, rising or falling, in either order")
}

func TestCubesAreRefused(t *testing.T) {
	l := Limits{Invocations: 1024, WorkgroupBytes: 48 << 10, StorageBindings: 8}
	cube := func(k *Kernel) { k.Layout = DigitLayout{}.Layout() }
	require.NoError(t, row("4.4", 4, 2, cube).Check(l))
	for what, k := range map[string]Kernel{
		"a staged path": row("4.4", 4, 2, cube, func(k *Kernel) { k.Load.Path = Staged }),
		"one stage":     row("16", 16, 2, cube),
		"rounds":        row("3.3", 3, 2, cube, exchange(true, 4)),
		"dimensions":    row("2.2.2.2.2.2", 2, 1, cube),
		"lanes":         row("4.4", 4, 2, axes("", "", 3), cube),
		"no dimension":  row("4.4", 4, 1, func(k *Kernel) { k.Layout = DigitLayout{Inner: 2}.Layout() }),
	} {
		require.ErrorContains(t, k.Check(l), "digit layout", what)
	}
	cyclic := func(k *Kernel) { k.Layout.CyclicOrder = true }
	require.NoError(t, row("4.4.4", 4, 2, cube, cyclic).Check(l))
	for what, k := range map[string]Kernel{
		"no cube":    row("4.4.4", 4, 2, cyclic),
		"two stages": row("4.4", 4, 2, cube, cyclic),
		"pairs":      row("1", 4, 1, cube, cyclic, rader("211x10.3.7"), func(k *Kernel) { k.Rader.Fold, k.Radices, k.ElementsPerThread = true, Radices{}, 21 }),
		"merged":     row("2.2", 8, 1, axes("4", "2", 0), cube, cyclic),
		"one order":  row("3.4", 4, 2, axes("5", "", 0), cube, cyclic),
		"woven":      row("2.3", 6, 1, axes("3.2", "2", 0), cube, cyclic, func(k *Kernel) { k.VectorRadix = true }),
	} {
		require.ErrorContains(t, k.Check(l), "cyclic order", what)
	}
	slabs := func(between uint8) func(*Kernel) { return func(k *Kernel) { k.Layout.OuterPad = between } }
	require.NoError(t, row("4.4", 4, 2, cube, slabs(maxOuterPad)).Check(l))
	for what, k := range map[string]Kernel{
		"no cube":   row("4.4", 4, 2, slabs(1)),
		"far apart": row("4.4", 4, 2, cube, slabs(maxOuterPad+1)),
		"pairs":     row("1", 4, 2, cube, slabs(1), rader("37x4.9"), func(k *Kernel) { k.Rader.Fold, k.Radices = true, Radices{} }),
	} {
		require.ErrorContains(t, k.Check(l), "an outer pad needs a digit layout", what)
	}
}

// Places between slabs save conflicts that gaps within don't, and take as many bytes as the memory that the text declares.
func TestSlabs(t *testing.T) {
	k := row("7.7.7.7", 21, 1, exchange(true, 1))
	fewest := slices.Min(k.ConflictDegrees(DigitLayouts(4)...))
	require.InDelta(t, 1.5, fewest, 1e-9)
	require.InDelta(t, 1.25, slices.Min(k.ConflictDegrees(PaddedOuter(4)...)), 1e-9)
	k.Layout = DigitLayout{OuterPad: 16}.Layout()
	require.InDelta(t, 1.25, k.ConflictDegree(), 1e-9)
	require.Equal(t, 4*(2401+7*16), k.WorkgroupBytes())
}

// In cyclic order a cube without gaps has as few conflicts as one with places between slabs has in Stockham's.
func TestCyclicConflicts(t *testing.T) {
	k := row("7.7.7.7", 21, 1, exchange(true, 1))
	require.InDelta(t, 1.25, slices.Min(k.ConflictDegrees(WithCyclicOrder(DigitLayouts(4)[:8])...)), 1e-9)
}
