package imaging

import (
	"fmt"
	"image"
	"image/color"
	"maps"
	"math"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
)

// brightness is a scene: its value at (x, y), 0 for black and 1 for white.
type brightness func(x, y float64) float64

// blob returns a Gaussian with the standard deviations sx and sy.
func blob(x0, y0, sx, sy, height float64) brightness {
	return func(x, y float64) float64 {
		u, v := (x-x0)/sx, (y-y0)/sy
		return height * math.Exp(-(u*u+v*v)/2)
	}
}

// painted returns an image of n x n pixels of a scene that is moved by (dx, dy), with noise.
func painted(n int, scene brightness, dx, dy, noise float64, rng *rand.Rand) *image.Gray16 {
	m := image.NewGray16(image.Rect(0, 0, n, n))
	for i := range n * n {
		v := scene(float64(i%n)-dx, float64(i/n)-dy) + noise*rng.NormFloat64()
		m.SetGray16(i%n, i/n, color.Gray16{Y: uint16(max(0, min(opaque, math.Round(opaque*v))))})
	}
	return m
}

// shallow returns an image in 8 bits.
func shallow(m *image.Gray16) *image.Gray {
	out := image.NewGray(m.Rect)
	for i := range out.Pix {
		out.Pix[i] = uint8((int(sample(m.Pix, i)) + 128) / 257)
	}
	return out
}

// coloured returns an image as the green channel of an RGBA.
func coloured(m *image.Gray16) *image.RGBA {
	out := image.NewRGBA(m.Rect)
	for i, v := range shallow(m).Pix {
		copy(out.Pix[4*i:], []uint8{40, v, v / 2, 255})
	}
	return out
}

// Blobs have no fine detail: the spectrum of the window is stronger than theirs.
func TestRegisterBlobs(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		for _, at := range []struct{ s, dx, dy float64 }{{12, 3, 5}, {8, 2.3, -1.6}} {
			scene := blob(32, 32, at.s, at.s, 64000.0/opaque)
			a, b := painted(64, scene, 0, 0, 0, dice(t)), painted(64, scene, at.dx, at.dy, 0, dice(t))
			s, err := Register(ctx, c, a, b)
			require.NoError(t, err)
			require.InDelta(t, at.dx, s.DX, 0.1, "%+v: %+v", at, s)
			require.InDelta(t, at.dy, s.DY, 0.1, "%+v: %+v", at, s)
			require.Greater(t, s.Confidence, 0.9, "%+v: %+v", at, s)
		}
	})
}

// Images without fine detail have the right shift or no confidence. Most have the right shift.
func TestRegisterSmooth(t *testing.T) {
	c := openCPU(t)
	right, all, count := 0, 0, 0
	try := func(n int, name string, scene brightness, dx, dy, noise float64) {
		count++
		if !testcase.ShardOf(t, count, 16) {
			return
		}
		rng := rand.New(rand.NewPCG(1, uint64(count)))
		a, b := painted(n, scene, 0, 0, noise, rng), painted(n, scene, dx, dy, noise, rng)
		for _, p := range [][2]image.Image{{a, b}, {shallow(a), shallow(b)}, {coloured(a), coloured(b)}} {
			s, err := Register(ctx, c, p[0], p[1])
			require.NoError(t, err)
			off := math.Hypot(s.DX-dx, s.DY-dy)
			if off > 0.2 {
				require.Less(t, s.Confidence, 0.1, "%d: %s by (%g, %g), noise %g, %T: %+v",
					n, name, dx, dy, noise, p[0], s)
			} else {
				right++
			}
			all++
		}
	}
	for _, n := range []int{32, 64, 100} {
		N := float64(n)
		scenes := map[string]brightness{
			"ramp": func(x, y float64) float64 { return 0.2 + 0.37*x/N + 0.21*y/N },
			"step": func(x, y float64) float64 { return 1 / (1 + math.Exp(-(x+y/2-0.75*N)/(N/10))) },
			"cone": func(x, y float64) float64 { return 0.9 - math.Hypot(x/N-0.5, y/N-0.5) },
			"bowl": func(x, y float64) float64 { return 0.1 + 0.8*(math.Pow(x/N-0.45, 2)+math.Pow(y/N-0.52, 2)) },
			"two": func(x, y float64) float64 {
				return blob(0.3*N, 0.4*N, N/8, N/8, 0.5)(x, y) + blob(0.7*N, 0.6*N, N/6, N/9, 0.4)(x, y)
			},
			"on ramp": func(x, y float64) float64 { return 0.1 + 0.3*x/N + blob(N/2, N/2, N/7, N/7, 0.5)(x, y) },
		}
		for _, s := range []float64{3, 6, 12, 24} {
			scenes[fmt.Sprint("round ", s)] = blob(N/2, N/2, s, s, 0.97)
			scenes[fmt.Sprint("long ", s)] = blob(N/2, N/2, s, 2.5*s, 0.97)
			scenes[fmt.Sprint("off centre ", s)] = blob(0.2*N, 0.7*N, s, s, 0.97)
			scenes[fmt.Sprint("weak ", s)] = blob(N/2, N/2, s, s, 0.1)
		}
		for _, name := range slices.Sorted(maps.Keys(scenes)) {
			for _, d := range [][2]float64{{3, 5}, {2.3, -1.6}, {0.5, 0.25}, {-N / 6, N / 8}} {
				try(n, name, scenes[name], d[0], d[1], 0)
				try(n, name, scenes[name], d[0], d[1], 0.01)
			}
		}
	}
	require.Greater(t, right, all*6/10)
	require.Greater(t, all, 90)
}

// A ridge has gradients in one direction only, so the shift along the other is unknown.
func TestRegisterOneDirection(t *testing.T) {
	c := openCPU(t)
	ridge := func(x, y float64) float64 { return 1 / (1 + math.Exp(-(x+y/2-48)/6)) }
	rng := rand.New(rand.NewPCG(1, 2))
	a, b := painted(64, ridge, 0, 0, 0, rng), painted(64, ridge, 2.3, -1.6, 0, rng)
	s, err := Register(ctx, c, a, b)
	require.NoError(t, err)
	require.Less(t, s.Confidence, 0.1)
}

// Another illumination changes neither the shift of images with details nor its confidence.
func TestRegisterLight(t *testing.T) {
	c := openCPU(t)
	a, b := photograph(5, 64, 64, 0, 0, 0), photograph(5, 64, 64, 2.3, -1.6, 0)
	for i, v := range b.Pix {
		b.Pix[i] = uint8(float64(v) * (0.4 + 0.6*float64(i%64)/64))
	}
	s, err := Register(ctx, c, a, b)
	require.NoError(t, err)
	require.InDelta(t, 2.3, s.DX, 0.05)
	require.InDelta(t, -1.6, s.DY, 0.05)
	require.Greater(t, s.Confidence, 0.9)
}
