package wgfft

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
	"wgfft/internal/yardstick"
	"wgfft/plan"
)

// double are the transforms of double precision.
type double = *Transforms[complex128, float64]

// onBothDouble runs a test with the double precision of the CPU engine and of a GPU. p is the precision of
// the engine's format.
func onBothDouble(t *testing.T, f func(t *testing.T, d double, p ref.Precision)) {
	onBoth(t, func(t *testing.T, c *Engine) {
		n, err := c.Double().Number()
		require.NoError(t, err)
		f(t, c.Double(), precisionOf(n))
	})
}

// precisionOf returns the precision of a format of double precision.
func precisionOf(n Number) ref.Precision {
	if n == DoubleSingle {
		return ref.DoubleSingle
	}
	return ref.Double
}

// scaleDD returns the factor of a norm for transforms of n points.
func scaleDD(norm Norm, n int, inverse bool) doubledouble.Real {
	return yardstick.ScaleDD(plan.Problem{Shape: []int{n}, Norm: plan.Norm(norm), Inverse: inverse})
}

// one is the scale 1.
var one = doubledouble.Real{Hi: 1}

func TestDoubleFFT(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for i, n := range []int{16, 15, 1, 2, 37, 64, 120} {
			if !isUsual(d.eng, i, 1) {
				continue
			}
			norm := Norm(i % 3)
			x := ref.Uniform128(uint64(n), 5*n)
			for _, inverse := range []bool{false, true} {
				call := d.FFT
				if inverse {
					call = d.IFFT
				}
				got, err := call(ctx, nil, x, WithRowLength(n), WithNorm(norm))
				require.NoError(t, err)
				want := ref.AxesDD(x, []int{n}, []int{0}, inverse, scaleDD(norm, n, inverse))
				worst, _ := ref.WorstTogether(got, want, n)
				require.LessOrEqual(t, worst, p.Tolerance(n), "%d points, inverse %v, %v", n, inverse, norm)

				same := append([]complex128{}, x...)
				same, err = call(ctx, same, same, WithRowLength(n), WithNorm(norm))
				require.NoError(t, err)
				require.Equal(t, got, same, "dst is src")
			}
		}
		x := ref.Uniform128(1, 2*20)
		cropped := append(append([]complex128{}, x[:16]...), x[20:36]...)
		want, err := d.FFT(ctx, nil, cropped, WithRowLength(16))
		require.NoError(t, err)
		got, err := d.FFT(ctx, nil, x, WithRowLength(20), WithLengths(16))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestDoubleFFTN(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		shape := []int{6, 5, 8}
		x := ref.Uniform128(3, 2*240)
		for i, c := range []struct {
			axes    []int
			call    func() ([]complex128, error)
			inverse bool
			points  int
		}{
			{[]int{1, 2}, func() ([]complex128, error) { return d.IFFT2(ctx, nil, x, shape) }, true, 40},
			{[]int{0, 1, 2}, func() ([]complex128, error) { return d.FFTN(ctx, nil, x, shape) }, false, 240},
			{
				[]int{0, 2}, func() ([]complex128, error) { return d.IFFTN(ctx, nil, x, shape, WithAxes(2, 0)) },
				true, 48,
			},
			{[]int{1, 2}, func() ([]complex128, error) { return d.FFT2(ctx, nil, x, shape) }, false, 40},
		} {
			if !isUsual(d.eng, i, 1) {
				continue
			}
			got, err := c.call()
			require.NoError(t, err)
			want := ref.AxesDD(x, shape, c.axes, c.inverse, scaleDD(NormBackward, c.points, c.inverse))
			require.LessOrEqual(t, ref.RelL2(got, want), p.Tolerance(lengthsOf(shape, c.axes)...), "%v", c.axes)
		}
	})
}

// lengthsOf returns the lengths of axes.
func lengthsOf(shape, axes []int) []int {
	var lengths []int
	for _, a := range axes {
		lengths = append(lengths, shape[a])
	}
	return lengths
}

func TestDoubleReal(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for i, n := range []int{16, 1, 15, 24, 74} {
			if !isUsual(d.eng, i, 1) {
				continue
			}
			x := ref.Uniform64(uint64(n), 4*n)
			bins, err := d.RFFT(ctx, nil, x, WithRowLength(n))
			require.NoError(t, err)
			worst, _ := ref.WorstTogether(bins, ref.RealAxesDD(x, []int{n}, []int{0}, one), n/2+1)
			require.LessOrEqual(t, worst, p.Tolerance(n), "%d points", n)

			back, err := d.IRFFT(ctx, nil, bins, n, WithRowLength(n/2+1))
			require.NoError(t, err)
			want := ref.RealInverseAxesDD(bins, []int{n}, []int{0}, scaleDD(NormBackward, n, true))
			require.LessOrEqual(t, ref.RelL2Real(back, want), p.Tolerance(n), "%d points", n)
			require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(n), "%d points", n)
		}
		shape := on(d.eng, []int{2, 5, 8}, []int{6, 5, 8})
		x := ref.Uniform64(4, 2*product(shape))
		if !isFull(d.eng) { // two axes have the kernels of all three
			bins, err := d.RFFT2(ctx, nil, x, shape)
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxesDD(x, shape, []int{1, 2}, one)), p.Tolerance(5, 8))
			back, err := d.IRFFT2(ctx, nil, bins, shape)
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(5, 8))
			return
		}
		bins, err := d.RFFTN(ctx, nil, x, shape)
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxesDD(x, shape, []int{0, 1, 2}, one)), p.Tolerance(shape...))
		back, err := d.IRFFTN(ctx, nil, bins, shape)
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(shape...))
		bins, err = d.RFFT2(ctx, nil, x, shape)
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxesDD(x, shape, []int{1, 2}, one)), p.Tolerance(5, 8))
		back, err = d.IRFFT2(ctx, nil, bins, shape)
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(5, 8))
	})
}

func TestDoubleTrig(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
			if !isFull(d.eng) && kind != transforms.DCT2 {
				continue
			}
			n := 15 + int(kind)%2
			x, asked := ref.Uniform64(uint64(kind), 6*n), Kind(kind)
			call, back := d.DCT, d.IDCT
			if kind.IsSine() {
				call, back = d.DST, d.IDST
			}
			y, err := call(ctx, nil, x, asked, WithRowLength(n))
			require.NoError(t, err)
			want := ref.TrigAxesDD(x, []int{n}, []int{0}, []transforms.Kind{kind}, false, one)
			tolerance := p.Tolerance(kind.Period(n))
			require.LessOrEqual(t, ref.RelL2Real(y, want), tolerance, "%v %d", kind, n)
			y, err = back(ctx, y, y, asked, WithRowLength(n))
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(y, x), 2*tolerance, "%v %d", kind, n)
		}
		if !isFull(d.eng) {
			return
		}
		shape := []int{6, 9}
		x := ref.Uniform64(5, 54)
		y, err := d.DSTN(ctx, nil, x, shape, 0, WithKinds(DST1, DCT4))
		require.NoError(t, err)
		want := ref.TrigAxesDD(x, shape, []int{0, 1}, []transforms.Kind{transforms.DST1, transforms.DCT4}, false, one)
		require.LessOrEqual(t, ref.RelL2Real(y, want), p.Tolerance(14, 18))
		y, err = d.IDSTN(ctx, nil, y, shape, 0, WithKinds(DST1, DCT4))
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(y, x), 2*p.Tolerance(14, 18))
		y, err = d.DCTN(ctx, nil, x, shape, DCT2)
		require.NoError(t, err)
		y, err = d.IDCTN(ctx, y, y, shape, DCT2)
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(y, x), 2*p.Tolerance(12, 18))
	})
}

func TestDoubleConvolution(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for i, c := range []struct {
			shape, kernel []int
			mode          Mode
			correlate     bool
		}{
			{[]int{16}, []int{3}, ModeSame, false},
			{[]int{61}, []int{7}, ModeFull, false},
			{[]int{16}, []int{16}, ModeCircular, true},
			{[]int{9, 10}, []int{3, 4}, ModeSame, false},
		} {
			if !isUsual(d.eng, i, 1) {
				continue
			}
			points, size := of(Problem{Shape: c.shape}).Points(), of(Problem{Shape: c.kernel}).Points()
			x, h := ref.Uniform128(uint64(i), 2*points), ref.Uniform128(uint64(i)+9, size)
			u, v := ref.Uniform64(uint64(i), 2*points), ref.Uniform64(uint64(i)+9, size)
			reference := ref.Convolution{
				Shape: c.shape, Kernel: c.kernel, Mode: c.mode.String(), Correlate: c.correlate,
			}
			asked := Convolution{Shape: c.shape, Kernel: c.kernel, Mode: c.mode, Correlate: c.correlate}
			check := func(got, x, h []complex128) {
				t.Helper()
				for row := range 2 {
					want := reference.ApplyDD(x[row*points:(row+1)*points], h)
					kept := len(want.Want)
					bound := reference.ToleranceIn(p)
					require.LessOrEqual(t, want.Error(got[row*kept:(row+1)*kept]), bound, "%v", asked)
				}
			}
			got, err := d.Convolve(ctx, nil, x, h, asked)
			require.NoError(t, err)
			check(got, x, h)
			real, err := d.ConvolveReal(ctx, nil, u, v, asked)
			require.NoError(t, err)
			check(wide(real), wide(u), wide(v))

			asked.Batch = 2
			plan, err := d.PlanConvolution(ctx, asked, h)
			require.NoError(t, err)
			planned := make([]complex128, len(got))
			require.NoError(t, plan.Run(ctx, planned, x))
			require.Equal(t, got, planned)
			require.NoError(t, plan.Close())
			realPlan, err := d.PlanRealConvolution(ctx, asked, v)
			require.NoError(t, err)
			plannedReal := make([]float64, len(real))
			require.NoError(t, realPlan.Run(ctx, plannedReal, u))
			require.Equal(t, real, plannedReal)
			require.NoError(t, realPlan.Close())
		}
	})
}

// wide returns real numbers as complex points.
func wide(x []float64) []complex128 {
	z := make([]complex128, len(x))
	for i, v := range x {
		z[i] = complex(v, 0)
	}
	return z
}

// Plans for slices have the results of the calls. A plan with a layout reads columns.
func TestDoublePlans(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		const n = 16
		x := ref.Uniform128(1, 3*n)
		want, err := d.FFT(ctx, nil, x, WithRowLength(n))
		require.NoError(t, err)
		plan, err := d.Plan(ctx, Problem{Shape: []int{n}, Batch: 3})
		require.NoError(t, err)
		require.NoError(t, plan.Warm(ctx))
		got := make([]complex128, len(x))
		require.NoError(t, plan.Forward(ctx, got, x))
		require.Equal(t, want, got)
		require.NoError(t, plan.Inverse(ctx, got, got))
		require.LessOrEqual(t, ref.RelL2(got, x), 2*p.Tolerance(n))
		require.ErrorIs(t, plan.Forward(ctx, got[1:], x), ErrSliceLength)
		require.NoError(t, plan.Close())
		require.ErrorIs(t, plan.Forward(ctx, got, x), ErrClosed)

		// Columns to rows.
		columns := make([]complex128, len(x))
		for i, v := range x {
			columns[i%n*3+i/n] = v
		}
		plan, err = d.Plan(ctx, Problem{Shape: []int{n}, Batch: 3, In: Layout{Strides: []int{3}, Dist: 1}})
		require.NoError(t, err)
		require.NoError(t, plan.Forward(ctx, got, columns))
		require.LessOrEqual(t, ref.RelL2(got, want), 2*p.Tolerance(n))
		require.NoError(t, plan.Close())

		r := ref.Uniform64(2, 2*n)
		bins, err := d.RFFT(ctx, nil, r, WithRowLength(n))
		require.NoError(t, err)
		realPlan, err := d.PlanReal(ctx, Problem{Shape: []int{n}, Batch: 2})
		require.NoError(t, err)
		gotBins, samples := make([]complex128, len(bins)), make([]float64, len(r))
		require.NoError(t, realPlan.Forward(ctx, gotBins, r))
		require.Equal(t, bins, gotBins)
		require.NoError(t, realPlan.Inverse(ctx, samples, gotBins))
		require.LessOrEqual(t, ref.RelL2Real(samples, r), 2*p.Tolerance(n))
		require.NoError(t, realPlan.Close())

		trigPlan, err := d.PlanTrig(ctx, Problem{Kind: DCT2, Shape: []int{n}, Batch: 2})
		require.NoError(t, err)
		require.NoError(t, trigPlan.Forward(ctx, samples, r))
		require.NoError(t, trigPlan.Inverse(ctx, samples, samples))
		require.LessOrEqual(t, ref.RelL2Real(samples, r), 2*p.Tolerance(2*n))
		require.NoError(t, trigPlan.Close())
	})
}
