package imaging

import (
	"context"
	"slices"

	"wgfft"
)

// mirrored filters the planes as they are mirrored at their edges, by the formula of the package comment.
func (p *Planes) mirrored(ctx context.Context, c *wgfft.Engine, r Response) error {
	if _, err := c.DCTN(ctx, p.Pix, p.Pix, p.shape(), wgfft.DCT2); err != nil {
		return err
	}
	us, vs := frequencies(p.Rect.Dx(), 2*p.Rect.Dx()), frequencies(p.Rect.Dy(), 2*p.Rect.Dy())
	var sines []float32
	even := r
	if r.oriented {
		sines = slices.Clone(p.Pix)
		odd := Response{gain: func(u, v float64) float64 { return (r.gain(u, v) - r.gain(u, -v)) / 2 }}
		amplify(sines, p.Channels, vs, odd.along(us))
		even = Response{gain: func(u, v float64) float64 { return (r.gain(u, v) + r.gain(u, -v)) / 2 }}
	}
	amplify(p.Pix, p.Channels, vs, even.along(us))
	if _, err := c.IDCTN(ctx, p.Pix, p.Pix, p.shape(), wgfft.DCT2); err != nil {
		return err
	}
	if sines == nil {
		return nil
	}
	p.backOne(sines, 0)
	p.backOne(sines, 1)
	if _, err := c.IDSTN(ctx, sines, sines, p.shape(), wgfft.DST2); err != nil {
		return err
	}
	p.subtract(sines)
	return nil
}

// backOne moves bins by one to the front along an axis: a sine transform begins with the first wave, a cosine transform with the constant. What
// comes in at the end is the fastest sine, of which a mirrored picture has nothing.
func (p *Planes) backOne(bins []float32, axis int) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	n, line := p.Channels*h, w // axis 1: lines of w points
	step := 1
	if axis == 0 { // lines of h rows
		n, line, step = p.Channels, w*h, w
	}
	spread(n, func(from, to int) {
		for i := from; i < to; i++ {
			bins := bins[i*line : (i+1)*line]
			clear(bins[copy(bins, bins[step:]):])
		}
	})
}

func (p *Planes) subtract(x []float32) {
	spread(p.Channels*p.Rect.Dy(), func(from, to int) {
		w := p.Rect.Dx()
		for i := from * w; i < to*w; i++ {
			p.Pix[i] -= x[i]
		}
	})
}
