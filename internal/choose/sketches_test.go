package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Sketches that share a program return the costs and the errors that each kernel has alone.
func TestSketches(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	small := l
	small.WorkgroupBytes = 9000
	shared, fits := new(sketches), map[bool]int{}
	for _, n := range []int{64, 1000, 2048} {
		for _, body := range Bodies(n, 16, 2, l) {
			for _, k := range Threadings(body, 100, l) {
				alone, err := k.RoughCosts(small)
				costs, sharedErr := shared.of(k, small)
				require.Equal(t, err == nil, sharedErr == nil, k.Name())
				if fits[err == nil]++; err == nil {
					require.Equal(t, alone.Work(), costs.Work(), k.Name())
					require.Equal(t, alone.WorkgroupBytes(), costs.WorkgroupBytes(), k.Name())
				}
			}
		}
	}
	require.Greater(t, min(fits[false], fits[true]), 20, "kernels that fit and kernels that do not")
}

// Shape checks return the errors of RoughCosts, and costs with the same work.
func TestShapeChecks(t *testing.T) {
	l, err := wgsl.NamedLimits("default")
	require.NoError(t, err)
	l.Invocations = 96
	checks, fits := new(shapeChecks), map[bool]int{}
	for _, n := range []int{64, 1000, 1009, 2048} {
		for _, body := range Bodies(n, 16, 2, l) {
			for _, k := range Threadings(body, 100, wgsl.DefaultLimits()) {
				for _, order := range []wgsl.Order{wgsl.PointsFastest, wgsl.BatchFastest} {
					k.Threads.Order = [2]wgsl.Order{order, wgsl.BatchFastest}
					alone, err := k.RoughCosts(l)
					costs, sharedErr := checks.costs(k, l)
					require.Equal(t, err == nil, sharedErr == nil, "%s: %v, %v", k.Name(), err, sharedErr)
					if fits[err == nil]++; err == nil {
						require.Equal(t, alone.Work(), costs.Work(), k.Name())
						require.Equal(t, alone.WorkgroupBytes(), costs.WorkgroupBytes(), k.Name())
					}
				}
			}
		}
	}
	require.Greater(t, min(fits[false], fits[true]), 20, "kernels that fit and kernels that do not")
}
