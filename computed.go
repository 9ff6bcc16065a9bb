package wgfft

import (
	"context"

	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/engine"
	"wgfft/internal/parallel"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// internals plans transforms for package nd.
type internals struct{ eng *Engine }

// Computed compiles one direction of a transform of contiguous arrays in the memory of a GPU. in and out compute the
// elements of the source and of the result; nil stands for an array.
func (i internals) Computed(
	ctx context.Context, p Problem, n Number, inverse bool, in, out wgsl.Element,
) (attach.Program, error) {
	of := planProblem(withKind(p))
	of.Inverse = inverse
	of.In.Element, of.Out.Element = in, out
	made, err := i.eng.gpu.NewComputed(ctx, of, engine.Number(n))
	if err != nil {
		return nil, faced(err)
	}
	return computedProgram{made}, nil
}

// A computedProgram is a compiled transform of Computed.
type computedProgram struct{ *pipeline.Program }

// Encode records the transform.
func (p computedProgram) Encode(enc *device.Encoder, dst, src *device.Buffer, operands []device.Binding) error {
	return faced(p.EncodeOperands(enc, pipeline.Region{Buffer: dst}, pipeline.Region{Buffer: src}, operands))
}

// HostTransform prepares one direction of a transform of contiguous arrays in host memory.
func (i internals) HostTransform(ctx context.Context, p Problem, n Number, inverse bool) (attach.Transform, error) {
	of := planProblem(withKind(p))
	of.Inverse, of.Batch = inverse, 0
	if err := checkProblem(of); err != nil {
		return nil, faced(err)
	}
	t := &hostTransform{eng: engineIn{i.eng, engine.Number(n)}, count: max(1, p.Batch)}
	t.job = engine.Transform(of, t.eng.number).For(p.Twiddle.call())
	if err := t.eng.settle(ctx); err != nil {
		return nil, faced(err)
	}
	if err := engine.CheckMemory(i.eng.memory, of, i.eng.host.Work(t.job, t.count), t.count); err != nil {
		return nil, faced(err)
	}
	release, err := i.eng.host.Prepare(ctx, t.job, t.count)
	if err != nil {
		return nil, faced(err)
	}
	release() // the engine keeps kernels
	return t, nil
}

// Threads returns the largest number of goroutines that compute a step on the CPU.
func (i internals) Threads() parallel.Threads { return i.eng.threads }

// A hostTransform is a transform of HostTransform.
type hostTransform struct {
	eng   engineIn
	job   engine.Job
	count int
}

// Run computes the transform.
func (t *hostTransform) Run(ctx context.Context, dst, src []byte) error {
	return faced(t.eng.host.Run(ctx, engine.DataIn(dst), engine.DataIn(src), t.job))
}

// Residues prepares one direction of a transform of residues along all axes of contiguous arrays in host memory, on
// the engine's GPU. It returns nil for an engine without a GPU of its own in this process. The result of Run is the
// memory of words.
func (i internals) Residues(
	number wgsl.Residue, kind Kind, shape []int, count int, inverse bool,
) (attach.Transform, error) {
	one := engine.Transform(plan.Problem{Shape: []int{1}}, engine.Single)
	if err := i.eng.host.Check(one, 1); err != nil || i.eng.gpu == nil {
		return nil, faced(err)
	}
	of := plan.Problem{Kind: plan.Kind(kind), Shape: shape, Inverse: inverse, Elements: plan.Elements{Number: number}}
	if err := checkProblem(of); err != nil {
		return nil, faced(err)
	}
	t := &residueTransform{gpu: i.eng.gpu, job: engine.Transform(of, engine.Single)}
	return t, faced(t.gpu.Check(t.job, count))
}

// A residueTransform is a transform of Residues.
type residueTransform struct {
	gpu *engine.GPU
	job engine.Job
}

// Run computes the transform.
func (t *residueTransform) Run(ctx context.Context, dst, src []byte) error {
	return faced(t.gpu.Run(ctx, engine.DataIn(dst), engine.DataIn(src), t.job))
}
