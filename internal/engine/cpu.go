package engine

import (
	"context"
	"errors"
	"fmt"
	"math/bits"
	"sync/atomic"

	"wgfft/internal/cpu"
	"wgfft/internal/memory"
	"wgfft/internal/parallel"
	"wgfft/plan"
)

// CPU is the engine on the processor.
type CPU struct {
	threads parallel.Threads
	single  cpuPrecision[complex64, float32]
	double  cpuPrecision[complex128, float64]
	closed  atomic.Bool
}

// NewCPU returns an engine on the processor. A call computes on at most the given number of goroutines.
func NewCPU(threads parallel.Threads) *CPU {
	return &CPU{
		threads: threads,
		single:  newCPUPrecision[complex64, float32](threads), double: newCPUPrecision[complex128, float64](threads),
	}
}

// For returns the engine itself.
func (e *CPU) For(context.Context, Job, int) (Engine, error) { return e, nil }

// Format returns Float64 for Double, and an error for a format that the processor does not have.
func (e *CPU) Format(_ context.Context, n Number) (Format, error) {
	if err := e.Check(Job{transform: transform{number: n}}, 1); err != nil || n != Double {
		return Format{Number: n}, err
	}
	return Format{Number: Float64, Reason: "the CPU engine computes in float64"}, nil
}

// Check returns device.ErrClosed if the engine is closed, and an error for a format that the processor does
// not have.
func (e *CPU) Check(j Job, _ int) error {
	switch {
	case e.closed.Load():
		return ClosedError("engine")
	case j.Number() == DoubleSingle:
		return errors.New("wgfft: the CPU engine has no double-single: " +
			"use Float64, which is faster there and more exact")
	}
	return nil
}

// Prepare computes the spectrum of a convolution's kernel and holds it until release. Transforms
// need nothing: the processor plans them in microseconds.
func (e *CPU) Prepare(ctx context.Context, j Job, _ int) (release func(), err error) {
	switch err := e.Check(j, 1); {
	case err != nil:
		return nil, err
	case j.filter == nil:
		return func() {}, nil
	case j.Number() == Single:
		return e.single.prepare(ctx, j.filter)
	}
	return e.double.prepare(ctx, j.filter)
}

// Run does the job for all arrays of src.
func (e *CPU) Run(ctx context.Context, dst, src Data, j Job) error {
	if err := e.Check(j, 1); err != nil {
		return err
	}
	if j.Number() == Single {
		return e.single.run(ctx, dst, src, j)
	}
	return e.double.run(ctx, dst, src, j)
}

// cpuCall holds the arguments of a call of the CPU library. It needs no memory of its own.
type cpuCall struct {
	shape, axes [plan.MaxAxes]int
	kinds       [plan.MaxAxes]plan.Kind // of each of axes
	rank, count int                     // of shape, and of axes
}

// cpuCall lists the axes in the order of Axes.
func (t transform) cpuCall() (c cpuCall) {
	c.shape = t.shape
	add := func(axis int) {
		c.axes[c.count], c.kinds[c.count] = axis, t.kinds[axis]
		c.count++
	}
	for c.rank < len(c.shape) && c.shape[c.rank] > 0 {
		axis := c.rank
		if t.axes>>axis&1 == 1 && !(t.kind.IsRealFFT() && axis == t.halved) {
			add(axis)
		}
		c.rank++
	}
	if t.kind.IsRealFFT() {
		add(t.halved)
	}
	return c
}

// ops returns what the transform does on load and on store of a number of arrays.
func (c *cpuCall) ops(t transform, arrays int) plan.Ops {
	p := plan.Problem{
		Kind: t.kind, Shape: c.shape[:c.rank], Axes: c.axes[:c.count], Inverse: t.inverse, Norm: t.norm,
		Options: t.options, Batch: arrays,
	}
	if t.kind.IsTrig() {
		p.Kinds = c.kinds[:c.count]
	}
	return p.Ops()
}

// computedKinds returns the kinds of the axes in the direction of the transform.
func (c *cpuCall) computedKinds(inverse bool) []plan.Kind {
	kinds := c.kinds[:c.count]
	for i, k := range kinds {
		if inverse {
			kinds[i] = k.Inverse()
		}
	}
	return kinds
}

// cpuKinds lists the kinds of the axes of sine and cosine transforms in the direction of the job.
func (t transform) cpuKinds() []plan.Kind {
	kinds := make([]plan.Kind, 0, len(t.axisKinds()))
	for _, k := range t.axisKinds() {
		if t.inverse {
			k = k.Inverse()
		}
		kinds = append(kinds, k)
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
func (e *CPU) Work(j Job, count int) int64 {
	m := cpu.Machine{Threads: e.threads}
	if j.Number() != Single {
		m.Precision = cpu.Double
	}
	if f := j.filter; f != nil {
		points := f.convolution.Lengths(FastOnCPU)
		if memory.Bytes[byte](points...) > plan.MaxPoints {
			return 0 // planning it returns the error
		}
		if b, ok := f.convolution.Blocks(FastOnCPU); ok {
			points[len(points)-1] = b.Points
		}
		return cpu.ConvolutionBytes(m, points, count, f.convolution.Real)
	}
	if j.Points() < cpu.LeastCounted {
		return 0
	}
	switch {
	case j.kind.IsTrig():
		return cpu.TrigBytes(m, j.dims(), j.Axes(), j.cpuKinds(), count)
	case j.kind.IsRealFFT():
		return cpu.RealBytes(m, j.dims(), j.Axes(), count)
	}
	return cpu.ComplexBytes(m, j.dims(), j.Axes(), count)
}

// Close ends the work of the engine. It is idempotent.
func (e *CPU) Close() error {
	e.closed.Store(true)
	return errors.Join(e.single.close(), e.double.close())
}

// maxPlainPower is the largest length for which the next power of two is the fastest length of the
// CPU engine. Above it, products of a power of two and a small odd factor lie closer and are
// faster.
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
