package ref

import (
	"iter"
	"math"

	"wgfft/internal/doubledouble"
)

// The accuracy contract. These constants exist here and nowhere else.
const (
	// Eps is the spacing of float32 at 1, and EpsDouble the spacing of float64. EpsDoubleSingle is
	// the eps of arithmetic on sums of two float32 (double-single).
	Eps             = 1.0 / (1 << 23)
	EpsDouble       = 1.0 / (1 << 52)
	EpsDoubleSingle = 1.0 / (1 << 47)

	// SmoothPrime is the largest prime factor of a length that is transformed by butterflies alone.
	// These lengths are called smooth.
	SmoothPrime = 31

	// SmoothError and ConvolutionError are the contract's two factors of Eps sqrt(log2 of the
	// length). The first is for smooth lengths, the second for lengths that use a convolution
	// (Rader, Bluestein).
	SmoothError      = 0.5
	ConvolutionError = 1.0

	// leastLog keeps the bound of very short transforms at a few roundings.
	leastLog = 4

	// leastTogether is the least number of random elements whose error is judged together.
	leastTogether = 64
)

// Precision is the eps of the arithmetic under test. The bounds are proportional to it.
type Precision float64

// The precisions of the engines.
const (
	Single       Precision = Eps
	Double       Precision = EpsDouble
	DoubleSingle Precision = EpsDoubleSingle
)

// Together returns how many arrays of n random elements are judged together: 1, or as many as have
// 64 elements. A short array has few roundings, and their error exceeds the bound now and then by
// chance.
func Together(n int) int { return (leastTogether + n - 1) / n }

// Groups yields the first array and the end of each group of arrays that are judged together. There
// are count arrays of n elements. The last group takes the remainder.
func Groups(count, n int) iter.Seq2[int, int] {
	together := Together(n)
	return func(yield func(from, to int) bool) {
		for from, to := 0, 0; to < count; from = to {
			to = from + together
			if to+together > count {
				to = count
			}
			if !yield(from, to) {
				return
			}
		}
	}
}

// Tolerance returns the bound of [Precision.Tolerance] for one axis in single precision. It is the
// largest relative L2 error that a transform of n points in float32 may have against float64, for
// uniform random input:
//
//	smooth n:  SmoothError      Eps sqrt(max(4, log2 n))
//	other n:   ConvolutionError Eps sqrt(max(4, log2 M)), M = 2n-1
//
// The contract's M is the convolution length. 2n-1 is the shortest length that Bluestein may use.
// The bound is therefore the strictest for any choice the planner makes, and does not change with
// the planner.
func Tolerance(n int) float64 { return Single.Tolerance(n) }

// ToleranceAxes returns the bound of [Precision.Tolerance] in single precision.
func ToleranceAxes(lengths ...int) float64 { return Single.Tolerance(lengths...) }

// Tolerance returns the bound for a transform along axes of the given lengths. Their errors add as
// squares:
//
//	eps sqrt(max(4 c^2, sum over the axes of c_a^2 log2 m_a)), c the largest c_a
//
// with the factor c_a and the length m_a that the function Tolerance has for one axis. The reference
// is more precise than eps: float64 for Single, and double-double for the others.
//
// The length of a real transform of n points, to or from the half spectrum, is n. The length of a
// cosine or sine transform is its Period, the length of its logical DFT.
func (p Precision) Tolerance(lengths ...int) float64 {
	sum, most := 0.0, SmoothError
	for _, n := range lengths {
		c, m := SmoothError, n
		if LargestPrime(n) > SmoothPrime {
			c, m = ConvolutionError, 2*n-1
		}
		sum += c * c * math.Log2(float64(m))
		most = max(most, c)
	}
	return float64(p) * math.Sqrt(max(leastLog*most*most, sum))
}

// ToleranceConvolution returns the bound of [Precision.ToleranceConvolution] in single precision.
func ToleranceConvolution(whole ...int) float64 { return Single.ToleranceConvolution(whole...) }

// ToleranceConvolution returns the bound for a convolution or correlation. whole holds the lengths
// of the whole convolution, n+k-1 or n if it is circular. It has only the axes along which the
// kernel has more than one element. It bounds |got - want| divided by the Euclidean norm of the
// whole, for any part of the whole. The errors of the transforms spread over the whole.
//
// The array is transformed forward and inverse, each time with the error of a smooth transform, and
// these add as squares. The spectrum of the kernel is more precise, and its rounding is small
// compared with them:
//
//	sqrt(2) SmoothError eps sqrt(max(4, sum over the axes of log2 of the length))
func (p Precision) ToleranceConvolution(whole ...int) float64 {
	sum := 0.0
	for _, n := range whole {
		sum += math.Log2(float64(n))
	}
	return math.Sqrt2 * SmoothError * float64(p) * math.Sqrt(max(leastLog, sum))
}

// RelL2 returns |got - want| / |want| in the Euclidean norm. It never hides a bad value: a NaN or
// an infinity in got or want gives +Inf. Any non-zero got gives +Inf if want is all zero.
//
// The rounding errors of float64 limit the result of a complex128 reference to about 1e-16.
func RelL2[G Complex, W complex128 | doubledouble.Complex](got []G, want []W) float64 {
	if len(got) != len(want) {
		return math.Inf(1)
	}
	var e deviation
	switch want := any(want).(type) {
	case []complex128:
		for i, w := range want {
			g := complex128(got[i])
			e.add(real(g), real(w))
			e.add(imag(g), imag(w))
		}
	case []doubledouble.Complex:
		for i, w := range want {
			g := complex128(got[i])
			e.addDD(real(g), w.Re)
			e.addDD(imag(g), w.Im)
		}
	}
	return e.relative()
}

// deviation collects the sums of squares of the norms.
type deviation struct{ diff, norm float64 }

func (e *deviation) add(got, want float64) {
	d := got - want
	e.diff += d * d
	e.norm += want * want
}

func (e *deviation) addDD(got float64, want doubledouble.Real) {
	d := (got - want.Hi) - want.Lo // the first difference is exact if they are close
	e.diff += d * d
	e.norm += want.Hi * want.Hi
}

func (e *deviation) relative() float64 {
	if e.diff == 0 {
		return 0
	}
	r := math.Sqrt(e.diff / e.norm)
	if math.IsNaN(r) {
		return math.Inf(1)
	}
	return r
}

// Worst returns the largest RelL2 of the rows of n points, and its row; row 0 if there are no rows.
func Worst[G Complex, W complex128 | doubledouble.Complex](got []G, want []W, n int) (err float64, row int) {
	if n < 1 || len(got) != len(want) || len(got)%n != 0 {
		return math.Inf(1), 0
	}
	for i := 0; i < len(got); i += n {
		if e := RelL2(got[i:i+n], want[i:i+n]); e > err {
			err, row = e, i/n
		}
	}
	return err, row
}

// WorstTogether is Worst for random rows. Short rows are judged together. The row is the
// first of its group.
func WorstTogether[G Complex, W complex128 | doubledouble.Complex](got []G, want []W, n int) (err float64, row int) {
	if n < 1 || len(got) != len(want) || len(got)%n != 0 {
		return math.Inf(1), 0
	}
	for from, to := range Groups(len(got)/n, n) {
		if e := RelL2(got[from*n:to*n], want[from*n:to*n]); e > err {
			err, row = e, from
		}
	}
	return err, row
}
