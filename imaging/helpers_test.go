package imaging

import (
	"context"
	"errors"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"

	"wgfft/internal/ref"
)

// ctx is for calls that are not cancelled.
var ctx = context.Background()

// everything says whether the long sweeps are wanted: make test-all.
func everything() bool { return ref.Everything() }

// spare says whether a test may leave out some pictures on a GPU: each of their sizes is kernels to compile.
func spare(c *wgfft.Engine) bool { return !c.Adapter().CPU && !everything() }

// left says whether a test leaves out its i-th case on a GPU: one of two, see ref.Drawn.
func left(t testing.TB, c *wgfft.Engine, i int) bool {
	t.Helper()
	return spare(c) && !ref.Drawn(t, i)
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

func openCPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, c.Close()) })
	return c
}

// onBoth runs a test on the CPU engine and on a GPU.
func onBoth(t *testing.T, f func(t *testing.T, c *wgfft.Engine)) {
	t.Run("cpu", func(t *testing.T) { f(t, openCPU(t)) })
	t.Run("gpu", func(t *testing.T) { f(t, openGPU(t)) })
}

// dice are random numbers of which a failing test names the seed.
func dice(t testing.TB) *rand.Rand {
	seed := rand.Uint64()
	t.Cleanup(func() {
		if t.Failed() {
			t.Logf("seed %d", seed)
		}
	})
	return rand.New(rand.NewPCG(seed, 1))
}

// forms are empty pictures of every type that results have.
func forms(r image.Rectangle) map[string]draw.Image {
	return map[string]draw.Image{
		"Gray": image.NewGray(r), "Gray16": image.NewGray16(r), "RGBA": image.NewRGBA(r), "NRGBA": image.NewNRGBA(r),
		"RGBA64": image.NewRGBA64(r), "NRGBA64": image.NewNRGBA64(r),
	}
}

// samples is the memory of a picture.
func samples(t testing.TB, m image.Image) []byte {
	t.Helper()
	switch m := m.(type) {
	case *image.Gray:
		return m.Pix
	case *image.Gray16:
		return m.Pix
	case *image.RGBA:
		return m.Pix
	case *image.NRGBA:
		return m.Pix
	case *image.RGBA64:
		return m.Pix
	case *image.NRGBA64:
		return m.Pix
	}
	require.Fail(t, "no samples", "%T", m)
	return nil
}

// fill gives a picture random pixels, opaque ones or with every kind of alpha; hidden colours are black.
func fill(t testing.TB, rng *rand.Rand, m draw.Image, transparent bool) {
	t.Helper()
	r := m.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			c := color.NRGBA64{uint16(rng.Uint32()), uint16(rng.Uint32()), uint16(rng.Uint32()), opaque}
			if transparent {
				switch rng.IntN(4) {
				case 0:
					c = color.NRGBA64{}
				case 1: // 8 bits of alpha and more: see the package comment
					c.A = 0x101 * uint16(1+rng.IntN(255))
				}
			}
			m.Set(x, y, c)
		}
	}
}

// sub is a picture inside a larger one of another colour, of which it must not see anything.
func sub(t testing.TB, name string, r image.Rectangle) draw.Image {
	t.Helper()
	around := forms(r.Inset(-3))[name]
	draw.Draw(around, around.Bounds(), image.NewUniform(color.RGBA{255, 0, 128, 255}), image.Point{}, draw.Src)
	return around.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(r).(draw.Image)
}

// requireSame compares pictures: type, bounds and every pixel.
func requireSame(t testing.TB, want, got image.Image) {
	t.Helper()
	require.IsType(t, want, got)
	require.Equal(t, want.Bounds(), got.Bounds())
	r := want.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			if want.At(x, y) != got.At(x, y) {
				require.Equal(t, want.At(x, y), got.At(x, y), "at (%d, %d) of %T %v", x, y, want, r)
			}
		}
	}
}

// planesOf are planes of one channel.
func planesOf(pix []float32, w int) *Planes {
	return &Planes{Rect: image.Rect(0, 0, w, len(pix)/w), Channels: 1, Pix: pix}
}

// noise are random samples.
func noise(rng *rand.Rand, n int) []float32 {
	pix := make([]float32, n)
	for i := range pix {
		pix[i] = rng.Float32()
	}
	return pix
}

// dft is the transform along rows of w and then columns, by the definition.
func dft(x []complex128, w int, sign float64) []complex128 {
	h := len(x) / w
	line := func(n int, at func(j int) complex128) []complex128 {
		out := make([]complex128, n)
		for k := range out {
			for j := range n {
				out[k] += at(j) * cmplx.Rect(1, sign*2*math.Pi*float64(j*k%n)/float64(n))
			}
		}
		return out
	}
	rows, out := make([]complex128, len(x)), make([]complex128, len(x))
	for y := range h {
		copy(rows[y*w:], line(w, func(j int) complex128 { return x[y*w+j] }))
	}
	for k := range w {
		for l, v := range line(h, func(j int) complex128 { return rows[j*w+k] }) {
			out[l*w+k] = v
		}
	}
	return out
}

// continued is the spectrum of a plane as it goes on beyond its edges, and the size of that.
func continued(pix []float32, w int, e Edges) (X []complex128, W, H int) {
	h := len(pix) / w
	W, H = w, h
	if e == Reflect {
		W, H = 2*w, 2*h
	}
	x := make([]complex128, W*H)
	for i := range x {
		x[i] = complex(float64(pix[e.index(i/W, h)*w+e.index(i%W, w)]), 0)
	}
	return dft(x, W, -1), W, H
}

// filtered is a plane filtered by the definition: continued beyond its edges, transformed, multiplied, transformed back.
func filtered(pix []float32, w int, gain func(u, v float64) float64, e Edges) []float64 {
	X, W, H := continued(pix, w, e)
	us, vs := wgfft.FFTFreq(W, 1), wgfft.FFTFreq(H, 1)
	for i := range X {
		u, v := us[i%W], vs[i/W]
		mean := 0.0
		for _, u := range both(u) {
			for _, v := range both(v) {
				mean += (gain(u, v) + gain(-u, -v)) / 8
			}
		}
		X[i] *= complex(mean, 0)
	}
	y := dft(X, W, 1)
	out := make([]float64, len(pix))
	for i := range out {
		out[i] = real(y[i/w*W+i%w]) / float64(W*H)
	}
	return out
}

// both are the names of a frequency: -1/2 has two.
func both(f float64) [2]float64 {
	if f == -0.5 {
		return [2]float64{f, -f}
	}
	return [2]float64{f, f}
}

// requireNear holds the distance of got and want, over the norm of what both come from, to a tolerance.
func requireNear(t testing.TB, got []float32, want []float64, from []float32, tolerance float64, what ...any) {
	t.Helper()
	require.Len(t, got, len(want), what...)
	off, all := 0.0, 0.0
	for i, v := range want {
		off += (float64(got[i]) - v) * (float64(got[i]) - v)
	}
	for _, v := range from {
		all += float64(v) * float64(v)
	}
	require.LessOrEqual(t, math.Sqrt(off), tolerance*math.Sqrt(all), what...)
}
