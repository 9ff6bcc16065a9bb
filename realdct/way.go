package realdct

import (
	"math"

	"wgfft/wgsl"
)

// A Way is how rows of a kind go through a complex transform. The zero value is that of complex rows.
type Scheme struct {
	Points      int       // of the complex transform
	Load, Store wgsl.Real // what it reads and writes
	Inverse     bool      // the complex transform is an inverse one
	Factor      float64   // that the result needs besides that of the norm
}

// Rows says whether two rows go through one transform.
func (w Scheme) IsTwoForOne() bool { return w.Load.TwoForOne }

// Ways returns the ways of rows of n numbers, of so many side by side, that differ in their complex transforms: pairs of neighbours where
// the kind and the length allow it, rows alone, two rows together. ortho asks for the factors of the ends that make the transform orthogonal.
func Schemes(kind Kind, n, side int, ortho bool) []Scheme {
	w := Scheme{Factor: 1, Inverse: kind == C2R || kind == DCT3 || kind == DST3}
	form := func(load, store wgsl.Form) {
		w.Load, w.Store = wgsl.Real{Form: load, N: n, Sine: kind.IsSine()}, wgsl.Real{Form: store, N: n, Sine: kind.IsSine()}
	}
	pairs, whole := n%2 == 0, true
	switch kind {
	case R2C:
		form(wgsl.RealPoints, wgsl.HalfSpectrum)
		w.Factor = 0.5
	case C2R:
		form(wgsl.HalfSpectrum, wgsl.RealPoints)
	case DCT2, DST2:
		form(wgsl.EvenOdd, wgsl.DCT2Bins)
		w.Store.OrthoEnds = ortho
	case DCT3, DST3:
		form(wgsl.DCT2Bins, wgsl.EvenOdd)
		w.Load.OrthoEnds = ortho
	case DCT1, DST1:
		form(wgsl.SymmetricExtension, wgsl.SymmetricExtension)
		w.Factor = 0.5
		w.Load.OrthoEnds, w.Store.OrthoEnds = ortho && kind == DCT1, ortho && kind == DCT1
		pairs, whole = true, false
	case DCT4, DST4:
		if whole = !pairs; pairs {
			form(wgsl.DCT4Rotation, wgsl.DCT4Rotation)
			w.Factor = 2
		} else {
			form(wgsl.DCT4Odd, wgsl.DCT4Odd)
			w.Factor = math.Sqrt2 / 2
		}
	}
	if side > 1 {
		w.Load.InnerExtent, w.Store.InnerExtent = side, side
	}
	var all []Scheme
	if pairs {
		all = append(all, w.arranged(false, false))
	}
	if whole {
		all = append(all, w.arranged(false, true), w.arranged(true, false))
	}
	return all
}

// arranged is the way with two rows together, or with rows alone, whose bins come as they are and not twice.
func (w Scheme) arranged(rows, alone bool) Scheme {
	w.Load.TwoForOne, w.Store.TwoForOne, w.Load.ZeroImag, w.Store.ZeroImag = rows, rows, alone, alone
	w.Points = w.Load.Inner()
	if alone && !w.Inverse {
		w.Factor *= 2
	}
	return w
}
