package imaging

import (
	"math"

	"wgfft/nd"
)

// ArraySpectrum returns the magnitudes of the frequencies of images in an array of package nd, as [Spectrum] does.
// They are in dB, from 0 for o.Range or more below the peak to 1 for the peak. Frequency 0 is at
// (width/2, height/2), rounded down. The last two axes of a are rows and columns, and elements are real: see [Luma]
// for colours. The result has the shape of a.
//
// The end of the step returns an [nd.OpError] for fewer axes or complex elements, and [ErrParameter] for o.Range.
func ArraySpectrum(q *nd.Queue, a nd.Array, o SpectrumOptions) nd.Array {
	w, h := a.Dim(-1), a.Dim(-2)
	o, err := o.complete()
	if err := firstOf(err, checkArray(a, w, h), checkReal(a)); err != nil {
		return q.Fail("ArraySpectrum", err, a)
	}
	rank := a.Rank()
	number := nd.Float32
	if a.DType() == nd.Float64 {
		number = nd.Float64
	}
	mean := q.Mean(a, lastTwo...)
	a = q.Sub(a, mean)
	a = q.Sub(a, q.Mean(a, lastTwo...)) // the rounding error of the mean
	isZero := nd.Scalar(1)              // 1 for frequency 0
	for _, axis := range lastTwo {
		n := a.Dim(axis)
		i := nd.Iota(number, rank, rank+axis, n)
		if o.Taper {
			s := sineSeries(q, q.Scale(math.Pi/float64(n), q.Sub(i, nd.Scalar(float64(n-1)/2))))
			a = q.Mul(a, q.Pin(q.Sub(nd.Scalar(1), q.Mul(s, s)))) // as hann does
		}
		if axis == -1 {
			i = nd.Iota(number, rank, rank-1, n/2+1)
		}
		isZero = q.Mul(isZero, q.Less(i, nd.Scalar(0.5)))
	}
	pixels := float64(w * h)
	size := q.Pin(q.Where(isZero, nd.Scalar(0), q.Abs(q.RFFT2(a))))
	strongest := q.Maximum(q.Max(size, lastTwo...), nd.Scalar(minReference*pixels))
	size = q.Div(q.Where(isZero, q.Scale(pixels, q.Abs(mean)), size), strongest)
	least := nd.Scalar(max(math.Pow(10, -o.Range/20), 1e-30)) // smaller numbers may count as 0 in single precision
	dB := q.Scale(20/math.Ln10, q.Log(q.Maximum(size, least)))
	level := q.Minimum(q.Add(nd.Scalar(1), q.Scale(1/o.Range, dB)), nd.Scalar(1))
	level = q.Pin(q.Where(q.Less(size, least), nd.Scalar(0), level))
	right := q.Roll(level.Slice(-1, 0, w-w/2, 1), h/2, -2)
	if w == 1 {
		return right
	}
	// A negative frequency (-u, v) has the magnitude of (u, -v).
	left := q.Roll(level.Slice(-1, 1, w/2+1, 1).Flip(-1).Flip(-2), h/2+1, -2)
	return q.Add(padAxis(q, left, -1, 0, w-w/2), padAxis(q, right, -1, w/2, 0))
}

// sineSeries returns the sines of angles between -pi/2 and pi/2 by their power series. WGSL allows its sin an error of
// 2^-11.
func sineSeries(q *nd.Queue, z nd.Array) nd.Array {
	const terms = 11
	square, sum := q.Mul(z, z), nd.Scalar(0)
	for k := terms - 1; k >= 0; k-- {
		sum = q.MulAdd(sum, square, nd.Scalar(math.Pow(-1, float64(k))/math.Gamma(float64(2*k+2))))
	}
	return q.Mul(z, sum)
}
