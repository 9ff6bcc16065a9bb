package pipeline

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestUploadAndDownload(t *testing.T) {
	e := openEngine(t)
	for _, points := range []int{1, 3, 4095, 8192, 8193, 131071} {
		b, err := e.Device().NewBuffer("data", int64(points+2*ref.GuardElements)*8, device.Storage)
		require.NoError(t, err)
		g := ref.NewGuarded[complex64](points)
		require.NoError(t, e.Upload(t.Context(), Region{Buffer: b}, bytesOf(g.All()), nil))
		src := ref.Uniform(uint64(points), points)
		at := Region{Buffer: b, Offset: guardBytes}
		require.NoError(t, e.Upload(t.Context(), at, bytesOf(src), nil))
		got := ref.NewGuarded[complex64](points)
		require.NoError(t, e.Download(t.Context(), bytesOf(got.Data), at, nil))
		require.True(t, slices.Equal(src, got.Data), "%d points", points)
		require.NoError(t, got.Check(), "%d points: outside, on the host", points)
		all := make([]complex64, len(g.All()))
		require.NoError(t, e.Download(t.Context(), bytesOf(all), Region{Buffer: b}, nil))
		require.NoError(t, ref.CheckGuards(all), "%d points: outside, on the GPU", points)
		require.NoError(t, b.Close())
		require.Error(t, e.Upload(t.Context(), at, bytesOf(src), nil), "closed")
		require.Error(t, e.Download(t.Context(), bytesOf(src), at, nil), "closed")
		requireIdle(t, e)
	}
	checkScarceSlots(t, e)
	b, err := e.Device().NewBuffer("small", 64, device.Storage)
	require.NoError(t, err)
	four := make([]byte, 32)
	for _, bad := range []Region{{}, {Buffer: b, Offset: -8}, {Buffer: b, Offset: 40}, {Buffer: b, Offset: 2}} {
		require.Error(t, e.Upload(t.Context(), bad, four, nil), "%v", bad)
		require.Error(t, e.Download(t.Context(), four, bad, nil), "%v", bad)
		requireIdle(t, e)
	}
	require.NoError(t, e.Upload(t.Context(), Region{Buffer: b}, nil, nil))
	require.NoError(t, e.Upload(t.Context(), Region{Buffer: b, Offset: 32}, four, nil))
	for i := range four {
		four[i] = byte(i + 1)
	}
	require.NoError(t, e.Upload(t.Context(), Region{Buffer: b, Offset: 32}, four, nil))
	require.NoError(t, e.Upload(t.Context(), Region{Buffer: b, Offset: 32}, four[9:14], nil), "no whole words")
	got := make([]byte, 11)
	require.NoError(t, e.Download(t.Context(), got, Region{Buffer: b, Offset: 32}, nil))
	require.Equal(t, []byte{10, 11, 12, 13, 14, 0, 0, 0, 9, 10, 11}, got)
	require.Error(t, e.Upload(t.Context(), Region{Buffer: b, Offset: 56}, make([]byte, 9), nil),
		"the last word is not there")
}

// checkScarceSlots transfers two parts while one slot is free.
func checkScarceSlots(t *testing.T, e *Engine) {
	for _, of := range []purpose{forUpload, forDownload} {
		p, err := e.pool(of, largeSlot, slotNeeds{})
		require.NoError(t, err)
		for range slotCount(largeSlot) - 1 {
			s, err := p.acquire(t.Context(), slotNeeds{})
			require.NoError(t, err)
			defer p.release(s)
		}
	}
	src := ref.Uniform(1, largeSlot/8+1)
	b, err := e.Device().NewBuffer("data", int64(8*len(src)), device.Storage)
	require.NoError(t, err)
	defer b.Close()
	require.NoError(t, e.Upload(t.Context(), Region{Buffer: b}, bytesOf(src), nil))
	got := make([]complex64, len(src))
	require.NoError(t, e.Download(t.Context(), bytesOf(got), Region{Buffer: b}, nil))
	require.True(t, slices.Equal(src, got))
}

func TestProgramsShareKernelsAndTables(t *testing.T) {
	e := openEngine(t)
	p, err := choose.Make(plan.Problem{Shape: []int{60}, Batch: 3}, e.Device().Limits())
	require.NoError(t, err)
	a, err := e.Compile(p.Schedule())
	require.NoError(t, err)
	b, err := e.Compile(p.Schedule())
	require.NoError(t, err)
	require.Same(t, a.steps[0], b.steps[0])
	require.Equal(t, a.tables, b.tables)
	require.Equal(t, p.Schedule(), a.Schedule())

	src := ref.Uniform(1, 180)
	from, err := e.Device().NewBuffer("from", 180*8, device.Storage)
	require.NoError(t, err)
	to, err := e.Device().NewBuffer("to", 180*8, device.Storage)
	require.NoError(t, err)
	require.NoError(t, from.WriteAt(bytesOf(src), 0))
	require.NoError(t, a.Close())
	require.NoError(t, a.Close(), "again")
	require.ErrorIs(t, a.Run(t.Context(), Region{Buffer: to}, Region{Buffer: from}), device.ErrClosed)
	require.NoError(t, b.Run(t.Context(), Region{Buffer: to}, Region{Buffer: from}), "the other program of the kernel")
	got := make([]complex64, 180)
	require.NoError(t, e.Download(t.Context(), bytesOf(got), Region{Buffer: to}, nil))
	requireClose(t, got, src, p.Problem, "the other program")

	// A closed buffer, then a new one with the same label.
	require.NoError(t, to.Close())
	require.ErrorIs(t, b.Run(t.Context(), Region{Buffer: to}, Region{Buffer: from}), device.ErrClosed)
	to, err = e.Device().NewBuffer("to", 180*8, device.Storage)
	require.NoError(t, err)
	require.NoError(t, b.Run(t.Context(), Region{Buffer: to}, Region{Buffer: from}))
	ctx, cancel := context.WithCancel(t.Context())
	cancel()
	if err := b.Run(ctx, Region{Buffer: to}, Region{Buffer: from}); err != nil { // it may already be done
		require.ErrorIs(t, err, context.Canceled)
	}
	for _, bad := range []Region{{}, {Buffer: to, Offset: 8}, {Buffer: to, Offset: 256}, {Buffer: to, Offset: -256}} {
		require.Error(t, b.Run(t.Context(), bad, Region{Buffer: from}), "%v", bad)
	}
	require.NoError(t, e.Close())
	require.ErrorIs(t, b.Run(t.Context(), Region{Buffer: to}, Region{Buffer: from}), device.ErrClosed)
	_, err = e.Compile(p.Schedule())
	require.ErrorIs(t, err, device.ErrClosed)
	require.ErrorIs(t, e.Upload(t.Context(), Region{Buffer: to}, bytesOf(src), nil), device.ErrClosed)
}

func TestKernelsThatDoNotCompile(t *testing.T) {
	e := openEngine(t)
	for range 2 {
		_, err := e.Compile(plan.Schedule{Passes: []plan.Pass{{Kernel: brokenKernel{}, Groups: [2]int{1, 1}}},
			Uniforms: [][]uint32{{1, 0, 0, 0}}})
		require.ErrorContains(t, err, "broken")
	}
	r := &harness{e: e}
	r.check(t, r.makePlan(t, plan.Problem{Shape: []int{8}, Batch: 3}))
}

func TestConcurrentCompiles(t *testing.T) {
	e := openEngine(t)
	pl, err := choose.Make(plan.Problem{Shape: []int{90}, Batch: 2}, e.Device().Limits())
	require.NoError(t, err)
	programs := make([]*Program, 32)
	var wait sync.WaitGroup
	for i := range programs {
		wait.Go(func() { programs[i], _ = e.Compile(pl.Schedule()) })
	}
	wait.Wait()
	for _, p := range programs {
		require.NotNil(t, p)
		require.Same(t, programs[0].steps[0], p.steps[0], "compiled once")
		require.NoError(t, p.Close())
	}
	// Close during compilation gives an error or a program.
	for round := range 5 {
		e := New(e.Device())
		ended := make(chan struct{}, 16)
		var wait sync.WaitGroup
		for n := 2; n < 16; n++ {
			wait.Go(func() {
				defer func() { ended <- struct{}{} }()
				pl, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: n}, e.Device().Limits())
				if err != nil {
					panic(err)
				}
				if p, err := e.Compile(pl.Schedule()); err == nil {
					p.Close()
				} else if !errors.Is(err, device.ErrClosed) {
					panic(err)
				}
			})
		}
		for range round { // so that some compilations are done, and others wait for a compiler
			<-ended
		}
		require.NoError(t, e.close(hangTimeout))
		wait.Wait()
	}
}

func TestMoreRegionsThanAProgramRemembers(t *testing.T) {
	e := openEngine(t)
	const n, batch, regions = 32, 4, maxBindingSets + 5
	pl, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: batch, InPlace: true}, e.Device().Limits())
	require.NoError(t, err)
	p, err := e.Compile(pl.Schedule())
	require.NoError(t, err)
	defer p.Close()
	src := ref.Uniform(1, n*batch)
	align := int64(e.Device().Limits().StorageAlign)
	step := (n*batch*8 + align - 1) / align * align
	b, err := e.Device().NewBuffer("regions", regions*step, device.Storage)
	require.NoError(t, err)
	fill := func() {
		for i := range int64(regions) {
			require.NoError(t, b.WriteAt(bytesOf(src), i*step))
		}
	}
	verify := func() {
		t.Helper()
		for i := range int64(regions) {
			got := make([]complex64, n*batch)
			require.NoError(t, e.Download(t.Context(), bytesOf(got), Region{Buffer: b, Offset: i * step}, nil))
			requireClose(t, got, src, pl.Problem, fmt.Sprintf("region %d", i))
		}
	}
	// One after the other, repeatedly.
	fill()
	for i := range int64(regions) {
		at := Region{Buffer: b, Offset: i * step}
		require.NoError(t, p.Run(t.Context(), at, at))
	}
	verify()
	require.LessOrEqual(t, len(p.bindingSets), maxBindingSets)
	// All in one encoder. It holds binding sets that the program has evicted.
	fill()
	enc, err := e.Device().NewEncoder()
	require.NoError(t, err)
	for i := range int64(regions) {
		at := Region{Buffer: b, Offset: i * step}
		require.NoError(t, p.Encode(enc, at, at))
	}
	sub, err := enc.Submit()
	require.NoError(t, err, "bindings of an encoder that is not submitted yet were given back")
	require.NoError(t, sub.Wait(t.Context()))
	verify()
}

// panicking is a kernel with an op that panics.
type panicking struct{ wgsl.Kernel }

func (panicking) Module() wgsl.Module { panic("no such constant") }

// A panic of an op or a number format is an error of the kernel, not the end of the process.
func TestPanicInKernelIsError(t *testing.T) {
	_, err := openEngine(t).kernel(panicking{})
	require.ErrorContains(t, err, "an op or the number format panics: no such constant")
}
