package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Limits without invocations are refused. Other limits of zero do not make planning panic.
func TestZeroLimits(t *testing.T) {
	for _, spec := range []string{"c2c:1*1", "c2c:1024*4", "c2c:1009*1", "r2c:108x192*4", "c2c:65536*1"} {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		for _, n := range []int{0, -5} {
			l := wgsl.DefaultLimits()
			l.Invocations = n
			var limit *wgsl.LimitError
			_, err = Kernels(p.Canonical(), l)
			require.ErrorAs(t, err, &limit, spec)
			_, err = KernelsBy(p.Canonical(), l, plan.Stockham)
			require.ErrorAs(t, err, &limit, spec)
			_, err = Convolution(plan.Convolution{Shape: []int{99}, Kernel: []int{9}, Batch: 1}, l)
			require.ErrorAs(t, err, &limit, spec)
		}
		for _, l := range []wgsl.Limits{{}, {Invocations: 64}, {Invocations: 64, WorkgroupBytes: 4096}} {
			require.NotPanics(t, func() { _, _ = Make(p, l) }, "%s: %+v", spec, l)
		}
	}
}
