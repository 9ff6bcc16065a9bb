package wgfft

import (
	"context"

	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/engine"
	"wgfft/pipeline"
	"wgfft/wgsl"
)

// gpuPlans plans transforms for package nd. Their kernels compute elements in their loads and stores.
type gpuPlans struct{ gpu *engine.GPU }

// Computed compiles one direction of a transform of contiguous arrays. in and out compute the elements of the
// source and of the result; nil stands for an array.
func (g gpuPlans) Computed(
	ctx context.Context, p Problem, n Number, inverse bool, in, out wgsl.Element,
) (attach.Program, error) {
	of := planProblem(withKind(p))
	of.Inverse = inverse
	of.In.Element, of.Out.Element = in, out
	made, err := g.gpu.NewComputed(ctx, of, engine.Number(n))
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
