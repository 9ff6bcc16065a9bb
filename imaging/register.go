package imaging

import (
	"context"
	"fmt"
	"image"
	"math"

	"wgfft"
)

// A Shift is how far one picture is moved against another, in pixels.
type Shift struct {
	DX, DY float64 // to the right and downwards
	// Confidence is the share of the frequencies' weight that agrees on the shift: almost 1 for a copy, about 0.8 with noise of 2% of white and 0.6 with 5%. Pictures
	// of n x n pixels that have nothing in common are found to agree by some 10/n, seldom 20/n. Where the shift
	// comes from a least-squares fit, it is the share of the variance that the fit explains. It is lower where the
	// pictures do not determine the shift to about a fifth of a pixel.
	Confidence float64
}

// Register finds by how much picture b is moved against a, of the same size: what is at (x, y) in a, counted from the corner of its bounds, is at
// (x+DX, y+DY) in b, which Align moves back. It compares brightness by phase correlation: whole pixels first, by up to half the size, of which two fifths are found almost
// always; then, between the parts that the two have in common, the top of the correlation between pixels, by Newton's method on its Fourier series.
//
// Of sharp pictures of 64 x 64 pixels three of four are found to 0.01 pixels and ninety-nine of a hundred to 0.02, with noise of 2% of white in both to
// 0.04 and 0.08; of 3000 of the latter twelve were off by more than 0.1, the worst by 0.42 with a confidence of 0.18. The more pixels the two share the
// less it is. Waves that repeat leave open by how many of their lengths a picture is moved.
//
// Pictures without fine detail, such as one soft blob, are registered by a least-squares fit of the pictures
// instead, as their phases are mostly those of the window. Pictures that leave the shift open, such as a ramp or
// straight stripes, have a confidence near 0; pictures without any contrast have the shift 0 and the confidence 0.
//
// It returns ErrEmpty, ErrSize or ErrPixels, or an error of c.
func Register(ctx context.Context, c *wgfft.Engine, a, b image.Image) (Shift, error) {
	p, err := Split(a)
	if err != nil {
		return Shift{}, err
	}
	q, err := Split(b)
	if err != nil {
		return Shift{}, err
	}
	w, h := p.Rect.Dx(), p.Rect.Dy()
	if q.Rect.Dx() != w || q.Rect.Dy() != h {
		return Shift{}, fmt.Errorf("%w: pictures of %d x %d and %d x %d; crop them to one size", ErrSize, w, h, q.Rect.Dx(), q.Rect.Dy())
	}
	whole := views{one: view{p.luminance(), w, 0, 0}, other: view{q.luminance(), w, 0, 0}, w: w, h: h}
	rounding := p.roundingVariance() + q.roundingVariance()
	seen, err := whole.spectra(ctx, c, taper)
	if err != nil {
		return Shift{}, err
	}
	best, err := whole.byPhase(ctx, c, seen, rounding)
	if err != nil {
		return Shift{}, err
	}
	return whole.verified(ctx, c, seen, best, rounding)
}

// byPhase is the shift by phase correlation.
func (v views) byPhase(ctx context.Context, c *wgfft.Engine, seen spectra, rounding float64) (Shift, error) {
	hills, err := seen.correlation(rounding).peaks(ctx, c, maxPeaks)
	if err != nil {
		return Shift{}, err
	}
	var best Shift
	for _, at := range hills {
		s, err := v.overlapping(at).subpixelShift(ctx, c, rounding)
		if err != nil {
			return Shift{}, err
		}
		if s.Confidence > best.Confidence+confidenceStep {
			best = Shift{DX: float64(at.X) + s.DX, DY: float64(at.Y) + s.DY, Confidence: s.Confidence}
		}
		if best.Confidence > sureConfidence {
			break
		}
	}
	return best, nil
}

// checked compares a shift by phase correlation with the pictures themselves.
//
// The phases of fine details are sure, whatever the light. Without details the phases may be those of the window alone:
// then a least-squares fit of the pictures decides.
func (v views) verified(ctx context.Context, c *wgfft.Engine, seen spectra, s Shift, rounding float64) (Shift, error) {
	details, ok := v.detailPair(rounding).at(s.DX, s.DY)
	hasDetails := ok && details.isSettled() && details.explained() > minDetailShare && details.certainty > 0
	if hasDetails && s.Confidence > sureConfidence {
		s.Confidence *= details.certainty
		return s, nil
	}
	p := v.coarsePair(rounding)
	found, ok := p.at(s.DX, s.DY)
	switch {
	case ok && hasDetails && !found.isOff:
		s.Confidence *= details.certainty
		return s, nil
	case ok && found.isSettled() && found.explained() > largeGain:
		return found.limitConfidence(s), nil
	}
	hills, err := seen.correlation(powerWeighting).peaks(ctx, c, 1)
	if err != nil {
		return Shift{}, err
	}
	best := found
	for _, at := range [][2]float64{{s.DX, s.DY}, {float64(hills[0].X), float64(hills[0].Y)}, {}} {
		if f, fits := p.from(at[0], at[1]); fits && (!ok || f.explained() > best.explained()) {
			best, ok = f, true
		}
	}
	isBetter := found.isOff || 1-best.explained() <= largeGain*(1-found.explained())
	if !isBetter || best.certainty == 0 {
		return found.limitConfidence(s), nil
	}
	return Shift{DX: best.x, DY: best.y, Confidence: best.certainty * best.explained()}, nil
}

// limit lowers the confidence of a shift to that of the fit there.
func (f fit) limitConfidence(s Shift) Shift {
	s.Confidence = f.certainty * min(s.Confidence, f.explained())
	return s
}

// fewDetails is the share of the variance of details that pictures have in common at least where their details count.
const minDetailShare = 0.1

// unwhitened is a noise so strong that a correlation weighs bins by their power.
const powerWeighting = 1e3

// Where the first whole shift leaves doubts, at most so many are tried. A confidence is better than another by a little at least, and
// what has less is nothing.
const (
	maxPeaks    = 4
	sureConfidence = 0.5
	confidenceStep  = 1e-3
)

// between is the shift by parts of pixels of two views that show the same.
func (v views) subpixelShift(ctx context.Context, c *wgfft.Engine, rounding float64) (Shift, error) {
	seen, err := v.spectra(ctx, c, hann)
	if err != nil {
		return Shift{}, err
	}
	x, y := seen.correlation(rounding + noiseFactor*seen.noiseFloor()).maximum()
	return Shift{DX: x, DY: y, Confidence: seen.correlation(rounding).confidence(x, y)}, nil
}

// rounding is the variance that rounding to whole levels gives the brightness of a picture.
func (p *Planes) roundingVariance() float64 {
	step := 1.0 / 255
	if p.Deep {
		step = 1.0 / opaque
	}
	return step * step / 12
}

// A view is a part of a plane.
type view struct {
	pix         []float32
	stride      int
	left, upper int
}

// views are parts of two planes, both of w x h.
type views struct {
	one, other view
	w, h       int
}

// shared are the parts that two views have in common if the other is moved.
func (v views) overlapping(by image.Point) views {
	v.one.left += max(0, -by.X)
	v.one.upper += max(0, -by.Y)
	v.other.left += max(0, by.X)
	v.other.upper += max(0, by.Y)
	v.w -= max(by.X, -by.X)
	v.h -= max(by.Y, -by.Y)
	return v
}

// tapered are both views without their means, tapered, in one slice, each filled up with zeros to w x h.
func (v views) tapered(w, h int, window func(i, n int) float64) []float32 {
	both := make([]float32, 2*w*h)
	for i, from := range []view{v.one, v.other} {
		part := make([]float32, v.w*v.h)
		for y := range v.h {
			copy(part[y*v.w:(y+1)*v.w], from.pix[(from.upper+y)*from.stride+from.left:])
		}
		applyWindow(part, v.w, mean(part, v.w), window)
		for y := range v.h {
			copy(both[(i*h+y)*w:], part[y*v.w:(y+1)*v.w])
		}
	}
	return both
}

// spectra are the half spectra of two views.
type spectra struct {
	w, h       int // of the pictures, filled up
	one, other []complex64
	us, vs     []float64 // frequencies
	power      float64   // that white noise of variance 1 has in each bin
}

// spectra transforms the views.
func (v views) spectra(ctx context.Context, c *wgfft.Engine, window func(i, n int) float64) (spectra, error) {
	s := spectra{w: c.NextFastLen(v.w), h: c.NextFastLen(v.h)}
	half := s.w/2 + 1
	both, err := c.RFFT2(ctx, nil, v.tapered(s.w, s.h, window), []int{s.h, s.w})
	if err != nil {
		return s, err
	}
	s.one, s.other = both[:half*s.h], both[half*s.h:]
	s.us, s.vs = frequencies(half, s.w), wgfft.FFTFreq(s.h, 1)
	s.power = windowPower(window, v.w) * windowPower(window, v.h)
	return s, nil
}

// product is bin i of one's conjugate times the other, and its magnitude.
func (s spectra) crossPower(i int) (complex128, float64) {
	a, b := complex128(s.one[i]), complex128(s.other[i])
	z := complex(real(a), -imag(a)) * b
	return z, math.Hypot(real(z), imag(z))
}

// Frequencies count for a shift, apart from how far they are above the noise, by a Gaussian of standard deviation fine in cycles per pixel: those
// near 1/2 tell little of parts of pixels, as sampling has folded others on them. What is to say where between pixels the top is, counts fully
// where it is distinct times above the mean of what is beyond edge along either axis. Both were chosen on made-up scenes with noise of 0 to 5% of
// white: phases alone, distinct = 0, find whole pixels more surely and parts of them half as well.
const (
	weightSigma     = 0.15
	noiseBand     = 0.4
	noiseFactor = 16
)

// floor is the variance of white noise that would have as much power as the frequencies beyond edge.
func (s spectra) noiseFloor() float64 {
	type level struct{ sum, bins float64 }
	mean := sumRows(s.h, func(l int) level {
		var row level
		for k, u := range s.us {
			if u > noiseBand || math.Abs(s.vs[l]) > noiseBand {
				_, size := s.crossPower(l*len(s.us) + k)
				row.sum += size
				row.bins++
			}
		}
		return row
	}, func(all *level, row level) { all.sum, all.bins = all.sum+row.sum, all.bins+row.bins })
	return mean.sum / max(mean.bins, 1) / s.power
}

// correlation is that of the pictures, of frequencies whose power is far above that of white noise by their phases alone.
func (s spectra) correlation(noise float64) correlation {
	f := correlation{w: s.w, h: s.h, us: s.us, vs: s.vs, bins: make([]complex64, len(s.one))}
	parallel(s.h, func(from, to int) {
		for l := from; l < to; l++ {
			for k, u := range s.us {
				at := l*len(s.us) + k
				z, size := s.crossPower(at)
				weight := math.Exp(-(u*u+s.vs[l]*s.vs[l])/(2*weightSigma*weightSigma)) / (size + noise*s.power)
				f.bins[at] = complex64(z * complex(weight, 0))
			}
		}
	})
	return f
}
