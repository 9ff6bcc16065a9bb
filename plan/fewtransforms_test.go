package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// withFew returns the plan of kernels for a small batch with an incomplete last workgroup. In a
// long run the batch is the problem's.
func withFew(t *testing.T, p plan.Problem, l wgsl.Limits, ks []wgsl.Kernel) plan.Plan {
	t.Helper()
	if !testcase.Long() {
		p.Batch = min(p.Count(), 2*ks[0].Threads.Transforms+1)
	}
	made, err := choose.Validate(p, l, ks...)
	require.NoError(t, err)
	return made
}
