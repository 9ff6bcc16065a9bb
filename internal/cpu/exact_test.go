package cpu

import (
	"math"
	"math/rand/v2"
)

// A pair is a real number as the unevaluated sum high + low of two float64, |low| <= ulp(high)/2.
// Its arithmetic has about 104 bits (Dekker 1971).
type pair struct{ high, low float64 }

// fastSum returns a + b for |a| >= |b| or a = 0, exactly.
func fastSum(a, b float64) pair {
	s := a + b
	return pair{s, b - (s - a)}
}

// exactSum returns a + b exactly (Knuth).
func exactSum(a, b float64) pair {
	s := a + b
	t := s - a
	return pair{s, (a - (s - t)) + (b - t)}
}

func (x pair) plus(y pair) pair {
	s, t := exactSum(x.high, y.high), exactSum(x.low, y.low)
	s = fastSum(s.high, s.low+t.high)
	return fastSum(s.high, s.low+t.low)
}

func (x pair) times(y pair) pair {
	p := x.high * y.high
	return fastSum(p, math.FMA(x.high, y.high, -p)+(x.high*y.low+x.low*y.high))
}

// addProduct adds x w. The low part collects all errors, and is not normalized.
func (s *pair) addProduct(x float64, w pair) {
	p := x * w.high
	low := math.FMA(x, w.high, -p) + x*w.low
	sum := s.high + p
	t := sum - s.high
	s.low += (s.high - (sum - t)) + (p - t) + low
	s.high = sum
}

func (x pair) negated() pair { return pair{-x.high, -x.low} }

// over returns x / d.
func (x pair) over(d float64) pair {
	q := x.high / d
	p := q * d
	return fastSum(q, ((x.high-p)-math.FMA(q, d, -p)+x.low)/d)
}

// pairRoot returns the cosine and the sine of 2 pi e/n, 0 <= e < n. It folds the angle into an
// eighth of a turn, and adds up the Taylor series.
func pairRoot(n, e int) (cos, sin pair) {
	pi := pair{math.Pi, 1.2246467991473532e-16}
	octant, rest := 8*e/n, 8*e%n
	if octant%2 == 1 {
		rest = n - rest
	}
	angle := pi.times(pair{float64(rest), 0}).over(float64(4 * n))
	term := pair{1, 0}
	for i := 1; i < 30; i++ {
		if i%2 == 1 {
			cos = cos.plus(term)
		} else {
			sin = sin.plus(term)
		}
		term = term.times(angle).over(float64(i))
		if i%2 == 0 {
			term = term.negated()
		}
	}
	switch octant {
	case 0:
		return cos, sin
	case 1:
		return sin, cos
	case 2:
		return sin.negated(), cos
	case 3:
		return cos.negated(), sin
	case 4:
		return cos.negated(), sin.negated()
	case 5:
		return sin.negated(), cos.negated()
	case 6:
		return sin, cos.negated()
	}
	return cos, sin.negated()
}

// pairRoots are the cosines and sines of all multiples of 2 pi/n.
type pairRoots struct{ cos, sin []pair }

func newPairRoots(n int) pairRoots {
	r := pairRoots{make([]pair, n), make([]pair, n)}
	for e := range n {
		r.cos[e], r.sin[e] = pairRoot(n, e)
	}
	return r
}

// exactBin returns the sum over j of x[j] w_n^(jk), rounded once.
func exactBin(x []complex128, k int, w pairRoots) complex128 {
	var re, im pair
	n := len(x)
	for j, e := 0, 0; j < n; j++ {
		a, b, c, s := real(x[j]), imag(x[j]), w.cos[e], w.sin[e]
		re.addProduct(a, c)
		re.addProduct(b, s)
		im.addProduct(b, c)
		im.addProduct(-a, s)
		if e += k; e >= n {
			e -= n
		}
	}
	return complex(re.high+re.low, im.high+im.low)
}

// bins returns all numbers below n, or count of them at random.
func bins(n, count int) []int {
	if n <= count {
		count = n
	}
	return rand.New(rand.NewPCG(uint64(n), 2)).Perm(n)[:count]
}

// uniform returns n points whose parts are uniform in [-1, 1).
func uniform(seed uint64, n int) []complex128 {
	random := rand.New(rand.NewPCG(seed, 1))
	x := make([]complex128, n)
	for i := range x {
		x[i] = complex(2*random.Float64()-1, 2*random.Float64()-1)
	}
	return x
}
