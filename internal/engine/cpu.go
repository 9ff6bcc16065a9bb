package engine

import (
	"context"
	"errors"
	"fmt"
	"math"
	"math/bits"
	"sync"

	"wgfft/internal/cpu"
	"wgfft/internal/memory"
	"wgfft/plan"
)

// maxFilters is the number of kernels that an engine keeps ready in addition to those of plans.
// Each takes memory of the size of an array.
const maxFilters = 16

// CPU is the engine on the processor.
type CPU struct {
	single  *cpu.Engine[complex64, float32]
	double  *cpu.Engine[complex128, float64]
	filters *cache[string, cpuFilter]
	mu      sync.Mutex
	closed  bool
}

// NewCPU returns an engine on the processor.
func NewCPU() *CPU {
	return &CPU{
		single:  cpu.New[complex64, float32](),
		double:  cpu.New[complex128, float64](),
		filters: newCache[string, cpuFilter](maxFilters),
	}
}

// For returns the engine itself.
func (e *CPU) For(context.Context, Job, int) (Engine, error) { return e, nil }

// Check returns device.ErrClosed if the engine is closed.
func (e *CPU) Check(Job) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return ClosedError("engine")
	}
	return nil
}

// Prepare computes the spectrum of a convolution's kernel and holds it until release. Transforms
// need nothing: the processor plans them in microseconds.
func (e *CPU) Prepare(ctx context.Context, j Job, _ int) (release func(), err error) {
	if j.filter == nil {
		return func() {}, nil
	}
	held, err := e.filter(ctx, j.filter)
	if err != nil {
		return nil, err
	}
	return func() { e.filters.release(held) }, nil
}

// Run does the job for all arrays of src.
func (e *CPU) Run(ctx context.Context, dst, src Data, j Job) error {
	if j.filter != nil {
		return e.convolve(ctx, dst, src, j.filter)
	}
	return runOn(ctx, e.single, elements[complex64, float32](dst), elements[complex64, float32](src), j)
}

// elements are the elements of arrays in one precision: complex points or real numbers.
type elements[C cpu.Complex, R cpu.Float] struct {
	points []C
	reals  []R
}

// runOn does a job that is no convolution in the precision of e.
func runOn[C cpu.Complex, R cpu.Float](
	ctx context.Context, e *cpu.Engine[C, R], dst, src elements[C, R], j Job,
) error {
	if j.kind == plan.C2C && j.isRow() {
		n := j.shape[0]
		return translated(e.Transform(ctx, dst.points, src.points, n, j.inverse, j.norm.Scale(n, j.inverse)))
	}
	c := j.cpuCall()
	shape, axes := c.shape[:c.rank], c.axes[:c.count]
	switch {
	case j.kind.IsTrig():
		kinds, isOrtho := c.kinds[:c.count], j.norm == plan.Ortho
		return translated(e.Trig(ctx, dst.reals, src.reals, shape, axes, kinds, isOrtho, j.scale()))
	case j.kind.IsRealFFT() && j.inverse:
		return translated(e.RealInverse(ctx, dst.reals, src.points, shape, axes, j.scale()))
	case j.kind.IsRealFFT():
		return translated(e.RealForward(ctx, dst.points, src.reals, shape, axes, j.scale()))
	}
	return translated(e.TransformAxes(ctx, dst.points, src.points, shape, axes, j.inverse, j.scale()))
}

// cpuCall holds the arguments of a call of the CPU library. It needs no memory of its own.
type cpuCall struct {
	shape, axes [plan.MaxAxes]int
	kinds       [plan.MaxAxes]cpu.Trig // of each of axes
	rank, count int                    // of shape, and of axes
}

// cpuCall lists the axes in the order of Axes.
func (t transform) cpuCall() (c cpuCall) {
	c.shape = t.shape
	add := func(axis int) {
		c.axes[c.count] = axis
		if kind := t.kinds[axis]; t.kind.IsTrig() {
			if t.inverse {
				kind = kind.Inverse()
			}
			c.kinds[c.count] = cpu.Trig(kind - plan.DCT1)
		}
		c.count++
	}
	for c.rank < len(c.shape) && c.shape[c.rank] > 0 {
		axis := c.rank
		if t.axes>>axis&1 == 1 && !(t.kind.IsRealFFT() && axis == t.half) {
			add(axis)
		}
		c.rank++
	}
	if t.kind.IsRealFFT() {
		add(t.half)
	}
	return c
}

// cpuKinds lists the kinds of the axes of sine and cosine transforms in the direction of the job.
func (t transform) cpuKinds() []cpu.Trig {
	kinds := make([]cpu.Trig, 0, len(t.axisKinds()))
	for _, k := range t.axisKinds() {
		if t.inverse {
			k = k.Inverse()
		}
		kinds = append(kinds, cpu.Trig(k-plan.DCT1))
	}
	return kinds
}

// Describe returns the job in one line.
func (e *CPU) Describe(j Job, count int) string {
	if f := j.filter; f != nil {
		by := "transforms of " + plan.Dims(f.convolution.Lengths(FastOnCPU))
		if b, ok := f.convolution.Blocks(FastOnCPU); ok {
			by = fmt.Sprintf("blocks of %d points, %d apart,", b.Points, b.Hop)
		}
		return fmt.Sprintf("(cpu convolution %v by %s batch %d)", f.convolution, by, count)
	}
	s := fmt.Sprintf("(cpu %v batch %d", j, count)
	if j.norm != plan.Backward {
		s += " " + j.norm.String()
	}
	return s + ")"
}

// Work estimates the bytes of tables and work space. Convolutions take the spectrum of the kernel,
// too.
func (*CPU) Work(j Job, count int) int64 {
	if f := j.filter; f != nil {
		points := f.convolution.Lengths(FastOnCPU)
		if memory.Bytes[byte](points...) > plan.MaxPoints {
			return 0 // planning it returns the error
		}
		if b, ok := f.convolution.Blocks(FastOnCPU); ok {
			points[len(points)-1] = b.Points
		}
		return cpu.ConvolutionBytes(cpu.Single, points, count, f.convolution.Real)
	}
	if j.Points() < cpu.LeastCounted {
		return 0
	}
	switch {
	case j.kind.IsTrig():
		return cpu.TrigBytes(cpu.Single, j.dims(), j.Axes(), j.cpuKinds(), count)
	case j.kind.IsRealFFT():
		return cpu.RealBytes(cpu.Single, j.dims(), j.Axes(), count)
	}
	return cpu.ComplexBytes(cpu.Single, j.dims(), j.Axes(), count)
}

// Close ends the work of the engine. It is idempotent.
func (e *CPU) Close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.filters.close()
	return errors.Join(e.single.Close(), e.double.Close())
}

// A cpuFilter is a filter of the CPU engine. It has nothing to close.
type cpuFilter struct{ *cpu.Filter[complex64] }

func (cpuFilter) Close() error { return nil }

// maxUninterrupted is the number of points up to which the transform of a kernel is computed
// without a look at the context.
const maxUninterrupted = 1 << 14

// filter makes a filter ready, or returns the error of ctx if ctx ends first.
func (e *CPU) filter(ctx context.Context, f *filter) (*entry[string, cpuFilter], error) {
	if err := e.Check(Job{}); err != nil {
		return nil, err
	}
	points := 1
	for _, n := range f.convolution.Lengths(FastOnCPU) {
		points *= n
	}
	if points <= maxUninterrupted {
		return e.filters.use(f.key, func(string) (cpuFilter, error) { return newCPUFilter(f) })
	}
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
		return nil, ContextErr(ctx)
	}
}

// newCPUFilter computes the spectrum of a kernel.
func newCPUFilter(f *filter) (cpuFilter, error) {
	c := f.convolution
	lengths, last := c.Lengths(FastOnCPU), len(c.Shape)-1
	b, isBlocked := c.Blocks(FastOnCPU)
	if isBlocked {
		lengths[last] = b.Points
	}
	kernel, scale := normalized(f.kernel)
	spectrum, err := c.Spectrum(lengths, kernel)
	if err != nil {
		return cpuFilter{}, err
	}
	if isBlocked {
		made, err := cpu.NewBlocks(
			c.Shape[last], c.Result()[last], b.Points, b.Hop, b.Before, spectrum, scale, c.Real,
		)
		return cpuFilter{made}, err
	}
	made, err := cpu.NewFilter(c.Shape, lengths, c.Result(), spectrum, scale, c.Real)
	return cpuFilter{made}, err
}

// normalized returns a kernel whose largest magnitude is between 1/2 and 1, and the power of two to
// multiply results by, so that no spectrum leaves the range of float32.
func normalized(kernel []complex64) ([]complex64, float64) {
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

// convolve convolves all arrays of src.
func (e *CPU) convolve(ctx context.Context, dst, src Data, f *filter) error {
	use, err := e.filter(ctx, f)
	if err != nil {
		return err
	}
	defer e.filters.release(use)
	if !f.convolution.Real {
		return translated(e.single.Convolve(ctx, dst.points, src.points, use.value.Filter))
	}
	return translated(e.single.ConvolveReal(ctx, dst.reals, src.reals, use.value.Filter))
}

// maxPlainPower is the length up to which the next power of two is the fastest length of the CPU
// engine. Above it, products of a power of two and a small odd factor lie closer and are faster.
const maxPlainPower = 1 << 13

// FastOnCPU returns a length from n on that the CPU engine is fast at, and n if n is above
// plan.MaxPoints.
func FastOnCPU(n int) int {
	if n < 1 {
		return 1
	}
	if n > plan.MaxPoints {
		return n
	}
	next := func(odd int) int { return odd << bits.Len(uint((n-1)/odd)) }
	best := next(1)
	if best <= maxPlainPower {
		return best
	}
	for _, odd := range []int{3, 5, 9, 15, 25, 27, 45, 75} {
		best = min(best, next(odd))
	}
	return best
}
