package ref

import (
	"fmt"
	"math"
	"math/bits"

	"gonum.org/v1/gonum/dsp/fourier"
)

// largestGonumPrime is the largest prime factor left to gonum, whose cost per point is the sum of
// the prime factors. Bluestein costs about three transforms of two to four times the length.
const largestGonumPrime = 64

// DFT transforms sequences of one length in float64. Its tables are made once,
// by NewDFT; it keeps scratch, so one goroutine may use it at a time.
type DFT struct {
	n     int
	fft   *fourier.CmplxFFT // of n points, or of m points for Bluestein
	chirp []complex128      // c[j], n points; nil if gonum transforms n points itself
	kern  []complex128      // transform of conj(c), m points, divided by m
	work  []complex128      // m points
}

// NewDFT returns a transform of n points. It panics if n < 1, because the length comes from a test,
// not from a user.
func NewDFT(n int) *DFT {
	if n < 1 {
		panic(fmt.Sprintf("ref: length %d: a transform needs at least one point", n))
	}
	if LargestPrime(n) <= largestGonumPrime {
		return &DFT{n: n, fft: fourier.NewCmplxFFT(n)}
	}
	m := 1 << bits.Len(uint(2*n-2)) // the power of two >= 2n-1
	d := &DFT{n: n, fft: fourier.NewCmplxFFT(m)}
	d.chirp = make([]complex128, n)
	kern := make([]complex128, m)
	for j := range d.chirp {
		c := root(mulmod(j, j, 2*n), 2*n)
		d.chirp[j] = c
		conj := complex(real(c)/float64(m), -imag(c)/float64(m))
		kern[j] = conj
		kern[(m-j)%m] = conj
	}
	d.kern = d.fft.Coefficients(nil, kern)
	d.work = make([]complex128, m)
	return d
}

// Forward writes the unscaled forward transform of src to dst, both of n
// points, and returns dst; a nil dst is allocated. dst may be src.
func (d *DFT) Forward(dst, src []complex128) []complex128 {
	if dst == nil {
		dst = make([]complex128, d.n)
	}
	if len(dst) != d.n || len(src) != d.n {
		panic(fmt.Sprintf("ref: %d points to %d: this transform has %d", len(src), len(dst), d.n))
	}
	if d.chirp == nil {
		return d.fft.Coefficients(dst, src)
	}
	for j, c := range d.chirp {
		d.work[j] = src[j] * c
	}
	clear(d.work[d.n:])
	d.fft.Coefficients(d.work, d.work)
	for k, b := range d.kern {
		d.work[k] *= b
	}
	d.fft.Sequence(d.work, d.work)
	for k, c := range d.chirp {
		dst[k] = d.work[k] * c
	}
	return dst
}

// Inverse writes the unscaled inverse transform of src to dst, with the rules of Forward. It is the
// forward transform read backwards: x[j] = forward(X)[-j mod N].
func (d *DFT) Inverse(dst, src []complex128) []complex128 {
	dst = d.Forward(dst, src)
	for i, j := 1, d.n-1; i < j; i, j = i+1, j-1 {
		dst[i], dst[j] = dst[j], dst[i]
	}
	return dst
}

// Batch transforms the contiguous rows of n points in src, in float64, and
// multiplies the unscaled result by scale. len(src) is a multiple of n.
func Batch(src []complex64, n int, inverse bool, scale float64) []complex128 {
	if len(src)%n != 0 {
		panic(fmt.Sprintf("ref: %d points: no multiple of %d", len(src), n))
	}
	d := NewDFT(n)
	out := Widen(src)
	for i := 0; i < len(out); i += n {
		row := out[i : i+n]
		if inverse {
			d.Inverse(row, row)
		} else {
			d.Forward(row, row)
		}
		for j, v := range row {
			row[j] = complex(real(v)*scale, imag(v)*scale)
		}
	}
	return out
}

// Axes transforms the row-major arrays of the given shape in src along the given
// axes, in float64, and multiplies the unscaled result by scale.
func Axes(src []complex64, shape, axes []int, inverse bool, scale float64) []complex128 {
	out := Widen(src)
	alongAxes(out, shape, axes, inverse)
	for i, v := range out {
		out[i] = complex(real(v)*scale, imag(v)*scale)
	}
	return out
}

// alongAxes transforms row-major arrays along axes, in place.
func alongAxes(out []complex128, shape, axes []int, inverse bool) {
	for _, axis := range axes {
		d := NewDFT(shape[axis])
		along(out, shape, axis, func(line []complex128) {
			if inverse {
				d.Inverse(line, line)
			} else {
				d.Forward(line, line)
			}
		})
	}
}

// Bins evaluates the definition for the chosen output indices: O(len(src)) for
// each. It shares nothing with the fast transforms.
func Bins(src []complex128, bins []int, inverse bool) []complex128 {
	n := len(src)
	out := make([]complex128, len(bins))
	for i, k := range bins {
		if k < 0 || k >= n {
			panic(fmt.Sprintf("ref: bin %d: the transform has %d", k, n))
		}
		var re, im kahan
		for j, x := range src {
			w := root(mulmod(j, k, n), n)
			if inverse {
				w = complex(real(w), -imag(w))
			}
			v := x * w
			re.add(real(v))
			im.add(imag(v))
		}
		out[i] = complex(re.sum, im.sum)
	}
	return out
}

// Sum returns the sum over j of src[j] w_n^(jk). This is bin k of a transform of n points if src
// holds the first points and the others are zero.
func Sum(src []complex64, k, n int) complex128 {
	roots := NewRoots(k, n, len(src))
	var re, im kahan
	for i, high := range roots.high {
		block := src[i<<lowBits:]
		sum := complex128(0)
		for j, x := range block[:min(len(block), len(roots.low))] {
			sum += complex128(x) * roots.low[j]
		}
		sum *= high
		re.add(real(sum))
		im.add(imag(sum))
	}
	return complex(re.sum, im.sum)
}

// Roots holds the powers w_n^(jk) for one k, as products of two factors: one for the low bits of j,
// and one for the others.
type Roots struct{ low, high []complex128 }

const lowBits = 12

// NewRoots returns the powers for j below count.
func NewRoots(k, n, most int) *Roots {
	r := &Roots{}
	for j := range min(most, 1<<lowBits) {
		r.low = append(r.low, Root(j, k, n))
	}
	for j := 0; j < most; j += 1 << lowBits {
		r.high = append(r.high, Root(j, k, n))
	}
	return r
}

// At returns w_n^(jk).
func (r *Roots) At(j int) complex128 { return r.low[j&(1<<lowBits-1)] * r.high[j>>lowBits] }

// Root returns w_n^(jk).
func Root(j, k, n int) complex128 { return root(mulmod(j, k, n), n) }

// Widen returns src in float64.
func Widen(src []complex64) []complex128 {
	out := make([]complex128, len(src))
	for i, v := range src {
		out[i] = complex128(v)
	}
	return out
}

// Narrow returns src rounded to float32.
func Narrow(src []complex128) []complex64 {
	out := make([]complex64, len(src))
	for i, v := range src {
		out[i] = complex64(v)
	}
	return out
}

// LargestPrime returns the largest prime factor of n, 1 for n = 1.
func LargestPrime(n int) int {
	largest := 1
	for p := 2; p*p <= n; p++ {
		for n%p == 0 {
			largest, n = p, n/p
		}
	}
	return max(largest, n)
}

// root returns w_n^e for 0 <= e < n. It folds the angle into an eighth of a turn in integers. The
// sine and cosine see no large argument, and the multiples of a quarter turn are exact.
func root(e, n int) complex128 {
	octant, rest := 8*e/n, 8*e%n // e = (octant + rest/n) n/8
	if octant%2 == 1 {
		rest = n - rest // measured back from the end of the octant
	}
	s, c := math.Sincos(math.Pi / 4 * float64(rest) / float64(n))
	switch octant {
	case 0:
		return complex(c, -s)
	case 1:
		return complex(s, -c)
	case 2:
		return complex(-s, -c)
	case 3:
		return complex(-c, -s)
	case 4:
		return complex(-c, s)
	case 5:
		return complex(-s, c)
	case 6:
		return complex(s, c)
	default:
		return complex(c, s)
	}
}

// mulmod returns a*b mod n without overflow.
func mulmod(a, b, n int) int {
	hi, lo := bits.Mul64(uint64(a), uint64(b))
	return int(bits.Rem64(hi, lo, uint64(n)))
}

// kahan sums numbers with compensation for rounding errors (Kahan).
type kahan struct{ sum, carry float64 }

func (k *kahan) add(v float64) {
	y := v - k.carry
	t := k.sum + y
	k.carry = (t - k.sum) - y
	k.sum = t
}
