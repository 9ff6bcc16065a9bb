package wgsl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// weave makes the stages of the last two axes go in pairs.
func weave(k *Kernel) { k.VectorRadix, k.Layout.Kind = true, Digits }

// weaving are kernels whose stages do.
func weaving() []Kernel {
	return []Kernel{
		row("8.3", 24, 1, axes("3.8", "24", 0), weave, exchange(true, 2)), row("4.2", 8, 3, axes("2.4", "", 0), weave), row("5.2", 10, 2, axes("2.5", "10", 0), weave, exchange(true, 2)),
		row("6.4", 24, 1, axes("4.6", "", 0), weave, exchange(true, 0)), row("3.4", 12, 1, axes("4.3", "6", 0), weave, exchange(false, 3)), row("3.3", 9, 2, axes("3.3", "3", 0), weave, exchange(true, 3)),
		row("4.4", 16, 1, axes("4.4", "8", 0), weave, exchange(true, 4)), row("2.7", 14, 1, axes("7.2", "7", 0), weave, exchange(true, 2)), row("4.3", 12, 5, axes("3.4", "4", 0), weave, exchange(true, 2), batchFastest),
		row("4.2", 8, 2, axes("2.4", "7", 0), weave, exchange(true, 2)), // outer butterflies that do not fill the threads
	}
}

// spotsOf are where in the cube, without rounds, the points of butterfly f of a step lie, by slot.
func spotsOf(k Kernel, st step, f int) [][maxDimensions]int {
	k.Exchange.Slices = 0
	along, _ := k.fiber(st.position)
	var all [][maxDimensions]int
	for i := range st.R {
		var at [maxDimensions]int
		copy(at[:], k.coordinates(st.position, 0, f)[:len(k.StageRadices())])
		at[along] = i
		all = append(all, at)
	}
	return all
}

// Between the steps of a pair a thread has just the points of both, and the twiddles of its butterflies are all the same. Every step meets every point.
func TestPairsOfStagesKeepTheirPoints(t *testing.T) {
	for _, k := range weaving() {
		require.NoError(t, k.Check(wide), k.Name())
		back, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, back)
		steps, pairs, exchanges := k.steps(), 0, 0
		for s, st := range steps {
			met := map[[maxDimensions]int]bool{}
			for thread := range k.Threads() {
				first, _ := k.butterflyOf(st, thread, 0)
				for b := range k.butterfliesPerThread(st) {
					f, active := k.butterflyOf(st, thread, b)
					if !active {
						require.Zero(t, st.spacing)
						continue
					}
					if st.spacing > 0 {
						require.Equal(t, first/st.interleave()%st.twiddlePeriod(), f/st.interleave()%st.twiddlePeriod())
					}
					for i, at := range spotsOf(k, st, f) {
						met[at] = true
						if st.inRegisters {
							left, _ := k.butterflyOf(steps[s-1], thread, i)
							require.Equal(t, spotsOf(k, steps[s-1], left)[b], at, "%s: thread %d", k.Name(), thread)
						}
					}
				}
			}
			require.Len(t, met, k.N(), k.Name())
			if st.inRegisters {
				pairs++
				require.True(t, steps[s-1].keepsOutputs)
			} else if s > 0 {
				exchanges++
			}
			require.Equal(t, s > 0 && !st.inRegisters, s > 0 && st.exchanged)
		}
		require.Equal(t, 2, pairs)
		require.Equal(t, len(steps)-1-pairs, exchanges)
	}
}

// The coordinates that a kernel writes for the lines of a pair are those of the butterflies' numbers.
func TestCoordinatesOfPairs(t *testing.T) {
	for _, k := range weaving() {
		k.Exchange.Slices = 0
		for _, st := range k.steps() {
			if st.spacing == 0 {
				continue
			}
			_, digits := k.fiber(st.position)
			for thread := range k.Threads() {
				for b := range k.butterfliesPerThread(st) {
					f, _ := k.butterflyOf(st, thread, b)
					want, rest := make([]int, len(k.StageRadices())+1), thread
					want[st.partner] = b
					for _, d := range digits {
						if d.dim != st.partner {
							want[d.dim], rest = rest%d.radix, rest/d.radix
						}
					}
					require.Equal(t, want, k.coordinates(st.position, 0, f), "%s: thread %d", k.Name(), thread)
				}
			}
		}
	}
}

func TestWhatCantGoInPairs(t *testing.T) {
	good := row("8.3", 24, 1, axes("3.8", "24", 0), weave, exchange(true, 2))
	require.NoError(t, good.Check(wide))
	for what, change := range map[string]func(*Kernel){
		"one axis":            func(k *Kernel) { *k = row("8.3", 24, 1, weave) },
		"a flat layout":       layout(Linear, 0),
		"other points":        func(k *Kernel) { k.ElementsPerThread = 12 },
		"one stage":           func(k *Kernel) { k.OuterRadices[0], _ = ParseRadices("24") },
		"three stages":        func(k *Kernel) { k.Radices, _ = ParseRadices("4.2.3") },
		"pairs that differ":   func(k *Kernel) { k.OuterRadices[0], _ = ParseRadices("8.3") },
		"points side by side": func(k *Kernel) { axes("3.8", "24", 2)(k) },
		"real numbers":        func(k *Kernel) { k.Load.Real = Real{Form: HalfSpectrum, N: 2 * k.N()} },
	} {
		k := good
		change(&k)
		require.Error(t, k.Check(wide), what)
		require.NotPanics(t, func() { k.LiveElements(); k.ConflictDegree(); k.Work(); k.Transactions(SectorPoints) }, what)
	}
}

// A round takes the whole of some warps and nothing of others, where there is an axis before the pairs.
func TestRoundsOfPairs(t *testing.T) {
	k := row("8.3", 24, 1, axes("3.8", "24", 0), weave, exchange(true, 2))
	require.Zero(t, k.slicedDim())
	for _, st := range k.steps()[1:] {
		var rounds []int
		for thread := range k.Threads() {
			f, _ := k.butterflyOf(st, thread, 0)
			_, digits := k.fiber(st.position)
			for _, d := range digits {
				if d.dim == k.slicedDim() {
					rounds = append(rounds, f%d.radix/k.extentInSlice(d.dim))
				}
				f /= d.radix
			}
		}
		require.True(t, slices.IsSorted(rounds))
		require.Len(t, rounds, k.Threads())
	}
}
