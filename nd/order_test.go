package nd_test

import (
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/nd"
)

// TestOrderStatistic compares all places of some rows with a sort. The rows have numbers of both signs, equal
// numbers, zeros, and magnitudes from the smallest to the largest normal ones.
func TestOrderStatistic(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testOrderStatistic(t, q, []float32{math.MaxFloat32, -math.MaxFloat32, 0x1p-126, -0x1p-126, 0x1p127, -0x1p127})
		if isSpare(q) {
			return
		}
		large := math.MaxFloat64
		if spacing(t, q, nd.Float64) == 0x1p-46 {
			large = 0x1p100
		}
		testOrderStatistic(t, q, []float64{large, -large, 1 / large, -1 / large, math.MaxFloat32 / 2, 1e-20})
	})
}

// TestOrderOfZeros has zeros of both signs, which a sort by less does not order. Double-single has one zero.
func TestOrderOfZeros(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		zero := math.Copysign(0, -1)
		for _, d := range []nd.DType{nd.Float32, nd.Float64} {
			if spacing(t, q, d) == 0x1p-46 {
				continue
			}
			a := q.Keep(q.Cast(d, nd.From(q, []float32{0, float32(zero), 0, float32(zero), 0}, 5)))
			for k := range 5 {
				got := real(download(t, q, q.OrderStatistic(k, a))[0])
				require.Equal(t, k < 2, math.Signbit(got), "%v place %d is %g", d, k, got)
			}
		}
	})
}

// requireEach fails if an element has a relative error above tol.
func requireEach(t *testing.T, want, got []complex128, tol float64, what string) {
	t.Helper()
	require.Len(t, got, len(want), what)
	for i := range want {
		requireClose(t, want[i:i+1], got[i:i+1], tol, fmt.Sprint(what, ", result ", i))
	}
}

func testOrderStatistic[T float32 | float64](t *testing.T, q *nd.Queue, extremes []T) {
	const rows, n = 8, 17
	data := numbers[T](rows*n, 3)
	for i := range n {
		data[i] = T(math.Abs(float64(data[i])))
		data[n+i] = -T(math.Abs(float64(data[n+i])))
		data[2*n+i] = extremes[i%len(extremes)]
		data[3*n+i] = T(i % 3)
		data[4*n+i] = T(i%3 - 2)
		data[5*n+i] = 0
		data[6*n+i] = 1 + T(n-i)*0x1p-23
	}
	a := nd.From(q, data, rows, n)
	tol := held(t, q, a.DType())
	sorted := slices.Clone(data)
	for i := range rows {
		slices.Sort(sorted[i*n : (i+1)*n])
	}
	w := wides(sorted)
	for k := range n {
		want := make([]complex128, rows)
		for i := range want {
			want[i] = w[i*n+k]
		}
		requireEach(t, want, download(t, q, q.OrderStatistic(k, a, 1)), tol, fmt.Sprint(a.DType(), " place ", k))
	}
	slices.Sort(sorted)
	all := wides(sorted)
	for _, k := range []int{0, 70, rows*n - 1} {
		got := download(t, q, q.OrderStatistic(k, q.Neg(q.Neg(a))))
		requireEach(t, all[k:k+1], got, tol, fmt.Sprint("all, place ", k))
	}
}

// TestQuantiles compares quantiles with their definition, for odd and even numbers of elements.
func TestQuantiles(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for _, n := range []int{1, 2, 3, 10, 11} {
			if isSpare(q) && n != 10 {
				continue
			}
			data := numbers[float32](3*n, n)
			data[0] = data[n-1] // equal neighbors
			a := nd.From(q, data, 3, n)
			sorted := slices.Clone(data)
			for i := range 3 {
				slices.Sort(sorted[i*n : (i+1)*n])
			}
			for _, p := range []float64{0, 0.25, 0.5, 0.9, 1} {
				place := p * float64(n-1)
				k := int(place)
				want := make([]complex128, 3)
				for i := range want {
					low, high := float64(sorted[i*n+k]), float64(sorted[i*n+min(k+1, n-1)])
					want[i] = complex(low+(place-float64(k))*(high-low), 0)
				}
				what := fmt.Sprint(n, " elements, p ", p)
				requireClose(t, want, download(t, q, q.Quantile(p, a, 1)), 3e-7, what)
				if p == 0.5 {
					requireClose(t, want, download(t, q, q.Median(a.Transpose(), 0)), 3e-7, what)
				}
			}
		}
		bytes := nd.From(q, []uint8{200, 3, 7, 9}, 4)
		require.Equal(t, []complex128{8}, download(t, q, q.Median(bytes)))
		require.Equal(t, []complex128{6}, download(t, q, q.Median(nd.Iota(nd.Float32, 1, 0, 13))))
	})
}

// TestOrderOfManyElements counts 2^23 elements. In float32 this count is not less than itself and a half.
// A usual run counts few elements, in the other tests of this file; make test-long runs this test.
func TestOrderOfManyElements(t *testing.T) {
	if !testcase.Long() {
		t.Skip("WGFFT_ALL=1 runs it")
	}
	q := nd.NewQueue(openEngine(t, true))
	got, err := q.Number(ctx, q.OrderStatistic(1<<23, nd.Iota(nd.Float32, 1, 0, 1<<23+2)))
	require.NoError(t, err)
	require.Equal(t, float64(1<<23), got)
}

// TestOrderInDouble has elements that differ by less than double-single shows, and the largest ones of double-single.
func TestOrderInDouble(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := nd.From(q, []float64{1e-20, 2e-20, 99, 100}, 4)
		requireClose(t, []complex128{50.5}, download(t, q, q.Median(q.Add(nd.Scalar(1), x))), 1e-13, "close neighbors")
		for sign := -1.0; sign <= 1; sign += 2 {
			y := nd.From(q, []float64{1, sign * math.MaxFloat32, 2}, 3)
			k := map[float64]int{-1: 0, 1: 2}[sign]
			want := []complex128{complex(sign*math.MaxFloat32, 0)}
			requireClose(t, want, download(t, q, q.OrderStatistic(k, y)), 1e-13, "largest")
		}
	})
}

// TestOrderErrors passes wrong arguments.
func TestOrderErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, z := q.New(nd.Float32, 5, 4), q.New(nd.Complex64, 4)
		for message, record := range map[string]func(){
			"OrderStatistic(float32[5 4]":    func() { q.OrderStatistic(20, a) },
			"place 4 is out of range [0, 3]": func() { q.OrderStatistic(4, a, 1) },
			"place -1 is out of range":       func() { q.OrderStatistic(-1, a) },
			"Quantile(float32[5 4]":          func() { q.Quantile(1.5, a) },
			"quantile NaN is out of range":   func() { q.Quantile(math.NaN(), a) },
			"Median(float32[5 4]":            func() { q.Median(a, 2) },
			"axis -1 twice":                  func() { q.Median(a, 1, -1) },
		} {
			record()
			err := q.Flush(ctx)
			require.ErrorIs(t, err, nd.ErrShape)
			require.ErrorContains(t, err, message)
		}
		for _, x := range []nd.Array{z, nd.Scalar(1)} {
			q.Median(x)
			err := q.Flush(ctx)
			require.ErrorIs(t, err, nd.ErrType)
			require.ErrorContains(t, err, "nd: Median(")
		}
		stale := q.Exp(a)
		require.NoError(t, q.Flush(ctx))
		q.Median(stale)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrStale)
	})
}
