package plan

import (
	"encoding/binary"
	"errors"
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// Norm says which direction carries the factor 1/N, as scipy.fft names it.
type Norm uint8

// The norms. The zero value is Backward.
const (
	Backward Norm = iota // forward 1, inverse 1/N
	Ortho                // both 1/sqrt(N)
	ForwardN             // forward 1/N, inverse 1
)

// String is the norm's name: backward, ortho or forward.
func (n Norm) String() string {
	switch n {
	case Backward:
		return "backward"
	case Ortho:
		return "ortho"
	case ForwardN:
		return "forward"
	}
	return fmt.Sprintf("norm(%d)", uint8(n))
}

// ParseNorm reads a norm's name.
func ParseNorm(s string) (Norm, error) {
	for _, n := range []Norm{Backward, Ortho, ForwardN} {
		if s == n.String() {
			return n, nil
		}
	}
	return 0, fmt.Errorf("plan: norm %q: use backward, ortho or forward", s)
}

// Scale is the factor of a transform of n points.
func (n Norm) Scale(points int, inverse bool) float64 {
	switch {
	case n == Ortho:
		return 1 / math.Sqrt(float64(points))
	case n == Backward && inverse, n == ForwardN && !inverse:
		return 1 / float64(points)
	}
	return 1
}

// A Problem says what is to be transformed: Batch arrays of the given shape, one after the other, row-major,
// without gaps unless In and Out say otherwise, along some of their axes or all. Methods other than Check, Extents and String are for problems that Check takes.
type Problem struct {
	Kind  Kind
	Shape []int  // points per axis, MostAxes axes at most; of real transforms the real numbers
	Axes  []int  // those transformed, counted from 0, or from the last as -1 backwards; nil means all. Real transforms to spectra halve the last of them
	Kinds []Kind // of sine and cosine transforms the kind of each of Axes, where they are not all Kind
	Batch int    // arrays; 0 means 1
	// Together lets two real rows of odd or very short length share a complex transform, which halves the arithmetic. A quiet row then has the
	// rounding errors of its loud neighbour, and a NaN of one is in both.
	PackPairs bool
	Inverse   bool
	Norm      Norm
	// InPlace lets the result replace the input. A half spectrum takes the place of its row of n numbers, which lie in 2(n/2+1) places then unless
	// strides say otherwise: the halved axis is that long. What is behind the numbers is neither read nor kept. Where it is the last axis, and its rows
	// begin where their spectra do (the strides of all other axes, Dist and Offset are twice as many numbers as bins), a transform of one pass
	// along each axis needs no scratch; other layouts go by way of it.
	InPlace bool
	In, Out Layout

	reals bool // of C2C: the arrays hold real numbers, as those of a real convolution do
}

// Plain is the problem out of place, of arrays without gaps or layouts of their own: what is tuned.
func (p Problem) WithoutLayout() Problem {
	p = p.Clone()
	p.InPlace, p.In, p.Out = false, Layout{}, Layout{}
	return p
}

// Clone is the problem with slices of its own.
func (p Problem) Clone() Problem {
	p.Shape, p.Axes, p.Kinds = slices.Clone(p.Shape), slices.Clone(p.Axes), slices.Clone(p.Kinds)
	p.In.Strides, p.In.Have = slices.Clone(p.In.Strides), slices.Clone(p.In.Have)
	p.Out.Strides, p.Out.Have = slices.Clone(p.Out.Strides), slices.Clone(p.Out.Have)
	return p
}

// KeyOf holds all of a problem, for maps: problems of one key are the same.
func ProblemKey(p Problem) string {
	key := make([]byte, 0, 96)
	add := func(numbers ...int) {
		for _, n := range numbers {
			key = binary.AppendVarint(key, int64(n))
		}
	}
	list := func(numbers []int) {
		if numbers == nil {
			add(-1)
			return
		}
		add(len(numbers))
		add(numbers...)
	}
	flags := 0
	for i, set := range []bool{p.PackPairs, p.Inverse, p.InPlace, p.In.Planar, p.Out.Planar, p.reals} {
		if set {
			flags |= 1 << i
		}
	}
	add(int(p.Kind), int(p.Norm), flags, p.Batch)
	list(p.Shape)
	list(p.Axes)
	var kinds []int
	if p.Kinds != nil {
		kinds = make([]int, 0, len(p.Kinds))
	}
	for _, k := range p.Kinds {
		kinds = append(kinds, int(k))
	}
	list(kinds)
	for _, l := range []Layout{p.In, p.Out} {
		add(l.Dist, l.Offset, int(l.Samples))
		list(l.Strides)
		list(l.Have)
	}
	return string(key)
}

// MostAxes is the most axes an array has.
const MaxAxes = 16

// Transformed says whether an axis is one of those transformed.
func (p Problem) IsTransformed(axis int) bool {
	return p.Axes == nil || slices.Contains(p.Axes, axis) || slices.Contains(p.Axes, axis-len(p.Shape))
}

// Points is the point count of one array.
func (p Problem) Points() int { return product(p.Shape) }

// Count is the number of arrays.
func (p Problem) Count() int { return max(1, p.Batch) }

// Scale is the factor the norm asks for.
func (p Problem) Scale() float64 {
	n := 1
	for _, axis := range p.TransformedAxes() {
		n *= p.kindBeforeDirection(axis).Period(p.Shape[axis])
	}
	return p.Norm.Scale(n, p.isBackward())
}

// String is the problem's spec, KIND:SHAPE*BATCH, as [ParseSpec] reads it. Direction, norm and place are not
// part of it.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%s*%d", p.kindNames(), Dims(p.Shape), p.Count())
}

// kindNames is the name of the problem's kind, or of its Kinds: dct1, or dct1,dst3 where they differ.
func (p Problem) kindNames() string {
	if len(p.Kinds) == 0 {
		return p.Kind.String()
	}
	names := make([]string, len(p.Kinds))
	for i, k := range p.Kinds {
		names[i] = k.String()
	}
	if len(slices.Compact(slices.Clone(names))) == 1 {
		return names[0]
	}
	return strings.Join(names, ",")
}

// Dims prints a shape: 512x512.
func Dims(shape []int) string {
	dims := make([]string, len(shape))
	for i, d := range shape {
		dims[i] = strconv.Itoa(d)
	}
	return strings.Join(dims, "x")
}

// ErrSpec is what every error of ParseSpec wraps.
var ErrSpec = errors.New("plan: bad spec")

// ParseSpec reads KIND:SHAPE*BATCH, like c2c:4096*16384; the batch may be left out.
func ParseSpec(s string) (Problem, error) {
	fail := func(why string) (Problem, error) {
		return Problem{}, fmt.Errorf("%w %q: %s; write KIND:SHAPE*BATCH, like c2c:4096*16384", ErrSpec, s, why)
	}
	kind, rest, ok := strings.Cut(s, ":")
	if !ok {
		return fail("no colon after the kind")
	}
	k, err := ParseKind(kind)
	if err != nil {
		return fail(err.Error())
	}
	p := Problem{Kind: k, Batch: 1}
	shape, batch, hasBatch := strings.Cut(rest, "*")
	if hasBatch {
		b, err := parseCount(batch)
		if err != nil {
			return fail("the batch " + err.Error())
		}
		p.Batch = b
	}
	for _, d := range strings.Split(shape, "x") {
		n, err := parseCount(d)
		if err != nil {
			return fail("the point count " + err.Error())
		}
		p.Shape = append(p.Shape, n)
	}
	if len(p.Shape) > MaxAxes {
		return fail(fmt.Sprintf("more than %d axes", MaxAxes))
	}
	return p, nil
}

// number reads a count of at least 1 with no sign, spaces or leading zeros, so that print and parse are inverse.
func parseCount(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || strconv.Itoa(n) != s || int64(n) > 1<<40 {
		return 0, fmt.Errorf("%q is not a whole number from 1 to 2^40", s)
	}
	return n, nil
}

// ErrInvalidLength is what errors about a point count wrap.
var ErrInvalidLength = errors.New("invalid length")

// A LengthError says why there is no plan for a point count.
type LengthError struct {
	N      int
	Reason string
}

func (e *LengthError) Error() string { return fmt.Sprintf("wgfft: length %d: %s", e.N, e.Reason) }

// Unwrap returns ErrInvalidLength.
func (e *LengthError) Unwrap() error { return ErrInvalidLength }

// ElementBytes is the size of one complex point.
const ElementBytes = 8

// Check says whether the problem makes sense, on any device.
func (p Problem) Check() error {
	if err := p.checkArrays(); err != nil {
		return err
	}
	_, _, err := p.layouts()
	return err
}

// checkArrays is Check but for the layouts.
func (p Problem) checkArrays() error {
	if len(p.Shape) < 1 || len(p.Shape) > MaxAxes {
		return fmt.Errorf("wgfft: shape %v: an array has from 1 to %d axes; put others into the batch", p.Shape, MaxAxes)
	}
	for _, n := range p.Shape {
		if n < 1 {
			return &LengthError{N: n, Reason: "a transform needs at least one point"}
		}
	}
	points := 1
	for _, n := range p.Shape {
		if n > MaxPoints/points {
			return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of an array", p), Need: saturatedProduct(p.Shape), Have: MaxPoints, Hint: "use shorter axes, or put some into the batch"}
		}
		points *= n
	}
	rank := len(p.Shape)
	for i, axis := range p.Axes {
		if axis < -rank || axis >= rank {
			return fmt.Errorf("wgfft: axis %d: shape %v has the axes 0 to %d, or -%d to -1", axis, p.Shape, rank-1, rank)
		}
		if same := func(other int) bool { return (other-axis)%rank == 0 }; slices.ContainsFunc(p.Axes[:i], same) {
			return fmt.Errorf("wgfft: axes %v: axis %d is named twice", p.Axes, axis)
		}
	}
	if err := p.checkKinds(); err != nil {
		return err
	}
	if p.Batch < 0 {
		return fmt.Errorf("wgfft: batch %d: a batch can't be negative; 0 means 1", p.Batch)
	}
	if p.Norm > ForwardN {
		return fmt.Errorf("wgfft: %v: use backward, ortho or forward", p.Norm)
	}
	if most := int64(math.MaxInt64) / ElementBytes / int64(points); int64(p.Count()) > most {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: arrays of a batch", p), Need: int64(p.Count()), Have: most, Hint: "use a smaller batch"}
	}
	return nil
}

// saturated is the product of dimensions, or the largest number.
func saturatedProduct(shape []int) int64 {
	n := int64(1)
	for _, d := range shape {
		if int64(d) > math.MaxInt64/n {
			return math.MaxInt64
		}
		n *= int64(d)
	}
	return n
}

// MostPoints is the largest array: kernels count elements in 32 bits, and a convolution has more than twice as many. Where it has too many that is said when it is planned.
// On systems of 32 bits it is 2^27, so that an int counts what a transform of so many points counts.
const MaxPoints = min(1<<31, (math.MaxInt+1)/16)
