package imaging

import (
	"context"
	"image"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// wave returns samples that depend on the place alone.
func wave(n int) []float32 {
	x := make([]float32, n)
	for i := range x {
		x[i] = 0.5 + 0.3*float32(math.Sin(1.7*float64(i)))*float32(math.Cos(0.013*float64(i*i%977)))
	}
	return x
}

// requireArray compares an array with planes of three channels.
func requireArray(t testing.TB, want *Planes, q *nd.Queue, got nd.Array, tol float64, what string) {
	t.Helper()
	require.Equal(t, []int{3, want.Rect.Dy(), want.Rect.Dx()}, got.Shape(), what)
	x, err := nd.Download[float32](ctx, q, nil, got)
	require.NoError(t, err, what)
	for i, v := range want.Pix {
		require.InDelta(t, v, x[i], tol, "%s: sample %d", what, i)
	}
}

// oneRow is a kernel without symmetry.
var oneRow = Kernel{Width: 4, Height: 1, Weights: []float32{0.1, 0.5, 0.3, 0.2}, Offset: 0.25}

// kernels are kernels for tests. The weights of the last sum to 0.
func kernels() []Kernel {
	blur := Kernel{Width: 5, Height: 3, Weights: make([]float32, 15), Offset: -0.1}
	for i := range blur.Weights {
		blur.Weights[i] = 0.02 + float32(i)/150
	}
	edge, _ := Sobel()
	return []Kernel{blur, oneRow, edge}
}

// Filters of arrays give the results of the methods of Planes.
func TestArrayFilters(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		by := reference(t, c)
		for _, size := range []image.Point{{12, 9}, {21, 16}, {20, 1}, {18, 27}} {
			if spare(c) && size.X != 12 {
				continue
			}
			r := image.Rectangle{Max: size}
			pix := wave(3 * size.X * size.Y)
			a := nd.From(q, pix, 3, size.Y, size.X)
			defer a.Close()
			compare := func(what string, f *ArrayFilter, err error, tol float64, change func(p *Planes) error) {
				t.Helper()
				require.NoError(t, err, what)
				p := &Planes{Rect: r, Channels: 3, Pix: append([]float32(nil), pix...)}
				require.NoError(t, change(p), what)
				requireArray(t, p, q, f.Apply(q, a), tol, what)
				require.NoError(t, f.Close())
			}
			for _, e := range []Edges{Reflect, Periodic} {
				for name, g := range map[string]Response{
					"gaussian": Gaussian(1.5), "high pass": HighPass(0.2), "sharpen": Sharpen(0.8, 1),
					"notch": Notch(0.2, 0.1, 0.05),
				} {
					if spare(c) && (name == "notch") != (e == Reflect) {
						continue
					}
					f, err := NewArrayFilter(ctx, c, size.X, size.Y, g, e)
					compare(name, f, err, 2e-6, func(p *Planes) error { return p.Filter(ctx, by, g, e) })
				}
				for i, k := range kernels() {
					if spare(c) && i > 0 {
						continue
					}
					f, err := NewArrayConvolution(ctx, c, size.X, size.Y, k, e)
					compare("convolve", f, err, 2e-6, func(p *Planes) error { return p.Convolve(ctx, by, k, e) })
				}
				if k := kernels()[0]; size.X == 21 || size.X == 12 && e == Periodic { // fast lengths of both engines
					f, err := NewArrayDeconvolution(ctx, c, size.X, size.Y, k, 0.01, e)
					compare("deconvolve", f, err, 2e-5, func(p *Planes) error {
						return p.Deconvolve(ctx, by, k, 0.01, e)
					})
				}
			}
		}
	})
}

// Derivatives of arrays are the convolutions with the kernels of Sobel.
func TestGradient(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		for _, size := range []image.Point{{21, 16}, {5, 1}, {1, 1}} {
			r := image.Rectangle{Max: size}
			pix := wave(3 * size.X * size.Y)
			a := nd.From(q, pix, 3, size.Y, size.X)
			defer a.Close()
			for _, e := range []Edges{Reflect, Periodic} {
				var want [2]*Planes
				right, down := Sobel()
				for i, k := range []Kernel{right, down} {
					want[i] = &Planes{Rect: r, Channels: 3, Pix: append([]float32(nil), pix...)}
					require.NoError(t, want[i].Convolve(ctx, c, k, e))
				}
				gx, gy := Gradient(q, a, e)
				kept := q.Keep(gy)
				requireArray(t, want[0], q, gx, 2e-6, "right")
				requireArray(t, want[1], q, kept, 2e-6, "down")
				require.NoError(t, kept.Close())
				for i, v := range want[0].Pix {
					want[0].Pix[i] = float32(math.Hypot(float64(v), float64(want[1].Pix[i])))
				}
				requireArray(t, want[0], q, EdgeStrength(q, a, e), 2e-6, "strength")
			}
		}
		ramp := nd.Iota(nd.Float32, 2, 1, 6)
		gx, _ := Gradient(q, q.Add(ramp, nd.Scalar(1)), Reflect)
		x, err := nd.Download[float32](ctx, q, nil, gx)
		require.NoError(t, err)
		require.InDeltaSlice(t, []float32{0.5, 1, 1, 1, 1, 0.5}, x, 1e-6)
	})
}

// Filters of bytes compute in single precision.
func TestArrayFilterOfBytes(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		const w, h = 20, 12
		q := nd.NewQueue(c)
		defer q.Close()
		pixels, samples := make([]uint8, w*h), make([]float32, w*h)
		for i, v := range wave(w * h) {
			pixels[i] = uint8(255 * v)
			samples[i] = float32(pixels[i])
		}
		bytes, floats := nd.From(q, pixels, h, w), nd.From(q, samples, h, w)
		defer bytes.Close()
		defer floats.Close()
		soft, err := NewArrayFilter(ctx, c, w, h, Notch(0.3, 0.1, 0.05), Reflect)
		require.NoError(t, err)
		blur, err := NewArrayConvolution(ctx, c, w, h, kernels()[0], Reflect)
		require.NoError(t, err)
		sharp, err := NewArrayDeconvolution(ctx, c, w, h, oneRow, 0.01, Reflect)
		require.NoError(t, err)
		for _, f := range []func(a nd.Array) nd.Array{
			func(a nd.Array) nd.Array { return soft.Apply(q, a) },
			func(a nd.Array) nd.Array { return blur.Apply(q, a) },
			func(a nd.Array) nd.Array { return sharp.Apply(q, a) },
			func(a nd.Array) nd.Array { return EdgeStrength(q, a, Periodic) },
		} {
			want, err := nd.Download[float32](ctx, q, nil, f(floats))
			require.NoError(t, err)
			got, err := nd.Download[float32](ctx, q, nil, f(bytes))
			require.NoError(t, err)
			require.InDeltaSlice(t, want, got, 1e-3)
		}
	})
}

// Wrong arguments are errors of the constructor, and wrong arrays are errors of the step.
func TestArrayFilterErrors(t *testing.T) {
	c := openCPU(t)
	_, err := NewArrayFilter(ctx, c, 8, 8, Gaussian(-1), Reflect)
	require.ErrorIs(t, err, ErrParameter)
	_, err = NewArrayFilter(ctx, c, 8, 8, Response{}, Reflect)
	require.ErrorIs(t, err, ErrParameter)
	for _, w := range []int{0, -8} {
		_, err = NewArrayFilter(ctx, c, w, 8, Gaussian(1), Reflect)
		require.ErrorIs(t, err, ErrEmpty)
	}
	_, err = NewArrayFilter(ctx, c, 8, 8, Gaussian(1), Edges(7))
	require.ErrorIs(t, err, ErrParameter)
	_, err = NewArrayConvolution(ctx, c, 8, 1<<29, oneRow, Reflect)
	require.ErrorIs(t, err, ErrSize)
	_, err = NewArrayDeconvolution(ctx, c, 8, 8, oneRow, -1, Reflect)
	require.ErrorIs(t, err, ErrParameter)
	edge, _ := Sobel()
	_, err = NewArrayDeconvolution(ctx, c, 8, 8, edge, 1, Periodic)
	require.ErrorIs(t, err, ErrParameter)
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = NewArrayFilter(cancelled, c, 8, 8, Gaussian(1), Reflect)
	require.ErrorIs(t, err, context.Canceled)

	f, err := NewArrayFilter(ctx, c, 8, 6, Gaussian(1), Periodic)
	require.NoError(t, err)
	q := nd.NewQueue(c)
	for _, a := range []nd.Array{
		q.New(nd.Float32, 8, 6), q.New(nd.Float32, 8), q.New(nd.Float32), {},
	} {
		q.Fetch(f.Apply(q, a))
		var wrong *nd.OpError
		err := q.Flush(ctx)
		require.ErrorAs(t, err, &wrong)
		require.ErrorIs(t, err, nd.ErrShape)
		require.Equal(t, "Filter", wrong.Op)
	}
	for _, d := range []nd.DType{nd.Complex64, nd.Float64} {
		q.Fetch(f.Apply(q, q.New(d, 6, 8)))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	}
	q.Fetch(EdgeStrength(q, q.New(nd.Float32, 6), Reflect))
	require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
	q.Fetch(EdgeStrength(q, q.New(nd.Complex64, 6, 8), Reflect))
	require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	q.Fetch(EdgeStrength(q, q.New(nd.Float32, 6, 8), Edges(9)))
	require.ErrorIs(t, q.Flush(ctx), ErrParameter)
	require.NoError(t, f.Close())
	require.NoError(t, f.Close())
	sharp, err := NewArrayDeconvolution(ctx, c, 8, 6, oneRow, 0.01, Reflect)
	require.NoError(t, err)
	require.NoError(t, sharp.Close())
	for _, f := range []*ArrayFilter{f, sharp} {
		q.Fetch(f.Apply(q, q.New(nd.Float32, 6, 8)))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
	}
}

// Steps on arrays that can't be used, in a queue that is closed or has a wrong operation, are errors and no panics.
func TestArraysOfWrongSteps(t *testing.T) {
	const w, h = 32, 24
	c, elsewhere := openCPU(t), openCPU(t)
	k := Kernel{Width: 3, Height: 3, Weights: []float32{1, 2, 1, 2, 9, 2, 1, 2, 1}}
	var filters []*ArrayFilter
	for _, e := range []Edges{Periodic, Reflect} {
		for _, o := range []ArrayOptions{{}, inDouble} {
			for _, made := range []func() (*ArrayFilter, error){
				func() (*ArrayFilter, error) { return NewArrayFilter(ctx, c, w, h, Gaussian(2), e, o) },
				func() (*ArrayFilter, error) {
					return NewArrayFilter(ctx, c, w, h, Custom(func(u, v float64) float64 { return 1 - u*v }), e, o)
				},
				func() (*ArrayFilter, error) { return NewArrayConvolution(ctx, c, w, h, k, e, o) },
				func() (*ArrayFilter, error) { return NewArrayDeconvolution(ctx, c, w, h, k, 0.01, e, o) },
				func() (*ArrayFilter, error) { return NewArrayMove(ctx, c, w, h, 3, -2, e, o) },
				func() (*ArrayFilter, error) { return NewArrayMove(ctx, c, w, h, 3.5, -2.2, e, o) },
			} {
				f, err := made()
				require.NoError(t, err)
				filters = append(filters, f)
			}
		}
	}
	r, err := NewArrayRegistration(ctx, c, w, h)
	require.NoError(t, err)
	first := nd.NewQueue(c)
	bytes := nd.From(first, make([]uint8, w*h), h, w)
	stale := first.Roll(bytes, 1, 0)
	require.NoError(t, first.Flush(ctx))
	other := nd.From(nd.NewQueue(elsewhere), make([]uint8, w*h), h, w)
	require.NoError(t, first.Close())
	for _, at := range []struct {
		q *nd.Queue
		a nd.Array
	}{{first, bytes}, {nd.NewQueue(c), stale}, {nd.NewQueue(c), other}} {
		failed := func(what string) {
			t.Helper()
			require.Error(t, at.q.Flush(ctx), what)
		}
		for _, f := range filters {
			f.Apply(at.q, at.a)
			failed("Apply")
		}
		_, _, _ = r.Peak(at.q, at.a, at.a)
		failed("Peak")
		_, err := r.Register(ctx, at.q, at.a, at.a)
		require.Error(t, err)
		at.q.Discard()
		ArrayIDCT(at.q, ArrayDCT(at.q, at.a, 8), 8, w, h)
		failed("ArrayDCT")
		ArraySpectrum(at.q, at.a, SpectrumOptions{Taper: true})
		failed("ArraySpectrum")
	}
}
