package main

import (
	"fmt"
	"io"
	"slices"
	"strconv"
	"strings"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/plan"
)

type fftCommand struct {
	In      string `arg:"" name:"IN.npy" help:"Array of complex64, complex128, float32 or float64; - for standard input."`
	Out     string `short:"o" placeholder:"OUT.npy" help:"File for the result, complex64; - or none for standard output."`
	Axes    axes   `default:"-1" placeholder:"-1" help:"Axes to transform along: numbers with commas between, counted from 0, or from the last as in --axes=-2,-1; or all."`
	Shape   counts `short:"n" placeholder:"LENGTHS" help:"Points to transform along each of the axes, in the order of --axes, with commas between: shorter axes are filled up with zeros, longer ones cropped."`
	Inverse bool   `help:"The inverse transform."`
	Norm    norm   `default:"backward" placeholder:"backward" help:"Which direction carries the factor 1/N: backward, ortho, forward."`
}

// axes are an --axes.
type axes struct {
	all  bool
	list []int
}

// UnmarshalText reads numbers with commas between, or all.
func (a *axes) UnmarshalText(text []byte) error {
	*a = axes{}
	if string(text) == "all" {
		a.all = true
		return nil
	}
	for _, s := range strings.Split(string(text), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return fmt.Errorf("axes %q: use numbers with commas between, as in 0,2 or -2,-1, or all", text)
		}
		a.list = append(a.list, n)
	}
	return nil
}

// of are the axes of an array of so many, the first counted as 0 and in order.
func (a axes) of(rank int) ([]int, error) {
	var along []int
	for axis := range rank {
		if a.all {
			along = append(along, axis)
		}
	}
	for _, axis := range a.list {
		if axis < -rank || axis >= rank {
			return nil, misuse("--axes %d: the array has the axes 0 to %d, or -%d to -1", axis, rank-1, rank)
		}
		if axis < 0 {
			axis += rank
		}
		if slices.Contains(along, axis) {
			return nil, misuse("--axes: axis %d is named twice", axis)
		}
		along = append(along, axis)
	}
	slices.Sort(along)
	return along, nil
}

func (f *fftCommand) Run(a *app) error {
	return write(a, f.Out, func(w io.Writer) error {
		array, err := read(a, f.In, npy.Read)
		if err != nil {
			return err
		}
		if array, err = f.transform(a, array); err != nil {
			return err
		}
		return npy.Write(w, array.Shape, array.Data)
	})
}

// transform returns the transform of an array, in its place if it has its shape.
func (f *fftCommand) transform(a *app, array npy.Array) (npy.Array, error) {
	if len(array.Shape) == 0 {
		return array, misuse("%s: a single number: a transform needs an array with an axis", title(f.In))
	}
	along, err := f.Axes.of(len(array.Shape))
	if err != nil {
		return array, err
	}
	lengths, err := f.lengths(along, len(array.Shape))
	if err != nil {
		return array, err
	}
	// The axes before the first of these only make more arrays.
	shape := array.Shape[along[0]:]
	for i := range along {
		along[i] -= len(array.Shape) - len(shape)
	}
	if len(shape) > plan.MostAxes {
		return array, fmt.Errorf("%s: %d axes from the first that is transformed on: at most %d are possible: move it back with numpy.moveaxis, or merge others with reshape",
			title(f.In), len(shape), plan.MostAxes)
	}
	empty := func(axis int) bool { return shape[axis] == 0 }
	to := slices.Clone(array.Shape)
	for i, n := range lengths {
		to[len(to)-len(shape)+along[i]] = n
	}
	if len(array.Data) == 0 && !slices.ContainsFunc(along, empty) {
		return npy.Array{Shape: to}, nil // nothing to transform
	}
	c, err := a.open()
	if err != nil {
		return array, err
	}
	defer c.Close()
	switch {
	case lengths != nil:
		transform := c.FFTN
		if f.Inverse {
			transform = c.IFFTN
		}
		data, err := transform(a.ctx, nil, array.Data, shape, wgfft.WithAxes(along...), wgfft.WithLengths(lengths...), wgfft.WithNorm(f.Norm.Norm))
		return npy.Array{Shape: to, Data: data}, err
	case len(shape) == 1:
		return array, transformRows(a.ctx, c, array.Data, array.Data, shape[0], f.Inverse, f.Norm.Norm)
	}
	return array, transformArrays(a.ctx, c, array.Data, array.Data, shape, along, f.Inverse, f.Norm.Norm)
}

// lengths are those of --shape for the axes of an array of so many, which are in order; nil if there are none.
func (f *fftCommand) lengths(along []int, rank int) ([]int, error) {
	if f.Shape == nil {
		return nil, nil
	}
	if len(f.Shape) != len(along) {
		return nil, misuse("--shape has the lengths %v: --axes names %d, and each needs one", []int(f.Shape), len(along))
	}
	lengths := slices.Clone(f.Shape)
	for i, axis := range f.Axes.list { // of --axes all they are in order
		lengths[slices.Index(along, (axis+rank)%rank)] = f.Shape[i]
	}
	return lengths, nil
}

// counts are numbers of at least 1 with commas between.
type counts []int

// UnmarshalText reads them.
func (c *counts) UnmarshalText(text []byte) error {
	*c = nil
	for _, s := range strings.Split(string(text), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return fmt.Errorf("%q: use numbers of at least 1 with commas between, as in 512,512", text)
		}
		*c = append(*c, n)
	}
	return nil
}
