package signals

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Segments of an odd length overlap by half of it, rounded down, as in scipy.signal. The reference
// values come from scipy 1.10.
func TestDefaultHopOfOddSegments(t *testing.T) {
	c := openCPU(t)
	x := []float32{1, 2, 3, 5, 8, 13, 21, 34, 1, 1, 2, 3, 5, 8}
	y := []float32{2, 7, 1, 8, 2, 8, 1, 8, 2, 8, 4, 5, 9, 0}
	for _, at := range []struct {
		f    WelchConfig
		want []float64
	}{
		{WelchConfig{Segment: 5}, []float64{34.4259669, 156.31557037, 37.66319448}},
		{WelchConfig{Segment: 7}, []float64{17.33035118, 369.26645362, 321.33105776, 184.1649528}},
		{WelchConfig{Segment: 5, Average: Median}, []float64{7.71631643, 110.70727571, 5.20372674}},
	} {
		w, err := NewWelch(c, at.f)
		require.NoError(t, err)
		p, err := w.Power(ctx, x)
		require.NoError(t, err)
		require.InDeltaSlice(t, at.want, p.Power, 1e-3, "%+v", at.f)
	}
	w, err := NewWelch(c, WelchConfig{Segment: 5})
	require.NoError(t, err)
	cross, err := w.Cross(ctx, x, y)
	require.NoError(t, err)
	for k, want := range []complex128{-4.28434588, -10.20959947 + 6.79195633i, 9.93714595 + 11.7906405i} {
		require.InDelta(t, real(want), real(cross.XY[k]), 1e-4)
		require.InDelta(t, imag(want), imag(cross.XY[k]), 1e-4)
	}
	for frame, hop := range map[int]int{1: 1, 2: 1, 3: 2, 4: 2, 255: 128, 256: 128} {
		s, err := NewSTFT(c, STFTConfig{Frame: frame})
		require.NoError(t, err)
		require.Equal(t, hop, s.Config().Hop, frame)
	}
}

// A signal with samples in no frame is refused before its memory is allocated: 2^40 samples do not
// fit.
func TestInverseRefusesBeforeItAllocates(t *testing.T) {
	const samples = 1 << 40
	s, err := NewSTFT(openCPU(t), STFTConfig{Frame: 4, Hop: samples})
	require.NoError(t, err)
	_, err = s.Inverse(ctx, nil, make([]complex64, s.Frames(samples)*s.Bins()), samples)
	require.ErrorIs(t, err, ErrNOLA)
}
