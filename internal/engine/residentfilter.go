package engine

import (
	"context"
	"fmt"
	"sync/atomic"

	"wgfft/device"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A ResidentFilter is a transform of buffers, a product of its bins with gains, and the inverse
// transform. It is safe for concurrent use.
type ResidentFilter struct {
	on      BufferEngine
	problem plan.Problem
	tree    fmt.Stringer // of the forward transform
	source  plan.Memory
	scratch int64 // bytes of memory in addition
	gains   wgsl.Gains
	filter  filterProgram
	closed  atomic.Bool
}

// A filterProgram is a filter, compiled.
type filterProgram interface {
	// Encode records the filter of src to dst.
	Encode(enc *device.Encoder, dst, src, gains pipeline.Region) error
	// Run filters src to dst and waits for it.
	Run(ctx context.Context, dst, src, gains pipeline.Region) error
	Close() error
}

// newResidentFilter returns a filter that is not compiled.
func newResidentFilter(on BufferEngine, p plan.Problem, isComplex bool) (*ResidentFilter, error) {
	bins := p.Arrays()[1]
	f := &ResidentFilter{on: on, problem: p, gains: wgsl.Gains{
		Bins: bins.Elements, Arrays: p.Count(), Complex: !bins.Real, ComplexGains: isComplex, Number: p.Number,
	}}
	if isComplex && !f.gains.Complex {
		return nil, fmt.Errorf("wgfft: filter %v: complex gains, and the bins are real: use RealGains", p)
	}
	return f, nil
}

// NewResidentFilter implements BufferEngine.
func (g *GPU) NewResidentFilter(
	ctx context.Context, p plan.Problem, isComplex bool, n Number,
) (*ResidentFilter, error) {
	return detachedValue(ctx, g, func(ctx context.Context) (*ResidentFilter, error) {
		var err error
		if p.Number, err = g.format(n); err != nil {
			return nil, err
		}
		if err := g.pack(&p.In.Element, &p.Scratch); err != nil {
			return nil, err
		}
		return g.newResidentFilter(p, isComplex)
	}, func(f *ResidentFilter) { f.Close() })
}

// newResidentFilter is NewResidentFilter without a context.
func (g *GPU) newResidentFilter(p plan.Problem, isComplex bool) (*ResidentFilter, error) {
	known := g.kernels.Load()
	back := Reversed(p)
	back.In, back.Out = p.Out, p.In
	var trees [2]*tree // forward and inverse
	for i, p := range []plan.Problem{p, back} {
		var err error
		if trees[i], err = g.treeBy(known, p); err != nil {
			return nil, err
		}
	}
	f, err := newResidentFilter(g, p, isComplex)
	if err != nil {
		return nil, err
	}
	if x, _ := f.gains.Groups(); x > g.limits.Workgroups {
		f.gains.Fold = true
	}
	if need := max(f.gains.Bytes(), f.gains.TableBytes()); need > g.limits.BindingBytes {
		hint := "filter fewer arrays at once"
		if p.Count() == 1 {
			hint = "transform, multiply and transform back by PlanResident, which goes in parts"
		}
		what := fmt.Sprintf("wgfft: filter %v: bytes of the bins, or of the gains, which one binding holds", p)
		return nil, &wgsl.LimitError{What: what, Need: need, Have: g.limits.BindingBytes, Hint: hint}
	}
	forward, inverse := trees[0].Schedule(), trees[1].Schedule()
	f.tree, f.source = trees[0], trees[0].Source()
	f.scratch = f.gains.Bytes() + max(forward.ScratchBytes(), inverse.ScratchBytes())
	if err := memory.Check(g.memory, tablesOf{filterOf{p}}, tableBytes(forward), tableBytes(inverse)); err != nil {
		return nil, err
	}
	if f.filter, err = g.pipes.Filter(forward, inverse, f.gains); err != nil {
		return nil, err
	}
	return f, nil
}

// filterOf names a filter in errors.
type filterOf struct{ problem plan.Problem }

func (f filterOf) String() string { return fmt.Sprintf("the filter %v", f.problem) }

// String returns the tree of the forward transform.
func (f *ResidentFilter) String() string { return f.tree.String() }

// Bins returns how many bins an array has.
func (f *ResidentFilter) Bins() int { return f.gains.Bins }

// Source returns the memory of the source. The result has the same size.
func (f *ResidentFilter) Source() plan.Memory { return f.source }

// Gains returns the memory of the gains.
func (f *ResidentFilter) Gains() plan.Memory {
	return plan.Memory{Bytes: f.gains.TableBytes()}
}

// ScratchBytes returns the bytes of memory that the filter needs in addition: its bins, and the
// transforms' scratch.
func (f *ResidentFilter) ScratchBytes() int64 { return f.scratch }

// NewBuffer allocates memory for the plan.
func (f *ResidentFilter) NewBuffer(ctx context.Context, m plan.Memory) (*device.Buffer, error) {
	return newBuffer(ctx, f.on, &f.closed, m)
}

// Warm returns device.ErrClosed if the plan is closed: NewResidentFilter has compiled everything.
func (f *ResidentFilter) Warm(ctx context.Context) error {
	if f.closed.Load() {
		return ClosedError("plan")
	}
	return ContextErr(ctx)
}

// Run filters src to dst and waits for it.
func (f *ResidentFilter) Run(ctx context.Context, dst, src, gains pipeline.Region) error {
	if err := prefixed(ctx.Err()); err != nil {
		return err
	}
	if err := f.check(dst, src, gains); err != nil {
		return err
	}
	return f.on.Detached(ctx, func(ctx context.Context) error { return f.filter.Run(ctx, dst, src, gains) })
}

// Encode records the filter into enc.
func (f *ResidentFilter) Encode(enc *device.Encoder, dst, src, gains pipeline.Region) error {
	if enc == nil {
		return errNilEncoder
	}
	if err := f.check(dst, src, gains); err != nil {
		return err
	}
	return f.filter.Encode(enc, dst, src, gains)
}

// check checks the regions of a call.
func (f *ResidentFilter) check(dst, src, gains pipeline.Region) error {
	if f.closed.Load() {
		return ClosedError("plan")
	}
	bytes := f.Source().Bytes
	if err := checkParts(f.on, "src", src, f.problem.In, bytes); err != nil {
		return err
	}
	if err := checkTarget(f.on, dst, f.problem.In, bytes); err != nil {
		return err
	}
	return checkRegion(f.on, "gains", gains, f.gains.TableBytes())
}

// Close frees what the plan holds. Work already submitted completes. It is idempotent.
func (f *ResidentFilter) Close() error {
	f.closed.Store(true)
	return f.filter.Close()
}
