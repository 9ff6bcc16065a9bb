package plan

import (
	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// Bluestein's algorithm computes a DFT of any n points as a convolution with the chirp c[j] =
// exp(-i pi j^2 / n):
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])
// because jk = (j^2 + k^2 - (k-j)^2) / 2. The convolution takes two transforms of m >= 2n-1 smooth
// points. The first load and the last store multiply by the chirp; elements from n on are neither
// read nor written.
//
// If a workgroup holds m points, one pass does everything. Otherwise the passes use digit-reversed
// order (package hier): columns, then the middle pass, which transforms rows, multiplies by their
// spectra and transforms back, then columns.

// addBluestein adds the passes of the convolution of an axis: one, or several with the scratch
// inner between them.
func (p *builder) addBluestein(axis int, u AxisPlan, kernels []wgsl.Kernel, from, inner, to Arg) error {
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		k.Load.SwapReIm, k.Store.SwapReIm = false, last
		at, next := inner, inner
		if first {
			at = from
			k.Load.Map.Dist, k.Load.Bound, k.Load.TableFactor = u.have*u.InnerExtent, u.have, true
		}
		if last {
			next = to
			k.Store.Map.Dist, k.Store.Bound, k.Store.TableFactor = u.N*u.InnerExtent, u.N, true
		}
		if err := p.addAxisPass(axis, k, at, next); err != nil {
			return err
		}
	}
	return nil
}

// convolutionTables returns the recipes of the tables of a kernel of Bluestein's convolution: the
// factors of its load, its spectrum, and the factors of its store.
func (l Axis) convolutionTables(k wgsl.Kernel) (in, spectrum, out Recipe) {
	factors := tables.InVec4(tables.Chirp(l.N, l.Inverse), k.FactorStride())
	return factors, tables.InVec4(tables.ChirpSpectrum(l.N, l.Inverse, l.Convolution, l.Factors),
		k.SpectrumStride()), factors
}
