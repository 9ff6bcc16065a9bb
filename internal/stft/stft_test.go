package stft

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/window"
)

func open(t *testing.T) *wgfft.Context {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.CPU})
	require.NoError(t, err)
	t.Cleanup(func() { c.Close() })
	return c
}

// noise is a random signal.
func noise(n int) []float32 {
	s := make([]float32, n)
	for i, v := range ref.Uniform(9, n) {
		s[i] = real(v)
	}
	return s
}

// direct is the definition, frame by frame in float64.
func direct(signal []float32, f Config, frames int) []float64 {
	w := f.Window.Points(f.N)
	sum := 0.0
	for _, v := range w {
		sum += float64(v)
	}
	dft := ref.NewDFT(f.N)
	var levels []float64
	for i := range frames {
		begin := i*f.Hop + (f.Hop-f.N)/2
		if frames == 1 {
			begin = 0
		}
		x := make([]complex128, f.N)
		for j := range x {
			if at := begin + j; at >= 0 && at < len(signal) {
				x[j] = complex(float64(signal[at])*float64(w[j]), 0)
			}
		}
		dft.Forward(x, x)
		for k := range f.N/2 + 1 {
			c := 2.0
			if k == 0 || 2*k == f.N {
				c = 1
			}
			levels = append(levels, 20*math.Log10(c*math.Hypot(real(x[k]), imag(x[k]))/sum))
		}
	}
	return levels
}

func TestAgainstTheDefinition(t *testing.T) {
	c := open(t)
	for _, f := range []struct {
		Config
		samples, frames int
	}{
		{Config{N: 64, Hop: 16}, 1000, 63},
		{Config{N: 64, Hop: 16}, 65, 5},
		{Config{N: 64, Hop: 16}, 64, 1},
		{Config{N: 64, Hop: 16}, 5, 1},
		{Config{N: 15, Hop: 4, Window: window.FlatTop}, 100, 25},
		{Config{N: 16, Hop: 7, Window: window.Rect}, 99, 15},
		{Config{N: 8, Hop: 50, Window: window.Blackman}, 301, 7},
		{Config{N: 2, Hop: 1, Window: window.Hamming}, 10, 10},
		{Config{N: 8, Hop: math.MaxInt}, 100, 1},
	} {
		t.Run(fmt.Sprintf("%+v of %d", f.Config, f.samples), func(t *testing.T) {
			signal := noise(f.samples)
			r, err := Levels(context.Background(), c, signal, f.Config)
			require.NoError(t, err)
			require.Equal(t, f.frames, r.Frames)
			require.Equal(t, f.frames, r.Moments)
			require.Equal(t, f.N/2+1, r.Bins)
			want := direct(signal, f.Config, f.frames)
			require.Len(t, r.Level, len(want))
			for i, v := range want {
				if v > -60 { // below, float32 has few digits beside the other bins
					require.InDelta(t, v, r.Level[i], 0.01, i)
				} else {
					require.Less(t, r.Level[i], float32(-50))
				}
			}
			if f.frames > 1 {
				require.Equal(t, float64(f.Hop), r.Step)
			} else {
				require.Equal(t, float64(f.samples), r.Step)
			}
		})
	}
}

// TestFullScale: a sine of amplitude 1 is at 0 dBFS whatever the window, and so is a constant 1.
func TestFullScale(t *testing.T) {
	c := open(t)
	signal, one := make([]float32, 4096), make([]float32, 4096)
	for i := range signal {
		signal[i], one[i] = float32(math.Sin(2*math.Pi*float64(i)*20/256)), 1
	}
	for _, name := range window.Names() {
		w, err := window.Parse(name)
		require.NoError(t, err)
		r, err := Levels(context.Background(), c, signal, Config{N: 256, Hop: 64, Window: w})
		require.NoError(t, err)
		middle := r.Moments / 2 * r.Bins
		require.InDelta(t, 0, r.Level[middle+20], 1e-3, name)
		r, err = Levels(context.Background(), c, one, Config{N: 256, Hop: 64, Window: w})
		require.NoError(t, err)
		require.InDelta(t, 0, r.Level[middle], 1e-3, name)
	}
}

// TestMoments: frames that share a moment give it the loudest of them, across the borders of blocks as well.
func TestMoments(t *testing.T) {
	c := open(t)
	signal := noise(blockPoints/16 + 5000) // more than one block
	f := Config{N: 16, Hop: 1}
	last := 0
	f.Progress = func(done, total int) {
		require.Greater(t, done, last)
		require.Equal(t, len(signal), total)
		last = done
	}
	all, err := Levels(context.Background(), c, signal, f)
	require.NoError(t, err)
	require.Equal(t, len(signal), last)
	f.Progress = nil
	for _, moments := range []int{1, 7, 1000, len(signal) - 1, len(signal) + 1} {
		f.Moments = moments
		few, err := Levels(context.Background(), c, signal, f)
		require.NoError(t, err)
		require.LessOrEqual(t, few.Moments, moments)
		share := int(few.Step)
		for m := range few.Moments {
			for k := range few.Bins {
				loudest := float32(math.Inf(-1))
				for i := m * share; i < min((m+1)*share, all.Moments); i++ {
					loudest = max(loudest, all.Level[i*all.Bins+k])
				}
				if loudest != few.Level[m*few.Bins+k] {
					require.Equal(t, loudest, few.Level[m*few.Bins+k], "moment %d bin %d of %d", m, k, moments)
				}
			}
		}
	}
}

// TestOddSamples: silence is -Inf, NaN is not louder than anything.
func TestOddSamples(t *testing.T) {
	c := open(t)
	r, err := Levels(context.Background(), c, make([]float32, 100), Config{N: 16, Hop: 4})
	require.NoError(t, err)
	for _, v := range r.Level {
		require.True(t, math.IsInf(float64(v), -1))
	}
	signal := noise(1000)
	signal[500] = float32(math.NaN())
	r, err = Levels(context.Background(), c, signal, Config{N: 16, Hop: 16, Moments: 1})
	require.NoError(t, err)
	for _, v := range r.Level {
		require.False(t, math.IsNaN(float64(v)))
	}
}

func TestErrors(t *testing.T) {
	c := open(t)
	for _, f := range []Config{{N: 1, Hop: 1}, {N: 8}, {N: 8, Hop: -1}} {
		_, err := Levels(context.Background(), c, noise(10), f)
		require.Error(t, err)
	}
	_, err := Levels(context.Background(), c, nil, Config{N: 8, Hop: 1})
	require.Error(t, err)
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	_, err = Levels(ctx, c, noise(10), Config{N: 8, Hop: 1})
	require.ErrorIs(t, err, context.Canceled)
}
