package main

import (
	"context"
	"fmt"
	"unsafe"

	"wgfft/device"
	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
)

// least is how many random points are transformed, at least, so that short lengths are transformed more than once.
const least = 1 << 14

// measured plays the plan of n points with the tables of each way, on the same random points.
func measured(ctx context.Context, dev *device.Device, n int) (row, error) {
	p, err := planned(plan.Problem{Shape: []int{n}, Batch: (least + n - 1) / n}, dev.Limits())
	if err != nil {
		return row{}, err
	}
	engine := pipeline.New(dev)
	defer engine.Close()
	src := ref.Uniform(uint64(n), n*p.Problem.Count())
	want := ref.Batch(src, n, false, p.Problem.Scale())
	r := row{n: n}
	for w := range ways {
		s, err := schedule(p, w)
		if err != nil {
			return row{}, err
		}
		got, err := played(ctx, engine, s, src)
		if err != nil {
			return row{}, fmt.Errorf("%v: %w", w, err)
		}
		r.errors[w] = ref.RelL2(got, want)
	}
	return r, nil
}

// played returns what a schedule makes of points.
func played(ctx context.Context, e *pipeline.Engine, s plan.Schedule, src []complex64) ([]complex64, error) {
	program, err := e.Compile(s)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	var buffers [2]*device.Buffer
	for i, label := range []string{"chirp source", "chirp destination"} {
		if buffers[i], err = e.Device().NewBuffer(label, s.Source.Bytes, device.Storage); err != nil {
			return nil, err
		}
		defer buffers[i].Close()
	}
	from, to := pipeline.Region{Buffer: buffers[0]}, pipeline.Region{Buffer: buffers[1]}
	got := make([]complex64, len(src))
	ref.Poison(got)
	if err := e.Upload(ctx, to, bytesOf(got)); err != nil {
		return nil, err
	}
	if err := e.Upload(ctx, from, bytesOf(src)); err != nil {
		return nil, err
	}
	if err := program.Run(ctx, to, from); err != nil {
		return nil, err
	}
	return got, e.Download(ctx, bytesOf(got), to)
}

func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), plan.ElementBytes*len(s))
}
