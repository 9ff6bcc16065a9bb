package nd_test

import (
	"fmt"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd"
	"wgfft/plan"
)

// fusedShapes are arrays with transforms of every structure: one pass, several passes, Rader's and Bluestein's
// algorithms, odd and even rows, several axes.
var fusedShapes = []struct {
	shape []int
	axes  []int
}{
	{[]int{16}, nil}, {[]int{5, 12}, []int{1}}, {[]int{7, 9}, []int{0}}, {[]int{3, 4, 6}, []int{1}},
	{[]int{24, 32}, nil}, {[]int{9, 15}, nil}, {[]int{64, 128}, nil}, {[]int{30, 77}, nil}, {[]int{8, 9, 10}, nil},
	{[]int{4, 8, 16}, nil},
	{[]int{4096}, nil}, {[]int{3, 97}, []int{1}}, {[]int{1021}, nil}, {[]int{6007}, nil}, {[]int{32768}, nil},
	{[]int{3, 20000}, []int{1}}, {[]int{40000}, nil}, {[]int{2, 65537}, []int{1}}, {[]int{256, 300}, nil},
	{[]int{2, 40, 50, 3}, []int{1, 2}}, {[]int{20, 6, 20}, []int{0, 2}}, {[]int{1, 1}, nil}, {[]int{2, 1}, []int{1}},
}

// fusedShards is the number of shards of the cases of a test.
func fusedShards(q *nd.Queue) int {
	if isGPU(q) {
		return 16
	}
	return 4
}

// hasDoubles reports whether case i is computed in double precision, too. It selects few cases,
// because drivers take long to compile kernels of double-single.
func hasDoubles(i int) bool { return i%6 == 0 }

// TestFusedTransforms computes operands in loads and several Sets in stores. It compares the
// results with separate kernels for the same operations. One Set adds to its array, which shows
// whether a store runs twice for an element.
func TestFusedTransforms(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		i := -1
		for _, s := range fusedShapes {
			if plan.Product(s.shape) > 8192 && !testcase.Long() {
				continue
			}
			for _, kind := range []wgfft.Kind{wgfft.C2C, wgfft.R2C, wgfft.C2R} {
				for _, isInverse := range []bool{false, true} {
					if isInverse && kind != wgfft.C2C {
						continue
					}
					tr := nd.Transform{Kind: kind, Axes: s.axes, Inverse: isInverse, Norm: wgfft.NormOrtho}
					if i++; !testcase.ShardOf(t, i, fusedShards(q)) {
						continue
					}
					what := fmt.Sprintf("%v of %v along %v", kind, s.shape, s.axes)
					testFused[complex64, float32](t, q, s.shape, tr, what)
					if hasDoubles(i) && !isSpare(q) {
						testFused[complex128, float64](t, q, s.shape, tr, what)
					}
				}
			}
		}
	})
}

// testFused compares one fused transform.
func testFused[C, R nd.Element](t *testing.T, q *nd.Queue, shape []int, tr nd.Transform, what string) {
	t.Helper()
	last := len(shape) - 1
	if tr.Axes != nil {
		last = tr.Axes[len(tr.Axes)-1]
	}
	source, result := append([]int{}, shape...), append([]int{}, shape...)
	fromReal, toReal := tr.Kind == wgfft.R2C, tr.Kind == wgfft.C2R
	switch {
	case fromReal:
		result[last] = shape[last]/2 + 1
	case toReal:
		source[last], tr.N = shape[last]/2+1, shape[last]
	}
	array := func(isReal bool, shape []int, seed int) nd.Array {
		n := 1
		for _, k := range shape {
			n *= k
		}
		if isReal {
			return nd.From(q, numbers[R](n, seed), shape...)
		}
		return nd.From(q, numbers[C](n, seed), shape...)
	}
	x, gain := array(fromReal, source, 1), array(true, source, 2)
	w, v := array(toReal, result, 3), array(toReal, result, 4)
	defer func() {
		for _, a := range []nd.Array{x, gain, w, v} {
			require.NoError(t, a.Close())
		}
	}()
	step := func(keep func(nd.Array) nd.Array) (sums [2]nd.Array) {
		sums[0], sums[1] = q.Keep(w), q.Keep(v)
		y := keep(q.Transform(keep(q.MulAdd(x, gain, nd.Scalar(0.25))), tr))
		q.Set(sums[0], q.Add(sums[0], q.Mul(y, nd.Scalar(2))))
		q.Set(sums[1], q.Sub(y, sums[1]))
		return sums
	}
	apart := step(q.Pin)
	fused := step(func(a nd.Array) nd.Array { return a })
	require.Contains(t, q.Explain(), "; store ", what)
	for i := range apart {
		requireClose(t, download(t, q, apart[i]), download(t, q, fused[i]), 25*spacing(t, q, x.DType()), what)
		require.NoError(t, apart[i].Close())
		require.NoError(t, fused[i].Close())
	}
}

// TestFusedTrig computes the operands of sine and cosine transforms in their loads.
func TestFusedTrig(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		i := -1
		for _, n := range []int{2, 9, 16, 30, 256, 1000} {
			if isSpare(q) && n > 30 {
				continue
			}
			x, gain := nd.From(q, numbers[float32](3*n, 1), 3, n), nd.From(q, numbers[float32](3*n, 2), 3, n)
			y := q.New(nd.Float32, 3, n)
			for kind := wgfft.DCT1; kind <= wgfft.DST4; kind++ {
				if i++; !testcase.ShardOf(t, i, fusedShards(q)) {
					continue
				}
				tr := nd.Transform{Kind: kind, Axes: []int{1}}
				want := download(t, q, q.Transform(q.Pin(q.Mul(x, gain)), tr))
				q.Set(y, q.Transform(q.Mul(q.Roll(x, 1, 1), q.Roll(gain, 1, 1)), tr))
				require.NotContains(t, q.Explain(), "result of")
				moved := download(t, q, y)
				q.Set(y, q.Transform(q.Mul(x, gain), tr))
				requireClose(t, want, download(t, q, y), 1e-6, fmt.Sprint(kind, n))
				want = download(t, q, q.Transform(q.Pin(q.Roll(q.Mul(x, gain), 1, 1)), tr))
				requireClose(t, want, moved, 1e-6, fmt.Sprint(kind, n, " rolled"))

				// The store adds to an array, so that an element that is written twice is wrong.
				sum := q.Keep(gain)
				want = download(t, q, q.Add(gain, q.Mul(gain, q.Pin(q.Transform(q.Mul(x, gain), tr)))))
				q.Set(sum, q.Add(sum, q.Mul(gain, q.Transform(q.Mul(x, gain), tr))))
				require.NotContains(t, q.Explain(), "result of")
				requireClose(t, want, download(t, q, sum), 1e-6, fmt.Sprint(kind, n, " stored"))
				require.NoError(t, sum.Close())
			}
		}
	})
}

// TestTrigStores adds sine and cosine transforms to an array in their stores. An element that is written twice is
// wrong. With these shapes some pair of points, or of butterflies, is its own mirror.
func TestTrigStores(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		i := -1
		for _, shape := range [][]int{{3, 6}, {2, 10}, {128, 18}, {4, 50}, {16, 100}, {4, 108}, {8, 180}, {2, 486}} {
			if isSpare(q) && shape[1] > 50 {
				continue
			}
			size := shape[0] * shape[1]
			x, start := nd.From(q, numbers[float32](size, 1), shape...), nd.From(q, numbers[float32](size, 2), shape...)
			sum := q.New(nd.Float32, shape...)
			for _, kind := range []wgfft.Kind{wgfft.DCT2, wgfft.DCT3, wgfft.DCT4, wgfft.DST3, wgfft.DST4} {
				if i++; !testcase.ShardOf(t, i, fusedShards(q)) {
					continue
				}
				tr := nd.Transform{Kind: kind, Axes: []int{1}}
				want := download(t, q, q.Add(start, q.Pin(q.Transform(x, tr))))
				q.Set(sum, start)
				require.NoError(t, q.Flush(ctx))
				q.Set(sum, q.Add(sum, q.Transform(x, tr)))
				require.NotContains(t, q.Explain(), "result of")
				requireClose(t, want, download(t, q, sum), 1e-6, fmt.Sprint(kind, shape))
			}
		}
	})
}

// TestFusedPlan lists Sets that stores compute, and Sets that they can't compute.
func TestFusedPlan(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x, y := q.New(nd.Complex64, 8, 8).Named("x"), q.New(nd.Complex64, 8, 8).Named("y")
		r := q.New(nd.Float32, 8, 8).Named("r")
		plan := func(lines ...string) {
			t.Helper()
			require.Equal(t, strings.Join(lines, "\n")+"\n", q.Explain())
			require.NoError(t, q.Flush(ctx))
		}
		z := q.FFT2(q.Mul(x, r))
		q.Set(x, q.Mul(z, r))
		q.Set(y, q.Conj(z))
		plan(" 1  FFT2(Mul(x, r)); store Mul(it, r) -> x; store Conj(it) -> y" +
			"  [load: 2 instructions, 12 bytes; store: 3 instructions, 20 bytes]")

		q.Set(x, q.Mul(q.FFT2(x), r))
		plan(" 1  FFT2(x); store Mul(it, r) -> x  [store: 2 instructions, 12 bytes]")

		z = q.FFT2(x)
		q.Set(x.Flip(0), z) // the transform reads x in another order
		plan(" 1  FFT2(x) -> t1  (result of FFT2)", " 2  t1 -> x.Flip")

		z = q.FFT2(x)
		q.Set(r, q.Abs(z))
		q.Set(y, q.Mul(z, r)) // reads the new r
		plan(" 1  FFT2(x) -> t1  (result of FFT2)", " 2  Abs(t1) -> r", " 3  Mul(t1, r) -> y")

		z = q.FFT2(x)
		w := q.IFFT2(y)
		q.Set(y, z) // w needs the old y
		q.Set(x, w)
		plan(" 1  FFT2(x) -> t1  (result of FFT2)", " 2  IFFT2(y) -> x", " 3  t1 -> y")

		z = q.FFT2(x)
		q.Set(y, q.Mul(z, q.FFT2(r))) // computed after z
		plan(" 1  FFT2(x) -> t1  (result of FFT2)",
			" 2  FFT2(r); store Mul(t1, it) -> y  [store: 2 instructions, 16 bytes]")

		z = q.FFT2(x)
		q.Set(y, q.Sub(z, q.Mean(z)))
		plan(" 1  FFT2(x) -> t1  (result of FFT2)", " 2  Mean(t1) -> t2  (result of Mean)",
			" 3  Sub(t1, Mul(0.015625, t2)) -> y")
	})
}
