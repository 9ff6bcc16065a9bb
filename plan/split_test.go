package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// smallBindings returns the limits of a device with bindings of the given number of elements.
func smallBindings(elements int) wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.StorageBindings = int64(elements)*plan.ElementBytes, 32
	return l
}

// Batches larger than a binding are done in parts. The parts use the same scratch, and each begins
// at an aligned offset.
func TestBatchesInParts(t *testing.T) {
	small := smallBindings(4096)
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	for i, c := range []struct {
		l        wgsl.Limits
		n, batch int
		parts    int
	}{
		{smallBindings(1024), 16, 64, 1}, {smallBindings(1024), 16, 65, 2}, {smallBindings(1024), 16, 200, 4},
		{smallBindings(1024), 27, 100, 4}, {smallBindings(1024), 100, 30, 4},
		{smallBindings(1024), 1000, 3, 3}, {smallBindings(1024), 999, 4, 4}, {small, 1024, 9, 3},
		{small, 37, 200, 3}, {small, 1009, 4, 2},
	} {
		for place, inPlace := range []bool{false, true} {
			p, err := choose.Make(plan.Problem{Shape: []int{c.n}, Batch: c.batch, Inverse: inPlace,
				InPlace: inPlace}, c.l)
			require.NoError(t, err)
			s := p.Schedule()
			require.Equal(t, c.parts, (c.batch+p.ArraysPerBinding-1)/p.ArraysPerBinding, "%v", p)
			require.Zero(t, p.SegmentSize)
			plan.CheckSchedule(t, p)
			if testcase.ShardOf(t, 2*i+place, 4) {
				plan.RequireTransform(t, seeded(2*i+place), p)
			}
			for _, m := range s.Scratch {
				require.LessOrEqual(t, m.Bytes, c.l.BindingBytes)
			}
			require.Len(t, s.Source.Cuts, c.parts-1)
			for _, pass := range s.Passes {
				for _, a := range pass.Args {
					require.LessOrEqual(t, a.Bytes, c.l.BindingBytes)
					require.Zero(t, a.Offset%int64(c.l.StorageAlign), "%v", p)
				}
			}
		}
	}
}

// A batch in several allocations is refused if none of its parts is aligned.
func TestUnalignedParts(t *testing.T) {
	l := smallBindings(1024)
	l.AllocationBytes = 2048 * plan.ElementBytes
	_, err := choose.Make(plan.Problem{Shape: []int{999}, Batch: 2}, l)
	require.NoError(t, err)
	_, err = choose.Make(plan.Problem{Shape: []int{999}, Batch: 3}, l)
	var e *wgsl.LimitError
	require.ErrorAs(t, err, &e)
	require.Contains(t, err.Error(), "aligned")
}

// Transforms larger than a binding are stored in segments, also the arrays and tables of a
// convolution.
func TestTransformsInSegments(t *testing.T) {
	small := smallBindings(1000) // segments of 992 elements
	small.Invocations, small.WorkgroupBytes = 32, 4<<10
	rader := small
	rader.Invocations = 64
	_, err := choose.Make(plan.Problem{Shape: []int{1009}, Batch: 2}, small)
	require.ErrorContains(t, err, "aligned")
	for i, c := range []struct {
		l wgsl.Limits
		n int
	}{
		{small, 1024}, {small, 2048}, {small, 3000}, {small, 31 * 31 * 5}, {small, 1 << 12}, {small, 1009},
		{small, 2039}, {rader, 127 * 32}, {small, 509},
	} {
		for place, inPlace := range []bool{false, true} {
			for _, batch := range []int{1, 2} {
				at := 4*i + 2*place + batch - 1
				if !testcase.ShardOf(t, at, 4) {
					continue
				}
				p, err := choose.Make(plan.Problem{Shape: []int{c.n}, Batch: batch, Inverse: batch == 1,
					InPlace: inPlace,
					Norm:    plan.Ortho}, c.l)
				// two arrays of 509 points can be aligned with some elements before them
				if batch > 1 && c.n%32 > 0 && c.n+32 > 992 {
					require.Error(t, err)
					continue
				}
				require.NoError(t, err)
				require.Equal(t, 992, p.SegmentSize)
				require.Equal(t, 1, p.ArraysPerBinding)
				plan.RequireTransform(t, seeded(at), p)
				if batch == 1 {
					plan.CheckSchedule(t, p)
				}
				for _, pass := range p.Schedule().Passes {
					for _, a := range pass.Args {
						require.LessOrEqual(t, a.Bytes, c.l.BindingBytes)
						require.Zero(t, a.Offset%int64(c.l.StorageAlign))
					}
				}
			}
		}
	}
}

// The estimate of a dispatch is no longer than a submission may be. The dispatches of a divided
// pass do every transform.
func TestLongPassesAreDivided(t *testing.T) {
	needs64Bits(t)
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	l.Bandwidth = 20e9
	for i, p := range []plan.Problem{
		{Shape: []int{4096}, Batch: 1 << 14}, {Shape: []int{4096}, Batch: 1<<16 + 1}, {Shape: []int{1 << 27}},
		{Shape: []int{1 << 28}},
		{Shape: []int{1 << 29}}, {Shape: []int{1 << 30}}, {Shape: []int{1 << 30}, InPlace: true, Inverse: true},
		{Shape: []int{1 << 20}, Batch: 300},
		{Shape: []int{1_162_261_467}}, // 3^19
		{Shape: []int{1_220_703_125}}, // 5^13
	} {
		if !testcase.ShardOf(t, i, 5) {
			continue
		}
		made, err := choose.Make(p, l)
		require.NoError(t, err, "%v", p)
		plan.CheckSchedule(t, made)
		s := made.Schedule()
		for _, pass := range s.Passes {
			require.LessOrEqual(t, pass.Seconds, plan.LongestSubmission*1.01)
		}
		if made.Bytes() > 1<<30 {
			require.Greater(t, len(s.Passes), len(made.Passes), "%v", made)
		}
	}
	// Dispatches that are divided by a smaller bound are interpreted.
	for _, n := range []int{16, 60, 256, 83} { // one pass, two passes, and a convolution of three
		p, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 37}, tinyWorkgroups())
		require.NoError(t, err)
		whole := len(p.Schedule().Passes)
		axes, err := choose.Kernels(p.Problem, p.Limits)
		require.NoError(t, err)
		p, err = plan.Divided(p, choose.Chooser{}, axes)
		require.NoError(t, err)
		require.Greater(t, len(p.Schedule().Passes), whole)
		plan.RequireTransform(t, seeded(n), p)
	}
}
