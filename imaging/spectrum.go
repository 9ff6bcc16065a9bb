package imaging

import (
	"context"
	"image"
	"wgfft/nd"

	"wgfft"
)

// SpectrumOptions are the options of [Spectrum]. The zero value shows 80 dB without a taper.
type SpectrumOptions struct {
	// Range is the dynamic range in dB below the peak: the peak is white, and Range dB below it is
	// black. 0 means 80; the largest value is 1000.
	Range float64
	// Taper multiplies the image by a Hann window first. Otherwise the step between opposite edges
	// appears as a bright cross.
	Taper bool
}

// complete fills in the default, and checks the range.
func (o SpectrumOptions) complete() (SpectrumOptions, error) {
	if o.Range == 0 {
		o.Range = 80
	}
	if !(o.Range > 0 && o.Range <= 1000) {
		return o, parameter("Range %g dB is out of range (0, 1000]", o.Range)
	}
	return o, nil
}

// minReference is the smallest magnitude that counts as the peak, relative to the mean of a white
// image. It is far above the rounding noise.
const minReference = 1e-6

// Spectrum returns the magnitudes of an image's frequencies, in dB, as a new image of the same size
// with bounds from (0, 0). It transforms the luma. Frequency 0 is at (width/2, height/2), rounded
// down; u points to the right and v downwards. A wave of frequency (u, v) is a pair of points,
// u*width and v*height pixels from the centre, in opposite directions. Frequency 0, the mean, does
// not count as the peak.
//
// The result is a Gray for 8-bit images and a Gray16 for 16-bit images. Errors: [ErrEmpty],
// [ErrSize], [ErrPixels], [ErrParameter] for o.Range, or an error of c.
func Spectrum(ctx context.Context, c *wgfft.Engine, img image.Image, o SpectrumOptions) (image.Image, error) {
	o, err := o.complete()
	if err != nil {
		return nil, err
	}
	if err := checkMemory(c, 0, img); err != nil {
		return nil, err
	}
	p, err := Split(img)
	if err != nil {
		return nil, err
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	q := nd.NewQueue(c, nd.QueueOptions{Host: true})
	defer q.Close()
	var colors [3]nd.Array
	for i := range p.Channels {
		colors[i] = nd.Over(q, p.channel(i), h, w)
		defer colors[i].Close()
	}
	light := colors[0]
	if p.Channels > 1 {
		q.Set(light, lumaOf(q, colors))
	}
	q.Set(light, ArraySpectrum(q, light, o))
	if err := q.Flush(ctx); err != nil {
		return nil, err
	}
	out := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 1, Pix: p.channel(0), Deep: p.Deep}
	return out.Image()
}

// mean returns the mean of x, rows of w samples.
func mean(x []float32, w int) float64 {
	return sumRows(len(x)/w, func(y int) float64 {
		sum := 0.0
		for _, v := range x[y*w : (y+1)*w] {
			sum += float64(v)
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more }) / float64(len(x))
}
