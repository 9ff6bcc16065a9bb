package plan

import (
	"slices"

	"wgfft/wgsl"
)

// R2C and C2R in place: source and target have different sizes. As in FFTW, each row of n numbers
// lies where its n/2+1 bins lie, with one or two unused numbers at its end. A kernel that reads
// whole rows before it writes them needs no other memory. Other layouts go through scratch.

// isInPlaceReal reports whether real numbers and their half spectra share a buffer.
func (p Problem) isInPlaceReal() bool { return p.InPlace && p.Kind.IsRealFFT() }

// realRows describes where the rows along the halved axis lie, in real numbers.
type realRows struct {
	begins wgsl.Strides // where each row begins
	stride int          // elements between neighbors in a row
	inner  int          // interleaved rows
}

// realRowsOf returns the rows of an array of the given dimensions, the innermost first. along is
// the dimension of the rows, and numbers is the size of an element in real numbers.
func realRowsOf(dims []wgsl.Dim, along, offset, numbers int) realRows {
	o := realRows{stride: dims[along].Stride, inner: 1}
	for _, d := range dims[:along] {
		o.inner *= d.Extent
	}
	if dims[along].Extent == 1 {
		o.stride = 1
	}
	rows := slices.Delete(slices.Clone(dims), along, along+1)
	for i := range rows {
		rows[i].Stride *= numbers
	}
	o.begins, _ = wgsl.MakeStrides(rows, offset*numbers) // no error: it has fewer dimensions than the array
	return o
}

// canOverlay reports whether each row lies exactly on its own half spectrum, and on no other half
// spectrum.
func (p Plan) canOverlay() bool {
	return p.in.rows == p.out.rows && p.in.rows.stride == 1 && p.in.rows.inner == 1 &&
		isInjective(p.in.Strides) && isInjective(p.out.Strides)
}

// addCopy adds a pass that copies the half spectra, if a transform in one pass cannot write where
// it reads. The transform then goes through scratch.
func (p Plan) addCopy(plans []AxisPlan) []AxisPlan {
	if !p.Problem.isInPlaceReal() || p.canOverlay() || len(plans) > 1 || len(plans[0].Passes()) > 1 {
		return plans
	}
	bins := AxisPlan{
		Axis:       Axis{N: 1, InnerExtent: 1, Outer: Product(p.Problem.spectrumShape())},
		AxisChoice: AxisChoice{Kernels: []wgsl.Kernel{PairPassKernel(p.Limits.For(p.Problem.Number))}}, have: 1,
	}
	if p.Problem.IsBackward() {
		return slices.Insert(plans, 0, bins)
	}
	return append(plans, bins)
}

// routeInPlaceReal is route for R2C and C2R in place. Buffers between passes are scratch, unless
// every pass can write where it reads. Arrays between passes are then contiguous half spectra.
func (p Plan) routeInPlaceReal(inPlaceCapable []bool, preferOutOfPlace bool) []Arg {
	spectra := p.out
	if p.Problem.IsBackward() {
		spectra = p.in
	}
	if p.canOverlay() && !spectra.isCustom() && !slices.Contains(inPlaceCapable, false) {
		return slices.Repeat([]Arg{{Role: Output}}, len(inPlaceCapable)+1)
	}
	return routeThroughScratch(inPlaceCapable, true, preferOutOfPlace)
}

// asPairs returns the view of complex points that are two neighboring numbers of a row, and reports
// whether the whole layout consists of such points.
func (p resolvedLayout) asPairs() (wgsl.Strides, bool) {
	at := p.Strides
	even := at.Offset%2 == 0
	at.Offset /= 2
	dims := at.Dims()
	for i := range dims {
		d := &dims[i]
		switch {
		case i == 0 && d.Extent > 0:
			even = even && d.Stride == 1 && d.Extent%2 == 0 && d.Bound%2 == 0
			d.Extent, d.Bound = d.Extent/2, d.Bound/2
		default:
			even = even && d.Stride%2 == 0
			d.Stride /= 2
		}
	}
	return at.WithDims(dims), even
}

// stridesFor returns the strides for a kernel that reads or writes single numbers or pairs of numbers.
func (p resolvedLayout) stridesFor(as wgsl.Kind) wgsl.Strides {
	if p.isReal && as != wgsl.Numbers {
		at, _ := p.asPairs()
		return at
	}
	return p.Strides
}

// hasDensePairs reports whether pairs of real numbers can be accessed as complex points.
func (p resolvedLayout) hasDensePairs() bool {
	_, even := p.asPairs()
	_, isDual := p.element.(wgsl.Dual)
	return even && (p.element == nil || isDual)
}

// elementFor returns the type of elements for a kernel that reads or writes single numbers or pairs of numbers.
func (p resolvedLayout) elementFor(as wgsl.Kind) wgsl.Element {
	return elementOf(p.element, as == wgsl.Numbers)
}
