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
// the kind and the length allow it, and two rows together. ortho asks for the factors of the ends that make the transform orthogonal.
func Ways(kind Kind, n, side int, ortho bool) []Way {
	w := Way{Factor: 1, Inverse: kind == C2R || kind == DCT3 || kind == DST3}
	form := func(load, store wgsl.Form) {
		w.Load, w.Store = wgsl.Real{Form: load, N: n, Sine: kind.Sine()}, wgsl.Real{Form: store, N: n, Sine: kind.Sine()}
	}
	pairs, rows := n%2 == 0, true
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
		pairs, rows = true, false
	case DCT4, DST4:
		if rows = !pairs; pairs {
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
	for _, together := range []bool{false, true} {
		if together && !rows || !together && !pairs {
			continue
		}
		w.Load.Rows, w.Store.Rows = together, together
		w.Points = w.Load.Inner()
		all = append(all, w)
	}
	return all
}
