package signals

import (
	"context"
	"fmt"
	"math"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"wgfft"
	"wgfft/internal/ref"
)

// cases returns configurations, grouped so that a GPU needs few kernels.
func cases() []STFTConfig {
	return []STFTConfig{
		{Block: 8},
		{Frame: 64, Hop: 16, Block: 8},
		{Frame: 64, Hop: 48, Block: 8, Window: Hamming()},
		{Frame: 64, Hop: 64, Block: 8, Window: Rectangular()},
		{Frame: 64, Hop: 13, Block: 8, Window: Kaiser(9)},
		{Frame: 63, Hop: 21, Points: 64, Block: 8, Window: Blackman()},
		{Frame: 33, Hop: 1, Points: 64, Block: 8, Window: Tukey(0.5)},
		{Frame: 48, Hop: 12, Points: 64, Block: 8, Window: Gaussian(9)},
		{Frame: 64, Hop: 10, Block: 8, Window: FlatTop()},
		{Frame: 64, Hop: 16, Block: 8, Window: BlackmanHarris()},
		{Frame: 45, Hop: 22, Block: 3},
		{Frame: 101, Hop: 25, Block: 2},
		{Frame: 1, Block: 5},
		{Frame: 2, Block: 5, Window: Hamming()},
		{Frame: 3, Hop: 1, Block: 5},
	}
}

// lengths returns signal lengths around the sizes of a frame and of a block.
func lengths(f STFTConfig) []int {
	f, err := f.complete()
	if err != nil {
		panic(err)
	}
	span := (f.Block-1)*f.Hop + f.Frame
	return []int{1, max(1, f.Frame-1), f.Frame, f.Frame + 1, f.Frame + f.Hop, span - 1, span, span + 1, 3*span + 7}
}

// Every frame agrees with the definition (1), and nothing outside dst is written.
func TestForward(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		noise := fresh(t)
		gaps := []STFTConfig{{Frame: 8, Hop: 50, Block: 4}, {Frame: 64, Hop: 1 << 40, Block: 8}}
		for i, f := range append(cases(), gaps...) {
			for _, edges := range []Edges{Centred, Whole} {
				if isSpare(c) && (i%2 == 0) != (edges == Centred) {
					continue
				}
				f.Edges = edges
				s := newer(t, c, f)
				for _, n := range lengths(f) {
					if n > 1<<20 {
						continue
					}
					frames := s.Frames(n)
					x := noise(n)
					if frames == 0 {
						_, err := s.Forward(ctx, nil, x)
						require.ErrorIs(t, err, ErrShort)
						continue
					}
					got := ref.NewGuarded[complex64](frames * s.Bins())
					back, err := s.Forward(ctx, got.Data, x)
					require.NoError(t, err)
					require.Same(t, &got.Data[0], &back[0])
					require.NoError(t, got.Check())
					for i := range frames {
						want := direct(x, s.Begin(i), s, None)
						off := ref.RelL2(got.Data[i*s.Bins():(i+1)*s.Bins()], want)
						require.LessOrEqual(t, off, tolerance(s), "%+v: %d samples, frame %d", f, n, i)
					}
				}
			}
		}
	})
}

// The number of Centred frames equals that of scipy.signal.stft. Whole frames are all that fit.
func TestFrames(t *testing.T) {
	c := openCPU(t)
	for n := 1; n <= 9; n++ {
		for hop := 1; hop <= n; hop++ { // scipy allows no longer hop
			s := newer(t, c, STFTConfig{Frame: n, Hop: hop})
			whole := newer(t, c, STFTConfig{Frame: n, Hop: hop, Edges: Whole})
			for samples := 1; samples < 40; samples++ {
				padded := samples + 2*(n/2)
				padded += ((n-padded)%hop + hop) % hop % n
				want := (padded - (n - hop)) / hop
				require.Equal(t, want, s.Frames(samples), "%d samples, frames of %d, hop %d", samples, n, hop)
				fit := 0
				for fit*hop+n <= samples {
					fit++
				}
				require.Equal(t, fit, whole.Frames(samples))
			}
			require.Zero(t, s.Frames(0))
			require.Zero(t, s.Frames(-1))
			require.Equal(t, -(n / 2), s.Begin(0))
			require.Zero(t, whole.Begin(0))
			require.Equal(t, 3*hop, whole.Begin(3))
		}
	}
}

// A sine of amplitude 1 at the frequency of a bin has the magnitude Sum/2; a constant 1 has Sum.
func TestSum(t *testing.T) {
	c := openCPU(t)
	sine, one := make([]float32, 4096), make([]float32, 4096)
	for i := range sine {
		sine[i], one[i] = float32(math.Sin(2*math.Pi*float64(i)*20/256)), 1
	}
	for _, w := range all() {
		s := newer(t, c, STFTConfig{Window: w})
		x, err := s.Forward(ctx, nil, sine)
		require.NoError(t, err)
		middle := s.Frames(4096) / 2 * s.Bins()
		require.InDelta(t, s.Sum()/2, math.Sqrt(power(x[middle+20])), 1e-2, "%v", w)
		x, err = s.Forward(ctx, x, one)
		require.NoError(t, err)
		require.InDelta(t, s.Sum(), real(x[middle]), 1e-3, "%v", w)
	}
}

// The default block works on both engines.
func TestUsualBlock(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		if isSpare(c) {
			return // TestForward and TestInverse have several blocks; make test-long has usual ones, too
		}
		s := newer(t, c, STFTConfig{Frame: 1024, Hop: 512})
		require.Equal(t, 1024, s.Config().Block)
		x := fresh(t)(600 * 1024)
		got, err := s.Forward(ctx, nil, x)
		require.NoError(t, err)
		frames := s.Frames(len(x))
		require.Len(t, got, frames*s.Bins())
		for _, i := range []int{0, 1, 500, 1023, 1024, frames - 1} {
			off := ref.RelL2(got[i*s.Bins():(i+1)*s.Bins()], direct(x, s.Begin(i), s, None))
			require.LessOrEqual(t, off, tolerance(s), "frame %d", i)
		}
		back, err := s.Inverse(ctx, nil, got, len(x))
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*tolerance(s)*amplification(s, len(x)))
	})
}

func TestConcurrentUse(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		s := newer(t, c, STFTConfig{Frame: 64, Block: 8})
		x := fresh(t)(2000)
		want, err := s.Forward(ctx, nil, x)
		require.NoError(t, err)
		signal, err := s.Inverse(ctx, nil, want, len(x))
		require.NoError(t, err)
		var all sync.WaitGroup
		for range 8 {
			all.Go(func() {
				for range 5 {
					got, err := s.Forward(ctx, nil, x)
					if err == nil {
						err = equal(want, got)
					}
					if err != nil {
						t.Error(err)
						return
					}
					back, err := s.Inverse(ctx, nil, got, len(x))
					if err == nil {
						err = equal(signal, back)
					}
					if err != nil {
						t.Error(err)
					}
				}
			})
		}
		all.Wait()
	})
}

// equal returns an error that names the first difference.
func equal[T comparable](want, got []T) error {
	if len(want) != len(got) {
		return fmt.Errorf("%d elements, not %d", len(got), len(want))
	}
	for i, v := range want {
		if got[i] != v {
			return fmt.Errorf("element %d is %v, not %v", i, got[i], v)
		}
	}
	return nil
}

func TestDefaults(t *testing.T) {
	c := openCPU(t)
	s := newer(t, c, STFTConfig{})
	require.Equal(t, STFTConfig{Frame: 256, Hop: 128, Points: 256, Block: 4096}, s.Config())
	require.Equal(t, 129, s.Bins())
	require.InDelta(t, 128, s.Sum(), 1e-12)
	s = newer(t, c, STFTConfig{Frame: 1})
	require.Equal(t, STFTConfig{Frame: 1, Hop: 1, Points: 1, Block: 1 << 20}, s.Config())
	s = newer(t, c, STFTConfig{Frame: 3, Points: 1 << 22})
	require.Equal(t, STFTConfig{Frame: 3, Hop: 2, Points: 1 << 22, Block: 1}, s.Config())
}

func TestBadConfigs(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		for say, f := range map[string]STFTConfig{
			"Frame -1 is out of range [1, ":                {Frame: -1},
			"Frame 2147483649 is out of range [1, ":        {Frame: 1<<31 + 1},
			"Hop -1 is out of range [1, ":                  {Hop: -1},
			"Hop 9223372036854775807 is out of range":      {Hop: math.MaxInt},
			"Points 100 is less than Frame 256":            {Points: 100},
			"Points -1 is less than Frame 256":             {Points: -1},
			"Edges edges(2) is unknown":                    {Edges: 2},
			"Edges edges(-1) is unknown":                   {Edges: -1},
			"Block -1 is out of range [1, 8388608]":        {Block: -1},
			"Block 8388609 is out of range [1, 8388608]":   {Block: 1<<23 + 1},
			"window kaiser:-1: beta must be in [0, 700]":   {Window: Kaiser(-1)},
			"window custom: 3 weights for frames of 4 sam": {Frame: 4, Window: Custom([]float64{1, 2, 1})},
		} {
			_, err := NewSTFT(c, f)
			require.ErrorContains(t, err, say)
		}
		_, err := NewSTFT(c, STFTConfig{Points: 1<<31 + 1})
		require.ErrorAs(t, err, new(*wgfft.LimitError))
	})
}

func TestForwardErrors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		s := newer(t, c, STFTConfig{Frame: 64, Block: 8})
		_, err := s.Forward(ctx, nil, nil)
		require.ErrorIs(t, err, ErrShort)
		require.EqualError(t, err, "signals: the signal is too short: it has no samples")
		whole := newer(t, c, STFTConfig{Frame: 64, Block: 8, Edges: Whole})
		_, err = whole.Forward(ctx, nil, make([]float32, 63))
		require.EqualError(t, err, "signals: the signal is too short: it has 63 samples, "+
			"want at least 64 (one frame or segment); use shorter frames")
		_, err = s.Forward(ctx, make([]complex64, 33), make([]float32, 64))
		require.ErrorIs(t, err, wgfft.ErrSliceLength)
		require.ErrorContains(t, err, "dst has 33 elements, want 99")
		stopped, cancel := context.WithCancel(ctx)
		cancel()
		_, err = s.Forward(stopped, nil, make([]float32, 64))
		require.ErrorIs(t, err, context.Canceled)
		_, err = s.Inverse(stopped, nil, make([]complex64, 99), 64)
		require.ErrorIs(t, err, context.Canceled)
	})
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	s := newer(t, c, STFTConfig{Frame: 64})
	require.NoError(t, c.Close())
	_, err = s.Forward(ctx, nil, make([]float32, 64))
	require.ErrorIs(t, err, wgfft.ErrClosed)
	_, err = NewSTFT(c, STFTConfig{})
	require.ErrorIs(t, err, wgfft.ErrClosed)
}

// A result that exceeds any machine's memory is refused before it is allocated.
func TestTooManySpectra(t *testing.T) {
	s := newer(t, openCPU(t), STFTConfig{Frame: 1, Points: 1 << 26})
	_, err := s.Forward(ctx, nil, make([]float32, 1<<20))
	require.ErrorContains(t, err, "use Stream")
}

// For any frame, hop and length, the inverse is the signal, or ErrNOLA if the window leaves gaps.
func TestInverseProperty(t *testing.T) {
	c := openCPU(t)
	rapid.Check(t, func(t *rapid.T) {
		frame := rapid.IntRange(1, 70).Draw(t, "frame")
		f := STFTConfig{
			Frame:  frame,
			Hop:    rapid.IntRange(1, frame+3).Draw(t, "hop"),
			Points: frame + rapid.IntRange(0, 20).Draw(t, "zeros"),
			Window: rapid.SampledFrom(all()).Draw(t, "window"),
			Edges:  rapid.SampledFrom([]Edges{Centred, Whole}).Draw(t, "edges"),
			Block:  rapid.IntRange(1, 6).Draw(t, "block"),
		}
		s, err := NewSTFT(c, f)
		require.NoError(t, err)
		x := ref.UniformReal(rapid.Uint64().Draw(t, "seed"), rapid.IntRange(1, 300).Draw(t, "samples"))
		if s.Frames(len(x)) == 0 {
			return
		}
		if f.Edges == Whole { // samples after the last frame are lost
			x = x[:s.Begin(s.Frames(len(x))-1)+frame]
		}
		spectra, err := s.Forward(ctx, nil, x)
		require.NoError(t, err)
		back, err := s.Inverse(ctx, nil, spectra, len(x))
		if s.Invertible() != nil || f.Edges == Whole && thinnest(s, len(x)) <= minWeightSum(s.weights) {
			require.ErrorIs(t, err, ErrNOLA)
			return
		}
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*tolerance(s)*amplification(s, len(x)))
	})
}
