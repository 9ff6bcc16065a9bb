package transforms

import (
	"math/bits"

	"wgfft/internal/doubledouble"
)

// A StepTwiddle is the twiddle between the two steps of a four-step transform (Bailey 1990) whose data are computed in
// slabs. It multiplies point k of transform i by
//
//	w_Order^((Row+k) (Column+i))
//
// or by the conjugate for an inverse transform. With k = k1 A + k0 and i = i1 B + i0 the factor is the product of four
// roots with the exponents
//
//	k0 i0,  (Row + k1 A) i0,  k0 (Column + i1 B),  (Row + k1 A) (Column + i1 B)
//
// A table has all of these roots. Its rows belong to the B values of i0, and then to the values of i1. Its columns
// belong to the A values of k0, and then to the values of k1. The entry of a row and a column is the root of the
// product of both. Products of 128 bits are reduced modulo Order, so no exponent is rounded.
type StepTwiddle struct {
	Order     int64 // at least 1, below 2^53
	Inverse   bool
	Points    int // of a transform
	PerArray  int // transforms of an array
	Count     int // transforms of all arrays
	splitBits     // of Points and PerArray
}

// splitBits are the numbers of low bits of k and of i: A = 2^Point and B = 2^Transform.
type splitBits struct{ Point, Transform int }

// minSplit is the least number of transforms that the split of i is made for. Transforms of arrays that travel in parts
// of any number then have one split.
const minSplit = 4096

// NewStepTwiddle returns the twiddle of count arrays, each of perArray transforms of n points.
func NewStepTwiddle(order int64, inverse bool, n, perArray, count int) StepTwiddle {
	half := func(n int) int { return (bits.Len(uint(n-1)) + 1) / 2 }
	return StepTwiddle{order, inverse, n, perArray, perArray * count, splitBits{half(n), half(max(minSplit, perArray))}}
}

// Width returns the number of entries of a row of the table.
func (s StepTwiddle) Width() int { return StepWidth(s.Points, s.Point) }

// StepWidth returns the number of entries of a row of the table for n points, with A = 2^bits.
func StepWidth(n, bits int) int { return 1<<bits + (n+1<<bits-1)>>bits }

// Len returns the number of entries of the table.
func (s StepTwiddle) Len() int {
	return s.Width() * (1<<s.Transform + (s.Count+1<<s.Transform-1)>>s.Transform)
}

// Entries returns the table of a call.
func (s StepTwiddle) Entries(c Call) []complex128 {
	order := uint64(s.Order)
	row := uint64(c.Row) % order
	hi, lo := bits.Mul64(uint64(c.First), uint64(s.PerArray))
	column := (uint64(c.Column)%order + bits.Rem64(hi, lo, order)) % order
	table := make([]complex128, 0, s.Len())
	for y := range s.Len() / s.Width() {
		i := uint64(y)
		if far := y - 1<<s.Transform; far >= 0 {
			i = column + uint64(far)<<s.Transform
		}
		for x := range s.Width() {
			k := uint64(x)
			if far := x - 1<<s.Point; far >= 0 {
				k = row + uint64(far)<<s.Point
			}
			hi, lo := bits.Mul64(k, i)
			w := doubledouble.Root64(s.Order, int64(bits.Rem64(hi, lo, order)))
			if s.Inverse {
				w = complex(real(w), -imag(w))
			}
			table = append(table, w)
		}
	}
	return table
}

// Rows returns the op of the CPU engine for a call.
func (s StepTwiddle) Rows(c Call) RowOp { return stepRows{s, s.Entries(c)} }

// stepRows multiplies rows by a twiddle.
type stepRows struct {
	StepTwiddle
	table []complex128
}

// SingleRow multiplies points of a row.
func (s stepRows) SingleRow(points []complex64, at RowPlace) { multiplyRow(s, points, at) }

// DoubleRow multiplies points of a row.
func (s stepRows) DoubleRow(points []complex128, at RowPlace) { multiplyRow(s, points, at) }

// stepBlock is the largest number of values of k0 that are taken together.
const stepBlock = 64

// multiplyRow multiplies points of a row. It takes a block of values of k0 at a time, and rotates the points of each
// value of k1 by the roots of the block and the root of k1.
func multiplyRow[C complex64 | complex128](s stepRows, points []C, at RowPlace) {
	width, split := s.Width(), 1<<s.Point
	near := s.table[at.Row&(1<<s.Transform-1)*width:][:width]
	far := s.table[(at.Row>>s.Transform+1<<s.Transform)*width:][:width]
	end := at.First + len(points)
	var low [stepBlock]C
	for begin := 0; begin < min(split, end); begin += stepBlock { // of the block
		stop := min(begin+stepBlock, split)
		block := low[:stop-begin]
		for j := range block {
			block[j] = C(near[begin+j] * far[begin+j])
		}
		for k1 := at.First >> s.Point; k1<<s.Point < end; k1++ {
			from, to := max(at.First, k1<<s.Point+begin), min(end, k1<<s.Point+stop)
			if from >= to {
				continue
			}
			high := C(near[split+k1] * far[split+k1])
			rotate(points[from-at.First:to-at.First], block[from-k1<<s.Point-begin:], high)
		}
	}
}

// rotate multiplies points by low and by high.
func rotate[C complex64 | complex128](points, low []C, high C) {
	low = low[:len(points)]
	if single, ok := any(points).([]complex64); ok {
		rotateSingle(single, any(low).([]complex64), complex64(high))
		return
	}
	for j, v := range points {
		points[j] = v * (high * low[j])
	}
}

// rotateSingle is rotate with products in float32. The compiler multiplies complex64 in float64.
func rotateSingle(points, low []complex64, high complex64) {
	a, b := real(high), imag(high)
	low = low[:len(points)]
	for j, v := range points {
		c, d := real(low[j]), imag(low[j])
		re, im := a*c-b*d, a*d+b*c
		points[j] = complex(real(v)*re-imag(v)*im, real(v)*im+imag(v)*re)
	}
}
