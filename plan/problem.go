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

// Problem describes transforms: Batch arrays of the same shape, each transformed along some or all
// of its axes. Arrays are row-major and contiguous, one after the other, unless In and Out set
// another layout.
//
// Check reports errors. The other methods, except Extents, String and Clone, need a problem that
// Check accepts.
type Problem struct {
	// Kind is the transform along each of Axes. R2C and C2R transform the last of Axes between n real
	// numbers and n/2+1 bins; their other axes are complex transforms.
	Kind Kind

	// Shape is the number of points along each axis, the slowest first: 1 to MaxAxes axes. For real
	// transforms it counts real numbers, for C2R as well.
	Shape []int

	// Axes lists the transformed axes, counted from 0, or from the end as -1, -2, ...; nil means all.
	Axes []int

	// Kinds is the kind of each of Axes if they differ. It is allowed for sine and cosine transforms
	// only; nil means Kind for all.
	Kinds []Kind

	// Batch is the number of arrays; 0 means 1.
	Batch int

	// Inverse selects the inverse transform.
	Inverse bool

	// Norm selects the direction that carries the factor 1/N.
	Norm Norm

	// InPlace stores the result in the place of the input. In and Out must be equal, except for R2C and
	// C2R. There a row of n numbers occupies 2(n/2+1) elements, as in FFTW, unless strides are given. The
	// elements after the n numbers are not read, and their contents are lost. A real transform in place
	// needs no scratch if the halved axis is the last one, each row of numbers begins where its spectrum
	// begins, and each axis takes one pass. Other real transforms in place go through scratch.
	InPlace bool

	// In is the layout of the input arrays, Out the layout of the output arrays.
	In, Out Layout

	Options
	Elements
}

// Elements describes the elements of the arrays of a problem.
type Elements struct {
	// Number is the format of the numbers in the arrays, between the passes and in the kernels; nil is
	// wgsl.F32.
	Number wgsl.Number

	// Scratch is the type of points between the passes, such as [wgsl.Halves]; nil is Number. Each pass but
	// the last rounds its results to it. The points of all arrays between two passes must fit into one binding.
	Scratch wgsl.Element

	reals bool // for C2C: the arrays hold real numbers, as in a real convolution
}

// WithoutLayout returns the problem out of place with contiguous arrays and without a twiddle. Problems are tuned
// in this form. It keeps the storage.
func (p Problem) WithoutLayout() Problem {
	s := p.Storage()
	p = p.Clone()
	p.TwiddleOrder = 0
	p.InPlace, p.In, p.Out, p.Scratch = false, Layout{Element: s}, Layout{Element: s}, nil
	return p
}

// Storage returns the type of the complex points of source and result in memory, if both have the same type
// other than Number; nil otherwise.
func (p Problem) Storage() wgsl.Element {
	if p.Kind != C2C || p.In.Element == nil || p.In.Element != p.Out.Element {
		return nil
	}
	return elementOf(p.In.Element, false)
}

// WithoutStorage returns the problem with the points of source and result in Number.
func (p Problem) WithoutStorage() Problem {
	if p.Storage() != nil {
		p.In.Element, p.Out.Element = nil, nil
	}
	return p
}

// Clone returns a copy of the problem with copies of its slices.
func (p Problem) Clone() Problem {
	p.Shape, p.Axes, p.Kinds = slices.Clone(p.Shape), slices.Clone(p.Axes), slices.Clone(p.Kinds)
	p.In.Strides, p.In.Have = slices.Clone(p.In.Strides), slices.Clone(p.In.Have)
	p.Out.Strides, p.Out.Have = slices.Clone(p.Out.Strides), slices.Clone(p.Out.Have)
	return p
}

// ProblemKey returns a string that holds all fields of a problem. Two problems have the same key
// only if they are equal, so the key can index maps.
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
	add(int(p.Kind), int(p.Norm), p.Options.bits(), p.Batch,
		bits(p.Inverse, p.InPlace, p.In.Planar, p.Out.Planar, p.reals))
	key = binary.AppendVarint(key, p.TwiddleOrder)
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
	if p.Number != nil {
		key = append(key, p.Number.Tag()...)
	}
	if p.Scratch != nil {
		key = append(key, " scratch "+p.Scratch.Tag()...)
	}
	for _, l := range []Layout{p.In, p.Out} {
		add(l.Dist, l.Offset)
		if l.Element != nil {
			key = append(key, l.Element.Tag()...)
		}
		list(l.Strides)
		list(l.Have)
	}
	return string(key)
}

// MaxAxes is the largest number of axes of an array.
const MaxAxes = 16

// IsTransformed reports whether an axis, counted from 0, is transformed.
func (p Problem) IsTransformed(axis int) bool {
	return p.Axes == nil || slices.Contains(p.Axes, axis) || slices.Contains(p.Axes, axis-len(p.Shape))
}

// Points returns the number of points of one array.
func (p Problem) Points() int { return Product(p.Shape) }

// Count returns the number of arrays.
func (p Problem) Count() int { return max(1, p.Batch) }

// Scale returns the factor that Norm demands for the whole transform.
func (p Problem) Scale() float64 {
	n := 1
	for axis, points := range p.Shape {
		if p.IsTransformed(axis) {
			n *= p.kindBeforeDirection(axis).Period(points)
		}
	}
	return p.Norm.Scale(n, p.IsBackward())
}

// String returns the spec of the problem, KIND:SHAPE*BATCH, which [ParseSpec] reads. Direction,
// norm and layouts are not part of it.
func (p Problem) String() string {
	return fmt.Sprintf("%s:%s*%d", p.kindNames(), Dims(p.Shape), p.Count())
}

// kindNames returns the name of the kind, or a list like dct1,dst3 if the axes have different
// kinds.
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

// Dims formats a shape: 512x512.
func Dims(shape []int) string {
	dims := make([]string, len(shape))
	for i, d := range shape {
		dims[i] = strconv.Itoa(d)
	}
	return strings.Join(dims, "x")
}

// ErrSpec is wrapped by every error of ParseSpec.
var ErrSpec = errors.New("plan: bad spec")

// ParseSpec parses a spec KIND:SHAPE*BATCH, for example c2c:4096*16384. The batch is optional; it
// is 1 by default.
func ParseSpec(s string) (Problem, error) {
	fail := func(why string) (Problem, error) {
		return Problem{}, fmt.Errorf("%w %q: %s; write KIND:SHAPE*BATCH, like c2c:4096*16384", ErrSpec, s, why)
	}
	kind, rest, ok := strings.Cut(s, ":")
	if !ok {
		return fail("it has no colon after the kind")
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
		return fail(fmt.Sprintf("it has %d axes, want at most %d", len(p.Shape), MaxAxes))
	}
	return p, nil
}

// parseCount parses a number from 1 to 2^40. It accepts no sign, spaces or leading zeros, so that
// printing and parsing are inverse.
func parseCount(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || strconv.Itoa(n) != s || int64(n) > 1<<40 {
		return 0, fmt.Errorf("%q is not a whole number from 1 to 2^40", s)
	}
	return n, nil
}

// ErrInvalidLength is wrapped by errors about a number of points.
var ErrInvalidLength = errors.New("invalid length")

// A LengthError reports a number of points that cannot be transformed, and the reason.
type LengthError struct {
	N      int    // the number of points
	Reason string // why it is refused, and the way out if there is one
}

func (e *LengthError) Error() string { return fmt.Sprintf("wgfft: length %d: %s", e.N, e.Reason) }

// Unwrap returns [ErrInvalidLength].
func (e *LengthError) Unwrap() error { return ErrInvalidLength }

// ElementBytes is the size of one complex point of single precision in bytes.
const ElementBytes = 8

// PointBytes returns the size of one complex point in bytes. A real number has half of it.
func (p Problem) PointBytes() int64 { return 2 * int64(numberOf(p.Number).Bytes()) }

// AsSingle returns the problem in single precision, and limits under which it has the same kernels.
func (p Problem) AsSingle(l wgsl.Limits) (Problem, wgsl.Limits) {
	l = l.For(p.Number)
	p.Number = nil
	return p, l
}

// numberOf returns a format, where nil is wgsl.F32.
func numberOf(n wgsl.Number) wgsl.Number {
	if n == nil {
		return wgsl.F32{}
	}
	return n
}

// Check returns an error if no device can run the problem: if a field is out of range, or if the
// layouts are impossible.
func (p Problem) Check() error {
	if err := p.checkArrays(); err != nil {
		return err
	}
	_, _, err := p.layouts()
	return err
}

// checkArrays checks everything except the layouts.
func (p Problem) checkArrays() error {
	if len(p.Shape) < 1 || len(p.Shape) > MaxAxes {
		return fmt.Errorf("wgfft: shape %v has %d axes, want 1 to %d; put further axes into the batch",
			p.Shape, len(p.Shape), MaxAxes)
	}
	for _, n := range p.Shape {
		if n < 1 {
			return &LengthError{N: n, Reason: "a transform needs at least one point"}
		}
	}
	points := 1
	for _, n := range p.Shape {
		if n > MaxPoints/points {
			return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of an array", p),
				Need: saturatedProduct(p.Shape), Have: MaxPoints, Hint: "use shorter axes, or put some into the batch"}
		}
		points *= n
	}
	rank := len(p.Shape)
	for i, axis := range p.Axes {
		if axis < -rank || axis >= rank {
			return fmt.Errorf("wgfft: axis %d is out of range for shape %v, want 0 to %d, or -%d to -1",
				axis, p.Shape, rank-1, rank)
		}
		if isSame := func(other int) bool { return (other-axis)%rank == 0 }; slices.ContainsFunc(p.Axes[:i], isSame) {
			return fmt.Errorf("wgfft: axes %v name axis %d twice, want each axis at most once", p.Axes, axis)
		}
	}
	for _, err := range []error{p.checkKinds(), p.checkTwiddle()} {
		if err != nil {
			return err
		}
	}
	if err := p.checkRoots(); err != nil {
		return err
	}
	if _, ok := p.Scratch.(wgsl.Dual); p.Scratch != nil && !ok {
		return fmt.Errorf("wgfft: %v: points of type %v between passes, want float32, float16 or bfloat16",
			p, p.Scratch)
	}
	if p.Batch < 0 {
		return fmt.Errorf("wgfft: batch %d is negative, want at least 0 (0 means 1)", p.Batch)
	}
	if p.Norm > ForwardN {
		return fmt.Errorf("wgfft: %v is not known, want backward, ortho or forward", p.Norm)
	}
	if most := int64(math.MaxInt64) / p.PointBytes() / int64(points); int64(p.Count()) > most {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: arrays of a batch", p),
			Need: int64(p.Count()), Have: most, Hint: "use a smaller batch"}
	}
	return nil
}

// checkRoots returns an error if the number format lacks the roots of unity of an axis.
func (p Problem) checkRoots() error {
	if _, isRing := p.Number.(wgsl.Ring); !isRing {
		return nil
	}
	for axis, n := range p.Shape {
		if !p.IsTransformed(axis) {
			continue
		}
		if k := p.kindBeforeDirection(axis); k.IsTrig() {
			return fmt.Errorf("wgfft: %v: number format %s has no %v: want a complex or real transform",
				p, p.Number.Tag(), k)
		}
		if err := wgsl.HasRoot(p.Number, n); err != nil {
			return &LengthError{N: n, Reason: err.Error()}
		}
	}
	return nil
}

// saturatedProduct returns the product of the dimensions, or math.MaxInt64 if the product is
// larger.
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

// MaxPoints is the largest number of points of an array: 2^31, and 2^27 on 32-bit systems. Kernels
// count elements in 32 bits, and a Bluestein convolution has more than twice the elements of the
// array. Planning refuses a convolution that is too long.
const MaxPoints = min(1<<31, (math.MaxInt+1)/16)
