package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// SpectrumOptions say how a spectrum is shown. The zero value is 80 dB of an untapered picture.
type SpectrumOptions struct {
	// Range is how many decibels below the strongest frequency black is: 80 unless given. White is the strongest.
	Range float64
	// Taper fades the picture out towards its edges first, by Hann's window: otherwise the edges, where the repeated picture does not fit to
	// itself, are seen as a bright cross.
	Taper bool
}

// faintest is the magnitude that a spectrum is at least related to, over that of a white picture's mean: the noise of arithmetic is far below.
const minReference = 1e-6

// Spectrum is the magnitude of a picture's frequencies in decibels: an image of the same size with frequency 0 in the middle, at
// (width/2, height/2) rounded down, u to the right and v downwards. A wave of frequency (u, v) is two points, u*width and v*height pixels from the
// middle and opposite. Of colours it takes the brightness. Frequency 0 itself, the mean, does not count as the strongest.
//
// The result is a Gray for pictures of 8 bits and a Gray16 for those of 16. It returns ErrEmpty, ErrSize, ErrPixels or ErrParameter, or an error of c.
func Spectrum(ctx context.Context, c *wgfft.Engine, img image.Image, o SpectrumOptions) (image.Image, error) {
	if o.Range == 0 {
		o.Range = 80
	}
	if !(o.Range > 0 && o.Range <= 1000) {
		return nil, parameter("a range of %g dB: give a number above 0, at most 1000", o.Range)
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

// bin is that of k waves across and l down, which may be negative, of a half spectrum of w x h pixels.
func bin(half []complex64, k, l, w, h int) (re, im float64) {
	if k < 0 {
		k, l = -k, -l // the conjugate
	}
	v := half[(l+h)%h*(w/2+1)+k]
	return float64(real(v)), float64(imag(v))
}

// peak is the greatest magnitude but for the first.
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

// mean is that of rows of w.
func mean(x []float32, w int) float64 {
	return sumRows(len(x)/w, func(y int) float64 {
		sum := 0.0
		for _, v := range x[y*w : (y+1)*w] {
			sum += float64(v)
		}
		return sum
	}, func(sum *float64, more float64) { *sum += more }) / float64(len(x))
}
