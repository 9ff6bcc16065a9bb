package imaging

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// BenchmarkFilter measures Filter for an 8-bit colour image of 3840 x 2160 pixels on the best
// adapter.
func BenchmarkFilter(b *testing.B) {
	c, err := wgfft.Open(wgfft.Config{})
	require.NoError(b, err)
	b.Cleanup(func() { require.NoError(b, c.Close()) })
	m := image.NewRGBA(image.Rect(0, 0, 3840, 2160))
	for i := range m.Pix {
		if m.Pix[i] = 255; i%4 < 3 {
			m.Pix[i] = uint8(rand.Uint32())
		}
	}
	for _, e := range []Edges{Reflect, Periodic} {
		for name, r := range map[string]Response{"Gaussian": Gaussian(2), "LowPass": LowPass(0.1)} {
			b.Run(name+"/"+e.String(), func(b *testing.B) {
				_, err := Filter(ctx, c, m, r, e) // compiles the kernels
				require.NoError(b, err)
				for b.Loop() {
					_, err := Filter(ctx, c, m, r, e)
					require.NoError(b, err)
				}
			})
		}
	}
}

// BenchmarkChain measures three filters of 1920 x 1080 pixels of three channels, by methods of Planes and by arrays
// that are uploaded and downloaded once, on the CPU engine and on the best GPU.
func BenchmarkChain(b *testing.B) {
	const w, h = 1920, 1080
	k := kernels()[0]
	for name, open := range map[string]func(testing.TB) *wgfft.Engine{"cpu": openCPU, "gpu": openGPU} {
		c := open(b)
		p := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 3, Pix: wave(3 * w * h)}
		b.Run(name+"/planes", func(b *testing.B) {
			for b.Loop() {
				require.NoError(b, p.Filter(ctx, c, Gaussian(2), Reflect))
				require.NoError(b, p.Convolve(ctx, c, k, Periodic))
				require.NoError(b, p.Deconvolve(ctx, c, k, 0.01, Periodic))
			}
		})
		b.Run(name+"/arrays", func(b *testing.B) {
			q := nd.NewQueue(c)
			soft, err := NewArrayFilter(ctx, c, w, h, Gaussian(2), Reflect)
			require.NoError(b, err)
			blur, err := NewArrayConvolution(ctx, c, w, h, k, Periodic)
			require.NoError(b, err)
			sharp, err := NewArrayDeconvolution(ctx, c, w, h, k, 0.01, Periodic)
			require.NoError(b, err)
			a := q.New(nd.Float32, 3, h, w)
			for b.Loop() {
				nd.Upload(q, a, p.Pix)
				y := sharp.Apply(q, blur.Apply(q, soft.Apply(q, a)))
				_, err := nd.Download(ctx, q, p.Pix, y)
				require.NoError(b, err)
			}
		})
	}
}
