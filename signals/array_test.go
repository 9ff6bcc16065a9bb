package signals

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/nd"
)

// upload returns an array of samples that is closed after the test.
func upload(t testing.TB, q *nd.Queue, x []float32) nd.Array {
	a := nd.From(q, x, len(x))
	t.Cleanup(func() { require.NoError(t, a.Close()) })
	return a
}

// requireRows checks the distance of got and want, relative to the norm of want.
func requireRows[T float32 | complex64](t testing.TB, want, got []T, tol float64, what ...any) {
	t.Helper()
	require.Len(t, got, len(want), what...)
	off, all := 0.0, 0.0
	for i, v := range want {
		off += square(got[i] - v)
		all += square(v)
	}
	require.LessOrEqual(t, math.Sqrt(off), tol*math.Sqrt(all), what...)
}

// square returns |x|^2.
func square[T float32 | complex64](x T) float64 {
	if c, ok := any(x).(complex64); ok {
		return power(c)
	}
	return float64(any(x).(float32)) * float64(any(x).(float32))
}

// Transforms of arrays give the results of those of slices.
func TestArraySTFT(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		for i, test := range []struct {
			f       STFTConfig
			samples int
		}{
			{STFTConfig{Frame: 64, Hop: 16}, 500},
			{STFTConfig{Frame: 50, Hop: 20, Points: 64, Window: Hamming()}, 333},
			{STFTConfig{Frame: 32, Hop: 32, Window: Rectangular(), Edges: Whole}, 320},
			{STFTConfig{Frame: 48, Hop: 20, Window: Hamming(), Edges: Whole}, 128}, // the last frame ends at 128
			{STFTConfig{Frame: 31, Hop: 1}, 40},
			{STFTConfig{Frame: 16, Hop: 25, Edges: Whole}, 200},
			{STFTConfig{Frame: 16, Hop: 1 << 40, Edges: Whole}, 20},
			{STFTConfig{}, 1},
		} {
			if !c.Adapter().CPU && !testcase.Long() && i > 3 {
				break
			}
			x := ref.UniformReal(uint64(i), test.samples)
			s := newer(t, c, test.f)
			want, err := s.Forward(ctx, nil, x)
			require.NoError(t, err)

			a, err := NewArraySTFT(ctx, c, test.f)
			require.NoError(t, err)
			require.Equal(t, s.Frames(len(x)), a.Frames(len(x)))
			require.Equal(t, s.Bins(), a.Bins())
			q := nd.NewQueue(c)
			spectra := q.Keep(a.Forward(q, upload(t, q, x)))
			got, err := nd.Download[complex64](ctx, q, nil, spectra)
			require.NoError(t, err, "%v", s)
			requireRows(t, want, got, 2e-6, "%v", s)

			rows, err := nd.Download[float32](ctx, q, nil, a.Windowed(q, upload(t, q, x)))
			require.NoError(t, err, "%v", s)
			require.Len(t, rows, s.Frames(len(x))*s.f.Points)
			middle := s.Frames(len(x)) / 2
			for j, w := range s.weights {
				if at := s.Begin(middle) + j; at >= 0 && at < len(x) {
					require.InDelta(t, float64(x[at])*w, rows[middle*s.f.Points+j], 1e-6)
				}
			}

			y, err := s.Inverse(ctx, nil, want, len(x))
			inverse, arrayErr := nd.Download[float32](ctx, q, nil, a.Inverse(q, spectra, len(x)))
			if err != nil {
				require.ErrorIs(t, err, ErrNOLA)
				require.ErrorIs(t, arrayErr, ErrNOLA)
			} else {
				require.NoError(t, arrayErr, "%v", s)
				requireRows(t, y, inverse, 1e-5, "%v", s)
			}
			require.NoError(t, spectra.Close())
			require.NoError(t, a.Close())
			require.NoError(t, a.Close())
		}
	})
}

// Integers of 16 bits are samples, too.
func TestArraySTFTOfIntegers(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		pcm, x := make([]int16, 500), make([]float32, 500)
		for i := range pcm {
			pcm[i] = int16(20000 * math.Sin(0.3*float64(i)))
			x[i] = float32(pcm[i])
		}
		a, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 64, Hop: 16})
		require.NoError(t, err)
		defer a.Close()
		integers := nd.From(q, pcm, len(pcm))
		defer integers.Close()
		want, err := nd.Download[complex64](ctx, q, nil, a.Forward(q, upload(t, q, x)))
		require.NoError(t, err)
		got, err := nd.Download[complex64](ctx, q, nil, a.Forward(q, integers))
		require.NoError(t, err)
		requireRows(t, want, got, 1e-6)
	})
}

// Power spectra of arrays are those of slices, with each trend and scaling. A large mean does not hide the rest.
func TestArrayWelch(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		x := ref.UniformReal(3, 1000)
		for i := range x {
			x[i] += 20 + 0.01*float32(i)
		}
		for _, f := range []WelchConfig{
			{Rate: 8000, Segment: 100, Points: 128, Detrend: Linear},
			{Segment: 64, Scaling: Spectrum},
			{Segment: 51, Hop: 17, Detrend: None},
		} {
			w, err := NewWelch(c, f)
			require.NoError(t, err)
			want, err := w.Power(ctx, x)
			require.NoError(t, err)
			a, err := NewArrayWelch(ctx, c, f)
			require.NoError(t, err)
			require.Equal(t, w.Config().Rate, a.Config().Rate)
			require.Equal(t, w.Config().Points, a.Config().Points)
			require.Equal(t, want.Freq, a.Freq())
			q := nd.NewQueue(c)
			got, err := nd.Download[float32](ctx, q, nil, a.Power(q, upload(t, q, x)))
			require.NoError(t, err)
			require.Len(t, got, len(want.Power))
			most := 0.0
			for _, v := range want.Power {
				most = max(most, v)
			}
			for k, v := range want.Power {
				require.InDelta(t, v, got[k], 1e-5*most, "bin %d of %+v", k, f)
			}
			require.NoError(t, a.Close())
		}
	})
}

// Remove leaves nothing of a line.
func TestDetrendRemove(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		rows := func() nd.Array {
			return q.Add(q.Scale(0.5, nd.Iota(nd.Float32, 2, 1, 9)), nd.Iota(nd.Float32, 2, 0, 3))
		}
		for d, want := range map[Detrend][]float32{
			Linear: make([]float32, 9), Constant: {-2, -1.5, -1, -0.5, 0, 0.5, 1, 1.5, 2},
			None: {1, 1.5, 2, 2.5, 3, 3.5, 4, 4.5, 5},
		} {
			got, err := nd.Download[float32](ctx, q, nil, d.Remove(q, rows()).At(0, 1))
			require.NoError(t, err)
			require.InDeltaSlice(t, want, got, 1e-5, "%v", d)
		}
	})
}

// Wrong arguments are errors of the constructor, and wrong arrays are errors of the step.
func TestArrayErrors(t *testing.T) {
	c := openCPU(t)
	_, err := NewArraySTFT(ctx, c, STFTConfig{Frame: -1})
	require.ErrorContains(t, err, "Frame -1")
	_, err = NewArrayWelch(ctx, c, WelchConfig{Average: Median})
	require.ErrorContains(t, err, "arrays have no median")
	_, err = NewArrayWelch(ctx, c, WelchConfig{Rate: -1})
	require.ErrorContains(t, err, "Rate")
	cancelled, cancel := context.WithCancel(ctx)
	cancel()
	_, err = NewArraySTFT(cancelled, c, STFTConfig{})
	require.ErrorIs(t, err, context.Canceled)
	_, err = NewArrayWelch(cancelled, c, WelchConfig{})
	require.ErrorIs(t, err, context.Canceled)

	a, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 64, Edges: Whole, Window: Hamming()})
	require.NoError(t, err)
	q := nd.NewQueue(c)
	fails := func(want error, r nd.Array) {
		t.Helper()
		q.Fetch(r)
		err := q.Flush(ctx)
		require.ErrorIs(t, err, want)
		var wrong *nd.OpError
		require.ErrorAs(t, err, &wrong)
	}
	fails(ErrShort, a.Forward(q, q.New(nd.Float32, 63)))
	fails(nd.ErrShape, a.Forward(q, q.New(nd.Float32, 63, 2)))
	fails(nd.ErrShape, a.Forward(q, q.New(nd.Complex64, 80)))
	fails(nd.ErrType, a.Forward(q, q.New(nd.Float64, 80)))
	fails(ErrShort, a.Inverse(q, q.New(nd.Complex64, 1, 33), 63))
	fails(nd.ErrShape, a.Inverse(q, q.New(nd.Complex64, 1, 32), 64))
	fails(ErrNOLA, a.Inverse(q, q.New(nd.Complex64, 1, 33), 70)) // beyond the only frame
	fails(nd.ErrShape, Linear.Remove(q, nd.Scalar(1)))
	fails(nd.ErrShape, Linear.Remove(q, q.New(nd.Complex64, 4)))
}
