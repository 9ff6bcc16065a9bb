package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

// A dctCommand computes cosine transforms.
type dctCommand struct {
	trigFlags `embed:""`
}

func (d *dctCommand) Run(a *app) error { return d.run(a, wgfft.DCT1) }

// A dstCommand computes sine transforms.
type dstCommand struct {
	trigFlags `embed:""`
}

func (d *dstCommand) Run(a *app) error { return d.run(a, wgfft.DST1) }

type trigFlags struct {
	In        string     `arg:"" name:"IN.npy" help:"${real_in}"`
	Out       string     `short:"o" placeholder:"OUT.npy" help:"${real_out}"`
	Type      int        `default:"2" placeholder:"2" enum:"1,2,3,4" help:"Type 1, 2, 3 or 4, as in scipy.fft."`
	Inverse   bool       `help:"Compute the inverse of the transform of this type."`
	Axes      axes       `default:"-1" placeholder:"-1" help:"${axes}"`
	Shape     lengthList `short:"n" placeholder:"LENGTHS" help:"${lengths}"`
	Norm      norm       `default:"backward" placeholder:"backward" help:"${trig_norm}"`
	Precision precision  `default:"auto" placeholder:"auto" help:"${precision}"`
	Quick     bool       `help:"${quick}"`
}

// run computes the transform of the type named, where first is the kind of type 1.
func (f *trigFlags) run(a *app, first wgfft.Kind) error {
	kind := first + wgfft.Kind(f.Type-1)
	return write(a, f.Out, ".npy", func(w io.Writer) error {
		array, err := readSamples(a, f.In, f.Precision)
		switch {
		case err != nil:
			return err
		case array.isDouble:
			return writeTrig(a, w, f, kind, array.double, f.Precision.double)
		}
		return writeTrig(a, w, f, kind, array.single, single)
	})
}

// writeTrig transforms an array and writes the result.
func writeTrig[C wgfft.Complex, R wgfft.Real](a *app, w io.Writer, f *trigFlags, kind wgfft.Kind,
	array npy.Array[R], in transformsOf[C, R]) error {
	e, err := f.Axes.extentOf(f.In, array.Shape, f.Shape, false)
	if err != nil {
		return err
	}
	data, err := compute(a, e, f.Precision, in, func(_ *wgfft.Engine, t *wgfft.Transforms[C, R]) ([]R, error) {
		forward, inverse := t.DCTN, t.IDCTN
		if kind >= wgfft.DST1 {
			forward, inverse = t.DSTN, t.IDSTN
		}
		transform, dst := forward, array.Data
		if f.Inverse {
			transform = inverse
		}
		if f.Shape != nil {
			dst = nil // of another shape
		}
		return transform(a.ctx, dst, array.Data, e.shape, kind, e.options(f.Norm, f.Quick)...)
	})
	if err != nil {
		return err
	}
	noteOverflow(a, data, array.Lost)
	return npy.Write(w, e.withOuter(e.resultShape()), data)
}
