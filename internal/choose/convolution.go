package choose

import (
	"cmp"
	"fmt"
	"iter"
	"math/bits"

	"wgfft/plan"
	"wgfft/realdct"
	"wgfft/wgsl"
)

// Convolution chooses the kernels of a convolution by the cost model. The choice depends on
// ConvolutionTuningKey and on the limits.
func Convolution(c plan.Convolution, l wgsl.Limits) (plan.ConvolutionChoice, error) {
	if err := cmp.Or(c.Check(), l.Check()); err != nil {
		return plan.ConvolutionChoice{}, err
	}
	l, c.Number = l.For(c.Number), nil
	var padded []int
	for attempt := range convolutionAttempts {
		var err error
		if padded, err = convolutionLengths(c, attempt, l); err != nil {
			return plan.ConvolutionChoice{}, err
		}
		best, least := plan.ConvolutionChoice{}, 0.0
		for choice, cost := range choicesAt(c, padded, l) {
			if best.Steps == nil || cost < least {
				best, least = choice, cost
			}
			if len(choice.Steps[len(choice.Steps)/2].Kernels) == 1 {
				break // a turnaround in one pass moves the least data
			}
		}
		if best.Steps != nil {
			if c.Quick {
				best = quickConvolution(c, l, best)
			}
			return best, nil
		}
	}
	return plan.ConvolutionChoice{}, &plan.LengthError{N: plan.Product(padded), Reason: fmt.Sprintf(
		"its transforms of %s points do not fit %d invocations and %d bytes of workgroup memory; use shorter axes",
		plan.Dims(padded), l.Invocations, l.WorkgroupBytes)}
}

// ConvolutionAlternatives returns choices for a convolution that Convolution does not prefer: other turnaround axes,
// other lengths, and kernels that compile faster. c passes Check.
func ConvolutionAlternatives(c plan.Convolution, l wgsl.Limits) (all []plan.ConvolutionChoice) {
	l, c.Number = l.For(c.Number), nil
	for attempt := range convolutionAttempts {
		padded, err := convolutionLengths(c, attempt, l)
		if err != nil {
			break
		}
		for choice := range choicesAt(c, padded, l) {
			all = append(all, choice, quickConvolution(c, l, choice))
		}
	}
	return all
}

// convolutionAttempts is the number of attempts to find lengths with kernels.
const convolutionAttempts = 3

// convolutionLengths returns the lengths of the transforms at an attempt.
func convolutionLengths(c plan.Convolution, attempt int, l wgsl.Limits) ([]int, error) {
	padded := c.PaddedShape(func(r plan.Support) int { return chooseLength(r, attempt, l) })
	return padded, c.CheckLengths(padded)
}

// choicesAt yields the choice for each turnaround axis, and its cost.
func choicesAt(c plan.Convolution, padded []int, l wgsl.Limits) iter.Seq2[plan.ConvolutionChoice, float64] {
	return func(yield func(plan.ConvolutionChoice, float64) bool) {
		for turn, m := range padded {
			if m == 1 {
				continue
			}
			half := c.HalvedAxis(padded, turn)
			choice, cost, ok := chooseAt(c, padded, turn, half, l)
			if !ok && half >= 0 {
				choice, cost, ok = chooseAt(c, padded, turn, -1, l)
			}
			if ok && !yield(choice, cost) {
				return
			}
		}
	}
}

// chooseLength returns the length of the transforms along an axis. A circular convolution of a
// smooth length keeps it. Otherwise it is the cheapest sufficient length, and a power of two at the
// last attempt.
func chooseLength(r plan.Support, attempt int, l wgsl.Limits) int {
	least := max(2, r.MinPoints())
	switch {
	case attempt == 0 && r.IsCircular && r.N > 1 && plan.LargestPrime(r.N) <= plan.MaxPrime:
		return r.N
	case attempt < 2:
		return CheapestLength(least, l)
	}
	return 1 << bits.Len(uint(least-1))
}

// chooseAt chooses the kernels of a convolution with the given turnaround axis and axis of half
// spectra (or -1), and returns their cost.
func chooseAt(
	c plan.Convolution, padded []int, turn, half int, l wgsl.Limits,
) (result plan.ConvolutionChoice, cost float64, ok bool) {
	result = plan.ConvolutionChoice{Padded: padded, TurnAxis: turn, HalfAxis: half}
	type stepKey struct {
		n, inner, outer int
		isTurnaround    bool
	}
	count, known := min(c.Count(), plan.MaxChoiceBatch), map[stepKey]choice{}
	for i, step := range c.AxisSteps(padded, turn, half) {
		key := stepKey{step.N, step.InnerExtent, step.Outer, step.IsTurnaround}
		made, found := known[key]
		if !found {
			batch := min(step.Outer*step.InnerExtent*count, plan.MaxChoiceBatch)
			axis := Finder{step.Axis}
			axis.Scheme = realdct.Scheme{} // steps of equal length share their kernels
			if step.IsTurnaround {
				made, ok = chooseTurnaround(axis, batch, l)
			} else {
				made, ok = chooseStep(axis, batch, l)
			}
			if !ok {
				return result, 0, false
			}
			known[key] = made
		}
		if step.Kind != plan.C2C && len(made.Kernels) == 1 {
			k := made.Kernels[0]
			made.Kernels = []wgsl.Kernel{flatIfNeeded(k, step.Place(k, true, true), l)}
		}
		if step.Kind != plan.C2C && (len(made.Kernels) > 1 || step.Place(made.Kernels[0], true, true).Check(l) != nil) {
			return result, 0, false // a Hermitian split needs points k and -k in one workgroup
		}
		made.FirstAxis = i
		result.Steps = append(result.Steps, made.AxisChoice)
		cost += made.cost * float64(step.Outer*step.InnerExtent)
	}
	return result, cost, true
}

// chooseTurnaround chooses the kernels of the step that transforms an axis forward and back.
func chooseTurnaround(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if c, ok := onePassConvolution(axis.N, axis, batch, l); ok {
		return c, true
	}
	return chooseDigitReversed(axis.N, axis.InnerExtent, newPassCosts(l, usualPasses))
}

// chooseStep chooses the kernels of a step in one direction. Their first loads and last stores are
// direct.
func chooseStep(axis Finder, batch int, l wgsl.Limits) (choice, bool) {
	if axis.N > plan.OnePassPoints(l) || axis.InnerExtent > 1 {
		return chooseDirect(axis, l, usualPasses, func() *ranking { return axis.ranked(batch, l) })
	}
	c, ok := onePassConvolution(axis.N, axis, batch, l)
	if ok {
		c.Kernels[0] = plan.Convolving(c.Kernels[0], 0)
		c.cost = ModelOf(l).FullCost(c.Kernels[0]) * float64(axis.N)
	}
	return c, ok
}
