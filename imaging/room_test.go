package imaging

import (
	"image"
	"math"
	"math/cmplx"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// TestRoomsOfEarlierPictures: what lies in the memory that a picture gets does not show in it, nor what others do meanwhile.
func TestRoomsOfEarlierPictures(t *testing.T) {
	k := Kernel{Width: 3, Height: 3, Weights: []float32{0, 1, 0, 1, 4, 1, 0, 1, 0}}
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		for name, work := range map[string]func(m image.Image) (image.Image, error){
			"filtered":    func(m image.Image) (image.Image, error) { return Filter(ctx, c, m, Gaussian(2), Reflect) },
			"repeated":    func(m image.Image) (image.Image, error) { return Filter(ctx, c, m, Gaussian(2), Periodic) },
			"convolved":   func(m image.Image) (image.Image, error) { return Convolve(ctx, c, m, k, Reflect) },
			"restored":    func(m image.Image) (image.Image, error) { return Deconvolve(ctx, c, m, k, 1e-3, Periodic) },
			"slid":        func(m image.Image) (image.Image, error) { return Move(ctx, c, m, 0.3, 2.4, Reflect) },
			"turned":      func(m image.Image) (image.Image, error) { return Move(ctx, c, m, 0.3, 2.4, Periodic) },
			"put":         func(m image.Image) (image.Image, error) { return Move(ctx, c, m, 3, 1, Reflect) },
			"put to rows": func(m image.Image) (image.Image, error) { return Move(ctx, c, m, 0.5, 0, Reflect) },
		} {
			var all sync.WaitGroup
			for range 3 {
				m := image.NewNRGBA(image.Rect(0, 0, 24, 18))
				fill(t, dice(t), m, true)
				want, err := work(m)
				require.NoError(t, err, name)
				for range 4 { // more than one call takes
					putSlice(&samplePool, poisoned(float32(math.NaN())))
					putSlice(&binPool, poisoned(complex64(cmplx.NaN())))
				}
				got, err := work(m)
				require.NoError(t, err, name)
				require.Equal(t, want, got, name)
				all.Go(func() {
					for range 5 {
						if got, err := work(m); err != nil || !sameSamples(want, got) {
							t.Errorf("%s, among others: %v", name, err)
						}
					}
				})
			}
			all.Wait()
		}
	})
}

// poisoned is memory full of v.
func poisoned[T any](v T) []T {
	s := make([]T, 1<<14)
	for i := range s {
		s[i] = v
	}
	return s
}

func sameSamples(a, b image.Image) bool {
	return string(a.(*image.NRGBA).Pix) == string(b.(*image.NRGBA).Pix)
}
