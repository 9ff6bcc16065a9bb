package signals

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"
)

func TestCOLA(t *testing.T) {
	for _, c := range []struct {
		w      Window
		n, hop int
		adds   bool
	}{
		{Hann(), 256, 64, true}, {Hann(), 256, 128, true}, {Hann(), 256, 256, false}, {Hann(), 256, 100, false},
		{Hann(), 255, 85, true}, {Hann(), 2, 1, true}, {Hann(), 8, math.MaxInt, false},
		{Rectangular(), 100, 100, true}, {Rectangular(), 100, 99, false}, {Rectangular(), 100, 25, true},
		{Rectangular(), 100, 101, false}, {Rectangular(), 1, 1, true}, {Hamming(), 128, 64, true},
		{Blackman(), 120, 40, true}, {Blackman(), 120, 60, false}, {BlackmanHarris(), 128, 32, true},
		{FlatTop(), 100, 20, true}, {FlatTop(), 100, 25, false},
		{Kaiser(8), 128, 64, false}, {Tukey(0.5), 128, 96, true},
	} {
		err := CheckCOLA(periodic(t, c.w, c.n), c.hop)
		if c.adds {
			require.NoError(t, err, "%+v", c)
		} else {
			require.ErrorIs(t, err, ErrCOLA, "%+v", c)
		}
	}
	require.EqualError(t, CheckCOLA([]float64{1, 2, 1}, 3),
		"signals: windows do not add up to a constant: with a hop of 3 the sums range from 1 to 2; "+
			"use a hop that divides the frame of 3 samples into more parts")
}

func TestNOLA(t *testing.T) {
	for _, c := range []struct {
		w      Window
		n, hop int
		found  bool
	}{
		{Hann(), 256, 128, true}, {Hann(), 256, 255, true}, {Hann(), 256, 256, false}, {Hann(), 8, math.MaxInt, false},
		{Rectangular(), 100, 100, true}, {Rectangular(), 100, 101, false}, {Hamming(), 64, 64, true},
		{Kaiser(8), 128, 90, true}, {Custom([]float64{0, 0, 1, 1}), 4, 2, true},
		{Custom([]float64{1, 0, 0, 1}), 4, 3, false}, {Custom(make([]float64, 4)), 4, 1, false},
	} {
		err := CheckNOLA(periodic(t, c.w, c.n), c.hop)
		if c.found {
			require.NoError(t, err, "%+v", c)
		} else {
			require.ErrorIs(t, err, ErrNOLA, "%+v", c)
		}
	}
	require.EqualError(t, CheckNOLA(make([]float64, 8), 16),
		"signals: samples without weight: a hop of 16 skips samples between frames of 8 samples; "+
			"use a hop of at most 8")
	require.EqualError(t, CheckNOLA([]float64{0, 1, 2, 1}, 4),
		"signals: samples without weight: samples 0 + 4 m of a frame of 4 have zero weight in all frames "+
			"that overlap; "+
			"use a shorter hop")
}

// CheckCOLA and CheckNOLA agree with sums over overlapping frames.
func TestOverlapByHand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		weights := rapid.SliceOfN(rapid.SampledFrom([]float64{0, 0, 1, 2, -1}), 1, 12).Draw(t, "weights")
		hop := rapid.IntRange(1, 15).Draw(t, "hop")
		n := len(weights)
		sum, squares := make([]float64, 40*hop+n), make([]float64, 40*hop+n)
		for i := range 40 {
			for j, v := range weights {
				sum[i*hop+j] += v
				squares[i*hop+j] += v * v
			}
		}
		constant, found := true, true
		for at := 20 * hop; at < 21*hop; at++ {
			constant = constant && sum[at] == sum[20*hop]
			found = found && squares[at] > 0
		}
		require.Equal(t, constant, CheckCOLA(weights, hop) == nil)
		require.Equal(t, found, CheckNOLA(weights, hop) == nil)
	})
}

func TestOverlapBadInput(t *testing.T) {
	for _, check := range []func([]float64, int) error{CheckCOLA, CheckNOLA} {
		require.ErrorContains(t, check(nil, 1), "both must be at least 1")
		require.ErrorContains(t, check([]float64{1}, 0), "both must be at least 1")
		require.Error(t, check([]float64{math.NaN()}, 1))
	}
}
