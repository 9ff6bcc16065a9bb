package signals

import (
	"context"
	"math"
	"math/rand/v2"
	"runtime"
	"runtime/debug"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

func newerWelch(t testing.TB, c *wgfft.Engine, f WelchConfig) *Welch {
	t.Helper()
	w, err := NewWelch(c, f)
	require.NoError(t, err)
	return w
}

// powers returns the power of every bin of every segment, by the definitions (4) and (5) in
// float64.
func powers(x []float32, w *Welch) [][]float64 {
	weights := w.s.weights
	sum, squares := 0.0, 0.0
	for _, v := range weights {
		sum, squares = sum+v, squares+v*v
	}
	over := squares * w.f.Rate
	if w.f.Scaling == Spectrum {
		over = sum * sum
	}
	var all [][]float64
	for at := 0; at+w.f.Segment <= len(x); at += w.f.Hop {
		var p []float64
		for k, v := range direct(x, at, w.s, w.f.Detrend) {
			both := 2.0
			if k == 0 || k == w.f.Points-k {
				both = 1
			}
			p = append(p, both*(real(v)*real(v)+imag(v)*imag(v))/over)
		}
		all = append(all, p)
	}
	return all
}

// averaged returns the mean of the segments, or their median over its expectation. The expectation
// is the sum of 1/n, 1/(n-1), ... over the order statistics up to the middle.
func averaged(all [][]float64, a Average) []float64 {
	n := len(all)
	odd := n - 1 + n%2
	expected := 0.0
	for i := (odd + 1) / 2; i <= odd; i++ {
		expected += 1 / float64(i)
	}
	out := make([]float64, len(all[0]))
	for k := range out {
		var column []float64
		for _, p := range all {
			column = append(column, p[k])
			out[k] += p[k] / float64(n)
		}
		if a == Median {
			slices.Sort(column)
			out[k] = (column[n/2] + column[(n-1)/2]) / 2 / expected
		}
	}
	return out
}

// Every scaling, average, trend and segment shape agrees with the definition. An error of e |X| in
// the spectrum of a segment gives an error of (2e + e^2) of the total power.
func TestPowerIsTheDefinition(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		noise := fresh(t)
		for _, f := range []WelchConfig{
			{Block: 8},
			{Segment: 64, Block: 8, Scaling: Spectrum, Rate: 8000},
			{Segment: 64, Block: 8, Average: Median, Detrend: None},
			{Segment: 64, Hop: 64, Block: 8, Detrend: Linear, Window: Rectangular(), Rate: 0.5},
			{Segment: 63, Hop: 21, Points: 64, Block: 8, Window: Kaiser(6), Scaling: Spectrum, Average: Median},
			{Segment: 45, Hop: 50, Block: 3, Window: FlatTop(), Rate: 100},
			{Segment: 2, Block: 5, Detrend: None},
			{Segment: 1, Block: 5, Detrend: None, Scaling: Spectrum},
		} {
			w := newerWelch(t, c, f)
			for _, n := range []int{w.f.Segment, w.f.Segment + w.f.Hop, 20*w.f.Hop + w.f.Segment - 1} {
				x := noise(n)
				for i := range x {
					x[i] += 0.5 + float32(i)/float32(n) // a trend
				}
				got, err := w.Power(ctx, x)
				require.NoError(t, err)
				all := powers(x, w)
				require.Equal(t, len(all), got.Segments)
				require.Equal(t, wgfft.RFFTFreq(w.f.Points, 1/w.f.Rate), got.Freq)
				want := averaged(all, f.Average)
				require.Len(t, got.Power, len(want))
				off, sum := 0.0, 0.0
				for k, v := range want {
					off, sum = off+math.Abs(got.Power[k]-v), sum+v
				}
				// The sum lacks the power of the trend but has its rounding error, which is small in float64.
				e := tolerance(w.s)
				require.LessOrEqual(t, off, (2*e+e*e)*sum, "%+v, %d samples", f, n)
			}
		}
	})
}

// A sine of amplitude A has the power A^2/2 in its bin for every window. A constant has its square.
func TestPowerOfATone(t *testing.T) {
	c := openCPU(t)
	x := make([]float32, 1<<14)
	for i := range x {
		x[i] = float32(3 + 0.25*math.Sin(2*math.Pi*1000*float64(i)/8000+1))
	}
	for _, win := range all() {
		for _, average := range []Average{Mean, Median} {
			f := WelchConfig{Rate: 8000, Window: win, Scaling: Spectrum, Detrend: None, Average: average}
			w := newerWelch(t, c, f)
			p, err := w.Power(ctx, x)
			require.NoError(t, err)
			bias := 1.0
			if average == Median { // equal powers are not exponential
				bias = medianBias(p.Segments)
			}
			require.Equal(t, 1000.0, p.Freq[32])
			require.InEpsilon(t, 0.25*0.25/2, p.Power[32]*bias, 1e-2, "%v", win)
			require.InEpsilon(t, 9, p.Power[0]*bias, 1e-2, "%v", win)
			f.Detrend = Constant
			w = newerWelch(t, c, f)
			p, err = w.Power(ctx, x)
			require.NoError(t, err)
			require.InEpsilon(t, 0.25*0.25/2, p.Power[32]*bias, 1e-2, "%v", win)
		}
	}
}

// White noise of variance s^2 has the density 2 s^2 / rate, and half of it in the first and last
// bin.
func TestDensityOfNoise(t *testing.T) {
	seed := rand.Uint64()
	t.Logf("seed %d", seed)
	rng := rand.New(rand.NewPCG(seed, 0))
	const s, rate, segments = 0.3, 1000.0, 4000
	x := make([]float32, segments*128+128)
	for i := range x {
		x[i] = float32(s * rng.NormFloat64())
	}
	for _, average := range []Average{Mean, Median} {
		w := newerWelch(t, openCPU(t), WelchConfig{Rate: rate, Average: average, Detrend: None})
		p, err := w.Power(ctx, x)
		require.NoError(t, err)
		require.Equal(t, segments, p.Segments)
		mean := 0.0
		for k, v := range p.Power[1:128] {
			// With segments that overlap by half, the relative deviation of a bin is about
			// 1/sqrt(4000 / 1.06), and 1.5 times as much for the median.
			require.InEpsilon(t, 2*s*s/rate, v, 0.2, "bin %d", k+1)
			mean += v / 127
		}
		require.InEpsilon(t, 2*s*s/rate, mean, 0.02)
		ends := s * s / rate
		if average == Median {
			ends *= 0.4549 / math.Ln2 // the median of chi^2 with one degree of freedom
		}
		require.InEpsilon(t, ends, p.Power[0], 0.25)
		require.InEpsilon(t, ends, p.Power[128], 0.25)
	}
}

// With adjacent rectangular segments the density integrates to the mean square (Parseval).
func TestDensityAddsUp(t *testing.T) {
	for _, n := range []int{64, 63} {
		w := newerWelch(t, openCPU(t), WelchConfig{
			Segment: n, Hop: n, Window: Rectangular(), Detrend: None, Rate: 44100,
		})
		x := fresh(t)(10 * n)
		p, err := w.Power(ctx, x)
		require.NoError(t, err)
		sum, square := 0.0, 0.0
		for _, v := range p.Power {
			sum += v * p.Freq[1]
		}
		for _, v := range x {
			square += float64(v) * float64(v) / float64(len(x))
		}
		require.InEpsilon(t, square, sum, 1e-6)
	}
}

// A straight line far from zero has no power after its linear trend is removed.
func TestDetrend(t *testing.T) {
	x := make([]float32, 4096)
	for i := range x {
		x[i] = 1<<20 + float32(i)*64 // exact
	}
	for trend, most := range map[Detrend]float64{Linear: 1e-12, Constant: 1e9, None: 1e15} {
		w := newerWelch(t, openCPU(t), WelchConfig{Detrend: trend, Scaling: Spectrum})
		p, err := w.Power(ctx, x)
		require.NoError(t, err)
		sum := 0.0
		for _, v := range p.Power {
			sum += v
		}
		require.Less(t, sum, most, "%v", trend)
		if trend != Linear {
			require.Greater(t, sum, most/1e6, "%v", trend)
		}
	}
	level, slope := Linear.fit([]float32{7})
	require.Equal(t, 7.0, level)
	require.Zero(t, slope)

}

// A few loud segments change the mean but not the median.
func TestMedianOfClicks(t *testing.T) {
	x := fresh(t)(256 * 101)
	loud := slices.Clone(x)
	for i := 50 * 256; i < 52*256; i++ {
		loud[i] *= 1000
	}
	ratio := func(a Average) float64 {
		w := newerWelch(t, openCPU(t), WelchConfig{Average: a})
		quiet, err := w.Power(ctx, x)
		require.NoError(t, err)
		clicks, err := w.Power(ctx, loud)
		require.NoError(t, err)
		sum := [2]float64{}
		for k := range quiet.Power {
			sum[0], sum[1] = sum[0]+quiet.Power[k], sum[1]+clicks.Power[k]
		}
		return sum[1] / sum[0]
	}
	require.Greater(t, ratio(Mean), 1000.0)
	require.Less(t, ratio(Median), 1.2)
}

func TestMedianSquare(t *testing.T) {
	nan, inf := float32(math.NaN()), float32(math.Inf(1))
	require.Equal(t, 4.0, medianSquare([]float32{2}))
	require.Equal(t, 2.5, medianSquare([]float32{2, 1}))
	require.Equal(t, 4.0, medianSquare([]float32{9, 2, 1}))
	require.Equal(t, 4.0, medianSquare([]float32{inf, 2, 1}))
	require.True(t, math.IsNaN(medianSquare([]float32{1, nan, 2})))
	require.InDelta(t, 1, medianBias(1), 0)
	require.InDelta(t, 1, medianBias(2), 0)
	require.InDelta(t, 1.0/3+1.0/2, medianBias(3), 1e-15)
	require.InDelta(t, medianBias(3), medianBias(4), 0)
	require.InDelta(t, math.Ln2, medianBias(1e6), 1e-5)
}

// Powers that overflow float32 are exact, and NaN is propagated.
func TestOddPowers(t *testing.T) {
	x := fresh(t)(1000)
	for _, average := range []Average{Mean, Median} {
		w := newerWelch(t, openCPU(t), WelchConfig{Segment: 64, Average: average})
		quiet, err := w.Power(ctx, x)
		require.NoError(t, err)
		loud := slices.Clone(x)
		for i := range loud {
			loud[i] *= 0x1p100
		}
		p, err := w.Power(ctx, loud)
		require.NoError(t, err)
		for k, v := range quiet.Power {
			require.Equal(t, v*0x1p200, p.Power[k])
		}
		loud[500] = float32(math.NaN())
		p, err = w.Power(ctx, loud)
		require.NoError(t, err)
		for _, v := range p.Power {
			require.True(t, math.IsNaN(v))
		}
	}
}

func TestPowerStream(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		x := fresh(t)(64*100 + 13)
		for _, f := range []WelchConfig{
			{Segment: 64, Block: 8},
			{Segment: 64, Hop: 50, Block: 8, Detrend: Linear},
			{Segment: 45, Hop: 70, Block: 3},
		} {
			w := newerWelch(t, c, f)
			want, err := w.Power(ctx, x)
			require.NoError(t, err)
			got, err := w.PowerStream(ctx, newStutter(x))
			require.NoError(t, err)
			require.Equal(t, want, got)
		}
		w := newerWelch(t, c, WelchConfig{Segment: 64, Block: 8})
		stopped, cancel := context.WithCancel(ctx)
		e := &endless{rng: rand.New(rand.NewPCG(1, 2))}
		e.after = func() {
			if e.read > 5000 {
				cancel()
			}
		}
		_, err := w.PowerStream(stopped, e)
		require.ErrorIs(t, err, context.Canceled)
		require.Less(t, e.read, 6000)
	})
}

// The memory of PowerStream does not grow with the signal.
func TestPowerStreamMemory(t *testing.T) {
	if raceEnabled {
		t.Skip("pools drop things at random")
	}
	w := newerWelch(t, openCPU(t), WelchConfig{Segment: 1024, Block: 16})
	taken := func(samples int) uint64 {
		defer debug.SetGCPercent(debug.SetGCPercent(-1)) // a collection empties pools
		var before, after runtime.MemStats
		runtime.ReadMemStats(&before)
		_, err := w.PowerStream(ctx, &limited{&endless{rng: rand.New(rand.NewPCG(1, 2))}, samples})
		require.NoError(t, err)
		runtime.ReadMemStats(&after)
		return after.TotalAlloc - before.TotalAlloc
	}
	taken(1 << 18)
	short, long := taken(1<<18), taken(1<<21)
	require.Less(t, long, short+1<<20, "the signal alone has 8 MiB")
}

func TestWelchDefaults(t *testing.T) {
	w := newerWelch(t, openCPU(t), WelchConfig{})
	require.Equal(t, WelchConfig{Rate: 1, Segment: 256, Hop: 128, Points: 256, Block: 4096}, w.Config())
}

func TestWelchErrors(t *testing.T) {
	c := openCPU(t)
	balanced, zero := Custom([]float64{1, -1}), Custom([]float64{0, 0})
	for say, f := range map[string]WelchConfig{
		"Rate -1 is not a positive number of Hz":                {Rate: -1},
		"Rate NaN is not a positive number of Hz":               {Rate: math.NaN()},
		"Rate +Inf is not a positive number of Hz":              {Rate: math.Inf(1)},
		"Detrend detrend(3) is unknown: use Constant":           {Detrend: 3},
		"Detrend detrend(-1) is unknown: use Constant":          {Detrend: -1},
		"Scaling scaling(2) is unknown: use Density":            {Scaling: 2},
		"Average average(2) is unknown: use Mean":               {Average: 2},
		"Frame -1 is out of range":                              {Segment: -1},
		"window custom has weights that sum to 0, which leaves": {Segment: 2, Window: balanced, Scaling: Spectrum},
		"window custom has weights that sum to 0":               {Segment: 2, Window: zero},
		"alpha must be in [0, 1]":                               {Window: Tukey(2)},
	} {
		_, err := NewWelch(c, f)
		require.ErrorContains(t, err, say)
	}
	for _, average := range []Average{Mean, Median} {
		w := newerWelch(t, c, WelchConfig{Average: average})
		_, err := w.Power(ctx, make([]float32, 255))
		require.ErrorIs(t, err, ErrShort)
		require.ErrorContains(t, err, "it has 255 samples, want at least 256")
		_, err = w.Power(ctx, nil)
		require.ErrorIs(t, err, ErrShort)
		stopped, cancel := context.WithCancel(ctx)
		cancel()
		_, err = w.Power(stopped, make([]float32, 256))
		require.ErrorIs(t, err, context.Canceled)
	}
	_, err := newerWelch(t, c, WelchConfig{Average: Median}).PowerStream(ctx, Samples(make([]float32, 256)))
	require.ErrorContains(t, err, "use Average Mean, or Power with a slice")
}
