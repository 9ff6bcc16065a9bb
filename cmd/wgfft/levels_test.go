package main

import (
	"context"
	"fmt"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/dft"
	"wgfft/internal/ref"
	"wgfft/signals"
)

func onCPU(t *testing.T) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// measured returns the levels of audio, by default with a column per frame.
func measured(t *testing.T, c *wgfft.Engine, sound []float32, f framing) levels {
	t.Helper()
	if f.maxColumns == 0 {
		f.maxColumns = math.MaxInt
	}
	if f.follow == nil {
		f.follow = func(int, int) {}
	}
	l, err := f.measure(context.Background(), c, signals.Samples(sound), len(sound))
	require.NoError(t, err)
	return l
}

// levelsByHand computes the definition of levels, frame by frame in float64.
func levelsByHand(t *testing.T, sound []float32, f framing, frames int) []float64 {
	length, hop := f.n, f.hop
	if len(sound) <= f.n {
		length, hop = len(sound), min(hop, (len(sound)-1)/5+1)
	}
	w, err := f.window.Periodic(length)
	require.NoError(t, err)
	sum := 0.0
	for _, v := range w {
		sum += v
	}
	dft := dft.New(f.n)
	var all []float64
	for i := range frames {
		begin := i*hop + int(math.Floor(float64(hop-length)/2))
		if frames == 1 {
			begin = 0
		}
		x := make([]complex128, f.n)
		for j := range w {
			if at := begin + j; at >= 0 && at < len(sound) {
				x[j] = complex(float64(sound[at])*w[j], 0)
			}
		}
		dft.Forward(x, x)
		for k := range f.n/2 + 1 {
			c := 2.0
			if k == 0 || 2*k == f.n {
				c = 1
			}
			all = append(all, 20*math.Log10(c*math.Hypot(real(x[k]), imag(x[k]))/sum))
		}
	}
	return all
}

func TestLevelsAreTheDefinition(t *testing.T) {
	c := onCPU(t)
	for _, f := range []struct {
		framing
		samples, frames int
	}{
		{framing{n: 64, hop: 16}, 1000, 63},
		{framing{n: 64, hop: 16}, 65, 5},
		{framing{n: 64, hop: 16}, 64, 5},
		{framing{n: 64, hop: 16}, 41, 5},
		{framing{n: 64, hop: 16}, 5, 5},
		{framing{n: 64, hop: 2}, 60, 30},
		{framing{n: 15, hop: 4, window: signals.FlatTop()}, 100, 25},
		{framing{n: 16, hop: 7, window: signals.Rectangular()}, 99, 15},
		{framing{n: 8, hop: 50, window: signals.Blackman()}, 301, 7},
		{framing{n: 2, hop: 1, window: signals.Hamming()}, 10, 10},
		{framing{n: 8, hop: math.MaxInt}, 100, 1},
	} {
		t.Run(fmt.Sprintf("%d hop %d of %d", f.n, f.hop, f.samples), func(t *testing.T) {
			sound := ref.UniformReal(9, f.samples)
			l := measured(t, c, sound, f.framing)
			require.Equal(t, f.frames, l.frames)
			require.Equal(t, f.frames, l.columns)
			require.Equal(t, f.n/2+1, l.bins)
			want := levelsByHand(t, sound, f.framing, f.frames)
			require.Len(t, l.level, len(want))
			for i, v := range want {
				if v > -60 { // below, float32 has few digits beside the other bins
					require.InDelta(t, v, l.level[i], 0.01, i)
				} else {
					require.Less(t, l.level[i], float32(-50))
				}
			}
			if f.frames > 1 {
				require.Equal(t, float64(l.hop), l.step)
			} else {
				require.Equal(t, float64(f.samples), l.step)
			}
		})
	}
}

// A sine of amplitude 1 and a constant 1 have 0 dBFS with every window.
func TestFullScale(t *testing.T) {
	c := onCPU(t)
	sine, one := make([]float32, 4096), make([]float32, 4096)
	for i := range sine {
		sine[i], one[i] = float32(math.Sin(2*math.Pi*float64(i)*20/256)), 1
	}
	for _, name := range []string{"hann", "hamming", "blackman", "blackmanharris", "flattop", "rect", "kaiser:8",
		"tukey:0.5", "gaussian:40"} {
		w, err := signals.ParseWindow(name)
		require.NoError(t, err)
		l := measured(t, c, sine, framing{n: 256, hop: 64, window: w})
		middle := l.columns / 2 * l.bins
		require.InDelta(t, 0, l.level[middle+20], 1e-2, name)
		l = measured(t, c, one, framing{n: 256, hop: 64, window: w})
		require.InDelta(t, 0, l.level[middle], 1e-3, name)
	}
}

// Audio shorter than the window keeps its level and its ends.
func TestShortSounds(t *testing.T) {
	c := onCPU(t)
	loudest := func(l levels, moment int) float32 { return slices.Max(l.level[moment*l.bins : (moment+1)*l.bins]) }
	silence := float32(math.Inf(-1))
	for samples, hertz := range map[int]float64{441: 1000, 1000: 46 * 44100.0 / 2048, 2048: 46 * 44100.0 / 2048} {
		tone := make([]float32, samples)
		for i := range tone {
			tone[i] = float32(math.Sin(2 * math.Pi * hertz * float64(i) / 44100))
		}
		l := measured(t, c, tone, framing{n: 2048, hop: 512})
		require.InDelta(t, 0, slices.Max(l.level), 0.1, samples)
		at := slices.Index(l.level, slices.Max(l.level)) % l.bins
		require.InDelta(t, hertz, float64(at)*44100/2048, 15, samples)
	}
	for _, f := range []framing{{n: 2048, hop: 512}, {n: 1024, hop: 256}, {n: 512, hop: 128}, {n: 2, hop: 1},
		{n: 2048, hop: 1 << 40}} {
		for _, at := range []int{0, 1023} {
			click := make([]float32, 1024)
			click[at] = 1
			l := measured(t, c, click, f)
			first, last := loudest(l, 0), loudest(l, l.columns-1)
			if at > 0 {
				first, last = last, first
			}
			require.Greater(t, first, float32(-60), "%+v, sample %d", f, at)
			require.Equal(t, silence, last, "%+v, sample %d", f, at)
		}
	}
	for _, name := range []string{"hann", "hamming", "blackman", "blackmanharris", "flattop", "rect", "kaiser:8",
		"tukey:0.5", "gaussian:40"} {
		w, err := signals.ParseWindow(name)
		require.NoError(t, err)
		for samples := 1; samples < 6; samples++ {
			one := slices.Repeat([]float32{1}, samples)
			l := measured(t, c, one, framing{n: 16, hop: 4, window: w})
			require.InDelta(t, 0, l.level[l.columns/2*l.bins], 4, "%s, %d samples", name, samples)
		}
	}
}

// A column holds the maximum of its frames, also across blocks.
func TestMoments(t *testing.T) {
	c := onCPU(t)
	sound := ref.UniformReal(9, 1<<16+5000) // more than one block
	f := framing{n: 16, hop: 1}
	last := 0
	f.follow = func(done, total int) {
		require.Greater(t, done, last)
		require.Equal(t, len(sound), total)
		last = done
	}
	all := measured(t, c, sound, f)
	require.Equal(t, len(sound), last)
	f.follow = nil
	for _, moments := range []int{1, 7, 1000, len(sound) - 1, len(sound) + 1} {
		f.maxColumns = moments
		few := measured(t, c, sound, f)
		require.LessOrEqual(t, few.columns, moments)
		share := int(few.step)
		for m := range few.columns {
			for k := range few.bins {
				loudest := float32(math.Inf(-1))
				for i := m * share; i < min((m+1)*share, all.columns); i++ {
					loudest = max(loudest, all.level[i*all.bins+k])
				}
				if loudest != few.level[m*few.bins+k] {
					require.Equal(t, loudest, few.level[m*few.bins+k], "moment %d bin %d of %d", m, k, moments)
				}
			}
		}
	}
}

// Silence is -Inf. NaN is ignored.
func TestOddSamples(t *testing.T) {
	c := onCPU(t)
	l := measured(t, c, make([]float32, 100), framing{n: 16, hop: 4})
	for _, v := range l.level {
		require.True(t, math.IsInf(float64(v), -1))
	}
	sound := ref.UniformReal(9, 1000)
	sound[500] = float32(math.NaN())
	l = measured(t, c, sound, framing{n: 16, hop: 16, maxColumns: 1})
	for _, v := range l.level {
		require.False(t, math.IsNaN(float64(v)))
	}
}

func TestLevelsCancelled(t *testing.T) {
	stopped, cancel := context.WithCancel(context.Background())
	cancel()
	f := framing{n: 8, hop: 1, maxColumns: 1, follow: func(int, int) {}}
	_, err := f.measure(stopped, onCPU(t), signals.Samples(make([]float32, 10)), 10)
	require.ErrorIs(t, err, context.Canceled)
}
