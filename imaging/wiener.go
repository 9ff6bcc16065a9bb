package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// Deconvolve undoes a convolution with a kernel, such as a blur, by Wiener's filter
//
//	conj(K) / (|K|^2 + noise)    K the spectrum of the kernel
//
// where noise is the power of the noise over that of the picture, at all frequencies but 0, whose gain is 1/K: 0 where there is none, 1e-4 to
// 1e-2 for photographs. The more noise the less is undone of what the kernel has taken away. A frequency of which nothing is left stays away.
// The kernel's Offset is taken off first.
//
// With Reflect the picture goes on mirrored and fades over into its other side, over twice the kernel's size at least, so that what lies beyond the
// edges and is not known does not ring; pixels nearer to an edge than the kernel reaches are less certain than others. It returns ErrEmpty,
// ErrSize, ErrPixels or ErrParameter, or an error of c.
func Deconvolve(ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, noise float64, e Edges) (image.Image, error) {
	return withPlanes(c, img, func(p *Planes) error { return p.Deconvolve(ctx, c, k, noise, e) })
}

// Deconvolve undoes a convolution of the planes. In all else it is like the function Deconvolve.
func (p *Planes) Deconvolve(ctx context.Context, c *wgfft.Engine, k Kernel, noise float64, e Edges) error {
	if err := firstOf(p.check(), k.check(), e.check()); err != nil {
		return err
	}
	if !(noise >= 0 && !math.IsInf(noise, 1)) {
		return parameter("a noise-to-signal ratio of %g: it is 0 or more", noise)
	}
	if k.sum() == 0 {
		return parameter("a kernel whose weights sum to 0 takes the mean brightness away, which nothing brings back")
	}
	p.add(-k.Offset)
	w, h := p.Rect.Dx(), p.Rect.Dy()
	if e == Reflect {
		w, h = w+2*k.Width, h+2*k.Height
		if err := checkSize(image.Rect(0, 0, w, h)); err != nil {
			return err
		}
		w, h = c.NextFastLen(w), c.NextFastLen(h)
	}
	work := p.Pix
	if e == Reflect {
		work = p.extended(w, h)
	}
	shape := []int{h, w}
	spectra, err := c.RFFT2(ctx, nil, work, shape)
	if err != nil {
		return err
	}
	kernel, err := c.RFFT2(ctx, nil, k.wrapped(w, h), shape)
	if err != nil {
		return err
	}
	applyWiener(spectra, kernel, h, noise, k.sum())
	if work, err = c.IRFFT2(ctx, work, spectra, shape); err != nil {
		return err
	}
	p.crop(work, w, h)
	p.updateBackdrop(1/k.sum(), -float64(k.Offset)/k.sum())
	return nil
}

// wrapped is the kernel with its centre at the first of w x h pixels, wrapped round as often as it takes.
func (k Kernel) wrapped(w, h int) []float32 {
	out := make([]float32, w*h)
	for j := range k.Height {
		y := Periodic.index(j-k.Height/2, h)
		for i := range k.Width {
			out[y*w+Periodic.index(i-k.Width/2, w)] += k.Weights[j*k.Width+i]
		}
	}
	return out
}

// restore multiplies spectra by Wiener's filter of a kernel's spectrum.
func applyWiener(spectra, kernel []complex64, h int, noise, sum float64) {
	n, w := len(kernel), len(kernel)/h
	parallel(h, func(from, to int) {
		for at := from * w; at < to*w; at++ {
			re, im := float64(real(kernel[at])), float64(imag(kernel[at]))
			power := re*re + im*im + noise
			gain := complex64(0)
			switch {
			case at == 0:
				gain = complex(float32(1/sum), 0)
			case power > 0:
				gain = complex(float32(re/power), float32(-im/power))
			}
			for i := at; i < len(spectra); i += n {
				spectra[i] *= gain
			}
		}
	})
}

// faded are the planes in a larger size: between their right edge and the left one of their repetition, and below, mirrored pictures of both fade over.
func (p *Planes) extended(w, h int) []float32 {
	out := make([]float32, p.Channels*w*h)
	across, down := crossFades(p.Rect.Dx(), w), crossFades(p.Rect.Dy(), h)
	parallel(h, func(from, to int) {
		for y := from; y < to; y++ {
			f := down[y]
			upper, lower := p.rows(f.one), p.rows(f.other)
			for i := range p.Channels {
				row := out[(i*h+y)*w:][:w]
				for x, g := range across {
					a := (1-g.share)*upper[i][g.one] + g.share*upper[i][g.other]
					b := (1-g.share)*lower[i][g.one] + g.share*lower[i][g.other]
					row[x] = (1-f.share)*a + f.share*b
				}
			}
		}
	})
	return out
}

// A fade mixes two samples.
type crossFade struct {
	one, other int
	share      float32 // of the other
}

// fades are where the samples of a longer row come from.
func crossFades(n, longer int) []crossFade {
	all := make([]crossFade, longer)
	for i := range all {
		all[i] = crossFade{one: Reflect.index(i, n), other: Reflect.index(i-longer, n)}
		if i >= n {
			all[i].share = float32(0.5 - 0.5*math.Cos(math.Pi*(float64(i-n)+0.5)/float64(longer-n)))
		}
	}
	return all
}

// crop takes the planes out of larger ones.
func (p *Planes) crop(from []float32, w, h int) {
	if len(from) == len(p.Pix) {
		return // they are the same
	}
	parallel(p.Rect.Dy(), func(first, end int) {
		for y := first; y < end; y++ {
			rows := p.rows(y)
			for i := range p.Channels {
				copy(rows[i], from[(i*h+y)*w:])
			}
		}
	})
}
