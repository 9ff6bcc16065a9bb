package main

import (
	"context"
	"io"
	"slices"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/internal/strided"
	"wgfft/large"
	"wgfft/plan"
)

type irfftCommand struct {
	In        string     `arg:"" name:"IN.npy" help:"${complex_in}"`
	Out       string     `short:"o" placeholder:"OUT.npy" help:"${real_out}"`
	Axes      axes       `default:"-1" placeholder:"-1" help:"${axes_half}"`
	Shape     lengthList `short:"n" placeholder:"LENGTHS" help:"${irfft_lengths}"`
	Norm      norm       `default:"backward" placeholder:"backward" help:"${norm}"`
	Precision precision  `default:"auto" placeholder:"auto" help:"${precision}"`
	Quick     bool       `help:"${quick}"`
	largeFlags
}

// Help is the long help.
func (irfftCommand) Help() string {
	return "Computes n real samples from bins 0 to n/2 of their spectrum. By default m bins give 2(m-1) samples. " +
		"The imaginary parts of bin 0 and, for even n, of bin n/2 are ignored."
}

func (r *irfftCommand) Run(a *app) error {
	if err := r.largeFlags.check(); err != nil {
		return err
	}
	if r.Memory > 0 {
		file := large.File{In: r.In, Out: r.Out, Kind: wgfft.C2R, Axes: r.Axes.list, Norm: r.Norm.Norm, Quick: r.Quick}
		return a.transformLarge(file, r.largeFlags, r.Precision, r.Shape)
	}
	return write(a, r.Out, ".npy", func(w io.Writer) error {
		array, err := readPoints(a, r.In, r.Precision)
		switch {
		case err != nil:
			return err
		case array.isDouble:
			return writeIRFFT(a, w, r, array.double, r.Precision.double)
		}
		return writeIRFFT(a, w, r, array.single, single)
	})
}

// writeIRFFT transforms an array of half spectra and writes the real arrays.
func writeIRFFT[C wgfft.Complex, R wgfft.Real](a *app, w io.Writer, r *irfftCommand, array npy.Array[C],
	in transformsOf[C, R]) error {
	e, to, err := r.target(array.Shape)
	if err != nil {
		return err
	}
	numbers, err := compute(a, e, r.Precision, in, func(c *wgfft.Engine, t *wgfft.Transforms[C, R]) ([]R, error) {
		bins, err := fitBins(a.ctx, c, t, e, array.Data, to)
		if err != nil {
			return nil, err
		}
		e.lengths = nil // bins have them
		return t.IRFFTN(a.ctx, nil, bins, to, e.options(r.Norm, r.Quick)...)
	})
	if err != nil {
		return err
	}
	noteOverflow(a, numbers, array.Lost)
	return npy.Write(w, e.withOuter(to), numbers)
}

// target returns two shapes for an array of half spectra of the given shape: the extent of the
// transform, and the real result without the outer axes.
func (r *irfftCommand) target(shape []int) (extent, []int, error) {
	lengths, last := r.Shape, 0
	if len(lengths) == 1 {
		lengths, last = nil, lengths[0]
	}
	e, err := r.Axes.extentOf(r.In, shape, lengths, true)
	if err != nil {
		return e, nil, err
	}
	to := e.resultShape()
	switch n := &to[e.halfAxis()]; {
	case last > 0:
		*n = last
	case lengths == nil && *n == 1:
		return e, nil, usageErrorf("%s: 1 bin along the axis of the half spectrum: give the output length with -n",
			displayName(r.In))
	case lengths == nil:
		*n = 2 * max(0, *n-1)
	}
	return e, to, nil
}

// fitBins pads or crops half spectra of an extent to the bins of real arrays of the given shape.
func fitBins[C wgfft.Complex, R wgfft.Real](ctx context.Context, c *wgfft.Engine, t *wgfft.Transforms[C, R],
	e extent, bins []C, to []int) ([]C, error) {
	want := e.spectrumShape(to)
	if slices.Equal(want, e.shape) {
		return bins, nil
	}
	p := plan.Problem{Kind: plan.R2C, Inverse: true, Shape: to, Axes: e.axes}
	if err := p.Check(); err != nil {
		return nil, err
	}
	have := plan.Problem{Shape: e.shape}
	if err := have.Check(); err != nil {
		return nil, err
	}
	p.Batch = len(bins) / have.Points()
	p.In = plan.Layout{Have: slices.Clone(want), Strides: make([]int, len(to)), Dist: have.Points()}
	stride := 1
	for axis, n := range slices.Backward(e.shape) {
		p.In.Have[axis], p.In.Strides[axis] = min(n, want[axis]), stride
		stride *= n
	}
	if err := plan.CheckBytes(p, p.Arrays()[0].Bytes(), p.Batch); err != nil {
		return nil, err
	}
	points := p.Batch * p.Arrays()[0].Elements
	if err := c.CheckMemory(p.String(), int64(points)*pointBytes[C]()); err != nil {
		return nil, err
	}
	if err := plannable(ctx, t, to, e.axes, p.Batch); err != nil {
		return nil, err
	}
	fitted := make([]C, points)
	return fitted, strided.Gather(ctx, p, fitted, bins)
}

// plannable returns an error if a large transform does not fit into memory. It comes before the slow
// copy of the bins.
func plannable[C wgfft.Complex, R wgfft.Real](ctx context.Context, t *wgfft.Transforms[C, R], shape, axes []int,
	batch int) error {
	p := plan.Problem{Shape: shape, Axes: axes, Batch: batch}
	const many = 1 << 28
	if p.Points()*p.Count() < many {
		return nil
	}
	made, err := t.PlanReal(ctx, facade(p))
	if err != nil {
		return err
	}
	return made.Close()
}
