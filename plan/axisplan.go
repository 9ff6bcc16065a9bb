package plan

import (
	"fmt"
	"slices"

	"wgfft/wgsl"
)

// A unit is a line with its kernels.
type axisPlan struct {
	Axis
	kernels   []wgsl.Kernel
	pairPass  *wgsl.Kernel // the pass at the end of a real transform of several passes
	have      int          // elements along the axis when its passes begin
	axisCount int          // of the problem's that its kernels do together

	fusion axisFusion // that the unit is, if it is one
}

// units tells the kernels of a problem's lines apart.
func (p Problem) axisPlans(kernels []wgsl.Kernel, l wgsl.Limits) ([]axisPlan, error) {
	fail := func(what string) ([]axisPlan, error) {
		return nil, fmt.Errorf("plan: %v: the kernels are not those of its axes: %s", p, what)
	}
	var all []axisPlan
	rest := kernels
	for lines := p.axes(l); len(lines) > 0; {
		if len(rest) == 0 {
			return fail("too few")
		}
		u := axisPlan{Axis: lines[0], axisCount: 1}
		k, count := rest[0], 1
		straddle, straddling := axisFusionOf(rest, lines)
		switch {
		case straddling > 1:
			u.Axis, u.axisCount, u.fusion, count = straddle.axis(), straddle.axisCount(), straddle, straddling
		case k.OuterRadices != [2]wgsl.Radices{} || k.InnerExtent > 1:
			if u.Axis, u.axisCount = jointAxis(k, lines); u.axisCount == 0 {
				return fail(k.Name())
			}
		case k.ConvolutionSpectra == 1:
			if u.Convolution = k.N(); u.Convolution < 2*u.N-1 {
				return fail(k.Name())
			}
		default:
			if count = directCount(rest, u.N); count == 0 {
				if u.Factors = digitReversedFactors(rest, u.N); u.Factors == nil {
					return fail(fmt.Sprintf("%s does not begin %d points", k.Name(), u.N))
				}
				u.Convolution, count = product(u.Factors), 2*len(u.Factors)-1
			}
		}
		if u.hasMirrorRows() && (count > 1 || !k.MirrorInRow || k.TransformsPerGroup%2 > 0) {
			return fail("rows that go with those opposite are done in one pass, in couples, an even number in a workgroup")
		}
		u.kernels, rest, lines = slices.Clone(rest[:count]), rest[count:], lines[u.axisCount:]
		if u.isSplit() && count > 1 && !u.kernels[count-1].MirrorColumns {
			if len(rest) == 0 || rest[0].N() != 1 {
				return fail("none takes the points of a real transform together")
			}
			end := rest[0]
			u.pairPass, rest = &end, rest[1:]
		}
		all = append(all, u)
	}
	if len(rest) > 0 {
		return fail("too many")
	}
	return all, nil
}

// direct is how many of the kernels together transform n points of one axis, 0 if none do.
func directCount(kernels []wgsl.Kernel, n int) int {
	points := 1
	for i, k := range kernels {
		if k.ConvolutionSpectra > 0 || !k.IsOneAxis() {
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
func digitReversedFactors(kernels []wgsl.Kernel, n int) []int {
	middle := slices.IndexFunc(kernels, func(k wgsl.Kernel) bool { return k.ConvolutionSpectra > 1 })
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
