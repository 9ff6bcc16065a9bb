package wgfft

import (
	"errors"
	"math"
	"math/cmplx"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
)

// double are the transforms of double precision.
type double = *Transforms[complex128, float64]

// onBothDouble runs a test in double precision on the CPU engine and on a GPU, with the precision of the
// format that the engine takes.
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
	switch {
	case norm == NormOrtho:
		return doubledouble.InverseSqrt(float64(n))
	case (norm == NormForward) != inverse:
		return doubledouble.Real{Hi: 1}.Quo(float64(n))
	}
	return doubledouble.Real{Hi: 1}
}

// one is the scale 1.
var one = doubledouble.Real{Hi: 1}

func TestDoubleFFT(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for i, n := range []int{1, 2, 15, 37, 64, 120} {
			norm := Norm(i % 3)
			x := ref.Uniform128(uint64(n), 5*n)
			for _, inverse := range []bool{false, true} {
				call := d.FFT
				if inverse {
					call = d.IFFT
				}
				got, err := call(ctx, nil, x, WithRows(n), WithNorm(norm))
				require.NoError(t, err)
				want := ref.AxesDD(x, []int{n}, []int{0}, inverse, scaleDD(norm, n, inverse))
				worst, _ := ref.WorstTogether(got, want, n)
				require.LessOrEqual(t, worst, p.Tolerance(n), "%d points, inverse %v, %v", n, inverse, norm)

				same := append([]complex128{}, x...)
				same, err = call(ctx, same, same, WithRows(n), WithNorm(norm))
				require.NoError(t, err)
				require.Equal(t, got, same, "dst is src")
			}
		}
		x := ref.Uniform128(1, 2*20)
		cropped := append(append([]complex128{}, x[:12]...), x[20:32]...)
		want, err := d.FFT(ctx, nil, cropped, WithRows(12))
		require.NoError(t, err)
		got, err := d.FFT(ctx, nil, x, WithRows(20), WithLengths(12))
		require.NoError(t, err)
		require.Equal(t, want, got)
	})
}

func TestDoubleFFTN(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		shape := []int{6, 5, 8}
		x := ref.Uniform128(3, 2*240)
		for _, c := range []struct {
			axes    []int
			call    func() ([]complex128, error)
			inverse bool
			points  int
		}{
			{[]int{0, 1, 2}, func() ([]complex128, error) { return d.FFTN(ctx, nil, x, shape) }, false, 240},
			{
				[]int{0, 2}, func() ([]complex128, error) { return d.IFFTN(ctx, nil, x, shape, WithAxes(2, 0)) },
				true, 48,
			},
			{[]int{1, 2}, func() ([]complex128, error) { return d.FFT2(ctx, nil, x, shape) }, false, 40},
			{[]int{1, 2}, func() ([]complex128, error) { return d.IFFT2(ctx, nil, x, shape) }, true, 40},
		} {
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
		for _, n := range []int{1, 15, 24, 74} {
			x := ref.Uniform64(uint64(n), 4*n)
			bins, err := d.RFFT(ctx, nil, x, WithRows(n))
			require.NoError(t, err)
			worst, _ := ref.WorstTogether(bins, ref.RealAxesDD(x, []int{n}, []int{0}, one), n/2+1)
			require.LessOrEqual(t, worst, p.Tolerance(n), "%d points", n)

			back, err := d.IRFFT(ctx, nil, bins, n, WithRows(n/2+1))
			require.NoError(t, err)
			want := ref.RealInverseAxesDD(bins, []int{n}, []int{0}, scaleDD(NormBackward, n, true))
			require.LessOrEqual(t, ref.RelL2Real(back, want), p.Tolerance(n), "%d points", n)
			require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(n), "%d points", n)
		}
		shape := []int{6, 5, 8}
		x := ref.Uniform64(4, 2*240)
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
		for kind := ref.DCT1; kind <= ref.DST4; kind++ {
			n := 12 + int(kind)%2
			x, asked := ref.Uniform64(uint64(kind), 6*n), DCT1+Kind(kind-ref.DCT1)
			call, back := d.DCT, d.IDCT
			if kind.Sine() {
				call, back = d.DST, d.IDST
			}
			y, err := call(ctx, nil, x, asked, WithRows(n))
			require.NoError(t, err)
			want := ref.TrigAxesDD(x, []int{n}, []int{0}, []ref.Trig{kind}, false, one)
			tolerance := p.Tolerance(ref.TrigLength(kind, n))
			require.LessOrEqual(t, ref.RelL2Real(y, want), tolerance, "%v %d", kind, n)
			y, err = back(ctx, y, y, asked, WithRows(n))
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(y, x), 2*tolerance, "%v %d", kind, n)
		}
		shape := []int{6, 9}
		x := ref.Uniform64(5, 54)
		y, err := d.DSTN(ctx, nil, x, shape, 0, WithKinds(DST1, DCT4))
		require.NoError(t, err)
		want := ref.TrigAxesDD(x, shape, []int{0, 1}, []ref.Trig{ref.DST1, ref.DCT4}, false, one)
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
			{[]int{61}, []int{7}, ModeFull, false},
			{[]int{16}, []int{16}, ModeCircular, true},
			{[]int{9, 10}, []int{3, 4}, ModeSame, false},
		} {
			points := 1
			for _, n := range c.shape {
				points *= n
			}
			size := 1
			for _, n := range c.kernel {
				size *= n
			}
			x, h := ref.Uniform128(uint64(i), 2*points), ref.Uniform128(uint64(i)+9, size)
			u, v := ref.Uniform64(uint64(i), 2*points), ref.Uniform64(uint64(i)+9, size)
			of := ref.Convolution{Shape: c.shape, Kernel: c.kernel, Mode: c.mode.String(), Correlate: c.correlate}
			asked := Convolution{Shape: c.shape, Kernel: c.kernel, Mode: c.mode, Correlate: c.correlate}
			check := func(got, x, h []complex128) {
				t.Helper()
				for row := range 2 {
					want := of.ApplyDD(x[row*points:(row+1)*points], h)
					kept := len(want.Want)
					require.LessOrEqual(t, want.Error(got[row*kept:(row+1)*kept]), of.ToleranceIn(p), "%v", asked)
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

// Plans for slices give the results of the calls, also with layouts.
func TestDoublePlans(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		x := ref.Uniform128(1, 3*24)
		want, err := d.FFT(ctx, nil, x, WithRows(24))
		require.NoError(t, err)
		plan, err := d.Plan(ctx, Problem{Shape: []int{24}, Batch: 3})
		require.NoError(t, err)
		require.NoError(t, plan.Warm(ctx))
		got := make([]complex128, len(x))
		require.NoError(t, plan.Forward(ctx, got, x))
		require.Equal(t, want, got)
		require.NoError(t, plan.Inverse(ctx, got, got))
		require.LessOrEqual(t, ref.RelL2(got, x), 2*p.Tolerance(24))
		require.ErrorIs(t, plan.Forward(ctx, got[1:], x), ErrSliceLength)
		require.NoError(t, plan.Close())
		require.ErrorIs(t, plan.Forward(ctx, got, x), ErrClosed)

		// Columns to rows.
		columns := make([]complex128, len(x))
		for i, v := range x {
			columns[i%24*3+i/24] = v
		}
		plan, err = d.Plan(ctx, Problem{Shape: []int{24}, Batch: 3, In: Layout{Strides: []int{3}, Dist: 1}})
		require.NoError(t, err)
		require.NoError(t, plan.Forward(ctx, got, columns))
		require.LessOrEqual(t, ref.RelL2(got, want), 2*p.Tolerance(24))
		require.NoError(t, plan.Close())

		r := ref.Uniform64(2, 2*15)
		bins, err := d.RFFT(ctx, nil, r, WithRows(15))
		require.NoError(t, err)
		realPlan, err := d.PlanReal(ctx, Problem{Shape: []int{15}, Batch: 2})
		require.NoError(t, err)
		gotBins, samples := make([]complex128, len(bins)), make([]float64, len(r))
		require.NoError(t, realPlan.Forward(ctx, gotBins, r))
		require.Equal(t, bins, gotBins)
		require.NoError(t, realPlan.Inverse(ctx, samples, gotBins))
		require.LessOrEqual(t, ref.RelL2Real(samples, r), 2*p.Tolerance(15))
		require.NoError(t, realPlan.Close())

		trigPlan, err := d.PlanTrig(ctx, Problem{Kind: DCT2, Shape: []int{15}, Batch: 2})
		require.NoError(t, err)
		require.NoError(t, trigPlan.Forward(ctx, samples, r))
		require.NoError(t, trigPlan.Inverse(ctx, samples, samples))
		require.LessOrEqual(t, ref.RelL2Real(samples, r), 2*p.Tolerance(30))
		require.NoError(t, trigPlan.Close())
	})
}

// gpuDouble opens a GPU and returns its transforms of double precision.
func gpuDouble(t *testing.T) (double, ref.Precision) {
	t.Helper()
	d := openGPU(t).Double()
	n, err := d.Number()
	require.NoError(t, err)
	return d, precisionOf(n)
}

// regionOf uploads points to a buffer of their own.
func regionOf(t *testing.T, d double, x []complex128) Region {
	t.Helper()
	b, err := d.NewBuffer(len(x))
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	require.EqualValues(t, 16*len(x), b.Size())
	require.NoError(t, d.Upload(ctx, Region{Buffer: b}, x))
	return Region{Buffer: b}
}

// Plans for GPU buffers compute in double precision, also with layouts, and the data of an upload comes back.
func TestDoubleResident(t *testing.T) {
	d, p := gpuDouble(t)
	x := ref.Uniform128(1, 3*24)
	src, dst := regionOf(t, d, x), regionOf(t, d, make([]complex128, len(x)))
	got := make([]complex128, len(x))
	require.NoError(t, d.Download(ctx, got, src))
	require.LessOrEqual(t, ref.RelL2(got, x), float64(p))

	plan, err := d.PlanResident(ctx, Problem{Shape: []int{24}, Batch: 3})
	require.NoError(t, err)
	require.EqualValues(t, 16*len(x), plan.Bytes())
	require.NoError(t, plan.Forward(ctx, dst, src))
	require.NoError(t, d.Download(ctx, got, dst))
	want := ref.AxesDD(x, []int{24}, []int{0}, false, one)
	require.LessOrEqual(t, ref.RelL2(got, want), p.Tolerance(24))
	require.NoError(t, plan.Inverse(ctx, dst, dst))
	require.NoError(t, d.Download(ctx, got, dst))
	require.LessOrEqual(t, ref.RelL2(got, x), 2*p.Tolerance(24))
	require.NoError(t, plan.Close())

	strided := make([]complex128, 2*len(x))
	for i, v := range x {
		strided[2*i+1] = v
	}
	plan, err = d.PlanResident(ctx, Problem{
		Shape: []int{24}, Batch: 3, In: Layout{Strides: []int{2}, Offset: 1, Dist: 48}, Out: Layout{Planar: true},
	})
	require.NoError(t, err)
	planar := Region{Buffer: regionOf(t, d, make([]complex128, 36)).Buffer}
	planar.Imag = regionOf(t, d, make([]complex128, 36)).Buffer
	require.NoError(t, plan.Forward(ctx, planar, regionOf(t, d, strided)))
	re, im := make([]float64, len(x)), make([]float64, len(x))
	require.NoError(t, d.DownloadReal(ctx, re, planar))
	require.NoError(t, d.DownloadReal(ctx, im, Region{Buffer: planar.Imag}))
	for i := range got {
		got[i] = complex(re[i], im[i])
	}
	require.LessOrEqual(t, ref.RelL2(got, want), p.Tolerance(24))
	require.NoError(t, plan.Close())
}

// Real transforms, cosine transforms and convolutions of GPU buffers.
func TestDoubleResidentReal(t *testing.T) {
	d, p := gpuDouble(t)
	x := ref.Uniform64(1, 2*20)
	for _, kind := range []Kind{R2C, DCT2} {
		plan, err := d.PlanResident(ctx, Problem{Kind: kind, Shape: []int{20}, Batch: 2})
		require.NoError(t, err)
		src, err := plan.NewSource()
		require.NoError(t, err)
		defer src.Close()
		dst, err := plan.NewResult()
		require.NoError(t, err)
		defer dst.Close()
		require.NoError(t, d.UploadReal(ctx, Region{Buffer: src}, x))
		require.NoError(t, plan.Forward(ctx, Region{Buffer: dst}, Region{Buffer: src}))
		if kind == R2C {
			bins := make([]complex128, 2*11)
			require.NoError(t, d.Download(ctx, bins, Region{Buffer: dst}))
			require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxesDD(x, []int{20}, []int{0}, one)), p.Tolerance(20))
		}
		require.NoError(t, plan.Inverse(ctx, Region{Buffer: src}, Region{Buffer: dst}))
		back := make([]float64, len(x))
		require.NoError(t, d.DownloadReal(ctx, back, Region{Buffer: src}))
		require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(40), "%v", kind)
		require.NoError(t, plan.Close())
	}

	z, h := ref.Uniform128(2, 30), ref.Uniform128(3, 5)
	plan, err := d.PlanResidentConvolution(ctx, Convolution{Shape: []int{30}, Kernel: []int{5}, Mode: ModeSame}, h)
	require.NoError(t, err)
	dst := regionOf(t, d, make([]complex128, 30))
	require.NoError(t, plan.Run(ctx, dst, regionOf(t, d, z)))
	got := make([]complex128, 30)
	require.NoError(t, d.Download(ctx, got, dst))
	of := ref.Convolution{Shape: []int{30}, Kernel: []int{5}, Mode: "same"}
	require.LessOrEqual(t, of.ApplyDD(z, h).Error(got), of.ToleranceIn(p))
	require.NoError(t, plan.Close())
}

// A format that the engine does not have, or of another precision, is refused.
func TestDoubleFormats(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		require.ErrorContains(t, second(c.Double().As(Single)), "single is no format of complex128")
		require.ErrorContains(t, second(c.As(Float64)), "float64 is no format of complex64")
		require.ErrorContains(t, second(c.Double().As(DoubleSingle+1)), "number(4)")
		s, err := c.As(Single)
		require.NoError(t, err)
		n, err := s.Number()
		require.NoError(t, err)
		require.Equal(t, Single, n)
		d, err := c.Double().As(Double)
		require.NoError(t, err)
		fastest, err := d.Number()
		require.NoError(t, err)
		d, err = d.As(fastest)
		require.NoError(t, err)
		n, err = d.Number()
		require.NoError(t, err)
		require.Equal(t, fastest, n)
		x := ref.Uniform128(1, 16)
		want, err := c.Double().FFT(ctx, nil, x)
		require.NoError(t, err)
		got, err := d.FFT(ctx, nil, x)
		require.NoError(t, err)
		require.Equal(t, want, got)

		switch {
		case c.gpu == nil:
			require.Equal(t, Float64, fastest)
			require.ErrorContains(t, second(d.As(DoubleSingle)), "the CPU engine has no double-single: use Float64")
			require.ErrorIs(t, second(d.NewBuffer(4)), ErrNoAdapter)
		case !c.Adapter().F64:
			require.Equal(t, DoubleSingle, fastest)
			require.ErrorContains(t, second(d.As(Float64)), "has no f64 in this build: use DoubleSingle")
		default:
			require.Equal(t, Float64, fastest)
		}
	})
}

// A filter of resident data multiplies bins in double precision.
func TestDoubleFilter(t *testing.T) {
	c := onGPUOnly(t)
	d := c.Double()
	f, err := d.PlanResidentFilter(ctx, Problem{Shape: []int{12}, Batch: 3}, RealGains)
	require.NoError(t, err)
	defer f.Close()
	data, err := f.NewBuffer()
	require.NoError(t, err)
	gains, err := f.NewGains()
	require.NoError(t, err)
	x := ref.Uniform128(1, 36)
	values := make([]float64, 12)
	for i := range values {
		values[i] = 1 / 3.0
	}
	at := Region{Buffer: data}
	require.NoError(t, d.Upload(ctx, at, x))
	require.NoError(t, d.UploadReal(ctx, Region{Buffer: gains}, values))
	require.NoError(t, f.Run(ctx, at, at, Region{Buffer: gains}))
	y := make([]complex128, len(x))
	require.NoError(t, d.Download(ctx, y, at))
	for i := range x {
		require.InDelta(t, 0, cmplx.Abs(y[i]-x[i]/3), 1e-13)
	}
}

// Tuning measures kernels of double precision, and later plans use them.
func TestDoubleTune(t *testing.T) {
	d := onGPUOnly(t).Double()
	results, err := d.Tune(ctx, TuneOptions{Budget: time.Second}, Problem{Shape: []int{16}, Batch: 4})
	require.NoError(t, err)
	require.NotEmpty(t, results)
	require.NoError(t, results[0].Err)
	require.Less(t, results[0].Error, 1e-13)
	require.Positive(t, results[0].Error)
}

// onGPUOnly returns an engine on the software adapter.
func onGPUOnly(t *testing.T) *Engine {
	t.Helper()
	c, err := openNamed("software")
	if errors.Is(err, ErrNoAdapter) {
		t.Skip("no adapter")
	}
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// Calls in double precision return the errors of those in single precision.
func TestDoubleErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		d := c.Double()
		x := make([]complex128, 10)
		require.ErrorIs(t, second(d.FFT(ctx, x[:8], x)), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x, WithRows(4))), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, x[1:9], x[:8])), ErrOverlap)
		require.ErrorIs(t, second(d.FFTN(ctx, nil, x, []int{3, 4})), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x[:0])), ErrInvalidLength)
		require.ErrorIs(t, second(d.RFFT(ctx, x[:5], make([]float64, 10))), ErrSliceLength)
		require.ErrorIs(t, second(d.IRFFT(ctx, make([]float64, 8), x, 7)), ErrSliceLength)
		require.ErrorIs(t, second(d.Convolve(ctx, nil, x, x[:2], Convolution{Kernel: []int{3}})), ErrSliceLength)
	})
	for _, device := range []string{"cpu", "software"} {
		c, err := openNamed(device)
		if errors.Is(err, ErrNoAdapter) {
			continue
		}
		require.NoError(t, err)
		d := c.Double()
		plan, err := d.Plan(ctx, Problem{Shape: []int{8}})
		require.NoError(t, err)
		require.NoError(t, c.Close())
		x := make([]complex128, 8)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x)), ErrClosed)
		require.ErrorIs(t, plan.Forward(ctx, x, x), ErrClosed)
		require.ErrorIs(t, second(d.Plan(ctx, Problem{Shape: []int{8}})), ErrClosed)
		require.ErrorIs(t, second(d.ConvolveReal(ctx, nil, make([]float64, 8), []float64{1}, Convolution{})), ErrClosed)
	}
}

// Each array keeps its accuracy at any magnitude of float64, next to arrays of other magnitudes.
func TestDoubleMagnitudes(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		const n = 24
		x := ref.Uniform128(1, 6*n)
		y := append([]complex128{}, x...)
		exponents := []int{0, 1000, -1000, 60, -200, -970}
		for i := range y {
			by := complex(math.Ldexp(1, exponents[i/n]), 0)
			y[i] = complex(real(y[i])*real(by), imag(y[i])*real(by))
		}
		for name, call := range map[string]func(src []complex128) ([]complex128, error){
			"forward": func(src []complex128) ([]complex128, error) { return d.FFT(ctx, nil, src, WithRows(n)) },
			"inverse": func(src []complex128) ([]complex128, error) { return d.IFFT(ctx, nil, src, WithRows(n)) },
			"convolution": func(src []complex128) ([]complex128, error) {
				return d.Convolve(ctx, nil, src, []complex128{1, 2i, 3}, Convolution{Shape: []int{n}, Mode: ModeSame})
			},
		} {
			want, err := call(x)
			require.NoError(t, err)
			got, err := call(y)
			require.NoError(t, err)
			for i := range got {
				scale := -exponents[i/n]
				got[i] = complex(math.Ldexp(real(got[i]), scale), math.Ldexp(imag(got[i]), scale))
			}
			for row := range len(exponents) {
				require.LessOrEqual(t, ref.RelL2(got[row*n:(row+1)*n], want[row*n:(row+1)*n]), 2*p.Tolerance(n),
					"%s times 2^%d", name, exponents[row])
			}
		}
		large, err := d.ConvolveReal(ctx, nil, []float64{1e-300, 2e-300}, []float64{1e300, 1e299}, Convolution{})
		require.NoError(t, err)
		for i, want := range []float64{1, 2.1, 0.2} {
			require.InDelta(t, want, large[i], 1e-12)
		}
		for _, v := range []float64{1.7e308, 3e-320} { // at the ends of the range
			same, err := d.ConvolveReal(ctx, nil, []float64{1, 0.5}, []float64{v, 0}, Convolution{Mode: ModeSame})
			require.NoError(t, err)
			require.InEpsilon(t, v, same[0], 1e-3)
		}
		r := []float64{1e300, -2e300, 3e300, 5e299, 0, 0, 0, 0}
		bins, err := d.RFFT(ctx, nil, r, WithRows(4))
		require.NoError(t, err)
		require.InEpsilon(t, 2.5e300, real(bins[0]), 1e-12)
		require.Zero(t, bins[3], "an array of zeros")
	})
}

// A NaN or an infinity in one array makes that array NaN or infinite, and leaves the others as they are.
func TestDoubleNotFinite(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for _, n := range []int{16, 15} {
			x := ref.Uniform128(1, 4*n)
			want, err := d.FFT(ctx, nil, x, WithRows(n))
			require.NoError(t, err)
			x[n+3], x[3*n+5] = cmplx.NaN(), complex(math.Inf(1), 0)
			got, err := d.FFT(ctx, nil, x, WithRows(n))
			require.NoError(t, err)
			for row := range 4 {
				if row%2 == 0 {
					require.Equal(t, want[row*n:(row+1)*n], got[row*n:(row+1)*n])
					continue
				}
				for _, v := range got[row*n : (row+1)*n] {
					require.True(t, cmplx.IsNaN(v) || cmplx.IsInf(v), "row %d: %v", row, v)
				}
			}
		}
	})
}

// Numbers beyond the range of double-single are refused by an upload, and in the kernel of a resident plan. Slices
// have no such limit.
func TestDoubleUploadRange(t *testing.T) {
	d, p := gpuDouble(t)
	x := []complex128{1, complex(2, 1e300)}
	b, err := d.NewBuffer(2)
	require.NoError(t, err)
	defer b.Close()
	err = d.Upload(ctx, Region{Buffer: b}, x)
	if p == ref.Double {
		require.NoError(t, err)
		return
	}
	require.ErrorContains(t, err, "number 3 has a magnitude of 1e+300: double-single holds 3.4e+38 at most")
	require.ErrorIs(t, d.Upload(ctx, Region{Buffer: b}, make([]complex128, 3)), ErrSliceLength)
	_, err = d.PlanResidentConvolution(ctx, Convolution{Shape: []int{8}, Kernel: []int{2}}, x)
	require.ErrorContains(t, err, "kernel: element 1 has a magnitude of 1e+300")
	x[1] = complex(3.4e38, -3.4028234663852886e38)
	require.NoError(t, d.Upload(ctx, Region{Buffer: b}, x))
	got := make([]complex128, 2)
	require.NoError(t, d.Download(ctx, got, Region{Buffer: b}))
	require.LessOrEqual(t, ref.RelL2(got, x), float64(p))
}

// A worker process computes in the formats of its engine, with the same results.
func TestDoubleWorker(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		eng := openWorker(t, c)
		want, err := c.Double().Number()
		require.NoError(t, err)
		n, err := eng.Double().Number()
		require.NoError(t, err)
		require.Equal(t, want, n)
		_, wanted := c.Double().As(Float64)
		_, err = eng.Double().As(Float64)
		require.Equal(t, wanted == nil, err == nil)
		x, r := ref.Uniform128(1, 3*20), ref.Uniform64(2, 40)
		for _, call := range []func(d double) (any, error){
			func(d double) (any, error) { return d.FFT(ctx, nil, x, WithRows(20)) },
			func(d double) (any, error) { return d.RFFT(ctx, nil, r, WithRows(20)) },
			func(d double) (any, error) { return d.DCT(ctx, nil, r, DCT2, WithRows(20)) },
			func(d double) (any, error) {
				return d.ConvolveReal(ctx, nil, r, []float64{1e300, 1e299}, Convolution{Mode: ModeSame})
			},
		} {
			direct, err := call(c.Double())
			require.NoError(t, err)
			got, err := call(eng.Double())
			require.NoError(t, err)
			require.Equal(t, direct, got)
		}
	})
}

// The engine that chooses between the GPU and the CPU is right in double precision on either.
func TestDoubleHostAuto(t *testing.T) {
	c := openAuto(t)
	d := c.Double()
	for _, rows := range []int{1, 50} {
		x := ref.Uniform128(uint64(rows), rows*16)
		got, err := d.FFT(ctx, nil, x, WithRows(16))
		require.NoError(t, err)
		want := ref.AxesDD(x, []int{16}, []int{0}, false, one)
		require.LessOrEqual(t, ref.RelL2(got, want), ref.DoubleSingle.Tolerance(16))
	}
	_, err := d.Convolve(ctx, nil, ref.Uniform128(1, 16), ref.Uniform128(2, 3), Convolution{})
	require.NoError(t, err)
}

// Pairs of odd rows share a transform. Samples of 8 bits are for single precision.
func TestDoubleOptions(t *testing.T) {
	d, p := gpuDouble(t)
	r := ref.Uniform64(1, 4*15)
	packed, err := d.RFFT(ctx, nil, r, WithRows(15), WithPackedPairs())
	require.NoError(t, err)
	require.LessOrEqual(t, ref.RelL2(packed, ref.RealAxesDD(r, []int{15}, []int{0}, one)), p.Tolerance(15))

	bytes := Layout{Samples: Uint8}
	require.ErrorContains(t, second(d.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{16}, In: bytes})),
		"PlanResident: samples of type uint8 are for single precision only: use Engine.PlanResident")
	c := Convolution{Shape: []int{16}, Kernel: []int{1}, Real: true, Out: bytes}
	require.ErrorContains(t, second(d.PlanResidentConvolution(ctx, c, []complex128{1})), "single precision only")
	require.ErrorContains(t, second(d.PlanReal(ctx, Problem{Shape: []int{16}, In: bytes})), "Layout.Samples")
}
