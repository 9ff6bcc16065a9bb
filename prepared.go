package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// prepared is a transform or a convolution of host slices prepared for repeated use. D and S are
// the element types of the result and of the source of the forward direction.
type prepared[D, S engine.Element] struct {
	eng     engineIn
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
	in, out int          // elements that source and result span
	hasGaps bool         // one of the layouts is not row-major without gaps
	packed  sync.Pool    // *packed, for arrays with gaps
	engine  atomic.Pointer[engine.Engine]
}

// packed holds copies of sources and results without gaps.
type packed[D, S engine.Element] struct {
	out []D
	in  []S
}

// setLayouts sets the layouts of source and result. It checks that there is memory for work and, if
// arrays have gaps, for packed arrays. For transforms source and target are the same problem.
func setLayouts[D, S engine.Element, N fmt.Stringer](
	eng engineIn, d *direction[D, S], name N, source, target *plan.Problem,
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

// on returns the engine of a direction. The first use chooses it. Later measurements affect later
// plans only.
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

// prepare prepares the engine for the direction: it compiles kernels and makes tables.
func (d *direction[D, S]) prepare(ctx context.Context, eng engineIn) (release func(), err error) {
	if err := engine.ContextErr(ctx); err != nil {
		return nil, err
	}
	e, err := d.on(ctx, eng.host)
	if err != nil {
		return nil, err
	}
	return e.Prepare(ctx, d.job, d.count)
}

// run does the direction with the parameters of a call.
func (d *direction[D, S]) run(ctx context.Context, eng engineIn, dst []D, src []S, call plan.Call) error {
	job := d.job.For(call)
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
		return e.Run(ctx, engine.DataOf(dst), engine.DataOf(src), job)
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
	release, err := eng.hold(ctx, engine.DataOf(dst), engine.DataOf(src))
	if err != nil {
		return err
	}
	defer release()
	if err := engine.Gather(ctx, d.source, p.in, src); err != nil {
		return err
	}
	if err := e.Run(ctx, engine.DataOf(p.out), engine.DataOf(p.in), job); err != nil {
		return err
	}
	return engine.Scatter(ctx, d.target, dst, p.out)
}

// newPrepared prepares the forward direction of a transform. It keeps the slices of p.
func newPrepared[D, S engine.Element](
	ctx context.Context, eng engineIn, call string, p Problem,
) (*prepared[D, S], error) {
	if err := p.checkSlices(call); err != nil {
		return nil, err
	}
	made := &prepared[D, S]{eng: eng}
	of := planProblem(p)
	back := engine.Reversed(of)
	made.forward.job, made.forward.count = engine.Transform(of, eng.number), of.Count()
	made.inverse.job, made.inverse.count = engine.Transform(back, eng.number), of.Count()
	if err := eng.settle(ctx); err != nil {
		return nil, err
	}
	if err := setLayouts(eng, &made.forward, of, &of, &of); err != nil {
		return nil, err
	}
	if err := setLayouts(eng, &made.inverse, back, &back, &back); err != nil {
		return nil, fmt.Errorf("wgfft: the inverse, where In and Out change places: %w", err)
	}
	if err := eng.host.Check(made.forward.job, made.forward.count); err != nil {
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
	if p.Scratch != Float32 {
		return unused(call, "Problem.Scratch", "use PlanResident, which keeps points in GPU memory")
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
				fmt.Sprintf("use %s: numbers of 8 and 16 bits are for GPU buffers", resident))
		}
	}
	return nil
}

// newPreparedConvolution prepares a convolution. It keeps the slices of c.
func newPreparedConvolution[T engine.Element](
	ctx context.Context, eng engineIn, call string, c Convolution, kernel []T,
) (*prepared[T, T], error) {
	if c.Real {
		return nil, unused(call, "Convolution.Real", "use PlanRealConvolution for real slices")
	}
	if err := checkSlices(call, c.In, c.Out, "PlanResidentConvolution"); err != nil {
		return nil, err
	}
	v := planConvolution(c)
	v.Real = isReal[T]()
	j, err := convolutionJob(ctx, eng, v, kernel)
	if err != nil {
		return nil, err
	}
	made := &prepared[T, T]{eng: eng, oneWay: true}
	in, _ := j.Ends()
	made.forward.job, made.forward.count = j, v.Source().Points()/in.Elements*v.Count()
	if err := eng.settle(ctx); err != nil {
		return nil, err
	}
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
func (p *prepared[D, S]) runForward(ctx context.Context, dst []D, src []S, call plan.Call) error {
	if p.closed.Load() {
		return engine.ClosedError("plan")
	}
	return faced(p.forward.run(ctx, p.eng, dst, src, call))
}

// runInverse does the inverse direction.
func (p *prepared[D, S]) runInverse(ctx context.Context, dst []S, src []D, call plan.Call) error {
	if p.closed.Load() {
		return engine.ClosedError("plan")
	}
	return faced(p.inverse.run(ctx, p.eng, dst, src, call))
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
