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
	work := p.filterMirrored
	if e == Periodic {
		work = p.filterPeriodic
	}
	if err := work(ctx, c, r); err != nil {
		return err
	}
	p.add(float32(r.offset))
	p.updateBackdrop(r.gain(0, 0), r.offset)
	return nil
}

// shape returns the shape of one plane, height x width.
func (p *Planes) shape() []int { return []int{p.Rect.Dy(), p.Rect.Dx()} }

// add adds offset to all samples.
func (p *Planes) add(offset float32) {
	if offset == 0 {
		return
	}
	parallel(p.Channels*p.Rect.Dy(), func(from, to int) {
		w := p.Rect.Dx()
		for i := from * w; i < to*w; i++ {
			p.Pix[i] += offset
		}
	})
}

// filterPeriodic filters the planes with periodic edges: it multiplies their one-sided spectra.
func (p *Planes) filterPeriodic(ctx context.Context, c *wgfft.Engine, r Response) error {
	spectra := getSlice[complex64](&binPool, p.bins())
	if _, err := c.RFFT2(ctx, spectra, p.Pix, p.shape()); err != nil {
		return err
	}
	us := frequencies(p.Rect.Dx()/2+1, p.Rect.Dx())
	vs := wgfft.FFTFreq(p.Rect.Dy(), 1)
	applyGains(spectra, p.Channels, vs, rowGains[float32](r.averagedAtNyquist(), us))
	if _, err := c.IRFFT2(ctx, p.Pix, spectra, p.shape()); err != nil {
		return err
	}
	putSlice(&binPool, spectra)
	return nil
}

// bins returns the number of bins in the one-sided spectra of all planes.
func (p *Planes) bins() int { return p.Channels * p.Rect.Dy() * (p.Rect.Dx()/2 + 1) }

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

// applyGains multiplies each of the arrays by gains. row fills the gains of one row, for one of vs.
func applyGains[T complex64 | float32](bins []T, arrays int, vs []float64, row func(gains []float32, v float64)) {
	n := len(bins) / arrays
	w := n / len(vs)
	parallel(len(vs), func(from, to int) {
		gains := make([]float32, w)
		for l := from; l < to; l++ {
			row(gains, vs[l])
			for i := range arrays {
				multiply(bins[i*n+l*w:][:w], gains)
			}
		}
	})
}

// multiply multiplies a row by gains.
func multiply[T complex64 | float32](row []T, gains []float32) {
	switch row := any(row).(type) {
	case []float32:
		for k, x := range row {
			row[k] = x * gains[k]
		}
	case []complex64:
		for k, x := range row {
			row[k] = complex(real(x)*gains[k], imag(x)*gains[k])
		}
	}
}
