package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/realdct"
)

type rfftCommand struct {
	In    string     `arg:"" name:"IN.npy" help:"Array of float32 or float64; - for standard input."`
	Out   string     `short:"o" placeholder:"OUT.npy" help:"File for the result, complex64; - or none for standard output."`
	Axes  axes       `default:"-1" placeholder:"-1" help:"Axes to transform along: numbers with commas between, counted from 0, or from the last as in --axes=-2,-1; or all. The one named last has half the spectrum in the result."`
	Shape lengthList `short:"n" placeholder:"LENGTHS" help:"Points to transform along each of the axes, in the order of --axes, with commas between: shorter axes are filled up with zeros, longer ones cropped."`
	Norm  norm       `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
}

// Help is the long help.
func (rfftCommand) Help() string {
	return "Of n real numbers the bins 0 ... n/2 of the spectrum are kept: the others are conjugates of these."
}

func (r *rfftCommand) Run(a *app) error {
	return write(a, r.Out, ".npy", func(w io.Writer) error {
		array, err := readReal(a, r.In)
		if err != nil {
			return err
		}
		e, err := r.Axes.extentOf(r.In, array.Shape, r.Shape, true)
		if err != nil {
			return err
		}
		bins, err := compute(a, e, func(c *wgfft.Engine) ([]complex64, error) {
			return c.RFFTN(a.ctx, nil, array.Data, e.shape, e.options(r.Norm)...)
		})
		if err != nil {
			return err
		}
		noteOverflow(a, bins, array.Lost)
		return npy.Write(w, e.withOuter(e.spectrumShape(e.resultShape())), bins)
	})
}

// halved is the axis with half the spectrum.
func (e extent) halfAxis() int { return e.axes[len(e.axes)-1] }

// spectrum is the shape of the half spectra of real arrays of the given shape.
func (e extent) spectrumShape(shape []int) []int {
	bins := append([]int{}, shape...)
	bins[e.halfAxis()] = realdct.Bins(bins[e.halfAxis()])
	return bins
}
