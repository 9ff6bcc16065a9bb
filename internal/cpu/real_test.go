package cpu

import (
	"context"
	"fmt"
	"math"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/transforms"
)

// checkReal transforms rows of n points to half spectra and half spectra back, with several scales,
// into poisoned and guarded memory. It holds the worst row to the contract.
func checkReal(t *testing.T, e *single, n, rows int) {
	t.Helper()
	shape, axes := []int{n}, []int{0}
	ctx, bins := context.Background(), n/2+1
	x, spectrum := ref.UniformReal(uint64(n), n*rows), ref.Uniform(uint64(n), bins*rows)
	wantBins, wantPoints := ref.RealAxes(x, shape, axes, 1), ref.RealInverseAxes(spectrum, shape, axes, 1)
	scaledBins, scaledPoints := make([]complex128, len(wantBins)), make([]float64, len(wantPoints))
	for _, scale := range []float64{1, 1 / float64(n), 1 / math.Sqrt(float64(n))} {
		what := fmt.Sprintf("n %d rows %d scale %g", n, rows, scale)
		for i, v := range wantBins {
			scaledBins[i] = complex(real(v)*scale, imag(v)*scale)
		}
		for i, v := range wantPoints {
			scaledPoints[i] = v * scale
		}
		out := ref.NewGuarded[complex64](bins * rows)
		require.NoError(t, e.RealForward(ctx, out.Data, x, shape, axes, scale), what)
		require.NoError(t, out.Check(), what)
		worst, row := ref.Worst(out.Data, scaledBins, bins)
		require.LessOrEqual(t, worst, ref.Tolerance(n), "%s row %d", what, row)
		for r := range rows {
			require.Zero(t, imag(out.Data[r*bins]), what)
			if n%2 == 0 {
				require.Zero(t, imag(out.Data[r*bins+n/2]), what)
			}
		}

		back := ref.NewGuarded[float32](n * rows)
		require.NoError(t, e.RealInverse(ctx, back.Data, spectrum, shape, axes, scale), what)
		require.NoError(t, back.Check(), what)
		worst, row = ref.WorstReal(back.Data, scaledPoints, n)
		require.LessOrEqual(t, worst, ref.Tolerance(n), "inverse, %s row %d", what, row)

		if scale == 1/float64(n) { // forward and inverse
			require.NoError(t, e.RealForward(ctx, out.Data, x, shape, axes, 1), what)
			require.NoError(t, e.RealInverse(ctx, back.Data, out.Data, shape, axes, scale), what)
			worst, row = worstWide(back.Data, x, n)
			require.LessOrEqual(t, worst, 2*ref.Tolerance(n), "round trip, %s row %d", what, row)
		}
	}
	require.Equal(t, ref.UniformReal(uint64(n), n*rows), x, "src was written to")
	require.Equal(t, ref.Uniform(uint64(n), bins*rows), spectrum, "src was written to")
}

// worstWide is ref.WorstReal against values that are already float32.
func worstWide(got, want []float32, n int) (float64, int) {
	wide := make([]float64, len(want))
	for i, v := range want {
		wide[i] = float64(v)
	}
	return ref.WorstReal(got, wide, n)
}

func TestRealEveryLengthTo300(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for n := 1; n <= 300; n++ {
		checkReal(t, e, n, 3)
	}
}

func TestRealTheWorstOfManyRows(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{2, 3, 6, 8, 12, 37, 61, 64, 100, 113, 118, 128, 162, 216, 256, 257, 270, 324, 486, 512,
		641} {
		checkReal(t, e, n, 300)
	}
}

func TestRealLongerLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("long: one goroutine more or less makes no difference to it")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{
		1000, 1001, 1009, 1023, 1024, 1025, 1920, 2002, 2018, 4096, 6561, 8191, 10000, 10007,
		2 * 10007, 30030, 32768, 65521, 65536, 65537, 100000, 131071, 1 << 17,
	} {
		checkReal(t, e, n, 1)
	}
	if !testing.Short() && os.Getenv("WGFFT_LONG") != "" {
		for _, n := range []int{510510, 999983, 1000000, 1<<20 - 1, 1 << 20, 1<<20 + 1} {
			checkReal(t, e, n, 1)
		}
	}
}

func TestRealBatches(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, c := range []struct{ n, rows int }{
		{1, 1}, {1, 70000}, {2, 32}, {7, 32}, {16, 5000}, {77, 1000}, {1000, 70}, {1009, 40},
		{blockPoints - 1, 3}, {blockPoints, 2}, {blockPoints + 1, 3}, {30030, 2},
	} {
		checkReal(t, e, c.n, c.rows)
	}
}

// TestRealInverseIgnoresWhatIsRealBySymmetry puts a NaN into the imaginary parts that are ignored.
func TestRealInverseIgnoresWhatIsRealBySymmetry(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx, nan := context.Background(), float32(math.NaN())
	for _, n := range []int{1, 2, 3, 4, 7, 8, 37, 64, 74, 256, 1000, 1009, 1024} {
		spectrum := ref.Uniform(uint64(n), 3*(n/2+1))
		want, got := make([]float32, 3*n), make([]float32, 3*n)
		require.NoError(t, e.RealInverse(ctx, want, spectrum, []int{n}, []int{0}, 1))
		for at := 0; at < len(spectrum); at += n/2 + 1 {
			spectrum[at] = complex(real(spectrum[at]), nan)
			if n%2 == 0 {
				spectrum[at+n/2] = complex(real(spectrum[at+n/2]), nan)
			}
		}
		require.NoError(t, e.RealInverse(ctx, got, spectrum, []int{n}, []int{0}, 1))
		require.Equal(t, want, got, "n %d", n)
	}
}

func TestRealNaNStaysInItsRow(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx, nan := context.Background(), float32(math.NaN())
	for _, n := range []int{13, 64, 100, 1009, 1024} {
		shape, axes, bins := []int{n}, []int{0}, n/2+1
		clean := ref.UniformReal(1, 3*n)
		dirty := append([]float32(nil), clean...)
		dirty[n+n/2] = nan
		want, got := make([]complex64, 3*bins), make([]complex64, 3*bins)
		require.NoError(t, e.RealForward(ctx, want, clean, shape, axes, 1))
		require.NoError(t, e.RealForward(ctx, got, dirty, shape, axes, 1))
		require.Equal(t, want[:bins], got[:bins])
		require.Equal(t, want[2*bins:], got[2*bins:])
		require.True(t, math.IsNaN(float64(real(got[bins]))))

		a, b := make([]float32, 3*n), make([]float32, 3*n)
		require.NoError(t, e.RealInverse(ctx, a, want, shape, axes, 1))
		require.NoError(t, e.RealInverse(ctx, b, got, shape, axes, 1))
		require.Equal(t, a[:n], b[:n])
		require.Equal(t, a[2*n:], b[2*n:])
		require.True(t, math.IsNaN(float64(b[n])))
	}
}

func TestSmallValuesSurviveTheRealInverse(t *testing.T) {
	e := newSingle()
	defer e.Close()
	const n = 1 << 16
	spectrum, x := make([]complex64, n/2+1), make([]float32, n)
	spectrum[0] = 1e-36 // divided by n it would be a denormal of a few bits
	require.NoError(t, e.RealInverse(context.Background(), x, spectrum, []int{n}, []int{0}, 1))
	for _, v := range x {
		require.InEpsilon(t, 1e-36, v, 1e-6)
	}
}

// TestRealOfOddAddresses runs on slices that begin in the middle of a complex point.
func TestRealOfOddAddresses(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{8, 64, 256, 1024, 1000} {
		all := ref.UniformReal(1, n+3)
		for offset := range 3 {
			x, z := all[offset:offset+n], make([]complex64, n/2+1)
			require.NoError(t, e.RealForward(ctx, z, x, []int{n}, []int{0}, 1))
			require.LessOrEqual(t, ref.RelL2(z, ref.RealAxes(x, []int{n}, []int{0}, 1)), ref.Tolerance(n))
			back := make([]float32, n+3)[offset : offset+n]
			require.NoError(t, e.RealInverse(ctx, back, z, []int{n}, []int{0}, 1/float64(n)))
			worst, _ := worstWide(back, x, n)
			require.LessOrEqual(t, worst, 2*ref.Tolerance(n))
		}
	}
}

func TestRealNoAllocationOnceWarm(t *testing.T) {
	if raceEnabled {
		t.Skip("the race detector makes sync.Pool forget at random")
	}
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	for _, n := range []int{1, 7, 64, 100, 256, 1001, 1009, 4096} {
		shape, axes, kinds := []int{n}, []int{0}, []transforms.Kind{transforms.DCT2}
		x, z := make([]float32, n), make([]complex64, n/2+1)
		for name, f := range map[string]func() error{
			"forward": func() error { return e.RealForward(ctx, z, x, shape, axes, 1) },
			"inverse": func() error { return e.RealInverse(ctx, x, z, shape, axes, 1) },
			"dct2":    func() error { return e.Trig(ctx, x, x, shape, axes, Trig{Kinds: kinds, Scale: 1}) },
		} {
			allocs := allocations(100, func() {
				if err := f(); err != nil {
					t.Fatal(err)
				}
			})
			require.Zero(t, allocs, "%s n %d", name, n)
		}
	}
}

func BenchmarkReal(b *testing.B) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	for _, c := range []struct{ n, rows int }{{64, 1}, {256, 1}, {1000, 1}, {1009, 1}, {1024, 1}, {1024, 1024},
		{1 << 20, 1}} {
		x, z := ref.UniformReal(1, c.n*c.rows), ref.Uniform(1, (c.n/2+1)*c.rows)
		shape, axes := []int{c.n}, []int{0}
		run := func(name string, f func() error) {
			b.Run(fmt.Sprintf("%s/%d*%d", name, c.n, c.rows), func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := f(); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
		run("r2c", func() error { return e.RealForward(ctx, z, x, shape, axes, 1) })
		run("c2r", func() error { return e.RealInverse(ctx, x, z, shape, axes, 1/float64(c.n)) })
		for t := transforms.DCT1; t <= transforms.DST4; t++ {
			kinds, scale := []transforms.Kind{t}, 1/math.Sqrt(float64(t.Period(c.n)))
			run(t.String(), func() error {
				return e.Trig(ctx, x, x, shape, axes, Trig{Kinds: kinds, IsOrthogonal: true, Scale: scale})
			})
		}
	}
}
