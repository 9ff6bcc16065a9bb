package wgfft

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// As returns an error for a format of another precision, and for one that the engine does not have.
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
		case !c.Adapter().F64:
			require.Equal(t, DoubleSingle, fastest)
			require.ErrorContains(t, second(d.As(Float64)), "has no f64 in this build: use DoubleSingle")
		default:
			require.NoError(t, second(d.As(Float64)))
			require.NoError(t, second(d.As(DoubleSingle)))
		}
	})
}

// Format and Adapter return the format of Double and its reason.
func TestFormatReason(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		f, err := c.Format(ctx)
		require.NoError(t, err)
		require.Equal(t, Format{}, f)
		require.Equal(t, "single", f.String())
		if c.gpu != nil {
			require.Equal(t, Format{}, c.Adapter().Double)
		}
		f, err = c.Double().Format(ctx)
		require.NoError(t, err)
		require.Equal(t, f, c.Adapter().Double)
		switch {
		case c.gpu == nil:
			require.Equal(t, "float64, because the CPU engine computes in float64", f.String())
		case c.Adapter().F64:
			const reason = `because it is the faster one: float64 \S+ ms, double-single \S+ ms`
			require.Regexp(t, `^(float64|double-single), `+reason+`$`, f.String())
		default:
			require.Equal(t, "double-single, because the adapter has no f64 in this build", f.String())
		}
		named, err := c.Double().As(f.Number)
		require.NoError(t, err)
		of, err := named.Format(ctx)
		require.NoError(t, err)
		require.Equal(t, Format{Number: f.Number}, of)

		require.NoError(t, c.Close())
		_, err = c.Double().Format(ctx)
		require.ErrorIs(t, err, ErrClosed)
	})
}

// A call with an ended context returns the context's error, and the next call finds the format.
func TestFormatIsCancelled(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		cancelled, cancel := context.WithCancel(ctx)
		cancel()
		x := make([]complex128, 1<<15)
		for _, err := range []error{
			second(c.Double().FFT(cancelled, nil, x)),
			second(c.Double().Plan(cancelled, Problem{Shape: []int{1 << 15}})),
			second(c.Double().Convolve(cancelled, nil, x, x[:3], Convolution{})),
		} {
			require.ErrorIs(t, err, context.Canceled)
		}
		if c.gpu != nil {
			require.Equal(t, Format{}, c.Adapter().Double)
		}
		require.NoError(t, second(c.Double().FFT(ctx, nil, x[:8])))
		require.NotEqual(t, Format{}, c.Adapter().Double)
	})
}

// Calls in double precision return the same errors as in single precision.
func TestDoubleErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		d := c.Double()
		x := make([]complex128, 10)
		require.ErrorIs(t, second(d.FFT(ctx, x[:8], x)), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x, WithRowLength(4))), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, x[1:9], x[:8])), ErrOverlap)
		require.ErrorIs(t, second(d.FFTN(ctx, nil, x, []int{3, 4})), ErrSliceLength)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x[:0])), ErrInvalidLength)
		require.ErrorIs(t, second(d.RFFT(ctx, x[:5], make([]float64, 10))), ErrSliceLength)
		require.ErrorIs(t, second(d.IRFFT(ctx, make([]float64, 8), x, 7)), ErrSliceLength)
		require.ErrorIs(t, second(d.Convolve(ctx, nil, x, x[:2], Convolution{Kernel: []int{3}})), ErrSliceLength)
	})
	onBoth(t, func(t *testing.T, c *Engine) {
		d := c.Double()
		plan, err := d.Plan(ctx, Problem{Shape: []int{8}})
		require.NoError(t, err)
		require.NoError(t, c.Close())
		x := make([]complex128, 8)
		require.ErrorIs(t, second(d.FFT(ctx, nil, x)), ErrClosed)
		require.ErrorIs(t, plan.Forward(ctx, x, x), ErrClosed)
		require.ErrorIs(t, second(d.Plan(ctx, Problem{Shape: []int{8}})), ErrClosed)
		require.ErrorIs(t, second(d.ConvolveReal(ctx, nil, make([]float64, 8), []float64{1}, Convolution{})), ErrClosed)
	})
}

// A worker process computes in the formats of its engine, with the same results.
func TestDoubleWorker(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		eng := openWorker(t, c)
		want, err := c.Double().Format(ctx)
		require.NoError(t, err)
		f, err := eng.Double().Format(ctx)
		require.NoError(t, err)
		if !c.Adapter().F64 { // otherwise each process measures, and may find another format the faster one
			require.Equal(t, want, f)
		}
		_, wanted := c.Double().As(Float64)
		_, err = eng.Double().As(Float64)
		require.Equal(t, wanted == nil, err == nil)
		x, r := ref.Uniform128(1, 3*16), ref.Uniform64(2, 3*16)
		for _, call := range []func(d double) (any, error){
			func(d double) (any, error) { return d.FFT(ctx, nil, x, WithRowLength(16)) },
			func(d double) (any, error) { return d.RFFT(ctx, nil, r, WithRowLength(16)) },
			func(d double) (any, error) { return d.DCT(ctx, nil, r, DCT2, WithRowLength(16)) },
			func(d double) (any, error) {
				v := Convolution{Shape: []int{16}, Kernel: []int{2}, Mode: ModeSame}
				return d.ConvolveReal(ctx, nil, r, []float64{1e300, 1e299}, v)
			},
		} {
			direct, err := call(inFormat(t, c, want.Number))
			require.NoError(t, err)
			got, err := call(inFormat(t, eng, want.Number))
			require.NoError(t, err)
			require.Equal(t, direct, got)
		}
	})
}

// An engine that chooses between GPU and CPU computes in double precision.
func TestDoubleHostAuto(t *testing.T) {
	c := openAuto(t)
	d := c.Double()
	for _, rows := range []int{1, 3} {
		x := ref.Uniform128(uint64(rows), rows*16)
		got, err := d.FFT(ctx, nil, x, WithRowLength(16))
		require.NoError(t, err)
		want := ref.AxesDD(x, []int{16}, []int{0}, false, one)
		require.LessOrEqual(t, ref.RelL2(got, want), ref.DoubleSingle.Tolerance(16))
	}
	_, err := d.Convolve(ctx, nil, ref.Uniform128(1, 16), ref.Uniform128(2, 3), Convolution{})
	require.NoError(t, err)
}

// inFormat returns the engine's transforms of double precision in a format.
func inFormat(t *testing.T, eng *Engine, n Number) double {
	t.Helper()
	d, err := eng.Double().As(n)
	require.NoError(t, err)
	return d
}
