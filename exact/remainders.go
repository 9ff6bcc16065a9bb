package exact

import (
	"math"
	"math/bits"

	"wgfft/internal/modular"
)

// maxPrimes is the number of primes of convolutions. Their product is above 2^92.
const maxPrimes = 3

// primes are the primes of convolutions, with roots of order 3 2^25.
var primes = [maxPrimes]Ring{
	{modular.Field{P: 2013265921, G: 31}}, {modular.Field{P: 1811939329, G: 13}}, {modular.Field{P: 2113929217, G: 5}},
}

// A wide is a whole number of 128 bits without a sign.
type wide struct{ high, low uint64 }

// times returns a b.
func times(a, b uint64) wide {
	high, low := bits.Mul64(a, b)
	return wide{high, low}
}

// plus returns w + a.
func (w wide) plus(a wide) wide {
	low, carry := bits.Add64(w.low, a.low, 0)
	high, _ := bits.Add64(w.high, a.high, carry)
	return wide{high, low}
}

// minus returns w - a modulo 2^128.
func (w wide) minus(a wide) wide {
	low, borrow := bits.Sub64(w.low, a.low, 0)
	high, _ := bits.Sub64(w.high, a.high, borrow)
	return wide{high, low}
}

// isBelow reports whether w < a.
func (w wide) isBelow(a wide) bool { return w.high < a.high || w.high == a.high && w.low < a.low }

// magnitude returns a bound of the results of convolutions of arrays of n elements with a kernel: the largest
// magnitude of an element of one times the sum of the magnitudes of the other.
func magnitude[X, K Integer](x []X, kernel []K, n int) wide {
	largest, sum := uint64(0), uint64(0)
	for i := 0; i < len(x); i += n {
		l, s := magnitudes(x[i:][:n])
		largest, sum = max(largest, l), max(sum, s)
	}
	largestTap, sumOfTaps := magnitudes(kernel)
	a, b := times(largest, sumOfTaps), times(largestTap, sum)
	if a.isBelow(b) {
		return a
	}
	return b
}

// magnitudes returns the largest magnitude and the sum of the magnitudes. The sum of 2^31 elements is below 2^63.
func magnitudes[T Integer](x []T) (largest, sum uint64) {
	for _, v := range x {
		m := uint64(max(int64(v), -int64(v)))
		largest, sum = max(largest, m), sum+m
	}
	return largest, sum
}

// leastPrimes returns the least number of primes whose product is more than twice a bound, so that the residues of
// numbers up to the bound, of either sign, differ. It returns 0 if all primes are too few.
func leastPrimes(bound wide) int {
	for n := 1; n <= maxPrimes; n++ {
		if bound.plus(bound).isBelow(newRemainders(n).product) {
			return n
		}
	}
	return 0
}

// remainders finds numbers from their residues modulo the first count primes p1, p2, p3 (Garner, The residue number
// system, 1959):
//
//	x = r1 + p1 (v2 + p2 v3)     v2 = (r2 - r1)/p1 mod p2     v3 = ((r3 - r1)/p1 - v2)/p2 mod p3
type remainders struct {
	count                           int
	product, half                   wide   // half is the product divided by 2, rounded down
	inverse12, inverse13, inverse23 uint32 // 1/p1 mod p2, 1/p1 mod p3, 1/p2 mod p3
}

// newRemainders returns the theorem for the first count primes.
func newRemainders(count int) remainders {
	r := remainders{count: count, product: wide{low: 1}}
	p := [maxPrimes]uint64{}
	for i := range primes {
		p[i] = uint64(primes[i].Prime())
	}
	second, third := primes[1].field, primes[2].field
	r.inverse12 = second.Inverse(second.Of(int64(p[0])))
	r.inverse13 = third.Inverse(third.Of(int64(p[0])))
	r.inverse23 = third.Inverse(third.Of(int64(p[1])))
	for _, p := range p[:count] {
		low := times(r.product.low, p)
		r.product = wide{low.high + r.product.high*p, low.low}
	}
	r.half = wide{r.product.high >> 1, r.product.high<<63 | r.product.low>>1}
	return r
}

// number returns the number of least magnitude with residues, modulo 2^64, its magnitude, and whether it is negative.
// A magnitude above the largest uint64 is returned as that.
func (t remainders) number(residues [maxPrimes]uint32) (v int64, magnitude uint64, isNegative bool) {
	x := wide{low: uint64(residues[0])}
	if t.count > 1 {
		f := primes[1].field
		v2 := f.Mul(f.Sub(residues[1], f.Of(int64(residues[0]))), t.inverse12)
		p1 := uint64(primes[0].Prime())
		x = x.plus(times(p1, uint64(v2)))
		if t.count > 2 {
			f := primes[2].field
			v3 := f.Mul(f.Sub(residues[2], f.Of(int64(residues[0]))), t.inverse13)
			v3 = f.Mul(f.Sub(v3, f.Of(int64(v2))), t.inverse23)
			x = x.plus(times(p1*uint64(primes[1].Prime()), uint64(v3)))
		}
	}
	size := x
	if isNegative = t.half.isBelow(x); isNegative {
		size = t.product.minus(x)
		x = x.minus(t.product)
	}
	if size.high > 0 {
		return int64(x.low), math.MaxUint64, isNegative
	}
	return int64(x.low), size.low, isNegative
}
