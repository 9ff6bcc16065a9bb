package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Rows of more than OnePassPoints are right if they take one pass.
func TestInterpretedLongRows(t *testing.T) {
	l := wgsl.DefaultLimits()
	r := rand.New(rand.NewSource(6))
	for i, n := range []int{5000, 6000, plan.Capacity(l)} {
		require.Greater(t, n, plan.OnePassPoints(l))
		p, err := choose.MakeBy(plan.Problem{Shape: []int{n}, Batch: 1 + i%2, Inverse: i == 1}, l, plan.Stockham)
		require.NoError(t, err, "%d points", n)
		require.Len(t, p.Passes, 1)
		plan.RequireTransform(t, r, p)
	}
}
