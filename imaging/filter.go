package imaging

import (
	"context"
	"image"

	"wgfft"
)

// Filter changes the frequencies of a picture by a response. It returns ErrEmpty, ErrSize, ErrPixels or ErrParameter, or an error of c.
func Filter(ctx context.Context, c *wgfft.Engine, img image.Image, r Response, e Edges) (image.Image, error) {
	if made, done, err := filterPacked(ctx, c, img, r, e); done {
		return made, err
	}
	return withPlanes(c, img, func(p *Planes) error { return p.Filter(ctx, c, r, e) })
}

// Filter changes the frequencies of the planes by a response. In all else it is like the function Filter.
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

// shape is that of a plane.
func (p *Planes) shape() []int { return []int{p.Rect.Dy(), p.Rect.Dx()} }

// add adds to all samples.
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

// repeated filters the planes as they repeat themselves: by a product with their half spectra.
func (p *Planes) filterPeriodic(ctx context.Context, c *wgfft.Engine, r Response) error {
	spectra := getSlice[complex64](&binPool, p.bins())
	if _, err := c.RFFT2(ctx, spectra, p.Pix, p.shape()); err != nil {
		return err
	}
	us := frequencies(p.Rect.Dx()/2+1, p.Rect.Dx())
	vs := wgfft.FFTFreq(p.Rect.Dy(), 1)
	applyGains(spectra, p.Channels, vs, r.averagedAtNyquist().rowGains(us))
	if _, err := c.IRFFT2(ctx, p.Pix, spectra, p.shape()); err != nil {
		return err
	}
	putSlice(&binPool, spectra)
	return nil
}

// bins is how many there are in the half spectra of the planes.
func (p *Planes) bins() int { return p.Channels * p.Rect.Dy() * (p.Rect.Dx()/2 + 1) }

// folded is the response for a picture that repeats itself, whose fastest wave downwards has the frequencies 1/2 and -1/2: there it is the
// mean of both. Across, the half spectrum sees to that.
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

// along fills rows of gains, at the frequencies us across and one downwards.
func (r Response) rowGains(us []float64) func(gains []float32, v float64) {
	if r.factor == nil {
		return func(gains []float32, v float64) {
			for k, u := range us {
				gains[k] = float32(r.gain(u, v))
			}
		}
	}
	across := make([]float64, len(us))
	for k, u := range us {
		across[k] = r.scale * r.factor(u)
	}
	return func(gains []float32, v float64) {
		down := r.factor(v)
		for k, a := range across {
			gains[k] = float32(r.constant + a*down)
		}
	}
}

// frequencies are the first count of a period, from 0 on.
func frequencies(count, period int) []float64 {
	f := make([]float64, count)
	for k := range f {
		f[k] = float64(k) / float64(period)
	}
	return f
}

// amplify multiplies the bins of each of the arrays by gains: a row of them for each of the frequencies downwards.
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
