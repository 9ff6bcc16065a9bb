package main

import (
	"context"
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

// A dctCommand is a cosine transform.
type dctCommand struct {
	trigFlags `embed:""`
}

func (d *dctCommand) Run(a *app) error {
	return d.run(a, wgfft.DCT1, (*wgfft.Engine).DCTN, (*wgfft.Engine).IDCTN)
}

// A dstCommand is a sine transform.
type dstCommand struct {
	trigFlags `embed:""`
}

func (d *dstCommand) Run(a *app) error {
	return d.run(a, wgfft.DST1, (*wgfft.Engine).DSTN, (*wgfft.Engine).IDSTN)
}

type trigFlags struct {
	In      string `arg:"" name:"IN.npy" help:"Array of float32 or float64; - for standard input."`
	Out     string `short:"o" placeholder:"OUT.npy" help:"File for the result, float32; - or none for standard output."`
	Type    int    `default:"2" placeholder:"2" enum:"1,2,3,4" help:"Type 1, 2, 3 or 4, as scipy.fft numbers them."`
	Inverse bool   `help:"The inverse of the transform of that type."`
	Axes    axes   `default:"-1" placeholder:"-1" help:"Axes to transform along: numbers with commas between, counted from 0, or from the last as in --axes=-2,-1; or all."`
	Shape   counts `short:"n" placeholder:"LENGTHS" help:"Numbers to transform along each of the axes, in the order of --axes, with commas between: shorter axes are filled up with zeros, longer ones cropped."`
	Norm    norm   `default:"backward" placeholder:"backward" help:"Which direction carries the factor: backward, ortho, which makes the transform orthogonal, forward."`
}

// A trigTransform computes sine or cosine transforms of one type of arrays of one shape.
type trigTransform func(
	c *wgfft.Engine, ctx context.Context, dst, src []float32, shape []int, kind wgfft.Kind, opts ...wgfft.Option,
) ([]float32, error)

func (f *trigFlags) run(a *app, first wgfft.Kind, forward, inverse trigTransform) error {
	kind, transform := first+wgfft.Kind(f.Type-1), forward
	if f.Inverse {
		transform = inverse
	}
	return write(a, f.Out, ".npy", func(w io.Writer) error {
		array, err := readReal(a, f.In)
		if err != nil {
			return err
		}
		e, err := f.Axes.within(f.In, array.Shape, f.Shape, false)
		if err != nil {
			return err
		}
		data, err := computed(a, e, func(c *wgfft.Engine) ([]float32, error) {
			dst := array.Data
			if f.Shape != nil {
				dst = nil // of another shape
			}
			return transform(c, a.ctx, dst, array.Data, e.shape, kind, e.options(f.Norm)...)
		})
		if err != nil {
			return err
		}
		tellOverflow(a, data, array.Lost)
		return npy.WriteReal(w, e.whole(e.to()), data)
	})
}
