package plan

import (
	"crypto/sha256"
	"encoding/binary"
	"fmt"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/realdct"
)

// response is the recipe of the spectrum of a kernel: its transform divided by the number of points, in the order the pass wants it that
// multiplies by it. Its name is a digest of all of that.
type response struct {
	name string
	*filter
}

// A filter is a kernel and where it lies among the points of the transforms.
type filter struct {
	values    []complex64
	conjugate bool
	shape     []int     // of the values; as many axes as there are transforms
	padded    []int     // points
	supports  []support // along each axis
	halfAxis  int       // the axis of which the first half is wanted, or -1
	turnAxis  int       // the axis in reversed order
	split     []int     // by these factors
}

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

// newResponse is the recipe for a plan and the values of its kernel.
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

// Name is a digest of the kernel, its place and the order.
func (r response) Name() string { return r.name }

// Len is the number of words.
func (r response) Len() int { return 2 * product(halvedShape(r.padded, r.halfAxis)) }

// Words is the spectrum.
func (r response) Words() []float32 { return complexWords(r.table()) }

// table is the spectrum before it is rounded.
func (f *filter) table() []complex128 {
	b := make([]complex128, product(f.padded))
	f.addElement(b, 0, 0, 0)
	for axis, n := range f.padded {
		if n > 1 {
			transformAxis(b, n, product(f.padded[axis+1:]))
		}
	}
	if f.halfAxis >= 0 {
		b = firstHalf(b, f.padded[f.halfAxis], product(f.padded[f.halfAxis+1:]))
	}
	if len(f.split) < 2 {
		return b
	}
	side, natural := product(halvedShape(f.padded, f.halfAxis)[f.turnAxis+1:]), b
	n := f.padded[f.turnAxis]
	b = make([]complex128, len(natural))
	for row := range len(natural) / side {
		at := row/n*n + hier.DigitReverse(f.split, row%n)
		copy(b[at*side:][:side], natural[row*side:][:side])
	}
	return b
}

// firstHalf keeps the bins 0 ... n/2 of the n along an axis, of so many side by side.
func firstHalf(b []complex128, n, side int) []complex128 {
	bins := realdct.Bins(n) * side
	kept := make([]complex128, 0, len(b)/(n*side)*bins)
	for at := 0; at < len(b); at += n * side {
		kept = append(kept, b[at:at+bins]...)
	}
	return kept
}

// lay adds the kernel's elements, divided by the number of points, to where they belong: those from number element on, whose first axes lie
// at a place already.
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
		places := []int{0}
		if m := f.padded[axis]; m > 1 {
			places = f.supports[axis].positions(i, m)
		}
		for _, place := range places {
			f.addElement(b, axis+1, element*f.shape[axis]+i, at*f.padded[axis]+place)
		}
	}
}

// transformAxis transforms all lines of n points that lie at a stride, in place. Those of zeros stay.
func transformAxis(b []complex128, n, stride int) {
	if n == len(b) {
		copy(b, transform(slices.Clone(b)))
		return
	}
	parallel(len(b)/n, cacheRun, func() func(i int) {
		d, line, spare := newDFT(n), make([]complex128, n), make([]complex128, n)
		return func(i int) {
			first, zero := i/stride*stride*n+i%stride, true
			for j := range line {
				line[j] = b[first+j*stride]
				zero = zero && line[j] == 0
			}
			if zero {
				return
			}
			for j, v := range d.transform(line, spare) {
				b[first+j*stride] = v
			}
		}
	})
}
