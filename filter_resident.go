package wgfft

import (
	"context"
	"fmt"
	"sync/atomic"

	"wgfft/pipeline"
	"wgfft/wgsl"
)

// A ResidentFilter changes the bins of data that stay on the GPU by gains of the caller's: a transform, a product, and the transform back. It is safe for
// concurrent use.
type ResidentFilterPlan struct {
	c      *Engine
	p      Problem
	trees  [2]*tree // there and back
	kernel wgsl.Pointwise

	closed atomic.Bool
	filter *pipeline.Filter
}

// Gains say what a filter multiplies bins by.
type Gains uint8

const (
	RealGains    Gains = iota // float32
	ComplexGains              // complex64, of complex bins
)

// PlanResidentFilter prepares filters of GPU buffers: the forward transform of a problem, of any kind, a product of its bins with gains, and the inverse
// transform, so that gains of 1 give the source back. In is the layout of source and result, which may be samples of 8 or 16 bits; bins, and so gains, are row-major in
// the order of the transform's result. It returns ErrNoAdapter on the CPU engine, a LengthError, and a LimitError for more points than
// kernels can count or the GPU has bindings for, or more bins than one binding holds.
func (c *Engine) PlanResidentFilter(p Problem, g Gains) (*ResidentFilterPlan, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("resident filter")
	}
	p = byKinds(p)
	p.Inverse = false
	usual := p
	usual.In = Layout{}
	if _, out, err := usual.IsContiguous(); p.InPlace || err == nil && !out {
		return nil, fmt.Errorf("wgfft: filter %v: bins lie between two transforms and have no layout: leave Out and InPlace out", p)
	}
	f := &ResidentFilterPlan{c: c, p: p.Clone()}
	known := c.gpu.choices.Load()
	back := turned(f.p, true)
	if !p.Kind.IsRealFFT() { // else turned has done it
		back.In, back.Out = f.p.Out, f.p.In
	}
	for i, p := range []Problem{f.p, back} {
		var err error
		if f.trees[i], err = c.gpu.treeBy(known, p); err != nil {
			return nil, err
		}
	}
	bins := f.p.Arrays()[1]
	f.kernel = wgsl.Pointwise{Bins: bins.Elements, Arrays: f.p.Count(), Complex: bins.ElementBytes == 8, ComplexGains: g == ComplexGains}
	if x, _ := f.kernel.Groups(); x > c.gpu.limits.Workgroups {
		f.kernel.Fold = true
	}
	switch {
	case g > ComplexGains:
		return nil, fmt.Errorf("wgfft: filter %v: gains are RealGains or ComplexGains", p)
	case f.kernel.ComplexGains && !f.kernel.Complex:
		return nil, fmt.Errorf("wgfft: filter %v: its bins are real numbers, and so are their gains: use RealGains", p)
	}
	if have := c.gpu.limits.BindingBytes; max(f.kernel.Bytes(), f.kernel.TableBytes()) > have {
		hint := "filter fewer arrays at once"
		if p.Count() == 1 {
			hint = "transform, multiply and transform back by PlanResident, which goes in parts"
		}
		return nil, &LimitError{What: fmt.Sprintf("wgfft: filter %v: bytes of the bins, or of the gains, which one binding holds", p), Need: max(f.kernel.Bytes(), f.kernel.TableBytes()), Have: have, Hint: hint}
	}
	toBins, toPoints := f.trees[0].Schedule(), f.trees[1].Schedule()
	if err := c.CheckMemory(fmt.Sprintf("tables of the filter %v", p), tableBytes(toBins), tableBytes(toPoints)); err != nil {
		return nil, err
	}
	var err error
	if f.filter, err = c.gpu.pipes.Filter(toBins, toPoints, f.kernel); err != nil {
		return nil, err
	}
	return f, nil
}

// Problem is the transform of the filter.
func (f *ResidentFilterPlan) Problem() Problem { return f.p }

// String is the tree of the transform.
func (f *ResidentFilterPlan) String() string { return f.trees[0].String() }

// Bins is how many bins an array has, and so how many gains there are.
func (f *ResidentFilterPlan) Bins() int { return f.kernel.Bins }

// Bytes is the size of the source and of the result; of planar data, of each part.
func (f *ResidentFilterPlan) Bytes() int64 { return f.trees[0].Source().Bytes }

// ScratchBytes is the memory on the GPU that the filter needs besides: its bins, and what the transforms need. Plans of a context share it, rounded up to a power of two
// where there is room, and the context keeps it until it is closed.
func (f *ResidentFilterPlan) ScratchBytes() int64 {
	return f.kernel.Bytes() + max(f.trees[0].Schedule().ScratchBytes(), f.trees[1].Schedule().ScratchBytes())
}

// GainBytes is the size of the gains: one for each bin of an array, the same for all arrays, and a number more, which is added to the first bin of each after
// the product. A constant c added to all points of n is n c there, with a half spectrum too, and 2 n c with a cosine transform of type 2 along an axis of n; with Norm Backward.
func (f *ResidentFilterPlan) GainBytes() int64 { return f.kernel.TableBytes() }

// NewBuffer allocates memory for the source or the result, and NewGains for the gains. They return ErrOutOfMemory, or a LimitError.
func (f *ResidentFilterPlan) NewBuffer() (*Buffer, error) {
	return f.c.bufferOf(&f.closed, f.trees[0].Source())
}

// NewGains allocates memory for the gains: see NewBuffer.
func (f *ResidentFilterPlan) NewGains() (*Buffer, error) {
	m := f.trees[0].Target()
	m.Bytes, m.Cuts = f.GainBytes(), nil
	return f.c.bufferOf(&f.closed, m)
}

// Run filters src to dst, which may be the same region, and waits for it. What lies between the elements of dst stays as it is. It returns ErrClosed, a
// LimitError for a misaligned offset, or ctx's error, after which dst holds no result: the GPU may still write to
// it, ahead of what is submitted later.
func (f *ResidentFilterPlan) Run(ctx context.Context, dst, src, gains Region) error {
	if err := ctx.Err(); err != nil {
		return fmt.Errorf("wgfft: %w", err)
	}
	if err := f.check(dst, src, gains); err != nil {
		return err
	}
	return f.c.gpu.detached(ctx, func(ctx context.Context) error { return f.filter.Run(ctx, dst, src, gains) })
}

// Encode records the filter into enc, to run when its owner submits it.
func (f *ResidentFilterPlan) Encode(enc *Encoder, dst, src, gains Region) error {
	if enc == nil {
		return fmt.Errorf("wgfft: encode: nil encoder; get one from Device().NewEncoder or AdoptEncoder")
	}
	if err := f.check(dst, src, gains); err != nil {
		return err
	}
	return f.filter.Encode(enc, dst, src, gains)
}

func (f *ResidentFilterPlan) check(dst, src, gains Region) error {
	if f.closed.Load() {
		return closedError("filter")
	}
	if err := f.c.gpu.holdsParts("src", src, f.p.In, f.Bytes()); err != nil {
		return err
	}
	if err := f.c.gpu.takesParts(dst, f.p.In, f.Bytes()); err != nil {
		return err
	}
	return f.c.gpu.holds("gains", gains, f.GainBytes())
}

// Close gives back what the filter prepared; work already submitted completes. It is idempotent.
func (f *ResidentFilterPlan) Close() error {
	f.closed.Store(true)
	return f.filter.Close()
}
