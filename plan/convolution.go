package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Convolution says what is to be convolved: Batch arrays of the given shape, one after the other, row-major, without gaps unless In
// says otherwise, each with the same kernel, or correlated with it. With x the array and h the kernel, of k elements, along each axis
//
//	convolution: y[m] = sum over i of h[i] x[m-i]
//	correlation: y[m] = sum over i of conj(h[i]) x[m-(k-1)+i]
//
// where x is 0 beyond its ends, and the [Mode] says which m are wanted. If it is [ModeCircular], x goes on periodically, and a correlation is
// y[m] = sum over i of conj(h[i]) x[m+i].
type Convolution struct {
	Shape     []int // elements per axis, MostAxes axes at most
	Kernel    []int // elements of the kernel along the last of these axes; along the others it has one
	Mode      Mode
	Correlate bool
	Real      bool   // of real numbers; the imaginary part of the kernel is not looked at
	Batch     int    // arrays; 0 means 1
	InPlace   bool   // the result replaces the input; it has its shape
	In, Out   Layout // of arrays of Shape, and of Result
}

// A Mode says which elements of a convolution of n elements with k are wanted, along each axis. Modes have scipy.signal's names and
// meaning.
type Mode uint8

// The modes. The zero value is ModeFull.
const (
	ModeFull     Mode = iota // all n+k-1
	ModeSame                 // n in the middle, from (k-1)/2 on
	ModeValid                // those where no zero beyond an end takes part: max(n,k) - min(n,k) + 1, either no shorter than the other along any axis
	ModeCircular             // n of a periodic array; k is at most n
)

// modes are the names.
var modes = [...]string{"full", "same", "valid", "circular"}

// String is the mode's name.
func (m Mode) String() string {
	if int(m) < len(modes) {
		return modes[m]
	}
	return fmt.Sprintf("mode(%d)", uint8(m))
}

// ParseMode reads a mode's name.
func ParseMode(s string) (Mode, error) {
	if i := slices.Index(modes[:], s); i >= 0 {
		return Mode(i), nil
	}
	return 0, fmt.Errorf("plan: mode %q: use %s", s, strings.Join(modes[:], ", "))
}

// Clone is the convolution with slices of its own.
func (c Convolution) Clone() Convolution {
	p := Problem{Shape: c.Shape, In: c.In, Out: c.Out}.Clone()
	c.Shape, c.Kernel, c.In, c.Out = p.Shape, slices.Clone(c.Kernel), p.In, p.Out
	return c
}

// Count is the number of arrays.
func (c Convolution) Count() int { return max(1, c.Batch) }

// Result is the shape of the results. It is meaningful only where Check returned nil.
func (c Convolution) Result() []int {
	var shape []int
	for _, r := range c.supports() {
		shape = append(shape, r.out)
	}
	return shape
}

// String is the convolution in short: 512x512 by 63x63 same.
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

// Source is the problem that has the arrays as its input; only its layouts are of use.
func (c Convolution) Source() Problem {
	return Problem{Shape: c.Shape, Batch: c.Batch, In: c.In, reals: c.Real}
}

// Target is the problem that has the results as its output.
func (c Convolution) Target() Problem {
	return Problem{Shape: c.Result(), Batch: c.Batch, Out: c.Out, reals: c.Real}
}

// ConvolutionKey names what a choice of kernels for a convolution depends on besides the limits.
func ConvolutionTuningKey(c Convolution, l wgsl.Limits) string {
	return fmt.Sprint(c.Shape, c.Kernel, c.Mode, c.Real, min(c.Count(), maxChoiceBatch))
}

// Lengths are the points of transforms along each axis that give the convolution, for an engine that has its own: the product of the
// spectra of an array, with zeros behind it as far as the transforms reach, and of the kernel is that of an array that begins with the result.
// fit says which length from one on is fast. Along some axes, where the kernel has one element, the length is 1: they are not transformed.
func (c Convolution) Lengths(fit func(least int) int) []int {
	return c.paddedShape(func(r support) int {
		if r.isCircular && r.n > 1 && fit(r.n) == r.n {
			return r.n
		}
		return fit(max(2, r.minPoints()))
	})
}

// A Blocks is how a long array is convolved along its last axis in blocks (overlap-save): block b of the results, Hop of them from number b Hop on, takes
// the elements from number b Hop - Before on, Points of them, wound round a circle on which number b Hop comes first; what lies beyond the ends is zero.
type Blocks struct {
	Points, Hop, Before int
}

// The shortest blocks, and how many times the kernel they are: a quarter of the work is lost to what overlaps, at most.
const (
	minBlock       = 2048
	blockPerKernel = 4
)

// Blocks says how to convolve in blocks, for an engine that has its own transforms, and whether that is less work than by transforms of Lengths: along one
// axis, the last, where the kernel is short beside the array.
func (c Convolution) Blocks(fit func(least int) int) (b Blocks, ok bool) {
	lengths := c.Lengths(fit)
	last := len(lengths) - 1
	r := c.supports()[last]
	if r.isCircular || saturatedProduct(lengths[:last]) > 1 || r.k > lengths[last]/blockPerKernel {
		return Blocks{}, false
	}
	b.Points = fit(max(minBlock, blockPerKernel*(r.k-1)))
	b.Hop, b.Before = b.Points-(r.k-1), r.k-1-r.first
	return b, blockPerKernel*b.Points <= lengths[last]
}

// Spectrum is the spectrum of a kernel for transforms of such lengths, divided by the number of their points, row-major.
func (c Convolution) Spectrum(lengths []int, kernel []complex64) ([]complex64, error) {
	if err := c.checkKernel(kernel); err != nil {
		return nil, err
	}
	if n := saturatedProduct(lengths); n > MaxPoints {
		return nil, c.tooLong(n)
	}
	table := newFilter(c, lengths, kernel).table()
	spectrum := make([]complex64, len(table))
	for i, v := range table {
		spectrum[i] = complex64(v)
	}
	return spectrum, nil
}

// checkKernel checks that there are as many elements of a kernel as its shape says.
func (c Convolution) checkKernel(kernel []complex64) error {
	if want := product(c.Kernel); len(kernel) != want {
		return fmt.Errorf("wgfft: %v: the kernel has %d elements, want %d", c, len(kernel), want)
	}
	return nil
}

// tooLong refuses transforms of so many points.
func (c Convolution) tooLong(n int64) error {
	return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of the transforms of an array", c), Need: n, Have: MaxPoints,
		Hint: "use shorter axes, or convolve in parts that overlap"}
}

// Check says whether the convolution makes sense, on any device.
func (c Convolution) Check() error {
	if err := c.Source().Check(); err != nil {
		return err
	}
	if c.Mode > ModeCircular {
		return fmt.Errorf("wgfft: %v: use full, same, valid or circular", c.Mode)
	}
	if len(c.Kernel) < 1 || len(c.Kernel) > len(c.Shape) {
		return fmt.Errorf("wgfft: kernel %v: it has from 1 axis to as many as the array, which is %v", c.Kernel, c.Shape)
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
			return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: elements of the kernel", c), Need: saturatedProduct(c.Kernel), Have: MaxPoints, Hint: "use a shorter kernel"}
		case c.Mode == ModeCircular && k > n:
			return &LengthError{N: k, Reason: fmt.Sprintf("a circular convolution takes a kernel no longer than the array, which has %d elements along that axis; use a linear mode, or wrap the kernel", n)}
		}
		points *= k
	}
	return c.checkResult()
}

// checkResult checks what depends on the shape of the results.
func (c Convolution) checkResult() error {
	reaches := c.supports()
	longer := func(r support) bool { return r.n > r.k }
	shorter := func(r support) bool { return r.n < r.k }
	if c.Mode == ModeValid && slices.ContainsFunc(reaches, longer) && slices.ContainsFunc(reaches, shorter) {
		return fmt.Errorf("wgfft: %v: array and kernel are each longer along an axis; for valid one is at least as long along all: use full or same", c)
	}
	if err := c.Target().Check(); err != nil {
		return fmt.Errorf("%w (the result of %v)", err, c)
	}
	in, out, err := c.layouts()
	switch {
	case err != nil:
		return err
	case c.InPlace && (in != out || !slices.Equal(c.Shape, c.Result())):
		return fmt.Errorf("wgfft: %v: in place the result has the shape and the layout of the input; use the mode same or circular, or another destination", c)
	}
	return nil
}

// layouts are the places of the arrays and of the results.
func (c Convolution) layouts() (in, out resolvedLayout, err error) {
	if in, _, err = c.Source().layouts(); err != nil {
		return in, out, err
	}
	_, out, err = c.Target().layouts()
	return in, out, err
}
