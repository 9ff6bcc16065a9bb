package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

type fftCommand struct {
	In      string     `arg:"" name:"IN.npy" help:"Array of complex64, complex128, float32 or float64; - for standard input."`
	Out     string     `short:"o" placeholder:"OUT.npy" help:"File for the result, complex64; - or none for standard output."`
	Axes    axes       `default:"-1" placeholder:"-1" help:"Axes to transform along: numbers with commas between, counted from 0, or from the last as in --axes=-2,-1; or all."`
	Shape   lengthList `short:"n" placeholder:"LENGTHS" help:"Points to transform along each of the axes, in the order of --axes, with commas between: shorter axes are filled up with zeros, longer ones cropped."`
	Inverse bool       `help:"The inverse transform."`
	Norm    norm       `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
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
