package imaging

import (
	"context"
	"fmt"

	"wgfft"
	"wgfft/nd"
)

// ArrayOptions are options of filters of arrays. The zero value is single precision.
type ArrayOptions struct {
	// Type is the element type of images and of results: nd.Float32 or nd.Float64. 0 means Float32. Filters of
	// both types take images of storage types, such as nd.Uint8.
	Type nd.DType
}

// An ArrayFilter is a filter for arrays of package nd. A chain of filters computes in the memory of a GPU: it
// uploads the image once and downloads the result once.
//
// The last two axes of an array are the rows and the columns of an image. Axes before them count images, such
// as the channels of [Planes]: an array of Pix has the shape Channels x height x width. Elements are real, and an
// offset of a [Response] or a [Kernel] is added to them as it is. Results have single precision, unless
// [ArrayOptions] select double precision.
//
// Arrays have no alpha channel. Use the methods of [Planes] for images that are not opaque.
//
// An ArrayFilter belongs to an engine, and is safe for concurrent use.
type ArrayFilter struct {
	name   string // of the operation, for errors
	w, h   int
	number nd.DType    // of results: Float32 or Float64
	gains  nd.Array    // of the bins of the transform that work computes
	odd    nd.Array    // of the sine transform; the zero Array without one
	lines  [2]nd.Array // tables along height and width: weights of cross-fades, or factors of a translation
	kernel Kernel
	offset float64
	points [2]int // height and width of the transforms
	whole  [2]int // pixels of a translation, downwards and to the right
	work   func(f *ArrayFilter, q *nd.Queue, a nd.Array) nd.Array
}

// NewArrayFilter returns the filter of [Filter] for images of w x h pixels: it multiplies their frequencies by a
// response and adds the response's offset, if it has one. Only the last one of opts counts.
//
// Errors: [ErrEmpty], [ErrSize], [ErrParameter], or an error of c, which wraps errors.ErrUnsupported if its device
// has no double precision.
func NewArrayFilter(
	ctx context.Context, c *wgfft.Engine, w, h int, r Response, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	f, l, err := newArrayFilter(c, "Filter", w, h, opts)
	if err := firstOf(err, r.Check(), e.check()); err != nil {
		return nil, err
	}
	defer l.q.Close()
	f.offset, f.points = r.offset, [2]int{h, w}
	if e == Periodic {
		us, vs := frequencies(w/2+1, w), wgfft.FFTFreq(h, 1)
		f.gains, f.work = l.gains(r.averagedAtNyquist(), us, vs), (*ArrayFilter).multiplied
		return l.end(ctx, f)
	}
	f.work = (*ArrayFilter).mirrored
	us, vs := frequencies(w, 2*w), frequencies(h, 2*h)
	even := r
	if r.isOriented {
		var odd Response
		if even, odd = r.parts(); w > 1 && h > 1 { // a row or a column has no sines
			f.odd = l.gains(odd, us[1:], vs[1:])
		}
	}
	f.gains = l.gains(even, us, vs)
	return l.end(ctx, f)
}

// NewArrayConvolution returns the filter of [Convolve] for images of w x h pixels. With [Reflect] the kernel
// reaches at most w pixels to either side, and h pixels up and down. Options and errors are as for
// [NewArrayFilter].
func NewArrayConvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	f, l, err := newArrayFilter(c, "Convolve", w, h, opts)
	if err := firstOf(err, k.check(), e.check()); err != nil {
		return nil, err
	}
	defer l.q.Close()
	f.kernel, f.offset, f.points = k, float64(k.Offset), [2]int{h, w}
	f.work = (*ArrayFilter).multiplied
	var weights []float32
	if e == Reflect {
		if k.Width/2 > w || k.Height/2 > h {
			return nil, parameter("kernel of %d x %d weights reaches beyond the mirror image of %d x %d pixels; "+
				"use the method Convolve of Planes", k.Width, k.Height, w, h)
		}
		if err := checkExtent(w+k.Width-1, h+k.Height-1); err != nil {
			return nil, err
		}
		f.points = [2]int{c.NextFastLen(h + k.Height - 1), c.NextFastLen(w + k.Width - 1)}
		f.work = (*ArrayFilter).convolved
		weights = k.padded(f.points[1], f.points[0])
	} else {
		weights = k.wrapped(w, h)
	}
	gains, err := l.spectrum(ctx, weights, f.points[:])
	if err != nil {
		return nil, err
	}
	f.gains = l.complexes(gains, f.points[0], f.points[1]/2+1)
	return l.end(ctx, f)
}

// NewArrayDeconvolution returns the filter of [Deconvolve] for images of w x h pixels. With [Reflect] the image
// is extended by at least twice the size of the kernel, and by at most its own size. Options and errors are as for
// [NewArrayFilter].
func NewArrayDeconvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, noise float64, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	f, l, err := newArrayFilter(c, "Deconvolve", w, h, opts)
	if err := firstOf(err, k.check(), e.check(), k.checkInverse(noise)); err != nil {
		return nil, err
	}
	defer l.q.Close()
	f.kernel, f.offset = k, -float64(k.Offset)/k.sum()
	f.work = (*ArrayFilter).multiplied
	if f.points[1], f.points[0], err = k.inverseSize(c, w, h, e); err != nil {
		return nil, err
	}
	if e == Reflect && (2*k.Width > w || 2*k.Height > h) {
		return nil, parameter("kernel of %d x %d weights is larger than half of the %d x %d pixels, which are "+
			"extended by at most their own size; use the method Deconvolve of Planes", k.Width, k.Height, w, h)
	}
	f.points = [2]int{min(f.points[0], 2*h), min(f.points[1], 2*w)}
	gains, err := l.spectrum(ctx, k.wrapped(f.points[1], f.points[0]), f.points[:])
	if err != nil {
		return nil, err
	}
	for i, bin := range gains {
		gains[i] = wienerGain(bin, noise)
	}
	gains[0] = complex(1/k.sum(), 0)
	f.gains = l.complexes(gains, f.points[0], f.points[1]/2+1)
	if e == Reflect {
		f.work = (*ArrayFilter).deconvolved
		f.lines = [2]nd.Array{l.shares(h, f.points[0]), l.shares(w, f.points[1])}
	}
	return l.end(ctx, f)
}

// newArrayFilter returns a filter without tables and a loader for them.
func newArrayFilter(
	c *wgfft.Engine, name string, w, h int, opts []ArrayOptions,
) (*ArrayFilter, loader, error) {
	f := &ArrayFilter{name: name, w: w, h: h, number: nd.Float32}
	if len(opts) > 0 && opts[len(opts)-1].Type != 0 {
		f.number = opts[len(opts)-1].Type
	}
	if err := checkExtent(w, h); err != nil {
		return nil, loader{}, err
	}
	if f.number != nd.Float32 && f.number != nd.Float64 {
		return nil, loader{}, parameter("element type %v of a filter: use nd.Float32 or nd.Float64", f.number)
	}
	return f, loader{c, nd.NewQueue(c), f.number == nd.Float64}, nil
}

// Apply returns an array filtered. Its last two axes have the size of the filter. The end of the step returns an
// [nd.OpError] for an array of another shape, for complex elements, and for elements that do not have the
// precision of the filter.
func (f *ArrayFilter) Apply(q *nd.Queue, a nd.Array) nd.Array {
	if err := firstOf(checkArray(a, f.w, f.h), checkNumber(a, f.number)); err != nil {
		return q.Fail(f.name, err, a)
	}
	if f.number == nd.Float64 && a.DType() != nd.Float64 { // operations compute with other numbers in Float32
		a = q.Cast(nd.Float64, a)
	}
	r := f.work(f, q, a)
	if f.offset != 0 {
		r = q.Add(r, nd.Scalar(f.offset))
	}
	return r
}

// Close frees the tables. Steps that were flushed before complete. Close is idempotent.
func (f *ArrayFilter) Close() error {
	return firstOf(f.gains.Close(), f.odd.Close(), f.lines[0].Close(), f.lines[1].Close())
}

// checkArray returns an error for an array that does not hold images of w x h pixels.
func checkArray(a nd.Array, w, h int) error {
	if a.Rank() >= 2 && a.Dim(-1) == w && a.Dim(-2) == h {
		return nil
	}
	return fmt.Errorf("%w: last two axes of %v, want %d rows of %d pixels", nd.ErrShape, a.Shape(), h, w)
}

// checkNumber returns an error for an array whose elements do not have the precision of number, Float32 or Float64.
func checkNumber(a nd.Array, number nd.DType) error {
	d := a.DType()
	if d != number && (d == nd.Float32 || d == nd.Float64) {
		return fmt.Errorf("%w: elements are %v, want %v; use Cast, or ArrayOptions with the Type of the elements",
			nd.ErrType, d, number)
	}
	return checkReal(a)
}
