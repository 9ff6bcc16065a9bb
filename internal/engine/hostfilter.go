package engine

import (
	"context"

	"wgfft/device"
	"wgfft/pipeline"
	"wgfft/plan"
)

// hostFilter is a filter in buffers of a host device.
type hostFilter struct {
	forward, inverse *hostProgram
	bins             int
	isComplex        bool // the bins are complex
	hasComplexGains  bool
	gains            hostEnd
}

// NewResidentFilter implements BufferEngine.
func (h *HostBuffers) NewResidentFilter(
	ctx context.Context, p plan.Problem, isComplex bool, n Number,
) (*ResidentFilter, error) {
	var err error
	if p.Number, err = h.format(ctx, n); err != nil {
		return nil, err
	}
	if err := p.Check(); err != nil {
		return nil, err
	}
	r, err := newResidentFilter(h, p, isComplex)
	if err != nil {
		return nil, err
	}
	back := Reversed(p)
	back.In, back.Out = p.Out, p.In
	f := &hostFilter{
		bins: r.gains.Bins, isComplex: r.gains.Complex, hasComplexGains: isComplex,
		gains: hostEnd{isPlain: true, bytes: r.gains.TableBytes()},
	}
	if f.forward, err = h.program(filterOf{p}, Transform(p, n), p.Count(), p, p); err != nil {
		return nil, err
	}
	if f.inverse, err = h.program(filterOf{p}, Transform(back, n), p.Count(), back, back); err != nil {
		return nil, err
	}
	r.tree, r.filter = hostTree{f.forward}, f
	r.source = plan.Memory{Bytes: f.forward.source.bytes}
	r.scratch = r.gains.Bytes() + max(f.forward.packedBytes(), f.inverse.packedBytes())
	return r, ContextErr(ctx)
}

// Close implements filterProgram.
func (f *hostFilter) Close() error { return nil }

// Encode implements filterProgram.
func (f *hostFilter) Encode(enc *device.Encoder, dst, src, gains pipeline.Region) error {
	work, err := f.work(dst, src, gains)
	if err != nil {
		return err
	}
	return enc.Call(func() error { return work(context.Background()) }, buffersOf(dst, src, gains)...)
}

// Run implements filterProgram.
func (f *hostFilter) Run(ctx context.Context, dst, src, gains pipeline.Region) error {
	work, err := f.work(dst, src, gains)
	if err != nil {
		return err
	}
	return f.forward.on.run(ctx, func() error { return work(ctx) }, dst, src, gains)
}

// work returns the function that filters regions.
func (f *hostFilter) work(dst, src, gains pipeline.Region) (func(context.Context) error, error) {
	on := f.forward.on
	if err := on.cpu.Check(f.forward.job, 1); err != nil {
		return nil, err
	}
	to, err := f.inverse.target.memory(on, "dst", dst)
	if err != nil {
		return nil, err
	}
	from, err := f.forward.source.memory(on, "src", src)
	if err != nil {
		return nil, err
	}
	table, err := f.gains.memory(on, "gains", gains)
	if err != nil {
		return nil, err
	}
	return func(ctx context.Context) error {
		bins, err := zeroBytes(ctx, f.forward.target.packedBytes())
		if err != nil {
			return err
		}
		if err := f.forward.compute(ctx, hostRegion{parts: [2][]byte{bins}}, from); err != nil {
			return err
		}
		if f.forward.job.Number() == Single {
			multiply[complex64, float32](f, bins, table.parts[0])
		} else {
			multiply[complex128, float64](f, bins, table.parts[0])
		}
		return f.inverse.compute(ctx, to, hostRegion{parts: [2][]byte{bins}})
	}, nil
}

// multiply multiplies the bins of all arrays by the gains, and adds the number after the gains to the first bin of
// each array.
func multiply[C complex64 | complex128, R float32 | float64](f *hostFilter, bins, table []byte) {
	switch {
	case f.hasComplexGains:
		multiplyBy(NumbersIn[C](bins), NumbersIn[C](table), f.bins)
	case !f.isComplex:
		multiplyBy(NumbersIn[R](bins), NumbersIn[R](table), f.bins)
	default:
		gains := NumbersIn[R](table)
		all := NumbersIn[R](bins)
		for i := range len(all) / 2 {
			g := gains[i%f.bins]
			all[2*i] *= g
			all[2*i+1] *= g
			if i%f.bins == 0 {
				all[2*i] += gains[f.bins]
			}
		}
	}
}

// multiplyBy is multiply for bins and gains of one type.
func multiplyBy[T complex64 | complex128 | float32 | float64](bins, gains []T, n int) {
	for first := 0; first < len(bins); first += n {
		row := bins[first : first+n]
		for i := range row {
			row[i] *= gains[i]
		}
		row[0] += gains[n]
	}
}
