package realdct

import (
	"math"

	"wgfft/wgsl"
)

// A Way is how rows of a kind go through a complex transform. The zero value is that of complex rows.
type Way struct {
	Points      int       // of the complex transform
	Load, Store wgsl.Real // what it reads and writes
	Inverse     bool      // the complex transform is an inverse one
	Factor      float64   // that the result needs besides that of the norm
}

// Rows says whether two rows go through one transform.
func (w Way) Rows() bool { return w.Load.Rows }

// Ways returns the ways of rows of n numbers, of so many side by side, that differ in their complex transforms: pairs of neighbours where
// the kind and the length allow it, rows alone, two rows together. ortho asks for the factors of the ends that make the transform orthogonal.
func Ways(kind Kind, n, side int, ortho bool) []Way {
	w := Way{Factor: 1, Inverse: kind == C2R || kind == DCT3 || kind == DST3}
	form := func(load, store wgsl.Form) {
		w.Load, w.Store = wgsl.Real{Form: load, N: n, Sine: kind.Sine()}, wgsl.Real{Form: store, N: n, Sine: kind.Sine()}
	}
	pairs, whole := n%2 == 0, true
	switch kind {
	case R2C:
		form(wgsl.Reals, wgsl.Half)
		w.Factor = 0.5
	case C2R:
		form(wgsl.Half, wgsl.Reals)
	case DCT2, DST2:
		form(wgsl.Folded, wgsl.Cosine)
		w.Store.Edge = ortho
	case DCT3, DST3:
		form(wgsl.Cosine, wgsl.Folded)
		w.Load.Edge = ortho
	case DCT1, DST1:
		form(wgsl.Mirrored, wgsl.Mirrored)
		w.Factor = 0.5
		w.Load.Edge, w.Store.Edge = ortho && kind == DCT1, ortho && kind == DCT1
		pairs, whole = true, false
	case DCT4, DST4:
		if whole = !pairs; pairs {
			form(wgsl.Rotated, wgsl.Rotated)
			w.Factor = 2
		} else {
			form(wgsl.Scattered, wgsl.Scattered)
			w.Factor = math.Sqrt2 / 2
		}
	}
	if side > 1 {
		w.Load.Side, w.Store.Side = side, side
	}
	var all []Way
	if pairs {
		all = append(all, w.arranged(false, false))
	}
	if whole {
		all = append(all, w.arranged(false, true), w.arranged(true, false))
	}
	return all
}

// arranged is the way with two rows together, or with rows alone, whose bins come as they are and not twice.
func (w Way) arranged(rows, alone bool) Way {
	w.Load.Rows, w.Store.Rows, w.Load.Alone, w.Store.Alone = rows, rows, alone, alone
	w.Points = w.Load.Inner()
	if alone && !w.Inverse {
		w.Factor *= 2
	}
	return w
}
