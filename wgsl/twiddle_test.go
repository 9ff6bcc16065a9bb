package wgsl

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// bigRoot returns w_n^e from its power series in 128 bits.
func bigRoot(n, e int) (re, im float64) {
	const prec = 128
	// The angle -2 pi e/n, e reduced to (-n/2, n/2].
	e = ((e % n) + n) % n
	if 2*e > n {
		e -= n
	}
	const digits = "3.14159265358979323846264338327950288419716939937510582097494459"
	pi, _, err := big.ParseFloat(digits, 10, prec, big.ToNearestEven)
	if err != nil {
		panic(err)
	}
	x := new(big.Float).SetPrec(prec).SetInt64(int64(-2 * e))
	x.Mul(x, pi)
	x.Quo(x, new(big.Float).SetPrec(prec).SetInt64(int64(n)))
	sums := [2]*big.Float{new(big.Float).SetPrec(prec), new(big.Float).SetPrec(prec)} // cos, sin
	term := new(big.Float).SetPrec(prec).SetInt64(1)                                  // x^k / k!
	for k := range 60 {
		s := sums[k%2]
		if k%4 < 2 {
			s.Add(s, term)
		} else {
			s.Sub(s, term)
		}
		term.Mul(term, x)
		term.Quo(term, new(big.Float).SetPrec(prec).SetInt64(int64(k+1)))
	}
	re, _ = sums[0].Float64()
	im, _ = sums[1].Float64()
	return re, im
}

func TestRootIsAccurate(t *testing.T) {
	check := func(n, e int) {
		t.Helper()
		re, im := bigRoot(n, e)
		w := Root(n, e)
		// An ulp of a number below 1 is at most 2^-53; two cover the rounding of the angle and of Sin and Cos.
		require.InDelta(t, re, real(w), 2*0x1p-53, "w_%d^%d", n, e)
		require.InDelta(t, im, imag(w), 2*0x1p-53, "w_%d^%d", n, e)
		// Relative to the part itself, which matters near the axes, where a careless reduction loses it.
		if re != 0 && math.Abs(re) > 1e-18 {
			require.InEpsilon(t, re, real(w), 4*0x1p-52, "real part of w_%d^%d", n, e)
		}
		if im != 0 && math.Abs(im) > 1e-18 {
			require.InEpsilon(t, im, imag(w), 4*0x1p-52, "imaginary part of w_%d^%d", n, e)
		}
	}
	for n := 1; n <= 64; n++ {
		for e := range n {
			check(n, e)
		}
	}
	r := rand.New(rand.NewPCG(1, 1))
	for range 2000 {
		n := 1 + r.IntN(1<<r.IntN(30))
		check(n, r.IntN(4*n)-2*n)
	}
	for _, n := range []int{4096, 16384, 1 << 26, 3 * 5 * 7 * 11 * 13 * 17} {
		for _, e := range []int{1, n/8 - 1, n / 8, n/8 + 1, n/4 - 1, n/4 + 1, n/2 - 1, n/2 + 1, n - 1} {
			check(n, e)
		}
	}
}

func TestRootIsExactOnTheAxesAndDiagonals(t *testing.T) {
	for _, n := range []int{8, 16, 24, 4096, 1 << 30} {
		// The two parts on a diagonal are Cos and Sin of the same angle, which differ by an ulp, but not in float32.
		h := float32(math.Sqrt2 / 2)
		for octant, want := range []complex64{
			1, complex(h, -h), complex(0, -1), complex(-h, -h), -1, complex(-h, h), complex(0, 1), complex(h, h),
		} {
			for _, turns := range []int{-2, -1, 0, 1, 2} {
				w := Root(n, n/8*octant+turns*n)
				require.Equal(t, want, complex64(w), "n %d, octant %d", n, octant)
				if octant%2 == 0 {
					require.Equal(t, complex128(want), w, "n %d, octant %d", n, octant)
				}
			}
		}
	}
}

func TestRootIsSymmetric(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 2))
	for range 20000 {
		n := 8 * (1 + r.IntN(1<<20))
		e := r.IntN(n)
		w := Root(n, e)
		require.Equal(t, complex(real(w), -imag(w)), Root(n, n-e), "conjugate")
		require.Equal(t, w, Root(n, e+n), "period")
		require.Equal(t, w, Root(2*n, 2*e), "cancelled")
		require.True(t, -w == Root(n, e+n/2), "half a turn")
		require.True(t, complex(imag(w), -real(w)) == Root(n, e+n/4), "a quarter turn")
		mirrored := complex(-imag(w), -real(w))
		require.True(t, mirrored == Root(n, 5*n/4-e) || mirrored == Root(n, n/4-e), "mirrored")
	}
}

func TestTwiddleTableMatchesStages(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 3))
	for range 300 {
		c := randomRadices(r, 8192)
		table := Twiddles(TwiddleGroup{Radices: c})
		used := make([]bool, len(table)/2)
		for s, st := range c.Stages() {
			if s == 0 {
				require.Equal(t, 1, st.P)
				continue
			}
			for j := range st.Butterflies() {
				for i := 1; i < st.R; i++ {
					at := st.TableIndex(j, i)
					require.Less(t, at, len(used), "%v: stage %d", c, s)
					used[at] = true
					e, n := st.Twiddle(j, i)
					w := Root(n, e)
					require.Equal(t, float32(real(w)), table[2*at], "%v: stage %d, butterfly %d, slot %d", c, s, j, i)
					require.Equal(t, float32(imag(w)), table[2*at+1], "%v: stage %d, butterfly %d, slot %d", c, s, j, i)
					if i == 1 && j > 0 && j%st.P > 0 {
						require.Equal(t, st.TableIndex(j-1, i)+1, at, "neighbours read neighbours")
					}
				}
			}
		}
		require.NotContains(t, used, false, "%v: unused entries", c)
	}
	require.Empty(t, Twiddles(TwiddleGroup{Radices: Radices{}}))
	require.Empty(t, Twiddles(TwiddleGroup{Radices: Radices{16}}))
}
