package imaging

import (
	"context"
	"image"
	"math"
	"slices"

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
	if err := p.apply(ctx, c, moveRecipe(dx, dy, e)); err != nil {
		return err
	}
	if p.original == nil || !isWhole(dx, dy) {
		p.original = nil
		return nil
	}
	before := Planes{Rect: p.Rect, Channels: p.Channels, Pix: slices.Clone(p.original)} // Planes may share it
	err := before.apply(ctx, c, moveRecipe(dx, dy, e))
	p.original = before.Pix
	return err
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
