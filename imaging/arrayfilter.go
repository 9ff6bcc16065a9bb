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
	number nd.DType // of results: Float32 or Float64
	filterTables
	kernel Kernel
	offset float64
	points [2]int // height and width of the transforms
	whole  [2]int // pixels of a translation, downwards and to the right

	isShifted bool // a translation with mirrored edges
	work      func(f *ArrayFilter, q *nd.Queue, a nd.Array) nd.Array
}

// filterTables are the tables of a filter in arrays.
type filterTables struct {
	gains nd.Array    // of the bins of the transform that work computes
	odd   nd.Array    // of the sine transform; the zero Array without one
	lines [2]nd.Array // along height and width: weights of cross-fades, or factors of a translation
}

// A recipe makes the tables of a filter, and says what it computes. It checks its arguments.
type recipe func(ctx context.Context, l loader, f *ArrayFilter) error

// NewArrayFilter returns the filter of [Filter] for images of w x h pixels: it multiplies their frequencies by a
// response and adds the response's offset, if it has one. Only the last one of opts counts.
//
// Errors: [ErrEmpty], [ErrSize], [ErrParameter], or an error of c, which wraps errors.ErrUnsupported if its device
// has no double precision.
func NewArrayFilter(
	ctx context.Context, c *wgfft.Engine, w, h int, r Response, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	return newArrayFilter(ctx, c, w, h, r.recipe(e), opts)
}

// recipe returns the recipe of a filter with a response.
func (r Response) recipe(e Edges) recipe {
	return func(_ context.Context, l loader, f *ArrayFilter) error {
		if err := firstOf(r.Check(), e.check()); err != nil {
			return err
		}
		f.name, f.offset = "Filter", r.offset
		if e == Periodic {
			us, vs := frequencies(f.w/2+1, f.w), wgfft.FFTFreq(f.h, 1)
			f.gains, f.work = l.gains(r.averagedAtNyquist(), us, vs), (*ArrayFilter).multiplied
			return nil
		}
		f.work = (*ArrayFilter).mirrored
		us, vs := frequencies(f.w, 2*f.w), frequencies(f.h, 2*f.h)
		even := r
		if r.isOriented {
			var odd Response
			if even, odd = r.parts(); f.w > 1 && f.h > 1 { // a row or a column has no sines
				f.odd = l.gains(odd, append(us[1:], 0), append(vs[1:], 0)) // times 0 for the last ones
			}
		}
		f.gains = l.gains(even, us, vs)
		return nil
	}
}

// NewArrayConvolution returns the filter of [Convolve] for images of w x h pixels. Options and errors are as for
// [NewArrayFilter].
func NewArrayConvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	return newArrayFilter(ctx, c, w, h, k.recipe(e), opts)
}

// recipe returns the recipe of a convolution with the kernel.
func (k Kernel) recipe(e Edges) recipe {
	return func(ctx context.Context, l loader, f *ArrayFilter) error {
		if err := firstOf(k.check(), e.check()); err != nil {
			return err
		}
		f.name, f.kernel, f.offset = "Convolve", k, float64(k.Offset)
		if e == Periodic {
			f.work = (*ArrayFilter).multiplied
			return f.setSpectrum(ctx, l, k.wrapped(f.w, f.h))
		}
		if err := checkExtent(f.w+k.Width-1, f.h+k.Height-1); err != nil {
			return err
		}
		f.points = [2]int{l.c.NextFastLen(f.h + k.Height - 1), l.c.NextFastLen(f.w + k.Width - 1)}
		f.work = (*ArrayFilter).convolved
		return f.setSpectrum(ctx, l, k.padded(f.points[1], f.points[0]))
	}
}

// setSpectrum sets the gains to the spectrum of the weights of a kernel.
func (f *ArrayFilter) setSpectrum(ctx context.Context, l loader, weights []float32) error {
	return f.setGains(ctx, l, weights, func(_ int, bin complex128) complex128 { return bin })
}

// setGains sets the gains to a function of the bins of the spectrum of the weights of a kernel.
func (f *ArrayFilter) setGains(
	ctx context.Context, l loader, weights []float32, gain func(i int, bin complex128) complex128,
) (err error) {
	if l.isDouble {
		f.gains, err = spectrum(ctx, l, l.c.Double(), weights, f.points, gain)
	} else {
		f.gains, err = spectrum(ctx, l, l.c.Transforms, weights, f.points, gain)
	}
	return err
}

// NewArrayDeconvolution returns the filter of [Deconvolve] for images of w x h pixels. Options and errors are as for
// [NewArrayFilter].
func NewArrayDeconvolution(
	ctx context.Context, c *wgfft.Engine, w, h int, k Kernel, noise float64, e Edges, opts ...ArrayOptions,
) (*ArrayFilter, error) {
	return newArrayFilter(ctx, c, w, h, k.inverseRecipe(noise, e), opts)
}

// inverseRecipe returns the recipe of an inverted convolution with the kernel.
func (k Kernel) inverseRecipe(noise float64, e Edges) recipe {
	return func(ctx context.Context, l loader, f *ArrayFilter) (err error) {
		if err := firstOf(k.check(), e.check(), k.checkInverse(noise)); err != nil {
			return err
		}
		f.name, f.kernel, f.offset = "Deconvolve", k, -float64(k.Offset)/k.sum()
		f.work = (*ArrayFilter).multiplied
		if f.points[1], f.points[0], err = k.inverseSize(l.c, f.w, f.h, e); err != nil {
			return err
		}
		if e == Reflect {
			f.work = (*ArrayFilter).deconvolved
			f.lines = [2]nd.Array{l.shares(f.h, f.points[0]), l.shares(f.w, f.points[1])}
		}
		return f.setGains(ctx, l, k.wrapped(f.points[1], f.points[0]), func(i int, bin complex128) complex128 {
			if i == 0 {
				return complex(1/k.sum(), 0)
			}
			return wienerGain(bin, noise)
		})
	}
}

// newArrayFilter returns a filter for arrays of an engine.
func newArrayFilter(
	ctx context.Context, c *wgfft.Engine, w, h int, of recipe, opts []ArrayOptions,
) (*ArrayFilter, error) {
	number := nd.Float32
	if len(opts) > 0 && opts[len(opts)-1].Type != 0 {
		number = opts[len(opts)-1].Type
	}
	if err := checkExtent(w, h); err != nil {
		return nil, err
	}
	if number != nd.Float32 && number != nd.Float64 {
		return nil, parameter("element type %v of a filter: use nd.Float32 or nd.Float64", number)
	}
	q := nd.NewQueue(c)
	defer q.Close()
	f, err := loader{c: c, q: q, isDouble: number == nd.Float64}.filter(ctx, w, h, of)
	if err == nil {
		err = q.Flush(ctx)
	}
	if err != nil && f != nil {
		return nil, firstOf(err, f.Close())
	}
	return f, err
}

// filter returns the filter of a recipe for images of w x h pixels. The end of the step stores its tables.
func (l loader) filter(ctx context.Context, w, h int, of recipe) (*ArrayFilter, error) {
	f := &ArrayFilter{w: w, h: h, number: nd.Float32, points: [2]int{h, w}}
	if l.isDouble {
		f.number = nd.Float64
	}
	if err := of(ctx, l, f); err != nil {
		return nil, firstOf(err, f.Close())
	}
	return f, nil
}

// apply filters the planes in place: together if the filter needs little memory beside them, and one after the other
// otherwise.
func (p *Planes) apply(ctx context.Context, c *wgfft.Engine, of recipe) error {
	q := nd.NewQueue(c, nd.QueueOptions{Host: true})
	defer q.Close()
	f, err := loader{c: c, q: q, isHost: true}.filter(ctx, p.Rect.Dx(), p.Rect.Dy(), of)
	if err != nil {
		return err
	}
	defer f.Close()
	return p.onHost(ctx, q, f.isFrugal(), func(a nd.Array) { q.Set(a, f.Apply(q, a)) })
}

// isFrugal reports whether the filter needs at most one temporary of the size of its images.
func (f *ArrayFilter) isFrugal() bool {
	return !f.isShifted && f.odd.Rank() == 0 && f.points == [2]int{f.h, f.w}
}

// onHost does a step of a queue on host memory with the planes as an array, or a step with each of them.
func (p *Planes) onHost(ctx context.Context, q *nd.Queue, together bool, step func(a nd.Array)) error {
	of := func(pix []float32, shape ...int) error {
		a := nd.Over(q, pix, shape...)
		defer a.Close()
		step(a)
		return q.Flush(ctx)
	}
	if together {
		return of(p.Pix, p.Channels, p.Rect.Dy(), p.Rect.Dx())
	}
	for i := range p.Channels {
		if err := of(p.channel(i), p.Rect.Dy(), p.Rect.Dx()); err != nil {
			return err
		}
	}
	return nil
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
