package wgfft

import (
	"errors"
	"slices"
	"strings"
	"time"

	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/tune"
	"wgfft/internal/worker"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// This file converts between the types of this package and the types of the layers below. Kinds,
// norms and modes have the same numbers in all layers.

// planLayout converts a layout to the type of package plan.
func planLayout(l Layout) plan.Layout {
	return plan.Layout{
		Strides: l.Strides, Dist: l.Dist, Offset: l.Offset, Have: l.Have, Planar: l.Planar,
		Element: l.Samples.element(),
	}
}

// faceLayout returns a layout of package plan.
func faceLayout(l plan.Layout) Layout {
	return Layout{
		Strides: l.Strides, Dist: l.Dist, Offset: l.Offset, Have: l.Have, Planar: l.Planar,
		Samples: samplesOf(l.Element),
	}
}

// planProblem converts a problem, in its forward direction, to the type of package plan. The Kind
// of a problem with Kinds must fit them: see withKind.
func planProblem(p Problem) plan.Problem {
	of := plan.Problem{
		Kind: plan.Kind(p.Kind), Shape: p.Shape, Axes: p.Axes, Batch: p.Batch,
		Options: plan.Options{PackPairs: p.PackPairs, Quick: p.Quick, TwiddleOrder: p.Twiddle.Points},
		Norm:    plan.Norm(p.Norm), InPlace: p.InPlace, In: planLayout(p.In), Out: planLayout(p.Out),
		Elements: plan.Elements{Scratch: p.Scratch.element()},
	}
	if p.Kinds != nil {
		of.Kinds = make([]plan.Kind, len(p.Kinds))
		for i, k := range p.Kinds {
			of.Kinds[i] = plan.Kind(k)
		}
	}
	return of
}

// faceProblem returns a problem of package plan.
func faceProblem(p plan.Problem) Problem {
	of := Problem{
		Kind: Kind(p.Kind), Shape: p.Shape, Axes: p.Axes, Batch: p.Batch,
		PackPairs: p.PackPairs, Quick: p.Quick, Norm: Norm(p.Norm), InPlace: p.InPlace,
		In: faceLayout(p.In), Out: faceLayout(p.Out),
		Scratch: samplesOf(p.Scratch), Twiddle: Twiddle{Points: p.TwiddleOrder},
	}
	if p.Kinds != nil {
		of.Kinds = make([]Kind, len(p.Kinds))
		for i, k := range p.Kinds {
			of.Kinds[i] = Kind(k)
		}
	}
	return of
}

// A placedProblem is a problem of a one-call transform with the place of its twiddle.
type placedProblem struct {
	plan.Problem
	at Twiddle
}

// problem returns the problem of a one-call transform of arrays of a shape.
func (o options) problem(kind Kind, shape []int, inverse bool) placedProblem {
	p := planProblem(Problem{Kind: kind, Shape: shape, Axes: o.axes, Kinds: o.kinds, Norm: o.norm})
	p.Inverse, p.Options = inverse, o.Options
	p.TwiddleOrder = o.twiddle.Points
	return placedProblem{p, o.twiddle}
}

// planConvolution converts a convolution to the type of package plan.
func planConvolution(c Convolution) plan.Convolution {
	return plan.Convolution{
		Shape: c.Shape, Kernel: c.Kernel, Mode: plan.Mode(c.Mode), Correlate: c.Correlate, Real: c.Real,
		Quick: c.Quick,
		Batch: c.Batch, In: planLayout(c.In), Out: planLayout(c.Out),
	}
}

// planRegion converts a region to the type of package pipeline.
func planRegion(r Region) pipeline.Region { return pipeline.Region(r) }

// cloned returns a problem with copies of its slices.
func cloned(p Problem) Problem {
	p.Shape, p.Axes, p.Kinds = slices.Clone(p.Shape), slices.Clone(p.Axes), slices.Clone(p.Kinds)
	p.In, p.Out = clonedLayout(p.In), clonedLayout(p.Out)
	return p
}

// clonedConvolution returns a convolution with copies of its slices.
func clonedConvolution(c Convolution) Convolution {
	c.Shape, c.Kernel = slices.Clone(c.Shape), slices.Clone(c.Kernel)
	c.In, c.Out = clonedLayout(c.In), clonedLayout(c.Out)
	return c
}

// clonedLayout returns a layout with copies of its slices.
func clonedLayout(l Layout) Layout {
	l.Strides, l.Have = slices.Clone(l.Strides), slices.Clone(l.Have)
	return l
}

// engineWisdom converts a source of wisdom to the type of package engine.
func engineWisdom(s WisdomSource) engine.WisdomSource {
	of := engine.WisdomSource{Shipped: s.Kind != WisdomNone, Cached: s.Kind == WisdomCached}
	if s.Kind == WisdomDir {
		of.Dir = s.Dir
	}
	if s.Kind == WisdomStored {
		of.Store = s.Store
	}
	return of
}

// duration returns milliseconds as a duration.
func duration(ms float64) time.Duration { return time.Duration(ms * float64(time.Millisecond)) }

// faceProgress returns the progress of package tune.
func faceProgress(p tune.Progress) TuneProgress {
	return TuneProgress{
		Problem: faceProblem(p.Problem), Number: p.Number, Problems: p.Problems, Compared: p.Compared,
		Best: duration(p.Best), Untuned: duration(p.Untuned), Left: p.Left,
	}
}

// faceOutcome returns an outcome of package tune.
func faceOutcome(out tune.Outcome) Tuned {
	t := Tuned{
		Problem: faceProblem(out.Problem), Inverse: out.Problem.Inverse, Plan: out.Tuned, UntunedPlan: out.Untuned,
		Time: duration(out.Learnt.Ms), UntunedTime: duration(out.Learnt.UntunedMs), Error: out.Learnt.Error,
		Compared: out.Compared, Err: faced(out.Err),
	}
	for _, f := range out.Failures {
		t.Quarantined = append(t.Quarantined, f.Evidence)
	}
	return t
}

// Bytes returns the size of one sample in bytes.
func (s Samples) Bytes() int64 {
	if e := s.element(); e != nil {
		return int64(e.Bytes())
	}
	return 4
}

// element returns the element type of package wgsl, or nil for Float32.
func (s Samples) element() wgsl.Element {
	switch s {
	case Float32:
		return nil
	case Float16, Bfloat16:
		return wgsl.Halves{Bfloat: s == Bfloat16}
	}
	return wgsl.Samples(s - Uint8)
}

// samplesOf returns the type of an element.
func samplesOf(e wgsl.Element) Samples {
	switch e := e.(type) {
	case wgsl.Samples:
		return Samples(e) + Uint8
	case wgsl.Halves:
		if e.Bfloat {
			return Bfloat16
		}
		return Float16
	}
	return Float32
}

// Range returns the smallest and the largest sample of an integer type. It has no meaning for the
// other types.
func (s Samples) Range() (smallest, largest int) {
	if e, ok := s.element().(wgsl.Samples); ok && e.Check() == nil {
		return e.Range()
	}
	return 0, 0
}

// layers are the prefixes of errors of this package and of the layers below.
var layers = []string{"device: ", "pipeline: ", "plan: ", "wgsl: ", "wgfft: "}

// faceText returns the text of an error with the prefix of this package only.
func faceText(text string) string {
	for _, prefix := range layers {
		text = strings.ReplaceAll(text, ": "+prefix, ": ")
		text = strings.TrimPrefix(text, prefix)
	}
	return "wgfft: " + text
}

// faceError wraps an error of a layer below. It has the prefix of this package and, for errors with
// numbers, the type of this package.
type faceError struct {
	text  string
	below error
	typed error // nil for errors without numbers
}

// Error implements error.
func (e *faceError) Error() string { return e.text }

// Unwrap returns the error of the layer below and, if there is one, the error of this package.
func (e *faceError) Unwrap() []error {
	if e.typed == nil {
		return []error{e.below}
	}
	return []error{e.below, e.typed}
}

// faced converts errors of the layers below to the types and the prefix of this package.
func faced(err error) error {
	if err == nil {
		return nil
	}
	var typed error
	var length *plan.LengthError
	var limit *wgsl.LimitError
	var limited *memory.Error
	var died *worker.Error
	switch {
	case errors.As(err, &length):
		typed = &LengthError{N: length.N, Reason: length.Reason}
	case errors.As(err, &limit):
		typed = &LimitError{What: faceText(limit.What), Need: limit.Need, Have: limit.Have, Hint: limit.Hint}
	case errors.As(err, &limited):
		typed = &MemoryError{What: limited.What, Need: limited.Need, Limit: limited.Limit}
	case errors.As(err, &died):
		typed = (*WorkerError)(died)
	}
	text := faceText(err.Error())
	switch {
	case typed != nil && typed.Error() == text:
		return typed
	case typed == nil && err.Error() == text:
		return err
	}
	return &faceError{text, err, typed}
}
