package cpu

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

// double is an engine in double precision.
type double = Engine[complex128, float64]

func newDouble() *double { return New[complex128, float64](0) }

// doubleLengths are 400 lengths: all short ones, and longer ones of every algorithm.
func doubleLengths() []int {
	lengths := []int{
		352, 360, 365, 379, 384, 400, 415, 441, 448, 480, 484, 500, 509, 512, 529, 576, 600, 625, 640, 720, 729, 768,
		800, 841, 900, 960, 961, 1000, 1001, 1009, 1021, 1024, 1155, 1200, 1280, 1331, 1500, 1536, 1728, 1800, 2000,
		2047, 2048, 2187, 2197, 2310, 2401, 2560, 3000, 3072, 3125, 3600, 4095, 4096, 4097,
	}
	for n := 1; len(lengths) < 400; n++ {
		lengths = append(lengths, n)
	}
	return lengths
}

// ratios holds the largest error of each kind of transform, over its tolerance.
type ratios map[string]struct {
	ratio float64
	n     int
}

// check compares the error of transforms of length n with their tolerance.
func (r ratios) check(t *testing.T, kind string, err float64, n int) {
	t.Helper()
	ratio := err / ref.Double.Tolerance(n)
	require.LessOrEqual(t, ratio, 1.0, "%s of %d points: error over tolerance", kind, n)
	if ratio >= r[kind].ratio {
		r[kind] = struct {
			ratio float64
			n     int
		}{ratio, n}
	}
}

func TestDoubleComplex(t *testing.T) {
	e, most := newDouble(), ratios{}
	defer e.Close()
	for i, n := range doubleLengths() {
		if !testcase.ShardOf(t, i, 6) {
			continue
		}
		checkComplex(t, e, n, most)
	}
	t.Log(most)
}

func TestDoubleLong(t *testing.T) {
	if testing.Short() {
		t.Skip("takes seconds")
	}
	e, most := newDouble(), ratios{}
	defer e.Close()
	for _, n := range []int{
		6561, 8192, 10000, 12288, 16384, 20480, 24576, 29791, 32768, 37 * 1024, 40009, 65536, 98304, 100000, 147456,
	} {
		if n != 6561 && n != 10000 && n != 24576 && n != 40009 && !testcase.Long() {
			continue
		}
		t.Run(fmt.Sprint(n), func(t *testing.T) { checkComplex(t, e, n, most) })
	}
	t.Log(most)
}

// TestDoublePowers: whole rows of powers of two meet the accuracy contract, by the kernels of algo-fft that this
// processor has.
func TestDoublePowers(t *testing.T) {
	e, most := newDouble(), ratios{}
	defer e.Close()
	longest := 20
	if testcase.Long() {
		longest = 24
	}
	for k := range longest + 1 {
		n := 1 << k
		t.Run(fmt.Sprint(n), func(t *testing.T) {
			for seed := range uint64(max(1, min(8, 15-k))) {
				count := ref.Together(n)
				x, y := ref.Uniform128(seed, n*count), make([]complex128, n*count)
				require.NoError(t, e.Transform(context.Background(), y, x, n, false, 1))
				want := ref.AxesDD(x, []int{n}, []int{0}, false, doubledouble.Real{Hi: 1})
				most.check(t, "c2c", ref.RelL2(y, want), n)
			}
		})
	}
	t.Log(most)
}

// TestTurned: with the mean error taken back, every kernel of algo-fft meets the accuracy contract, on any processor.
func TestTurned(t *testing.T) {
	for n := 64; n <= maxExactPower; n *= 2 {
		own, _, err := newAlgo[complex128](n)
		require.NoError(t, err)
		f := newTurned(own.(algo[complex128]).Plan)
		require.Equal(t, n, f.Len())
		x, plain, y := ref.Uniform128(1, n), make([]complex128, n), make([]complex128, n)
		for _, inverse := range []bool{false, true} {
			scale := doubledouble.Real{Hi: 1}
			if inverse {
				scale = scale.Quo(float64(n))
				require.NoError(t, own.(algo[complex128]).Inverse(plain, x))
				require.NoError(t, f.Inverse(y, x))
			} else {
				require.NoError(t, own.Forward(t.Context(), plain, x))
				require.NoError(t, f.Forward(t.Context(), y, x))
			}
			want := ref.AxesDD(x, []int{n}, []int{0}, inverse, scale)
			require.LessOrEqual(t, ref.RelL2(y, want), ref.Double.Tolerance(n), "%d points", n)
			if n >= 1024 { // below, the mean error is smaller than the error of a row
				require.Less(t, ref.RelL2(y, want), ref.RelL2(plain, want), "%d points", n)
			}
		}
	}
	inf := math.Inf(1)
	x := []complex128{1, 1, 1, complex(2, inf), 1, 1, 1, 1}
	turnBack(x, 0.5)
	require.Equal(t, []complex128{1, 1, 1, complex(2, inf), 1 - 0.5i, 1 - 0.5i, 1 - 0.5i, 1 - 0.5i}, x)
}

// checkComplex compares complex and real transforms of n points in both directions.
func checkComplex(t *testing.T, e *double, n int, most ratios) {
	t.Helper()
	ctx, shape, axes := context.Background(), []int{n}, []int{0}
	count := ref.Together(n)
	x, y := ref.Uniform128(uint64(n), n*count), make([]complex128, n*count)
	require.NoError(t, e.Transform(ctx, y, x, n, false, 1))
	most.check(t, "c2c", ref.RelL2(y, ref.AxesDD(x, shape, axes, false, doubledouble.Real{Hi: 1})), n)

	require.NoError(t, e.Transform(ctx, y, x, n, true, 0.5))
	most.check(t, "inverse c2c", ref.RelL2(y, ref.AxesDD(x, shape, axes, true, doubledouble.Real{Hi: 0.5})), n)

	points, half := ref.Uniform64(uint64(n), n*count), make([]complex128, (n/2+1)*count)
	require.NoError(t, e.RealForward(ctx, half, points, shape, axes, 1))
	most.check(t, "r2c", ref.RelL2(half, ref.RealAxesDD(points, shape, axes, doubledouble.Real{Hi: 1})), n)

	half = ref.Uniform128(uint64(n), len(half))
	require.NoError(t, e.RealInverse(ctx, points, half, shape, axes, 0.5))
	most.check(t, "c2r", ref.RelL2Real(points, ref.RealInverseAxesDD(half, shape, axes, doubledouble.Real{Hi: 0.5})), n)
}

func TestDoubleTrig(t *testing.T) {
	e, most := newDouble(), ratios{}
	defer e.Close()
	shape, axes := []int{0}, []int{0}
	for i, n := range doubleLengths() {
		if !testcase.ShardOf(t, i, 16) {
			continue
		}
		shape[0] = n
		x, y := ref.Uniform64(uint64(n), n*ref.Together(n)), make([]float64, n*ref.Together(n))
		for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
			if kind == transforms.DCT1 && n == 1 {
				continue
			}
			require.NoError(t, e.Trig(context.Background(), y, x, shape, axes,
				Trig{Kinds: []transforms.Kind{kind}, Scale: 1}))
			want := ref.TrigAxesDD(x, shape, axes, []transforms.Kind{kind}, false, doubledouble.Real{Hi: 1})
			most.check(t, kind.String(), ref.RelL2Real(y, want), kind.Period(n))
		}
	}
	t.Log(most)
}

func TestDoubleAxes(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx, axes := context.Background(), []int{0, 1}
	for _, shape := range [][]int{{8, 5}, {3, 64}, {60, 37}, {128, 30}, {2, 1009}} {
		rows, columns := shape[0], shape[1]
		x, y := ref.Uniform128(uint64(rows), rows*columns), make([]complex128, rows*columns)
		require.NoError(t, e.TransformAxes(ctx, y, x, shape, axes, Ends{Scale: 1}))
		want := ref.AxesDD(x, shape, axes, false, doubledouble.Real{Hi: 1})
		require.LessOrEqual(t, ref.RelL2(y, want), ref.Double.Tolerance(shape...), "%v", shape)

		roundTrip := ref.Double.Tolerance(rows, columns, rows, columns)
		require.NoError(t, e.TransformAxes(ctx, y, y, shape, axes, Ends{Inverse: true, Scale: 1 / float64(len(x))}))
		require.LessOrEqual(t, ref.RelL2(y, x), roundTrip, "%v", shape)

		points, half := ref.Uniform64(uint64(rows), len(x)), make([]complex128, rows*(columns/2+1))
		back := make([]float64, len(x))
		require.NoError(t, e.RealForward(ctx, half, points, shape, axes, 1))
		require.NoError(t, e.RealInverse(ctx, back, half, shape, axes, 1/float64(len(x))))
		require.LessOrEqual(t, ref.RelL2Real(back, points), roundTrip, "real %v", shape)
	}
}

// TestDoubleConvolutions compares circular convolutions with package ref.
func TestDoubleConvolutions(t *testing.T) {
	e := newDouble()
	defer e.Close()
	for _, n := range []int{16, 100, 512} {
		shape := []int{n}
		x, h := ref.Uniform128(1, n), ref.Uniform128(2, n)
		want := ref.Convolution{Shape: shape, Kernel: shape, Mode: "circular"}.ApplyDD(x, h)
		spectrum := make([]complex128, n)
		for k, v := range ref.AxesDD(h, shape, []int{0}, false, doubledouble.Real{Hi: 1}.Quo(float64(n))) {
			spectrum[k] = v.Complex128()
		}
		for _, size := range []float64{1, 0x1p900, 0x1p-900} {
			f, err := NewFilter(shape, shape, shape, spectrum, 1, false)
			require.NoError(t, err)
			got := make([]complex128, n)
			scaleReals(floats(got), floats(x), size)
			require.NoError(t, e.Convolve(context.Background(), got, got, f))
			scaleReals(floats(got), floats(got), 1/size)
			require.LessOrEqual(t, want.Error(got), ref.Double.Tolerance(n, n), "%d points times %g", n, size)
		}
	}
}

// floats returns the real and imaginary parts of z, in turn.
func floats(z []complex128) []float64 { return parts[complex128, float64](z) }

// TestDoubleMagnitudes: a power of two that scales the points scales the results, if neither leaves
// the range.
func TestDoubleMagnitudes(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{2, 5, 8, 16, 60, 96, 100, 128, 509, 1000, 1009, 4096, 1 << 16} {
		x := ref.Uniform128(uint64(n), n)
		scaled, want, got := make([]complex128, n), make([]complex128, n), make([]complex128, n)
		for _, size := range []float64{0x1p1023, 0x1p-1000} {
			scaleReals(floats(scaled), floats(x), size)
			same := func(what string, do func(dst, src []complex128) error) {
				require.NoError(t, do(want, x))
				require.NoError(t, do(got, scaled))
				scaleReals(floats(got), floats(got), 1/size)
				require.LessOrEqual(t, ref.RelL2(got, ref.WidenDD(want)), ref.Double.Tolerance(n, n),
					"%s of %d points times %g", what, n, size)
			}
			for _, inverse := range []bool{false, true} {
				same("c2c", func(dst, src []complex128) error {
					return e.Transform(ctx, dst, src, n, inverse, 1/float64(n))
				})
			}
			same("r2c and c2r", func(dst, src []complex128) error {
				half := make([]complex128, n+1)
				if err := e.RealForward(ctx, half, floats(src), []int{2 * n}, []int{0}, 1/float64(2*n)); err != nil {
					return err
				}
				return e.RealInverse(ctx, floats(dst), half, []int{2 * n}, []int{0}, 0.5)
			})
			for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
				same(kind.String(), func(dst, src []complex128) error {
					return e.Trig(ctx, floats(dst), floats(src), []int{2 * n}, []int{0},
						Trig{Kinds: []transforms.Kind{kind}, Scale: 1 / float64(4*n)})
				})
			}
			for _, axes := range [][]int{{0}, {0, 1}} {
				same("axes", func(dst, src []complex128) error {
					return e.TransformAxes(ctx, dst, src, []int{n, 1}, axes, Ends{Inverse: true, Scale: 1 / float64(n)})
				})
				if n%2 == 0 {
					same("axes", func(dst, src []complex128) error {
						return e.TransformAxes(ctx, dst, src, []int{n / 2, 2}, axes,
							Ends{Inverse: true, Scale: 1 / float64(n)})
					})
				}
			}
		}
	}
}

// TestDoubleDenormals: denormal points keep all their bits if the scale makes normal numbers of them.
func TestDoubleDenormals(t *testing.T) {
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	const size, scale = 0x1p-1060, 0x1p100
	for _, n := range []int{3, 16, 96, 100, 512, 1009, 10000} {
		x, small := ref.Uniform128(uint64(n), n), make([]complex128, n)
		for i, v := range x {
			x[i] = complex(math.Round(real(v)*256), math.Round(imag(v)*256))
			small[i] = x[i] * size
		}
		want, got := make([]complex128, n), make([]complex128, n)
		require.NoError(t, e.Transform(ctx, want, x, n, false, size*scale))
		require.NoError(t, e.Transform(ctx, got, small, n, false, scale))
		for i := range want {
			want[i], got[i] = want[i]*0x1p900, got[i]*0x1p900
		}
		require.LessOrEqual(t, ref.RelL2(got, ref.WidenDD(want)), ref.Double.Tolerance(n, n), "%d points", n)
	}
}

func TestDoubleAllocatesNothing(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget at random")
	}
	e := newDouble()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{1, 7, 64, 96, 100, 256, 1001, 1009, 4096} {
		x, z := make([]float64, 2*n), make([]complex128, 2*n)
		for _, do := range []func() error{
			func() error { return e.Transform(ctx, z, z, n, true, 0.5) },
			func() error { return e.RealForward(ctx, z[:n/2+1], x[:n], []int{n}, []int{0}, 0.5) },
			func() error {
				return e.Trig(ctx, x, x, []int{n}, []int{0},
					Trig{Kinds: []transforms.Kind{transforms.DST1}, Scale: 0.5})
			},
		} {
			allocs := allocations(100, func() {
				if err := do(); err != nil {
					t.Fatal(err)
				}
			})
			require.Zero(t, allocs, "%d points", n)
		}
	}
}

func TestPrecisionsDoNotMix(t *testing.T) {
	require.Panics(t, func() { New[complex64, float64](0) })
	require.Panics(t, func() { New[complex128, float32](0) })
}
