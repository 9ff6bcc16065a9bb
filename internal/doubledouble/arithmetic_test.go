package doubledouble_test

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
)

// bigBits is the precision of the references by math/big.
const bigBits = 200

// A bigComplex is a complex number of math/big.
type bigComplex struct{ re, im *big.Float }

func bigOf(v float64) *big.Float { return new(big.Float).SetPrec(bigBits).SetFloat64(v) }

func bigMul(a, b *big.Float) *big.Float { return new(big.Float).SetPrec(bigBits).Mul(a, b) }

// bigPi returns pi by Machin's formula.
func bigPi() *big.Float {
	arctan := func(n int64) *big.Float { // of 1/n
		sum, power := bigOf(0), new(big.Float).SetPrec(bigBits).Quo(bigOf(1), bigOf(float64(n)))
		for i := range int64(100) {
			term := new(big.Float).SetPrec(bigBits).Quo(power, bigOf(float64(2*i+1)))
			if i%2 == 1 {
				term.Neg(term)
			}
			sum.Add(sum, term)
			power.Quo(power, bigOf(float64(n*n)))
		}
		return sum
	}
	a, b := bigMul(bigOf(16), arctan(5)), bigMul(bigOf(4), arctan(239))
	return a.Sub(a, b)
}

// bigRoot returns w_n^e by the Taylor series of the exponential function.
func bigRoot(n, e int) bigComplex {
	angle := bigMul(bigPi(), bigOf(float64(-2*e)))
	angle.Quo(angle, bigOf(float64(n)))
	parts, term := [2]*big.Float{bigOf(0), bigOf(0)}, bigOf(1)
	for i := range 100 {
		if i%4 < 2 {
			parts[i%2].Add(parts[i%2], term)
		} else {
			parts[i%2].Sub(parts[i%2], term)
		}
		term = bigMul(term, angle)
		term.Quo(term, bigOf(float64(i+1)))
	}
	return bigComplex{parts[0], parts[1]}
}

// difference returns a - b.
func difference(a doubledouble.Real, b *big.Float) float64 {
	d := bigOf(a.Hi)
	d.Add(d, bigOf(a.Lo)).Sub(d, b)
	f, _ := d.Float64()
	return f
}

func TestArithmetic(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	random := func() (doubledouble.Real, *big.Float) {
		v := doubledouble.Real{Hi: r.NormFloat64()}.Add(doubledouble.Real{Hi: r.NormFloat64() * 0x1p-54})
		b := bigOf(v.Hi)
		return v, b.Add(b, bigOf(v.Lo))
	}
	const ulp = 0x1p-103
	for range 10000 {
		a, bigA := random()
		b, bigB := random()
		size := math.Abs(a.Hi) + math.Abs(b.Hi)
		sum := new(big.Float).SetPrec(bigBits).Add(bigA, bigB)
		require.LessOrEqual(t, math.Abs(difference(a.Add(b), sum)), ulp*math.Abs(a.Add(b).Hi))
		sum.Sub(bigA, bigB)
		require.LessOrEqual(t, math.Abs(difference(a.Sub(b), sum)), ulp*size)
		require.LessOrEqual(t, math.Abs(difference(a.Mul(b), bigMul(bigA, bigB))), ulp*math.Abs(a.Hi*b.Hi))
		quotient := new(big.Float).SetPrec(bigBits).Quo(bigA, bigOf(b.Hi))
		require.LessOrEqual(t, math.Abs(difference(a.Quo(b.Hi), quotient)), ulp*math.Abs(a.Hi/b.Hi))
		v := math.Abs(b.Hi)
		root := new(big.Float).SetPrec(bigBits).Sqrt(bigOf(v))
		root.Quo(bigOf(1), root)
		require.LessOrEqual(t, math.Abs(difference(doubledouble.InverseSqrt(v), root)), ulp/math.Sqrt(v))
	}
	two := doubledouble.Real{Hi: 2}
	require.InDelta(t, 0, doubledouble.Sqrt2().Sub(two.Mul(doubledouble.InverseSqrt(2))).Hi, 1e-31)
}

func TestRoots(t *testing.T) {
	for _, n := range []int{1, 2, 3, 7, 8, 24, 60, 100, 1009, 999983} {
		roots := doubledouble.NewRoots(n)
		for i := range min(n, 60) {
			e := i * (n / min(n, 60))
			want := bigRoot(n, e)
			for _, got := range []doubledouble.Complex{doubledouble.Root(n, e), roots.At(e)} {
				require.LessOrEqual(t, math.Abs(difference(got.Re, want.re)), 1e-31, "w_%d^%d", n, e)
				require.LessOrEqual(t, math.Abs(difference(got.Im, want.im)), 1e-31, "w_%d^%d", n, e)
			}
		}
	}
}
