package imaging

import (
	"context"
	"image"
	"math"

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
	light := p.luminance()
	m := mean(light, w)
	window := rectangular
	if o.Taper {
		window = hann
	}
	applyWindow(light, w, m, window)
	half, err := c.RFFT2(ctx, nil, light, []int{h, w})
	if err != nil {
		return nil, err
	}
	half[0] = complex(float32(m*float64(w*h)), 0)
	strongest := max(peak(half, h), minReference*float64(w*h))
	out := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 1, Pix: light, Deep: p.Deep}
	parallel(h, func(from, to int) {
		for y := from; y < to; y++ {
			for x := range w {
				v := math.Hypot(bin(half, x-w/2, y-h/2, w, h))
				light[y*w+x] = float32(1 + 20*math.Log10(v/strongest)/o.Range)
			}
		}
	})
	return out.Image()
}

// bin returns the bin of k waves across and l waves down, each possibly negative, from the
// one-sided spectrum of w x h pixels.
func bin(half []complex64, k, l, w, h int) (re, im float64) {
	if k < 0 {
		k, l = -k, -l // the conjugate
	}
	v := half[(l+h)%h*(w/2+1)+k]
	return float64(real(v)), float64(imag(v))
}

// peak returns the largest magnitude, except for bin 0.
func peak(half []complex64, h int) float64 {
	w := len(half) / h
	return math.Sqrt(sumRows(h, func(y int) float64 {
		most := 0.0
		for k, v := range half[y*w : (y+1)*w] {
			if y > 0 || k > 0 {
				most = max(most, float64(real(v))*float64(real(v))+float64(imag(v))*float64(imag(v)))
			}
		}
		return most
	}, func(most *float64, more float64) { *most = max(*most, more) }))
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
