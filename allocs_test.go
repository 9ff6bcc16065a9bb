package wgfft

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestCPUAllocations: planned transforms on the CPU engine allocate nothing once they are warm, and
// calls without a plan a few small things.
func TestCPUAllocations(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget at random")
	}
	const n, side = 1024, 32
	c, err := Open(Config{Device: Choice{Kind: CPU}})
	require.NoError(t, err)
	defer c.Close()
	ctx := context.Background()
	x, z := make([]float32, n), make([]complex64, n)
	bins, bins2 := make([]complex64, n/2+1), make([]complex64, side*(side/2+1))
	rows, err := c.Plan(ctx, Problem{Shape: []int{n}})
	require.NoError(t, err)
	square, err := c.Plan(ctx, Problem{Shape: []int{side, side}})
	require.NoError(t, err)
	realRows, err := c.PlanReal(ctx, Problem{Shape: []int{n}})
	require.NoError(t, err)
	realSquare, err := c.PlanReal(ctx, Problem{Shape: []int{side, side}})
	require.NoError(t, err)
	trigRows, err := c.PlanTrig(ctx, Problem{Kind: DCT2, Shape: []int{n}})
	require.NoError(t, err)
	trigSquare, err := c.PlanTrig(ctx, Problem{Kind: DST4, Shape: []int{side, side}})
	require.NoError(t, err)
	for name, v := range map[string]struct {
		most float64
		run  func() error
	}{
		"plan":              {0, func() error { return rows.Inverse(ctx, z, z) }},
		"plan, two axes":    {0, func() error { return square.Inverse(ctx, z, z) }},
		"real":              {0, func() error { return realRows.Forward(ctx, bins, x) }},
		"real inverse":      {0, func() error { return realRows.Inverse(ctx, x, bins) }},
		"real, two axes":    {2, func() error { return realSquare.Forward(ctx, bins2, x) }},
		"inverse, two axes": {2, func() error { return realSquare.Inverse(ctx, x, bins2) }},
		"dct":               {0, func() error { return trigRows.Forward(ctx, x, x) }},
		"dst, two axes":     {0, func() error { return trigSquare.Inverse(ctx, x, x) }},
		"FFT":               {10, func() error { _, err := c.FFT(ctx, z, z); return err }},
		"RFFT":              {10, func() error { _, err := c.RFFT(ctx, bins, x); return err }},
		"DCT":               {10, func() error { _, err := c.DCT(ctx, x, x, DCT2); return err }},
	} {
		got := allocations(t, v.run)
		require.LessOrEqual(t, got, v.most, name)
	}
}
