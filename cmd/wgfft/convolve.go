package main

import (
	"context"
	"fmt"
	"io"
	"slices"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/plan"
)

type convolveCommand struct {
	In        string `arg:"" name:"A.npy" help:"Array of complex64, complex128, float32 or float64; - for standard input."`
	Kernel    string `arg:"" name:"B.npy" help:"The kernel: an array whose axes are the last of A's; each part of A along these is convolved with it."`
	Out       string `short:"o" placeholder:"C.npy" help:"File for the result, complex64, or float32 where both arrays are real; - or none for standard output."`
	Mode      mode   `default:"full" placeholder:"full" help:"What is wanted, as scipy.signal has it: full, same (centred), valid (where no zero beyond an end takes part); or circular."`
	Correlate bool   `help:"Correlate instead: the kernel is conjugated and runs backwards."`
}

// mode is a --mode.
type mode struct{ wgfft.Mode }

// UnmarshalText reads a mode's name.
func (m *mode) UnmarshalText(text []byte) (err error) {
	v, err := plan.ParseMode(string(text))
	m.Mode = wgfft.Mode(v)
	return err
}

func (v *convolveCommand) Run(a *app) error {
	if v.In == "-" && v.Kernel == "-" {
		return misuse("standard input can't be both arrays: name a file for one")
	}
	return write(a, v.Out, ".npy", func(w io.Writer) error {
		array, err := readArray(a, v.In)
		if err != nil {
			return err
		}
		kernel, err := readArray(a, v.Kernel)
		if err != nil {
			return err
		}
		c, parts, err := v.convolution(array, kernel)
		if err != nil {
			return err
		}
		shape := slices.Concat(parts, c.Result())
		if array.Real() && kernel.Real() {
			data, err := convolved(a, realParts(array.Data), realParts(kernel.Data), c, (*wgfft.Engine).ConvolveReal)
			if err != nil {
				return err
			}
			tellOverflow(a, data, array.Lost, kernel.Lost)
			return npy.WriteReal(w, shape, data)
		}
		data, err := convolved(a, array.Data, kernel.Data, c, (*wgfft.Engine).Convolve)
		if err != nil {
			return err
		}
		tellOverflow(a, data, array.Lost, kernel.Lost)
		return npy.Write(w, shape, data)
	})
}

// convolution is what is to be done with the parts of an array along its last axes, as many as the kernel has, and the axes besides.
func (v *convolveCommand) convolution(array, kernel npy.Array) (c wgfft.Convolution, parts []int, err error) {
	rank, axes := len(array.Shape), len(kernel.Shape)
	switch {
	case axes == 0 || axes > rank:
		return c, nil, fmt.Errorf("%s has the shape %v, %s %v: a kernel has from 1 axis to as many as the array: reshape one of them",
			title(v.In), array.Shape, title(v.Kernel), kernel.Shape)
	case axes > plan.MaxAxes:
		return c, nil, fmt.Errorf("%s: %d axes: at most %d are possible", title(v.Kernel), axes, plan.MaxAxes)
	}
	c = wgfft.Convolution{Shape: array.Shape[rank-axes:], Kernel: kernel.Shape, Mode: v.Mode.Mode, Correlate: v.Correlate}
	return c, array.Shape[:rank-axes], c.Check()
}

// convolved opens a device and convolves on it.
func convolved[T any](a *app, array, kernel []T, c wgfft.Convolution, by func(*wgfft.Engine, context.Context, []T, []T, []T, wgfft.Convolution) ([]T, error)) ([]T, error) {
	if len(array) == 0 {
		return nil, nil // no parts
	}
	on, err := a.open(wgfft.HostDefault)
	if err != nil {
		return nil, err
	}
	defer on.Close()
	return by(on, a.ctx, nil, array, kernel, c)
}

// realParts are the real parts of points.
func realParts(z []complex64) []float32 {
	x := make([]float32, len(z))
	for i, v := range z {
		x[i] = real(v)
	}
	return x
}
