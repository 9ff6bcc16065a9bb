package realdct

import (
	"math"

	"wgfft/internal/transforms"
)

// A Scheme computes rows of a kind by a complex transform. The zero value is the scheme of complex rows.
type Scheme struct {
	Points      int     // points of the complex transform
	Load, Store Rows    // arrays at its load and its store
	Inverse     bool    // the complex transform is an inverse transform
	Factor      float64 // factor of the result, in addition to the norm
}

// Schemes returns the schemes for rows of n numbers that the kind and n allow. An even row may be
// n/2 complex points. A row may have zero imaginary parts. Two rows may share one transform. side
// is the number of interleaved rows. ortho selects the end factors that make the transform
// orthogonal.
func Schemes(kind transforms.Kind, n, side int, ortho bool) []Scheme {
	w := Scheme{Factor: 1, Inverse: kind == transforms.C2R || kind == transforms.DCT3 || kind == transforms.DST3}
	rows := Rows{N: n, Sine: kind.IsSine()}
	if side > 1 {
		rows.Inner = side
	}
	w.Load, w.Store = rows, rows
	packings := []Packing{ZeroImag, TwoRows}
	if n%2 == 0 {
		packings = []Packing{HalfLength, ZeroImag, TwoRows}
	}
	switch kind {
	case transforms.R2C:
		w.Load.Form, w.Store.Form = Natural, Spectral
		w.Factor = 0.5
	case transforms.C2R:
		w.Load.Form, w.Store.Form = Spectral, Natural
	case transforms.DCT2, transforms.DST2:
		w.Load.Form, w.Store.Form = Permuted, Twiddled
		w.Store.Ortho = ortho
	case transforms.DCT3, transforms.DST3:
		w.Load.Form, w.Store.Form = Twiddled, Permuted
		w.Load.Ortho = ortho
	case transforms.DCT1, transforms.DST1:
		w.Load.Form, w.Store.Form = Extended, Extended
		w.Load.Ortho, w.Store.Ortho = ortho && kind == transforms.DCT1, ortho && kind == transforms.DCT1
		w.Factor = 0.5
		packings = []Packing{HalfLength}
	case transforms.DCT4, transforms.DST4:
		if n%2 == 0 {
			w.Load.Form, w.Store.Form = Rotated, Rotated
			w.Factor = 2
			packings = []Packing{HalfLength}
		} else {
			w.Load.Form, w.Store.Form = Reordered, Reordered
			w.Factor = math.Sqrt2 / 2
		}
	}
	var all []Scheme
	for _, p := range packings {
		all = append(all, w.packed(p))
	}
	return all
}

// packed returns w with a packing. HermitianSplit doubles the bins. ZeroImag has no split, so the factor is doubled
// instead.
func (w Scheme) packed(p Packing) Scheme {
	w.Load.Packing, w.Store.Packing = p, p
	w.Points = w.Load.points()
	if p == ZeroImag && !w.Inverse {
		w.Factor *= 2
	}
	return w
}

// IsTwoForOne reports whether two rows share one complex transform, as in (4) of the package.
func (w Scheme) IsTwoForOne() bool { return w.Load.Packing == TwoRows }

// IsZeroImag reports whether a row is the real parts of one complex transform.
func (w Scheme) IsZeroImag() bool { return w.Load.Packing == ZeroImag }
