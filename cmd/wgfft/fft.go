package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/large"
)

type fftCommand struct {
	In        string     `arg:"" name:"IN.npy" help:"${complex_in}"`
	Out       string     `short:"o" placeholder:"OUT.npy" help:"${complex_out}"`
	Axes      axes       `default:"-1" placeholder:"-1" help:"${axes}"`
	Shape     lengthList `short:"n" placeholder:"LENGTHS" help:"${lengths}"`
	Inverse   bool       `help:"Compute the inverse transform."`
	Norm      norm       `default:"backward" placeholder:"backward" help:"${norm}"`
	Precision precision  `default:"auto" placeholder:"auto" help:"${precision}"`
	Quick     bool       `help:"${quick}"`
	largeFlags
}

func (f *fftCommand) Run(a *app) error {
	if err := f.largeFlags.check(); err != nil {
		return err
	}
	if f.Memory > 0 {
		file := large.File{In: f.In, Out: f.Out, Axes: f.Axes.list, Norm: f.Norm.Norm, Quick: f.Quick}
		file.Inverse = f.Inverse
		return a.transformLarge(file, f.largeFlags, f.Precision, f.Shape)
	}
	return write(a, f.Out, ".npy", func(w io.Writer) error {
		array, err := readPoints(a, f.In, f.Precision)
		switch {
		case err != nil:
			return err
		case array.isDouble:
			return writeFFT(a, w, f, array.double, f.Precision.double)
		}
		return writeFFT(a, w, f, array.single, single)
	})
}

// writeFFT transforms an array and writes the result.
func writeFFT[C wgfft.Complex, R wgfft.Real](a *app, w io.Writer, f *fftCommand, array npy.Array[C],
	in transformsOf[C, R]) error {
	e, err := f.Axes.extentOf(f.In, array.Shape, f.Shape, false)
	if err != nil {
		return err
	}
	data, err := compute(a, e, f.Precision, in, func(_ *wgfft.Engine, t *wgfft.Transforms[C, R]) ([]C, error) {
		transform, dst := t.FFTN, array.Data
		if f.Inverse {
			transform = t.IFFTN
		}
		if f.Shape != nil {
			dst = nil // of another shape
		}
		return transform(a.ctx, dst, array.Data, e.shape, e.options(f.Norm, f.Quick)...)
	})
	if err != nil {
		return err
	}
	noteOverflow(a, data, array.Lost)
	return npy.Write(w, e.withOuter(e.resultShape()), data)
}
