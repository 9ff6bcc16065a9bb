package signals

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"wgfft"
)

// A Window is a window function. The zero value is Hann. The package comment has the formulas.
type Window struct {
	shape  shape
	param  float64   // beta, alpha or sigma
	points []float64 // weights of a Custom window
}

// Rectangular returns the window of ones.
func Rectangular() Window { return Window{shape: rect} }

// Hann returns the Hann window, one period of a raised cosine.
func Hann() Window { return Window{} }

// Hamming returns the Hamming window, a raised cosine on a pedestal.
func Hamming() Window { return Window{shape: hamming} }

// Blackman returns the Blackman window, a sum of three cosine terms.
func Blackman() Window { return Window{shape: blackman} }

// BlackmanHarris returns the four-term window of minimum side lobes.
func BlackmanHarris() Window { return Window{shape: blackmanHarris} }

// FlatTop returns the five-term window with a flat main lobe.
func FlatTop() Window { return Window{shape: flatTop} }

// Kaiser returns the Kaiser window. A larger beta, in [0, 700], lowers the side lobes and widens
// the main lobe.
func Kaiser(beta float64) Window { return Window{shape: kaiser, param: beta} }

// Tukey returns the tapered cosine window. alpha, in [0, 1], is the tapered fraction: 0 gives
// Rectangular and 1 gives Hann.
func Tukey(alpha float64) Window { return Window{shape: tukey, param: alpha} }

// Gaussian returns a Gaussian window with a standard deviation of sigma samples; sigma must be
// positive.
func Gaussian(sigma float64) Window { return Window{shape: gaussian, param: sigma} }

// Custom returns a window with the given weights, for frames of len(weights) samples. It copies
// weights, which must be finite.
func Custom(weights []float64) Window {
	return Window{shape: custom, points: slices.Clone(weights)}
}

// maxPoints is the largest length of a transform, and of a window: 2^31, or 2^27 on 32-bit systems.
const maxPoints = min(1<<31, (math.MaxInt+1)/16)

// check returns an error if w has no form with n points.
func (w Window) check(n int) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("signals: window %v: "+format, append([]any{w}, args...)...)
	}
	switch limit := w.paramError(); {
	case limit != "":
		return fail("%s", limit)
	case n < 1 || n > maxPoints:
		return fail("number of points %d is out of range [1, %d]", n, maxPoints)
	case w.shape != custom:
		return nil
	case len(w.points) != n:
		return fail("%d weights for frames of %d samples; the numbers must be equal", len(w.points), n)
	}
	for j, v := range w.points {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fail("weight %d is %v; weights must be finite", j, v)
		}
	}
	return nil
}

// paramError returns the allowed range if the parameter is out of range, and "" otherwise.
func (w Window) paramError() string {
	switch {
	case w.shape == kaiser && !(w.param >= 0 && w.param <= maxBeta):
		return fmt.Sprintf("beta must be in [0, %d]", maxBeta)
	case w.shape == tukey && !(w.param >= 0 && w.param <= 1):
		return "alpha must be in [0, 1]"
	case w.shape == gaussian && !(w.param > 0 && w.param <= math.MaxFloat64):
		return "sigma must be positive and finite"
	}
	return ""
}

// Periodic returns the n points of w in its periodic form, for spectra: the first n points of the
// symmetric window of n+1 points. Frames whose hop divides n, and is short enough, add up to a
// constant. A window of one point is 1. The slice is new.
//
// It returns an error if n is not in [1, 2^31], a parameter is out of range, or a Custom window has
// another length; and a [wgfft.MemoryError] above the default memory limit.
func (w Window) Periodic(n int) ([]float64, error) { return w.weights(n, n) }

// Symmetric returns the n points of w in its symmetric form, for filters. The first and the last
// point are equal. The slice is new. It returns the same errors as [Window.Periodic].
func (w Window) Symmetric(n int) ([]float64, error) { return w.weights(n, n-1) }

// weights returns the first n points of w with the given period.
func (w Window) weights(n, period int) ([]float64, error) {
	if err := w.check(n); err != nil {
		return nil, err
	}
	if w.shape == custom {
		return slices.Clone(w.points), nil
	}
	if n == 1 {
		return []float64{1}, nil
	}
	if need, most := 8*int64(n), wgfft.DefaultMemoryLimit(); n > uncheckedPoints && need > most {
		return nil, &wgfft.MemoryError{What: fmt.Sprintf("a window of %d points", n), Need: need, Limit: most}
	}
	weights := make([]float64, n)
	at := w.formula(period)
	for k := range weights {
		weights[k] = at(min(k, period-k)) // exactly symmetric
	}
	return weights, nil
}

// uncheckedPoints is the largest window that is allocated without a check of the memory limit.
const uncheckedPoints = 1 << 20

// String returns the form that [ParseWindow] reads, as in hann or kaiser:14; a Custom window is
// "custom".
func (w Window) String() string {
	if w.shape.parameter() == "" {
		return w.shape.String()
	}
	return w.shape.String() + ":" + strconv.FormatFloat(w.param, 'g', -1, 64)
}
