package imaging

import (
	"context"
	"image"
	"image/color"
	"image/draw"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// movedByDefinition returns an extended plane that is translated through its Fourier series.
func movedByDefinition(pix []float32, w int, dx, dy float64, e Edges) []float64 {
	X, W, H := continued(pix, w, e)
	factor := func(f, shift float64) complex128 {
		mean := complex(0, 0)
		for _, f := range both(f) {
			sin, cos := math.Sincos(2 * math.Pi * f * shift)
			mean += complex(cos, -sin) / 2
		}
		return mean
	}
	us, vs := wgfft.FFTFreq(W, 1), wgfft.FFTFreq(H, 1)
	for i := range X {
		X[i] *= factor(us[i%W], dx) * factor(vs[i/W], dy)
	}
	y := dft(X, W, 1)
	out := make([]float64, len(pix))
	for i := range out {
		out[i] = real(y[i/w*W+i%w]) / float64(W*H)
	}
	return out
}

// Translations of every kind agree with the definition for both extensions: odd and even sizes,
// rows, columns and single pixels.
func TestMoveByDefinition(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, size := range [][2]int{{1, 1}, {1, 7}, {8, 1}, {2, 2}, {7, 5}, {12, 9}, {16, 16}} {
			w, h := size[0], size[1]
			for _, by := range [][2]float64{
				{0.25, -0.3}, {0.5, 0.5}, {-0.5, 2}, {1, 1.5}, {-3.7, 4.2}, {1000.25, -1000.75},
			} {
				for _, e := range []Edges{Reflect, Periodic} {
					x := noise(rng, 3*w*h)
					p := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 3, Pix: slices.Clone(x)}
					require.NoError(t, p.Move(ctx, c, by[0], by[1], e))
					for i := range 3 {
						from := x[i*w*h : (i+1)*w*h]
						// Two transforms along each axis; a mirror may show a bright part twice.
						want := movedByDefinition(from, w, by[0], by[1], e)
						tolerance := 2 * 2 * ref.ToleranceAxes(2*w, 2*h)
						requireNear(t, p.channel(i), want, from, tolerance, "%v by %v, %v", size, by, e)
					}
				}
			}
		}
	})
}

// Translated waves with periods above two pixels equal the same waves with other phases.
func TestMoveWaves(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		const w, h = 45, 32
		rng := dice(t)
		type wave struct{ k, l, phase, size float64 }
		for _, e := range []Edges{Reflect, Periodic} {
			var waves []wave
			for range 20 {
				k, l := float64(rng.IntN(22)), float64(rng.IntN(31)-15)
				waves = append(waves, wave{k, l, 2 * math.Pi * rng.Float64(), rng.Float64() / 20})
			}
			scene := func(x, y float64) float64 {
				v := 0.5
				for _, a := range waves {
					if e == Periodic {
						v += a.size * math.Cos(2*math.Pi*(a.k*x/w+a.l*y/h)+a.phase)
					} else { // flat at the edges, half a pixel beyond the samples
						v += a.size * math.Cos(math.Pi*a.k*(x+0.5)/w) * math.Cos(math.Pi*a.l*(y+0.5)/h)
					}
				}
				return v
			}
			samples := func(dx, dy float64) []float32 {
				pix := make([]float32, w*h)
				for i := range pix {
					pix[i] = float32(scene(float64(i%w)-dx, float64(i/w)-dy))
				}
				return pix
			}
			for _, by := range [][2]float64{{0.4, 0}, {0, -0.125}, {5.3, -2.75}, {-40.5, 31.5}} {
				p := planesOf(samples(0, 0), w)
				from := slices.Clone(p.Pix)
				require.NoError(t, p.Move(ctx, c, by[0], by[1], e))
				var want []float64
				for _, v := range samples(by[0], by[1]) {
					want = append(want, float64(v))
				}
				tolerance := 2*2*ref.ToleranceAxes(2*w, 2*h) + math.Sqrt2*ref.Eps
				requireNear(t, p.Pix, want, from, tolerance, "%v, %v", by, e)
			}
		}
	})
}

// Integer translations copy pixels of every type, 16 bits and alpha included. The extension enters
// at the edges.
func TestMoveExactly(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, r := range rectangles {
			for name := range forms(r) {
				for _, by := range []image.Point{{}, {1, 0}, {-2, 3}, {0, -5}, {40, 18}, {-1000, 1001}} {
					for _, e := range []Edges{Reflect, Periodic} {
						m := sub(t, name, r)
						fill(t, rng, m, name == "RGBA" || name == "NRGBA")
						kept := slices.Clone(samples(t, m))
						got, err := Move(ctx, c, m, float64(by.X), float64(by.Y), e)
						require.NoError(t, err)
						want := forms(r)[name]
						for y := range r.Dy() {
							for x := range r.Dx() {
								from := m.At(r.Min.X+e.index(x-by.X, r.Dx()), r.Min.Y+e.index(y-by.Y, r.Dy()))
								want.Set(r.Min.X+x, r.Min.Y+y, from)
							}
						}
						requireSame(t, want, got)
						require.Equal(t, kept, samples(t, m), "the source is left alone")
					}
				}
			}
		}
	})
}

// A translation and its opposite restore an image of odd size with Periodic. With Reflect they
// restore a smooth image away from its edges.
func TestMoveRoundTrip(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for name := range forms(image.Rectangle{}) {
			m := forms(image.Rect(-4, 7, 29, 28))[name]
			fill(t, rng, m, false)
			p, err := Split(m)
			require.NoError(t, err)
			require.NoError(t, p.Move(ctx, c, 7.3, -2.45, Periodic))
			require.NoError(t, p.Move(ctx, c, -7.3, 2.45, Periodic))
			got, err := p.Image()
			require.NoError(t, err)
			requireSame(t, m, got)
		}
		p, err := Split(photograph(rng.Uint64(), 64, 48, 0, 0, 0))
		require.NoError(t, err)
		require.NoError(t, p.Filter(ctx, c, LowPass(0.2), Reflect))
		from := slices.Clone(p.Pix)
		require.NoError(t, p.Move(ctx, c, 2.3, -1.6, Reflect))
		require.NoError(t, p.Move(ctx, c, -2.3, 1.6, Reflect))
		for i, v := range p.Pix {
			if x, y := i%64, i/64; x >= 12 && x < 52 && y >= 12 && y < 36 {
				require.InDelta(t, from[i], v, 0.01, "at (%d, %d)", x, y)
			}
		}
	})
}

// Align with the measured shift restores the image, and Move by that shift gives the other one.
func TestAlign(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		within := func(m image.Image) image.Image {
			return m.(*image.Gray).SubImage(image.Rect(16, 16, 80, 56))
		}
		for seed := range uint64(2) {
			for _, by := range [][2]float64{{5.3, -2.75}, {-7.5, 0.4}, {3, 11}} {
				if !testcase.Long() && (by[0] != 5.3 || seed > 0) {
					continue
				}
				a, b := photograph(seed, 96, 72, 0, 0, 0), photograph(seed, 96, 72, by[0], by[1], 0)
				s, err := Register(ctx, c, a, b)
				require.NoError(t, err)
				back, err := Align(ctx, c, b, s, Reflect)
				require.NoError(t, err)
				there, err := Move(ctx, c, a, s.DX, s.DY, Reflect)
				require.NoError(t, err)
				before, err := PSNR(within(a), within(b))
				require.NoError(t, err)
				for _, pair := range [][2]image.Image{{a, back}, {b, there}} {
					after, err := PSNR(within(pair[0]), within(pair[1]))
					require.NoError(t, err)
					enough := max(35, before+15)
					require.Greater(t, after, enough, "%d by %v, %+v: %g dB before", seed, by, s, before)
				}
			}
		}
		deep := image.NewNRGBA64(image.Rect(-3, 5, 93, 77))
		draw.Draw(deep, deep.Rect, photograph(5, 96, 72, 4, -6, 0), image.Point{}, draw.Src)
		got, err := Align(ctx, c, deep, Shift{DX: 4, DY: -6}, Periodic)
		require.NoError(t, err)
		require.Equal(t, deep.Rect, got.Bounds())
		for y := deep.Rect.Min.Y + 6; y < deep.Rect.Max.Y; y++ {
			for x := deep.Rect.Min.X; x < deep.Rect.Max.X-4; x++ {
				require.Equal(t, deep.At(x+4, y-6), got.At(x, y))
			}
		}
	})
}

// Alpha moves with its colours. A disc keeps its colour, whatever transparent pixels hide, and
// transparent pixels become black.
func TestMoveAlpha(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		r := image.Rect(-3, 4, 30, 29)
		disc := func(dx, dy float64, hidden color.NRGBA) *image.NRGBA {
			m := image.NewNRGBA(r)
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					a := 255 * math.Exp(-(math.Pow(float64(x)-dx-12, 2)+math.Pow(float64(y)-dy-16, 2))/18)
					m.SetNRGBA(x, y, color.NRGBA{200, 100, 50, uint8(math.Round(a))})
					if a < 0.5 {
						m.SetNRGBA(x, y, hidden)
					}
				}
			}
			return m
		}
		for _, e := range []Edges{Reflect, Periodic} {
			got, err := Move(ctx, c, disc(0, 0, color.NRGBA{}), 2.4, -1.5, e)
			require.NoError(t, err)
			again, err := Move(ctx, c, disc(0, 0, color.NRGBA{G: 255}), 2.4, -1.5, e)
			require.NoError(t, err)
			requireSame(t, got, again)
			want := disc(2.4, -1.5, color.NRGBA{})
			for y := r.Min.Y; y < r.Max.Y; y++ {
				for x := r.Min.X; x < r.Max.X; x++ {
					at := got.(*image.NRGBA).NRGBAAt(x, y)
					require.InDelta(t, want.NRGBAAt(x, y).A, at.A, 2, "at (%d, %d)", x, y)
					if at.A == 0 {
						require.Equal(t, color.NRGBA{}, at)
					} else {
						require.Equal(t, color.NRGBA{200, 100, 50, at.A}, at, "at (%d, %d)", x, y)
					}
				}
			}
		}

		p, err := Split(disc(0, 0, color.NRGBA{}))
		require.NoError(t, err)
		copied := *p
		copied.Pix = slices.Clone(p.Pix)
		require.NoError(t, copied.Move(ctx, c, 3, 3, Reflect))
		still, err := p.Image()
		require.NoError(t, err)
		requireSame(t, disc(0, 0, color.NRGBA{}), still)
	})
}

func TestBadMoves(t *testing.T) {
	c := openCPU(t)
	m := image.NewGray(image.Rect(0, 0, 6, 4))
	for i := range m.Pix {
		m.Pix[i] = uint8(9 * i)
	}
	nan, inf := math.NaN(), math.Inf(1)
	for _, by := range [][2]float64{
		{nan, 0}, {0, nan}, {inf, 0}, {0, -inf}, {1e9, 0}, {0, -1e300}, {maxPixels + 0.5, 0},
	} {
		_, err := Move(ctx, c, m, by[0], by[1], Reflect)
		require.ErrorIs(t, err, ErrParameter)
		require.ErrorContains(t, err, "pixels is out of range [-536870912, 536870912]")
		_, err = Align(ctx, c, m, Shift{DX: by[0], DY: by[1]}, Periodic)
		require.ErrorIs(t, err, ErrParameter)
	}
	for _, by := range [][2]float64{{maxPixels, -maxPixels}, {maxPixels - 0.5, 0.5 - maxPixels}} {
		for _, e := range []Edges{Reflect, Periodic} { // equals the translation modulo the period
			period := map[Edges]float64{Reflect: 2, Periodic: 1}[e]
			want, err := Move(ctx, c, m, math.Mod(by[0], 6*period), math.Mod(by[1], 4*period), e)
			require.NoError(t, err)
			got, err := Move(ctx, c, m, by[0], by[1], e)
			require.NoError(t, err)
			requireSame(t, want, got)
		}
	}
	_, err := Move(ctx, c, m, 1, 1, 9)
	require.ErrorIs(t, err, ErrParameter)
	_, err = Move(ctx, c, nil, 1, 1, Reflect)
	require.ErrorIs(t, err, ErrEmpty)
	require.ErrorIs(t, (&Planes{}).Move(ctx, c, 1, 1, Reflect), ErrEmpty)

	stopped, stop := context.WithCancel(ctx)
	stop()
	closed := openCPU(t)
	require.NoError(t, closed.Close())
	for _, e := range []Edges{Reflect, Periodic} {
		for _, dx := range []float64{1, 1.5} {
			_, err = Move(stopped, c, m, dx, 0, e)
			require.ErrorIs(t, err, context.Canceled)
		}
		_, err = Move(ctx, closed, m, 1.5, 0, e)
		require.ErrorIs(t, err, wgfft.ErrClosed)
	}
}
