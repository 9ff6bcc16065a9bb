package main

import (
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
	Out       string `short:"o" placeholder:"C.npy" help:"File for the result, complex64; - or none for standard output."`
	Mode      mode   `default:"full" placeholder:"full" help:"What is wanted, as scipy.signal has it: full, same (centred), valid (where no zero beyond an end takes part); or circular."`
	Correlate bool   `help:"Correlate instead: the kernel is conjugated and runs backwards."`
}

// mode is a --mode.
type mode struct{ wgfft.Mode }

// UnmarshalText reads a mode's name.
func (m *mode) UnmarshalText(text []byte) (err error) {
	m.Mode, err = plan.ParseMode(string(text))
	return err
}

func (v *convolveCommand) Run(a *app) error {
	if v.In == "-" && v.Kernel == "-" {
		return misuse("standard input can't be both arrays: name a file for one")
	}
	return write(a, v.Out, func(w io.Writer) error {
		array, err := read(a, v.In, npy.Read)
		if err != nil {
			return err
		}
		kernel, err := read(a, v.Kernel, npy.Read)
		if err != nil {
			return err
		}
		shape, data, err := v.convolve(a, array, kernel)
		if err != nil {
			return err
		}
		return npy.Write(w, shape, data)
	})
}

// convolve returns the convolutions of the parts of an array along its last axes, as many as the kernel has.
func (v *convolveCommand) convolve(a *app, array, kernel npy.Array) (shape []int, data []complex64, err error) {
	rank, axes := len(array.Shape), len(kernel.Shape)
	switch {
	case axes == 0 || axes > rank:
		return nil, nil, misuse("%s has the shape %v, %s %v: a kernel has from 1 axis to as many as the array: reshape one of them",
			title(v.In), array.Shape, title(v.Kernel), kernel.Shape)
	case axes > plan.MostAxes:
		return nil, nil, fmt.Errorf("%s: %d axes: at most %d are possible", title(v.Kernel), axes, plan.MostAxes)
	}
	c := wgfft.Convolution{Shape: array.Shape[rank-axes:], Kernel: kernel.Shape, Mode: v.Mode.Mode, Correlate: v.Correlate}
	if err := c.Check(plan.AnyLimits()); err != nil {
		return nil, nil, err
	}
	shape = append(slices.Clone(array.Shape[:rank-axes]), c.Result()...)
	if len(array.Data) == 0 {
		return shape, nil, nil // no parts
	}
	on, err := a.open("")
	if err != nil {
		return nil, nil, err
	}
	defer on.Close()
	data, err = on.Convolve(a.ctx, nil, array.Data, kernel.Data, c)
	return shape, data, err
}
