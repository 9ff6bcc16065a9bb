package plan

import (
	"fmt"
	"math/bits"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// ChooseConvolution chooses the kernels of a convolution by the cost model. The choice depends on
// ConvolutionTuningKey and on the limits.
func ChooseConvolution(c Convolution, l wgsl.Limits) (ConvolutionChoice, error) {
	if err := c.Check(); err != nil {
		return ConvolutionChoice{}, err
	}
	var padded []int
	for attempt := range 3 {
		padded = c.paddedShape(func(r support) int { return r.chooseLength(attempt, l) })
		if err := c.CheckLengths(padded); err != nil {
			return ConvolutionChoice{}, err
		}
		best, least := ConvolutionChoice{}, 0.0
		for turn, m := range padded {
			if m == 1 {
				continue
			}
			half := c.halvedAxis(padded, turn)
			choice, cost, ok := c.chooseAt(padded, turn, half, l)
			if !ok && half >= 0 {
				choice, cost, ok = c.chooseAt(padded, turn, -1, l)
			}
			if ok && (best.kernels == nil || cost < least) {
				best, least = choice, cost
			}
			if ok && len(choice.kernels[len(choice.kernels)/2]) == 1 {
				break // a turnaround in one pass moves the least data
			}
		}
		if best.kernels != nil {
			return best, nil
		}
	}
	return ConvolutionChoice{}, &LengthError{N: product(padded), Reason: fmt.Sprintf(
		"its transforms of %s points do not fit %d invocations and %d bytes of workgroup memory; use shorter axes",
		Dims(padded), l.Invocations, l.WorkgroupBytes)}
}

// chooseLength returns the length of the transforms along an axis. A circular convolution of a
// smooth length keeps it. Otherwise it is the cheapest sufficient length, and a power of two at the
// last attempt.
func (r support) chooseLength(attempt int, l wgsl.Limits) int {
	least := max(2, r.minPoints())
	switch {
	case attempt == 0 && r.isCircular && r.n > 1 && LargestPrime(r.n) <= MaxPrime:
		return r.n
	case attempt < 2:
		return Cheapest(least, l)
	}
	return 1 << bits.Len(uint(least-1))
}

// chooseAt chooses the kernels of a convolution with the given turnaround axis and axis of half
// spectra (or -1), and returns their cost.
func (c Convolution) chooseAt(
	padded []int, turn, half int, l wgsl.Limits,
) (result ConvolutionChoice, cost float64, ok bool) {
	result = ConvolutionChoice{padded: padded, turnAxis: turn, halfAxis: half}
	type stepKey struct {
		n, inner, outer int
		isTurnaround    bool
	}
	count, known := min(c.Count(), maxChoiceBatch), map[stepKey]choice{}
	for _, step := range c.axisSteps(padded, turn, half) {
		key := stepKey{step.N, step.InnerExtent, step.outer, step.isTurnaround}
		made, found := known[key]
		if !found {
			batch := min(step.outer*step.InnerExtent*count, maxChoiceBatch)
			axis := Finder{step.Axis}
			axis.Scheme = realdct.Scheme{} // steps of equal length share their kernels
			if step.isTurnaround {
				made, ok = chooseTurnaround(axis, batch, l)
			} else {
				made, ok = chooseStep(axis, batch, l)
			}
			if !ok {
				return result, 0, false
			}
			known[key] = made
		}
		if step.Kind != C2C && len(made.kernels) == 1 {
			k := made.kernels[0]
			made.kernels = []wgsl.Kernel{flatIfNeeded(k, step.place(k, true, true), l)}
		}
		if step.Kind != C2C && (len(made.kernels) > 1 || step.place(made.kernels[0], true, true).Check(l) != nil) {
			return result, 0, false // a Hermitian split needs points k and -k in one workgroup
		}
		result.kernels = append(result.kernels, made.kernels)
		cost += made.cost * float64(step.outer*step.InnerExtent)
	}
	return result, cost, true
}

// chooseTurnaround chooses the kernels of the step that transforms an axis forward and back.
func chooseTurnaround(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if axis.N <= Capacity(l) {
		if c, ok := onePassConvolution(axis.N, axis, batch, l); ok {
			return c, true
		}
	}
	return chooseDigitReversed(axis.N, axis.InnerExtent, newPassCosts(l))
}

// chooseStep chooses the kernels of a step in one direction. Their first loads and last stores are
// direct.
func chooseStep(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if axis.N > Capacity(l) || axis.InnerExtent > 1 {
		return chooseDirect(axis, batch, l)
	}
	c, ok := onePassConvolution(axis.N, axis, batch, l)
	if ok {
		c.kernels[0].ConvolutionSpectra = 0
		c.cost = ReferenceModel.Cost(FullFeatures(c.kernels[0])) * float64(axis.N)
	}
	return c, ok
}
