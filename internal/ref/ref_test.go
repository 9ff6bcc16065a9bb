package ref

import (
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
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

// exact bounds the reference's own error: nine digits below float32's.
const exact = 1e-14

func TestBatchScalesEachRow(t *testing.T) {
	const n, rows = 12, 3
	src := Uniform(5, n*rows)
	got := Batch(src, n, true, 1.0/n)
	for r := range rows {
		x := Widen(src[r*n : (r+1)*n])
		want := Bins(x, all(n), true)
		for i := range want {
			want[i] /= n
		}
		require.Less(t, distance(got[r*n:(r+1)*n], want), exact)
	}
	require.Less(t, RelL2(src, Batch(Narrow(Batch(src, n, false, 1)), n, true, 1.0/n)), Eps)
}

func TestLargestPrime(t *testing.T) {
	for n, want := range map[int]int{1: 1, 2: 2, 4: 2, 6: 3, 31: 31, 961: 31, 37: 37, 2 * 37: 37, 65537: 65537,
		1 << 20: 2, 999983: 999983} {
		require.Equal(t, want, LargestPrime(n), "%d", n)
	}
}

func TestTolerance(t *testing.T) {
	for _, c := range []struct {
		n    int
		want float64
	}{
		{1, Eps}, {16, Eps}, {31, 0.5 * Eps * math.Sqrt(math.Log2(31))},
		{4096, 0.5 * Eps * math.Sqrt(12)}, {37, Eps * math.Sqrt(math.Log2(73))},
		{1 << 20, 0.5 * Eps * math.Sqrt(20)},
	} {
		require.InEpsilon(t, c.want, Tolerance(c.n), 1e-12, "n %d", c.n)
	}
}

func TestErrorNormHidesNothing(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	want := []complex128{3, 4}
	require.Zero(t, RelL2([]complex64{3, 4}, want))
	require.InDelta(t, 0.2, RelL2([]complex64{3, 5}, want), 1e-12)
	require.True(t, math.IsInf(RelL2([]complex64{complex(nan, 0), 4}, want), 1))
	require.True(t, math.IsInf(RelL2([]complex64{complex(0, inf), 4}, want), 1))
	require.True(t, math.IsInf(RelL2([]complex64{3}, want), 1))
	require.True(t, math.IsInf(RelL2([]complex64{0, 1}, []complex128{0, 0}), 1))
	require.True(t, math.IsInf(RelL2([]complex64{3, 4}, []complex128{cmplx.NaN(), 4}), 1))
	require.Zero(t, RelL2([]complex64{0, 0}, []complex128{0, 0}))

	e, row := Worst([]complex64{1, 1, 1, 3, 1, 1}, []complex128{1, 1, 1, 1, 1, 1}, 2)
	require.Equal(t, 1, row)
	require.InDelta(t, math.Sqrt2, e, 1e-12)
	e, row = Worst([]complex64{1, complex(nan, nan), 1}, []complex128{1, 1, 1}, 1)
	require.True(t, math.IsInf(e, 1))
	require.Equal(t, 1, row)
	e, _ = Worst([]complex64{1, 1, 1}, []complex128{1, 1, 1}, 2)
	require.True(t, math.IsInf(e, 1), "a length that the batch is no multiple of")
}

func TestShortRowsTogether(t *testing.T) {
	nan := float32(math.NaN())
	ones, exact := slices.Repeat([]complex64{1}, 3*64), slices.Repeat([]complex128{1}, 3*64)
	ones[64] = 3
	e, row := WorstTogether(ones, exact, 64)
	require.Equal(t, 1, row)
	require.InDelta(t, 2.0/8, e, 1e-12)
	e, row = WorstTogether(ones[1:], exact[1:], 1)
	require.Zero(t, row, "64 rows together")
	require.InDelta(t, 2.0/8, e, 1e-12)
	ones[190] = complex(nan, nan)
	e, row = WorstTogether(ones, exact, 32)
	require.True(t, math.IsInf(e, 1))
	require.Equal(t, 4, row)
	e, _ = WorstTogether(ones, exact, 5)
	require.True(t, math.IsInf(e, 1), "a length that the batch is no multiple of")
}

// Groups covers all arrays once, in order. Each group has at least 64 elements if there are as
// many.
func TestGroups(t *testing.T) {
	for n := 1; n < 150; n += 7 {
		for count := range 200 {
			at := 0
			for from, to := range Groups(count, n) {
				require.Equal(t, at, from)
				require.Greater(t, to, from)
				require.True(t, (to-from)*n >= leastTogether || to-from == count)
				require.Less(t, to-from, 2*Together(n))
				at = to
			}
			require.Equal(t, count, at)
		}
	}
	for from, to := range Groups(5, 64) {
		require.Equal(t, from+1, to, "alone")
		if from == 2 {
			break
		}
	}
}

func TestUniform(t *testing.T) {
	x := Uniform(1, 10000)
	require.Equal(t, x, Uniform(1, 10000))
	require.NotEqual(t, x, Uniform(2, 10000))
	var sum complex128
	var sq float64
	for _, v := range x {
		require.LessOrEqual(t, real(v), float32(1))
		require.GreaterOrEqual(t, imag(v), float32(-1))
		sum += complex128(v)
		sq += float64(real(v)*real(v) + imag(v)*imag(v))
	}
	require.Less(t, cmplx.Abs(sum)/10000, 0.03)
	require.InDelta(t, 2.0/3, sq/10000, 0.02)
}

// All bits of the mantissas are random, and the numbers do not depend on the machine.
func TestUniformDouble(t *testing.T) {
	x := Uniform128(1, 10000)
	require.Equal(t, complex(Uniform64(1, 2)[0], Uniform64(1, 2)[1]), x[0])
	require.NotEqual(t, x, Uniform128(2, 10000))
	var sum complex128
	var sq float64
	ones := [53]int{}
	for _, v := range x {
		require.LessOrEqual(t, max(math.Abs(real(v)), math.Abs(imag(v))), 1.0)
		sum += v
		sq += real(v)*real(v) + imag(v)*imag(v)
		for i := range ones {
			ones[i] += int(math.Float64bits(real(v)) >> i & 1)
		}
	}
	require.Less(t, cmplx.Abs(sum)/10000, 0.03)
	require.InDelta(t, 2.0/3, sq/10000, 0.02)
	for i, count := range ones[:52] {
		require.InDelta(t, 5000, count, 300, "bit %d", i)
	}
}

func TestRandom(t *testing.T) {
	require.Equal(t, Uniform(7, 9), Random[complex64](7, 9))
	require.Equal(t, UniformReal(7, 9), Random[float32](7, 9))
	require.Equal(t, Uniform128(7, 9), Random[complex128](7, 9))
	require.Equal(t, Uniform64(7, 9), Random[float64](7, 9))
}

// The words of poison and guards are NaNs in both precisions.
func TestPoisonAndGuardsAreNaNs(t *testing.T) {
	single, double := NewGuarded[float32](5).All(), NewGuarded[float64](5).All()
	for i := range single {
		require.True(t, math.IsNaN(float64(single[i])), "word %d", i)
		require.True(t, math.IsNaN(double[i]), "word %d", i)
	}
}

func TestGuardsFindEveryWrite(t *testing.T) {
	testGuards[complex64](t)
	testGuards[float32](t)
	testGuards[complex128](t)
	testGuards[float64](t)
}

func testGuards[T Element](t *testing.T) {
	for _, n := range []int{0, 1, 5} {
		g := NewGuarded[T](n)
		require.Len(t, g.Data, n)
		require.Equal(t, n, cap(g.Data))
		require.Equal(t, n, Poisoned(g.Data))
		require.NoError(t, g.Check())
		clear(g.Data)
		require.Zero(t, Poisoned(g.Data))
		require.NoError(t, g.Check(), "the data is no guard")
		per := len(Words(g.All())) / len(g.All())
		for i := range Words(g.All()) {
			if i/per >= GuardElements && i/per < GuardElements+n {
				continue
			}
			g := NewGuarded[T](n)
			Words(g.All())[i] = PoisonWord
			require.ErrorContains(t, g.Check(), "guard word", "n %d word %d", n, i)
		}
	}
	require.Error(t, CheckGuards(make([]T, 3)))
}

func TestPoisonIsSeenByTheNorm(t *testing.T) {
	x := Uniform(1, 8)
	want := Widen(x)
	Poison(x[3:4])
	require.Equal(t, 1, Poisoned(x))
	require.True(t, math.IsInf(RelL2(x, want), 1))
}

func TestBadLengthsPanic(t *testing.T) {
	require.Panics(t, func() { Batch(make([]complex64, 5), 4, false, 1) })
	require.Panics(t, func() { Bins(make([]complex128, 5), []int{5}, false) })
}

func TestAxesAreTransformsOneAfterTheOther(t *testing.T) {
	shape := []int{3, 4, 5}
	src := Uniform(1, 2*60)
	require.LessOrEqual(t, RelL2(Narrow(Axes(src, shape, []int{2}, false, 0.5)), Batch(src, 5, false, 0.5)), 1e-7)
	// the definition, along the first and the last axis
	got := Axes(src, shape, []int{0, 2}, true, 1)
	for b := range 2 {
		for k0 := range 3 {
			for i := range 4 {
				for k2 := range 5 {
					sum := complex128(0)
					for j0 := range 3 {
						for j2 := range 5 {
							sum += complex128(src[b*60+j0*20+i*5+j2]) * cmplx.Conj(Root(j0, k0, 3)*Root(j2, k2, 5))
						}
					}
					require.InDelta(t, 0, cmplx.Abs(sum-got[b*60+k0*20+i*5+k2]), 1e-12)
				}
			}
		}
	}
}

func TestToleranceOfSeveralAxes(t *testing.T) {
	require.Equal(t, Tolerance(1024), ToleranceAxes(1024))
	require.InEpsilon(t, Tolerance(1024), ToleranceAxes(32, 32), 1e-12, "smooth axes are as good as one")
	require.Greater(t, ToleranceAxes(37, 32), ToleranceAxes(37))
	require.Equal(t, Tolerance(4), ToleranceAxes(2, 2))
	require.Equal(t, Tolerance(1), ToleranceAxes())
}

// Sum equals Bins, which computes every root by itself.
func TestSum(t *testing.T) {
	for _, n := range []int{1, 7, 4096, 4097, 30000} {
		src := Uniform(uint64(n), n)
		for _, k := range []int{0, n / 3, n - 1} {
			want := Bins(Widen(src), []int{k}, false)[0]
			require.InDelta(t, 0, cmplx.Abs(Sum(src, k, n)-want), 1e-11, "bin %d of %d", k, n)
		}
	}
}

func TestRoots(t *testing.T) {
	const n = 5<<lowBits + 3
	for _, k := range []int{0, 1, n - 1, 12345} {
		w := NewRoots(k, n, n)
		for _, j := range []int{0, 1, 1<<lowBits - 1, 1 << lowBits, n - 1} {
			require.InDelta(t, 0, cmplx.Abs(w.At(j)-Root(j, k, n)), 1e-15)
		}
	}
}
