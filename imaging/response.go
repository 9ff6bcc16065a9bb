package imaging

import "math"

// A Response is the gain of a filter by frequency, in cycles per pixel. The functions of this file make responses; the zero value is none.
type Response struct {
	gain     func(u, v float64) float64
	factor   func(f float64) float64 // where there is one, gain is flat + swing factor(u) factor(v)
	constant     float64
	scale    float64
	isOriented bool    // it may tell (u, v) from (u, -v)
	offset   float64 // added to the result
	err      error
}

// The slope of a cutoff goes from gain 1 to gain 0 along half a cosine between these multiples of it: an octave of no more ringing
// than a few hundredths of a step, where a wall would ring with a tenth.
const (
	rollOffBegin = 0.75
	rollOffEnd   = 1.25
)

// greatest is the frequency in the corners of a spectrum.
const maxFrequency = math.Sqrt2 / 2

// lowPass is the gain at the frequency whose square is given.
func lowPass(square, cutoff float64) float64 {
	switch {
	case square <= rollOffBegin*rollOffBegin*cutoff*cutoff:
		return 1
	case square >= rollOffEnd*rollOffEnd*cutoff*cutoff:
		return 0
	}
	way := (math.Sqrt(square)/cutoff - rollOffBegin) / (rollOffEnd - rollOffBegin)
	return (1 + math.Cos(math.Pi*way)) / 2
}

// checkCutoff refuses frequencies that a picture has not.
func checkCutoff(name string, cutoff float64) error {
	if !(cutoff > 0 && cutoff <= maxFrequency) {
		return parameter("%s %g: a cutoff is in cycles per pixel, above 0 and at most %.3f; for waves of p pixels it is 1/p", name, cutoff, maxFrequency)
	}
	return nil
}

// LowPass keeps the frequencies below a cutoff, in cycles per pixel: all of them to 3/4 of it, half at it, and none from 5/4 of it on, along
// half a cosine. The smaller the cutoff the smoother the picture.
func LowPass(cutoff float64) Response {
	return Response{
		gain: func(u, v float64) float64 { return lowPass(u*u+v*v, cutoff) },
		err:  checkCutoff("low pass", cutoff),
	}
}

// middle is the grey around which differences are shown: a level of 8 bits and of 16, so that flat parts don't flicker between two.
const midGrey = 128.0 / 255

// HighPass keeps what LowPass takes away: the two add up to the picture. As that is darker and lighter than nothing, it is shown around a
// middle grey: 128/255 is added.
func HighPass(cutoff float64) Response {
	return Response{
		gain:   func(u, v float64) float64 { return 1 - lowPass(u*u+v*v, cutoff) },
		offset: midGrey,
		err:    checkCutoff("high pass", cutoff),
	}
}

// BandPass keeps the frequencies between two cutoffs: what LowPass keeps for the higher and not for the lower. 128/255 is added, as by HighPass.
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
		r.err = parameter("band pass from %g to %g: the second cutoff is above the first", low, high)
	}
	return r
}

// Gaussian blurs with a bell of standard deviation sigma, in pixels: its gain is exp(-2 pi^2 sigma^2 f^2). With 0 it changes nothing.
func Gaussian(sigma float64) Response {
	return separable(0, 1, sigma, checkSigma("Gaussian", sigma))
}

// separable is the response flat + swing times a Gaussian.
func separable(flat, swing, sigma float64, err error) Response {
	bell := func(f float64) float64 { return math.Exp(-2 * math.Pi * math.Pi * sigma * sigma * f * f) }
	return Response{
		gain:   func(u, v float64) float64 { return flat + swing*bell(u)*bell(v) },
		factor: bell, constant: flat, scale: swing, err: err,
	}
}

func checkSigma(name string, sigma float64) error {
	if !(sigma >= 0 && sigma <= maxPixels) {
		return parameter("%s with sigma %g: a standard deviation is in pixels, 0 or more", name, sigma)
	}
	return nil
}

// Sharpen is an unsharp mask: it adds amount times what a Gaussian of standard deviation sigma, in pixels, takes away. Amounts of 0.3 to 1.5 and
// sigmas of 0.7 to 3 are usual.
func Sharpen(amount, sigma float64) Response {
	r := separable(1+amount, -amount, sigma, checkSigma("sharpening", sigma))
	if r.err == nil && !(amount >= 0 && amount <= 1e6) {
		r.err = parameter("sharpening by %g: the amount is 0 or more, and 1 is much", amount)
	}
	return r
}

// Notch takes one wave out of a picture, that of frequency u to the right and v downwards, with those around it: its gain is 1 - exp(-d^2/2r^2)
// at the distance d from (u, v) and from (-u, -v), r being radius, all in cycles per pixel. A radius of 1 over the picture's width is
// narrow.
func Notch(u, v, radius float64) Response {
	gap := func(u, v float64) float64 {
		u, v = u-math.Round(u), v-math.Round(v) // frequencies one apart are the same
		return 1 - math.Exp(-(u*u+v*v)/(2*radius*radius))
	}
	r := Response{
		gain:     func(x, y float64) float64 { return gap(x-u, y-v) * gap(x+u, y+v) },
		isOriented: true,
	}
	switch {
	case !(math.Abs(u) <= 0.5 && math.Abs(v) <= 0.5):
		r.err = parameter("notch at (%g, %g): frequencies are in cycles per pixel, from -0.5 to 0.5", u, v)
	case u == 0 && v == 0:
		r.err = parameter("notch at (0, 0): that is the picture's mean, and no wave")
	case !(radius > 0 && radius <= 1):
		r.err = parameter("notch of radius %g: a radius is in cycles per pixel, above 0 and at most 1", radius)
	}
	return r
}

// Custom is a response of the caller's: the gain at the frequencies u to the right and v downwards. As pictures are real it is taken for
// (u, v) and (-u, -v) in the mean, and as 1/2 is the same as -1/2 there for both. It is called by several goroutines at once.
func Custom(gain func(u, v float64) float64) Response {
	if gain == nil {
		return Response{}
	}
	return Response{
		gain:     func(u, v float64) float64 { return (gain(u, v) + gain(-u, -v)) / 2 },
		isOriented: true,
	}
}

// Then is the response of a filter and the next one behind it, in one step.
func (r Response) Then(next Response) Response {
	if r.gain == nil || next.gain == nil {
		return Response{}
	}
	return Response{
		gain:     func(u, v float64) float64 { return r.gain(u, v) * next.gain(u, v) },
		isOriented: r.isOriented || next.isOriented,
		offset:   r.offset*next.gain(0, 0) + next.offset,
		err:      firstOf(r.err, next.err),
	}
}

// Check returns ErrParameter for a response that was made of bad parameters, or not made at all, as Filter does.
func (r Response) Check() error {
	if r.err == nil && r.gain == nil {
		return parameter("no response: use LowPass, HighPass, BandPass, Gaussian, Sharpen, Notch or Custom")
	}
	return r.err
}
