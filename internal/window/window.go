package window

import (
	"errors"
	"fmt"
	"math"
	"strings"
)

// ErrUnknown is wrapped by the error of [Parse].
var ErrUnknown = errors.New("unknown window")

// Window names a window function; the zero value is Hann.
type Window int

// The windows, with their formulas in the package comment.
const (
	Hann Window = iota
	Hamming
	Blackman
	FlatTop
	Rect
)

// definition is a name and the coefficients a_0, a_1, ... without their alternating signs.
type definition struct {
	name string
	a    []float64
}

// definitions is indexed by Window.
var definitions = [...]definition{
	Hann:     {"hann", []float64{0.5, 0.5}},
	Hamming:  {"hamming", []float64{0.54, 0.46}},
	Blackman: {"blackman", []float64{0.42, 0.5, 0.08}},
	FlatTop:  {"flattop", []float64{0.21557895, 0.41663158, 0.277263158, 0.083578947, 0.006947368}},
	Rect:     {"rect", []float64{1}},
}

// Parse gives the window of a name, in any case. The error wraps ErrUnknown and lists the names.
func Parse(name string) (Window, error) {
	for w, d := range definitions {
		if strings.EqualFold(name, d.name) {
			return Window(w), nil
		}
	}
	return 0, fmt.Errorf("window: %q: %w: choose one of %s", name, ErrUnknown, strings.Join(Names(), ", "))
}

// Names lists what Parse understands, in the order of the constants.
func Names() []string {
	names := make([]string, len(definitions))
	for i, d := range definitions {
		names[i] = d.name
	}
	return names
}

// valid reports whether w is one of the constants.
func (w Window) valid() bool { return w >= 0 && int(w) < len(definitions) }

// String gives the name that Parse takes back.
func (w Window) String() string {
	if !w.valid() {
		return fmt.Sprintf("window(%d)", int(w))
	}
	return definitions[w].name
}

// Points gives the n values of w, computed in float64 and rounded once; none for n < 1. A value that
// is not one of the constants counts as Rect.
func (w Window) Points(n int) []float32 {
	a := definitions[Rect].a
	if w.valid() {
		a = definitions[w].a
	}
	out := make([]float32, max(n, 0))
	for k := range out {
		sum, sign := 0.0, 1.0
		for m, c := range a {
			sum += sign * c * cosine(m, k, n)
			sign = -sign
		}
		out[k] = float32(sum)
	}
	return out
}

// Mean is the mean of w's values for n points: a_0, unless n is so small that the cosines do not
// cancel. A tone of amplitude 1 reaches n Mean / 2 in the bin of its frequency.
func (w Window) Mean(n int) float64 {
	sum := 0.0
	for _, v := range w.Points(n) {
		sum += float64(v)
	}
	return sum / float64(max(n, 1))
}

// cosine is cos(2 pi m k / n), with the argument folded to [0, pi] in whole numbers first so that
// the window is exactly symmetric.
func cosine(m, k, n int) float64 {
	r := m * k % n
	return math.Cos(2 * math.Pi * float64(min(r, n-r)) / float64(n))
}
