package imaging

import (
	"image"
	"image/color"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
)

// photograph returns an image of a synthetic scene of waves and discs. The scene is moved by (dx,
// dy), with noise. Each pixel is the mean over its area.
func photograph(seed uint64, w, h int, dx, dy, noise float64) *image.Gray {
	rng := rand.New(rand.NewPCG(seed, 7))
	type wave struct{ u, v, phase, size float64 }
	type disc struct{ x, y, radius, size float64 }
	var waves []wave
	for range 60 {
		f, angle := 0.005*math.Pow(80, rng.Float64()), rng.Float64()*2*math.Pi
		u, v := f*math.Cos(angle), f*math.Sin(angle)
		waves = append(waves, wave{u, v, rng.Float64() * 2 * math.Pi, 0.04 * math.Sqrt(0.1/f) * sinc(u) * sinc(v)})
	}
	var discs []disc
	for range 30 {
		x, y := (1.6*rng.Float64()-0.3)*float64(w), (1.6*rng.Float64()-0.3)*float64(h)
		discs = append(discs, disc{x, y, 3 + 20*rng.Float64(), 0.3*rng.Float64() - 0.15})
	}
	m := image.NewGray(image.Rect(0, 0, w, h))
	for i := range m.Pix {
		v := 0.5 + noise*rng.NormFloat64()
		x, y := float64(i%w)-dx, float64(i/w)-dy
		for _, a := range waves {
			v += a.size * math.Cos(2*math.Pi*(a.u*x+a.v*y)+a.phase)
		}
		for _, d := range discs {
			if far := math.Hypot(x-d.x, y-d.y) - d.radius; far > 6 {
				continue
			} else if far < -6 {
				v += d.size
				continue
			}
			for _, part := range [][2]float64{{-0.25, -0.25}, {-0.25, 0.25}, {0.25, -0.25}, {0.25, 0.25}} {
				v += d.size / 4 / (1 + math.Exp((math.Hypot(x+part[0]-d.x, y+part[1]-d.y)-d.radius)/0.3))
			}
		}
		m.Pix[i] = uint8(max(0, min(255, math.Round(255*v))))
	}
	return m
}

// sinc returns the factor by which the mean over a pixel attenuates a wave.
func sinc(f float64) float64 { return math.Sin(math.Pi*f) / (math.Pi * f) }

// Known shifts, integer and fractional, small and large, with and without noise. The bounds are
// twice the largest error of a hundred scenes.
func TestRegister(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		seed := seedOf(t) >> 32
		for _, at := range []struct {
			w, h          int
			dx, dy, noise float64
			within, sure  float64
		}{
			{64, 64, 0.25, -0.5, 0, 0.05, 0.9},
			{80, 64, -3.4, 2.7, 0, 0.05, 0.9},
			{101, 67, 0.1, 20.3, 0, 0.05, 0.9},
			{120, 90, 42.5, -25.25, 0, 0.05, 0.9},
			{64, 64, 1.3, 0.6, 0.02, 0.14, 0.5},
			{160, 120, -12.8, 7.45, 0.02, 0.1, 0.5},
			{160, 120, 2.5, 2.5, 0.05, 0.2, 0.25},
		} {
			if at.h > 67 && !testcase.Long() {
				continue
			}
			a, b := photograph(seed, at.w, at.h, 0, 0, at.noise), photograph(seed, at.w, at.h, at.dx, at.dy, 0)
			if at.noise > 0 {
				grain(rand.New(rand.NewPCG(seed, 3)), b, at.noise)
			}
			s, err := Register(ctx, c, a, b)
			require.NoError(t, err)
			require.LessOrEqual(t, math.Hypot(s.DX-at.dx, s.DY-at.dy), at.within, "seed %d: %+v: %+v", seed, at, s)
			require.Greater(t, s.Confidence, at.sure, "seed %d: %+v: %+v", seed, at, s)
		}
	})
}

// Over many scenes three of four errors are within 1.5 times the documented bound. The mean would
// be dominated by the worst scene.
func TestRegisterAccuracy(t *testing.T) {
	c := openCPU(t)
	rng := dice(t)
	scenes := 16
	if testcase.Long() {
		scenes = 72
	}
	for _, at := range [][2]float64{{0, 0.01}, {0.02, 0.04}} {
		noise, promised := at[0], at[1]
		var off []float64
		for range scenes {
			seed, dx, dy := rng.Uint64(), 8*rng.Float64()-4, 8*rng.Float64()-4
			a, b := photograph(seed, 64, 64, 0, 0, 0), photograph(seed, 64, 64, dx, dy, 0)
			grain(rng, a, noise)
			grain(rng, b, noise)
			s, err := Register(ctx, c, a, b)
			require.NoError(t, err)
			off = append(off, math.Hypot(s.DX-dx, s.DY-dy))
		}
		slices.Sort(off)
		require.LessOrEqual(t, off[scenes*3/4], 1.5*promised, "noise %g: %v", noise, off)
	}
}

// grain adds independent noise.
func grain(rng *rand.Rand, m *image.Gray, noise float64) {
	for i, v := range m.Pix {
		m.Pix[i] = uint8(max(0, min(255, math.Round(float64(v)+255*noise*rng.NormFloat64()))))
	}
}

// A copy is found exactly: as part of a larger image, moved by integer pixels, and in colour.
// Unrelated scenes have a low confidence.
func TestRegisterCopies(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		seed := seedOf(t) >> 32
		whole := photograph(seed, 160, 140, 0, 0, 0)
		a := whole.SubImage(image.Rect(20, 20, 121, 120))
		s, err := Register(ctx, c, a, a)
		require.NoError(t, err)
		require.Equal(t, [2]float64{}, [2]float64{s.DX, s.DY})
		require.Greater(t, s.Confidence, 0.99)

		b := image.NewNRGBA64(image.Rect(-5, -5, 96, 95))
		for y := range 100 {
			for x := range 101 {
				b.Set(x-5, y-5, whole.At(x+31, y+3)) // (20+x, 20+y) moves to (x-11, y+17)
			}
		}
		s, err = Register(ctx, c, a, b)
		require.NoError(t, err)
		require.InDelta(t, -11, s.DX, 1e-3, "seed %d", seed)
		require.InDelta(t, 17, s.DY, 1e-3, "seed %d", seed)
		require.Greater(t, s.Confidence, 0.99, "seed %d", seed)

		s, err = Register(ctx, c, a, photograph(seed+1, 101, 100, 0, 0, 0))
		require.NoError(t, err)
		require.Less(t, s.Confidence, 0.3, "seed %d: %+v", seed, s)
	})
}

// At integer shifts the series of a correlation equals the inverse transform. Its derivatives agree
// with differences. Sizes are odd and even.
func TestCorrelation(t *testing.T) {
	c := openCPU(t)
	rng := dice(t)
	for _, size := range [][2]int{{8, 6}, {9, 5}, {1, 4}} {
		w, h := size[0], size[1]
		bins, err := c.RFFT2(ctx, nil, noise(rng, w*h), []int{h, w})
		require.NoError(t, err)
		if w%2 == 0 { // the derivative at the Nyquist frequency is undefined
			for l := range h {
				bins[l*(w/2+1)+w/2] = 0
			}
		}
		if h%2 == 0 {
			clear(bins[h/2*(w/2+1) : (h/2+1)*(w/2+1)])
		}
		f := correlation{w: w, h: h, bins: bins, us: frequencies(w/2+1, w), vs: wgfft.FFTFreq(h, 1)}
		g, err := c.IRFFT2(ctx, nil, bins, []int{h, w})
		require.NoError(t, err)
		for i, v := range g {
			require.InDelta(t, v, f.at(float64(i%w), float64(i/w)).g/float64(w*h), 1e-5)
		}
		const d = 1e-4
		x, y := 2*rng.Float64(), 2*rng.Float64()
		s, left, right, up, down := f.at(x, y), f.at(x-d, y), f.at(x+d, y), f.at(x, y-d), f.at(x, y+d)
		require.InDelta(t, (right.g-left.g)/(2*d), s.x, 1e-3)
		require.InDelta(t, (down.g-up.g)/(2*d), s.y, 1e-3)
		require.InDelta(t, (right.x-left.x)/(2*d), s.xx, 1e-3)
		require.InDelta(t, (down.x-up.x)/(2*d), s.xy, 1e-3)
		require.InDelta(t, (down.y-up.y)/(2*d), s.yy, 1e-3)
	}
}

// Images without contrast, or with contrast along one axis only, give sensible shifts.
func TestRegisterLittle(t *testing.T) {
	c := openCPU(t)
	for _, r := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(0, 0, 2, 1), image.Rect(0, 0, 33, 20)} {
		m := image.NewGray(r)
		for i := range m.Pix {
			m.Pix[i] = 77
		}
		s, err := Register(ctx, c, m, m)
		require.NoError(t, err)
		require.Equal(t, Shift{}, s)
	}
	for _, r := range []image.Rectangle{image.Rect(0, 0, 64, 1), image.Rect(0, 0, 64, 20)} {
		a, b := image.NewGray(r), image.NewGray(r)
		for i := range a.Pix {
			a.Pix[i] = uint8(128 + 100*math.Exp(-math.Pow(float64(i%64)-30, 2)/8))
			b.Pix[i] = uint8(128 + 100*math.Exp(-math.Pow(float64(i%64)-34.5, 2)/8))
		}
		s, err := Register(ctx, c, a, b)
		require.NoError(t, err)
		require.InDelta(t, 4.5, s.DX, 0.05)
		require.InDelta(t, 0, s.DY, 0.05)
	}
}

func TestRegisterErrors(t *testing.T) {
	c := openCPU(t)
	_, err := Register(ctx, c, image.NewGray(image.Rect(0, 0, 4, 4)), image.NewGray(image.Rect(0, 0, 5, 4)))
	require.ErrorIs(t, err, ErrSize)
	require.ErrorContains(t, err, "4 x 4 and 5 x 4")
	_, err = Register(ctx, c, image.NewGray(image.Rectangle{}), image.NewGray(image.Rectangle{}))
	require.ErrorIs(t, err, ErrEmpty)
	_, err = Register(ctx, c, image.NewGray(image.Rect(0, 0, 4, 4)), image.NewUniform(color.White))
	require.ErrorIs(t, err, ErrSize)
}

// The integer shift may be wrong by more than half a pixel. The maximum is then beyond the inflection
// point of the correlation.
func TestRegisterBeyondInflection(t *testing.T) {
	c := openCPU(t)
	for _, at := range []struct {
		seed   uint64
		dx, dy float64
	}{{7901306619754305503, -3.634, 3.61}, {13285749522790383677, 0.498, -2.6}} {
		a, b := photograph(at.seed, 64, 64, 0, 0, 0), photograph(at.seed, 64, 64, at.dx, at.dy, 0)
		s, err := Register(ctx, c, a, b)
		require.NoError(t, err)
		require.InDelta(t, at.dx, s.DX, 0.05)
		require.InDelta(t, at.dy, s.DY, 0.05)
	}
}
