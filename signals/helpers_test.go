package signals

import (
	"context"
	"errors"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/dft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// ctx is the context of calls that are not cancelled.
var ctx = context.Background()

func openCPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// openGPU opens the best GPU, or a software adapter. Without any adapter it skips the test, or
// fails it if WGFFT_REQUIRE_ADAPTER is 1.
func openGPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{})
	require.NoError(t, err)
	if c.Adapter().CPU {
		require.NoError(t, c.Close())
		c, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
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

// fresh returns a generator of uniform noise. Each call of the generator uses a new seed; the first
// one is logged.
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

// direct returns the spectrum of the frame that begins at sample begin, by the definition (1) in
// float64.
func direct(signal []float32, begin int, s *STFT, trend Detrend) []complex128 {
	w, err := s.f.Window.Periodic(s.f.Frame)
	if err != nil {
		panic(err)
	}
	frame := make([]float64, s.f.Frame)
	for j := range frame {
		if at := begin + j; at >= 0 && at < len(signal) {
			frame[j] = float64(signal[at])
		}
	}
	without(frame, trend)
	x := make([]complex128, s.f.Points)
	for j, v := range frame {
		x[j] = complex(v*w[j], 0)
	}
	dft.New(len(x)).Forward(x, x)
	return x[:len(x)/2+1]
}

// without subtracts the trend, by the normal equations of the fit.
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

// tolerance returns the error bound of a spectrum: the bound of the transform, and half an eps for
// the rounding of windowed samples.
func tolerance(s *STFT) float64 { return ref.Tolerance(s.f.Points) + ref.Eps/2 }

// thinnest returns the smallest sum of overlapping squared weights in a signal of the given length.
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

// amplification returns the factor (3) by which the inverse may amplify errors of the spectra, and
// at least 1.
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
