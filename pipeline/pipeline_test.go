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
	items, last := Parts(int64(n)*8, p.Count())
	s := Stream{Dst: bytesOf(dst), Src: bytesOf(src), ItemBytes: int64(n) * 8, Count: p.Count(), Items: items}
	program := func(batch int) *Program {
		p.Batch, p.InPlace = batch, true
		pl, err := plan.Make(p, e.Device().Limits())
		require.NoError(t, err)
		prog, err := e.Compile(pl.Schedule())
		require.NoError(t, err)
		return prog
	}
	s.Full = program(items)
	defer s.Full.Close()
	if last > 0 {
		s.Last = program(last)
		defer s.Last.Close()
	}
	require.NoError(t, e.Stream(context.Background(), s))
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
