package main

import (
	"io"

	"wgfft"
	"wgfft/internal/npy"
)

type fftCommand struct {
	In      string `arg:"" name:"IN.npy" help:"Array of complex64, complex128, float32 or float64; - for standard input."`
	Out     string `short:"o" placeholder:"OUT.npy" help:"File for the result, complex64; - or none for standard output."`
	Inverse bool   `help:"The inverse transform."`
	Norm    norm   `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
}

func (f *fftCommand) Run(a *app) error {
	return write(a, f.Out, func(w io.Writer) error {
		array, err := read(a, f.In, npy.Read)
		if err != nil {
			return err
		}
		if err := f.transform(a, array); err != nil {
			return err
		}
		return npy.Write(w, array.Shape, array.Data)
	})
}

// transform replaces the rows of the array, along its last axis, by their transforms.
func (f *fftCommand) transform(a *app, array npy.Array) error {
	if len(array.Shape) == 0 {
		return misuse("%s: a single number: a transform needs an array with an axis", title(f.In))
	}
	n := array.Shape[len(array.Shape)-1]
	if n > 0 && len(array.Data) == 0 {
		return nil // no rows
	}
	c, err := a.open()
	if err != nil {
		return err
	}
	defer c.Close()
	how := []wgfft.Option{wgfft.WithRows(n), wgfft.WithNorm(f.Norm.Norm)}
	if f.Inverse {
		_, err = c.IFFT(a.ctx, array.Data, array.Data, how...)
	} else {
		_, err = c.FFT(a.ctx, array.Data, array.Data, how...)
	}
	return err
}
