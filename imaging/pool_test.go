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

// Results depend neither on the contents of reused memory nor on concurrent calls.
func TestReusedMemory(t *testing.T) {
	k := Kernel{Width: 3, Height: 3, Weights: []float32{0, 1, 0, 1, 4, 1, 0, 1, 0}}
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		type step func(m image.Image) (image.Image, error)
		filter := func(e Edges) step {
			return func(m image.Image) (image.Image, error) { return Filter(ctx, c, m, Gaussian(2), e) }
		}
		move := func(dx, dy float64, e Edges) step {
			return func(m image.Image) (image.Image, error) { return Move(ctx, c, m, dx, dy, e) }
		}
		for name, work := range map[string]step{
			"filter, reflect":  filter(Reflect),
			"filter, periodic": filter(Periodic),
			"convolve": func(m image.Image) (image.Image, error) {
				return Convolve(ctx, c, m, k, Reflect)
			},
			"deconvolve": func(m image.Image) (image.Image, error) {
				return Deconvolve(ctx, c, m, k, 1e-3, Periodic)
			},
			"move, reflect":    move(0.3, 2.4, Reflect),
			"move, periodic":   move(0.3, 2.4, Periodic),
			"move by integers": move(3, 1, Reflect),
			"move along rows":  move(0.5, 0, Reflect),
		} {
			if spare(c) && name != "filter, periodic" {
				continue
			}
			var all sync.WaitGroup
			for range 3 {
				m := image.NewNRGBA(image.Rect(0, 0, 24, 18))
				fill(t, dice(t), m, true)
				want, err := work(m)
				require.NoError(t, err, name)
				for range 4 { // more slices than one call takes
					putSlice(&samplePool, poisoned(float32(math.NaN())))
					putSlice(&binPool, poisoned(complex64(cmplx.NaN())))
				}
				got, err := work(m)
				require.NoError(t, err, name)
				require.Equal(t, want, got, name)
				all.Go(func() {
					for range 5 {
						if got, err := work(m); err != nil || !sameSamples(want, got) {
							t.Errorf("%s, concurrently: %v", name, err)
						}
					}
				})
			}
			all.Wait()
		}
	})
}

// poisoned returns a slice filled with v.
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
