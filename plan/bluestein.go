package plan

import (
	"fmt"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// Bluestein's algorithm computes a DFT of any n points as a convolution with the chirp c[j] =
// exp(-i pi j^2 / n):
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])
// because jk = (j^2 + k^2 - (k-j)^2) / 2. The convolution takes two transforms of m >= 2n-1 smooth
// points. The first load and the last store multiply by the chirp; elements from n on are not read
// or written.
//
// If a workgroup holds m points, one pass does everything. Otherwise the passes use digit-reversed
// order (package hier): columns, then the middle pass, which transforms rows, multiplies by their
// spectra and transforms back, then columns.

// addBluestein adds the passes of the convolution of an axis: one, or several with the scratch
// inner between them.
func (p *builder) addBluestein(axis int, u AxisPlan, kernels []wgsl.Kernel, from, inner, to Arg) error {
	if _, isRing := p.Problem.Number.(wgsl.Ring); isRing {
		return &LengthError{N: u.N, Reason: fmt.Sprintf("number format %s has no chirps: "+
			"use a length whose prime factors are at most 31", p.Problem.Number.Tag())}
	}
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		setSwaps(&k, false, last)
		setOp(&k, false, wgsl.Factor{}, first)
		setOp(&k, true, wgsl.Factor{}, last)
		at, next := inner, inner
		if f, ok := k.Stages.Filter.(wgsl.Spectra); ok && f.Count > 1 && f.Interleave == 0 {
			f.View.Segments = p.segments(inner, wgsl.Points)
			k.Stages.Filter = f
		}
		if first {
			at = from
			setBound(&k.Load.View, u.have, u.InnerExtent)
		}
		if last {
			next = to
			setBound(&k.Store.View, u.N, u.InnerExtent)
		}
		if err := p.addAxisPass(axis, k, at, next); err != nil {
			return err
		}
	}
	return nil
}

// given returns the values of a table that a kernel of Bluestein's convolution has from its caller:
// its spectrum, or the chirp.
func (l Axis) given(name string) tables.Values {
	if name == "spectrum" {
		return tables.ChirpSpectrum(l.N, l.Inverse, l.Convolution, l.Factors)
	}
	return tables.Chirp(l.N, l.Inverse)
}
