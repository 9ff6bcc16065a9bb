package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

type fftCommand struct {
	In      string     `arg:"" name:"IN.npy" help:"${complex_in}"`
	Out     string     `short:"o" placeholder:"OUT.npy" help:"${complex_out}"`
	Axes    axes       `default:"-1" placeholder:"-1" help:"${axes}"`
	Shape   lengthList `short:"n" placeholder:"LENGTHS" help:"${lengths}"`
	Inverse bool       `help:"Compute the inverse transform."`
	Norm    norm       `default:"backward" placeholder:"backward" help:"${norm}"`
}

func (f *fftCommand) Run(a *app) error {
	return write(a, f.Out, ".npy", func(w io.Writer) error {
		array, err := readArray(a, f.In)
		if err != nil {
			return err
		}
		e, err := f.Axes.extentOf(f.In, array.Shape, f.Shape, false)
		if err != nil {
			return err
		}
		data, err := compute(a, e, func(c *wgfft.Engine) ([]complex64, error) {
			transform, dst := c.FFTN, array.Data
			if f.Inverse {
				transform = c.IFFTN
			}
			if f.Shape != nil {
				dst = nil // of another shape
			}
			return transform(a.ctx, dst, array.Data, e.shape, e.options(f.Norm)...)
		})
		if err != nil {
			return err
		}
		noteOverflow(a, data, array.Lost)
		return npy.Write(w, e.withOuter(e.resultShape()), data)
	})
}
