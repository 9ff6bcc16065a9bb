package signals

import (
	"context"
	"math"
	"math/cmplx"
	"slices"
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

// isSpare reports whether a test computes on a GPU and takes one case of each kind there.
func isSpare(c *wgfft.Engine) bool { return !c.Adapter().CPU && !testcase.Long() }

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
			if isSpare(c) && i != 1 && i != 3 {
				continue
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

// Integers are samples of double precision, too.
func TestArraySTFTOfIntegersInDouble(t *testing.T) {
	c := openCPU(t)
	q := nd.NewQueue(c)
	x := []int16{0, 3, -5, 32767, -32768, 7, 8, 9}
	integers := nd.From(q, x, len(x))
	defer integers.Close()
	a, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 4, Edges: Whole}, ArrayOptions{Type: nd.Float64})
	require.NoError(t, err)
	defer a.Close()
	got, err := nd.Download[complex128](ctx, q, nil, a.Forward(q, integers))
	require.NoError(t, err)
	want, err := nd.Download[complex128](ctx, q, nil, a.Forward(q, q.Cast(nd.Float64, integers)))
	require.NoError(t, err)
	require.Equal(t, want, got)
}

// requirePower checks powers, relative to the largest one.
func requirePower[T float32 | float64](t testing.TB, want []float64, got []T, tol float64, what ...any) {
	t.Helper()
	require.Len(t, got, len(want), what...)
	most := slices.Max(want)
	for k, v := range want {
		require.InDelta(t, v, float64(got[k]), tol*most, "bin %d of %+v", k, what)
	}
}

// ArrayWelch.Power returns the same power spectra as Welch, with each trend, scaling and average, and for signals with
// a large mean.
func TestArrayWelch(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		x := ref.UniformReal(3, 1000)
		for i := range x {
			x[i] += 20 + 0.01*float32(i)
		}
		for i, f := range []WelchConfig{
			{Rate: 8000, Segment: 100, Points: 128, Detrend: Linear},
			{Segment: 64, Scaling: Spectrum},
			{Segment: 51, Hop: 17, Detrend: None},
			{Segment: 51, Hop: 17, Average: Median},              // an odd number of segments
			{Segment: 64, Hop: 17, Points: 100, Average: Median}, // an even one
		} {
			if isSpare(c) && i != 0 && i != 3 {
				continue
			}
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
			requirePower(t, want.Power, got, 1e-5, f)
			require.NoError(t, a.Close())
			require.NoError(t, a.Close())
		}
	})
}

// reshaped returns an array of n x bins.
func reshaped(t testing.TB, q *nd.Queue, x []float32, n, bins int) nd.Array {
	return upload(t, q, x).Reshape(n, bins)
}

// ArrayWelch.Cross returns the same cross spectra as Welch: for two channels, and for one reference with two channels.
func TestArrayCross(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		const samples = 700
		x, y := ref.UniformReal(5, 2*samples), ref.UniformReal(6, 2*samples)
		for i := range y { // coherent in part
			y[i] = 0.3*y[i] + x[max(0, i-3)]
		}
		for i, f := range []WelchConfig{{Segment: 51, Hop: 20, Scaling: Spectrum}, {Rate: 1000, Segment: 64}} {
			if isSpare(c) && i > 0 {
				continue
			}
			w, err := NewWelch(c, f)
			require.NoError(t, err)
			a, err := NewArrayWelch(ctx, c, f)
			require.NoError(t, err)
			q := nd.NewQueue(c)
			one, other := reshaped(t, q, x, 2, samples), reshaped(t, q, y, 2, samples)
			for _, first := range []nd.Array{one, one.Slice(0, 1, 2, 1)} {
				cross := a.Cross(q, first, other)
				fetched := []nd.Fetched{q.Fetch(cross.X), q.Fetch(cross.Y), q.Fetch(cross.Coherence(q))}
				xy, err := nd.Download[complex64](ctx, q, nil, cross.XY)
				require.NoError(t, err)
				var got [3][]float32
				for i, from := range fetched {
					got[i], err = nd.Receive[float32](ctx, from, nil)
					require.NoError(t, err)
				}
				bins := f.Segment/2 + 1
				require.Equal(t, []int{2, bins}, cross.XY.Shape())
				for channel := range 2 {
					of := channel
					if first.Dim(0) == 1 {
						of = 1
					}
					want, err := w.Cross(ctx, x[of*samples:][:samples], y[channel*samples:][:samples])
					require.NoError(t, err)
					row := func(x []float32, i int) []float32 { return x[i*bins : (i+1)*bins] }
					requirePower(t, want.X, row(got[0], min(of, first.Dim(0)-1)), 1e-5)
					requirePower(t, want.Y, row(got[1], channel), 1e-5)
					requirePower(t, want.Coherence(), row(got[2], channel), 2e-4)
					single := make([]complex64, bins)
					for k, v := range want.XY {
						single[k] = complex64(v)
					}
					requireRows(t, single, xy[channel*bins:(channel+1)*bins], 1e-5)
				}
			}
			require.NoError(t, a.Close())
		}
	})
}

// Several signals in one array have the results of each, in both directions.
func TestArraySTFTOfChannels(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		for _, f := range []STFTConfig{
			{Frame: 64, Hop: 16}, {Frame: 51, Hop: 20, Window: Hamming(), Edges: Whole},
		} {
			if isSpare(c) && f.Frame != 64 {
				continue
			}
			const samples = 51 + 13*20
			x := ref.UniformReal(2, 3*samples)
			a, err := NewArraySTFT(ctx, c, f)
			require.NoError(t, err)
			q := nd.NewQueue(c)
			channels := reshaped(t, q, x, 3, samples)
			spectra := q.Keep(a.Forward(q, channels))
			all, err := nd.Download[complex64](ctx, q, nil, spectra)
			require.NoError(t, err)
			require.Equal(t, []int{3, a.Frames(samples), a.Bins()}, spectra.Shape())
			for i := range 3 {
				want, err := newer(t, c, f).Forward(ctx, nil, x[i*samples:(i+1)*samples])
				require.NoError(t, err)
				requireRows(t, want, all[i*len(want):(i+1)*len(want)], 2e-6)
			}
			if a.Config().Edges == Centred {
				y, err := nd.Download[float32](ctx, q, nil, a.Inverse(q, spectra, samples))
				require.NoError(t, err)
				requireRows(t, x, y, 1e-5)
			}
			require.NoError(t, spectra.Close())
			require.NoError(t, a.Close())
		}
	})
}

// In double precision the errors are at most 1e-11, against the definition and in the inverse.
func TestArraysInDouble(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		const tol = 1e-11
		double := ArrayOptions{Type: nd.Float64}
		if _, err := c.Double().Format(ctx); err != nil {
			_, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 50}, double)
			require.Error(t, err)
			return
		}
		q := nd.NewQueue(c)
		x := ref.UniformReal(4, 333)
		signal := nd.From(q, widened(x), len(x))
		defer signal.Close()
		for _, f := range []STFTConfig{{Frame: 50, Hop: 20, Points: 64}, {Frame: 31, Hop: 15}} {
			if isSpare(c) && f.Frame != 50 {
				continue
			}
			a, err := NewArraySTFT(ctx, c, f, double)
			require.NoError(t, err)
			s := newer(t, c, f)
			spectra := q.Keep(a.Forward(q, signal))
			got, err := nd.Download[complex128](ctx, q, nil, spectra)
			require.NoError(t, err)
			for i := range a.Frames(len(x)) {
				for k, v := range direct(x, s.Begin(i), s, None) {
					require.InDelta(t, 0, cmplx.Abs(v-got[i*a.Bins()+k]), tol)
				}
			}
			y, err := nd.Download[float64](ctx, q, nil, a.Inverse(q, spectra, len(x)))
			require.NoError(t, err)
			require.InDeltaSlice(t, widened(x), y, tol)
			require.NoError(t, spectra.Close())
			require.NoError(t, a.Close())
		}
		for _, f := range []WelchConfig{{Segment: 50}, {Segment: 51, Hop: 20, Average: Median, Detrend: Linear}} {
			if isSpare(c) && f.Average == Median {
				continue
			}
			a, err := NewArrayWelch(ctx, c, f, double)
			require.NoError(t, err)
			got, err := nd.Download[float64](ctx, q, nil, a.Power(q, signal))
			require.NoError(t, err)
			requirePower(t, powerByDefinition(t, c, f, x), got, tol, f)
			require.NoError(t, a.Close())
		}
	})
}

// powerByDefinition returns the power spectrum of x in float64.
func powerByDefinition(t testing.TB, c *wgfft.Engine, f WelchConfig, x []float32) []float64 {
	t.Helper()
	w, err := NewWelch(c, f)
	require.NoError(t, err)
	n := w.s.Frames(len(x))
	columns := make([][]float64, w.s.bins)
	for i := range n {
		for k, v := range direct(x, w.s.Begin(i), w.s, f.Detrend) {
			columns[k] = append(columns[k], real(v)*real(v)+imag(v)*imag(v))
		}
	}
	power := make([]float64, w.s.bins)
	for k, column := range columns {
		if f.Average == Median {
			slices.Sort(column)
			power[k] = (column[(n-1)/2] + column[n/2]) / 2 / medianBias(n) * w.factor(k)
			continue
		}
		for _, v := range column {
			power[k] += v / float64(n) * w.factor(k)
		}
	}
	return power
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
	for _, d := range []nd.DType{nd.Complex64, nd.Int16} {
		_, err = NewArraySTFT(ctx, c, STFTConfig{}, ArrayOptions{Type: d})
		require.ErrorContains(t, err, "use nd.Float32 or nd.Float64")
		_, err = NewArrayWelch(ctx, c, WelchConfig{}, ArrayOptions{Type: d})
		require.ErrorContains(t, err, "use nd.Float32 or nd.Float64")
	}
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
	fails(ErrShort, a.Forward(q, q.New(nd.Float32, 80, 2)))
	fails(nd.ErrShape, a.Forward(q, nd.Scalar(1)))
	fails(nd.ErrType, a.Forward(q, q.New(nd.Complex64, 80)))
	fails(nd.ErrType, a.Forward(q, q.New(nd.Float64, 80)))
	double, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 64}, ArrayOptions{Type: nd.Float64})
	require.NoError(t, err)
	fails(nd.ErrType, double.Forward(q, q.New(nd.Float32, 80)))
	fails(nd.ErrType, double.Inverse(q, q.New(nd.Complex64, double.Frames(80), 33), 80))
	require.NoError(t, double.Close())
	fails(wgfft.ErrClosed, double.Forward(q, q.New(nd.Float64, 80)))
	fails(wgfft.ErrClosed, double.Inverse(q, q.New(nd.Complex128, double.Frames(80), 33), 80))
	for _, f := range []WelchConfig{{Segment: 64}, {Segment: 64, Average: Median}} {
		w, err := NewArrayWelch(ctx, c, f)
		require.NoError(t, err)
		fails(ErrShort, w.Power(q, q.New(nd.Float32, 63)))
		if f.Average == Mean {
			fails(nd.ErrShape, w.Cross(q, q.New(nd.Float32, 80), q.New(nd.Float32, 81)).XY)
			fails(wgfft.ErrSliceLength, w.Cross(q, q.New(nd.Float32, 80), q.New(nd.Float32, 81)).Coherence(q))
			fails(nd.ErrType, w.Cross(q, q.New(nd.Float32, 80), q.New(nd.Float64, 80)).XY)
		} else {
			cross := w.Cross(q, q.New(nd.Float32, 80), q.New(nd.Float32, 80))
			q.Fetch(cross.X)
			require.ErrorContains(t, q.Flush(ctx), "use Average Mean")
		}
		require.NoError(t, w.Close())
		fails(wgfft.ErrClosed, w.Power(q, q.New(nd.Float32, 80)))
	}
	fails(ErrShort, a.Inverse(q, q.New(nd.Complex64, 1, 33), 63))
	fails(nd.ErrShape, a.Inverse(q, q.New(nd.Complex64, 1, 32), 64))
	fails(ErrNOLA, a.Inverse(q, q.New(nd.Complex64, 1, 33), 70)) // beyond the only frame
	fails(nd.ErrShape, Linear.Remove(q, nd.Scalar(1)))
	fails(nd.ErrType, Linear.Remove(q, q.New(nd.Complex64, 4)))
}

// Steps on arrays that can't be used are errors and no panics.
func TestArraysOfWrongSteps(t *testing.T) {
	c, elsewhere := openCPU(t), openCPU(t)
	a, err := NewArraySTFT(ctx, c, STFTConfig{Frame: 16, Hop: 8})
	require.NoError(t, err)
	w, err := NewArrayWelch(ctx, c, WelchConfig{Segment: 16, Average: Median})
	require.NoError(t, err)
	first := nd.NewQueue(c)
	bytes := nd.From(first, make([]uint8, 80), 80)
	stale := first.Roll(bytes, 1, 0)
	require.NoError(t, first.Flush(ctx))
	other := nd.From(nd.NewQueue(elsewhere), make([]uint8, 80), 80)
	require.NoError(t, first.Close())
	for _, at := range []struct {
		q *nd.Queue
		a nd.Array
	}{{first, bytes}, {nd.NewQueue(c), stale}, {nd.NewQueue(c), other}} {
		for name, step := range map[string]func(){
			"Forward": func() { a.Forward(at.q, at.a) },
			"Inverse": func() { a.Inverse(at.q, a.Forward(at.q, at.a), 80) },
			"Power":   func() { w.Power(at.q, at.a) },
			"Cross":   func() { w.Cross(at.q, at.a, at.a).Coherence(at.q) },
			"Remove":  func() { Linear.Remove(at.q, at.a) },
		} {
			step()
			require.Error(t, at.q.Flush(ctx), name)
		}
	}
}
