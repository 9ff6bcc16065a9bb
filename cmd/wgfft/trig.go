package main

import (
	"context"
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

// A dctCommand computes cosine transforms.
type dctCommand struct {
	trigFlags `embed:""`
}

func (d *dctCommand) Run(a *app) error {
	return d.run(a, (*wgfft.Engine).DCTN, (*wgfft.Engine).IDCTN)
}

// A dstCommand computes sine transforms.
type dstCommand struct {
	trigFlags `embed:""`
}

func (d *dstCommand) Run(a *app) error {
	return d.run(a, (*wgfft.Engine).DSTN, (*wgfft.Engine).IDSTN)
}

type trigFlags struct {
	In      string     `arg:"" name:"IN.npy" help:"${real_in}"`
	Out     string     `short:"o" placeholder:"OUT.npy" help:"${real_out}"`
	Type    int        `default:"2" placeholder:"2" enum:"1,2,3,4" help:"Type 1, 2, 3 or 4, as in scipy.fft."`
	Inverse bool       `help:"Compute the inverse of the transform of this type."`
	Axes    axes       `default:"-1" placeholder:"-1" help:"${axes}"`
	Shape   lengthList `short:"n" placeholder:"LENGTHS" help:"${lengths}"`
	Norm    norm       `default:"backward" placeholder:"backward" help:"${trig_norm}"`
}

// A trigTransform is a method of Engine that computes sine or cosine transforms.
type trigTransform func(c *wgfft.Engine, ctx context.Context, dst, src []float32, shape []int, typ int,
	opts ...wgfft.Option) ([]float32, error)

func (f *trigFlags) run(a *app, forward, inverse trigTransform) error {
	transform := forward
	if f.Inverse {
		transform = inverse
	}
	return write(a, f.Out, ".npy", func(w io.Writer) error {
		array, err := readReal(a, f.In)
		if err != nil {
			return err
		}
		e, err := f.Axes.extentOf(f.In, array.Shape, f.Shape, false)
		if err != nil {
			return err
		}
		data, err := compute(a, e, func(c *wgfft.Engine) ([]float32, error) {
			dst := array.Data
			if f.Shape != nil {
				dst = nil // of another shape
			}
			return transform(c, a.ctx, dst, array.Data, e.shape, f.Type, e.options(f.Norm)...)
		})
		if err != nil {
			return err
		}
		noteOverflow(a, data, array.Lost)
		return npy.WriteReal(w, e.withOuter(e.resultShape()), data)
	})
}
