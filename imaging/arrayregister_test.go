package imaging

import (
	"context"
	"image"
	"math"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// registered returns the shifts that Register and an ArrayRegistration find.
func registered(t testing.TB, c *wgfft.Engine, q *nd.Queue, a, b image.Image) (want, got Shift) {
	t.Helper()
	want, err := Register(ctx, c, a, b)
	require.NoError(t, err)
	w, h := a.Bounds().Dx(), a.Bounds().Dy()
	var o RegistrationOptions
	if _, ok := a.(*image.Gray16); ok {
		o.Step = 1.0 / 65535
	}
	r, err := NewArrayRegistration(ctx, c, w, h, o)
	require.NoError(t, err)
	var arrays []nd.Array
	for _, m := range []image.Image{a, b} {
		p, err := Split(m)
		require.NoError(t, err)
		x := nd.From(q, p.Pix, p.Channels, h, w)
		defer x.Close()
		arrays = append(arrays, Luma(q, x))
	}
	got, err = r.Register(ctx, q, arrays[0], arrays[1])
	require.NoError(t, err)
	require.NoError(t, r.Close())
	require.NoError(t, r.Close())
	return want, got
}

// Bounds of the difference between the shifts of both ways, in pixels. A fit of smooth images has a flat minimum, which
// sums in single precision move.
const (
	withinPhase = 1e-3
	withinFit   = 5e-3
)

// requireShift compares the shifts of both ways.
func requireShift(t testing.TB, want, got Shift, within float64, what ...any) {
	t.Helper()
	require.InDelta(t, want.DX, got.DX, within, what...)
	require.InDelta(t, want.DY, got.DY, within, what...)
	require.InDelta(t, want.Confidence, got.Confidence, 0.01, what...)
}

// Registration of arrays gives the results of Register: for odd and even sizes, rows, colours, with noise, and for
// images without detail, which need a fit, or without contrast.
func TestArrayRegister(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		n := 64
		if spare(c) {
			n = 32
		}
		a := photograph(3, n, n, 0, 0, 0)
		want, got := registered(t, c, q, a, photograph(3, n, n, 1.3, -0.6, 0))
		requireShift(t, want, got, withinPhase)
		require.InDelta(t, 1.3, got.DX, 0.05)
		require.InDelta(t, -0.6, got.DY, 0.05)
		if spare(c) {
			return // each size and each fit compiles kernels
		}
		scene := blob(32, 32, 12, 12, 0.97) // without detail
		want, got = registered(t, c, q, painted(64, scene, 0, 0, 0, dice(t)), painted(64, scene, 3, 5, 0, dice(t)))
		requireShift(t, want, got, withinFit)
		require.Greater(t, got.Confidence, 0.9)
		want, got = registered(t, c, q, a, a)
		requireShift(t, want, got, withinPhase)
		want, got = registered(t, c, q, photograph(4, 101, 67, 0, 0, 0), photograph(4, 101, 67, -0.1, 20.3, 0))
		requireShift(t, want, got, withinPhase)
		noisy := photograph(3, 64, 64, 1.3, 0.6, 0)
		grain(rand.New(rand.NewPCG(5, 3)), noisy, 0.02)
		want, got = registered(t, c, q, a, noisy)
		requireShift(t, want, got, withinPhase)
		deep := painted(64, scene, 0, 0, 0, dice(t))
		want, got = registered(t, c, q, coloured(deep), coloured(painted(64, scene, 2.3, -1.6, 0, dice(t))))
		requireShift(t, want, got, withinFit)
		for _, r := range []image.Rectangle{image.Rect(0, 0, 64, 1), image.Rect(0, 0, 64, 20), image.Rect(0, 0, 3, 2)} {
			a, b := image.NewGray(r), image.NewGray(r)
			for i := range a.Pix {
				a.Pix[i] = uint8(128 + 100*math.Exp(-math.Pow(float64(i%64)-30, 2)/8))
				b.Pix[i] = uint8(128 + 100*math.Exp(-math.Pow(float64(i%64)-34.5, 2)/8))
			}
			want, got = registered(t, c, q, a, b)
			requireShift(t, want, got, withinPhase, "%v", r)
			want, got = registered(t, c, q, image.NewGray(r), image.NewGray(r))
			require.Equal(t, Shift{}, want)
			require.Equal(t, Shift{}, got)
		}
	})
}

// A fit has the same sums over several bands of rows as over one band.
func TestArrayFitSums(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		const w, h = 19, 23
		q := nd.NewQueue(c)
		defer q.Close()
		a, b := wave(w*h), wave(2 * w * h)[w*h:]
		first, second := nd.From(q, a, h, w), nd.From(q, b, h, w)
		defer first.Close()
		defer second.Close()
		o := overlapped{left: 4, right: 14, top: 5, bottom: 18, dx: 1, dy: -1, tx: 0.3, ty: 0.6}
		want, err := planePair{a, b, w, h}.sums(ctx, o)
		require.NoError(t, err)
		for _, most := range []int{1 << 20, 400} {
			got, err := arrayPair{q, first, second, most}.sums(ctx, o)
			require.NoError(t, err)
			require.Equal(t, want.pixels, got.pixels)
			require.Equal(t, want.sloping, got.sloping)
			for i := range columns {
				require.InDeltaSlice(t, want.sum[i][:], got.sum[i][:], 1e-4, "column %d", i)
			}
		}
	})
}

// Peaks of a batch are the whole pixels of the shifts, without waiting in between.
func TestArrayPeak(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		const w, h = 45, 32
		q := nd.NewQueue(c)
		defer q.Close()
		shifts := [][2]float64{{0, 0}, {5, -3}, {-11, 7}}
		var a, b []uint8
		for _, by := range shifts {
			a = append(a, photograph(8, w, h, 0, 0, 0).Pix...)
			b = append(b, photograph(8, w, h, by[0], by[1], 0).Pix...)
		}
		first, second := nd.From(q, a, len(shifts), h, w), nd.From(q, b, len(shifts), h, w)
		defer first.Close()
		defer second.Close()
		r, err := NewArrayRegistration(ctx, c, w, h, RegistrationOptions{Step: 1})
		require.NoError(t, err)
		defer r.Close()
		right, down, value := r.Peak(q, first, second)
		require.Equal(t, []int{len(shifts), 1, 1}, right.Shape())
		x, y, v := q.Fetch(right), q.Fetch(down), q.Fetch(value)
		require.NoError(t, q.Flush(ctx))
		dx, err := nd.Receive[float32](ctx, x, nil)
		require.NoError(t, err)
		dy, err := nd.Receive[float32](ctx, y, nil)
		require.NoError(t, err)
		peaks, err := nd.Receive[float32](ctx, v, nil)
		require.NoError(t, err)
		require.Equal(t, []float32{0, 5, -11}, dx)
		require.Equal(t, []float32{0, -3, 7}, dy)
		require.Greater(t, peaks[0], float32(0.99))
		require.Less(t, peaks[0], float32(1))

		// One reference serves all.
		g, err := nd.Download[float32](ctx, q, nil, r.Correlation(q, first.Slice(0, 0, 1, 1), second))
		require.NoError(t, err)
		H, W := c.NextFastLen(h), c.NextFastLen(w)
		require.Len(t, g, 3*H*W)
		require.InDelta(t, peaks[2], g[(2*H+7)*W+W-11], 1e-6)
	})
}

// Samples in double precision are computed in single precision.
func TestArrayRegisterDoubles(t *testing.T) {
	c := openCPU(t)
	q := nd.NewQueue(c)
	r, err := NewArrayRegistration(ctx, c, 64, 64)
	require.NoError(t, err)
	defer r.Close()
	image := func(dx, dy float64) nd.Array {
		p, err := Split(photograph(3, 64, 64, dx, dy, 0))
		require.NoError(t, err)
		a := nd.From(q, doubles(p.Pix), 64, 64)
		t.Cleanup(func() { require.NoError(t, a.Close()) })
		return a
	}
	s, err := r.Register(ctx, q, image(0, 0), image(1.3, -0.6))
	require.NoError(t, err)
	require.InDelta(t, 1.3, s.DX, 0.05)
	require.InDelta(t, -0.6, s.DY, 0.05)
	_, _, value := r.Peak(q, image(0, 0), image(2, 1))
	g, err := q.Number(ctx, value)
	require.NoError(t, err)
	require.Greater(t, g, 0.5)
}

func TestArrayRegisterErrors(t *testing.T) {
	c := openCPU(t)
	for _, step := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err := NewArrayRegistration(ctx, c, 8, 6, RegistrationOptions{Step: step})
		require.ErrorIs(t, err, ErrParameter)
	}
	_, err := NewArrayRegistration(ctx, c, 8, 0)
	require.ErrorIs(t, err, ErrEmpty)
	stopped, stop := context.WithCancel(ctx)
	stop()
	_, err = NewArrayRegistration(stopped, c, 8, 6)
	require.ErrorIs(t, err, context.Canceled)
	r, err := NewArrayRegistration(ctx, c, 8, 6)
	require.NoError(t, err)
	q := nd.NewQueue(c)
	good := q.New(nd.Float32, 6, 8)
	var wrong *nd.OpError
	for _, at := range []struct {
		b    nd.Array
		want error
	}{
		{q.New(nd.Float32, 8, 6), nd.ErrShape}, {q.New(nd.Complex64, 6, 8), nd.ErrType}, {nd.Array{}, nd.ErrShape},
		{q.New(nd.Float32, 2, 6, 8), nd.ErrShape},
	} {
		_, err = r.Register(ctx, q, good, at.b)
		require.ErrorIs(t, err, at.want)
		require.ErrorAs(t, err, &wrong)
		if at.b.Rank() < 3 {
			require.Equal(t, "Register", wrong.Op)
			q.Fetch(r.Correlation(q, at.b, good))
			require.ErrorIs(t, q.Flush(ctx), at.want)
		}
	}
	_, err = r.Register(stopped, q, good, good)
	require.ErrorIs(t, err, context.Canceled)
	q.Discard()
	for _, a := range []nd.Array{q.New(nd.Float32, 2, 6, 8), q.New(nd.Float32, 8), {}} {
		q.Fetch(Luma(q, a))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
	}
	q.Fetch(Luma(q, q.New(nd.Complex64, 3, 6, 8)))
	require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	require.NoError(t, r.Close())
	_, err = r.Register(ctx, q, good, good)
	require.ErrorIs(t, err, wgfft.ErrClosed)
}
