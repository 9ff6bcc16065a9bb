package main

import (
	"context"
	"io"
	"slices"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/plan"
)

type irfftCommand struct {
	In    string `arg:"" name:"IN.npy" help:"Array of complex64, complex128, float32 or float64; - for standard input."`
	Out   string `short:"o" placeholder:"OUT.npy" help:"File for the result, float32; - or none for standard output."`
	Axes  axes   `default:"-1" placeholder:"-1" help:"Axes to transform along: numbers with commas between, counted from 0, or from the last as in --axes=-2,-1; or all. The one named last has half the spectrum in the file."`
	Shape counts `short:"n" placeholder:"LENGTHS" help:"Numbers of the result along the axis with half the spectrum, or along each of the axes, in the order of --axes, with commas between: needed where the number is odd, for the m bins of 2m-1 numbers are also those of 2m-2. Bins that are missing are taken as zero, others left out."`
	Norm  norm   `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
}

// Help is the long help.
func (irfftCommand) Help() string {
	return "From the bins 0 ... n/2 of the spectrum of n real numbers back to these: 2(m-1) of m bins, unless --shape says otherwise. The " +
		"imaginary parts of bin 0 and, for even n, of bin n/2 are not looked at."
}

func (r *irfftCommand) Run(a *app) error {
	return write(a, r.Out, ".npy", func(w io.Writer) error {
		array, err := readArray(a, r.In)
		if err != nil {
			return err
		}
		e, to, err := r.target(array.Shape)
		if err != nil {
			return err
		}
		numbers, err := computed(a, e, func(c *wgfft.Engine) ([]float32, error) {
			bins, err := e.fitted(a.ctx, c, array.Data, to)
			if err != nil {
				return nil, err
			}
			return c.IRFFTN(a.ctx, nil, bins, to, wgfft.WithAxes(e.axes...), wgfft.WithNorm(r.Norm.Norm))
		})
		if err != nil {
			return err
		}
		tellOverflow(a, numbers, array.Lost)
		return npy.WriteReal(w, e.whole(to), numbers)
	})
}

// target says where in an array of half spectra the transform happens, and the shape of the real arrays without the axes before.
func (r *irfftCommand) target(shape []int) (extent, []int, error) {
	lengths, last := r.Shape, 0
	if len(lengths) == 1 {
		lengths, last = nil, lengths[0]
	}
	e, err := r.Axes.within(r.In, shape, lengths, true)
	if err != nil {
		return e, nil, err
	}
	to := e.to()
	switch n := &to[e.halved()]; {
	case last > 0:
		*n = last
	case lengths == nil && *n == 1:
		return e, nil, misuse("%s: one bin along the axis with half the spectrum, which is that of one number, or of none: say -n 1, or how many there are", title(r.In))
	case lengths == nil:
		*n = 2 * max(0, *n-1)
	}
	return e, to, nil
}

// fitted are the half spectra of an extent with as many bins as those of real arrays of the given shape.
func (e extent) fitted(ctx context.Context, c *wgfft.Engine, bins []complex64, to []int) ([]complex64, error) {
	want := e.spectrum(to)
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
	if err := c.CheckMemory(p.String(), p.Arrays()[0].Bytes()*int64(p.Batch)); err != nil {
		return nil, err
	}
	if err := plannable(ctx, c, to, e.axes, p.Batch); err != nil {
		return nil, err
	}
	fitted := make([]complex64, p.Batch*p.Arrays()[0].Elements)
	return fitted, plan.Gather(p, fitted, bins)
}

// plannable refuses a transform of many numbers for which there is no memory, before its spectra are made, which takes
// long.
func plannable(ctx context.Context, c *wgfft.Engine, shape, axes []int, batch int) error {
	p := plan.Problem{Shape: shape, Axes: axes, Batch: batch}
	const many = 1 << 28
	if p.Points()*p.Count() < many {
		return nil
	}
	made, err := c.PlanReal(ctx, facade(p))
	if err != nil {
		return err
	}
	return made.Close()
}
