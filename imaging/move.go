package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// Move translates an image by (dx, dy) pixels, to the right and downwards: the value at (x, y)
// moves to (x+dx, y+dy). The bounds stay. dx and dy may be fractions, of at most 2^29 pixels.
// Pixels that enter come from the extension e: the mirror image for [Reflect], the opposite side
// for [Periodic]. Alpha moves, too.
//
// Integer translations copy pixels without a transform. Fractional ones interpolate by equations
// (4) and (5) of the package comment. This is exact for a band-limited image, but steps between
// neighbouring pixels ring by up to a seventh of their height. Waves with a period of two pixels
// lose amplitude, because only their cosine part is known. A translation and its opposite restore
// every pixel except for these waves; with Reflect they restore the pixels away from the edges.
//
// Errors: [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter], or an error of c.
func Move(ctx context.Context, c *wgfft.Engine, img image.Image, dx, dy float64, e Edges) (image.Image, error) {
	return withPlanes(c, img, func(p *Planes) error { return p.Move(ctx, c, dx, dy, e) })
}

// Align translates image b back onto image a by the shift s that Register(ctx, c, a, b) returned.
// The value at (x+DX, y+DY) in b moves to (x, y); coordinates start at the corner of the bounds. It
// equals Move by (-DX, -DY) and has the same errors. Pixels that b does not show come from the
// extension e.
//
// scikit-image's phase_cross_correlation(a, b) returns (-DY, -DX).
func Align(ctx context.Context, c *wgfft.Engine, b image.Image, s Shift, e Edges) (image.Image, error) {
	return Move(ctx, c, b, -s.DX, -s.DY, e)
}

// Move translates the planes and their alpha by (dx, dy) pixels, in place, as the function [Move]
// does. It has the same errors.
func (p *Planes) Move(ctx context.Context, c *wgfft.Engine, dx, dy float64, e Edges) error {
	if err := firstOf(p.check(), checkTranslation(dx, dy), e.check(), ctx.Err()); err != nil {
		return err
	}
	if err := p.translate(ctx, c, dx, dy, e); err != nil {
		return err
	}
	if p.alpha == nil {
		return nil
	}
	veil := p.alphaPlane()
	if err := veil.translate(ctx, c, dx, dy, e); err != nil {
		return err
	}
	p.alpha = veil.alphaSamples(p.Deep)
	return nil
}

// checkTranslation returns an error for a translation that is not finite, or so large that float64
// cannot hold a fraction of a pixel.
func checkTranslation(dx, dy float64) error {
	if !(math.Abs(dx) <= maxPixels && math.Abs(dy) <= maxPixels) {
		return parameter("translation by (%g, %g) pixels is out of range [-%d, %d]", dx, dy, maxPixels, maxPixels)
	}
	return nil
}

// translate translates the planes without their alpha.
func (p *Planes) translate(ctx context.Context, c *wgfft.Engine, dx, dy float64, e Edges) error {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	right, down := math.Round(dx), math.Round(dy)
	x, y := dx-right, dy-down // from -1/2 to 1/2
	columns, rows := e.origins(w, int(right)), e.origins(h, int(down))
	if x == 0 && y == 0 {
		p.permute(rows, columns)
		p.original = p.permuted(p.original, rows, columns)
		return nil
	}
	p.original = nil
	if e == Periodic {
		moved, err := p.phaseShifted(ctx, c, x, y)
		if err != nil {
			return err
		}
		p.gather(moved, nil, rows, columns)
		putSlice(&samplePool, moved)
		return nil
	}
	fixed := func(n int) []origin { return e.origins(n, 0) }
	if err := p.shiftMirrored(ctx, c, 1, x, fixed(h), columns); err != nil {
		return err
	}
	return p.shiftMirrored(ctx, c, 0, y, rows, fixed(w))
}

// phaseShifted returns the planes, with periodic edges, translated by a fraction of a pixel:
// equation (4) of the package comment.
func (p *Planes) phaseShifted(ctx context.Context, c *wgfft.Engine, x, y float64) ([]float32, error) {
	spectra := getSlice[complex64](&binPool, p.bins())
	if _, err := c.RFFT2(ctx, spectra, p.Pix, p.shape()); err != nil {
		return nil, err
	}
	w, h := p.Rect.Dx()/2+1, p.Rect.Dy()
	across, down := phaseFactors(frequencies(w, p.Rect.Dx()), x), phaseFactors(wgfft.FFTFreq(h, 1), y)
	parallel(h, func(from, to int) {
		for l := from; l < to; l++ {
			for i := range p.Channels {
				row := spectra[(i*h+l)*w:][:w]
				for k, factor := range across {
					row[k] *= complex64(factor * down[l])
				}
			}
		}
	})
	moved, err := c.IRFFT2(ctx, getSlice[float32](&samplePool, len(p.Pix)), spectra, p.shape())
	if err == nil {
		putSlice(&binPool, spectra)
	}
	return moved, err
}

// phaseFactors returns exp(-2 pi i f shift) for each frequency f. At the Nyquist frequency it is the
// mean over f = 1/2 and f = -1/2.
func phaseFactors(fs []float64, shift float64) []complex128 {
	all := make([]complex128, len(fs))
	for k, f := range fs {
		sin, cos := math.Sincos(2 * math.Pi * f * shift)
		if math.Abs(f) == 0.5 {
			sin = 0
		}
		all[k] = complex(cos, -sin)
	}
	return all
}

// shiftMirrored translates the planes, with mirrored edges, along one axis: by a fraction of a
// pixel through equation (5) of the package comment, and then to their origins. In that equation
// the cosine part continues beyond the edges mirrored, and the sine part mirrored and negated.
func (p *Planes) shiftMirrored(
	ctx context.Context, c *wgfft.Engine, axis int, d float64, rows, columns []origin,
) error {
	if d == 0 {
		p.permute(rows, columns)
		return nil
	}
	along := wgfft.WithAxes(axis)
	even, odd := getSlice[float32](&samplePool, len(p.Pix)), getSlice[float32](&samplePool, len(p.Pix))
	if _, err := c.DCTN(ctx, even, p.Pix, p.shape(), 2, along); err != nil {
		return err
	}
	us, vs := frequencies(p.Rect.Dx(), 2*p.Rect.Dx()), frequencies(p.Rect.Dy(), 2*p.Rect.Dy())
	copy(odd, even)
	sin := func(f float64) float64 { return math.Sin(2 * math.Pi * f * d) }
	cos := func(f float64) float64 { return math.Cos(2 * math.Pi * f * d) }
	applyGains(odd, p.Channels, vs, axisGains(axis, us, sin))
	applyGains(even, p.Channels, vs, axisGains(axis, us, cos))
	p.dropFirstBin(odd, axis)
	if _, err := c.IDCTN(ctx, even, even, p.shape(), 2, along); err != nil {
		return err
	}
	if _, err := c.IDSTN(ctx, odd, odd, p.shape(), 2, along); err != nil {
		return err
	}
	p.gather(even, odd, rows, columns)
	putSlice(&samplePool, even)
	putSlice(&samplePool, odd)
	return nil
}

// permute moves the planes' own samples to the given origins.
func (p *Planes) permute(rows, columns []origin) {
	before := getSlice[float32](&samplePool, len(p.Pix))
	copy(before, p.Pix)
	p.gather(before, nil, rows, columns)
	putSlice(&samplePool, before)
}

// permuted returns the samples pix, of the size of the planes, moved to the given origins. It
// returns nil for nil.
func (p *Planes) permuted(pix []float32, rows, columns []origin) []float32 {
	if pix == nil {
		return nil
	}
	to := Planes{Rect: p.Rect, Channels: p.Channels, Pix: make([]float32, len(pix))}
	to.gather(pix, nil, rows, columns)
	return to.Pix
}

// axisGains returns a function that fills one row of gains. The gains depend on the vertical
// frequency for axis 0, and on the horizontal frequencies us for axis 1.
func axisGains(axis int, us []float64, gain func(f float64) float64) func(gains []float32, v float64) {
	if axis == 0 {
		return func(gains []float32, v float64) {
			g := float32(gain(v))
			for k := range gains {
				gains[k] = g
			}
		}
	}
	across := make([]float32, len(us))
	for k, u := range us {
		across[k] = float32(gain(u))
	}
	return func(gains []float32, _ float64) { copy(gains, across) }
}

// An origin is the index that a sample comes from, and the sign of a component that is odd about
// the edges.
type origin struct {
	at   int
	sign float32
}

// origins returns the origins of the samples of a row of n after an integer shift.
func (e Edges) origins(n, shift int) []origin {
	all := make([]origin, n)
	for i := range all {
		all[i] = origin{at: e.index(i-shift, n), sign: 1}
		if e == Reflect && Periodic.index(i-shift, 2*n) >= n {
			all[i].sign = -1
		}
	}
	return all
}

// gather sets the planes to the samples at the given origins: the sum of the component that is even
// about the edges and, unless it is nil, the odd one.
func (p *Planes) gather(even, odd []float32, rows, columns []origin) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	parallel(p.Channels*h, func(from, to int) {
		for r := from; r < to; r++ {
			out, y := p.Pix[r*w:][:w], rows[r%h]
			first := (r - r%h + y.at) * w
			here := even[first:][:w]
			for x, column := range columns {
				out[x] = here[column.at]
			}
			if odd == nil {
				continue
			}
			here = odd[first:][:w]
			for x, column := range columns {
				out[x] += y.sign * column.sign * here[column.at]
			}
		}
	})
}
