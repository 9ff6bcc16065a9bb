package ref

import (
	"fmt"

	"wgfft/internal/dft"
)

// Batch transforms the contiguous rows of n points in src, in float64, and
// multiplies the unscaled result by scale. len(src) is a multiple of n.
func Batch(src []complex64, n int, inverse bool, scale float64) []complex128 {
	if len(src)%n != 0 {
		panic(fmt.Sprintf("ref: %d points: no multiple of %d", len(src), n))
	}
	d := dft.New(n)
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
		d := dft.New(shape[axis])
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
			w := dft.ProductRoot(n, j, k)
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
func Root(j, k, n int) complex128 { return dft.ProductRoot(n, j, k) }

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

// kahan sums numbers with compensation for rounding errors (Kahan).
type kahan struct{ sum, carry float64 }

func (k *kahan) add(v float64) {
	y := v - k.carry
	t := k.sum + y
	k.carry = (t - k.sum) - y
	k.sum = t
}
