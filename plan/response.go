package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/internal/dft"
	"wgfft/realdct"
)

// response is the recipe of the spectrum of a convolution kernel: its DFT divided by the number of
// points, in the order of the pass that multiplies by it. Its name is a digest of everything that
// the spectrum depends on.
type response struct {
	name string
	*filter
}

// A filter is a convolution kernel and its position in the arrays that are transformed.
type filter struct {
	values    []complex64
	conjugate bool
	shape     []int     // of the values, along every axis of the arrays
	padded    []int     // points of the transforms along each axis
	supports  []Support // along each axis
	halfAxis  int       // the axis with half spectra, or -1
	turnAxis  int       // the axis in digit-reversed order
	split     []int     // the factors of that order; none for natural order
}

// newFilter returns the filter of a convolution, in natural order.
func newFilter(c Convolution, padded []int, values []complex64) *filter {
	f := &filter{values: values, conjugate: c.Correlate, padded: padded, supports: c.supports(), halfAxis: -1}
	if c.Real {
		f.values = slices.Clone(values)
		for i, v := range f.values {
			f.values[i] = complex(real(v), 0)
		}
	}
	for _, r := range f.supports {
		f.shape = append(f.shape, r.k)
	}
	return f
}

// newResponse returns the recipe of the spectrum for a plan and the values of its kernel.
func newResponse(p ConvolutionPlan, values []complex64) response {
	f := newFilter(p.Convolution, p.padded, slices.Clone(values))
	f.turnAxis, f.split, f.halfAxis = p.turnAxis, p.split, p.halfAxis
	digest := sha256.New()
	fmt.Fprint(digest, f.conjugate, f.padded, f.supports, f.turnAxis, f.split, f.halfAxis)
	words := make([]byte, 0, 4096)
	for i, v := range f.values {
		words = binary.LittleEndian.AppendUint32(words, math.Float32bits(real(v)))
		words = binary.LittleEndian.AppendUint32(words, math.Float32bits(imag(v)))
		if len(words) == cap(words) || i == len(f.values)-1 {
			digest.Write(words)
			words = words[:0]
		}
	}
	return response{fmt.Sprintf("response %s %x", Dims(f.padded), digest.Sum(nil)), f}
}

// Name returns a digest of the kernel, its position and the order.
func (r response) Name() string { return r.name }

// Len returns the number of words.
func (r response) Len() int { return 2 * Product(halvedShape(r.padded, r.halfAxis)) }

// Words returns the spectrum.
func (r response) Words() []float32 { return complexWords(r.table()) }

// table returns the spectrum in float64.
func (f *filter) table() []complex128 {
	b := make([]complex128, Product(f.padded))
	f.addElement(b, 0, 0, 0)
	for axis, n := range f.padded {
		if n > 1 {
			dft.TransformRows(b, n, Product(f.padded[axis+1:]))
		}
	}
	if f.halfAxis >= 0 {
		b = firstHalf(b, f.padded[f.halfAxis], Product(f.padded[f.halfAxis+1:]))
	}
	if len(f.split) < 2 {
		return b
	}
	inner, natural := Product(halvedShape(f.padded, f.halfAxis)[f.turnAxis+1:]), b
	n := f.padded[f.turnAxis]
	b = make([]complex128, len(natural))
	for row := range len(natural) / inner {
		at := row/n*n + hier.DigitReverse(f.split, row%n)
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

// addElement adds elements of the kernel, divided by the number of points, to b. element and at are
// the indices in the kernel and in b along the axes before axis; it recurses over the other axes.
func (f *filter) addElement(b []complex128, axis, element, at int) {
	if axis == len(f.shape) {
		v := complex128(f.values[element]) / complex(float64(len(b)), 0)
		if f.conjugate {
			v = complex(real(v), -imag(v))
		}
		b[at] += v
		return
	}
	for i := range f.shape[axis] {
		positions := []int{0}
		if m := f.padded[axis]; m > 1 {
			positions = f.supports[axis].positions(i, m)
		}
		for _, position := range positions {
			f.addElement(b, axis+1, element*f.shape[axis]+i, at*f.padded[axis]+position)
		}
	}
}
