package signals

import (
	"context"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// The power spectra equal those of Power, and the cross spectrum agrees with its definition.
func TestCrossIsTheDefinition(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		noise := fresh(t)
		for _, f := range []WelchConfig{
			{Segment: 64, Block: 8},
			{Segment: 45, Hop: 50, Block: 3, Scaling: Spectrum, Rate: 10, Detrend: Linear},
		} {
			w := newerWelch(t, c, f)
			x, y := noise(1000), noise(1000)
			got, err := w.Cross(ctx, x, y)
			require.NoError(t, err)
			for _, side := range []struct {
				signal []float32
				power  []float64
			}{{x, got.X}, {y, got.Y}} {
				p, err := w.Power(ctx, side.signal)
				require.NoError(t, err)
				require.Equal(t, p.Power, side.power)
				require.Equal(t, p.Freq, got.Freq)
				require.Equal(t, p.Segments, got.Segments)
			}
			want, sum := make([]complex128, w.s.bins), 0.0
			for at := 0; at+w.f.Segment <= len(x); at += w.f.Hop {
				a, b := direct(x, at, w.s, w.f.Detrend), direct(y, at, w.s, w.f.Detrend)
				for k := range want {
					want[k] += cmplx.Conj(a[k]) * b[k] * complex(w.factor(k)/float64(got.Segments), 0)
				}
			}
			off := 0.0
			for k, v := range want {
				off, sum = off+cmplx.Abs(got.XY[k]-v), sum+(got.X[k]+got.Y[k])/2
			}
			e := tolerance(w.s)
			require.LessOrEqual(t, off, (2*e+e*e)*sum)
		}
	})
}

// A delay of y by d samples has the phase -2 pi f d and a coherence close to 1. Unrelated noise has
// little coherence.
func TestCoherence(t *testing.T) {
	noise := fresh(t)
	all, other := noise(128*600), noise(128*600-3)
	x, y := all[3:], all[:len(all)-3] // y[j] is x[j-3]
	w := newerWelch(t, openCPU(t), WelchConfig{Detrend: None})
	c, err := w.Cross(ctx, x, y)
	require.NoError(t, err)
	for k, v := range c.Coherence() {
		require.InDelta(t, 1, v, 0.01)
		if k > 0 && k < 128 {
			turn := cmplx.Phase(c.XY[k]) + 2*math.Pi*c.Freq[k]*3
			require.InDelta(t, 0, math.Remainder(turn, 2*math.Pi), 0.05, "bin %d", k)
		}
	}
	c, err = w.Cross(ctx, x, other)
	require.NoError(t, err)
	mean := 0.0
	for _, v := range c.Coherence() {
		mean += v / 129
	}
	require.InDelta(t, 1.0/600, mean, 1.0/600)
	require.Positive(t, mean)

	c, err = w.Cross(ctx, x[:256], make([]float32, 256))
	require.NoError(t, err)
	require.True(t, math.IsNaN(c.Coherence()[3]))
	c, err = w.Cross(ctx, x[:256], other[:256])
	require.NoError(t, err)
	require.InDelta(t, 1, c.Coherence()[3], 1e-12, "one segment")
}

func TestCrossErrors(t *testing.T) {
	w := newerWelch(t, openCPU(t), WelchConfig{Segment: 8})
	_, err := w.Cross(ctx, make([]float32, 8), make([]float32, 9))
	require.ErrorIs(t, err, wgfft.ErrSliceLength)
	_, err = w.Cross(ctx, make([]float32, 7), make([]float32, 7))
	require.ErrorIs(t, err, ErrShort)
	stopped, cancel := context.WithCancel(ctx)
	cancel()
	_, err = w.Cross(stopped, make([]float32, 8), make([]float32, 8))
	require.ErrorIs(t, err, context.Canceled)
	_, err = newerWelch(t, openCPU(t), WelchConfig{Average: Median}).Cross(ctx, nil, nil)
	require.ErrorContains(t, err, "use Average Mean")
}
