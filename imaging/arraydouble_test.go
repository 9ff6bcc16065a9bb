package imaging

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// doubleTolerance bounds errors in double precision. Double-single has the larger ones.
const doubleTolerance = 1e-11

var inDouble = ArrayOptions{Type: nd.Float64}

// hasDouble reports whether a device has double precision. Filters in double precision are an error otherwise.
func hasDouble(t testing.TB, c *wgfft.Engine) bool {
	t.Helper()
	_, err := c.Double().Format(ctx)
	if err == nil {
		return true
	}
	_, err = NewArrayFilter(ctx, c, 8, 6, Gaussian(1), Periodic, inDouble)
	require.Error(t, err)
	return false
}

// doubles returns samples in double precision.
func doubles(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

// convolvedDirectly returns a plane convolved by the definition, with the offset.
func convolvedDirectly(pix []float32, w int, k Kernel, e Edges) []float64 {
	h := len(pix) / w
	out := make([]float64, len(pix))
	for i := range out {
		out[i] = float64(k.Offset)
		for j, weight := range k.Weights {
			x, y := i%w+k.Width/2-j%k.Width, i/w+k.Height/2-j/k.Width
			out[i] += float64(weight) * float64(pix[e.index(y, h)*w+e.index(x, w)])
		}
	}
	return out
}

// Filters in double precision agree with the definitions.
func TestArrayFiltersInDouble(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		if !hasDouble(t, c) {
			return
		}
		q := nd.NewQueue(c)
		defer q.Close()
		for _, size := range []image.Point{{21, 16}, {10, 7}} {
			if spare(c) && size.X == 21 {
				continue
			}
			w, h := size.X, size.Y
			pix := wave(2 * w * h)
			a := nd.From(q, doubles(pix), 2, h, w)
			defer a.Close()
			compare := func(f *ArrayFilter, err error, want func(pix []float32) []float64) {
				t.Helper()
				require.NoError(t, err)
				got, err := nd.Download[float64](ctx, q, nil, f.Apply(q, a))
				require.NoError(t, err)
				require.InDeltaSlice(t, want(pix[:w*h]), got[:w*h], doubleTolerance)
				require.InDeltaSlice(t, want(pix[w*h:]), got[w*h:], doubleTolerance)
				require.NoError(t, f.Close())
			}
			blur := kernels()[0]
			for _, e := range []Edges{Reflect, Periodic} {
				r := Notch(0.2, 0.1, 0.05)
				f, err := NewArrayFilter(ctx, c, w, h, r, e, inDouble)
				compare(f, err, func(pix []float32) []float64 { return filtered(pix, w, r.gain, e) })
				if spare(c) {
					return // the kernels of double precision are long
				}
				f, err = NewArrayConvolution(ctx, c, w, h, blur, e, inDouble)
				compare(f, err, func(pix []float32) []float64 { return convolvedDirectly(pix, w, blur, e) })
			}
			row, err := NewArrayConvolution(ctx, c, w, h, oneRow, Periodic, inDouble)
			require.NoError(t, err)
			defer row.Close()
			a = row.Apply(q, a)
			f, err := NewArrayDeconvolution(ctx, c, w, h, oneRow, 0, Periodic, inDouble)
			compare(f, err, doubles)
		}
		f, err := NewArrayDeconvolution(ctx, c, 21, 16, oneRow, 0.01, Reflect, inDouble)
		require.NoError(t, err)
		defer f.Close()
		p := planesOf(wave(21*16), 21)
		a := nd.From(q, doubles(p.Pix), 16, 21)
		defer a.Close()
		require.NoError(t, p.Deconvolve(ctx, reference(t, c), oneRow, 0.01, Reflect))
		got, err := nd.Download[float64](ctx, q, nil, f.Apply(q, a))
		require.NoError(t, err)
		require.InDeltaSlice(t, doubles(p.Pix), got, 2e-5)
	})
}

// A filter takes the elements of its precision, and the error names the way out.
func TestArrayFilterOfOtherPrecision(t *testing.T) {
	c := openCPU(t)
	q := nd.NewQueue(c)
	_, err := NewArrayFilter(ctx, c, 8, 6, Gaussian(1), Reflect, ArrayOptions{Type: nd.Complex64})
	require.ErrorIs(t, err, ErrParameter)
	require.ErrorContains(t, err, "use nd.Float32 or nd.Float64")
	f, err := NewArrayFilter(ctx, c, 8, 6, Gaussian(1), Reflect, inDouble)
	require.NoError(t, err)
	defer f.Close()
	for _, d := range []nd.DType{nd.Float32, nd.Complex64, nd.Complex128} {
		q.Fetch(f.Apply(q, q.New(d, 6, 8)))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	}
	bytes := nd.From(q, make([]uint8, 6*8), 6, 8)
	defer bytes.Close()
	_, err = nd.Download[float64](ctx, q, nil, f.Apply(q, bytes))
	require.NoError(t, err)
	single, err := NewArrayFilter(ctx, c, 8, 6, Gaussian(1), Reflect)
	require.NoError(t, err)
	defer single.Close()
	q.Fetch(single.Apply(q, q.New(nd.Float64, 6, 8)))
	err = q.Flush(ctx)
	require.ErrorIs(t, err, nd.ErrType)
	require.ErrorContains(t, err, "elements are float64, want float32; use Cast, or ArrayOptions")
}
