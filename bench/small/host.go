package main

import (
	"context"
	"fmt"
	"slices"
	"time"
	"unsafe"

	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Times from host slices are the median of so many runs after so many that don't count.
const (
	hostWarm    = 3
	hostRepeats = 15
)

// fromHost returns the milliseconds of a batch from one host slice to another by a kernel, transfers and all.
func (m *meter) fromHost(ctx context.Context, p plan.Problem, k wgsl.FFT) (float64, error) {
	n, count := p.Points(), p.Count()
	src, dst := ref.Uniform(uint64(n), n*count), make([]complex64, n*count)
	ref.Poison(dst)
	s := pipeline.Stream{Dst: bytesOf(dst), Src: bytesOf(src), ItemBytes: int64(n) * plan.ElementBytes, Count: count}
	var last int
	s.Items, last = pipeline.Parts(s.ItemBytes, count)
	for _, part := range []struct {
		program **pipeline.Program
		items   int
	}{{&s.Full, s.Items}, {&s.Last, last}} {
		if part.items == 0 {
			continue
		}
		made, err := plan.With(plan.Problem{Shape: p.Shape, Batch: part.items, InPlace: true}, m.engine.Device().Limits(), k)
		if err != nil {
			return 0, err
		}
		if *part.program, err = m.engine.Compile(made.Schedule()); err != nil {
			return 0, err
		}
		defer (*part.program).Close()
	}
	var times []float64
	for range hostWarm + hostRepeats {
		begin := time.Now()
		if err := m.engine.Stream(ctx, s); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds()*1e3)
	}
	for _, first := range []int{0, (count - 1) * n} {
		err := ref.RelL2(dst[first:first+n], ref.Axes(src[first:first+n], p.Shape, axes(p), false, 1))
		if most := ref.ToleranceAxes(p.Shape...); err > most {
			return 0, fmt.Errorf("%s from host slices: error %.3g is above the tolerance %.3g", k.Name(), err, most)
		}
	}
	times = times[hostWarm:]
	slices.Sort(times)
	return times[len(times)/2], nil
}

// axes are all axes of a problem.
func axes(p plan.Problem) []int {
	all := make([]int, len(p.Shape))
	for i := range all {
		all[i] = i
	}
	return all
}

func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), plan.ElementBytes*len(s))
}
