package wgfft

import (
	"context"
	"fmt"
	"math"
	"sync"

	"wgfft/internal/cpu"
	"wgfft/pipeline"
	"wgfft/plan"
)

// mostFilters is how many kernels an engine keeps ready that no plan holds: each has memory of the size of an array.
const mostFilters = 16

// A filterBatch is so many arrays to convolve.
type filterBatch struct {
	key   string
	count int
}

// filters are the convolutions of a GPU engine.
type filters struct {
	programs *cache[filterBatch, *pipeline.Program]
	chosen   sync.Map // plan.ConvolutionKey -> *chosenConvolution
}

// chosenConvolution is a choice of kernels: choosing is done once.
type chosenConvolution struct {
	once   sync.Once
	choice plan.ConvolutionChoice
	err    error
}

// convolution plans a convolution with the kernels chosen before, if they were.
func (g *gpuEngine) convolution(v Convolution) (plan.ConvolutionPlan, error) {
	if g.closed.Load() {
		return plan.ConvolutionPlan{}, closedError("context")
	}
	if err := v.Check(); err != nil {
		return plan.ConvolutionPlan{}, err
	}
	kept, _ := g.filters.chosen.LoadOrStore(plan.ConvolutionTuningKey(v, g.limits), &chosenConvolution{})
	c := kept.(*chosenConvolution)
	c.once.Do(func() { c.choice, c.err = plan.ChooseConvolution(v, g.limits) })
	if c.err != nil {
		return plan.ConvolutionPlan{}, c.err
	}
	return plan.ConvolutionFrom(v, g.limits, c.choice)
}

// batch is the convolution of so many arrays of a filter: in place where it can be.
func (f filter) batch(count int) Convolution {
	v := f.v
	v.Batch, v.InPlace = count, f.keeps()
	return v
}

// program makes a filter ready for so many arrays.
func (g *gpuEngine) filterProgram(f filter, count int) (*entry[filterBatch, *pipeline.Program], error) {
	return g.filters.programs.use(filterBatch{f.key, count}, func(filterBatch) (*pipeline.Program, error) {
		p, err := g.convolution(f.batch(count))
		if err != nil {
			return nil, err
		}
		s, err := p.Schedule(f.kernel)
		if err != nil {
			return nil, err
		}
		return g.compile(f.v, s)
	})
}

// size is the bytes of an element.
func (f filter) size() int64 { return f.v.Source().Arrays()[0].ElementBytes }

// parts are how many arrays of a filter travel at once, and how many are left over.
func (f filter) parts(count int) (items, last int) {
	n, kept := f.points()
	return pipeline.Parts(int64(max(n, kept))*f.size(), count)
}

func (g *gpuEngine) hold(f filter, count int) (release func(), err error) {
	items, last := f.parts(count)
	var held []*entry[filterBatch, *pipeline.Program]
	release = func() {
		for _, e := range held {
			g.filters.programs.release(e)
		}
	}
	for _, n := range []int{items, last} {
		if n == 0 {
			continue
		}
		e, err := g.filterProgram(f, n)
		if err != nil {
			release()
			return nil, err
		}
		held = append(held, e)
	}
	return release, nil
}

func (g *gpuEngine) convolve(ctx context.Context, dst, src data, f filter) error {
	return g.detached(ctx, func(ctx context.Context) error { return g.streamFiltered(ctx, dst, src, f) })
}

// streamFiltered is convolve on the goroutine of the call.
func (g *gpuEngine) streamFiltered(ctx context.Context, dst, src data, f filter) error {
	n, kept := f.points()
	count := int(int64(len(src.bytes())) / f.size() / int64(n))
	items, last := f.parts(count)
	full, err := g.filterProgram(f, items)
	if err != nil {
		return err
	}
	defer g.filters.programs.release(full)
	s := pipeline.Stream{Dst: dst.bytes(), Src: src.bytes(), ItemBytes: int64(n) * f.size(), Count: count, Items: items, Full: full.value}
	if !f.keeps() {
		s.ResultBytes = int64(kept) * f.size()
	}
	if last > 0 {
		rest, err := g.filterProgram(f, last)
		if err != nil {
			return err
		}
		defer g.filters.programs.release(rest)
		s.Last = rest.value
	}
	return g.pipes.Stream(ctx, s)
}

func (g *gpuEngine) describeConvolution(f filter, count int) string {
	items, _ := f.parts(count)
	p, err := g.convolution(f.batch(items))
	if err != nil {
		return err.Error()
	}
	p.Convolution.Batch = count
	return p.String()
}

// A cpuFilter is a filter of the CPU engine. It has nothing to close.
type cpuFilter struct{ *cpu.Filter }

func (cpuFilter) Close() error { return nil }

// quickFilter is how many points the transform of a kernel has at most that a call waits for
// without looking at its context.
const quickFilter = 1 << 14

// filter makes a filter ready, or returns the error of ctx if ctx ends first.
func (e *cpuEngine) filter(ctx context.Context, f filter) (*entry[string, cpuFilter], error) {
	if err := e.check(arrays{}); err != nil {
		return nil, err
	}
	points := 1
	for _, n := range f.v.Lengths(fastOnCPU) {
		points *= n
	}
	if points <= quickFilter {
		return e.filters.use(f.key, func(string) (cpuFilter, error) { return newCPUFilter(f) })
	}
	kernel, err := clone(ctx, f.kernel) // the caller may change his once this call returns
	if err != nil {
		return nil, err
	}
	f.kernel = kernel
	type result struct {
		use *entry[string, cpuFilter]
		err error
	}
	made := make(chan result, 1)
	go func() {
		use, err := e.filters.use(f.key, func(string) (cpuFilter, error) { return newCPUFilter(f) })
		made <- result{use, err}
	}()
	select {
	case r := <-made:
		return r.use, r.err
	case <-ctx.Done():
		go func() {
			if r := <-made; r.err == nil {
				e.filters.release(r.use)
			}
		}()
		return nil, over(ctx)
	}
}

// newCPUFilter computes the spectrum of a kernel.
func newCPUFilter(f filter) (cpuFilter, error) {
	lengths, last := f.v.Lengths(fastOnCPU), len(f.v.Shape)-1
	b, blocks := f.v.Blocks(fastOnCPU)
	if blocks {
		lengths[last] = b.Points
	}
	kernel, scale := levelled(f.kernel)
	spectrum, err := f.v.Spectrum(lengths, kernel)
	if err != nil {
		return cpuFilter{}, err
	}
	if blocks {
		made, err := cpu.NewBlocks(f.v.Shape[last], f.v.Result()[last], b.Points, b.Hop, b.Before, spectrum, scale, f.v.Real)
		return cpuFilter{made}, err
	}
	made, err := cpu.NewFilter(f.v.Shape, lengths, f.v.Result(), spectrum, scale, f.v.Real)
	return cpuFilter{made}, err
}

// levelled returns a kernel whose largest magnitude is between 1/2 and 1, and the power of two to
// multiply by afterwards, so that no spectrum leaves the range of float32.
func levelled(kernel []complex64) ([]complex64, float64) {
	most := 0.0
	for _, v := range kernel {
		most = max(most, math.Abs(float64(real(v))), math.Abs(float64(imag(v))))
	}
	_, exponent := math.Frexp(most)
	if most == 0 || math.IsInf(most, 0) || math.IsNaN(most) || exponent == 0 {
		return kernel, 1
	}
	down := math.Ldexp(1, -exponent)
	scaled := make([]complex64, len(kernel))
	for i, v := range kernel {
		scaled[i] = complex(float32(float64(real(v))*down), float32(float64(imag(v))*down))
	}
	return scaled, 1 / down
}

func (e *cpuEngine) hold(f filter, _ int) (release func(), err error) {
	held, err := e.filter(context.Background(), f)
	if err != nil {
		return nil, err
	}
	return func() { e.filters.release(held) }, nil
}

func (e *cpuEngine) convolve(ctx context.Context, dst, src data, f filter) error {
	use, err := e.filter(ctx, f)
	if err != nil {
		return err
	}
	defer e.filters.release(use)
	if !f.v.Real {
		return translate(e.engine.Convolve(ctx, dst.points, src.points, use.value.Filter))
	}
	return translate(e.engine.ConvolveReal(ctx, dst.reals, src.reals, use.value.Filter))
}

func (e *cpuEngine) describeConvolution(f filter, count int) string {
	what := "transforms of " + plan.Dims(f.v.Lengths(fastOnCPU))
	if b, ok := f.v.Blocks(fastOnCPU); ok {
		what = fmt.Sprintf("blocks of %d points, %d apart,", b.Points, b.Hop)
	}
	return fmt.Sprintf("(cpu convolution %v by %s batch %d)", f.v, what, count)
}
