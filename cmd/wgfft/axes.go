package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wgfft"
	"wgfft/internal/npy"
	"wgfft/plan"
)

// axes is the value of --axes.
type axes struct {
	all  bool
	list []int
}

// UnmarshalText parses comma-separated integers, or "all".
func (a *axes) UnmarshalText(text []byte) error {
	*a = axes{}
	if string(text) == "all" {
		a.all = true
		return nil
	}
	for _, s := range strings.Split(string(text), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil {
			return fmt.Errorf("%q: use comma-separated integers, as in 0,2 or -2,-1, or all", text)
		}
		a.list = append(a.list, n)
	}
	return nil
}

// resolve returns the axes of an array of the given rank, in the order named and counted from 0.
func (a axes) resolve(rank int) ([]int, error) {
	var along []int
	for axis := range rank {
		if a.all {
			along = append(along, axis)
		}
	}
	for _, axis := range a.list {
		if axis < -rank || axis >= rank {
			return nil, usageErrorf("--axes %d: out of range [%d, %d]", axis, -rank, rank-1)
		}
		if axis < 0 {
			axis += rank
		}
		if slices.Contains(along, axis) {
			return nil, usageErrorf("--axes: axis %d is named twice", axis)
		}
		along = append(along, axis)
	}
	return along, nil
}

// A lengthList is a comma-separated list of positive integers.
type lengthList []int

// UnmarshalText parses the list.
func (c *lengthList) UnmarshalText(text []byte) error {
	*c = nil
	for _, s := range strings.Split(string(text), ",") {
		n, err := strconv.Atoi(strings.TrimSpace(s))
		if err != nil || n < 1 {
			return fmt.Errorf("%q: use comma-separated positive integers, as in 512,512", text)
		}
		*c = append(*c, n)
	}
	return nil
}

// An extent is the part of an array's shape that a transform covers.
type extent struct {
	file    string
	outer   []int // axes before the first transformed one; they only multiply the batch
	shape   []int // remaining axes
	axes    []int // transformed axes of shape, ascending; the axis of a half spectrum comes last
	lengths []int // transform length along each of axes; nil: the length in shape
}

// extentOf returns the extent of a transform of an array of the given shape. lengths may be nil. With
// halved the axis that is named last holds a half spectrum.
func (a axes) extentOf(file string, shape, lengths []int, halved bool) (extent, error) {
	if len(shape) == 0 {
		return extent{}, fmt.Errorf("%s: 0-dimensional array, want at least 1 axis", displayName(file))
	}
	named, err := a.resolve(len(shape))
	if err != nil {
		return extent{}, err
	}
	if lengths != nil && len(lengths) != len(named) {
		return extent{}, usageErrorf("--shape has %s, --axes has %s: give one length per axis",
			count(len(lengths), "length"), count(len(named), "axis"))
	}
	first := slices.Min(named)
	e := extent{file: file, outer: shape[:first], shape: shape[first:]}
	if len(e.shape) > plan.MaxAxes {
		return extent{}, fmt.Errorf("%s: %d axes from the first transformed one on, at most %d are possible; "+
			"use numpy.moveaxis or reshape", displayName(file), len(e.shape), plan.MaxAxes)
	}
	sorted := slices.Clone(named)
	if halved {
		slices.Sort(sorted[:len(sorted)-1])
	} else {
		slices.Sort(sorted)
	}
	for _, axis := range sorted {
		e.axes = append(e.axes, axis-first)
		if lengths != nil {
			e.lengths = append(e.lengths, lengths[slices.Index(named, axis)])
		}
	}
	return e, nil
}

// resultShape returns shape, padded or cropped to lengths.
func (e extent) resultShape() []int {
	to := slices.Clone(e.shape)
	for i, n := range e.lengths {
		to[e.axes[i]] = n
	}
	return to
}

// withOuter returns the outer axes followed by shape.
func (e extent) withOuter(shape []int) []int { return slices.Concat(e.outer, shape) }

// isEmpty reports whether the batch is empty. An array without points along a transformed axis is not empty: it is
// an error.
func (e extent) isEmpty() bool {
	for _, axis := range e.axes {
		if e.shape[axis] == 0 {
			return false
		}
	}
	return slices.Contains(e.outer, 0) || slices.Contains(e.shape, 0)
}

// operations returns the operations of complex transforms of the extent.
func (e extent) operations() float64 {
	batch := 1
	for _, n := range e.outer {
		batch *= n
	}
	return wgfft.Problem{Shape: e.resultShape(), Axes: e.axes, Batch: batch}.Operations()
}

// options returns the options of a transform along several axes.
func (e extent) options(n norm, quick bool) []wgfft.Option {
	o := []wgfft.Option{wgfft.WithAxes(e.axes...), wgfft.WithNorm(n.Norm)}
	if quick {
		o = append(o, wgfft.WithQuick())
	}
	if e.lengths != nil {
		o = append(o, wgfft.WithLengths(e.lengths...))
	}
	return o
}

// compute opens the engine and calls f with the transforms that in returns, which have precision p. It returns nil for
// an empty extent.
func compute[T npy.Element, C wgfft.Complex, R wgfft.Real](a *app, e extent, p precision, in transformsOf[C, R],
	f func(c *wgfft.Engine, t *wgfft.Transforms[C, R]) ([]T, error)) ([]T, error) {
	if e.isEmpty() {
		return nil, nil
	}
	c, err := a.openFor(p.work(e.operations()))
	if err != nil {
		return nil, err
	}
	defer c.Close()
	t, err := in(c)
	if err != nil {
		return nil, err
	}
	data, err := f(c, t)
	if err != nil {
		return nil, &fileError{e.file, err}
	}
	return data, nil
}
