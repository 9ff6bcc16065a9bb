package plan_test

import (
	"errors"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// allLimits returns the limits of the sweeps by name.
func allLimits(t *testing.T) map[string]wgsl.Limits {
	t.Helper()
	all := map[string]wgsl.Limits{}
	for _, name := range []string{"default", "h200", "lavapipe", "swiftshader"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		all[name] = l
	}
	return all
}

// eachLimits runs f for all limits, in parallel.
func eachLimits(t *testing.T, f func(t *testing.T, l wgsl.Limits)) {
	for name, l := range allLimits(t) {
		t.Run(name, func(t *testing.T) {
			t.Parallel()
			f(t, l)
		})
	}
}

func TestCapacity(t *testing.T) {
	all := allLimits(t)
	require.Equal(t, 6400, plan.Capacity(all["default"]))
	require.Equal(t, 25600, plan.Capacity(all["h200"]))
	require.Equal(t, 25600, plan.Capacity(all["lavapipe"]))
	require.Equal(t, 4096, plan.OnePassPoints(all["default"]))
	require.Equal(t, 16384, plan.OnePassPoints(all["h200"]))
}

// sample returns lengths to OnePassPoints: all short ones, those around every power of two, and
// others at random with a fixed seed.
func sample(l wgsl.Limits, others int) []int {
	lengths := map[int]bool{}
	for n := 1; n <= 40; n++ {
		lengths[n] = true
	}
	for p := 64; p <= plan.OnePassPoints(l); p *= 2 {
		lengths[p-1], lengths[p], lengths[p+1] = true, true, true
	}
	for _, n := range []int{
		961, 31 * 31 * 13, 29 * 31, 13 * 13 * 13, 6561, 2401, 1000, 10000, 15625, 16384, 16383, 16375,
	} {
		lengths[n] = true
	}
	r := rand.New(rand.NewPCG(uint64(l.Invocations), 1))
	for range others {
		lengths[1+r.IntN(plan.OnePassPoints(l))] = true
	}
	var all []int
	for n := 1; n <= plan.OnePassPoints(l); n++ {
		if lengths[n] && plan.LargestPrime(n) <= plan.MaxPrime {
			all = append(all, n)
		}
	}
	return all
}

func TestPlans(t *testing.T) {
	var mu sync.Mutex
	names := map[string]wgsl.Kernel{}
	others := 4
	if testcase.Long() {
		others = 60
	}
	t.Run("limits", func(t *testing.T) {
		eachLimits(t, func(t *testing.T, l wgsl.Limits) {
			r := rand.New(rand.NewPCG(uint64(l.Invocations), uint64(l.WorkgroupBytes)))
			for _, n := range sample(l, others) {
				p := plan.Problem{Shape: []int{n}, Batch: []int{0, 1, 2, 3, 31, 32, 33, 64}[r.IntN(8)],
					Inverse: r.IntN(2) == 0,
					Norm:    plan.Norm(r.IntN(3)), InPlace: r.IntN(2) == 0}
				pl, err := choose.Make(p, l)
				require.NoError(t, err, "%d points", n)
				require.Equal(t, p, pl.Problem)
				require.Equal(t, l, pl.Limits)
				require.NoError(t, pl.Passes[0].Check(l))
				require.Equal(t, n, pl.Passes[0].N())
				plan.CheckSchedule(t, pl)
				if r.IntN(8) == 0 {
					again, err := choose.Make(p, l)
					require.NoError(t, err)
					require.Equal(t, pl, again, "the same problem has the same plan")
				}

				mu.Lock()
				if k, ok := names[pl.Passes[0].Name()]; ok {
					require.Equal(t, k.Module(), pl.Passes[0].Module(), "a name for two kernels")
				}
				names[pl.Passes[0].Name()] = pl.Passes[0]
				mu.Unlock()
			}
		})
	})
	require.Greater(t, len(names), 100)
}

func TestEveryLengthHasAPlan(t *testing.T) {
	eachLimits(t, func(t *testing.T, l wgsl.Limits) {
		lengths := []int{
			37, 41, 74, 97, 1009, 37 * 37, 2039, 4093, 8191, 37 * plan.OnePassPoints(l), 65537, 524287, 1_000_003,
		}
		for i, n := range lengths {
			if !testcase.ShardOf(t, 13*(l.WorkgroupBytes>>10)+i, 6) {
				continue
			}
			p, err := choose.Make(plan.Problem{Shape: []int{n}}, l)
			require.NoError(t, err, "%d points", n)
			if !slices.ContainsFunc(p.Passes, func(k wgsl.Kernel) bool { return k.Stages.Rader.Prime > 0 }) {
				require.GreaterOrEqual(t, p.Axes[0].Convolution, 2*n-1)
				require.LessOrEqual(t, plan.LargestPrime(p.Axes[0].Convolution), plan.MaxPrime)
			}
			for _, k := range p.Passes {
				require.NoError(t, k.Check(l))
			}
			if n < 10000 { // tables of longer lengths take a second
				plan.CheckSchedule(t, p)
			}
		}
		for _, n := range []int{0, -1} {
			_, err := choose.Make(plan.Problem{Shape: []int{n}}, l)
			require.ErrorIs(t, err, plan.ErrInvalidLength)
		}
	})
}

func TestLongLengthsTakeSeveralPasses(t *testing.T) {
	eachLimits(t, func(t *testing.T, l wgsl.Limits) {
		c := plan.Capacity(l)
		for i, n := range []int{c / 16 * 17, 2 * c, 31 * c / 16, 59049, 29 * 31 * 961, 1 << 22} {
			if !testcase.ShardOf(t, 6*(l.WorkgroupBytes>>10)+i, 8) {
				continue
			}
			p, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 1}, l)
			require.NoError(t, err)
			require.GreaterOrEqual(t, len(p.Passes), 2, "%v", p)
			product := 1
			for _, k := range p.Passes {
				require.NoError(t, k.Check(l))
				product *= k.N()
			}
			require.Equal(t, n, product)
			plan.CheckSchedule(t, p)
		}
	})
}

func TestSmallDevices(t *testing.T) {
	// With limits below WebGPU's, there are plans with kernels that fit.
	for _, l := range []wgsl.Limits{
		{Invocations: 64, WorkgroupBytes: 4 << 10}, {Invocations: 32, WorkgroupBytes: 1 << 10},
		{Invocations: 256, WorkgroupBytes: 512}, {Invocations: 16, WorkgroupBytes: 16 << 10},
		{Invocations: 1, WorkgroupBytes: 64},
	} {
		l.Workgroups, l.BindingBytes, l.AllocationBytes, l.StorageBindings = 65535, 1<<30, 1<<30, 8
		for _, n := range []int{1, 2, 8, 16, 31, 37, 64, 100, 243, 256, 1024, 2197, 4096} {
			p, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 5}, l)
			require.NoError(t, err, "%d points, %d invocations, %d bytes", n, l.Invocations, l.WorkgroupBytes)
			for _, k := range p.Passes {
				require.NoError(t, k.Check(l))
			}
		}
	}
}

func TestLargestPrime(t *testing.T) {
	for n, want := range map[int]int{
		1: 1, 2: 2, 3: 3, 4: 2, 30: 5, 31: 31, 37: 37, 62: 31, 961: 31, 16384: 2, 1_000_003: 1_000_003,
		2 * 1_000_003: 1_000_003,
	} {
		require.Equal(t, want, plan.LargestPrime(n), "%d", n)
	}
}

func TestFrom(t *testing.T) {
	l := wgsl.DefaultLimits()
	k := wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{4, 4}},
		Threads:  wgsl.Ownership{Elements: 4, Transforms: 8},
		Exchange: wgsl.Exchange{Split: true, Slices: 2, Layout: wgsl.Layout{Swizzle: 4}}}
	k.Threads.Order = [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}
	p, err := choose.From(plan.Problem{Shape: []int{16}, Batch: 9, Inverse: true, InPlace: true}, l, k)
	require.NoError(t, err)
	k.Load = wgsl.End{View: wgsl.Rows(16, 16), Ops: wgsl.Ops{wgsl.Swap{}}}
	k.Store = wgsl.End{View: wgsl.Rows(16, 16), Ops: wgsl.Ops{wgsl.Swap{}, wgsl.Scale{By: 1.0 / 16}}}
	k.Dispatch.InPlace, k.Dispatch.Tail = true, true
	require.Equal(t, k, p.Passes[0])
	plan.CheckSchedule(t, p)

	_, err = choose.From(plan.Problem{Shape: []int{32}}, l, k)
	require.ErrorContains(t, err, "does not begin a transform of 32 points")
	k.Threads.Transforms = 65
	_, err = choose.From(plan.Problem{Shape: []int{16}}, l, k)
	require.True(t, errors.As(err, new(*wgsl.LimitError)))
	_, err = choose.From(plan.Problem{Shape: []int{0}}, l, k)
	require.ErrorIs(t, err, plan.ErrInvalidLength)
}
