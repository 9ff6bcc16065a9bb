package imaging

import (
	"context"
	"image"

	"wgfft"
)

// Filter multiplies the frequencies of an image by a response and returns a new image. It returns
// [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter], or an error of c.
func Filter(ctx context.Context, c *wgfft.Engine, img image.Image, r Response, e Edges) (image.Image, error) {
	if made, done, err := filterPacked(ctx, c, img, r, e); done {
		return made, err
	}
	return withPlanes(c, img, func(p *Planes) error { return p.Filter(ctx, c, r, e) })
}

// Filter multiplies the frequencies of the planes by a response, in place. It adds the response's
// offset, if it has one; see [Response.WithoutOffset]. It returns [ErrEmpty], [ErrSize],
// [ErrPixels], [ErrParameter], or an error of c.
func (p *Planes) Filter(ctx context.Context, c *wgfft.Engine, r Response, e Edges) error {
	if err := firstOf(p.check(), r.Check(), e.check()); err != nil {
		return err
	}
	if err := p.apply(ctx, c, r.recipe(e)); err != nil {
		return err
	}
	p.updateBackdrop(r.gain(0, 0), r.offset)
	return nil
}

// shape returns the shape of one plane, height x width.
func (p *Planes) shape() []int { return []int{p.Rect.Dy(), p.Rect.Dx()} }

// averagedAtNyquist returns the response for periodic edges. The vertical Nyquist frequency is both
// v = 1/2 and v = -1/2, and its gain is the mean of both. The one-sided transform handles u = 1/2.
func (r Response) averagedAtNyquist() Response {
	if !r.isOriented {
		return r
	}
	folded := r
	folded.factor, folded.gain = nil, func(u, v float64) float64 {
		if v == -0.5 {
			return (r.gain(u, v) + r.gain(u, -v)) / 2
		}
		return r.gain(u, v)
	}
	return folded
}

// rowGains returns a function that fills one row of gains of a response, for the frequencies us and one v.
func rowGains[T float32 | float64](r Response, us []float64) func(gains []T, v float64) {
	if r.factor == nil {
		return func(gains []T, v float64) {
			for k, u := range us {
				gains[k] = T(r.gain(u, v))
			}
		}
	}
	across := make([]float64, len(us))
	for k, u := range us {
		across[k] = r.scale * r.factor(u)
	}
	return func(gains []T, v float64) {
		down := r.factor(v)
		for k, a := range across {
			gains[k] = T(r.constant + a*down)
		}
	}
}

// fillGains sets the gains of all pairs of frequencies, one row for each of vs.
func fillGains[T float32 | float64](r Response, gains []T, us, vs []float64) {
	row := rowGains[T](r, us)
	parallel(len(vs), func(from, to int) {
		for l := from; l < to; l++ {
			row(gains[l*len(us):][:len(us)], vs[l])
		}
	})
}

// frequencies returns the first count multiples of 1/period, from 0.
func frequencies(count, period int) []float64 {
	f := make([]float64, count)
	for k := range f {
		f[k] = float64(k) / float64(period)
	}
	return f
}

// parts returns the gains of the cosines and of the sines of equation (3) of the package comment.
func (r Response) parts() (even, odd Response) {
	even.gain = func(u, v float64) float64 { return (r.gain(u, v) + r.gain(u, -v)) / 2 }
	odd.gain = func(u, v float64) float64 { return (r.gain(u, v) - r.gain(u, -v)) / 2 }
	return even, odd
}
