package main

import (
	"fmt"
	"slices"
	"strconv"
	"strings"

	"wgfft"
	"wgfft/plan"
)

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

// of are the axes of an array of so many, the first counted as 0, as they are named.
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
	return along, nil
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

// An extent is where in an array a transform happens.
type extent struct {
	file    string
	before  []int // points along the axes before the first that is transformed, which only make more arrays
	shape   []int // and along the others
	axes    []int // of shape, those transformed: in order, but for one with half a spectrum, which is the last
	lengths []int // points to transform along each of axes; nil: as many as there are
}

// within says where a transform along some axes happens in an array of the given shape, with lengths if there are any. With halved the
// axis that is named last has half a spectrum.
func (a axes) within(file string, shape, lengths []int, halved bool) (extent, error) {
	if len(shape) == 0 {
		return extent{}, fmt.Errorf("%s: a single number: a transform needs an array with an axis", title(file))
	}
	named, err := a.of(len(shape))
	if err != nil {
		return extent{}, err
	}
	if lengths != nil && len(lengths) != len(named) {
		return extent{}, misuse("--shape has the lengths %v: --axes names %d, and each needs one", lengths, len(named))
	}
	first := slices.Min(named)
	e := extent{file: file, before: shape[:first], shape: shape[first:]}
	if len(e.shape) > plan.MaxAxes {
		return extent{}, fmt.Errorf("%s: %d axes from the first that is transformed on: at most %d are possible: move it back with numpy.moveaxis, or merge others with reshape",
			title(file), len(e.shape), plan.MaxAxes)
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

// to is the shape of what is transformed, padded or cropped, without the axes before.
func (e extent) to() []int {
	to := slices.Clone(e.shape)
	for i, n := range e.lengths {
		to[e.axes[i]] = n
	}
	return to
}

// whole is a shape with the axes before.
func (e extent) whole(shape []int) []int { return slices.Concat(e.before, shape) }

// none says whether there are no arrays to transform. One without points is no such thing.
func (e extent) none() bool {
	for _, axis := range e.axes {
		if e.shape[axis] == 0 {
			return false
		}
	}
	return slices.Contains(e.before, 0) || slices.Contains(e.shape, 0)
}

// options are what a transform of several axes is told.
func (e extent) options(n norm) []wgfft.Option {
	o := []wgfft.Option{wgfft.WithAxes(e.axes...), wgfft.WithNorm(n.Norm)}
	if e.lengths != nil {
		o = append(o, wgfft.WithLengths(e.lengths...))
	}
	return o
}

// computed is what f makes of the arrays of an extent on the device that was asked for.
func computed[T any](a *app, e extent, f func(c *wgfft.Engine) ([]T, error)) ([]T, error) {
	if e.none() {
		return nil, nil
	}
	c, err := a.open(wgfft.HostDefault)
	if err != nil {
		return nil, err
	}
	defer c.Close()
	data, err := f(c)
	if err != nil {
		return nil, &fileError{e.file, err}
	}
	return data, nil
}
