package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// joinKernels returns kernels that join two axes.
func joinKernels() []Kernel {
	return []Kernel{
		row("4.8", 16, 1, axes("8.4", "", 0)), row("8.4", 32, 2, axes("8.4", "", 0)),
		row("16.4", 32, 3, axes("2", "", 0)),
		row("5.3", 15, 2, axes("3", "", 0)), row("4.4", 8, 1, axes("3.2", "", 0)), row("4", 8, 5, axes("2", "", 0)),
		row("3", 4, 1, axes("2", "4.2", 0)), row("2.3", 12, 2, axes("4.2", "2.3", 0)), row("3", 6, 2, axes("2", "", 5)),
	}
}

// A thread has just the points of both joined stages: output b of its butterfly i is input i of its
// butterfly b. Every butterfly has a thread.
func TestAxisJoinKeepsPoints(t *testing.T) {
	for _, k := range joinKernels() {
		m, ok := k.axisJoin()
		require.True(t, ok, k.Name())
		require.NoError(t, k.Check(wide))
		steps := k.steps()
		before, after := steps[m.step-1], steps[m.step]
		require.False(t, after.exchanged)
		seen := map[int]bool{}
		for thread := range k.Threads() {
			for b := range k.butterfliesPerThread(after) {
				next, active := k.butterflyOf(after, thread, b)
				require.True(t, active)
				for i := range after.R {
					f, active := k.butterflyOf(before, thread, i)
					require.True(t, active)
					require.Equal(t, before.out(f, b, permutation{}), after.in(next, i, permutation{}),
						"%s: thread %d", k.Name(), thread)
					seen[f] = true
				}
			}
		}
		require.Len(t, seen, before.butterflyCount(), k.Name())
		for b := range k.butterfliesPerThread(before) {
			lo, hi := b*k.Threads(), (b+1)*k.Threads()-1
			if before.spacing > 0 {
				lo, hi = k.joinedSpan(before, b)
			}
			for thread := range k.Threads() {
				f, _ := k.butterflyOf(before, thread, b)
				require.True(t, lo <= f && f <= hi)
			}
		}
	}
}

// Other kernels have an exchange between axes.
func TestNoAxisJoin(t *testing.T) {
	for what, k := range map[string]Kernel{
		"one axis":           row("4.8", 32, 1),
		"other points":       row("4.8", 8, 1, axes("8.4", "", 0)),
		"the inner two only": row("4", 8, 1, axes("2", "5", 0)),
	} {
		_, ok := k.axisJoin()
		require.False(t, ok, what)
	}
	whole := row("4", 8, 1, axes("2", "", 0))
	require.False(t, whole.HasExchange())
	require.Zero(t, whole.WorkgroupBytes(), "one thread has all points")
}

// A map with runs places rows of points, not single points.
func TestRuns(t *testing.T) {
	m := Map{Stride: 600, Dist: 5000, Inner: 3, Run: 100}
	for q, begin := range []int{0, 100, 200, 5000, 5100} {
		for j := range 300 {
			require.Equal(t, begin+j/100*600+j%100, m.At(q, j))
		}
	}
	require.Equal(t, "(q div 3) * 5000 + (q mod 3) * 100 + (j div 100) * 600 + j mod 100", m.String())
	k := row("10.10", 20, 1, axes("2", "", 0), func(k *Kernel) { k.Load.Map = m })
	require.NoError(t, k.Check(wide))
	back, err := ParseKernel(k.Name())
	require.NoError(t, err)
	require.Equal(t, k, back)
	for what, change := range map[string]func(*Kernel){
		"one axis":      func(k *Kernel) { *k = row("10.10", 10, 1, func(k *Kernel) { k.Load.Map = m }) },
		"a staged path": func(k *Kernel) { k.Load.Path = Staged },
		"a length":      func(k *Kernel) { k.Load.Bound = 50 },
		"factors":       func(k *Kernel) { k.Load.TableFactor = true },
		"a remainder":   func(k *Kernel) { k.Load.Map.Run = 90 },
		"no inner":      func(k *Kernel) { k.Load.Map.Inner = 0 },
		"one column":    func(k *Kernel) { k.Load.Map.Inner = 1 },
	} {
		other := k
		change(&other)
		require.ErrorContains(t, other.Check(wide), "runs", what)
	}
}
