package engine

import (
	"context"
	"math"
	"unsafe"

	"wgfft/internal/cpu"
	"wgfft/internal/parallel"
	"wgfft/wgsl"
)

// maxFilters is the number of kernels that an engine keeps ready in addition to the kernels of
// plans. Each takes memory of the size of an array.
const maxFilters = 16

// cpuPrecision does jobs of one precision on the processor.
type cpuPrecision[C cpu.Complex, R cpu.Float] struct {
	engine  *cpu.Engine[C, R]
	threads parallel.Threads
	filters *cache[string, cpuFilter[C]]
}

func newCPUPrecision[C cpu.Complex, R cpu.Float](threads parallel.Threads) cpuPrecision[C, R] {
	return cpuPrecision[C, R]{cpu.New[C, R](threads), threads, newCache[string, cpuFilter[C]](maxFilters)}
}

// close ends the work. It is idempotent.
func (p cpuPrecision[C, R]) close() error {
	p.filters.close()
	return p.engine.Close()
}

// run does a job for all arrays of src.
func (p cpuPrecision[C, R]) run(ctx context.Context, dst, src Data, j Job) error {
	if j.filter != nil {
		return p.convolve(ctx, dst, src, j.filter)
	}
	e, toPoints, toReals := p.engine, NumbersIn[C](dst.bytes), NumbersIn[R](dst.bytes)
	points, reals := NumbersIn[C](src.bytes), NumbersIn[R](src.bytes)
	c := j.cpuCall()
	in, _ := j.Ends()
	ops := c.ops(j.transform, int(int64(len(src.bytes))/in.Bytes()))
	shape, axes := c.shape[:c.rank], c.axes[:c.count]
	switch {
	case j.kind.IsTrig():
		trig := cpu.Trig{Kinds: c.computedKinds(j.inverse), IsOrthogonal: ops.IsOrthogonal, Scale: ops.Scale}
		return translated(e.Trig(ctx, toReals, reals, shape, axes, trig))
	case j.kind.IsRealFFT() && j.inverse:
		return translated(e.RealInverse(ctx, toReals, points, shape, axes, ops.Scale))
	case j.kind.IsRealFFT():
		return translated(e.RealForward(ctx, toPoints, reals, shape, axes, ops.Scale))
	}
	ends := cpu.Ends{Inverse: j.inverse, Scale: ops.Scale, Ops: ops.Rows(j.call)}
	return translated(e.TransformAxes(ctx, toPoints, points, shape, axes, ends))
}

// convolve convolves all arrays of src.
func (p cpuPrecision[C, R]) convolve(ctx context.Context, dst, src Data, f *filter) error {
	use, err := p.filter(ctx, f)
	if err != nil {
		return err
	}
	defer p.filters.release(use)
	if !f.convolution.Real {
		return translated(p.engine.Convolve(ctx, NumbersIn[C](dst.bytes), NumbersIn[C](src.bytes), use.value.Filter))
	}
	return translated(p.engine.ConvolveReal(ctx, NumbersIn[R](dst.bytes), NumbersIn[R](src.bytes), use.value.Filter))
}

// prepare computes the spectrum of a kernel and holds it until release.
func (p cpuPrecision[C, R]) prepare(ctx context.Context, f *filter) (release func(), err error) {
	held, err := p.filter(ctx, f)
	if err != nil {
		return nil, err
	}
	return func() { p.filters.release(held) }, nil
}

// A cpuFilter is a filter of the CPU engine. It has nothing to close.
type cpuFilter[C cpu.Complex] struct{ *cpu.Filter[C] }

func (cpuFilter[C]) Close() error { return nil }

// maxUninterrupted is the largest number of points of a kernel that is transformed without a check
// of the context.
const maxUninterrupted = 1 << 14

// filter makes a filter ready, or returns the error of ctx if ctx ends first.
func (p cpuPrecision[C, R]) filter(ctx context.Context, f *filter) (*entry[string, cpuFilter[C]], error) {
	points := 1
	for _, n := range f.convolution.Lengths(FastOnCPU) {
		points *= n
	}
	if points <= maxUninterrupted {
		return p.filters.use(f.key, func(string) (cpuFilter[C], error) { return newCPUFilter[C](f, p.threads) })
	}
	type result struct {
		use *entry[string, cpuFilter[C]]
		err error
	}
	made := make(chan result, 1)
	go func() {
		use, err := p.filters.use(f.key, func(string) (cpuFilter[C], error) { return newCPUFilter[C](f, p.threads) })
		made <- result{use, err}
	}()
	select {
	case r := <-made:
		return r.use, r.err
	case <-ctx.Done():
		go func() {
			if r := <-made; r.err == nil {
				p.filters.release(r.use)
			}
		}()
		return nil, ContextErr(ctx)
	}
}

// newCPUFilter computes the spectrum of a kernel on up to the given number of goroutines.
func newCPUFilter[C cpu.Complex](f *filter, threads parallel.Threads) (cpuFilter[C], error) {
	c := f.convolution
	lengths, last := c.Lengths(FastOnCPU), len(c.Shape)-1
	b, isBlocked := c.Blocks(FastOnCPU)
	if isBlocked {
		lengths[last] = b.Points
	}
	scale := math.Ldexp(1, f.exponent)
	if unsafe.Sizeof(C(0)) == unsafe.Sizeof(complex128(0)) {
		c.Number = wgsl.F64{}
	}
	wide, err := c.Spectrum(lengths, f.divided(), int(threads))
	if err != nil {
		return cpuFilter[C]{}, err
	}
	spectrum := make([]C, len(wide))
	for i, v := range wide {
		spectrum[i] = C(v)
	}
	if isBlocked {
		blocks := cpu.Blocks{Points: b.Points, Hop: b.Hop, Before: b.Before}
		made, err := cpu.NewBlocks(c.Shape[last], c.Result()[last], blocks, spectrum, scale, c.Real)
		return cpuFilter[C]{made}, err
	}
	made, err := cpu.NewFilter(c.Shape, lengths, c.Result(), spectrum, scale, c.Real)
	return cpuFilter[C]{made}, err
}
