package wgfft

import (
	"fmt"
	"slices"

	"wgfft/internal/engine"
	"wgfft/plan"
)

// A Kind is a family of transforms.
type Kind uint8

// The kinds of transform. C2C, R2C and C2R have the formula of the package documentation. Sine and
// cosine transforms of x[0] ... x[n-1] have the definitions of scipy.fft:
//
//	DCT1  x[0] + (-1)^k x[n-1] + 2 sum over j = 1 ... n-2 of x[j] cos(pi j k / (n-1))
//	DCT2  2 sum of x[j] cos(pi (2j+1) k / 2n)
//	DCT3  x[0] + 2 sum over j = 1 ... n-1 of x[j] cos(pi j (2k+1) / 2n)
//	DCT4  2 sum of x[j] cos(pi (2j+1) (2k+1) / 4n)
//	DST1  2 sum of x[j] sin(pi (j+1) (k+1) / (n+1))
//	DST2  2 sum of x[j] sin(pi (2j+1) (k+1) / 2n)
//	DST3  (-1)^k x[n-1] + 2 sum over j = 0 ... n-2 of x[j] sin(pi (j+1) (2k+1) / 2n)
//	DST4  2 sum of x[j] sin(pi (2j+1) (2k+1) / 4n)
const (
	C2C Kind = iota // complex points to complex points
	R2C             // real samples to the bins 0 ... n/2 of their spectrum
	C2R             // the inverse of R2C
	DCT1
	DCT2
	DCT3
	DCT4
	DST1
	DST2
	DST3
	DST4
)

// kindNames are the names of the kinds.
var kindNames = [...]string{
	"c2c", "r2c", "c2r", "dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4",
}

// String returns the kind's name in lower case: c2c, r2c, c2r, dct1 ... dst4.
func (k Kind) String() string { return enumName(kindNames[:], uint8(k), "kind") }

// isTrig reports whether the kind is a sine or cosine transform.
func (k Kind) isTrig() bool { return k >= DCT1 && k <= DST4 }

// A Norm selects the direction that carries the factor 1/N. N is the point count of a transform.
// For a sine or cosine transform of n points N is 2n, for DCT1 2(n-1), and for DST1 2(n+1).
type Norm uint8

// The norms, as scipy.fft names them. The zero value is NormBackward.
const (
	NormBackward Norm = iota // forward 1, inverse 1/N
	NormOrtho                // both 1/sqrt(N); it makes sine and cosine transforms orthogonal
	NormForward              // forward 1/N, inverse 1
)

// normNames are the names of the norms.
var normNames = [...]string{"backward", "ortho", "forward"}

// String returns the norm's name: backward, ortho or forward.
func (n Norm) String() string { return enumName(normNames[:], uint8(n), "norm") }

// An Option changes a one-call transform.
type Option func(*options)

// options are the combined options of a call.
type options struct {
	hasRowLength bool
	n            int // of WithRowLength
	axes         []int
	lengths      []int
	norm         Norm
	kinds        []Kind
	twiddle      Twiddle
	plan.Options
}

// gathered combines options.
func gathered(opts []Option) options {
	var o options
	for _, f := range opts {
		f(&o)
	}
	return o
}

// WithRowLength splits the source of FFT, RFFT, DCT and the other transforms of rows into rows of n
// elements; n is not the number of rows. Each row is transformed on its own. By default the whole
// slice is one row. For IRFFT n is the number of bins of a row.
func WithRowLength(n int) Option { return func(o *options) { o.hasRowLength, o.n = true, n } }

// WithAxes selects the axes of FFTN and the other transforms of arrays. Axes are counted from 0, or
// backwards from -1, the last axis. Real transforms halve the axis named last.
func WithAxes(axes ...int) Option {
	return func(o *options) { o.axes = append([]int{}, axes...) }
}

// WithLengths sets the number of points to transform along each axis, in the order of WithAxes. FFT
// and the other transforms of rows take one length. Shorter axes are padded with zeros at their
// end, and longer ones are cropped, like n and s in scipy.fft. The result has these lengths.
func WithLengths(lengths ...int) Option {
	return func(o *options) { o.lengths = append([]int{}, lengths...) }
}

// WithNorm selects the direction that carries the factor 1/N. By default it is the inverse.
func WithNorm(n Norm) Option { return func(o *options) { o.norm = n } }

// WithKinds sets a kind for each axis of DCTN, IDCTN, DSTN or IDSTN, in the order of WithAxes:
// WithKinds(DCT2, DST1). The argument kind of the call must be 0 then.
func WithKinds(kinds ...Kind) Option {
	return func(o *options) { o.kinds = append([]Kind{}, kinds...) }
}

// WithPackedPairs lets two real rows of odd or very short length share a complex transform, which
// halves the arithmetic. A quiet row then has the rounding errors of its loud neighbour, and a NaN
// in one row is in both results. Complex transforms refuse this option.
func WithPackedPairs() Option { return func(o *options) { o.PackPairs = true } }

// WithQuick takes the kernels that compile fastest: see Problem.Quick.
func WithQuick() Option { return func(o *options) { o.Quick = true } }

// rowsOf returns the length of the rows of a slice. It refuses rows that are longer than the slice,
// and options for arrays.
func (o options) rowsOf(call string, elements int) (int, error) {
	switch {
	case o.axes != nil:
		return 0, unused(call, "WithAxes", fmt.Sprintf("use %sN for arrays of several axes", call))
	case o.kinds != nil:
		return 0, unused(call, "WithKinds", "use DCTN for kinds by axis")
	case !o.hasRowLength:
		return elements, nil
	case elements > 0 && o.n > elements:
		return 0, engine.LengthError("src", elements, multiple(o.n, "rows", "elements"))
	}
	return o.n, nil
}

// checkArrays refuses options for rows.
func (o options) checkArrays(call string) error {
	if o.hasRowLength {
		return unused(call, "WithRowLength", "use the argument shape for arrays")
	}
	return nil
}

// checkNoKinds refuses kinds for transforms that have none.
func (o options) checkNoKinds(call string) error {
	if o.kinds != nil {
		return unused(call, "WithKinds", "use DCTN for sine and cosine transforms")
	}
	return nil
}

// checkNoPairs refuses packed pairs for complex transforms.
func (o options) checkNoPairs(call string) error {
	if o.PackPairs {
		return unused(call, "WithPackedPairs", "use a transform of real rows")
	}
	return nil
}

// checkNorm refuses norms that do not exist.
func checkNorm(n Norm) error {
	if n > NormForward {
		return fmt.Errorf("wgfft: %v: use NormBackward, NormOrtho or NormForward", n)
	}
	return nil
}

// checkProblem returns an error for an invalid problem.
func checkProblem(p plan.Problem) error {
	if err := checkNorm(Norm(p.Norm)); err != nil {
		return err
	}
	return p.Check()
}

// multiple describes a length in errors: a multiple of 1024 (rows of 1024 points).
func multiple(n int, arrays, elements string) string {
	return fmt.Sprintf("a multiple of %d (%s of %d %s)", n, arrays, n, elements)
}

// ordered sorts lengths, given in the order of the axes in named, by another order of the axes. It
// returns a wrong number of lengths unchanged, so that the callee refuses it.
func ordered(lengths, named, order []int) []int {
	if len(lengths) != len(named) {
		return lengths
	}
	all := make([]int, len(order))
	for i, axis := range order {
		all[i] = lengths[slices.Index(named, axis)]
	}
	return all
}

// lastTwo returns options with the last two axes, unless the options name axes.
func lastTwo(call string, shape []int, opts []Option) ([]Option, error) {
	if len(shape) < 2 {
		return nil, fmt.Errorf("wgfft: %s: the shape %v has %d axes, want two or more: "+
			"use a transform of rows for one axis", call, shape, len(shape))
	}
	return append([]Option{WithAxes(-2, -1)}, opts...), nil
}
