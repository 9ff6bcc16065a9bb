package signals

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"wgfft"
)

// A Window is what frames are weighted with; the zero value is Hann. Formulas are in the package comment.
type Window struct {
	shape  shape
	param   float64   // of the shapes that have a parameter
	points []float64 // of Custom
}

// Rectangular is the window of ones.
func Rectangular() Window { return Window{shape: rect} }

// Hann is one period of a raised cosine.
func Hann() Window { return Window{} }

// Hamming is a raised cosine on a pedestal.
func Hamming() Window { return Window{shape: hamming} }

// Blackman is a sum of three cosines.
func Blackman() Window { return Window{shape: blackman} }

// BlackmanHarris is the sum of four cosines with the lowest side lobes.
func BlackmanHarris() Window { return Window{shape: blackmanHarris} }

// FlatTop is a sum of five cosines whose main lobe is flat.
func FlatTop() Window { return Window{shape: flatTop} }

// Kaiser is Kaiser's window; beta, from 0 to 700, trades the width of the main lobe, least at 0, against the height of the side lobes.
func Kaiser(beta float64) Window { return Window{shape: kaiser, param: beta} }

// Tukey is a rectangle with cosine slopes that take the share alpha of it, from 0, Rectangular, to 1, Hann.
func Tukey(alpha float64) Window { return Window{shape: tukey, param: alpha} }

// Gaussian is a bell with a standard deviation of sigma samples.
func Gaussian(sigma float64) Window { return Window{shape: gaussian, param: sigma} }

// Custom is a window of weights of one's own, for frames of as many samples. They are copied.
func Custom(weights []float64) Window {
	return Window{shape: custom, points: slices.Clone(weights)}
}

// mostPoints is the most points that a transform has, and so a window: 2^31, or 2^27 on systems of 32 bits.
const maxPoints = min(1<<31, (math.MaxInt+1)/16)

// check says what is wrong with a window of n points.
func (w Window) check(n int) error {
	fail := func(format string, args ...any) error {
		return fmt.Errorf("signals: window %v: "+format, append([]any{w}, args...)...)
	}
	switch limit := w.paramError(); {
	case limit != "":
		return fail("%s", limit)
	case n < 1 || n > maxPoints:
		return fail("%d points: take from 1 to %d", n, maxPoints)
	case w.shape != custom:
		return nil
	case len(w.points) != n:
		return fail("%d weights for frames of %d samples: take as many", len(w.points), n)
	}
	for j, v := range w.points {
		if math.IsNaN(v) || math.IsInf(v, 0) {
			return fail("weight %d is %v: take finite ones", j, v)
		}
	}
	return nil
}

// limit is what the parameter has to keep to, empty where it does.
func (w Window) paramError() string {
	switch {
	case w.shape == kaiser && !(w.param >= 0 && w.param <= maxBeta):
		return fmt.Sprintf("take a beta from 0 to %d", maxBeta)
	case w.shape == tukey && !(w.param >= 0 && w.param <= 1):
		return "take an alpha from 0 to 1"
	case w.shape == gaussian && !(w.param > 0 && w.param <= math.MaxFloat64):
		return "take a sigma above 0"
	}
	return ""
}

// Periodic returns the n points of w in the form for spectra: the first n of the symmetric window of n+1 points. So frames at a hop that
// divides n, and is short enough, add up to a constant. A window of one point is 1.
func (w Window) Periodic(n int) ([]float64, error) { return w.weights(n, n) }

// Symmetric returns the n points of w in the form for filters, whose first and last are equal.
func (w Window) Symmetric(n int) ([]float64, error) { return w.weights(n, n-1) }

// of returns n points of a window that ends where it began after period points.
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
		weights[k] = at(min(k, period-k)) // the same bits on both sides
	}
	return weights, nil
}

// fewPoints is the number of points of a window up to which any machine has memory for it.
const uncheckedPoints = 1 << 20

// String is what ParseWindow takes: the name and, behind a colon, the parameter; of a Custom window the name alone.
func (w Window) String() string {
	if w.shape.parameter() == "" {
		return w.shape.String()
	}
	return w.shape.String() + ":" + strconv.FormatFloat(w.param, 'g', -1, 64)
}
