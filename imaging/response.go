package imaging

import "math"

// A Response is the gain of a filter as a function of frequency, and an offset that is added to the
// result. Frequencies are in cycles per pixel. The zero value is not a valid response. A Response
// is immutable and safe for concurrent use.
type Response struct {
	gain       func(u, v float64) float64
	factor     func(f float64) float64 // unless nil, gain is constant + scale factor(u) factor(v)
	constant   float64
	scale      float64
	isOriented bool    // whether gain may differ at (u, v) and (u, -v)
	offset     float64 // added to the result
	err        error
}

// A low pass falls from gain 1 to gain 0 along half a cosine, between these multiples of its cutoff. A
// step rings by a few hundredths of its height; an ideal low pass would ring by a tenth.
const (
	rollOffBegin = 0.75
	rollOffEnd   = 1.25
)

// maxFrequency is the radial frequency in the corners of a spectrum.
const maxFrequency = math.Sqrt2 / 2

// lowPass returns the gain at a radial frequency, given its square.
func lowPass(square, cutoff float64) float64 {
	switch {
	case square <= rollOffBegin*rollOffBegin*cutoff*cutoff:
		return 1
	case square >= rollOffEnd*rollOffEnd*cutoff*cutoff:
		return 0
	}
	t := (math.Sqrt(square)/cutoff - rollOffBegin) / (rollOffEnd - rollOffBegin)
	return (1 + math.Cos(math.Pi*t)) / 2
}

// checkCutoff returns an error if cutoff is not a frequency of an image.
func checkCutoff(name string, cutoff float64) error {
	if !(cutoff > 0 && cutoff <= maxFrequency) {
		return parameter("%s cutoff %g is out of range (0, %.3f] cycles per pixel; for a period of p pixels use 1/p",
			name, cutoff, maxFrequency)
	}
	return nil
}

// LowPass returns a response that keeps the radial frequencies below a cutoff, in cycles per pixel,
// in (0, sqrt(1/2)]. The gain is 1 up to 3/4 of the cutoff, 1/2 at the cutoff and 0 from 5/4 of it;
// between them it follows half a cosine. A smaller cutoff blurs more.
func LowPass(cutoff float64) Response {
	return Response{
		gain: func(u, v float64) float64 { return lowPass(u*u+v*v, cutoff) },
		err:  checkCutoff("low pass", cutoff),
	}
}

// midGrey is an exact level of 8 and of 16 bits, so that flat areas do not flicker between two
// levels.
const midGrey = 128.0 / 255

// HighPass returns the response with the gain 1 - g, where g is the gain of [LowPass] for the same
// cutoff. The result is signed, so 128/255 (mid-grey) is added. For signed planes without the offset
// use [Response.WithoutOffset].
func HighPass(cutoff float64) Response {
	return Response{
		gain:   func(u, v float64) float64 { return 1 - lowPass(u*u+v*v, cutoff) },
		offset: midGrey,
		err:    checkCutoff("high pass", cutoff),
	}
}

// BandPass returns the response whose gain is the gain of LowPass(high) minus that of LowPass(low).
// Both cutoffs are in cycles per pixel, and low is less than high. The result is signed, so 128/255
// (mid-grey) is added, as by [HighPass].
func BandPass(low, high float64) Response {
	r := Response{
		gain: func(u, v float64) float64 {
			square := u*u + v*v
			return lowPass(square, high) - lowPass(square, low)
		},
		offset: midGrey,
		err:    firstOf(checkCutoff("band pass", low), checkCutoff("band pass", high)),
	}
	if r.err == nil && low >= high {
		r.err = parameter("band pass from %g to %g: the first cutoff must be less than the second", low, high)
	}
	return r
}

// Gaussian returns a Gaussian blur with a standard deviation of sigma pixels, sigma >= 0. Its gain
// is exp(-2 pi^2 sigma^2 f^2). A sigma of 0 changes nothing.
func Gaussian(sigma float64) Response {
	return separable(0, 1, sigma, checkSigma("Gaussian", sigma))
}

// separable returns the response whose gain is constant + scale exp(-2 pi^2 sigma^2 f^2).
func separable(constant, scale, sigma float64, err error) Response {
	bell := func(f float64) float64 { return math.Exp(-2 * math.Pi * math.Pi * sigma * sigma * f * f) }
	return Response{
		gain:   func(u, v float64) float64 { return constant + scale*bell(u)*bell(v) },
		factor: bell, constant: constant, scale: scale, err: err,
	}
}

func checkSigma(name string, sigma float64) error {
	if !(sigma >= 0 && sigma <= maxPixels) {
		return parameter("%s sigma %g is out of range [0, %d] pixels", name, sigma, maxPixels)
	}
	return nil
}

// Sharpen returns an unsharp mask: it adds amount times the difference between the image and a
// Gaussian blur with a standard deviation of sigma pixels. Both are at least 0. Typical amounts are
// 0.3 to 1.5, and typical sigmas 0.7 to 3.
func Sharpen(amount, sigma float64) Response {
	r := separable(1+amount, -amount, sigma, checkSigma("sharpen", sigma))
	if r.err == nil && !(amount >= 0 && amount <= 1e6) {
		r.err = parameter("sharpen amount %g is out of range [0, 1e6]; 0.3 to 1.5 is typical", amount)
	}
	return r
}

// Notch returns a response that removes the wave of frequency (u, v) and its neighbours. Its gain
// is 1 - exp(-d^2 / 2r^2) at the distance d from (u, v), times the same for (-u, -v), where r is
// radius. All are in cycles per pixel: u and v in [-1/2, 1/2], not both 0, and radius in (0, 1]. A
// radius of one over the width of the image is narrow.
func Notch(u, v, radius float64) Response {
	gap := func(u, v float64) float64 {
		u, v = u-math.Round(u), v-math.Round(v) // frequencies are periodic
		return 1 - math.Exp(-(u*u+v*v)/(2*radius*radius))
	}
	r := Response{
		gain:       func(x, y float64) float64 { return gap(x-u, y-v) * gap(x+u, y+v) },
		isOriented: true,
	}
	switch {
	case !(math.Abs(u) <= 0.5 && math.Abs(v) <= 0.5):
		r.err = parameter("notch frequency (%g, %g) is out of range [-0.5, 0.5] cycles per pixel", u, v)
	case u == 0 && v == 0:
		r.err = parameter("notch frequency (0, 0) is the mean of the image, not a wave")
	case !(radius > 0 && radius <= 1):
		r.err = parameter("notch radius %g is out of range (0, 1] cycles per pixel", radius)
	}
	return r
}

// Custom returns a response with the caller's gain, a function of the frequencies u (to the right)
// and v (downwards) in cycles per pixel. Images are real, so the mean over (u, v) and (-u, -v) is
// used, and the mean over 1/2 and -1/2. gain is called by several goroutines at once. A nil gain
// gives an invalid response.
func Custom(gain func(u, v float64) float64) Response {
	if gain == nil {
		return Response{}
	}
	return Response{
		gain:       func(u, v float64) float64 { return (gain(u, v) + gain(-u, -v)) / 2 },
		isOriented: true,
	}
}

// WithoutOffset returns r without its offset. [Planes.Filter] with HighPass(f).WithoutOffset() gives
// signed samples around 0, which add up with those of LowPass(f) to the original planes.
func (r Response) WithoutOffset() Response {
	r.offset = 0
	return r
}

// Then returns the response of r followed by next, in one step. Their gains are multiplied. The offset
// of r is multiplied by the gain of next at frequency 0, and that of next is added.
func (r Response) Then(next Response) Response {
	if r.gain == nil || next.gain == nil {
		return Response{}
	}
	return Response{
		gain:       func(u, v float64) float64 { return r.gain(u, v) * next.gain(u, v) },
		isOriented: r.isOriented || next.isOriented,
		offset:     r.offset*next.gain(0, 0) + next.offset,
		err:        firstOf(r.err, next.err),
	}
}

// Check returns nil for a valid response. It returns [ErrParameter], as [Filter] does, for a
// response made of bad parameters and for the zero value.
func (r Response) Check() error {
	if r.err == nil && r.gain == nil {
		return parameter("empty response: use LowPass, HighPass, BandPass, Gaussian, Sharpen, Notch or Custom")
	}
	return r.err
}
