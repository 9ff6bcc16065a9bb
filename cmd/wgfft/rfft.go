package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/large"
	"wgfft/realdct"
)

type rfftCommand struct {
	In        string     `arg:"" name:"IN.npy" help:"${real_in}"`
	Out       string     `short:"o" placeholder:"OUT.npy" help:"${complex_out}"`
	Axes      axes       `default:"-1" placeholder:"-1" help:"${axes_half}"`
	Shape     lengthList `short:"n" placeholder:"LENGTHS" help:"${lengths}"`
	Norm      norm       `default:"backward" placeholder:"backward" help:"${norm}"`
	Precision precision  `default:"auto" placeholder:"auto" help:"${precision}"`
	Quick     bool       `help:"${quick}"`
	largeFlags
}

// Help is the long help.
func (rfftCommand) Help() string {
	return "Computes bins 0 to n/2 of the spectrum of n real samples. The other bins are their conjugates."
}

func (r *rfftCommand) Run(a *app) error {
	if err := r.largeFlags.check(); err != nil {
		return err
	}
	if r.Memory > 0 {
		file := large.File{In: r.In, Out: r.Out, Kind: wgfft.R2C, Axes: r.Axes.list, Norm: r.Norm.Norm, Quick: r.Quick}
		return a.transformLarge(file, r.largeFlags, r.Precision, r.Shape)
	}
	return write(a, r.Out, ".npy", func(w io.Writer) error {
		array, err := readSamples(a, r.In, r.Precision)
		switch {
		case err != nil:
			return err
		case array.isDouble:
			return writeRFFT(a, w, r, array.double, r.Precision.double)
		}
		return writeRFFT(a, w, r, array.single, single)
	})
}

// writeRFFT transforms an array and writes the half spectra.
func writeRFFT[C wgfft.Complex, R wgfft.Real](a *app, w io.Writer, r *rfftCommand, array npy.Array[R],
	in transformsOf[C, R]) error {
	e, err := r.Axes.extentOf(r.In, array.Shape, r.Shape, true)
	if err != nil {
		return err
	}
	bins, err := compute(a, e, r.Precision, in, func(_ *wgfft.Engine, t *wgfft.Transforms[C, R]) ([]C, error) {
		return t.RFFTN(a.ctx, nil, array.Data, e.shape, e.options(r.Norm, r.Quick)...)
	})
	if err != nil {
		return err
	}
	noteOverflow(a, bins, array.Lost)
	return npy.Write(w, e.withOuter(e.spectrumShape(e.resultShape())), bins)
}

// halfAxis returns the axis of the half spectrum.
func (e extent) halfAxis() int { return e.axes[len(e.axes)-1] }

// spectrumShape returns the shape of the half spectrum of a real array of the given shape.
func (e extent) spectrumShape(shape []int) []int {
	bins := append([]int{}, shape...)
	bins[e.halfAxis()] = realdct.Bins(bins[e.halfAxis()])
	return bins
}
