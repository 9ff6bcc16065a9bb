package imaging

import (
	"context"
	"slices"

	"wgfft"
)

// filterMirrored filters the planes with mirrored edges, by equation (3) of the package comment.
func (p *Planes) filterMirrored(ctx context.Context, c *wgfft.Engine, r Response) error {
	if _, err := c.DCTN(ctx, p.Pix, p.Pix, p.shape(), wgfft.DCT2); err != nil {
		return err
	}
	us, vs := frequencies(p.Rect.Dx(), 2*p.Rect.Dx()), frequencies(p.Rect.Dy(), 2*p.Rect.Dy())
	var sines []float32
	even := r
	if r.isOriented {
		sines = slices.Clone(p.Pix)
		var odd Response
		even, odd = r.parts()
		applyGains(sines, p.Channels, vs, rowGains[float32](odd, us))
	}
	applyGains(p.Pix, p.Channels, vs, rowGains[float32](even, us))
	if _, err := c.IDCTN(ctx, p.Pix, p.Pix, p.shape(), wgfft.DCT2); err != nil {
		return err
	}
	if sines == nil {
		return nil
	}
	p.dropFirstBin(sines, 0)
	p.dropFirstBin(sines, 1)
	if _, err := c.IDSTN(ctx, sines, sines, p.shape(), wgfft.DST2); err != nil {
		return err
	}
	p.subtract(sines)
	return nil
}

// parts returns the gains of the cosines and of the sines of equation (3) of the package comment.
func (r Response) parts() (even, odd Response) {
	even.gain = func(u, v float64) float64 { return (r.gain(u, v) + r.gain(u, -v)) / 2 }
	odd.gain = func(u, v float64) float64 { return (r.gain(u, v) - r.gain(u, -v)) / 2 }
	return even, odd
}

// dropFirstBin moves the bins along an axis by one to the front and clears the last one. A DCT
// starts with the constant, and a DST with the first wave. The last bin of the DST, the fastest
// sine, is 0 in a mirrored image.
func (p *Planes) dropFirstBin(bins []float32, axis int) {
	w, h := p.Rect.Dx(), p.Rect.Dy()
	count, size := p.Channels*h, w // axis 1: one row of w bins at a time
	step := 1
	if axis == 0 { // one plane of h rows at a time
		count, size, step = p.Channels, w*h, w
	}
	parallel(count, func(from, to int) {
		for i := from; i < to; i++ {
			bins := bins[i*size : (i+1)*size]
			clear(bins[copy(bins, bins[step:]):])
		}
	})
}

// subtract subtracts x from all samples.
func (p *Planes) subtract(x []float32) {
	parallel(p.Channels*p.Rect.Dy(), func(from, to int) {
		w := p.Rect.Dx()
		for i := from * w; i < to*w; i++ {
			p.Pix[i] -= x[i]
		}
	})
}
