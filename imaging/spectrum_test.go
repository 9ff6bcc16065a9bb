package imaging

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// tile returns an image of one wave, k periods across and l periods down.
func tile(w, h, k, l int) *image.Gray16 {
	m := image.NewGray16(image.Rect(5, -3, 5+w, -3+h))
	for y := range h {
		for x := range w {
			v := 0.5 + 0.4*math.Cos(2*math.Pi*(float64(k*x)/float64(w)+float64(l*y)/float64(h)))
			m.SetGray16(5+x, y-3, color.Gray16{uint16(math.Round(65535 * v))})
		}
	}
	return m
}

// A wave gives two points at its frequency, and the centre. Sizes are odd and even.
func TestSpectrumOfAWave(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		for _, size := range [][2]int{{32, 24}, {33, 25}, {40, 21}} {
			w, h := size[0], size[1]
			for _, wave := range [][2]int{{3, 5}, {-4, 2}, {0, 7}, {6, 0}} {
				got, err := Spectrum(ctx, c, tile(w, h, wave[0], wave[1]), SpectrumOptions{Range: 60})
				require.NoError(t, err)
				s := got.(*image.Gray16)
				require.Equal(t, image.Rect(0, 0, w, h), s.Rect)
				for y := range h {
					for x := range w {
						k, l := x-w/2, y-h/2
						lit := k == 0 && l == 0 || k == wave[0] && l == wave[1] || k == -wave[0] && l == -wave[1]
						if lit {
							require.Equal(t, uint16(65535), s.Gray16At(x, y).Y, "%v %v at %d, %d", size, wave, x, y)
						} else {
							require.Zero(t, s.Gray16At(x, y).Y, "%v %v at %d, %d", size, wave, x, y)
						}
					}
				}
			}
		}
	})
}

// Levels are in dB below the peak, with the luma weights of the channels. 8-bit images give 8-bit
// results.
func TestSpectrumLevels(t *testing.T) {
	c := openCPU(t)
	m := image.NewRGBA(image.Rect(0, 0, 64, 64))
	for i := range 64 * 64 {
		x := float64(i % 64)
		strong, weak := 100*math.Cos(2*math.Pi*8*x/64), 100*math.Cos(2*math.Pi*20*float64(i/64)/64)
		m.SetRGBA(i%64, i/64, color.RGBA{127, uint8(math.Round(127 + strong)), uint8(math.Round(127 + weak)), 255})
	}
	got, err := Spectrum(ctx, c, m, SpectrumOptions{Range: 40})
	require.NoError(t, err)
	s := got.(*image.Gray)
	require.EqualValues(t, 255, s.GrayAt(32+8, 32).Y)
	require.EqualValues(t, 255, s.GrayAt(32-8, 32).Y)
	want := 255 * (1 + 20*math.Log10(0.114/0.587)/40)
	require.InDelta(t, want, s.GrayAt(32, 32+20).Y, 1)
	require.InDelta(t, want, s.GrayAt(32, 32-20).Y, 1)
}

// A taper removes the cross that edges cause. A constant image has its centre as the only white
// pixel.
func TestSpectrumTaper(t *testing.T) {
	c := openCPU(t)
	m := image.NewGray(image.Rect(0, 0, 64, 64))
	for i := range m.Pix {
		m.Pix[i] = uint8(2 * (i % 64)) // a ramp: opposite edges differ
	}
	plain, err := Spectrum(ctx, c, m, SpectrumOptions{})
	require.NoError(t, err)
	tapered, err := Spectrum(ctx, c, m, SpectrumOptions{Taper: true})
	require.NoError(t, err)
	cross := func(m image.Image) int { return int(m.(*image.Gray).GrayAt(32+25, 32).Y) }
	require.Greater(t, cross(plain), cross(tapered)+60)

	for _, r := range []image.Rectangle{image.Rect(0, 0, 1, 1), image.Rect(0, 0, 15, 10)} {
		flat := image.NewGray(r)
		for i := range flat.Pix {
			flat.Pix[i] = 123
		}
		for _, taper := range []bool{false, true} {
			got, err := Spectrum(ctx, c, flat, SpectrumOptions{Taper: taper})
			require.NoError(t, err)
			for i, v := range got.(*image.Gray).Pix {
				want := 0
				if i == r.Dy()/2*r.Dx()+r.Dx()/2 {
					want = 255
				}
				require.EqualValues(t, want, v, "%v taper %v at %d", r, taper, i)
			}
		}
	}
	for _, bad := range []float64{-1, math.NaN(), math.Inf(1), 2000} {
		_, err := Spectrum(ctx, c, m, SpectrumOptions{Range: bad})
		require.ErrorIs(t, err, ErrParameter)
	}
	_, err = Spectrum(ctx, c, image.NewGray(image.Rectangle{}), SpectrumOptions{})
	require.ErrorIs(t, err, ErrEmpty)
}
