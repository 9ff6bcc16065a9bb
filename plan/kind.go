package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/realdct"
)

// Kind is a family of transforms.
type Kind uint8

// The kinds of transform: complex ones, and those of package realdct, which says what their sums are.
const (
	C2C  Kind = iota // complex to complex
	R2C              // real to the half of the spectrum that is not conjugates
	C2R              // from there back: R2C inverse
	DCT1             // cosine transforms
	DCT2
	DCT3
	DCT4
	DST1 // sine transforms
	DST2
	DST3
	DST4
	kinds // how many there are
)

// String is the kind's name in a spec: c2c, r2c, c2r, dct1 ... dst4.
func (k Kind) String() string {
	switch {
	case k == C2C:
		return "c2c"
	case k >= kinds:
		return fmt.Sprintf("kind(%d)", uint8(k))
	}
	return k.real().String()
}

// ParseKind reads a kind's name.
func ParseKind(s string) (Kind, error) {
	var names []string
	for k := C2C; k < kinds; k++ {
		if s == k.String() {
			return k, nil
		}
		names = append(names, k.String())
	}
	return 0, fmt.Errorf("kind %q is not known; use %s", s, strings.Join(names, ", "))
}

// real is the kind of a real transform.
func (k Kind) real() realdct.Kind { return realdct.Kind(k - R2C) }

// Trig says whether the kind is a sine or a cosine transform.
func (k Kind) IsTrig() bool { return k != C2C && k.real().IsTrig() }

// Half says whether the kind is between real numbers and a half spectrum.
func (k Kind) IsRealFFT() bool { return k == R2C || k == C2R }

// Inverse is the kind that goes back, but for a factor.
func (k Kind) Inverse() Kind {
	if k == C2C {
		return C2C
	}
	return R2C + Kind(k.real().Inverse())
}

// Period is what the norms divide by for n points.
func (k Kind) Period(n int) int {
	if k == C2C {
		return n
	}
	return k.real().Period(n)
}

// Along lists the axes transformed, counted from 0, in the order given.
func (p Problem) TransformedAxes() []int {
	var axes []int
	if p.Axes == nil {
		for axis := range p.Shape {
			axes = append(axes, axis)
		}
	}
	for _, axis := range p.Axes {
		if axis < 0 {
			axis += len(p.Shape)
		}
		axes = append(axes, axis)
	}
	return axes
}

// halved is the axis of which a real transform has half the spectrum, -1 if there is none.
func (p Problem) halvedAxis() int {
	switch {
	case !p.Kind.IsRealFFT():
		return -1
	case p.Axes == nil:
		return len(p.Shape) - 1
	case len(p.Axes) == 0:
		return -1
	}
	if axis := p.Axes[len(p.Axes)-1]; axis >= 0 {
		return axis
	}
	return p.Axes[len(p.Axes)-1] + len(p.Shape)
}

// kind is the kind of the transform along an axis that is transformed, before the direction is looked at.
func (p Problem) kindBeforeDirection(axis int) Kind {
	switch {
	case p.Kind.IsRealFFT() && axis != p.halvedAxis():
		return C2C
	case p.Kinds == nil:
		return p.Kind
	}
	return p.Kinds[slices.Index(p.TransformedAxes(), axis)]
}

// Does is the kind of the transform along an axis that is transformed, counted from 0, as it is done.
func (p Problem) KindOf(axis int) Kind {
	if p.Inverse {
		return p.kindBeforeDirection(axis).Inverse()
	}
	return p.kindBeforeDirection(axis)
}

// backward says whether the norm's inverse direction is meant, and whether complex transforms are inverse ones.
func (p Problem) isBackward() bool { return p.Inverse != (p.Kind == C2R) }

// checkKinds says what is wrong with the kinds of a problem whose axes make sense.
func (p Problem) checkKinds() error {
	if p.Kind >= kinds {
		return fmt.Errorf("wgfft: %v: there is no such transform", p.Kind)
	}
	axes := p.TransformedAxes()
	switch {
	case p.Kinds != nil && !p.Kind.IsTrig():
		return fmt.Errorf("wgfft: kinds %v: the problem's Kind is %v, and only sine and cosine transforms have Kinds: set Kind to one of these, or leave Kinds out", p.Kinds, p.Kind)
	case p.Kinds != nil && len(p.Kinds) != len(axes):
		return fmt.Errorf("wgfft: kinds %v: sine and cosine transforms have a kind for each of their %d axes, or Kind for all", p.Kinds, len(axes))
	case p.Kind.IsRealFFT() && len(axes) == 0:
		return fmt.Errorf("wgfft: %v: a real transform needs an axis to transform", p)
	}
	for i, axis := range axes {
		k, n := p.kindBeforeDirection(axis), p.Shape[axis]
		if p.Kinds != nil && !p.Kinds[i].IsTrig() || k >= kinds {
			return fmt.Errorf("wgfft: kind %v of axis %d: use sine and cosine transforms", k, axis)
		}
		if k == C2C {
			continue
		}
		if least := k.real().MinLength(); n < least {
			return &LengthError{N: n, Reason: fmt.Sprintf("a transform of kind %v needs at least %d points", k, least)}
		}
		if k.IsTrig() && n > maxTrig {
			return &LengthError{N: n, Reason: fmt.Sprintf("sine and cosine transforms have at most %d points along an axis: kernels count to eight times as many", maxTrig)}
		}
	}
	return nil
}

// mostTrig is the longest row of a sine or cosine transform, 2^28 points (2^24 on systems of 32 bits): the angles
// of its waves, eight times as many and one more row, are counted in 32 bits.
const maxTrig = MaxPoints / 8
