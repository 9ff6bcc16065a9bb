package imaging

import (
	"image"
	"image/color"
	"maps"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
)

// A GPU filters the integer samples of opaque images, and differs from planes by rounding only. All
// other images are left to planes.
func TestFilterPacked(t *testing.T) {
	c := openGPU(t)
	by, rng := reference(t, c), dice(t)
	bounds := image.Rect(-3, 2, 12, 14)
	images := map[string]image.Image{}
	for name := range forms(bounds) {
		m := sub(t, name, bounds)
		fill(t, rng, m, false)
		images[name] = m
	}
	y := image.NewYCbCr(bounds, image.YCbCrSubsampleRatio420)
	for _, plane := range [][]byte{y.Y, y.Cb, y.Cr} {
		for i := range plane {
			plane[i] = byte(rng.Uint32())
		}
	}
	images["YCbCr"] = y
	names := slices.Sorted(maps.Keys(images))
	// skipped reports whether a usual run skips the i-th form with these edges: forms alternate between
	// both, and a form of each size of samples is taken.
	skipped := func(i int, e Edges) bool {
		taken := []string{"RGBA", "Gray16"}
		return spare(c) && (int(e) != i%2 || !slices.Contains(taken, names[i]))
	}
	for i, name := range names {
		m := images[name]
		for j, r := range []Response{
			Gaussian(1.2), HighPass(0.2), Sharpen(1, 1), Notch(0.2, -0.1, 0.1),
			HighPass(0.2).Then(Notch(0.2, -0.1, 0.1)),
		} {
			for _, e := range []Edges{Reflect, Periodic} {
				if skipped(i, e) || spare(c) && j%3 != i%3 { // every third response
					continue
				}
				got, done, err := filterPacked(ctx, c, m, r, e)
				require.NoError(t, err)
				if r.isOriented && e == Reflect {
					require.False(t, done, "a sine transform is needed")
					continue
				}
				require.True(t, done, name)
				want, err := withPlanes(by, m, func(p *Planes) error { return p.Filter(ctx, by, r, e) })
				require.NoError(t, err)
				requireAlike(t, want, got, "%s, %v", name, e)
			}
		}
	}
	for i, name := range names {
		m := images[name]
		k := Kernel{Width: 4, Height: 3, Weights: noise(rng, 12), Offset: 0.1}
		for i := range k.Weights {
			k.Weights[i] /= 8 // most results are within [0, 1]
		}
		for _, e := range []Edges{Reflect, Periodic} {
			if skipped(i, 1-e) {
				continue
			}
			got, done, err := convolvePacked(ctx, c, m, k, e)
			require.NoError(t, err)
			require.True(t, done, name)
			want, err := withPlanes(by, m, func(p *Planes) error { return p.Convolve(ctx, by, k, e) })
			require.NoError(t, err)
			requireAlike(t, want, got, "%s, %v", name, e)
		}
	}
	for _, size := range [][2]int{{1, 1}, {1, 2}, {7, 1}, {1, 67}, {3, 2}} {
		if spare(c) && size[0] != 7 {
			continue
		}
		m := image.NewRGBA64(image.Rect(0, 0, size[0], size[1]))
		fill(t, rng, m, false)
		for _, e := range []Edges{Reflect, Periodic} {
			if spare(c) && e == Periodic {
				continue
			}
			got, done, err := filterPacked(ctx, c, m, Sharpen(0.5, 1), e)
			require.NoError(t, err)
			require.True(t, done)
			want, err := withPlanes(by, m, func(p *Planes) error { return p.Filter(ctx, by, Sharpen(0.5, 1), e) })
			require.NoError(t, err)
			requireAlike(t, want, got, "%v, %v", size, e)
			k := Kernel{Width: 5, Height: 4, Weights: noise(rng, 20)}
			for i := range k.Weights {
				k.Weights[i] /= 12
			}
			got, done, err = convolvePacked(ctx, c, m, k, e)
			require.NoError(t, err)
			require.True(t, done)
			want, err = withPlanes(by, m, func(p *Planes) error { return p.Convolve(ctx, by, k, e) })
			require.NoError(t, err)
			requireAlike(t, want, got, "%v, %v", size, e)
		}
	}
	for _, m := range []image.Image{
		image.NewRGBA(bounds), image.NewPaletted(bounds, color.Palette{color.Black}),
		image.NewCMYK(bounds), image.NewNRGBA64(bounds),
	} {
		_, done, err := filterPacked(ctx, c, m, Gaussian(1), Reflect)
		require.NoError(t, err)
		require.False(t, done, "%T", m)
	}
	for _, m := range []image.Image{nil, image.NewRGBA(image.Rectangle{}), &image.Gray{Rect: bounds}} {
		_, done, err := filterPacked(ctx, c, m, Gaussian(1), Reflect)
		require.NoError(t, err)
		require.False(t, done, "Planes return the error")
	}
	_, done, _ := filterPacked(ctx, openCPU(t), images["RGBA"], Gaussian(1), Reflect)
	require.False(t, done)
}

// requireAlike compares images of one type whose samples may differ by one level of 8 bits or, for
// 16-bit types, of 16 bits.
func requireAlike(t *testing.T, want, got image.Image, format string, args ...any) {
	t.Helper()
	require.IsType(t, want, got)
	require.Equal(t, want.Bounds(), got.Bounds())
	most := 257.0
	switch want.(type) {
	case *image.Gray16, *image.RGBA64, *image.NRGBA64:
		most = 1
	}
	r := want.Bounds()
	for y := r.Min.Y; y < r.Max.Y; y++ {
		for x := r.Min.X; x < r.Max.X; x++ {
			var a, b [4]uint32
			a[0], a[1], a[2], a[3] = want.At(x, y).RGBA()
			b[0], b[1], b[2], b[3] = got.At(x, y).RGBA()
			for i := range a {
				require.InDelta(t, a[i], b[i], most, append([]any{format}, args...)...)
			}
		}
	}
}

// An image with more bins than a binding holds is refused before it is copied, and is left to planes.
func TestFilterOfALargeImage(t *testing.T) {
	c := openGPU(t)
	dev, err := c.Device()
	require.NoError(t, err)
	const w = 1 << 13
	height := int(dev.Limits().BindingBytes / 2 / w)
	p := packed{width: w, height: height, samples: wgfft.Uint8, channels: 1, pixelSamples: 1}
	for _, kind := range []wgfft.Kind{wgfft.DCT2, wgfft.R2C} {
		f, err := newGPUFilter(ctx, c, p.problem(kind, []int{p.height, p.width}), wgfft.RealGains)
		require.Nil(t, f)
		var limit *wgfft.LimitError
		require.ErrorAs(t, err, &limit)
		_, done, err := packedResult(nil, err)
		require.NoError(t, err)
		require.False(t, done)
	}
}
