package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/internal/parallel"
	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// A Convolution describes the convolution, or the correlation, of Batch arrays of the same shape
// with one kernel. Arrays are row-major and contiguous, one after the other, unless In and Out set
// another layout.
//
// With the array x and the kernel h of k elements, along each axis
//
//	convolution  y[m] = sum over i of h[i] x[m-i]
//	correlation  y[m] = sum over i of conj(h[i]) x[m-(k-1)+i]
//
// where x is 0 beyond its ends. Mode selects the range of m. With [ModeCircular] x is periodic, and
// the correlation is
//
//	y[m] = sum over i of conj(h[i]) x[m+i]
type Convolution struct {
	// Shape is the number of elements of an array along each axis: 1 to MaxAxes axes.
	Shape []int

	// Kernel is the shape of the kernel along the last axes of Shape. Along the other axes it has one element.
	Kernel []int

	// Mode selects the elements of the result.
	Mode Mode

	// Correlate selects the correlation.
	Correlate bool

	// Real reports that arrays and results are real numbers. The imaginary part of the kernel is ignored.
	Real bool

	// Quick asks for the kernels that compile fastest, as in Problem.
	Quick bool

	// Batch is the number of arrays; 0 means 1.
	Batch int

	// InPlace stores the result in the place of the input. The result must have the shape and layout of the
	// input.
	InPlace bool

	// In is the layout of the arrays, of Shape; Out is the layout of the results, of Result.
	In, Out Layout

	// Number is the format of the numbers, as in Problem.
	Number wgsl.Number
}

// A Mode selects the elements of a convolution of n elements with k, along each axis. scipy.signal
// uses the same names.
type Mode uint8

// The modes. The zero value is ModeFull.
const (
	ModeFull     Mode = iota // all n+k-1 elements
	ModeSame                 // the n elements from (k-1)/2 on
	ModeValid                // max(n,k)-min(n,k)+1 elements that use no zeros beyond the ends
	ModeCircular             // n elements of the periodic convolution; k is at most n
)

// modes are the names of the modes.
var modes = [...]string{"full", "same", "valid", "circular"}

// String returns the name of the mode.
func (m Mode) String() string {
	if int(m) < len(modes) {
		return modes[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode returns the mode of the given name.
func ParseMode(s string) (Mode, error) {
	if i := slices.Index(modes[:], s); i >= 0 {
		return Mode(i), nil
	}
	return 0, fmt.Errorf("plan: mode %q is not known, want %s", s, strings.Join(modes[:], ", "))
}

// Clone returns a copy of the convolution with copies of its slices.
func (c Convolution) Clone() Convolution {
	p := Problem{Shape: c.Shape, In: c.In, Out: c.Out}.Clone()
	c.Shape, c.Kernel, c.In, c.Out = p.Shape, slices.Clone(c.Kernel), p.In, p.Out
	return c
}

// Count returns the number of arrays.
func (c Convolution) Count() int { return max(1, c.Batch) }

// Result returns the shape of the results. The convolution must be valid.
func (c Convolution) Result() []int {
	var shape []int
	for _, r := range c.supports() {
		shape = append(shape, r.out)
	}
	return shape
}

// String describes the convolution in short: 512x512 by 63x63 same.
func (c Convolution) String() string {
	s := fmt.Sprintf("%s by %s %v", Dims(c.Shape), Dims(c.Kernel), c.Mode)
	if c.Correlate {
		s += " correlation"
	}
	if c.Real {
		s += " of reals"
	}
	return s
}

// Source returns a problem with the arrays as its input. Only its layouts are meaningful.
func (c Convolution) Source() Problem {
	return Problem{Shape: c.Shape, Batch: c.Batch, In: c.In, Elements: Elements{Number: c.Number, reals: c.Real}}
}

// Target returns a problem with the results as its output. Only its layouts are meaningful.
func (c Convolution) Target() Problem {
	return Problem{Shape: c.Result(), Batch: c.Batch, Out: c.Out, Elements: Elements{Number: c.Number, reals: c.Real}}
}

// ConvolutionTuningKey returns a string of everything that a choice of kernels for the convolution
// depends on, except the limits.
func ConvolutionTuningKey(c Convolution, l wgsl.Limits) string {
	key := fmt.Sprint(c.Shape, c.Kernel, c.Mode, c.Real, min(c.Count(), MaxChoiceBatch))
	if c.Number != nil {
		key = c.Number.Tag() + " " + key
	}
	if c.Quick {
		key = "quick " + key
	}
	return key
}

// Lengths returns lengths of transforms along each axis that compute the convolution, for an engine
// with its own transforms. fit returns the fastest length that is not below its argument.
//
// The array is padded with zeros to these lengths. The product of its spectrum with Spectrum is the
// spectrum of an array that begins with the result. Length 1 means that the axis is not
// transformed, because the kernel has one element along it.
func (c Convolution) Lengths(fit func(least int) int) []int {
	return c.PaddedShape(func(r Support) int {
		if r.IsCircular && r.N > 1 && fit(r.N) == r.N {
			return r.N
		}
		return fit(max(2, r.MinPoints()))
	})
}

// Blocks describes an overlap-save convolution along the last axis. Block b computes the Hop
// results from b Hop on. It transforms Points elements from b Hop - Before on, rotated so that
// element b Hop comes first. Elements beyond the ends of the array are zero.
type Blocks struct {
	Points int // points of a transform
	Hop    int // results of a block
	Before int // elements before the first result of a block
}

// minBlock is the smallest number of points of a block. A block has at least blockPerKernel times
// the points of the kernel, so at most a quarter of the work is lost to the overlap.
const (
	minBlock       = 2048
	blockPerKernel = 4
)

// Blocks returns an overlap-save convolution for an engine with its own transforms, and reports
// whether it is less work than transforms of Lengths. It exists if only the last axis is
// transformed and the kernel is short.
func (c Convolution) Blocks(fit func(least int) int) (b Blocks, ok bool) {
	lengths := c.Lengths(fit)
	last := len(lengths) - 1
	r := c.supports()[last]
	if r.IsCircular || saturatedProduct(lengths[:last]) > 1 || r.k > lengths[last]/blockPerKernel {
		return Blocks{}, false
	}
	b.Points = fit(max(minBlock, blockPerKernel*(r.k-1)))
	b.Hop, b.Before = b.Points-(r.k-1), r.k-1-r.first
	return b, blockPerKernel*b.Points <= lengths[last]
}

// Spectrum returns the spectrum of a kernel for transforms of the given lengths, divided by the
// number of their points, row-major. It is precise enough for transforms in c.Number. It computes on up to the given
// number of goroutines; 0 stands for GOMAXPROCS.
func (c Convolution) Spectrum(lengths []int, kernel []complex128, threads int) ([]complex128, error) {
	if err := c.checkKernel(kernel); err != nil {
		return nil, err
	}
	if err := c.CheckLengths(lengths); err != nil {
		return nil, err
	}
	f := c.filter(lengths, kernel)
	f.Threads = parallel.Threads(threads)
	return f.Spectrum(), nil
}

// filter returns the kernel with its position in arrays of the given points. The spectrum is in natural
// order.
func (c Convolution) filter(padded []int, values []complex128) *tables.Filter {
	f := &tables.Filter{
		Values: values, Conjugate: c.Correlate, IsDouble: numberOf(c.Number) != wgsl.Number(wgsl.F32{}),
		Padded: padded, HalfAxis: -1,
	}
	if c.Real {
		f.Values = slices.Clone(values)
		for i, v := range f.Values {
			f.Values[i] = complex(real(v), 0)
		}
	}
	for axis, r := range c.supports() {
		positions := make([][]int, r.k)
		for i := range positions {
			positions[i] = []int{0}
			if m := padded[axis]; m > 1 {
				positions[i] = r.positions(i, m)
			}
		}
		f.Positions = append(f.Positions, positions)
	}
	return f
}

// checkKernel checks the number of elements of a kernel.
func (c Convolution) checkKernel(kernel []complex128) error {
	if want := Product(c.Kernel); len(kernel) != want {
		return fmt.Errorf("wgfft: %v: the kernel has %d elements, want %d", c, len(kernel), want)
	}
	return nil
}

// CheckLengths returns a LimitError if transforms of the given lengths have too many points.
func (c Convolution) CheckLengths(lengths []int) error {
	n := saturatedProduct(lengths)
	if n <= MaxPoints {
		return nil
	}
	return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of the transforms of an array", c),
		Need: n, Have: MaxPoints, Hint: "use shorter axes, or convolve overlapping parts"}
}

// Check returns an error if no device can run the convolution: if a field is out of range, or if
// the layouts are impossible.
func (c Convolution) Check() error {
	if _, isRing := c.Number.(wgsl.Ring); isRing {
		return fmt.Errorf("wgfft: %v: number format %s has no spectra of kernels: multiply spectra of transforms",
			c, c.Number.Tag())
	}
	if err := c.Source().Check(); err != nil {
		return err
	}
	if c.Mode > ModeCircular {
		return fmt.Errorf("wgfft: %v is not known, want full, same, valid or circular", c.Mode)
	}
	if len(c.Kernel) < 1 || len(c.Kernel) > len(c.Shape) {
		return fmt.Errorf("wgfft: kernel %v has %d axes, want 1 to %d for the array %v",
			c.Kernel, len(c.Kernel), len(c.Shape), c.Shape)
	}
	for _, k := range c.Kernel {
		if k < 1 {
			return &LengthError{N: k, Reason: "a kernel needs at least one element along each axis"}
		}
	}
	points := 1
	for i, k := range c.Kernel {
		n := c.Shape[len(c.Shape)-len(c.Kernel)+i]
		switch {
		case k > MaxPoints/points:
			return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: elements of the kernel", c),
				Need: saturatedProduct(c.Kernel), Have: MaxPoints, Hint: "use a shorter kernel"}
		case c.Mode == ModeCircular && k > n:
			return &LengthError{N: k, Reason: fmt.Sprintf("the kernel of a circular convolution has at most "+
				"%d elements along this axis, as many as the array; use another mode, or wrap the kernel", n)}
		}
		points *= k
	}
	return c.checkResult()
}

// checkResult checks everything that depends on the shape of the results.
func (c Convolution) checkResult() error {
	supports := c.supports()
	isLonger := func(r Support) bool { return r.N > r.k }
	isShorter := func(r Support) bool { return r.N < r.k }
	if c.Mode == ModeValid && slices.ContainsFunc(supports, isLonger) && slices.ContainsFunc(supports, isShorter) {
		return fmt.Errorf("wgfft: %v: array and kernel are each longer along one axis, "+
			"want one of them at least as long along all axes for valid; use full or same", c)
	}
	if err := c.Target().Check(); err != nil {
		return fmt.Errorf("%w (the result of %v)", err, c)
	}
	in, out, err := c.layouts()
	switch {
	case err != nil:
		return err
	case c.InPlace && (in != out || !slices.Equal(c.Shape, c.Result())):
		return fmt.Errorf("wgfft: %v: the result has the shape %v, want the shape and layout of the input in place; "+
			"use the mode same or circular, or another destination", c, c.Result())
	}
	return nil
}

// layouts returns the resolved layouts of the arrays and of the results.
func (c Convolution) layouts() (in, out resolvedLayout, err error) {
	if in, _, err = c.Source().layouts(); err != nil {
		return in, out, err
	}
	_, out, err = c.Target().layouts()
	return in, out, err
}

// PaddedShape returns the lengths of the transforms along each axis; points returns the length for
// one axis. Axes before the first and after the last along which the kernel has more than one
// element are not transformed. If the kernel has one element, the last axis is transformed.
func (c Convolution) PaddedShape(points func(r Support) int) []int {
	supports := c.supports()
	first, last := 0, len(supports)-1
	for first < last && supports[first].k == 1 {
		first++
	}
	for last > first && supports[last].k == 1 {
		last--
	}
	padded := make([]int, len(supports))
	for axis, r := range supports {
		padded[axis] = 1
		if axis >= first && axis <= last && (r.N > 1 || r.k > 1 || first == last) {
			padded[axis] = points(r)
		}
	}
	return padded
}
