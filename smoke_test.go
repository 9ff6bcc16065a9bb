package wgfft

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

func TestSmoke(t *testing.T) {
	ctx := context.Background()
	for _, dev := range []string{CPU, Software} {
		c, err := Open(Config{Device: dev})
		require.NoError(t, err)
		t.Log(c.Adapter())
		for _, n := range []int{256, 1000, 4096} {
			src := ref.Uniform(3, 65*n)
			y, err := c.FFT(ctx, nil, src, WithRows(n))
			require.NoError(t, err)
			e, _ := ref.Worst(y, ref.Batch(src, n, false, 1), n)
			require.LessOrEqual(t, e, ref.Tolerance(n))
			z, err := c.IFFT(ctx, y, y, WithRows(n))
			require.NoError(t, err)
			e, _ = ref.Worst(z, ref.Widen(src), n)
			require.LessOrEqual(t, e, 2*ref.Tolerance(n))
			p, err := c.Plan(Problem{Shape: []int{n}, Batch: 65})
			require.NoError(t, err)
			t.Log(p)
		}
		_, err = c.FFT(ctx, nil, make([]complex64, 37))
		t.Log(err)
		_, err = c.FFT(ctx, nil, make([]complex64, 32768))
		t.Log(err)
		if dev == Software {
			r, err := c.PlanResident(Problem{Shape: []int{256}, Batch: 64})
			require.NoError(t, err)
			a, err := c.NewBuffer(256 * 64)
			require.NoError(t, err)
			src := ref.Uniform(3, 64*256)
			require.NoError(t, c.Upload(ctx, Region{Buffer: a}, src))
			require.NoError(t, r.Forward(ctx, Region{Buffer: a}, Region{Buffer: a}))
			got := make([]complex64, 64*256)
			require.NoError(t, c.Download(ctx, got, Region{Buffer: a}))
			e, _ := ref.Worst(got, ref.Batch(src, 256, false, 1), 256)
			require.LessOrEqual(t, e, ref.Tolerance(256))
		}
		require.NoError(t, c.Close())
	}
}
