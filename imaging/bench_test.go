package imaging

import (
	"image"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
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
