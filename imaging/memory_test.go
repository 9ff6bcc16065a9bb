package imaging

import (
	"image"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// An image whose planes exceed the engine's memory limit is refused before they are allocated.
func TestMemoryLimit(t *testing.T) {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer c.Close()
	large, small := image.NewGray(image.Rect(0, 0, 512, 512)), image.NewGray(image.Rect(0, 0, 100, 100))
	blur := Gaussian(2)
	box := Kernel{Width: 1, Height: 1, Weights: []float32{1}}
	for name, change := range map[string]func(m image.Image) error{
		"filter":   func(m image.Image) error { _, err := Filter(t.Context(), c, m, blur, Reflect); return err },
		"convolve": func(m image.Image) error { _, err := Convolve(t.Context(), c, m, box, Reflect); return err },
		"spectrum": func(m image.Image) error { _, err := Spectrum(t.Context(), c, m, SpectrumOptions{}); return err },
		"register": func(m image.Image) error { _, err := Register(t.Context(), c, m, m); return err },
		"dct":      func(m image.Image) error { _, err := DCT(t.Context(), c, m); return err },
		"move":     func(m image.Image) error { _, err := Move(t.Context(), c, m, 1, 2, Periodic); return err },
	} {
		require.ErrorIs(t, change(large), wgfft.ErrMemoryLimit, name)
		require.NoError(t, change(small), name)
	}
	_, err = BlockDCT(t.Context(), c, small, 1<<13)
	require.ErrorIs(t, err, wgfft.ErrMemoryLimit)
}

// TestMemoryLimitOfPlanes: planes that a kernel extends beyond the limit are refused before they are allocated.
func TestMemoryLimitOfPlanes(t *testing.T) {
	c, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer c.Close()
	p, err := Split(image.NewGray(image.Rect(0, 0, 300, 300)))
	require.NoError(t, err)
	wide := Kernel{Width: 290, Height: 290, Weights: make([]float32, 290*290)}
	err = p.Convolve(t.Context(), c, wide, Reflect)
	require.ErrorIs(t, err, wgfft.ErrMemoryLimit)
	require.ErrorContains(t, err, "extended by a kernel of 290 x 290")
}
