package wgsl

import (
	"fmt"
	"strings"
)

// In place, a row of n real numbers and its half spectrum of n/2+1 bins share memory. The views of
// source and target give the position of each row. If one side accesses single real numbers, the
// binding is an array of f32 and a bin is a pair of its elements.

// isInPlaceReal reports whether a workgroup reads whole real rows and writes their half spectra, or
// the reverse, so that both can share memory.
func (k *Kernel) isInPlaceReal() bool {
	half, other := k.Load.Real, k.Store.Real
	if half.Form != HalfSpectrum {
		half, other = other, half
	}
	whole := k.N() == half.Inner() || k.ConvolutionSpectra == 1
	same := other.Form == Complex && half.Inner()*2 == half.N ||
		other.Form == RealPoints && other.N == half.N && other.TwoForOne == half.TwoForOne
	return whole && same && k.Load.Map == k.Store.Map && k.interleave() == 1 && half.innerExtent() == 1 &&
		!k.hasMirrorRows()
}

// hasSameStorage reports whether segments, views and planes of source and target agree, so that they
// can be one array.
func (k *Kernel) hasSameStorage() bool {
	load, store := k.Load.Segments, k.Store.Segments
	if k.Load.Real.Form == HalfSpectrum || k.Store.Real.Form == HalfSpectrum {
		return load.Count == store.Count && !k.Load.Planar && !k.Store.Planar &&
			load.Size*k.Load.Real.floats() == store.Size*k.Store.Real.floats()
	}
	return load == store && k.Load.View == k.Store.View && k.Load.Planar == k.Store.Planar
}

// floats returns the number of float32 in an element of the array.
func (r Real) floats() int {
	if r.IsReal() {
		return 1
	}
	return 2
}

// hasFloatBinding reports whether source and target are one binding of f32, and complex elements are
// pairs of them.
func (k *Kernel) hasFloatBinding() bool {
	return k.InPlace && k.Load.Real.IsReal() != k.Store.Real.IsReal()
}

// dataBinding returns the binding of an array that is source and target.
func (k *Kernel) dataBinding() Binding {
	if k.Store.Real.IsReal() {
		return SourceAndTarget.ofReal(k.Store.Real)
	}
	return SourceAndTarget.ofReal(k.Load.Real)
}

// floatPair returns the WGSL of the parts of a complex element in an array of f32.
func floatPair(array, at string) (re, im string) {
	if strings.Contains(at, " ") {
		at = "(" + at + ")"
	}
	return fmt.Sprintf("%s[2u * %s]", array, at), fmt.Sprintf("%s[2u * %s + 1u]", array, at)
}
