package plan

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// A unit is a line with its kernels.
type unit struct {
	Line
	kernels []wgsl.FFT
	apart   *wgsl.FFT // the pass at the end of a real transform of several passes
	have    int       // elements along the axis when its passes begin
	lines   int       // of the problem's that its kernels do together

	straddle straddle // that the unit is, if it is one
}

// units tells the kernels of a problem's lines apart.
func (p Problem) units(kernels []wgsl.FFT, l wgsl.Limits) ([]unit, error) {
	fail := func(what string) ([]unit, error) {
		return nil, fmt.Errorf("plan: %v: the kernels are not those of its axes: %s", p, what)
	}
	var all []unit
	rest := kernels
	for lines := p.lines(l); len(lines) > 0; {
		if len(rest) == 0 {
			return fail("too few")
		}
		u := unit{Line: lines[0], lines: 1}
		k, count := rest[0], 1
		straddle, straddling := straddleOf(rest, lines)
		switch {
		case straddling > 1:
			u.Line, u.lines, u.straddle, count = straddle.line(), straddle.lines(), straddle, straddling
		case k.Over != [2]wgsl.Chain{} || k.Side > 1:
			if u.Line, u.lines = taken(k, lines); u.lines == 0 {
				return fail(k.Name())
			}
		case k.Convolve == 1:
			if u.Convolution = k.N(); u.Convolution < 2*u.N-1 {
				return fail(k.Name())
			}
		default:
			if count = direct(rest, u.N); count == 0 {
				if u.Rows = reversedBy(rest, u.N); u.Rows == nil {
					return fail(fmt.Sprintf("%s does not begin %d points", k.Name(), u.N))
				}
				u.Convolution, count = product(u.Rows), 2*len(u.Rows)-1
			}
		}
		if u.opposed() && (count > 1 || !k.Coupled || k.Transforms%2 > 0) {
			return fail("rows that go with those opposite are done in one pass, in couples, an even number in a workgroup")
		}
		u.kernels, rest, lines = slices.Clone(rest[:count]), rest[count:], lines[u.lines:]
		if u.splits() && count > 1 && !u.kernels[count-1].Mated {
			if len(rest) == 0 || rest[0].N() != 1 {
				return fail("none takes the points of a real transform together")
			}
			end := rest[0]
			u.apart, rest = &end, rest[1:]
		}
		all = append(all, u)
	}
	if len(rest) > 0 {
		return fail("too many")
	}
	return all, nil
}

// direct is how many of the kernels together transform n points of one axis, 0 if none do.
func direct(kernels []wgsl.FFT, n int) int {
	points := 1
	for i, k := range kernels {
		if k.Convolve > 0 || !k.Flat() {
			return 0
		}
		if points *= k.N(); points == n {
			return i + 1
		}
	}
	return 0
}

// reversedBy returns the factors of the convolution in several passes that the kernels begin with, nil if they don't or n points
// are too many for it.
func reversedBy(kernels []wgsl.FFT, n int) []int {
	middle := slices.IndexFunc(kernels, func(k wgsl.FFT) bool { return k.Convolve > 1 })
	if middle < 1 || len(kernels) < 2*middle+1 {
		return nil
	}
	var factors []int
	for i, k := range kernels[:middle+1] {
		if k.N() != kernels[2*middle-i].N() {
			return nil
		}
		factors = append(factors, k.N())
	}
	if product(factors) < 2*n-1 {
		return nil
	}
	return factors
}

func product(factors []int) int {
	n := 1
	for _, f := range factors {
		n *= f
	}
	return n
}
