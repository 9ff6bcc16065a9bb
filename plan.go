package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// A Problem describes what a plan transforms: Batch arrays of a shape, row-major and one after the
// other unless layouts say otherwise. A field that a call does not use must be the zero value.
type Problem struct {
	// Kind is the family of transforms.
	Kind Kind
	// Shape is the number of points along each axis, from 1 to 16 axes. For real transforms it is
	// the shape of the real arrays.
	Shape []int
	// Axes are the axes transformed, counted from 0, or from the last backwards: -1 is the last.
	// nil means all. Kinds R2C and C2R halve the axis named last.
	Axes []int
	// Kinds are the kinds of sine and cosine transforms along each of Axes, if they differ. Kind is
	// C2C or any sine or cosine transform then.
	Kinds []Kind
	// Batch is the number of arrays; 0 means 1.
	Batch int
	// Norm selects the direction that carries the factor 1/N.
	Norm Norm
	// PackPairs lets two real rows of odd or very short length share a complex transform, which
	// halves the arithmetic. A quiet row then has the rounding errors of its loud neighbour, and a
	// NaN of one is in both. It is not for C2C.
	PackPairs bool
	// InPlace makes the half spectra of PlanResident take the place of their real arrays; it is for
	// kinds R2C and C2R. Each row of n samples along the halved axis then lies in 2(n/2+1) places
	// unless strides say otherwise. The places after the samples are neither read nor kept. Other
	// kinds choose the place by the regions of each call.
	InPlace bool
	// In and Out are the layouts of source and result. Real plans use In for the real arrays and
	// Out for their spectra in both directions.
	In, Out Layout
}

// Check returns an error for a problem that makes no sense on any engine: a LengthError for a
// length without a transform, a LimitError for more points than kernels can count, or an error that
// names the field.
func (p Problem) Check() error {
	return faced(p.check("Problem.Check"))
}

// check is Check with the errors of the layers below. call names the caller in errors.
func (p Problem) check(call string) error {
	if err := p.checkFields(call); err != nil {
		return err
	}
	return planProblem(withKind(p)).Check()
}

// checkFields checks what planning does not check, or would say in other words.
func (p Problem) checkFields(call string) error {
	if p.PackPairs && p.Kind == C2C && p.Kinds == nil {
		return unused(call+" with kind c2c", "Problem.PackPairs", "use a kind of real rows")
	}
	return checkNorm(p.Norm)
}

// String returns the problem in the form KIND:SHAPE*BATCH: c2c:512x512*4.
func (p Problem) String() string { return planProblem(p).String() }

// withKind returns a problem with a kind of sine or cosine transforms if it has Kinds and no kind.
func withKind(p Problem) Problem {
	if p.Kinds != nil && p.Kind == C2C {
		p.Kind = DCT2
	}
	return p
}

// A Layout describes where the elements of a problem's arrays lie. The zero value is row-major
// without gaps, one array after the other. An element is a complex point or a real sample, and all
// numbers count elements.
type Layout struct {
	// Strides are the elements from one to the next along each axis, and may be negative. nil means
	// without gaps.
	Strides []int
	// Dist is the number of elements from one array of a batch to the next. 0 means without gaps.
	Dist int
	// Offset is the number of elements before the first.
	Offset int
	// Have is the number of elements that exist along each axis. The elements of the shape beyond
	// them read as zero and are not written. nil means all.
	Have []int
	// Planar keeps the real and the imaginary parts of complex points as arrays of float32 of their
	// own. It is for GPU buffers.
	Planar bool
	// Samples is the type of real samples. Types other than Float32 are for GPU buffers.
	Samples Samples
}

// prepared is a transform or a convolution of host slices prepared for repeated use. D and S are
// the element types of the result and of the source of the forward direction.
type prepared[D, S engine.Element] struct {
	eng     *Engine
	forward direction[D, S]
	inverse direction[S, D]
	oneWay  bool // there is no inverse: a convolution
	release func()
	closed  atomic.Bool
}

// A direction is one direction of a prepared transform.
type direction[D, S engine.Element] struct {
	job     engine.Job
	count   int          // arrays of the job
	source  plan.Problem // In is the layout of the source
	target  plan.Problem // Out is the layout of the result
	in, out int          // elements that source and result reach over
	hasGaps bool         // one of the layouts is not row-major without gaps
	packed  sync.Pool    // *packed, for arrays with gaps
	engine  atomic.Pointer[engine.Engine]
}

// packed holds arrays with gaps, and results, without their gaps.
type packed[D, S engine.Element] struct {
	out []D
	in  []S
}

// setLayouts sets the layouts of source and result, and checks that there is memory for work, and
// for packed arrays if there are gaps. source and target are the same problem for transforms.
func setLayouts[D, S engine.Element, N fmt.Stringer](
	eng *Engine, d *direction[D, S], name N, source, target *plan.Problem,
) error {
	d.source, d.target = *source, *target
	inUsual, outUsual, err := source.IsContiguous()
	if err == nil && target != source {
		_, outUsual, err = target.IsContiguous()
	}
	if err != nil {
		return err
	}
	d.hasGaps = !inUsual || !outUsual
	var arrays []plan.Array
	if d.hasGaps {
		in, out := d.job.Ends()
		arrays = []plan.Array{in, out}
	}
	work := eng.host.Work(d.job, d.count)
	if err := engine.CheckMemory(eng.memory, name, work, d.count, arrays...); err != nil {
		return err
	}
	d.in, d.out, err = source.Extents()
	if err == nil && target != source {
		_, d.out, err = target.Extents()
	}
	return err
}

// on returns the engine of a direction. It is chosen at the first use: measurements after that are
// for later plans.
func (d *direction[D, S]) on(ctx context.Context, e engine.Engine) (engine.Engine, error) {
	if found := d.engine.Load(); found != nil {
		return *found, nil
	}
	found, err := e.For(ctx, d.job, d.count)
	if err == nil {
		d.engine.Store(&found)
	}
	return found, err
}

// prepare makes ready what the direction needs.
func (d *direction[D, S]) prepare(ctx context.Context, eng *Engine) (release func(), err error) {
	if err := engine.ContextErr(ctx); err != nil {
		return nil, err
	}
	e, err := d.on(ctx, eng.host)
	if err != nil {
		return nil, err
	}
	return e.Prepare(ctx, d.job, d.count)
}

// run does the direction.
func (d *direction[D, S]) run(ctx context.Context, eng *Engine, dst []D, src []S) error {
	if err := engine.Match(dst, src, d.out, d.in); err != nil {
		return err
	}
	if err := d.job.MatchPlace(engine.Same(dst, src)); err != nil {
		return err
	}
	if err := engine.ContextErr(ctx); err != nil {
		return err
	}
	e, err := d.on(ctx, eng.host)
	if err != nil {
		return err
	}
	if !d.hasGaps {
		return e.Run(ctx, engine.DataOf(dst), engine.DataOf(src), d.job)
	}
	p, _ := d.packed.Get().(*packed[D, S])
	if p == nil {
		in, out := d.job.Ends()
		p = new(packed[D, S])
		if p.out, err = engine.Zeros[D](ctx, out.Elements*d.count); err != nil {
			return err
		}
		if p.in, err = engine.Zeros[S](ctx, in.Elements*d.count); err != nil {
			return err
		}
	}
	defer d.packed.Put(p)
	if err := engine.Gather(ctx, d.source, p.in, src); err != nil {
		return err
	}
	if err := e.Run(ctx, engine.DataOf(p.out), engine.DataOf(p.in), d.job); err != nil {
		return err
	}
	return engine.Scatter(ctx, d.target, dst, p.out)
}

// newPrepared prepares the forward direction of a transform. It keeps the slices of p.
func newPrepared[D, S engine.Element](
	ctx context.Context, eng *Engine, call string, p Problem,
) (*prepared[D, S], error) {
	if err := p.checkSlices(call); err != nil {
		return nil, err
	}
	made := &prepared[D, S]{eng: eng}
	of := planProblem(p)
	back := engine.Reversed(of)
	made.forward.job, made.forward.count = engine.Transform(of), of.Count()
	made.inverse.job, made.inverse.count = engine.Transform(back), of.Count()
	if err := setLayouts(eng, &made.forward, of, &of, &of); err != nil {
		return nil, err
	}
	if err := setLayouts(eng, &made.inverse, back, &back, &back); err != nil {
		return nil, fmt.Errorf("wgfft: the inverse, where In and Out change places: %w", err)
	}
	if err := eng.host.Check(made.forward.job); err != nil {
		return nil, err
	}
	var err error
	made.release, err = made.forward.prepare(ctx, eng)
	if err != nil {
		return nil, err
	}
	return made, nil
}

// checkSlices checks a problem of a plan of host slices.
func (p Problem) checkSlices(call string) error {
	if p.InPlace {
		return unused(call, "Problem.InPlace", "pass the same slice as dst and src")
	}
	if err := p.check(call); err != nil {
		return err
	}
	return checkSlices(call, p.In, p.Out, "PlanResident")
}

// checkSlices refuses layouts that are for GPU buffers. resident is the call that takes them.
func checkSlices(call string, in, out Layout, resident string) error {
	for _, l := range []Layout{in, out} {
		switch {
		case l.Planar:
			return unused(call, "Layout.Planar", fmt.Sprintf("use %s: planar layouts are for GPU buffers", resident))
		case l.Samples != Float32:
			return unused(call, fmt.Sprintf("Layout.Samples of type %v", l.Samples),
				fmt.Sprintf("use %s: samples of 8 and 16 bits are for GPU buffers", resident))
		}
	}
	return nil
}

// newPreparedConvolution prepares a convolution. It keeps the slices of c.
func newPreparedConvolution[T engine.Element](
	ctx context.Context, eng *Engine, call string, c Convolution, kernel []complex64,
) (*prepared[T, T], error) {
	if c.Real {
		return nil, unused(call, "Convolution.Real", "use PlanRealConvolution for real slices")
	}
	if err := checkSlices(call, c.In, c.Out, "PlanResidentConvolution"); err != nil {
		return nil, err
	}
	v := planConvolution(c)
	_, v.Real = any([]T(nil)).([]float32)
	j, err := engine.Convolve(ctx, v, kernel)
	if err != nil {
		return nil, err
	}
	made := &prepared[T, T]{eng: eng, oneWay: true}
	in, _ := j.Ends()
	made.forward.job, made.forward.count = j, v.Source().Points()/in.Elements*v.Count()
	source, target := v.Source(), v.Target()
	if err := setLayouts(eng, &made.forward, v, &source, &target); err != nil {
		return nil, err
	}
	made.release, err = made.forward.prepare(ctx, eng)
	if err != nil {
		return nil, err
	}
	return made, nil
}

// runForward does the forward direction, or the convolution.
func (p *prepared[D, S]) runForward(ctx context.Context, dst []D, src []S) error {
	if p.closed.Load() {
		return engine.ClosedError("plan")
	}
	return faced(p.forward.run(ctx, p.eng, dst, src))
}

// runInverse does the inverse direction.
func (p *prepared[D, S]) runInverse(ctx context.Context, dst []S, src []D) error {
	if p.closed.Load() {
		return engine.ClosedError("plan")
	}
	return faced(p.inverse.run(ctx, p.eng, dst, src))
}

// warm compiles everything that calls of the plan need.
func (p *prepared[D, S]) warm(ctx context.Context) error {
	if p.closed.Load() {
		return engine.ClosedError("plan")
	}
	release, err := p.forward.prepare(ctx, p.eng)
	if err == nil {
		release()
		if p.oneWay {
			return nil
		}
		release, err = p.inverse.prepare(ctx, p.eng)
	}
	if err == nil {
		release()
	}
	return faced(err)
}

// String returns the plan's tree.
func (p *prepared[D, S]) String() string { return p.eng.host.Describe(p.forward.job, p.forward.count) }

// close ends the use of the plan.
func (p *prepared[D, S]) close() error {
	if !p.closed.Swap(true) {
		p.release()
	}
	return nil
}

// A Plan is a complex transform of host slices prepared for repeated use. It is safe for concurrent
// use.
type Plan struct {
	problem  Problem
	prepared *prepared[complex64, complex64]
}

// Plan prepares complex transforms of slices in host memory: it compiles the forward transform, and
// the first use or Warm the inverse. p.Kind is C2C. A batch may be larger than the GPU's memory: it
// travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) Plan(ctx context.Context, p Problem) (*Plan, error) {
	if p.Kind != C2C {
		return nil, fmt.Errorf("wgfft: Plan: the kind is %v, want c2c: use PlanReal or PlanTrig", p.Kind)
	}
	if p.Kinds != nil {
		return nil, unused("Plan", "Problem.Kinds", "use PlanTrig for sine and cosine transforms")
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[complex64, complex64](ctx, eng, "Plan", p)
	if err != nil {
		return nil, faced(err)
	}
	return &Plan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *Plan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *Plan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *Plan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape points, or as many as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *Plan) Forward(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape points, or as many as their layouts
// reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst
// holds no result.
func (p *Plan) Inverse(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *Plan) Close() error { return p.prepared.close() }

// A RealPlan is a transform between real arrays and their half spectra, prepared for repeated use
// on host slices. It is safe for concurrent use.
type RealPlan struct {
	problem  Problem
	prepared *prepared[complex64, float32]
}

// PlanReal prepares transforms between real arrays and half spectra in host memory: it compiles the
// forward transform, and the first use or Warm the inverse. p.Kind is R2C or C2C, which is taken
// for R2C. Shape describes the real arrays; spectra have n/2+1 bins along the axis transformed last
// and the other lengths as they are. A batch may be larger than the GPU's memory: it travels in
// parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) PlanReal(ctx context.Context, p Problem) (*RealPlan, error) {
	if p.Kinds != nil {
		return nil, unused("PlanReal", "Problem.Kinds", "use PlanTrig for sine and cosine transforms")
	}
	if p.Kind == C2C {
		p.Kind = R2C
	}
	if p.Kind != R2C {
		return nil, fmt.Errorf("wgfft: PlanReal: the kind is %v, want r2c, whose plan does both directions: "+
			"use Plan or PlanTrig for other kinds", p.Kind)
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[complex64, float32](ctx, eng, "PlanReal", p)
	if err != nil {
		return nil, faced(err)
	}
	return &RealPlan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *RealPlan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *RealPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the half spectra of the real arrays in src to dst. src holds Batch arrays of
// Shape and dst as many spectra, or as much as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealPlan) Forward(ctx context.Context, dst []complex64, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the real arrays of the half spectra in src to dst, with the factor of the
// problem's norm, and leaves src as it is. dst holds Batch arrays of Shape and src as many spectra,
// or as much as their layouts reach over. The imaginary parts of bins that have none are taken as
// zero. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst holds
// no result.
func (p *RealPlan) Inverse(ctx context.Context, dst []float32, src []complex64) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *RealPlan) Close() error { return p.prepared.close() }

// A TrigPlan is a sine or cosine transform of host slices prepared for repeated use. It is safe for
// concurrent use.
type TrigPlan struct {
	problem  Problem
	prepared *prepared[float32, float32]
}

// PlanTrig prepares sine and cosine transforms of slices in host memory: it compiles the forward
// transform, and the first use or Warm the inverse. p has a Kind for all axes, DCT1 to DST4, or
// Kinds for each of its Axes. A batch may be larger than the GPU's memory: it travels in parts.
//
// It returns a LengthError for a length without a transform, a LimitError for more points than
// kernels can count or the GPU has bindings for, a MemoryError, ErrClosed, or ctx's error. The
// caller closes the plan.
func (eng *Engine) PlanTrig(ctx context.Context, p Problem) (*TrigPlan, error) {
	p = withKind(p)
	if !p.Kind.isTrig() {
		return nil, fmt.Errorf("wgfft: PlanTrig: the kind is %v, want DCT1 to DCT4 or DST1 to DST4: "+
			"use Plan or PlanReal for other kinds", p.Kind)
	}
	p = cloned(p) // the caller may change its slices
	made, err := newPrepared[float32, float32](ctx, eng, "PlanTrig", p)
	if err != nil {
		return nil, faced(err)
	}
	return &TrigPlan{p, made}, nil
}

// Problem returns what the plan transforms.
func (p *TrigPlan) Problem() Problem { return cloned(p.problem) }

// String returns the plan's tree in one line.
func (p *TrigPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *TrigPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Forward computes the forward transform of src to dst, which may be src. Both hold Batch times the
// product of Shape samples, or as many as their layouts reach over. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *TrigPlan) Forward(ctx context.Context, dst, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Inverse computes the inverse transform of src to dst, which may be src, with the factor of the
// problem's norm. Both hold Batch times the product of Shape samples, or as many as their layouts
// reach over. It returns ErrSliceLength, ErrOverlap, ErrClosed, or ctx's error. After an error dst
// holds no result.
func (p *TrigPlan) Inverse(ctx context.Context, dst, src []float32) error {
	return p.prepared.runInverse(ctx, dst, src)
}

// Close ends the use of the plan. Its kernels stay with the engine for other plans. It is
// idempotent.
func (p *TrigPlan) Close() error { return p.prepared.close() }

// A ConvolutionPlan is a convolution of complex host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type ConvolutionPlan struct {
	convolution Convolution
	prepared    *prepared[complex64, complex64]
}

// PlanConvolution prepares convolutions of complex slices in host memory with a kernel of the shape
// c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that has
// not as many elements as its shape, a LimitError for more points than kernels can count or the GPU
// has bindings for, a MemoryError, ErrClosed, or ctx's error. The caller closes the plan, which
// holds the spectrum of the kernel.
func (eng *Engine) PlanConvolution(
	ctx context.Context, c Convolution, kernel []complex64,
) (*ConvolutionPlan, error) {
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[complex64](ctx, eng, "PlanConvolution", c, kernel)
	if err != nil {
		return nil, faced(err)
	}
	return &ConvolutionPlan{c, made}, nil
}

// Convolution returns what the plan does.
func (p *ConvolutionPlan) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *ConvolutionPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *ConvolutionPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or as many points as
// their layouts reach over. dst may be src if these shapes agree. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *ConvolutionPlan) Run(ctx context.Context, dst, src []complex64) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Close gives back what the plan holds. Calls under way complete. It is idempotent.
func (p *ConvolutionPlan) Close() error { return p.prepared.close() }

// A RealConvolutionPlan is a convolution of real host slices with one kernel, prepared for repeated
// use. It is safe for concurrent use.
type RealConvolutionPlan struct {
	convolution Convolution
	prepared    *prepared[float32, float32]
}

// PlanRealConvolution prepares convolutions of real slices in host memory with a real kernel of the
// shape c.Kernel. The caller may change the kernel afterwards. A batch may be larger than the GPU's
// memory: it travels in parts. c.Real is not for slices.
//
// It returns a LengthError for shapes without a convolution, ErrSliceLength for a kernel that has
// not as many elements as its shape, a LimitError for more points than kernels can count or the GPU
// has bindings for, a MemoryError, ErrClosed, or ctx's error. The caller closes the plan, which
// holds the spectrum of the kernel.
func (eng *Engine) PlanRealConvolution(
	ctx context.Context, c Convolution, kernel []float32,
) (*RealConvolutionPlan, error) {
	points, err := engine.Complex(ctx, kernel)
	if err != nil {
		return nil, err
	}
	c = clonedConvolution(c) // the caller may change its slices
	made, err := newPreparedConvolution[float32](ctx, eng, "PlanRealConvolution", c, points)
	if err != nil {
		return nil, faced(err)
	}
	return &RealConvolutionPlan{c, made}, nil
}

// Convolution returns what the plan does.
func (p *RealConvolutionPlan) Convolution() Convolution { return clonedConvolution(p.convolution) }

// String returns the plan's tree in one line.
func (p *RealConvolutionPlan) String() string { return p.prepared.String() }

// Warm compiles all kernels that calls of the plan need, so that no first call waits for them. It
// returns a LimitError, a MemoryError, ErrClosed, or ctx's error.
func (p *RealConvolutionPlan) Warm(ctx context.Context) error { return p.prepared.warm(ctx) }

// Run convolves src to dst. They hold Batch arrays of Shape and of Result, or as many samples as
// their layouts reach over. dst may be src if these shapes agree. It returns ErrSliceLength,
// ErrOverlap, ErrClosed, or ctx's error. After an error dst holds no result.
func (p *RealConvolutionPlan) Run(ctx context.Context, dst, src []float32) error {
	return p.prepared.runForward(ctx, dst, src)
}

// Close gives back what the plan holds. Calls under way complete. It is idempotent.
func (p *RealConvolutionPlan) Close() error { return p.prepared.close() }
