package plan

import (
	"fmt"
	"slices"

	"wgfft/internal/transforms"
)

// Kind is a transform of a row: complex, real, or a cosine or sine transform.
type Kind = transforms.Kind

// The kinds.
const (
	C2C  = transforms.C2C // complex to complex
	R2C  = transforms.R2C // n real numbers to the bins 0 ... n/2 of their spectrum
	C2R  = transforms.C2R // n/2+1 bins to n real numbers: the inverse of R2C
	DCT1 = transforms.DCT1
	DCT2 = transforms.DCT2
	DCT3 = transforms.DCT3
	DCT4 = transforms.DCT4
	DST1 = transforms.DST1
	DST2 = transforms.DST2
	DST3 = transforms.DST3
	DST4 = transforms.DST4
)

// ParseKind returns the kind of the given name.
func ParseKind(s string) (Kind, error) { return transforms.ParseKind(s) }

// Norm selects the direction that carries the factor 1/N. scipy.fft uses the same names.
type Norm = transforms.Norm

// The norms. The zero value is Backward.
const (
	Backward = transforms.Backward // forward 1, inverse 1/N
	Ortho    = transforms.Ortho    // both 1/sqrt(N)
	ForwardN = transforms.ForwardN // forward 1/N, inverse 1
)

// ParseNorm returns the norm of the given name.
func ParseNorm(s string) (Norm, error) { return transforms.ParseNorm(s) }

// TransformedAxes returns the transformed axes, counted from 0, in the order of Axes.
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

// halvedAxis returns the axis along which R2C and C2R have n/2+1 bins, and -1 for other kinds.
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

// kindBeforeDirection returns the kind of the transform along a transformed axis, as Kind and Kinds
// give it: Inverse is not applied.
func (p Problem) kindBeforeDirection(axis int) Kind {
	switch {
	case p.Kind.IsRealFFT() && axis != p.halvedAxis():
		return C2C
	case p.Kinds == nil:
		return p.Kind
	}
	isAxis := func(other int) bool { return other == axis || other+len(p.Shape) == axis }
	if i := slices.IndexFunc(p.Axes, isAxis); i >= 0 {
		return p.Kinds[i]
	}
	return p.Kinds[axis] // Axes is nil
}

// KindOf returns the kind of the transform that is computed along a transformed axis, counted from
// 0. Inverse is applied: an inverse DCT2 is a DCT3.
func (p Problem) KindOf(axis int) Kind {
	if p.Inverse {
		return p.kindBeforeDirection(axis).Inverse()
	}
	return p.kindBeforeDirection(axis)
}

// IsBackward reports whether the problem goes from spectra to data. The complex transforms are then
// inverse transforms, and the norm has the factor of the inverse.
func (p Problem) IsBackward() bool { return p.Inverse != (p.Kind == C2R) }

// checkKinds checks the kinds of a problem. The axes must be valid.
func (p Problem) checkKinds() error {
	if p.Kind >= transforms.Kinds {
		return fmt.Errorf("wgfft: %v is not a transform, want C2C, R2C, C2R, DCT1 to DCT4, or DST1 to DST4", p.Kind)
	}
	axes := p.TransformedAxes()
	switch {
	case p.Kinds != nil && !p.Kind.IsTrig():
		return fmt.Errorf("wgfft: kinds %v: Kind is %v, but only sine and cosine transforms have Kinds; "+
			"set Kind to one of these, or leave Kinds out", p.Kinds, p.Kind)
	case p.Kinds != nil && len(p.Kinds) != len(axes):
		return fmt.Errorf("wgfft: %d kinds %v for %d transformed axes, want one for each axis, or Kind for all",
			len(p.Kinds), p.Kinds, len(axes))
	case p.Kind.IsRealFFT() && len(axes) == 0:
		return fmt.Errorf("wgfft: %v: no axis is transformed, want at least one for a real transform", p)
	}
	for i, axis := range axes {
		k, n := p.kindBeforeDirection(axis), p.Shape[axis]
		if p.Kinds != nil && !p.Kinds[i].IsTrig() || k >= transforms.Kinds {
			return fmt.Errorf("wgfft: kind %v of axis %d is no sine or cosine transform, want dct1 ... dst4",
				k, axis)
		}
		if k == C2C {
			continue
		}
		if least := k.MinLength(); n < least {
			return &LengthError{N: n, Reason: fmt.Sprintf("%v needs at least %d points", k, least)}
		}
		if k.IsTrig() && n > maxTrig {
			return &LengthError{N: n, Reason: fmt.Sprintf(
				"sine and cosine transforms have at most %d points along an axis; use shorter axes", maxTrig)}
		}
	}
	return nil
}

// maxTrig is the largest number of points of a sine or cosine transform along an axis: 2^28, and
// 2^24 on 32-bit systems. The angles of its real roots are counted in 32 bits, and they are
// multiples of 1/(8N) of a turn.
const maxTrig = MaxPoints / 8
