package nd_test

import (
	"fmt"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/nd"
)

// folded reduces x along axes, by the definition.
func folded(x []complex128, shape []int, axes []int, join func(a, b complex128) complex128) []complex128 {
	for _, axis := range axes {
		step := 1
		for _, s := range shape[axis+1:] {
			step *= s
		}
		n := shape[axis]
		var out []complex128
		for i := range len(x) / n {
			first := i/step*step*n + i%step
			sum := x[first]
			for j := 1; j < n; j++ {
				sum = join(sum, x[first+j*step])
			}
			out = append(out, sum)
		}
		shape = append([]int(nil), shape...)
		shape[axis] = 1
		x = out
	}
	return x
}

func add(a, b complex128) complex128 { return a + b }

// TestReductions compares reductions with their definitions, along all sets of axes.
func TestReductions(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testReductions[float32](t, q, 2e-6)
		if isSpare(q) {
			return
		}
		testReductions[complex64](t, q, 2e-6)
		testReductions[float64](t, q, 30*spacing(t, q, nd.Float64))
		testReductions[complex128](t, q, 30*spacing(t, q, nd.Float64))
	})
}

func testReductions[T nd.Element](t *testing.T, q *nd.Queue, tol float64) {
	shape := []int{13, 40, 29}
	data := numbers[T](13*40*29, 1)
	a := nd.From(q, data, shape...)
	w := wides(data)
	exact := held(t, q, a.DType())
	for _, axes := range [][]int{{0}, {1}, {2}, {0, 1}, {0, 2}, {1, 2}, {0, 1, 2}, nil} {
		if isSpare(q) && axes != nil && fmt.Sprint(axes) != "[1]" && fmt.Sprint(axes) != "[0 2]" {
			continue
		}
		all := axes
		if axes == nil {
			all = []int{0, 1, 2}
		}
		what := fmt.Sprint(a.DType(), axes)
		sum := folded(w, shape, all, add)
		requireClose(t, sum, download(t, q, q.Sum(a, axes...)), tol, "Sum "+what)
		requireClose(t, sum, download(t, q, q.Sum(a.Flip(0).Flip(0), axes...)), tol, "Sum of a view "+what)
		mean := scaled(sum, float64(len(sum))/float64(len(w)))
		requireClose(t, mean, download(t, q, q.Mean(a, axes...)), tol, "Mean "+what)
		squares := make([]complex128, len(w))
		for i, x := range w {
			squares[i] = x * cmplx.Conj(x)
		}
		norm := folded(squares, shape, all, add)
		for i := range norm {
			norm[i] = cmplx.Sqrt(norm[i])
		}
		requireClose(t, norm, download(t, q, q.Norm(a, axes...)), tol, "Norm "+what)
		if a.DType().IsComplex() {
			continue
		}
		low := folded(w, shape, all, func(a, b complex128) complex128 { return re(min(real(a), real(b))) })
		requireClose(t, low, download(t, q, q.Min(a, axes...)), exact, "Min "+what)
		high := folded(w, shape, all, func(a, b complex128) complex128 { return re(max(real(a), real(b))) })
		requireClose(t, high, download(t, q, q.Max(a, axes...)), exact, "Max "+what)
	}
	few := a.Reshape(13*29, 8, 5)
	requireClose(t, folded(w, []int{13 * 29, 8, 5}, []int{1}, add), download(t, q, q.Sum(few, 1)), tol, "few")
	requireClose(t, folded(w, []int{13 * 29, 8, 5}, []int{2}, add), download(t, q, q.Sum(few, 2)), tol, "few")
	mean := folded(w, shape, []int{1}, add)
	want := make([]complex128, len(w))
	for i := range want {
		want[i] = w[i] - mean[i/1160*29+i%29]/40
	}
	requireClose(t, want, download(t, q, q.Sub(a, q.Mean(a, 1))), tol, "without the mean")
	dot := complex128(0)
	for _, x := range w {
		dot += cmplx.Conj(x) * x * 2
	}
	requireClose(t, []complex128{dot}, download(t, q, q.Dot(a, q.Scale(2, a))), tol, "Dot")
}

// TestSumAccuracy adds 2^20 numbers, or 2^22 in long runs. The error is at most 4 units in the last place of the sum of
// the absolute values.
func TestSumAccuracy(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		n := 1 << 20
		if testcase.Long() {
			n = 1 << 22
		}
		data := numbers[float32](n, 5)
		sum, size := 0.0, 0.0
		for i := range data {
			data[i] += 0.5
			sum += float64(data[i])
			size += math.Abs(float64(data[i]))
		}
		got, err := q.Number(ctx, q.Sum(nd.From(q, data, n)))
		require.NoError(t, err)
		require.InDelta(t, sum, got, 4*size*math.Pow(2, -23))
		t.Logf("error %.3g units", (got-sum)/size/math.Pow(2, -23))
		wide := numbers[float64](n, 6)
		exact, low := 0.0, 0.0
		for _, x := range wide {
			s := exact + x
			z := s - exact
			low += (exact - (s - z)) + (x - z)
			exact = s
		}
		got, err = q.Number(ctx, q.Sum(nd.From(q, wide, n)))
		require.NoError(t, err)
		size = float64(n) // an upper bound of the sum of the absolute values
		require.InDelta(t, exact+low, got, size*spacing(t, q, nd.Float64))
		if !isGPU(q) {
			require.InDelta(t, exact+low, got, 1e-16*math.Abs(exact))
		}
	})
}

// TestReductionErrors uses axes and types that do not fit.
func TestReductionErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, z := q.New(nd.Float32, 4, 3), q.New(nd.Complex64, 4)
		for _, do := range []func(){
			func() { q.Sum(a, 2) }, func() { q.Mean(a, -3) }, func() { q.Norm(a, 0, -2) },
			func() { q.Dot(a, q.Sum(a.At(0, 0), 0)) },
		} {
			do()
			require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
		}
		q.Max(z)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		x, err := q.Number(ctx, q.Sum(nd.Scalar(2)))
		require.NoError(t, err)
		require.Equal(t, 2.0, x)
	})
}

// TestReducedInfinities reduces elements that are all infinite, few and many for a result.
func TestReducedInfinities(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for _, n := range []int{5, 700, 1 << 17} {
			if isSpare(q) && n == 700 {
				continue
			}
			data := make([]float32, 2*n)
			for i := range data {
				data[i] = float32(math.Inf(1 - i/n*2)) // row 0: +Inf, row 1: -Inf
			}
			a := nd.From(q, data, 2, n)
			x, err := q.Numbers(ctx, q.Min(a.At(0, 0)), q.Max(a.At(0, 1)), q.Min(a), q.Max(a),
				q.ArgMin(a.At(0, 0)), q.ArgMax(a.At(0, 1)), q.ArgMin(a), q.ArgMax(a))
			require.NoError(t, err)
			require.Equal(t, []float64{math.Inf(1), math.Inf(-1), math.Inf(-1), math.Inf(1), 0, 0, float64(n), 0}, x, n)
			require.NoError(t, a.Close())
		}
	})
}

// TestNormRange has elements whose squares are too large or too small, alone and among others, few and many.
func TestNormRange(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testNormRange[float32, complex64](t, q, 1e20, 2e-7)
		if spacing(t, q, nd.Float64) == 0x1p-46 {
			testNormRange[float64, complex128](t, q, 1e20, 1e-13)
			return
		}
		testNormRange[float64, complex128](t, q, 1e200, 1e-15)
	})
}

func testNormRange[R, C nd.Element](t *testing.T, q *nd.Queue, size, tol float64) {
	for _, n := range []int{2, 3000} {
		for _, row := range [][2]complex128{
			{complex(3*size, 0), complex(4*size, 0)}, {complex(3/size, 0), complex(4/size, 0)},
			{complex(3*size, 0), 1}, {complex(0, 5/size), 1}, {0, 0},
			{complex(3*size, -4*size), complex(1/size, 0)}, {complex(size, 0), complex(math.Inf(-1), 0)},
		} {
			data := make([]C, n)
			data[0], data[n-1] = of[C](row[0]), of[C](row[1])
			want := math.Hypot(cmplx.Abs(row[0]), cmplx.Abs(row[1]))
			a := nd.From(q, data, n)
			got, err := q.Numbers(ctx, q.Norm(a), q.Norm(q.Real(a)))
			require.NoError(t, err)
			for i, want := range []float64{want, math.Hypot(real(row[0]), real(row[1]))} {
				if want != got[i] && !(math.IsInf(want, 1) && tol == 1e-13) { // double-single has no infinities
					require.InEpsilon(t, want, got[i], tol, "%v: %v of %d", a.DType(), row, n)
				}
			}
			require.NoError(t, a.Close())
		}
	}
}
