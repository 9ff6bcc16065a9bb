package imaging

import (
	"context"
	"errors"
	"hash/fnv"
	"image"
	"image/color"
	"image/draw"
	"math"
	"math/cmplx"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"

	"wgfft/internal/testcase"
)

// ctx is the context of calls that are not cancelled.
var ctx = context.Background()

// spare reports whether a test takes one case of each kind on a GPU, because each size and each type
// of image needs kernels of its own.
func spare(c *wgfft.Engine) bool { return !c.Adapter().CPU && !testcase.Long() }

// reference returns the engine that computes the planes that a test of c compares with: the CPU engine in
// a usual run, because other tests have the kernels of planes.
func reference(t testing.TB, c *wgfft.Engine) *wgfft.Engine {
	if spare(c) {
		return openCPU(t)
	}
	return c
}

// theGPU opens the engine that the tests on a GPU share: the best GPU, or a software adapter. TestMain
// closes it.
var theGPU = sync.OnceValues(func() (*wgfft.Engine, error) {
	c, err := wgfft.Open(wgfft.Config{})
	if err != nil || !c.Adapter().CPU {
		return c, err
	}
	if err := c.Close(); err != nil {
		return nil, err
	}
	return wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
})

// hasGPU is set when theGPU is open.
var hasGPU atomic.Bool

// openGPU returns the GPU of all tests. Without any adapter it skips the test, or fails it if
// WGFFT_REQUIRE_ADAPTER is 1.
func openGPU(t testing.TB) *wgfft.Engine {
	t.Helper()
	c, err := theGPU()
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	hasGPU.Store(true)
	return c
}

func TestMain(m *testing.M) {
	code := m.Run()
	if hasGPU.Load() {
		if c, _ := theGPU(); c.Close() != nil && code == 0 {
			code = 1
		}
	}
	os.Exit(code)
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

// onCPU runs a test on the CPU engine, and with WGFFT_ALL=1 on a GPU, too. Another test, with
// onBoth, runs the same steps on a GPU.
func onCPU(t *testing.T, f func(t *testing.T, c *wgfft.Engine)) {
	t.Run("cpu", func(t *testing.T) { f(t, openCPU(t)) })
	if testcase.Long() {
		t.Run("gpu", func(t *testing.T) { f(t, openGPU(t)) })
	}
}

// dice returns random numbers. A test has the same numbers in every run.
func dice(t testing.TB) *rand.Rand { return rand.New(rand.NewPCG(seedOf(t), 1)) }

// seedOf returns a number that depends on the test's name alone.
func seedOf(t testing.TB) uint64 {
	h := fnv.New64a()
	h.Write([]byte(t.Name()))
	return h.Sum64()
}

// forms returns empty images of every type that a result may have.
func forms(r image.Rectangle) map[string]draw.Image {
	return map[string]draw.Image{
		"Gray": image.NewGray(r), "Gray16": image.NewGray16(r), "RGBA": image.NewRGBA(r), "NRGBA": image.NewNRGBA(r),
		"RGBA64": image.NewRGBA64(r), "NRGBA64": image.NewNRGBA64(r),
	}
}

// samples returns the memory of an image.
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

// fill sets random pixels, opaque or with every kind of alpha. Hidden colours are black.
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
				case 1: // alpha of 8 bits
					c.A = 0x101 * uint16(1+rng.IntN(255))
				}
			}
			m.Set(x, y, c)
		}
	}
}

// sub returns a sub-image of a larger image of another colour.
func sub(t testing.TB, name string, r image.Rectangle) draw.Image {
	t.Helper()
	around := forms(r.Inset(-3))[name]
	draw.Draw(around, around.Bounds(), image.NewUniform(color.RGBA{255, 0, 128, 255}), image.Point{}, draw.Src)
	return around.(interface {
		SubImage(image.Rectangle) image.Image
	}).SubImage(r).(draw.Image)
}

// requireSame compares the type, the bounds and every pixel of two images.
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

// planesOf returns planes of one channel.
func planesOf(pix []float32, w int) *Planes {
	return &Planes{Rect: image.Rect(0, 0, w, len(pix)/w), Channels: 1, Pix: pix}
}

// noise returns n random samples.
func noise(rng *rand.Rand, n int) []float32 {
	pix := make([]float32, n)
	for i := range pix {
		pix[i] = rng.Float32()
	}
	return pix
}

// dft returns the transform along rows of w points and then along columns, by the definition.
func dft(x []complex128, w int, sign float64) []complex128 {
	h := len(x) / w
	transform := func(n int, at func(j int) complex128) []complex128 {
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
		copy(rows[y*w:], transform(w, func(j int) complex128 { return x[y*w+j] }))
	}
	for k := range w {
		for l, v := range transform(h, func(j int) complex128 { return rows[j*w+k] }) {
			out[l*w+k] = v
		}
	}
	return out
}

// continued returns the spectrum of an extended plane, and its size.
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

// filtered returns a plane filtered by the definition: extend, transform, multiply, invert.
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

// both returns the two names of a frequency, which differ for -1/2.
func both(f float64) [2]float64 {
	if f == -0.5 {
		return [2]float64{f, -f}
	}
	return [2]float64{f, f}
}

// requireNear checks the distance of got and want, relative to the norm of from.
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
