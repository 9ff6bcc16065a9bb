package imaging

import (
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// Kernels of any size, even larger than the image, agree with the definition for both extensions.
func TestConvolveByDefinition(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, size := range [][4]int{
			{1, 1, 1, 1}, {1, 1, 3, 4}, {7, 5, 3, 3}, {8, 6, 2, 5}, {9, 4, 1, 6}, {5, 5, 13, 12}, {30, 20, 7, 7},
		} {
			w, h := size[0], size[1]
			k := Kernel{Width: size[2], Height: size[3], Weights: noise(rng, size[2]*size[3]), Offset: -0.25}
			gain := math.Abs(float64(k.Offset)) // the offset is a weight of an additional sample of 1
			for _, v := range k.Weights {
				gain += math.Abs(float64(v))
			}
			for _, e := range []Edges{Reflect, Periodic} {
				for _, channels := range []int{1, 3} {
					x := noise(rng, channels*w*h)
					p := &Planes{Rect: image.Rect(0, 0, w, h), Channels: channels, Pix: append([]float32{}, x...)}
					require.NoError(t, p.Convolve(ctx, c, k, e))
					want := make([]float64, len(x))
					for at := range want {
						plane, px, py := at/(w*h)*w*h, at%w, at/w%h
						want[at] = float64(k.Offset)
						for i, weight := range k.Weights {
							sx, sy := px+k.Width/2-i%k.Width, py+k.Height/2-i/k.Width
							want[at] += float64(weight) * float64(x[plane+e.index(sy, h)*w+e.index(sx, w)])
						}
					}
					// The extension increases the norm; no weight exceeds the sum of all.
					extended := []int{w + 2*(k.Width-1), h + 2*(k.Height-1)}
					growth := math.Sqrt(float64((w+k.Width)*(h+k.Height)) / float64(w*h) * 4)
					tolerance := growth * gain * ref.ToleranceConvolution(extended...)
					requireNear(t, p.Pix, want, append(slices.Clone(x), 1), tolerance, "%v %v", size, e)
				}
			}
		}
	})
}

// A kernel of one weight at its centre keeps every pixel; away from the centre it moves them.
func TestConvolveExactly(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, r := range rectangles {
			for name := range forms(r) {
				m := sub(t, name, r)
				fill(t, rng, m, name == "RGBA" || name == "NRGBA")
				got, err := Convolve(ctx, c, m, Kernel{Width: 5, Height: 3, Weights: []float32{7: 1, 14: 0}}, Reflect)
				require.NoError(t, err)
				requireSame(t, m, got)
			}
		}
		m := image.NewGray(image.Rect(0, 0, 9, 7))
		fill(t, rng, m, false)
		right := Kernel{Width: 3, Height: 3, Weights: []float32{5: 1, 8: 0}}
		got, err := Convolve(ctx, c, m, right, Periodic)
		require.NoError(t, err)
		for y := range 7 {
			for x := range 9 {
				require.Equal(t, m.GrayAt((x+8)%9, y), got.At(x, y))
			}
		}
	})
}

// A signed result is shown around the offset.
func TestOffset(t *testing.T) {
	c := openCPU(t)
	m := image.NewRGBA(image.Rect(0, 0, 8, 8))
	for i := range m.Pix {
		m.Pix[i] = 255
	}
	m.SetRGBA(4, 4, color.RGBA{55, 255, 255, 255})
	weights := []float32{0, 0.25, 0, 0.25, -1, 0.25, 0, 0.25, 0}
	got, err := Convolve(ctx, c, m, Kernel{Width: 3, Height: 3, Weights: weights, Offset: 0.2}, Reflect)
	require.NoError(t, err)
	require.Equal(t, color.RGBA{251, 51, 51, 255}, got.At(4, 4))
	require.Equal(t, color.RGBA{1, 51, 51, 255}, got.At(3, 4))
	require.Equal(t, color.RGBA{51, 51, 51, 255}, got.At(0, 0))
}

// A blur is inverted exactly with periodic edges and without rounding, and well with unknown edges
// and rounded pixels.
func TestDeconvolve(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		m := photograph(11, 64, 48, 0, 0, 0)
		p, err := Split(m)
		require.NoError(t, err)
		k := Kernel{Width: 3, Height: 2, Weights: []float32{0.1, 0.6, 0.05, 0.05, 0.15, 0.05}, Offset: 0.125}
		require.NoError(t, p.Convolve(ctx, c, k, Periodic))
		require.NoError(t, p.Deconvolve(ctx, c, k, 0, Periodic))
		got, err := p.Image()
		require.NoError(t, err)
		requireSame(t, m, got)

		blur := bellKernel(1.5, 9)
		blurred, err := Convolve(ctx, c, m, blur, Reflect)
		require.NoError(t, err)
		restored, err := Deconvolve(ctx, c, blurred, blur, 1e-3, Reflect)
		require.NoError(t, err)
		before, err := PSNR(m, blurred)
		require.NoError(t, err)
		after, err := PSNR(m, restored)
		require.NoError(t, err)
		require.Greater(t, after, before+3, "%g dB before", before)

		flat := image.NewGray(image.Rect(0, 0, 20, 20))
		for i := range flat.Pix {
			flat.Pix[i] = 201
		}
		for _, e := range []Edges{Reflect, Periodic} {
			got, err := Deconvolve(ctx, c, flat, box(5, 4), 0.1, e)
			require.NoError(t, err)
			requireSame(t, flat, got)
			one := image.NewGray(image.Rect(4, 4, 5, 5))
			one.Pix[0] = 99
			got, err = Deconvolve(ctx, c, one, box(5, 4), 0, e)
			require.NoError(t, err)
			requireSame(t, one, got)
		}
	})
}

// bellKernel returns a Gaussian kernel of n x n weights.
func bellKernel(sigma float64, n int) Kernel {
	k := Kernel{Width: n, Height: n, Weights: make([]float32, n*n)}
	sum := 0.0
	for pass := range 2 {
		for i := range k.Weights {
			x, y := float64(i%n-n/2), float64(i/n-n/2)
			v := math.Exp(-(x*x + y*y) / (2 * sigma * sigma))
			if pass == 0 {
				sum += v
			} else {
				k.Weights[i] = float32(v / sum)
			}
		}
	}
	return k
}

func TestBadKernels(t *testing.T) {
	c := openCPU(t)
	m := image.NewGray(image.Rect(0, 0, 4, 4))
	nan := float32(math.NaN())
	for _, k := range []Kernel{
		{},
		{Width: 1, Height: 0},
		{Width: -1, Height: -1, Weights: []float32{1}},
		{Width: 2, Height: 2, Weights: make([]float32, 3)},
		{Width: 1, Height: 1, Weights: []float32{nan}},
		{Width: 1, Height: 1, Weights: []float32{1}, Offset: nan},
		{Width: 2, Height: 1, Weights: []float32{float32(math.Inf(1)), float32(math.Inf(-1))}},
		{Width: math.MaxInt, Height: math.MaxInt},
	} {
		_, err := Convolve(ctx, c, m, k, Reflect)
		require.ErrorIs(t, err, ErrParameter)
		_, err = Deconvolve(ctx, c, m, k, 0.01, Reflect)
		require.ErrorIs(t, err, ErrParameter)
	}
	for _, noise := range []float64{-1, math.NaN(), math.Inf(1)} {
		_, err := Deconvolve(ctx, c, m, box(2, 2), noise, Reflect)
		require.ErrorIs(t, err, ErrParameter)
	}
	_, err := Deconvolve(ctx, c, m, Kernel{Width: 2, Height: 1, Weights: []float32{1, -1}}, 0.1, Reflect)
	require.ErrorContains(t, err, "sum to 0")
	_, err = Convolve(ctx, c, image.NewGray(image.Rectangle{}), box(1, 1), Reflect)
	require.ErrorIs(t, err, ErrEmpty)
	_, err = Deconvolve(ctx, c, nil, box(1, 1), 0, Reflect)
	require.ErrorIs(t, err, ErrEmpty)
	_, err = Convolve(ctx, c, m, box(2, 2), 9)
	require.ErrorIs(t, err, ErrParameter)
}
