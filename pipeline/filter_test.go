package pipeline

import (
	"context"
	"testing"
	"unsafe"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestLongFilters compares a filter of several submissions, which has a bin buffer of its own, with
// the same filter in one submission.
func TestLongFilters(t *testing.T) {
	e := openEngine(t)
	problem := plan.Problem{Kind: plan.R2C, Shape: []int{24}, Batch: 60}
	back := problem
	back.Inverse = true
	x := ref.UniformReal(61, 60*24)
	bins := problem.Arrays()[1].Elements
	kernel := wgsl.Gains{Bins: bins, Arrays: 60, Complex: true}
	table := ref.UniformReal(62, bins+1)
	bytes := func(s []float32) []byte { return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), 4*len(s)) }
	buffer := func(s []float32) Region {
		b, err := e.newFilledBuffer("test", nil, device.Storage, bytes(s))
		require.NoError(t, err)
		t.Cleanup(func() { b.Close() })
		return Region{Buffer: b}
	}
	src, dst, gains := buffer(x), buffer(make([]float32, len(x))), buffer(table)
	var results [2][]float32
	for i, seconds := range []float64{0, 1} {
		var schedules [2]plan.Schedule
		for j, p := range []plan.Problem{problem, back} {
			made, err := choose.Make(p, e.Device().Limits())
			require.NoError(t, err)
			schedules[j] = made.Schedule()
			for n := range schedules[j].Passes {
				schedules[j].Passes[n].Seconds += seconds
			}
		}
		f, err := e.Filter(schedules[0], schedules[1], kernel)
		require.NoError(t, err)
		require.Equal(t, seconds > 0, f.isLong())
		for range 2 { // the second run reuses the bins of the first
			require.NoError(t, e.Upload(context.Background(), dst, bytes(make([]float32, len(x))), nil))
			require.NoError(t, f.Run(context.Background(), dst, src, gains))
			results[i] = make([]float32, len(x))
			require.NoError(t, e.Download(context.Background(), bytes(results[i]), dst, nil))
		}
		require.NoError(t, f.Close())
		require.NoError(t, f.Close())
		require.Error(t, f.Run(context.Background(), dst, src, gains))
	}
	require.Equal(t, results[0], results[1])
	require.NotZero(t, results[0][0])
	wrong := kernel
	wrong.Bins++
	made, err := choose.Make(problem, e.Device().Limits())
	require.NoError(t, err)
	_, err = e.Filter(made.Schedule(), made.Schedule(), wrong)
	require.ErrorContains(t, err, "bytes of bins")
}
