package dft_test

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/dft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// distance returns the relative L2 distance of two float64 sequences.
func distance(got, want []complex128) float64 {
	var d, n float64
	for i, w := range want {
		d += math.Pow(cmplx.Abs(got[i]-w), 2)
		n += math.Pow(cmplx.Abs(w), 2)
	}
	return math.Sqrt(d / n)
}

func all(n int) []int {
	out := make([]int, n)
	for i := range out {
		out[i] = i
	}
	return out
}

// exact bounds the error: nine digits below float32's.
const exact = 1e-14

func TestEveryShortLengthAgainstTheDefinition(t *testing.T) {
	for n := 1; n <= 300; n++ {
		x := ref.Widen(ref.Uniform(uint64(n), n))
		for _, inverse := range []bool{false, true} {
			want := ref.Bins(x, all(n), inverse)
			d := dft.New(n)
			got := d.Forward(nil, x)
			if inverse {
				got = d.Inverse(nil, x)
			}
			require.Less(t, distance(got, want), exact, "n %d inverse %v", n, inverse)
		}
	}
}

func TestLongLengthsAgainstChosenBins(t *testing.T) {
	lengths := []int{1009, 4096, 10007, 16384, 65536, 65537, 3 * 43 * 1013, 61 * 61 * 61}
	if testcase.Long() {
		lengths = append(lengths, 1<<20, 999983, 1<<20-1)
	}
	for _, n := range lengths {
		x := ref.Widen(ref.Uniform(uint64(n), n))
		bins := []int{0, 1, 2, n / 3, n/2 - 1, n / 2, n - 1}
		for _, inverse := range []bool{false, true} {
			d := dft.New(n)
			y := d.Forward(nil, x)
			if inverse {
				y = d.Inverse(nil, x)
			}
			got := make([]complex128, len(bins))
			for i, k := range bins {
				got[i] = y[k]
			}
			require.Less(t, distance(got, ref.Bins(x, bins, inverse)), exact, "n %d inverse %v", n, inverse)
		}
	}
}

func TestRootIsExactAtTheAxesAndOnTheCircle(t *testing.T) {
	for _, n := range []int{4, 8, 12, 1 << 20} {
		require.Equal(t, complex(1, 0), dft.Root(n, 0))
		require.Equal(t, complex(0, -1), dft.Root(n, n/4))
		require.Equal(t, complex(-1, 0), dft.Root(n, n/2))
		require.Equal(t, complex(0, 1), dft.Root(n, 3*n/4))
	}
	for _, n := range []int{1, 2, 3, 5, 7, 24, 1009} {
		for e := range n {
			want := cmplx.Exp(complex(0, -2*math.Pi*float64(e)/float64(n)))
			require.InDelta(t, 0, cmplx.Abs(dft.Root(n, e)-want), 2e-15, "w_%d^%d", n, e)
		}
	}
}

func TestInvalidLengths(t *testing.T) {
	require.Panics(t, func() { dft.New(0) })
	require.Panics(t, func() { dft.New(4).Forward(nil, make([]complex128, 3)) })
}

// Transforms in several parts, and transforms of rows at a stride, agree with the transform in one
// piece.
func TestTransformOfTables(t *testing.T) {
	for _, n := range []int{1, 2, 12, 31, 37, 41 * 2, 53, 101 * 3, 210, 1024, 2048 * 9} {
		x := ref.Widen(ref.Uniform(uint64(n), n))
		want := dft.New(n).Forward(nil, x)
		require.LessOrEqual(t, distance(dft.Transform(x, 0), want), exact, "%d points", n)
		const stride = 3
		rows := make([]complex128, 2*n*stride) // the row at 1 is x, the others are zero
		for j, v := range x {
			rows[n*stride+1+j*stride] = v
		}
		dft.TransformRows(rows, n, stride, 0)
		for i, v := range rows {
			if j := i - n*stride - 1; j < 0 || j%stride > 0 {
				require.Zero(t, v)
			} else {
				require.InDelta(t, 0, cmplx.Abs(v-want[j/stride]), 1e-11)
			}
		}
	}
}
