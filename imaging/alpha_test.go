package imaging

import (
	"image"
	"image/color"
	"image/draw"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// Steps that change nothing keep the colours of almost transparent pixels, although errors are
// divided by alpha.
func TestFaintPixelsKeepTheirColours(t *testing.T) {
	steps := map[string]func(c *wgfft.Engine, m image.Image) (image.Image, error){
		"Gaussian, reflect": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Filter(ctx, c, m, Gaussian(0), Reflect)
		},
		"Gaussian, periodic": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Filter(ctx, c, m, Gaussian(0), Periodic)
		},
		"Sharpen": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Filter(ctx, c, m, Sharpen(2, 0), Reflect)
		},
		"Convolve": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Convolve(ctx, c, m, Kernel{Width: 3, Height: 1, Weights: []float32{0, 1, 0}}, Reflect)
		},
		"Deconvolve": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Deconvolve(ctx, c, m, Kernel{Width: 1, Height: 1, Weights: []float32{1}}, 0, Reflect)
		},
		"Move": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			return Move(ctx, c, m, 0, 0, Reflect)
		},
		"Move and its inverse": func(c *wgfft.Engine, m image.Image) (image.Image, error) {
			moved, err := Move(ctx, c, m, 3, -2, Periodic)
			if err != nil {
				return nil, err
			}
			return Move(ctx, c, moved, -3, 2, Periodic)
		},
		"Split": func(_ *wgfft.Engine, m image.Image) (image.Image, error) {
			p, err := Split(m)
			if err != nil {
				return nil, err
			}
			return p.Image()
		},
	}
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		for _, bright := range []bool{false, true} { // opaque pixels make the backdrop bright
			r := image.Rect(0, 0, 8, 8)
			for name, m := range map[string]draw.Image{"NRGBA64": image.NewNRGBA64(r), "NRGBA": image.NewNRGBA(r)} {
				for i := range 64 {
					m.Set(i%8, i/8, color.NRGBA64{uint16(1000 * (i + 1)), uint16(65535 - 900*i), uint16(37 * i), 1})
					if name == "NRGBA" {
						m.Set(i%8, i/8, color.NRGBA{uint8(4*i + 1), uint8(255 - 4*i), uint8(i), 1})
					}
					if bright && i%3 == 0 {
						m.Set(i%8, i/8, color.White)
					}
				}
				for step, run := range steps {
					got, err := run(c, m)
					require.NoError(t, err, step)
					require.Equal(t, samples(t, m), samples(t, got), "%s of %s, bright %v", step, name, bright)
				}
			}
		}
	})
}
