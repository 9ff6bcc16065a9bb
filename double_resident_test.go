package wgfft

import (
	"math/cmplx"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// gpuDouble opens a GPU and returns its transforms of double precision.
func gpuDouble(t *testing.T) (double, ref.Precision) {
	t.Helper()
	return doubleOf(t, openGPU(t))
}

// doubleOf returns the transforms of double precision of an engine.
func doubleOf(t *testing.T, c *Engine) (double, ref.Precision) {
	t.Helper()
	d := c.Double()
	n, err := d.Number()
	require.NoError(t, err)
	return d, precisionOf(n)
}

// regionOf uploads points to a new buffer.
func regionOf(t *testing.T, d double, x []complex128) Region {
	t.Helper()
	b, err := d.NewBuffer(len(x))
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	require.EqualValues(t, 16*len(x), b.Size())
	require.NoError(t, d.Upload(ctx, Region{Buffer: b}, x))
	return Region{Buffer: b}
}

// Plans for GPU buffers compute in double precision, with and without layouts. A download returns the
// uploaded data.
func TestDoubleResident(t *testing.T) { onBoth(t, testDoubleResident) }

func testDoubleResident(t *testing.T, c *Engine) {
	const n = 16
	d, p := doubleOf(t, c)
	x := ref.Uniform128(1, 3*n)
	src, dst := regionOf(t, d, x), regionOf(t, d, make([]complex128, len(x)))
	got := make([]complex128, len(x))
	require.NoError(t, d.Download(ctx, got, src))
	require.LessOrEqual(t, ref.RelL2(got, x), float64(p))

	plan, err := d.PlanResident(ctx, Problem{Shape: []int{n}, Batch: 3})
	require.NoError(t, err)
	require.EqualValues(t, 16*len(x), plan.Bytes())
	require.NoError(t, plan.Forward(ctx, dst, src))
	require.NoError(t, d.Download(ctx, got, dst))
	want := ref.AxesDD(x, []int{n}, []int{0}, false, one)
	require.LessOrEqual(t, ref.RelL2(got, want), p.Tolerance(n))
	require.NoError(t, plan.Inverse(ctx, dst, dst))
	require.NoError(t, d.Download(ctx, got, dst))
	require.LessOrEqual(t, ref.RelL2(got, x), 2*p.Tolerance(n))
	require.NoError(t, plan.Close())

	strided := make([]complex128, 2*len(x))
	for i, v := range x {
		strided[2*i+1] = v
	}
	plan, err = d.PlanResident(ctx, Problem{
		Shape: []int{n}, Batch: 3, In: Layout{Strides: []int{2}, Offset: 1, Dist: 2 * n}, Out: Layout{Planar: true},
	})
	require.NoError(t, err)
	planar := Region{Buffer: regionOf(t, d, make([]complex128, 3*n/2)).Buffer}
	planar.Imag = regionOf(t, d, make([]complex128, 3*n/2)).Buffer
	require.NoError(t, plan.Forward(ctx, planar, regionOf(t, d, strided)))
	re, im := make([]float64, len(x)), make([]float64, len(x))
	require.NoError(t, d.DownloadReal(ctx, re, planar))
	require.NoError(t, d.DownloadReal(ctx, im, Region{Buffer: planar.Imag}))
	for i := range got {
		got[i] = complex(re[i], im[i])
	}
	require.LessOrEqual(t, ref.RelL2(got, want), p.Tolerance(n))
	require.NoError(t, plan.Close())
}

// Real transforms, cosine transforms and convolutions of GPU buffers.
func TestDoubleResidentReal(t *testing.T) { onBoth(t, testDoubleResidentReal) }

func testDoubleResidentReal(t *testing.T, c *Engine) {
	d, p := doubleOf(t, c)
	const n = 16
	x := ref.Uniform64(1, 2*n)
	for _, kind := range []Kind{R2C, DCT2} {
		plan, err := d.PlanResident(ctx, Problem{Kind: kind, Shape: []int{n}, Batch: 2})
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
			bins := make([]complex128, 2*(n/2+1))
			require.NoError(t, d.Download(ctx, bins, Region{Buffer: dst}))
			require.LessOrEqual(t, ref.RelL2(bins, ref.RealAxesDD(x, []int{n}, []int{0}, one)), p.Tolerance(n))
		}
		require.NoError(t, plan.Inverse(ctx, Region{Buffer: src}, Region{Buffer: dst}))
		back := make([]float64, len(x))
		require.NoError(t, d.DownloadReal(ctx, back, Region{Buffer: src}))
		require.LessOrEqual(t, ref.RelL2Real(back, x), 2*p.Tolerance(2*n), "%v", kind)
		require.NoError(t, plan.Close())
	}

	z, h := ref.Uniform128(2, n), ref.Uniform128(3, 3)
	plan, err := d.PlanResidentConvolution(ctx, Convolution{Shape: []int{n}, Kernel: []int{3}, Mode: ModeSame}, h)
	require.NoError(t, err)
	dst := regionOf(t, d, make([]complex128, n))
	require.NoError(t, plan.Run(ctx, dst, regionOf(t, d, z)))
	got := make([]complex128, n)
	require.NoError(t, d.Download(ctx, got, dst))
	of := ref.Convolution{Shape: []int{n}, Kernel: []int{3}, Mode: "same"}
	require.LessOrEqual(t, of.ApplyDD(z, h).Error(got), of.ToleranceIn(p))
	require.NoError(t, plan.Close())
}

// A filter of resident data multiplies bins in double precision.
func TestDoubleFilter(t *testing.T) { onBoth(t, testDoubleFilter) }

func testDoubleFilter(t *testing.T, c *Engine) {
	d := c.Double()
	f, err := d.PlanResidentFilter(ctx, Problem{Shape: []int{16}, Batch: 3}, RealGains)
	require.NoError(t, err)
	defer f.Close()
	data, err := f.NewBuffer()
	require.NoError(t, err)
	gains, err := f.NewGains()
	require.NoError(t, err)
	x := ref.Uniform128(1, 48)
	values := make([]float64, 16)
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

// Tuning measures kernels of double precision: those of the first problem, however small the budget
// is.
func TestDoubleTune(t *testing.T) {
	d := openGPU(t).Double()
	results, err := d.Tune(ctx, TuneOptions{Budget: time.Nanosecond}, Problem{Shape: []int{16}, Batch: 4})
	require.NoError(t, err)
	require.NotEmpty(t, results)
	require.NoError(t, results[0].Err)
	require.Less(t, results[0].Error, 1e-13)
	require.Positive(t, results[0].Error)
}

// Upload returns an error for numbers beyond the range of double-single, and PlanResidentConvolution for a
// kernel with such numbers.
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

// Odd rows in packed pairs are as accurate as single rows. Samples of 8 bits are an error in double precision.
func TestDoubleOptions(t *testing.T) {
	d, p := gpuDouble(t)
	r := ref.Uniform64(1, 4*15)
	packed, err := d.RFFT(ctx, nil, r, WithRowLength(15), WithPackedPairs())
	require.NoError(t, err)
	require.LessOrEqual(t, ref.RelL2(packed, ref.RealAxesDD(r, []int{15}, []int{0}, one)), p.Tolerance(15))

	bytes := Layout{Samples: Uint8}
	require.ErrorContains(t, second(d.PlanResident(ctx, Problem{Kind: R2C, Shape: []int{16}, In: bytes})),
		"PlanResident: samples of type uint8 are for single precision only: use Engine.PlanResident")
	c := Convolution{Shape: []int{16}, Kernel: []int{1}, Real: true, Out: bytes}
	require.ErrorContains(t, second(d.PlanResidentConvolution(ctx, c, []complex128{1})), "single precision only")
	require.ErrorContains(t, second(d.PlanReal(ctx, Problem{Shape: []int{16}, In: bytes})), "Layout.Samples")
}
