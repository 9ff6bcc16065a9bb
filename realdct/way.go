package realdct

import (
	"math"

	"wgfft/wgsl"
)

// A Way is a scheme that computes rows of a kind by a complex transform. The zero value is the
// scheme of complex rows.
type Scheme struct {
	Points      int       // points of the complex transform
	Load, Store wgsl.Real // operations of its load and store
	Inverse     bool      // the complex transform is an inverse transform
	Factor      float64   // factor of the result, in addition to the norm
}

// Rows reports whether two rows share one complex transform, as in (4) of the package.
func (w Scheme) IsTwoForOne() bool { return w.Load.TwoForOne }

// Ways returns the schemes for rows of n numbers: even rows as n/2 complex points, one row with
// zero imaginary parts, and two rows in one transform, as far as the kind and n allow them. side is
// the number of interleaved rows. ortho selects the end factors that make the transform orthogonal.
func Schemes(kind Kind, n, side int, ortho bool) []Scheme {
	w := Scheme{Factor: 1, Inverse: kind == C2R || kind == DCT3 || kind == DST3}
	setForms := func(load, store wgsl.Form) {
		w.Load = wgsl.Real{Form: load, N: n, Sine: kind.IsSine()}
		w.Store = wgsl.Real{Form: store, N: n, Sine: kind.IsSine()}
	}
	halfLength, fullLength := n%2 == 0, true
	switch kind {
	case R2C:
		setForms(wgsl.RealPoints, wgsl.HalfSpectrum)
		w.Factor = 0.5
	case C2R:
		setForms(wgsl.HalfSpectrum, wgsl.RealPoints)
	case DCT2, DST2:
		setForms(wgsl.EvenOdd, wgsl.DCT2Bins)
		w.Store.OrthoEnds = ortho
	case DCT3, DST3:
		setForms(wgsl.DCT2Bins, wgsl.EvenOdd)
		w.Load.OrthoEnds = ortho
	case DCT1, DST1:
		setForms(wgsl.SymmetricExtension, wgsl.SymmetricExtension)
		w.Factor = 0.5
		w.Load.OrthoEnds, w.Store.OrthoEnds = ortho && kind == DCT1, ortho && kind == DCT1
		halfLength, fullLength = true, false
	case DCT4, DST4:
		if fullLength = !halfLength; halfLength {
			setForms(wgsl.DCT4Rotation, wgsl.DCT4Rotation)
			w.Factor = 2
		} else {
			setForms(wgsl.DCT4Odd, wgsl.DCT4Odd)
			w.Factor = math.Sqrt2 / 2
		}
	}
	if side > 1 {
		w.Load.InnerExtent, w.Store.InnerExtent = side, side
	}
	var all []Scheme
	if halfLength {
		all = append(all, w.packed(false, false))
	}
	if fullLength {
		all = append(all, w.packed(false, true), w.packed(true, false))
	}
	return all
}

// packed returns w for two rows in one transform (twoForOne), or for one row with zero imaginary
// parts (zeroImag). Bins of one row are not doubled, so the factor is.
func (w Scheme) packed(twoForOne, zeroImag bool) Scheme {
	w.Load.TwoForOne, w.Store.TwoForOne, w.Load.ZeroImag, w.Store.ZeroImag = twoForOne, twoForOne, zeroImag, zeroImag
	w.Points = w.Load.Inner()
	if zeroImag && !w.Inverse {
		w.Factor *= 2
	}
	return w
}
