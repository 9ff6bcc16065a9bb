package nd_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/nd"
)

// A convolved has the shapes of a convolution along two axes.
type convolved struct {
	rows, columns             int
	kernelRows, kernelColumns int
}

// TestConvolve compares convolutions and correlations with their definition, in all modes.
func TestConvolve(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for i, c := range []convolved{{9, 14, 3, 4}, {1, 30, 1, 7}, {6, 5, 6, 5}, {3, 8, 5, 11}, {20, 3, 1, 1}} {
			if isSpare(q) && i > 0 {
				continue
			}
			testConvolve[float32](t, q, c)
			if isSpare(q) {
				continue
			}
			testConvolve[complex64](t, q, c)
			if i < 2 { // drivers take long to compile kernels of double-single
				testConvolve[float64](t, q, c)
				testConvolve[complex128](t, q, c)
			}
		}
	})
}

// single converts numbers to complex64.
func single(x []complex128) []complex64 {
	y := make([]complex64, len(x))
	for i := range x {
		y[i] = complex64(x[i])
	}
	return y
}

func testConvolve[T nd.Element](t *testing.T, q *nd.Queue, c convolved) {
	x, h := numbers[T](c.rows*c.columns, 1), numbers[T](c.kernelRows*c.kernelColumns, 2)
	a, kernel := nd.From(q, x, c.rows, c.columns), nd.From(q, h, c.kernelRows, c.kernelColumns)
	defer a.Close()
	defer kernel.Close()
	for mode := wgfft.ModeFull; mode <= wgfft.ModeCircular; mode++ {
		of := wgfft.Convolution{
			Shape: []int{c.rows, c.columns}, Kernel: []int{c.kernelRows, c.kernelColumns}, Mode: mode,
		}
		for _, of.Correlate = range []bool{false, true} {
			record := q.Convolve
			if of.Correlate {
				record = q.Correlate
			}
			what := fmt.Sprint(of, of.Correlate, a.DType())
			if isSpare(q) && of.Correlate != (mode == wgfft.ModeSame || mode == wgfft.ModeCircular) {
				continue
			}
			got := record(a, kernel, mode)
			if of.Check() != nil {
				require.ErrorIs(t, q.Flush(ctx), nd.ErrShape, what)
				continue
			}
			require.Equal(t, a.DType(), got.DType(), what)
			require.Equal(t, of.Result(), got.Shape(), what)
			r := ref.Convolution{Shape: of.Shape, Kernel: of.Kernel, Mode: mode.String(), Correlate: of.Correlate}
			e := r.Apply(single(wides(x)), single(wides(h))).Error(single(download(t, q, got)))
			require.LessOrEqual(t, e, r.Tolerance(), what)
		}
	}
}

// TestConvolveBatch convolves all rows with one kernel, along either axis. Each step uploads
// another kernel.
func TestConvolveBatch(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const rows, n, k = 4, 50, 9
		x := numbers[float32](rows*n, 1)
		a, kernel := nd.From(q, x, rows, n), q.New(nd.Float32, 1, k)
		same := wgfft.ModeSame
		for step := range 3 {
			h := numbers[float32](k, step)
			nd.Upload(q, kernel, h)
			want := make([]complex128, rows*n)
			for i := range want {
				for j := range k {
					if at := i%n + (k-1)/2 - j; at >= 0 && at < n {
						want[i] += re(float64(h[j]) * float64(x[i/n*n+at]))
					}
				}
			}
			requireClose(t, want, download(t, q, q.Convolve(a, kernel, same, -1)), 1e-6, "rows")
			if isSpare(q) && step > 0 {
				continue
			}
			columns := q.Convolve(a.Transpose(), kernel.Transpose(), same, 0).Transpose()
			requireClose(t, want, download(t, q, columns), 1e-6, "columns")
			twice := q.Convolve(q.Add(a, a), q.Conj(kernel), same, 1)
			requireClose(t, scaled(want, 4), download(t, q, q.Scale(2, twice)), 1e-6, "of expressions")
		}
		bytes := nd.From(q, []uint8{1, 2, 3, 4}, 4)
		full := []complex128{1, 3, 5, 7, 4}
		ones := nd.From(q, []float32{1, 1}, 2)
		requireClose(t, full, download(t, q, q.Convolve(bytes, ones, wgfft.ModeFull)), 1e-6, "bytes")
		requireClose(t, scaled(full, 2), download(t, q, q.Real(q.Mul(nd.ComplexScalar(-2i),
			q.Convolve(bytes, q.Mul(nd.ComplexScalar(1i), ones), wgfft.ModeFull)))), 1e-6, "complex kernel")
		double := nd.From(q, []float64{1, 1}, 2)
		requireClose(t, full, download(t, q, q.Convolve(bytes, double, wgfft.ModeFull)),
			4*spacing(t, q, nd.Float64), "double")
	})
}

// TestConvolveWrong records convolutions with wrong operands.
func TestConvolveWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a, row, column := q.New(nd.Float32, 4, 3), q.New(nd.Float32, 3), q.New(nd.Float32, 2, 3)
		for name, record := range map[string]func(){
			"ranks":       func() { q.Convolve(a, row, wgfft.ModeFull) },
			"scalar":      func() { q.Convolve(a, nd.Scalar(1), wgfft.ModeFull) },
			"axis":        func() { q.Convolve(a, column, wgfft.ModeFull, 2) },
			"axis twice":  func() { q.Correlate(a, column, wgfft.ModeFull, 0, -2) },
			"other axes":  func() { q.Convolve(a, column, wgfft.ModeFull, 1) },
			"long kernel": func() { q.Convolve(column, a, wgfft.ModeCircular) },
		} {
			record()
			var op *nd.OpError
			require.ErrorAs(t, q.Flush(ctx), &op, name)
			require.ErrorIs(t, op, nd.ErrShape, name)
			require.Contains(t, []string{"Convolve", "Correlate"}, op.Op, name)
		}
		q.Convolve(a, column, 9)
		require.ErrorContains(t, q.Flush(ctx), "mode")
		q.Convolve(a, q.New(nd.Float64, 4, 3), wgfft.ModeFull)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	})
}
