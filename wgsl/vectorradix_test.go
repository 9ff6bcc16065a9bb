package wgsl

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// vectorRadix gives a kernel vector radix, with a digit layout.
func vectorRadix(k *Kernel) { k.VectorRadix, k.Layout.Kind = true, Digits }

// vectorRadixKernels returns kernels with vector radix.
func vectorRadixKernels() []Kernel {
	return []Kernel{
		row("8.3", 24, 1, axes("3.8", "24", 0), vectorRadix, exchange(true, 2)),
		row("4.2", 8, 3, axes("2.4", "", 0), vectorRadix),
		row("5.2", 10, 2, axes("2.5", "10", 0), vectorRadix, exchange(true, 2)),
		row("6.4", 24, 1, axes("4.6", "", 0), vectorRadix, exchange(true, 0)),
		row("3.4", 12, 1, axes("4.3", "6", 0), vectorRadix, exchange(false, 3)),
		row("3.3", 9, 2, axes("3.3", "3", 0), vectorRadix, exchange(true, 3)),
		row("4.4", 16, 1, axes("4.4", "8", 0), vectorRadix, exchange(true, 4)),
		row("2.7", 14, 1, axes("7.2", "7", 0), vectorRadix, exchange(true, 2)),
		row("4.3", 12, 5, axes("3.4", "4", 0), vectorRadix, exchange(true, 2), batchFastest),
		// The butterflies of the outer axis do not fill the threads.
		row("4.2", 8, 2, axes("2.4", "7", 0), vectorRadix, exchange(true, 2)),
	}
}

// slotCoordinates returns the coordinates of the slots of butterfly f of a step, without slices.
func slotCoordinates(k Kernel, st step, f int) [][maxDimensions]int {
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

// A thread has just the points of both steps of a pair, and its butterflies have the same twiddles. Every step has
// every point.
func TestVectorRadixKeepsPoints(t *testing.T) {
	for _, k := range vectorRadixKernels() {
		require.NoError(t, k.Check(wide), k.Name())
		back, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, back)
		steps, pairs, exchanges := k.steps(), 0, 0
		for s, st := range steps {
			seen := map[[maxDimensions]int]bool{}
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
					for i, at := range slotCoordinates(k, st, f) {
						seen[at] = true
						if st.inRegisters {
							left, _ := k.butterflyOf(steps[s-1], thread, i)
							before := slotCoordinates(k, steps[s-1], left)[b]
							require.Equal(t, before, at, "%s: thread %d", k.Name(), thread)
						}
					}
				}
			}
			require.Len(t, seen, k.N(), k.Name())
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

// A kernel writes the coordinates of the fibers of a pair that the butterflies' numbers have.
func TestVectorRadixCoordinates(t *testing.T) {
	for _, k := range vectorRadixKernels() {
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

func TestCheckRefusesVectorRadix(t *testing.T) {
	good := row("8.3", 24, 1, axes("3.8", "24", 0), vectorRadix, exchange(true, 2))
	require.NoError(t, good.Check(wide))
	for what, change := range map[string]func(*Kernel){
		"one axis":            func(k *Kernel) { *k = row("8.3", 24, 1, vectorRadix) },
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
		require.NotPanics(t, func() {
			k.LiveElements()
			k.ConflictDegree()
			k.Work()
			k.Transactions(SectorPoints)
		}, what)
	}
}

// If there is an axis outside the pairs, a slice takes whole warps.
func TestVectorRadixSlices(t *testing.T) {
	k := row("8.3", 24, 1, axes("3.8", "24", 0), vectorRadix, exchange(true, 2))
	require.Zero(t, k.slicedDim())
	for _, st := range k.steps()[1:] {
		var sliceOfThread []int
		for thread := range k.Threads() {
			f, _ := k.butterflyOf(st, thread, 0)
			_, digits := k.fiber(st.position)
			for _, d := range digits {
				if d.dim == k.slicedDim() {
					sliceOfThread = append(sliceOfThread, f%d.radix/k.extentInSlice(d.dim))
				}
				f /= d.radix
			}
		}
		require.True(t, slices.IsSorted(sliceOfThread))
		require.Len(t, sliceOfThread, k.Threads())
	}
}
