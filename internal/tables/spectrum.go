package tables

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/internal/dft"
	"wgfft/internal/doubledouble"
	"wgfft/internal/parallel"
	"wgfft/realdct"
)

// A Filter is a convolution kernel and its position in the arrays that are transformed.
type Filter struct {
	Values    []complex128 // row-major
	Conjugate bool
	IsDouble  bool  // the transforms are in double precision
	Padded    []int // points of the transforms along each axis
	Threads   parallel.Threads

	// Positions are the indices of each element of the kernel among Padded, along each axis. An element
	// may have several.
	Positions [][][]int

	HalfAxis int   // the axis with half spectra, or -1
	TurnAxis int   // the axis in digit-reversed order
	Split    []int // the factors of that order; none for natural order
}

// response is the spectrum of a filter. Its name is a digest of everything that the
// spectrum depends on.
type response struct {
	name   string
	filter *Filter
}

// Response returns the spectrum of a filter.
func Response(f *Filter) Values {
	digest := sha256.New()
	fmt.Fprint(digest, f.Conjugate, f.IsDouble, f.Padded, f.Positions, f.TurnAxis, f.Split, f.HalfAxis)
	words := make([]byte, 0, 4096)
	for i, v := range f.Values {
		words = binary.LittleEndian.AppendUint64(words, math.Float64bits(real(v)))
		words = binary.LittleEndian.AppendUint64(words, math.Float64bits(imag(v)))
		if len(words) == cap(words) || i == len(f.Values)-1 {
			digest.Write(words)
			words = words[:0]
		}
	}
	return response{fmt.Sprintf("response %v %x", f.Padded, digest.Sum(nil)), f}
}

// Name returns a digest of the kernel, its position and the order.
func (r response) Name() string { return r.name }

// Count returns the number of bins.
func (r response) Count() int { return product(r.filter.bins()) }

// Values returns the spectrum, rounded to float64.
func (r response) Values() []complex128 { return r.filter.Spectrum() }

// bins returns the shape of the spectrum, with n/2+1 bins along HalfAxis.
func (f *Filter) bins() []int {
	shape := slices.Clone(f.Padded)
	if f.HalfAxis >= 0 {
		shape[f.HalfAxis] = realdct.Bins(shape[f.HalfAxis])
	}
	return shape
}

// Spectrum returns the DFT of the filter divided by the number of points, in the order of the pass that
// multiplies by it. In double precision it is computed in double-double and rounded once. Otherwise it
// is computed in float64. Its error is then small compared with the errors of the other transforms.
func (f *Filter) Spectrum() []complex128 {
	var b []complex128
	if f.IsDouble {
		b = f.transformExactly()
	} else {
		b = f.transform64()
	}
	if f.HalfAxis >= 0 {
		b = firstHalf(b, f.Padded[f.HalfAxis], product(f.Padded[f.HalfAxis+1:]))
	}
	if len(f.Split) < 2 {
		return b
	}
	inner, natural := product(f.bins()[f.TurnAxis+1:]), b
	n := f.Padded[f.TurnAxis]
	b = make([]complex128, len(natural))
	for row := range len(natural) / inner {
		at := row/n*n + hier.DigitReverse(f.Split, row%n)
		copy(b[at*inner:][:inner], natural[row*inner:][:inner])
	}
	return b
}

// firstHalf returns the bins 0 ... n/2 of spectra of n bins with the given inner extent.
func firstHalf(b []complex128, n, inner int) []complex128 {
	bins := realdct.Bins(n) * inner
	kept := make([]complex128, 0, len(b)/(n*inner)*bins)
	for at := 0; at < len(b); at += n * inner {
		kept = append(kept, b[at:at+bins]...)
	}
	return kept
}

// transform64 returns the DFT in natural order, computed in float64.
func (f *Filter) transform64() []complex128 {
	b := make([]complex128, product(f.Padded))
	f.eachPosition(0, 0, 0, func(element, at int) {
		b[at] += f.value(element) / complex(float64(len(b)), 0)
	})
	for axis, n := range f.Padded {
		if n > 1 {
			dft.TransformRows(b, n, product(f.Padded[axis+1:]), f.Threads)
		}
	}
	return b
}

// transformExactly returns the DFT in natural order, computed in double-double and rounded once.
func (f *Filter) transformExactly() []complex128 {
	b := make([]doubledouble.Complex, product(f.Padded))
	f.eachPosition(0, 0, 0, func(element, at int) {
		b[at] = b[at].Add(doubledouble.FromComplex(f.value(element)).Quo(float64(len(b))))
	})
	for axis, n := range f.Padded {
		if n > 1 {
			dft.EachRow(b, n, product(f.Padded[axis+1:]), f.Threads, func() func([]doubledouble.Complex) {
				return doubledouble.New(n).Forward
			})
		}
	}
	rounded := make([]complex128, len(b))
	for k, v := range b {
		rounded[k] = v.Complex128()
	}
	return rounded
}

// value returns an element of the kernel, or its conjugate.
func (f *Filter) value(element int) complex128 {
	v := f.Values[element]
	if f.Conjugate {
		return complex(real(v), -imag(v))
	}
	return v
}

// eachPosition calls visit with each element of the kernel and its indices in the transformed arrays.
// element and at have the indices along the axes before axis; it recurses over the other axes.
func (f *Filter) eachPosition(axis, element, at int, visit func(element, at int)) {
	if axis == len(f.Positions) {
		visit(element, at)
		return
	}
	for i, positions := range f.Positions[axis] {
		for _, position := range positions {
			f.eachPosition(axis+1, element*len(f.Positions[axis])+i, at*f.Padded[axis]+position, visit)
		}
	}
}

// product returns the product of the factors.
func product(factors []int) int {
	n := 1
	for _, f := range factors {
		n *= f
	}
	return n
}
