package realdct

import (
	"math"

	"wgfft/wgsl"
)

// A Way is a scheme that computes rows of a kind by a complex transform. The zero value is the
// scheme of complex rows.
type Way struct {
	Points      int       // points of the complex transform
	Load, Store wgsl.Real // operations of its load and store
	Inverse     bool      // the complex transform is an inverse transform
	Factor      float64   // factor of the result, in addition to the norm
}

// Rows reports whether two rows share one complex transform, as in (4) of the package.
func (w Way) Rows() bool { return w.Load.Rows }

// Ways returns the schemes for rows of n numbers: even rows as n/2 complex points, one row with
// zero imaginary parts, and two rows in one transform, as far as the kind and n allow them. side is
// the number of interleaved rows. ortho selects the end factors that make the transform orthogonal.
func Ways(kind Kind, n, side int, ortho bool) []Way {
	w := Way{Factor: 1, Inverse: kind == C2R || kind == DCT3 || kind == DST3}
	setForms := func(load, store wgsl.Form) {
		w.Load = wgsl.Real{Form: load, N: n, Sine: kind.Sine()}
		w.Store = wgsl.Real{Form: store, N: n, Sine: kind.Sine()}
	}
	halfLength, fullLength := n%2 == 0, true
	switch kind {
	case R2C:
		setForms(wgsl.Reals, wgsl.Half)
		w.Factor = 0.5
	case C2R:
		setForms(wgsl.Half, wgsl.Reals)
	case DCT2, DST2:
		setForms(wgsl.Folded, wgsl.Cosine)
		w.Store.Edge = ortho
	case DCT3, DST3:
		setForms(wgsl.Cosine, wgsl.Folded)
		w.Load.Edge = ortho
	case DCT1, DST1:
		setForms(wgsl.Mirrored, wgsl.Mirrored)
		w.Factor = 0.5
		w.Load.Edge, w.Store.Edge = ortho && kind == DCT1, ortho && kind == DCT1
		halfLength, fullLength = true, false
	case DCT4, DST4:
		if fullLength = !halfLength; halfLength {
			setForms(wgsl.Rotated, wgsl.Rotated)
			w.Factor = 2
		} else {
			setForms(wgsl.Scattered, wgsl.Scattered)
			w.Factor = math.Sqrt2 / 2
		}
	}
	if side > 1 {
		w.Load.Side, w.Store.Side = side, side
	}
	var all []Way
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
func (w Way) packed(twoForOne, zeroImag bool) Way {
	w.Load.Rows, w.Store.Rows, w.Load.Alone, w.Store.Alone = twoForOne, twoForOne, zeroImag, zeroImag
	w.Points = w.Load.Inner()
	if zeroImag && !w.Inverse {
		w.Factor *= 2
	}
	return w
}
