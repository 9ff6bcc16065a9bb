package choose

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// hasMirrorRowKernels reports whether a kernel listed for the axis can do two mirror rows, in small and in
// large batches.
func hasMirrorRowKernels(axis Finder, l wgsl.Limits) bool {
	for _, batch := range []int{2, plan.MaxChoiceBatch} {
		bodies := Bodies(axis.N, plan.MaxAloneElements, 2, l)
		if !slices.ContainsFunc(bodies, func(body wgsl.Kernel) bool {
			return slices.ContainsFunc(Threadings(body, batch, l), func(k wgsl.Kernel) bool {
				_, ok := axis.mirrored(k, axis.mirrorModes()[0], l)
				return ok
			})
		}) {
			return false
		}
	}
	return true
}

// Planning takes mirror rows exactly if there are kernels for them in both directions.
func TestMirrorRowsAreTakenIfThereAreKernels(t *testing.T) {
	for _, c := range []struct{ invocations, bytes int }{
		{256, 16 << 10}, {256, 5461}, {1024, 48 << 10}, {1024, 10922}, {64, 4 << 10}, {64, 1365}, {32, 4 << 10},
		{16, 1 << 10}, {16, 341},
	} {
		l := wgsl.DefaultLimits()
		l.Invocations, l.WorkgroupBytes = c.invocations, c.bytes
		seen := map[bool]int{}
		for i, n := 0, 66; n <= 8192; i, n = i+1, n+2+n/50*2 {
			if !testcase.ShardOf(t, i, 4) {
				continue
			}
			p := plan.Problem{Shape: []int{2, n}}
			has := true
			for _, p.Kind = range []plan.Kind{plan.R2C, plan.C2R} {
				axes := p.OrderedAxes(l)
				at := slices.IndexFunc(axes, func(a plan.Axis) bool { return a.Kind == p.Kind })
				axis := Finder{axes[at]}
				axis.MirrorRows = wgsl.RowGrid{1, 2}
				has = has && 2*axis.N <= plan.OnePassPoints(l) && plan.LargestPrime(axis.N) <= plan.MaxPrime &&
					hasMirrorRowKernels(axis, l)
			}
			require.Equal(t, has, p.HasMirrorRows(l), "%d real points, %+v", n, c)
			seen[has]++
		}
		require.Positive(t, seen[true])
		require.Positive(t, seen[false])
	}
}
