package imaging

import (
	"context"
	"image"
	"math"

	"wgfft"
)

// Deconvolve inverts a convolution with a kernel, such as a blur, by the Wiener filter. The
// kernel's spectrum is K, and the gain is
//
//	conj(K) / (|K|^2 + noise)
//
// noise is the ratio of the noise power to the signal power, at least 0; photographs need 1e-4 to
// 1e-2. The more noise, the less is restored of what the kernel has attenuated. The gain is 1/K at
// frequency 0, and 0 where the denominator is 0. The kernel's Offset is subtracted first.
//
// With [Reflect] the image is extended by at least twice the size of the kernel, with its mirror
// images at opposite edges blended into each other. This suppresses ringing from the unknown pixels
// beyond the edges. Pixels closer to an edge than the kernel reaches are less accurate.
//
// It returns a new image. Errors: [ErrEmpty], [ErrSize], [ErrPixels], [ErrParameter], or an error
// of c. A kernel whose weights sum to 0 has no inverse.
func Deconvolve(
	ctx context.Context, c *wgfft.Engine, img image.Image, k Kernel, noise float64, e Edges,
) (image.Image, error) {
	return withPlanes(c, img, func(p *Planes) error { return p.Deconvolve(ctx, c, k, noise, e) })
}

// Deconvolve inverts a convolution of the planes, in place, as the function [Deconvolve] does. It
// has the same errors.
func (p *Planes) Deconvolve(ctx context.Context, c *wgfft.Engine, k Kernel, noise float64, e Edges) error {
	if err := firstOf(p.check(), k.check(), e.check(), k.checkInverse(noise)); err != nil {
		return err
	}
	if err := p.apply(ctx, c, k.inverseRecipe(noise, e)); err != nil {
		return err
	}
	p.updateBackdrop(1/k.sum(), -float64(k.Offset)/k.sum())
	return nil
}

// checkInverse returns an error if the kernel has no inverse, or for a noise that is out of range.
func (k Kernel) checkInverse(noise float64) error {
	if !(noise >= 0 && !math.IsInf(noise, 1)) {
		return parameter("noise-to-signal ratio %g is out of range [0, Inf)", noise)
	}
	if k.sum() == 0 {
		return parameter("kernel has weights that sum to 0: it removes the mean brightness, which cannot be restored")
	}
	return nil
}

// inverseSize returns the size of the transforms that invert a convolution of w x h pixels with the kernel.
func (k Kernel) inverseSize(c *wgfft.Engine, w, h int, e Edges) (int, int, error) {
	if e == Periodic {
		return w, h, nil
	}
	w, h = w+2*k.Width, h+2*k.Height
	if err := checkSize(image.Rect(0, 0, w, h)); err != nil {
		return 0, 0, err
	}
	return c.NextFastLen(w), c.NextFastLen(h), nil
}

// wrapped returns the kernel in w x h pixels, with its centre at the first one and wrapped around
// as often as necessary.
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

// wienerGain returns the gain for a bin of a kernel's spectrum, except for the first one.
func wienerGain(bin complex128, noise float64) complex128 {
	re, im := real(bin), imag(bin)
	power := re*re + im*im + noise
	if power > 0 {
		return complex(re/power, -im/power)
	}
	return 0
}
