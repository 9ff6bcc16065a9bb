package cpu

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"sync"
	"testing"

	algofft "github.com/cwbudde/algo-fft"
	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// checkWhole compares one long transform with float64: forward and inverse, scaled, in place and
// not.
func checkWhole[C algofft.Complex](t *testing.T, f whole[C], tolerance float64) {
	t.Helper()
	n := f.Len()
	wide := make([]complex128, n)
	for i, v := range ref.Uniform(uint64(n), n) {
		wide[i] = complex128(v)
	}
	src := make([]C, n)
	for i, v := range wide {
		src[i] = C(v)
	}
	for _, inverse := range []bool{false, true} {
		want := ref.Batch(ref.Uniform(uint64(n), n), n, inverse, 1)
		for _, scale := range []float64{1, 0.3} {
			for _, same := range []bool{false, true} {
				dst := make([]C, n)
				for i := range dst {
					dst[i] = C(cmplx.NaN())
				}
				from := src
				if same {
					copy(dst, src)
					from = dst
				}
				require.NoError(t, f.transform(context.Background(), dst, from, inverse, scale))
				var off, all float64
				for i, v := range dst {
					d, w := cmplx.Abs(complex128(v)-want[i]*complex(scale, 0)), scale*cmplx.Abs(want[i])
					off, all = off+d*d, all+w*w
				}
				require.LessOrEqual(t, math.Sqrt(off/all), tolerance, "%d points, inverse %v, scale %v, in place %v",
					n, inverse, scale, same)
			}
		}
	}
}

// inDouble is the error allowed before one rounding to float32. algo-fft's own convolutions come
// closest to it.
const inDouble = 1e-11

func TestFourSteps(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{256, 512, 768, 256 * 5, 256 * 13, 256 * 33, 4096, 256 * 37, 256 * 49, 16384, 256 * 211} {
		single, err := newFourStep[complex64](context.Background(), e.maker(), n)
		require.NoError(t, err)
		checkWhole[complex64](t, single, ref.Tolerance(n))
		double, err := newFourStep[complex128](context.Background(), e.wideMaker(), n)
		require.NoError(t, err)
		checkWhole[complex128](t, double, inDouble)
	}
}

func TestCircles(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{1, 2, 3, 37, 64, 127, 128, 129, 1009, 4099, 12289} {
		single, err := newCircle[complex64](context.Background(), e.maker(), n)
		require.NoError(t, err)
		if !isSmooth(n) { // which the contract wants in float64
			checkWhole[complex64](t, single, ref.Tolerance(n))
		}
		double, err := newCircle[complex128](context.Background(), e.wideMaker(), n)
		require.NoError(t, err)
		checkWhole[complex128](t, double, inDouble)
	}
}

func TestRealLong(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{1, 2, 3, 4, 6, 7, 10, 12, 100, 101, 4096, 2 * 1025, 3 * blockPoints, 6*blockPoints + 2} {
		r, err := newRealLong[float64, complex128](context.Background(), e.wideMaker(), n)
		require.NoError(t, err)
		x := ref.UniformReal(uint64(n), n)
		wide, z := make([]float64, n), make([]complex128, n/2+1)
		for i, v := range x {
			wide[i] = float64(v)
		}
		require.NoError(t, r.forward(context.Background(), z, wide))
		for k, want := range ref.RealAxes(x, []int{n}, []int{0}, 1) {
			require.InDelta(t, 0, cmplx.Abs(z[k]-want), 1e-12*math.Sqrt(float64(n)), "%d points, bin %d", n, k)
		}
		require.Zero(t, imag(z[0]))
		if n%2 == 0 {
			require.Zero(t, imag(z[n/2]))
		}
	}
}

func TestSplit(t *testing.T) {
	for _, c := range []struct{ n, n1, n2 int }{
		{1 << 17, 256, 512}, {1 << 20, 1024, 1024}, {3 << 18, 768, 1024}, {256 * 1009, 256, 1009}, {256 * 15, 60,
			64}, {1000000, 800, 1250},
		{128 * 1009, 128, 1009}, {1009 * 1013, 1009, 1013}, {32771, 1, 32771}, {1 << 30, 1 << 15, 1 << 15},
	} {
		n1, n2 := split(c.n)
		require.Equal(t, c, struct{ n, n1, n2 int }{c.n, n1, n2})
	}
}

func TestCircularIsShortAndLongEnough(t *testing.T) {
	for n := range 70000 {
		m := circular(n)
		require.GreaterOrEqual(t, m, n)
		if n > 4096 {
			require.Less(t, m, n+n/3+1)
		}
	}
}

// TestLongLengths tests Transform on both sides of the lengths from which on algo-fft is not used,
// and beyond them.
func TestLongLengths(t *testing.T) {
	if testing.Short() {
		t.Skip("long: TestLongOnManyGoroutines is what is for the race detector")
	}
	e := newSingle()
	defer e.Close()
	for _, n := range []int{1 << 17, 256 * 1009, 13 * 3328, 32771, 3 * 28561, 7 * 7 * 7 * 7 * 7 * 7} {
		if !testcase.Long() {
			switch n {
			case 13 * 3328, 3 * 28561, 7 * 7 * 7 * 7 * 7 * 7:
				continue // other tests cover these
			case 256 * 1009:
				n = 72 * 1009
			}
		}
		check(t, e, n, 1)
		checkReal(t, e, n, 1)
	}
	long := 1 << 17
	if testcase.Long() {
		long = 1 << 18
		checkReal(t, e, long, 1)
	}
	checkReal(t, e, 2*32771, 1)
	checkTrig(t, e, long, 1)
	checkTrig(t, e, 32771, 1)
}

// TestWays tests which algorithm a length takes, on both sides of every switch.
func TestWays(t *testing.T) {
	if testing.Short() {
		t.Skip("long: nothing in it is done at once")
	}
	for n, way := range map[int]string{
		1 << 16: "algo-fft", 1 << 17: "four-step", 1 << 20: "four-step", 3 << 15: "algo-fft", 3 << 16: "algo-fft",
		500000:  "algo-fft",
		3 << 18: "four-step", 177147: "four-step", 3 << 19: "four-step",
		1600000: "four-step", 1000000: "four-step", 100000: "algo-fft", 256 * 1009: "four-step",
		128 * 1009: "four-step",
		32 * 1009:  "algo-fft",
		13 * 3328:  "four-step", 1009 * 1013: "four-step", 2 * 500009: "circle", 16 * 32771: "circle",
		32749: "algo-fft", 32771: "circle", 65537: "circle", 40961: "algo-fft", 163841: "algo-fft", 1179649: "circle",
		3 * 28561: "four-step",
		117649:    "four-step", 61740: "four-step", 257250: "four-step", 161051: "four-step", 44100: "algo-fft",
		1: "algo-fft", 2: "algo-fft",
	} {
		got := "algo-fft"
		switch {
		case isFourStep(n):
			got = "four-step"
			require.False(t, isCircle(n), n)
		case isCircle(n):
			got = "circle"
		}
		require.Equal(t, way, got, n)
	}
	for n := 1<<18 + 1; n < 1<<24; n += 9973 { // no length is one long call that looks at no context
		require.True(t, isFourStep(n) || isCircle(n) || n%32 == 0 && n <= maxMixed32, n)
	}
	for n := 1; n < 3000; n++ { // as algo-fft reports
		p, err := algofft.NewPlan32(n)
		require.NoError(t, err)
		if n > 64 && !isPowerOfTwo(n) {
			require.Equal(t, isConvolution(p.Algorithm()), isConvolved(n), "%d: %s", n, p.Algorithm())
		}
		if isRader(n) && n > 100 {
			require.Equal(t, "rader", p.Algorithm(), n)
		}
	}
}

// TestHelpersPanic: a panic in a helper goroutine becomes an error, too.
func TestHelpersPanic(t *testing.T) {
	e := newSingle()
	defer e.Close()
	f := &fourStep[complex128]{team: &e.team, n1: 512, n2: 512, columns: panics{}, rows: panics{}}
	x := make([]complex128, 512*512)
	require.ErrorContains(t, f.Forward(context.Background(), x, x), "please report")
}

type panics struct{}

func (panics) Forward(_ context.Context, dst, src []complex128) error { panic("at once") }
func (panics) Len() int                                               { return 512 }

// TestSpikes: a convolution keeps the bits of small values and the size of large ones.
func TestSpikes(t *testing.T) {
	e := newSingle()
	defer e.Close()
	const n = 131071
	for _, v := range []float64{1e-36, 1e36} {
		x := make([]complex64, n)
		x[0] = complex(float32(v), 0)
		require.NoError(t, e.Transform(context.Background(), x, x, n, false, 1))
		for _, y := range x {
			require.InDelta(t, v, real(y), v*1e-5)
		}
	}
}

// TestLongOnManyGoroutines: goroutines share plans and their scratch memory.
func TestLongOnManyGoroutines(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{1 << 17, 32771} {
		src := ref.Uniform(1, 2*n)
		want := ref.Batch(src, n, false, 1)
		var group sync.WaitGroup
		errs := make(chan error, 4)
		for range 4 {
			group.Go(func() {
				dst := make([]complex64, len(src))
				if err := e.Transform(context.Background(), dst, src, n, false, 1); err != nil {
					errs <- err
				} else if worst, row := ref.Worst(dst, want, n); worst > ref.Tolerance(n) {
					errs <- fmt.Errorf("%d points, row %d: %g", n, row, worst)
				}
			})
		}
		group.Wait()
		close(errs)
		for err := range errs {
			t.Error(err)
		}
	}
}

func TestLongRowsKeepSmallValuesAndNaNs(t *testing.T) {
	e := newSingle()
	defer e.Close()
	const n = 1 << 17
	x := make([]complex64, 3*n)
	x[0], x[n], x[2*n] = 1e-36, complex(float32(math.NaN()), 0), 2
	require.NoError(t, e.Transform(context.Background(), x, x, n, true, 1))
	for i := range n {
		require.InEpsilon(t, 1e-36, real(x[i]), 1e-6)
		require.True(t, math.IsNaN(float64(real(x[n+i]))))
		require.InEpsilon(t, 2, real(x[2*n+i]), 1e-6)
	}
}
