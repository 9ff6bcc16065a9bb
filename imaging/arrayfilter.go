package imaging

import (
	"context"
	"fmt"
	"image"

	"wgfft"
	"wgfft/nd"
)

// An ArrayFilter is a filter for arrays of package nd. A chain of filters computes in the memory of a GPU: it
// uploads the image once and downloads the result once.
//
// The last two axes of an array are the rows and the columns of an image. Axes before them count images, such
// as the channels of [Planes]: an array of Pix has the shape Channels x height x width. Elements are real, and an
// offset of a [Response] or a [Kernel] is added to them as it is. Results have single precision.
//
// Arrays know no alpha. Use the methods of [Planes] for images that are not opaque.
//
// An ArrayFilter belongs to an engine, and is safe for concurrent use.
type ArrayFilter struct {
	name   string // of the operation, for errors
	w, h   int
	gains  nd.Array    // of the bins of the transform that work computes
	odd    nd.Array    // of the sine transform; the zero Array without one
	fades  [2]nd.Array // weights of the cross-fades along height and width; the zero Array without one
	kernel Kernel
	offset float64
	points [2]int // height and width of the transforms
	work   func(f *ArrayFilter, q *nd.Queue, a nd.Array) nd.Array
}

// NewArrayFilter returns the filter of [Filter] for images of w x h pixels: it multiplies their frequencies by a
// response and adds the response's offset, if it has one. Errors: [ErrEmpty], [ErrSize], [ErrParameter], or an
// error of c.
func NewArrayFilter(ctx context.Context, c *wgfft.Engine, w, h int, r Response, e Edges) (*ArrayFilter, error) {
	f := &ArrayFilter{name: "Filter", w: w, h: h, offset: r.offset, points: [2]int{h, w}}
	if err := firstOf(checkSize(image.Rect(0, 0, w, h)), r.Check(), e.check()); err != nil {
		return nil, err
	}
	l := loader{q: nd.NewQueue(c)}
	defer l.q.Close()
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
// reaches at most w pixels to either side, and h pixels up and down. Errors: [ErrEmpty], [ErrSize],
// [ErrParameter], or an error of c.
func NewArrayConvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, e Edges,
) (*ArrayFilter, error) {
	if err := firstOf(checkSize(image.Rect(0, 0, w, h)), k.check(), e.check()); err != nil {
		return nil, err
	}
	f := &ArrayFilter{name: "Convolve", w: w, h: h, kernel: k, offset: float64(k.Offset), points: [2]int{h, w}}
	f.work = (*ArrayFilter).multiplied
	var weights []float32
	if e == Reflect {
		if k.Width/2 > w || k.Height/2 > h {
			return nil, parameter("kernel of %d x %d weights reaches beyond the mirror image of %d x %d pixels; "+
				"use the method Convolve of Planes", k.Width, k.Height, w, h)
		}
		if err := checkSize(image.Rect(0, 0, w+k.Width-1, h+k.Height-1)); err != nil {
			return nil, err
		}
		f.points = [2]int{c.NextFastLen(h + k.Height - 1), c.NextFastLen(w + k.Width - 1)}
		f.work = (*ArrayFilter).convolved
		weights = k.padded(f.points[1], f.points[0])
	} else {
		weights = k.wrapped(w, h)
	}
	gains, err := c.RFFT2(ctx, nil, weights, f.points[:])
	if err != nil {
		return nil, err
	}
	return f.load(ctx, c, gains, false)
}

// NewArrayDeconvolution returns the filter of [Deconvolve] for images of w x h pixels. With [Reflect] the image
// is extended by at least twice the size of the kernel, and by at most its own size. Errors: [ErrEmpty],
// [ErrSize], [ErrParameter], or an error of c.
func NewArrayDeconvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, noise float64, e Edges,
) (*ArrayFilter, error) {
	err := firstOf(checkSize(image.Rect(0, 0, w, h)), k.check(), e.check(), k.checkInverse(noise))
	if err != nil {
		return nil, err
	}
	f := &ArrayFilter{name: "Deconvolve", w: w, h: h, kernel: k, offset: -float64(k.Offset) / k.sum()}
	f.work = (*ArrayFilter).multiplied
	if f.points[1], f.points[0], err = k.inverseSize(c, w, h, e); err != nil {
		return nil, err
	}
	if e == Reflect && (2*k.Width > w || 2*k.Height > h) {
		return nil, parameter("kernel of %d x %d weights is larger than half of the %d x %d pixels, which are "+
			"extended by at most their own size; use the method Deconvolve of Planes", k.Width, k.Height, w, h)
	}
	f.points = [2]int{min(f.points[0], 2*h), min(f.points[1], 2*w)}
	gains, err := c.RFFT2(ctx, nil, k.wrapped(f.points[1], f.points[0]), f.points[:])
	if err != nil {
		return nil, err
	}
	for i, bin := range gains {
		gains[i] = wienerGain(bin, noise)
	}
	gains[0] = complex(float32(1/k.sum()), 0)
	if e == Reflect {
		f.work = (*ArrayFilter).deconvolved
	}
	return f.load(ctx, c, gains, e == Reflect)
}

// Apply returns an array filtered. Its last two axes have the size of the filter. The end of the step returns an
// [nd.OpError] for an array of another shape, and for complex or double precision elements.
func (f *ArrayFilter) Apply(q *nd.Queue, a nd.Array) nd.Array {
	if err := checkArray(a, f.w, f.h); err != nil {
		return q.Fail(f.name, err, a)
	}
	r := f.work(f, q, a)
	if f.offset != 0 {
		r = q.Add(r, nd.Scalar(f.offset))
	}
	return r
}

// Close frees the gains. Steps that were flushed before complete. Close is idempotent.
func (f *ArrayFilter) Close() error {
	return firstOf(f.gains.Close(), f.odd.Close(), f.fades[0].Close(), f.fades[1].Close())
}

// checkArray returns an error for an array that does not hold images of w x h pixels.
func checkArray(a nd.Array, w, h int) error {
	if a.Rank() >= 2 && a.Dim(-1) == w && a.Dim(-2) == h {
		return nil
	}
	return fmt.Errorf("%w: last two axes of %v, want %d rows of %d pixels", nd.ErrShape, a.Shape(), h, w)
}

// A loader makes arrays of tables.
type loader struct{ q *nd.Queue }

// gains returns the gains of all pairs of frequencies.
func (l loader) gains(r Response, us, vs []float64) nd.Array {
	table := make([]float32, len(us)*len(vs))
	r.fill(table, us, vs)
	return nd.From(l.q, table, len(vs), len(us))
}

// end uploads the tables, and returns the filter.
func (l loader) end(ctx context.Context, f *ArrayFilter) (*ArrayFilter, error) {
	if err := l.q.Flush(ctx); err != nil {
		return nil, firstOf(err, f.Close())
	}
	return f, nil
}

// load uploads the gains of a half spectrum, and for isFaded the weights of the cross-fades beyond the edges.
func (f *ArrayFilter) load(
	ctx context.Context, c *wgfft.Engine, gains []complex64, isFaded bool,
) (*ArrayFilter, error) {
	l := loader{q: nd.NewQueue(c)}
	defer l.q.Close()
	f.gains = nd.From(l.q, gains, f.points[0], f.points[1]/2+1)
	for axis, n := range []int{f.h, f.w} {
		added := f.points[axis] - n
		if !isFaded || added == 0 {
			continue
		}
		shares := make([]float32, added)
		for i, x := range crossFades(n, f.points[axis])[n:] {
			shares[i] = x.share
		}
		f.fades[axis] = nd.From(l.q, shares, added)
	}
	return l.end(ctx, f)
}
