package plan

import (
	"fmt"
	"strings"

	"wgfft/hier"
	"wgfft/wgsl"
)

// An Algorithm is a way to compute a transform. Make chooses one; MakeBy takes the caller's choice.
type Algorithm uint8

// The algorithms.
const (
	Any           Algorithm = iota // the one of least cost
	Stockham                       // one pass, with a Rader stage if a prime factor needs one
	FourStep                       // several passes in Stockham's order: strided reads, contiguous writes
	Transposed                     // several passes in transposed order: contiguous reads, strided writes
	Global                         // one radix per pass, Stockham in global memory; only for MakeBy
	Bluestein                      // a convolution, for any length
	MatrixProduct                  // one pass whose small DFTs are matrix products
)

// String returns the algorithm's name.
func (a Algorithm) String() string {
	names := [...]string{"any", "stockham", "four-step", "transposed", "global", "bluestein", "matrix-product"}
	if int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// ParseAlgorithm parses an algorithm's name.
func ParseAlgorithm(s string) (Algorithm, error) {
	var names []string
	for a := Any; a <= MatrixProduct; a++ {
		if s == a.String() {
			return a, nil
		}
		names = append(names, a.String())
	}
	return 0, fmt.Errorf("plan: algorithm %q: use %s", s, strings.Join(names, ", "))
}

// MakeBy plans a problem by the given algorithm. It returns a LengthError if the algorithm cannot
// compute the length.
func MakeBy(p Problem, l wgsl.Limits, a Algorithm) (Plan, error) {
	if a == Any {
		return Make(p, l)
	}
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	axes := p.axes(l)
	if len(axes) > 1 {
		return Plan{}, fmt.Errorf("plan: %v: the algorithm can be chosen for transforms along one axis", p)
	}
	axis := axes[0]
	n, batch := axis.N, min(axis.transforms(min(p.Count(), maxChoiceBatch)), maxChoiceBatch)
	var c choice
	ok := false
	switch a {
	case Stockham:
		if n <= Capacity(l) {
			c, ok = chooseDirect(axis, batch, l)
			ok = ok && len(c.kernels) == 1
		}
	case FourStep, Transposed:
		c, ok = multiPass(axis, l, a == Transposed)
	case Global:
		c, ok = global(axis, l)
	case Bluestein:
		if n > 1 { // a convolution takes more than one point
			c, ok = chooseBluestein(axis, batch, l)
		}
	case MatrixProduct:
		c, ok = matrixProduct(axis, batch, l)
	}
	if !ok {
		return Plan{}, &LengthError{N: n, Reason: fmt.Sprintf("the algorithm %v has no passes for it; use another", a)}
	}
	return From(p, l, axis.withPairPass(c.kernels, l)...)
}

// global chooses the passes of the Stockham form in global memory: one radix per pass, and as few
// passes as radices up to 16 allow. The first pass stages its stores through workgroup memory, so
// that neighboring threads write neighboring points. Only MakeBy uses it, because the other
// algorithms take fewer passes.
func global(axis Axis, l wgsl.Limits) (choice, bool) {
	const largest = 16
	n := axis.N
	stages := wgsl.FewestStages(n, largest)
	if stages < 2 {
		return choice{}, false
	}
	// The largest radix comes first, so that all later passes write runs of that many points.
	c := choice{}
	for _, p := range hier.Passes(wgsl.Factorizations(n, largest, stages)[0], axis.InnerExtent, false) {
		chain, err := wgsl.MakeRadices(p.R)
		if err != nil {
			return choice{}, false
		}
		var best []wgsl.Kernel
		for _, columns := range []int{32, 64, 128, 256} {
			k := wgsl.Kernel{Radices: chain, ElementsPerThread: p.R, TransformsPerGroup: min(columns, l.Invocations)}
			k = p.Kernel(k)
			if p.P == 1 && axis.InnerExtent == 1 {
				k.Store.Path = wgsl.Staged
				k.Layout = BestLayout(k, l)
			}
			if k.Check(l) == nil {
				best = append(best, k)
			}
		}
		best = cheapest(best, fullCost, 1)
		if len(best) == 0 {
			return choice{}, false
		}
		c.kernels = append(c.kernels, best[0])
		c.cost += fullCost(best[0]) * float64(n)
	}
	return c, true
}
