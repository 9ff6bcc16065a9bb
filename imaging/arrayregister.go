package imaging

import (
	"context"
	"fmt"

	"wgfft"
	"wgfft/nd"
)

// An ArrayRegistration measures translations between images in arrays of package nd, as [Register] does. The images
// and their spectra stay in the memory of a GPU. An ArrayRegistration belongs to an engine, and is safe for concurrent
// use.
//
// The last two axes of an array are the rows and the columns of an image. Axes before them count images.
// [Luma] makes one image of three channels. Elements are real, and are computed in single precision.
type ArrayRegistration struct {
	c        *wgfft.Engine
	w, h     int
	variance float64     // of the rounding errors of both images
	tapers   [2]nd.Array // weights along height and width
}

// RegistrationOptions are options of an [ArrayRegistration]. The zero value is for samples from 0 to 1 that were made
// of 8 bits.
type RegistrationOptions struct {
	// Step is the difference between adjacent levels of the samples. A sample may have a rounding error of half a
	// step. 0 means 1/255. Integers have a step of 1, and samples from 0 to 1 that were made of 16 bits 1.0/65535.
	Step float64
}

// NewArrayRegistration returns a registration of images of w x h pixels. Only the last one of opts counts. Errors:
// [ErrEmpty], [ErrSize], [ErrParameter], or an error of c.
func NewArrayRegistration(
	ctx context.Context, c *wgfft.Engine, w, h int, opts ...RegistrationOptions,
) (*ArrayRegistration, error) {
	var o RegistrationOptions
	if len(opts) > 0 {
		o = opts[len(opts)-1]
	}
	if o.Step == 0 {
		o.Step = 1.0 / 255
	}
	if !(o.Step > 0 && o.Step <= 1e6) {
		return nil, parameter("Step %g is out of range (0, 1e6]", o.Step)
	}
	if err := checkExtent(w, h); err != nil {
		return nil, err
	}
	r := &ArrayRegistration{c: c, w: w, h: h, variance: 2 * roundingVariance(o.Step)}
	l := loader{c: c, q: nd.NewQueue(c)}
	defer l.q.Close()
	r.tapers = l.windows(taper, w, h)
	if err := l.q.Flush(ctx); err != nil {
		return nil, firstOf(err, r.Close())
	}
	return r, nil
}

// windows returns the weights of a window along height and width.
func (l loader) windows(window func(i, n int) float64, w, h int) [2]nd.Array {
	var along [2][]float64
	for axis, n := range []int{h, w} {
		for i := range n {
			along[axis] = append(along[axis], window(i, n))
		}
	}
	return [2]nd.Array{l.reals(along[0], h, 1), l.reals(along[1], w)}
}

// Close frees the windows. Steps that were flushed before complete. Close is idempotent.
func (r *ArrayRegistration) Close() error { return firstOf(r.tapers[0].Close(), r.tapers[1].Close()) }

// Luma returns the luma of images with three channels, with the weights of ITU-R BT.601 as in [color.GrayModel]. The
// last three axes of a are channels, rows and columns. The result has no axis of channels. It is a view of a if there
// is one channel. The end of the step returns an [nd.OpError] for another number of channels, and for complex elements.
func Luma(q *nd.Queue, a nd.Array) nd.Array {
	n, err := a.Dim(-3), checkReal(a)
	if n != 1 && n != 3 {
		err = fmt.Errorf("%w: %v, want 1 or 3 channels of rows and columns", nd.ErrShape, a.Shape())
	}
	switch {
	case err != nil:
		return q.Fail("Luma", err, a)
	case n == 1:
		return a.At(-3, 0)
	}
	return lumaOf(q, [3]nd.Array{a.At(-3, 0), a.At(-3, 1), a.At(-3, 2)})
}

// lumaOf returns the luma of red, green and blue.
func lumaOf(q *nd.Queue, colors [3]nd.Array) nd.Array {
	blue := q.Scale(lumaBlue, colors[2])
	return q.MulAdd(nd.Scalar(lumaRed), colors[0], q.MulAdd(nd.Scalar(lumaGreen), colors[1], blue))
}

// Correlation returns the normalized phase correlation of images a and b: element (y, x) of the last two axes is the
// value for a shift of x pixels to the right and y pixels downwards, from -1 to 1. It is close to 1 for a copy.
// Frequencies with a power far above the rounding errors contribute their phase only. They are weighted by a Gaussian,
// because high frequencies are aliased.
//
// The images are tapered at their edges and padded with zeros to the next fast lengths, H x W. Shifts wrap around:
// x = W-1 is a shift by -1. The axes of a and b before the last two combine as for [nd.Queue.Mul].
// The end of the step returns an [nd.OpError] for images of another size and for complex elements.
func (r *ArrayRegistration) Correlation(q *nd.Queue, a, b nd.Array) nd.Array {
	if err := r.check(a, b); err != nil {
		return q.Fail("Correlation", err, a, b)
	}
	bins := q.Pin(weighted(q, r.product(q, a, b), r.tapered(), r.variance))
	s := arraySeries{q: q, bins: bins, w: r.tapered().w}
	most := q.Add(q.Sum(s.magnitudes(), -2, -1), nd.Scalar(1))
	return q.Div(q.Scale(float64(r.tapered().w*r.tapered().h), q.IRFFT2(bins, r.tapered().w)), most)
}

// Peak returns the shift of image b against image a in whole pixels, to the right and downwards, and the value of
// [ArrayRegistration.Correlation] there. It waits for nothing: the results are arrays whose last two axes have length
// 1. They are reliable up to two fifths of the size. [ArrayRegistration.Register] finds fractions of a pixel, too, and
// verifies the shift. Errors are as for Correlation.
func (r *ArrayRegistration) Peak(q *nd.Queue, a, b nd.Array) (right, down, value nd.Array) {
	g := q.Pin(r.Correlation(q, a, b))
	x, y := peak2(q, g)
	return signedArray(q, x, r.tapered().w), signedArray(q, y, r.tapered().h), q.Max(g, -2, -1)
}

// Register returns the shift of image b against image a, as the function [Register] does for their luma. a and b have
// two axes. It waits for results several times, and ends the step of the queue with the first one. Only numbers are
// downloaded. The part that both images show has its own size, and needs kernels that the engine keeps.
//
// The method and the function find shifts that differ by at most 0.001 pixels for images with fine detail, and by at
// most 0.005 pixels for smooth images.
//
// Errors: an [nd.OpError] for images of another size and for complex elements, an error of package nd, or ctx's error.
func (r *ArrayRegistration) Register(ctx context.Context, q *nd.Queue, a, b nd.Array) (Shift, error) {
	err := r.check(a, b)
	if err == nil && (a.Rank() != 2 || b.Rank() != 2) {
		err = fmt.Errorf("%w: %v and %v, want one image each; Peak takes several", nd.ErrShape, a.Shape(), b.Shape())
	}
	if err != nil {
		q.Fail("Register", err, a, b)
		return Shift{}, q.Flush(ctx)
	}
	m := &arrayMatcher{r: r, q: q}
	s, err := m.register(ctx, a, b)
	return s, firstOf(err, m.close())
}

// check returns an error for arrays that can't be compared.
func (r *ArrayRegistration) check(a, b nd.Array) error {
	for _, x := range []nd.Array{a, b} {
		if err := firstOf(checkArray(x, r.w, r.h), checkReal(x)); err != nil {
			return err
		}
	}
	return nil
}

// A frame is the size of padded images and of their spectra. power is the power of each bin for white noise of
// variance 1.
type frame struct {
	w, h  int
	power float64
}

// frame returns the frame of the spectra of images of w x h pixels times a window.
func (r *ArrayRegistration) frame(w, h int, window func(i, n int) float64) frame {
	return frame{r.c.NextFastLen(w), r.c.NextFastLen(h), windowPower(window, w) * windowPower(window, h)}
}

// tapered returns the frame of the spectra of the tapered images.
func (r *ArrayRegistration) tapered() frame { return r.frame(r.w, r.h, taper) }

// product returns the product of the conjugate spectrum of a tapered and the spectrum of b tapered.
func (r *ArrayRegistration) product(q *nd.Queue, a, b nd.Array) nd.Array {
	return crossPower(q, a, b, r.tapers, r.tapered())
}

// crossPower returns the product of the conjugate spectrum of a and the spectrum of b, without their means and times
// a window.
func crossPower(q *nd.Queue, a, b nd.Array, window [2]nd.Array, f frame) nd.Array {
	spectrum := func(a nd.Array) nd.Array {
		a = q.Cast(nd.Float32, a)
		rank, h, w := a.Rank(), a.Dim(-2), a.Dim(-1)
		a = q.Sub(a, q.Mean(a, lastTwo...))
		for _, along := range window {
			a = q.Mul(a, along.ExpandTo(rank))
		}
		return q.RFFT2(padLast(q, a, f.h-h, f.w-w))
	}
	return q.Mul(q.Conj(spectrum(a)), spectrum(b))
}

// weighted returns the bins of a correlation. z is a product of spectra. Frequencies with a power far above that of
// white noise of variance noise contribute their phase only.
func weighted(q *nd.Queue, z nd.Array, f frame, noise float64) nd.Array {
	u, v := frequencySources(z.Rank(), f)
	square := q.Scale(-1/(2*weightSigma*weightSigma), q.MulAdd(u, u, q.Mul(v, v)))
	return q.Mul(z, q.Div(q.Exp(square), q.Add(q.Abs(z), nd.Scalar(noise*f.power))))
}

// frequencySources returns the frequencies of the columns and of the rows of a half spectrum.
func frequencySources(rank int, f frame) (u, v nd.Array) {
	return nd.RFFTFreq(nd.Float32, rank, rank-1, f.w, 1), nd.FFTFreq(nd.Float32, rank, rank-2, f.h, 1)
}

// peak2 returns the column and the row of the largest element of the last two axes, which stay with length 1.
func peak2(q *nd.Queue, g nd.Array) (x, y nd.Array) {
	y = q.Pin(q.Cast(nd.Float32, q.ArgMax(q.Max(g, -1), -2)))
	isRow := equal(q, nd.Iota(nd.Float32, g.Rank(), g.Rank()-2, g.Dim(-2)), y)
	row := q.Max(q.Where(isRow, g, nd.Scalar(lowest)), -2)
	return q.Pin(q.Cast(nd.Float32, q.ArgMax(row, -1))), y
}

// lowest is less than the values of correlations.
const lowest = -1e30

// equal returns 1 where two whole numbers are equal, and 0 elsewhere.
func equal(q *nd.Queue, a, b nd.Array) nd.Array {
	d := q.Sub(a, b)
	return q.Less(q.Mul(d, d), nd.Scalar(0.5))
}

// signedArray returns the shifts for indices of a periodic correlation of n samples.
func signedArray(q *nd.Queue, i nd.Array, n int) nd.Array {
	return q.Where(q.Less(nd.Scalar(float64(n/2)), i), q.Sub(i, nd.Scalar(float64(n))), i)
}

// without returns a correlation without the elements next to column x and row y, which count as lowest.
func without(q *nd.Queue, g, x, y nd.Array) nd.Array {
	near := func(axis int, at nd.Array) nd.Array {
		n := float64(g.Dim(axis))
		d := q.Sub(nd.Iota(nd.Float32, g.Rank(), g.Rank()+axis, g.Dim(axis)), at)
		d = q.Mul(d, d)
		return q.Add(q.Less(d, nd.Scalar(1.5)), q.Less(nd.Scalar((n-1.5)*(n-1.5)), d)) // 1 wraps around to n-1
	}
	return q.Where(q.Mul(near(-1, x), near(-2, y)), nd.Scalar(lowest), g)
}
