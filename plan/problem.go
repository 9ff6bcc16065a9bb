package plan

import (
	"errors"
	"fmt"
	"math"
	"strconv"
	"strings"

	"wgfft/wgsl"
)

// Kind is a family of transforms.
type Kind uint8

// The kinds of transform.
const (
	C2C Kind = iota // complex to complex
)

// String is the kind's name in a spec.
func (k Kind) String() string {
	if k == C2C {
		return "c2c"
	}
	return fmt.Sprintf("kind(%d)", uint8(k))
}

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
// without gaps.
type Problem struct {
	Kind    Kind
	Shape   []int // points per axis; one axis for now
	Batch   int   // arrays; 0 means 1
	Inverse bool
	Norm    Norm
	InPlace bool // the result replaces the input
}

// Points is the point count of one transform.
func (p Problem) Points() int {
	n := 1
	for _, d := range p.Shape {
		n *= d
	}
	return n
}

// Count is the number of transforms.
func (p Problem) Count() int { return max(1, p.Batch) }

// Scale is the factor the norm asks for.
func (p Problem) Scale() float64 { return p.Norm.Scale(p.Points(), p.Inverse) }

// String is the problem's spec, KIND:SHAPE*BATCH, as [ParseSpec] reads it. Direction, norm and place are not
// part of it.
func (p Problem) String() string {
	dims := make([]string, len(p.Shape))
	for i, d := range p.Shape {
		dims[i] = strconv.Itoa(d)
	}
	return fmt.Sprintf("%v:%s*%d", p.Kind, strings.Join(dims, "x"), p.Count())
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
	if kind != C2C.String() {
		return fail(fmt.Sprintf("kind %q is not known, only c2c", kind))
	}
	p := Problem{Kind: C2C, Batch: 1}
	shape, batch, hasBatch := strings.Cut(rest, "*")
	if hasBatch {
		b, err := number(batch)
		if err != nil {
			return fail("the batch " + err.Error())
		}
		p.Batch = b
	}
	for _, d := range strings.Split(shape, "x") {
		n, err := number(d)
		if err != nil {
			return fail("the point count " + err.Error())
		}
		p.Shape = append(p.Shape, n)
	}
	if len(p.Shape) > 8 {
		return fail("more than 8 axes")
	}
	return p, nil
}

// number reads a count of at least 1 with no sign, spaces or leading zeros, so that print and parse are inverse.
func number(s string) (int, error) {
	n, err := strconv.Atoi(s)
	if err != nil || n < 1 || strconv.Itoa(n) != s || n > 1<<40 {
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

// Check says whether the problem makes sense and fits the device.
func (p Problem) Check(l wgsl.Limits) error {
	if p.Kind != C2C {
		return fmt.Errorf("wgfft: %v: only complex transforms (c2c) have a plan", p.Kind)
	}
	if len(p.Shape) != 1 {
		return fmt.Errorf("wgfft: shape %v: transforms have one axis; put the other axes into the batch", p.Shape)
	}
	if n := p.Shape[0]; n < 1 {
		return &LengthError{N: n, Reason: "a transform needs at least one point"}
	}
	if p.Batch < 0 {
		return fmt.Errorf("wgfft: batch %d: a batch can't be negative; 0 means 1", p.Batch)
	}
	if p.Norm > ForwardN {
		return fmt.Errorf("wgfft: %v: use backward, ortho or forward", p.Norm)
	}
	if n := p.Shape[0]; n > MostPoints {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of a transform", p), Need: int64(n), Have: MostPoints, Hint: "use a shorter length"}
	}
	if most := int64(math.MaxInt64) / ElementBytes / int64(p.Shape[0]); int64(p.Count()) > most {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: transforms of a batch", p), Need: int64(p.Count()), Have: most, Hint: "use a smaller batch"}
	}
	return nil
}

// MostPoints is the longest transform: kernels count elements in 32 bits, and a convolution has up to twice as many.
const MostPoints = 1 << 31

// AnyLimits are limits that refuse nothing for its size.
func AnyLimits() wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.AllocationBytes = math.MaxInt64, math.MaxInt64
	return l
}
