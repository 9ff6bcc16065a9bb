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
	In        string    `arg:"" name:"A.npy" help:"${complex_in}"`
	Kernel    string    `arg:"" name:"B.npy" help:"${kernel_in}"`
	Out       string    `short:"o" placeholder:"C.npy" help:"${convolve_out}"`
	Mode      mode      `default:"full" placeholder:"full" help:"${mode}"`
	Correlate bool      `help:"Correlate: use the conjugated, reversed kernel."`
	Precision precision `default:"auto" placeholder:"auto" help:"${precision}"`
	Quick     bool      `help:"${quick}"`
}

// mode is the value of --mode.
type mode struct{ wgfft.Mode }

// UnmarshalText parses the name of a mode.
func (m *mode) UnmarshalText(text []byte) (err error) {
	v, err := plan.ParseMode(string(text))
	m.Mode = wgfft.Mode(v)
	return err
}

func (v *convolveCommand) Run(a *app) error {
	if v.In == "-" && v.Kernel == "-" {
		return usageErrorf("standard input cannot be both arrays: name a file for one")
	}
	return write(a, v.Out, ".npy", func(w io.Writer) error {
		array, err := readPoints(a, v.In, v.Precision)
		if err != nil {
			return err
		}
		kernel, err := readPoints(a, v.Kernel, v.Precision)
		switch {
		case err != nil:
			return err
		case array.isDouble != kernel.isDouble:
			return usageErrorf("%s is of type %s and %s of type %s: use --precision double or --precision single",
				displayName(v.In), array.dtype(), displayName(v.Kernel), kernel.dtype())
		case array.isDouble:
			return writeConvolution(a, w, v, array.double, kernel.double, v.Precision.double)
		}
		return writeConvolution(a, w, v, array.single, kernel.single, single)
	})
}

// writeConvolution convolves an array with a kernel and writes the result. The result is real if
// array and kernel are real.
func writeConvolution[C wgfft.Complex, R wgfft.Real](a *app, w io.Writer, v *convolveCommand,
	array, kernel npy.Array[C], in transformsOf[C, R]) error {
	c, parts, err := v.problem(array.Shape, kernel.Shape)
	if err != nil {
		return err
	}
	shape := slices.Concat(parts, c.Result())
	if array.Real() && kernel.Real() {
		reals := operands[R]{realParts[C, R](array.Data), realParts[C, R](kernel.Data)}
		data, err := convolve(a, v.Precision, reals, c, in, (*wgfft.Transforms[C, R]).ConvolveReal)
		if err != nil {
			return err
		}
		noteOverflow(a, data, array.Lost, kernel.Lost)
		return npy.Write(w, shape, data)
	}
	data, err := convolve(a, v.Precision, operands[C]{array.Data, kernel.Data}, c, in,
		(*wgfft.Transforms[C, R]).Convolve)
	if err != nil {
		return err
	}
	noteOverflow(a, data, array.Lost, kernel.Lost)
	return npy.Write(w, shape, data)
}

// problem returns the convolution of the last axes of an array with a kernel, and the lengths of the other
// axes, which form the batch.
func (v *convolveCommand) problem(array, kernel []int) (c wgfft.Convolution, parts []int, err error) {
	rank, axes := len(array), len(kernel)
	switch {
	case rank == 0:
		return c, nil, fmt.Errorf("%s: 0-dimensional array, want at least 1 axis", displayName(v.In))
	case axes == 0 || axes > rank:
		allowed := "1 axis"
		if rank > 1 {
			allowed = fmt.Sprintf("1 to %d axes", rank)
		}
		return c, nil, fmt.Errorf("%s has shape %s, kernel %s has shape %s: the kernel needs %s",
			displayName(v.In), tuple(array), displayName(v.Kernel), tuple(kernel), allowed)
	case axes > plan.MaxAxes:
		return c, nil, fmt.Errorf("%s: %d axes, at most %d are possible", displayName(v.Kernel), axes, plan.MaxAxes)
	}
	c = wgfft.Convolution{
		Shape: array[rank-axes:], Kernel: kernel, Mode: v.Mode.Mode, Correlate: v.Correlate, Quick: v.Quick,
	}
	return c, array[:rank-axes], c.Check()
}

// operands are the elements of the arrays and of the kernel.
type operands[T any] struct{ array, kernel []T }

// convolve opens a device and convolves with the method by: Convolve or ConvolveReal.
func convolve[T any, C wgfft.Complex, R wgfft.Real](a *app, p precision, of operands[T], c wgfft.Convolution,
	in transformsOf[C, R],
	by func(*wgfft.Transforms[C, R], context.Context, []T, []T, []T, wgfft.Convolution) ([]T, error)) ([]T, error) {
	if len(of.array) == 0 {
		return nil, nil // an empty batch
	}
	on, err := a.openFor(p.work(convolutionWork(c, len(of.array))))
	if err != nil {
		return nil, err
	}
	defer on.Close()
	t, err := in(on)
	if err != nil {
		return nil, err
	}
	return by(t, a.ctx, nil, of.array, of.kernel, c)
}

// convolutionWork returns the operations of three transforms of the padded arrays. elements is the number of elements
// of all arrays.
func convolutionWork(c wgfft.Convolution, elements int) float64 {
	padded := make([]int, len(c.Shape))
	batch := elements
	for i, n := range c.Shape {
		padded[i] = n + c.Kernel[i] - 1
		batch /= n
	}
	return 3 * wgfft.Problem{Shape: padded, Batch: batch}.Operations()
}

// realParts returns the real parts of z.
func realParts[C wgfft.Complex, R wgfft.Real](z []C) []R {
	x := make([]R, len(z))
	for i, v := range z {
		x[i] = R(real(complex128(v)))
	}
	return x
}
