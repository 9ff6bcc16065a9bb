package wgsl

import (
	"fmt"
	"strings"
)

// In place a row of n real numbers lies on its half spectrum of n/2+1 bins, each as long as two numbers: where the rows are, the places of source and
// target say. The one binding of both has numbers for elements if the kernel takes any one by one; a bin is then two of them.

// overlays says whether a workgroup reads whole rows of real numbers and writes their half spectra, or the reverse: then these can lie on each other.
func (k *Kernel) isInPlaceReal() bool {
	half, other := k.Load.Real, k.Store.Real
	if half.Form != HalfSpectrum {
		half, other = other, half
	}
	whole := k.N() == half.Inner() || k.ConvolutionSpectra == 1
	same := other.Form == Complex && half.Inner()*2 == half.N || other.Form == RealPoints && other.N == half.N && other.TwoForOne == half.TwoForOne
	return whole && same && k.Load.Map == k.Store.Map && k.interleave() == 1 && half.innerExtent() == 1 && !k.hasMirrorRows()
}

// samePlace says whether source and target can be one as far as the arrays go.
func (k *Kernel) hasSameStorage() bool {
	load, store := k.Load.Segments, k.Store.Segments
	if k.Load.Real.Form == HalfSpectrum || k.Store.Real.Form == HalfSpectrum {
		return load.Count == store.Count && load.Size*k.Load.Real.floats() == store.Size*k.Store.Real.floats() && !k.Load.Planar && !k.Store.Planar
	}
	return load == store && k.Load.View == k.Store.View && k.Load.Planar == k.Store.Planar
}

// numbers are how many float32 an element of the array has.
func (r Real) floats() int {
	if r.IsReal() {
		return 1
	}
	return 2
}

// byNumbers says whether source and target are one binding of numbers of which complex elements are two.
func (k *Kernel) hasFloatBinding() bool {
	return k.InPlace && k.Load.Real.IsReal() != k.Store.Real.IsReal()
}

// data is the binding of an array that is source and target.
func (k *Kernel) dataBinding() Binding {
	if k.Store.Real.IsReal() {
		return SourceAndTarget.Of(k.Store.Real)
	}
	return SourceAndTarget.Of(k.Load.Real)
}

// twoNumbers are the WGSL of the parts of a complex element of an array of numbers.
func floatPair(array, at string) (re, im string) {
	if strings.Contains(at, " ") {
		at = "(" + at + ")"
	}
	return fmt.Sprintf("%s[2u * %s]", array, at), fmt.Sprintf("%s[2u * %s + 1u]", array, at)
}
