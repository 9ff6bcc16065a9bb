package imaging

import (
	"context"
	"image"
	"image/color"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
)

// responses returns one response of each kind, and a custom one that differs in all directions.
func responses() map[string]Response {
	return map[string]Response{
		"low pass":  LowPass(0.2),
		"high pass": HighPass(0.1),
		"signed":    HighPass(0.1).WithoutOffset(),
		"band pass": BandPass(0.1, 0.3),
		"Gaussian":  Gaussian(1.5),
		"sharpen":   Sharpen(2, 1),
		"notch":     Notch(0.2, -0.3, 0.05),
		"custom":    Custom(func(u, v float64) float64 { return u + 0.5 + math.Sin(9*u*v) }),
		"two":       Notch(-0.1, -0.1, 0.1).Then(Gaussian(0.5)),
	}
}

// Every response agrees with the definition for both extensions: odd and even sizes, rows, columns
// and single pixels.
func TestFilterByDefinition(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, size := range [][2]int{{1, 1}, {1, 7}, {8, 1}, {2, 2}, {7, 5}, {12, 9}, {16, 16}} {
			w, h := size[0], size[1]
			if spare(c) && w != 12 {
				continue
			}
			for name, r := range responses() {
				for _, e := range []Edges{Reflect, Periodic} {
					x := noise(rng, 3*w*h)
					p := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 3, Pix: append([]float32{}, x...)}
					require.NoError(t, p.Filter(ctx, c, r, e))
					for i := range 3 {
						from := x[i*w*h : (i+1)*w*h]
						want := filtered(from, w, r.gain, e)
						for j := range want {
							want[j] += r.offset
						}
						// Two transforms and a gain of at most 3; the offset is rounded with the result.
						norm := append(slices.Clone(from), float32(r.offset))
						tolerance := 3 * 2 * ref.ToleranceAxes(2*w, 2*h)
						requireNear(t, p.channel(i), want, norm, tolerance, "%s, %v, %v", name, size, e)
					}
				}
			}
		}
	})
}

// A filter that changes nothing keeps every pixel of every type, 16 bits and alpha included, and of
// sub-images.
func TestFilterOfNothing(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		identities := []Response{Gaussian(0), Sharpen(0, 2), Custom(func(u, v float64) float64 { return 1 })}
		for _, r := range rectangles {
			if spare(c) && (r.Dx() != 1 || r.Dy() == 1) {
				continue
			}
			for name := range forms(r) {
				if spare(c) && name != "RGBA64" {
					continue
				}
				for i, same := range identities {
					m := sub(t, name, r)
					fill(t, rng, m, i != 0 && (name == "RGBA" || name == "NRGBA"))
					kept := append([]byte{}, samples(t, m)...)
					got, err := Filter(ctx, c, m, same, Edges(i%2))
					require.NoError(t, err)
					requireSame(t, m, got)
					require.Equal(t, kept, samples(t, m), "the source is left alone")
				}
			}
		}
	})
}

// A Gaussian blur of an impulse is a Gaussian, in each channel separately.
func TestGaussianOfAnImpulse(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		const w, h, sigma = 33, 40, 2.0
		m := image.NewRGBA64(image.Rect(0, 0, w, h))
		for i := range m.Pix {
			m.Pix[i] = []byte{0, 0, 0, 0, 0, 0, 255, 255}[i%8]
		}
		m.SetRGBA64(16, 20, color.RGBA64{65535, 0, 40000, 65535})
		for _, e := range []Edges{Reflect, Periodic} {
			got, err := Filter(ctx, c, m, Gaussian(sigma), e)
			require.NoError(t, err)
			for y := range h {
				for x := range w {
					square := float64((x-16)*(x-16) + (y-20)*(y-20))
					bell := math.Exp(-square/(2*sigma*sigma)) / (2 * math.Pi * sigma * sigma)
					have := got.(*image.RGBA64).RGBA64At(x, y)
					require.InDelta(t, 65535*bell, have.R, 0.6)
					require.Zero(t, have.G)
					require.InDelta(t, 40000*bell, have.B, 0.6)
				}
			}
		}
	})
}

// Waves below a cutoff are kept and waves above it are removed, in every direction. Adjacent bands
// add up to the image.
func TestCutoffs(t *testing.T) {
	c := openCPU(t)
	const n = 64
	wave := func(k, l int) *Planes {
		pix := make([]float32, n*n)
		for i := range pix {
			pix[i] = float32(0.5 + 0.25*math.Cos(2*math.Pi*float64(k*(i%n)+l*(i/n))/n))
		}
		return planesOf(pix, n)
	}
	height := func(p *Planes) float64 {
		low, high := float32(1), float32(0)
		for _, v := range p.Pix {
			low, high = min(low, v), max(high, v)
		}
		return float64(high - low)
	}
	for _, at := range []struct {
		k, l int
		r    Response
		want float64 // relative height of the wave
	}{
		{8, 0, LowPass(0.2), 1}, {0, 9, LowPass(0.2), 1}, {6, -6, LowPass(0.2), 1},
		{16, 0, LowPass(0.2), 0}, {12, 12, LowPass(0.2), 0}, {8, 0, LowPass(0.125), 0.5},
		{8, 0, HighPass(0.125), 0.5}, {8, 0, HighPass(0.2), 0}, {16, 0, HighPass(0.2), 1}, {16, 0, HighPass(0.1), 1},
		{8, 0, BandPass(0.05, 0.2), 1}, {16, 0, BandPass(0.05, 0.2), 0}, {1, 1, BandPass(0.05, 0.2), 0},
		{8, 4, Notch(0.125, 0.0625, 0.01), 0}, {8, -4, Notch(0.125, 0.0625, 0.01), 1},
		{8, 4, Notch(-0.125, -0.0625, 0.01), 0},
		{32, 8, Notch(-0.5, 0.125, 0.01), 0}, {32, 8, Notch(0.5, 0.125, 0.01), 0},
		{16, 0, Sharpen(0.5, 30), 1.5}, {8, 0, Gaussian(2), math.Exp(-2 * math.Pi * math.Pi * 4 / 64)},
	} {
		p := wave(at.k, at.l)
		full := height(p)
		require.NoError(t, p.Filter(ctx, c, at.r, Periodic))
		require.InDelta(t, at.want*full, height(p), 1e-5, "%+v", at)
	}
	rng := dice(t)
	x := noise(rng, n*n)
	sum := make([]float64, len(x))
	for _, r := range []Response{LowPass(0.1), BandPass(0.1, 0.25), HighPass(0.25)} {
		p := planesOf(append([]float32{}, x...), n)
		require.NoError(t, p.Filter(ctx, c, r.WithoutOffset(), Reflect))
		for i, v := range p.Pix {
			sum[i] += float64(v)
		}
	}
	requireNear(t, x, sum, x, 6*ref.ToleranceAxes(2*n, 2*n))
}

// With Reflect a dark side does not affect the opposite bright side; with Periodic it does.
func TestReflectDoesNotWrap(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		m := image.NewGray(image.Rect(0, 0, 40, 30))
		for i := range m.Pix {
			m.Pix[i] = uint8(40 + 175*(i%40/20))
		}
		got, err := Filter(ctx, c, m, Gaussian(3), Reflect)
		require.NoError(t, err)
		require.EqualValues(t, 40, got.(*image.Gray).GrayAt(0, 15).Y)
		require.EqualValues(t, 215, got.(*image.Gray).GrayAt(39, 0).Y)
		got, err = Filter(ctx, c, m, Gaussian(3), Periodic)
		require.NoError(t, err)
		require.Greater(t, got.(*image.Gray).GrayAt(0, 15).Y, uint8(100))
	})
}

// Alpha is kept. Transparent pixels do not bleed into visible ones, whatever colour they hide. An
// image of one colour keeps it.
func TestAlpha(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		r := image.Rect(-3, 4, 30, 29)
		one, other := image.NewNRGBA(r), image.NewNRGBA(r)
		for y := r.Min.Y; y < r.Max.Y; y++ {
			for x := r.Min.X; x < r.Max.X; x++ {
				a := uint8(max(0, min(255, 40*(10-int(math.Hypot(float64(x-12), float64(y-16)))))))
				one.SetNRGBA(x, y, color.NRGBA{200, 100, 50, a})
				other.SetNRGBA(x, y, color.NRGBA{200, 100, 50, a})
				if a == 0 {
					other.SetNRGBA(x, y, color.NRGBA{0, 255, 255, 0})
				}
			}
		}
		for name, filter := range map[string]func(m image.Image) (image.Image, error){
			"Gaussian": func(m image.Image) (image.Image, error) { return Filter(ctx, c, m, Gaussian(3), Reflect) },
			"sharpen":  func(m image.Image) (image.Image, error) { return Filter(ctx, c, m, Sharpen(1, 2), Periodic) },
			"box": func(m image.Image) (image.Image, error) {
				return Convolve(ctx, c, m, box(5, 5), Reflect)
			},
			"Wiener": func(m image.Image) (image.Image, error) {
				return Deconvolve(ctx, c, m, box(3, 3), 0.01, Reflect)
			},
		} {
			got, err := filter(one)
			require.NoError(t, err, name)
			again, err := filter(other)
			require.NoError(t, err, name)
			requireSame(t, got, again)
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					want := one.NRGBAAt(x, y)
					if want.A == 0 {
						want = color.NRGBA{}
					}
					require.Equal(t, want, got.At(x, y), "%s at %d, %d", name, x, y)
				}
			}
		}
		// A step changes the backdrop as it changes a constant image.
		for name, at := range map[string]struct {
			change func(p *Planes) error
			want   color.NRGBA
		}{
			"no detail": {func(p *Planes) error {
				return p.Filter(ctx, c, HighPass(0.1), Reflect)
			}, color.NRGBA{128, 128, 128, 0}},
			"no offset": {func(p *Planes) error {
				return p.Filter(ctx, c, HighPass(0.1).WithoutOffset(), Reflect)
			}, color.NRGBA{}},
			"no edges": {func(p *Planes) error {
				k := Kernel{Width: 3, Height: 1, Weights: []float32{1, -2, 1}, Offset: 0.2}
				return p.Convolve(ctx, c, k, Periodic)
			}, color.NRGBA{51, 51, 51, 0}},
			"lighter": {func(p *Planes) error {
				k := Kernel{Width: 1, Height: 2, Weights: []float32{0.5, 0.3}, Offset: 0.2}
				return p.Deconvolve(ctx, c, k, 0.1, Reflect)
			}, color.NRGBA{186, 61, 0, 0}}, // (200 - 51) / 0.8, (100 - 51) / 0.8
		} {
			p, err := Split(one)
			require.NoError(t, err)
			require.NoError(t, at.change(p))
			got, err := p.Image()
			require.NoError(t, err)
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					want := at.want
					if want.A = one.NRGBAAt(x, y).A; want.A == 0 {
						want = color.NRGBA{}
					}
					require.Equal(t, want, got.At(x, y), "%s at %d, %d", name, x, y)
				}
			}
		}

		clear := image.NewRGBA(r)
		got, err := Filter(ctx, c, clear, HighPass(0.1), Reflect)
		require.NoError(t, err)
		requireSame(t, clear, got)
	})
}

// box returns a kernel of equal weights.
func box(w, h int) Kernel {
	k := Kernel{Width: w, Height: h, Weights: make([]float32, w*h)}
	for i := range k.Weights {
		k.Weights[i] = 1 / float32(w*h)
	}
	return k
}

// Then equals two filters in sequence, including their offsets.
func TestThen(t *testing.T) {
	c := openCPU(t)
	rng := dice(t)
	x := noise(rng, 20*30)
	a, b := planesOf(append([]float32{}, x...), 20), planesOf(append([]float32{}, x...), 20)
	first, second := HighPass(0.1), Custom(func(u, v float64) float64 { return 2 - 0.5*u*u })
	require.NoError(t, a.Filter(ctx, c, first.Then(second), Reflect))
	require.NoError(t, b.Filter(ctx, c, first, Reflect))
	require.NoError(t, b.Filter(ctx, c, second, Reflect))
	want := make([]float64, len(x))
	for i, v := range b.Pix {
		want[i] = float64(v)
	}
	requireNear(t, a.Pix, want, a.Pix, 4*ref.ToleranceAxes(40, 60))
}

// WithoutOffset removes the offset alone: the result is signed, and 128/255 less than with it.
func TestWithoutOffset(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		x := noise(rng, 20*30)
		for _, r := range []Response{HighPass(0.1), BandPass(0.1, 0.3), HighPass(0.1).Then(Notch(0.2, 0.1, 0.1))} {
			require.NotZero(t, r.offset)
			with, without := planesOf(append([]float32{}, x...), 20), planesOf(append([]float32{}, x...), 20)
			require.NoError(t, with.Filter(ctx, c, r, Periodic))
			require.NoError(t, without.Filter(ctx, c, r.WithoutOffset(), Periodic))
			sum := 0.0
			for i, v := range without.Pix {
				require.InDelta(t, float64(with.Pix[i])-r.offset, v, 1e-6)
				sum += float64(v)
			}
			require.InDelta(t, 0, sum/float64(len(x)), 1e-6, "the mean of a high pass")
			require.Less(t, slices.Min(without.Pix), float32(0))
		}
	})
	require.ErrorIs(t, Response{}.WithoutOffset().Check(), ErrParameter)
	require.ErrorIs(t, HighPass(2).WithoutOffset().Check(), ErrParameter)
	require.Equal(t, LowPass(0.1).offset, LowPass(0.1).WithoutOffset().offset)
}

// Invalid parameters are refused before any work.
func TestBadParameters(t *testing.T) {
	c := openCPU(t)
	m := image.NewGray(image.Rect(0, 0, 4, 4))
	nan, inf := math.NaN(), math.Inf(1)
	for _, r := range []Response{
		{}, Custom(nil),
		LowPass(0), LowPass(-0.1), LowPass(nan), LowPass(30), LowPass(inf), HighPass(0), HighPass(0.8),
		BandPass(0.3, 0.1), BandPass(0.2, 0.2), BandPass(0, 0.2), BandPass(0.1, 5),
		Gaussian(-1), Gaussian(nan), Gaussian(inf),
		Sharpen(-1, 1), Sharpen(nan, 1), Sharpen(inf, 1), Sharpen(1, -1),
		Notch(0, 0, 0.1), Notch(0.6, 0, 0.1), Notch(nan, 0, 0.1), Notch(0.1, 0.1, 0), Notch(0.1, 0.1, nan),
		Gaussian(1).Then(LowPass(9)), Gaussian(1).Then(Response{}),
	} {
		_, err := Filter(ctx, c, m, r, Reflect)
		require.ErrorIs(t, err, ErrParameter)
		require.Equal(t, err, r.Check())
	}
	require.NoError(t, Gaussian(1).Check())
	_, err := Filter(ctx, c, m, LowPass(30), Reflect)
	require.ErrorContains(t, err, "cycles per pixel")
	_, err = Filter(ctx, c, m, Gaussian(1), Edges(7))
	require.ErrorIs(t, err, ErrParameter)
	require.ErrorContains(t, err, "Edges(7)")
	_, err = Filter(ctx, c, image.NewGray(image.Rectangle{}), Gaussian(1), Reflect)
	require.ErrorIs(t, err, ErrEmpty)
	require.ErrorIs(t, (&Planes{}).Filter(ctx, c, Gaussian(1), Reflect), ErrEmpty)

	stopped, stop := context.WithCancel(ctx)
	stop()
	for _, e := range []Edges{Reflect, Periodic} {
		_, err = Filter(stopped, c, m, Gaussian(1), e)
		require.ErrorIs(t, err, context.Canceled)
	}
	closed := openCPU(t)
	require.NoError(t, closed.Close())
	_, err = Filter(ctx, closed, m, Gaussian(1), Reflect)
	require.ErrorIs(t, err, wgfft.ErrClosed)
}
