package imaging

import (
	"fmt"
	"image"
	"image/color"
	"image/draw"
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

var rectangles = []image.Rectangle{
	image.Rect(0, 0, 1, 1), image.Rect(-7, 3, -6, 20), image.Rect(5, -9, 38, 8), image.Rect(0, 0, 64, 16),
}

// Split and Image keep every pixel of every type, for images and sub-images, opaque or not.
func TestRoundTrip(t *testing.T) {
	rng := dice(t)
	for _, r := range rectangles {
		for name, whole := range forms(r) {
			for _, transparent := range []bool{false, true} {
				for _, m := range []draw.Image{whole, sub(t, name, r)} {
					fill(t, rng, m, transparent)
					p, err := Split(m)
					require.NoError(t, err)
					for i, v := range p.Pix {
						require.True(t, v >= 0 && v <= 1, "%v at %d", v, i)
					}
					got, err := p.Image()
					require.NoError(t, err)
					requireSame(t, m, got)
				}
			}
		}
	}
}

// Split stores every channel in its plane.
func TestChannels(t *testing.T) {
	m := image.NewNRGBA64(image.Rect(2, 1, 4, 3))
	m.Set(3, 2, color.NRGBA64{0x1111, 0x2222, 0x3333, opaque})
	p, err := Split(m)
	require.NoError(t, err)
	require.Equal(t, 3, p.Channels)
	require.True(t, p.Deep)
	mean := []float64{0x1111 / 65535.0, 0x2222 / 65535.0, 0x3333 / 65535.0}
	for i, v := range p.Pix { // the only visible pixel is the backdrop of the others
		require.InDelta(t, mean[i/4], v, 1e-6)
	}
}

// Images of types that no result has are read with the pixels that At returns.
func TestOtherTypes(t *testing.T) {
	rng := dice(t)
	bytes := func(n int) []byte {
		b := make([]byte, n)
		for i := range b {
			b[i] = byte(rng.Uint32())
		}
		return b
	}
	palette := color.Palette{
		color.RGBA{10, 20, 30, 255}, color.NRGBA{200, 100, 50, 128}, color.Gray{77}, color.Transparent,
	}
	for _, r := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(3, 5, 20, 14), image.Rect(-4, -6, 13, 7)} {
		for _, ratio := range []image.YCbCrSubsampleRatio{
			image.YCbCrSubsampleRatio444, image.YCbCrSubsampleRatio422, image.YCbCrSubsampleRatio420,
			image.YCbCrSubsampleRatio440, image.YCbCrSubsampleRatio411, image.YCbCrSubsampleRatio410,
		} {
			m := image.NewYCbCr(r, ratio)
			copy(m.Y, bytes(len(m.Y)))
			copy(m.Cb, bytes(len(m.Cb)))
			copy(m.Cr, bytes(len(m.Cr)))
			requireLike(t, image.NewRGBA(r), m)
			requireLike(t, image.NewRGBA(r), m.SubImage(r))
			a := image.NewNYCbCrA(r, ratio)
			a.YCbCr = *m
			copy(a.A, bytes(len(a.A)))
			requireLike(t, image.NewNRGBA(r), a)
		}
		k := image.NewCMYK(r)
		copy(k.Pix, bytes(len(k.Pix)))
		requireLike(t, image.NewRGBA(r), k)
		p := image.NewPaletted(r, palette)
		for i := range p.Pix {
			p.Pix[i] = byte(rng.IntN(len(palette)))
		}
		requireLike(t, image.NewNRGBA(r), p)
		a := image.NewAlpha16(r)
		copy(a.Pix, bytes(len(a.Pix)))
		requireLike(t, image.NewNRGBA64(r), a)
		whole := image.NewNRGBA(r)
		fill(t, rng, whole, true)
		requireLike(t, image.NewNRGBA64(r), onlyAt{whole})
	}
}

// onlyAt hides the type of an image.
type onlyAt struct{ image.Image }

// requireLike compares the visible pixels of Split and Image with those of At.
func requireLike(t *testing.T, want draw.Image, m image.Image) {
	t.Helper()
	p, err := Split(m)
	require.NoError(t, err)
	got, err := p.Image()
	require.NoError(t, err)
	require.IsType(t, want, got)
	require.Equal(t, m.Bounds(), got.Bounds())
	r := m.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			R, G, B, A := m.At(x, y).RGBA()
			gr, gg, gb, ga := got.At(x, y).RGBA()
			require.Equal(t, A, ga)
			step := 2.0 // two levels of 16 bits
			if _, deep := want.(*image.NRGBA64); !deep {
				step = 257 // one level of 8 bits
			}
			require.InDeltaSlice(t, []uint32{R, G, B}, []uint32{gr, gg, gb}, step, fmt.Sprintf("%T at %d, %d", m, x, y))
		}
	}
}

// Samples outside [0, 1] are clamped.
func TestLevels(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	p := planesOf([]float32{-1, -0.001, 0, 0.5, 1, 1.001, 1e30, inf, -inf, nan}, 5)
	m, err := p.Image()
	require.NoError(t, err)
	require.Equal(t, []byte{0, 0, 0, 128, 255, 255, 255, 255, 0, 0}, m.(*image.Gray).Pix)
	p.Deep = true
	m, err = p.Image()
	require.NoError(t, err)
	require.Equal(t, []byte{
		0, 0, 0, 0, 0, 0, 128, 0, 255, 255, 255, 255, 255, 255, 255, 255, 0, 0, 0, 0,
	}, m.(*image.Gray16).Pix)
}

// An 8-bit image as 16 bits and back.
func TestDeep(t *testing.T) {
	rng := dice(t)
	m := image.NewNRGBA(image.Rect(0, 0, 9, 9))
	fill(t, rng, m, true)
	p, err := Split(m)
	require.NoError(t, err)
	p.Deep = true
	deep, err := p.Image()
	require.NoError(t, err)
	require.IsType(t, new(image.NRGBA64), deep)
	p, err = Split(deep)
	require.NoError(t, err)
	p.Deep = false
	got, err := p.Image()
	require.NoError(t, err)
	requireSame(t, m, got)
}

// Invalid images and planes are refused.
func TestInvalidImages(t *testing.T) {
	for name, c := range map[string]struct {
		m    image.Image
		want error
	}{
		"nil":               {nil, ErrEmpty},
		"typed nil":         {(*image.RGBA)(nil), ErrEmpty},
		"no pixels":         {image.NewGray(image.Rect(3, 3, 3, 9)), ErrEmpty},
		"upside down":       {&image.Gray{Rect: image.Rectangle{image.Pt(4, 4), image.Pt(0, 0)}}, ErrEmpty},
		"endless":           {image.NewUniform(color.White), ErrSize},
		"no memory":         {&image.RGBA{Rect: image.Rect(0, 0, 4, 4), Stride: 16}, ErrPixels},
		"short of a sample": {&image.Gray16{Rect: image.Rect(0, 0, 4, 4), Stride: 8, Pix: make([]byte, 31)}, ErrPixels},
		"short rows":        {&image.NRGBA{Rect: image.Rect(0, 0, 4, 4), Stride: 8, Pix: make([]byte, 64)}, ErrPixels},
		"rows of nothing":   {&image.Gray{Rect: image.Rect(0, 0, 4, 4), Pix: make([]byte, 64)}, ErrPixels},
		"no chroma": {&image.YCbCr{Rect: image.Rect(0, 0, 4, 4), Y: make([]byte, 16), YStride: 4, CStride: 2,
			SubsampleRatio: image.YCbCrSubsampleRatio420, Cb: make([]byte, 4), Cr: make([]byte, 3)}, ErrPixels},
		"no alpha": {&image.NYCbCrA{YCbCr: *image.NewYCbCr(image.Rect(0, 0, 4, 4), 0), AStride: 4}, ErrPixels},
		"beyond the palette": {&image.Paletted{Rect: image.Rect(0, 0, 2, 1), Stride: 2, Pix: []byte{0, 2},
			Palette: color.Palette{color.Black, color.White}}, ErrPixels},
	} {
		_, err := Split(c.m)
		require.ErrorIs(t, err, c.want, name)
		_, err = PSNR(c.m, image.NewGray(image.Rect(0, 0, 1, 1)))
		require.ErrorIs(t, err, c.want, name)
	}
	for _, p := range []*Planes{
		{},
		{Rect: image.Rect(0, 0, 2, 2), Channels: 2, Pix: make([]float32, 8)},
		{Rect: image.Rect(0, 0, 2, 2), Channels: 3, Pix: make([]float32, 4)},
		{Rect: image.Rect(0, 0, 2, 2), Channels: 1, Pix: make([]float32, 4), alpha: make([]uint16, 1)},
	} {
		_, err := p.Image()
		require.Error(t, err)
	}
}
