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
	In        string `arg:"" name:"A.npy" help:"${complex_in}"`
	Kernel    string `arg:"" name:"B.npy" help:"${kernel_in}"`
	Out       string `short:"o" placeholder:"C.npy" help:"${convolve_out}"`
	Mode      mode   `default:"full" placeholder:"full" help:"${mode}"`
	Correlate bool   `help:"Correlate: use the conjugated, reversed kernel."`
}

// mode is the value of --mode.
type mode struct{ wgfft.Mode }

// UnmarshalText parses the name of a mode.
func (m *mode) UnmarshalText(text []byte) (err error) {
	m.Mode, err = plan.ParseMode(string(text))
	return err
}

func (v *convolveCommand) Run(a *app) error {
	if v.In == "-" && v.Kernel == "-" {
		return usageErrorf("standard input cannot be both arrays: name a file for one")
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
		c, parts, err := v.problem(array, kernel)
		if err != nil {
			return err
		}
		shape := slices.Concat(parts, c.Result())
		if array.Real() && kernel.Real() {
			data, err := convolve(a, realParts(array.Data), realParts(kernel.Data), c, (*wgfft.Engine).ConvolveReal)
			if err != nil {
				return err
			}
			noteOverflow(a, data, array.Lost, kernel.Lost)
			return npy.WriteReal(w, shape, data)
		}
		data, err := convolve(a, array.Data, kernel.Data, c, (*wgfft.Engine).Convolve)
		if err != nil {
			return err
		}
		noteOverflow(a, data, array.Lost, kernel.Lost)
		return npy.Write(w, shape, data)
	})
}

// problem returns the convolution of the last axes of array with kernel, and the lengths of the other
// axes, which form the batch.
func (v *convolveCommand) problem(array, kernel npy.Array) (c wgfft.Convolution, parts []int, err error) {
	rank, axes := len(array.Shape), len(kernel.Shape)
	switch {
	case rank == 0:
		return c, nil, fmt.Errorf("%s: 0-dimensional array, want at least 1 axis", displayName(v.In))
	case axes == 0 || axes > rank:
		allowed := "1 axis"
		if rank > 1 {
			allowed = fmt.Sprintf("1 to %d axes", rank)
		}
		return c, nil, fmt.Errorf("%s has shape %s, kernel %s has shape %s: the kernel needs %s",
			displayName(v.In), tuple(array.Shape), displayName(v.Kernel), tuple(kernel.Shape), allowed)
	case axes > plan.MaxAxes:
		return c, nil, fmt.Errorf("%s: %d axes, at most %d are possible", displayName(v.Kernel), axes, plan.MaxAxes)
	}
	c = wgfft.Convolution{
		Shape: array.Shape[rank-axes:], Kernel: kernel.Shape, Mode: v.Mode.Mode, Correlate: v.Correlate,
	}
	return c, array.Shape[:rank-axes], c.Check()
}

// convolve opens a device and convolves on it, with the given method.
func convolve[T any](a *app, array, kernel []T, c wgfft.Convolution,
	by func(*wgfft.Engine, context.Context, []T, []T, []T, wgfft.Convolution) ([]T, error)) ([]T, error) {
	if len(array) == 0 {
		return nil, nil // an empty batch
	}
	on, err := a.open("")
	if err != nil {
		return nil, err
	}
	defer on.Close()
	return by(on, a.ctx, nil, array, kernel, c)
}

// realParts returns the real parts of z.
func realParts(z []complex64) []float32 {
	x := make([]float32, len(z))
	for i, v := range z {
		x[i] = real(v)
	}
	return x
}
