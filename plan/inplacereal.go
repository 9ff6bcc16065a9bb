package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Between real numbers and half spectra source and target are of different sizes. In place each row of numbers lies on its half spectrum, with room
// for one or two numbers more: then a kernel that reads whole rows before it writes them needs no other memory. What lies otherwise goes by way of scratch.

// numberBytes is the size of a real number.
const numberBytes = ElementBytes / 2

// overlays says whether real numbers and their half spectra take one place.
func (p Problem) isInPlaceReal() bool { return p.InPlace && p.Kind.IsRealFFT() }

// An overlay says where the rows along the halved axis lie, in numbers.
type realRows struct {
	begins wgsl.StridedView // of the rows
	stride int              // elements from one to the next along a row
	inner  int              // rows side by side
}

// overlayOf is the overlay of an array of the given dimensions, the innermost first, with rows along one of them and elements of so many numbers.
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
	o.begins, _ = wgsl.MakeStridedView(rows, offset*numbers) // without the innermost they have no more dimensions than the array
	return o
}

// coincide says whether each row lies on its half spectrum and on no other's.
func (p Plan) canOverlay() bool {
	return p.in.rows == p.out.rows && p.in.rows.stride == 1 && p.in.rows.inner == 1 && isInjective(p.in.StridedView) && isInjective(p.out.StridedView)
}

// detour lets transforms of one pass that can't write where they read go by way of scratch: with a copy of the half spectra.
func (p Plan) addCopy(units []axisPlan) []axisPlan {
	if !p.Problem.isInPlaceReal() || p.canOverlay() || len(units) > 1 || len(units[0].passes()) > 1 {
		return units
	}
	bins := axisPlan{Axis: Axis{N: 1, InnerExtent: 1, Outer: product(p.Problem.spectrumShape())}, kernels: []wgsl.Kernel{pairPassKernel(p.Limits)}, have: 1}
	if p.Problem.isBackward() {
		return slices.Insert(units, 0, bins)
	}
	return append(units, bins)
}

// routeOverlaid is route for half transforms in place. What lies between passes is scratch, but where every pass can write where it reads: then
// arrays between passes are half spectra without gaps.
func (p Plan) routeInPlaceReal(fixed []bool, spread bool) []Arg {
	spectra := p.out
	if p.Problem.isBackward() {
		spectra = p.in
	}
	if p.canOverlay() && !spectra.isCustom() && !slices.Contains(fixed, false) {
		return slices.Repeat([]Arg{{Role: Output}}, len(fixed)+1)
	}
	return routeThroughScratch(fixed, true, spread)
}

// pairs are the places of points that are two numbers of a row side by side, and whether all lie so.
func (p resolvedLayout) asPairs() (wgsl.StridedView, bool) {
	at := p.StridedView
	even := at.Offset%2 == 0
	at.Offset /= 2
	for i := range at.Dims {
		d := &at.Dims[i]
		switch {
		case i == 0 && d.Extent > 0:
			even = even && d.Stride == 1 && d.Extent%2 == 0 && d.Bound%2 == 0
			d.Extent, d.Bound = d.Extent/2, d.Bound/2
		default:
			even = even && d.Stride%2 == 0
			d.Stride /= 2
		}
	}
	return at, even
}

// of are the places as a kernel sees them that takes numbers one by one or in pairs.
func (p resolvedLayout) viewFor(r wgsl.Real) wgsl.StridedView {
	if p.size < ElementBytes && !r.IsReal() {
		at, _ := p.asPairs()
		return at
	}
	return p.StridedView
}

// dense says whether pairs of real numbers are complex points as they lie.
func (p resolvedLayout) hasDensePairs() bool {
	_, even := p.asPairs()
	return even && p.samples == wgsl.Float32
}
