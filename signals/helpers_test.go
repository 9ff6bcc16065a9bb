package signals

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// ctx is for calls that are not cancelled.
var ctx = context.Background()

func openCPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// openGPU opens the best adapter, a software one if need be. Without any it skips, or fails where one is required.
func openGPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{})
	require.NoError(t, err)
	if c.Adapter().CPU {
		require.NoError(t, c.Close())
		c, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
		if errors.Is(err, wgfft.ErrNoAdapter) && os.Getenv("WGFFT_REQUIRE_ADAPTER") != "1" {
			t.Skip(err)
		}
		require.NoError(t, err)
	}
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// onBoth runs a test on the CPU engine and on a GPU.
func onBoth(t *testing.T, f func(t *testing.T, c *wgfft.Engine)) {
	t.Run("cpu", func(t *testing.T) { f(t, openCPU(t)) })
	t.Run("gpu", func(t *testing.T) { f(t, openGPU(t)) })
}

// fresh is uniform noise that differs from run to run and from call to call; where the test fails its first seed is in the log.
func fresh(t testing.TB) func(n int) []float32 {
	seed := rand.Uint64()
	t.Logf("noise from seed %d on", seed)
	return func(n int) []float32 {
		seed++
		return ref.UniformReal(seed-1, n)
	}
}

func newer(t testing.TB, c *wgfft.Engine, f STFTConfig) *STFT {
	t.Helper()
	s, err := NewSTFT(c, f)
	require.NoError(t, err)
	return s
}

// direct is the definition in float64, frame by frame: the spectrum of the frame of a signal that begins with a sample.
func direct(signal []float32, begin int, s *STFT, trend Detrend) []complex128 {
	w, err := s.f.Window.Periodic(s.f.Frame)
	if err != nil {
		panic(err)
	}
	now := make([]float64, s.f.Frame)
	for j := range now {
		if at := begin + j; at >= 0 && at < len(signal) {
			now[j] = float64(signal[at])
		}
	}
	without(now, trend)
	x := make([]complex128, s.f.Points)
	for j, v := range now {
		x[j] = complex(v*w[j], 0)
	}
	ref.NewDFT(len(x)).Forward(x, x)
	return x[:len(x)/2+1]
}

// without takes the trend off, by the normal equations of the fit.
func without(x []float64, trend Detrend) {
	if trend == None {
		return
	}
	var n, j1, j2, x1, jx float64
	for j, v := range x {
		n, j1, j2, x1, jx = n+1, j1+float64(j), j2+float64(j)*float64(j), x1+v, jx+float64(j)*v
	}
	level, slope := x1/n, 0.0
	if det := n*j2 - j1*j1; trend == Linear && det > 0 {
		slope = (n*jx - j1*x1) / det
		level = (x1 - slope*j1) / n
	}
	for j := range x {
		x[j] -= level + slope*float64(j)
	}
}

// tolerance is that of the transform, and the rounding of weighted samples by half an eps.
func tolerance(s *STFT) float64 { return ref.Tolerance(s.f.Points) + ref.Eps/2 }

// thinnest is the least sum of squared weights that overlap in a signal of so many samples.
func thinnest(s *STFT, samples int) float64 {
	squares := make([]float64, samples)
	for i := range s.Frames(samples) {
		for j, w := range s.weights {
			if at := s.Begin(i) + j; at >= 0 && at < samples {
				squares[at] += w * w
			}
		}
	}
	return slices.Min(squares)
}

// amplification is how much the inverse may magnify errors of the spectra: the root mean square of the weights over the root of the least
// sum of squares of those that overlap.
func amplification(s *STFT, samples int) float64 {
	all := 0.0
	for _, w := range s.weights {
		all += w * w
	}
	return max(1, math.Sqrt(all/float64(len(s.weights))/thinnest(s, samples)))
}

func widened(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}
