package pipeline

import (
	"context"
	"os"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// openEngine opens the best adapter, a software one if need be. Without any it skips, or fails where one is required.
func openEngine(t testing.TB) *Engine {
	t.Helper()
	dev, err := device.Open(device.Choice{})
	if err != nil {
		dev, err = device.Open(device.Choice{Kind: device.AnySoftware})
	}
	if err != nil {
		if os.Getenv("WGFFT_REQUIRE_ADAPTER") == "1" {
			t.Fatal(err)
		}
		t.Skip(err)
	}
	e := New(dev)
	t.Cleanup(func() {
		require.NoError(t, e.Close())
		require.NoError(t, dev.Close())
	})
	return e
}

func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 8*len(s))
}

// stream transforms a batch of host data.
func stream(t *testing.T, e *Engine, dst, src []complex64, p plan.Problem) {
	t.Helper()
	n := p.Points()
	require.NoError(t, e.Stream(context.Background(), Stream{
		Dst: bytesOf(dst), Src: bytesOf(src), ItemBytes: int64(n) * 8, Count: p.Count(),
		Program: func(items int) (*Program, error) {
			p.Batch, p.InPlace = items, true
			pl, err := plan.Make(p, e.Device().Limits())
			if err != nil {
				return nil, err
			}
			return e.Compile(pl.Schedule())
		},
	}))
}

func TestEveryShortLength(t *testing.T) {
	e := openEngine(t)
	for n := 1; n <= 512; n++ {
		if plan.LargestPrime(n) > plan.MaxPrime {
			continue
		}
		src := ref.Uniform(uint64(n), 3*n)
		got := make([]complex64, 3*n)
		stream(t, e, got, src, plan.Problem{Shape: []int{n}, Batch: 3})
		worst, row := ref.Worst(got, ref.Batch(src, n, false, 1), n)
		require.LessOrEqual(t, worst, ref.Tolerance(n), "length %d, row %d", n, row)
	}
}
