package plan

import (
	"fmt"
	"math/bits"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A ConvolutionChoice is a way to compute a convolution: lengths, order of the axes, and kernels.
type ConvolutionChoice struct {
	padded   []int           // points of the transforms along each axis; 1 if it is not transformed
	turnAxis int             // the axis that is transformed forward and back in one step
	halfAxis int             // the axis with half spectra, or -1
	kernels  [][]wgsl.Kernel // of each step
}

// isFor reports whether the choice computes a convolution.
func (choice ConvolutionChoice) isFor(c Convolution) bool {
	if len(choice.padded) != len(c.Shape) {
		return false
	}
	for axis, r := range c.supports() {
		if m := choice.padded[axis]; !r.isExact(m) && m < r.minPoints() && (m > 1 || r.k > 1) {
			return false
		}
	}
	steps := c.axisSteps(choice.padded, choice.turnAxis, choice.halfAxis)
	return (choice.halfAxis < 0 || c.Real) && len(steps) == len(choice.kernels)
}

// ChooseConvolution chooses the kernels of a convolution by the cost model. The choice depends on
// ConvolutionTuningKey and on the limits.
func ChooseConvolution(c Convolution, l wgsl.Limits) (ConvolutionChoice, error) {
	if err := c.Check(); err != nil {
		return ConvolutionChoice{}, err
	}
	var padded []int
	for attempt := range 3 {
		padded = c.paddedShape(func(r support) int { return r.chooseLength(attempt, l) })
		if saturatedProduct(padded) > MaxPoints {
			break
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
	if n := saturatedProduct(padded); n > MaxPoints {
		return ConvolutionChoice{}, c.tooLong(n)
	}
	return ConvolutionChoice{}, &LengthError{N: product(padded), Reason: fmt.Sprintf(
		"its transforms of %s points do not fit %d invocations and %d bytes of workgroup memory; use shorter axes",
		Dims(padded), l.Invocations, l.WorkgroupBytes)}
}

// paddedShape returns the lengths of the transforms along each axis; points returns the length for
// one axis. Axes before the first and after the last along which the kernel has more than one
// element are not transformed. If the kernel has one element, the last axis is transformed.
func (c Convolution) paddedShape(points func(r support) int) []int {
	supports := c.supports()
	first, last := 0, len(supports)-1
	for first < last && supports[first].k == 1 {
		first++
	}
	for last > first && supports[last].k == 1 {
		last--
	}
	padded := make([]int, len(supports))
	for axis, r := range supports {
		padded[axis] = 1
		if axis >= first && axis <= last && (r.n > 1 || r.k > 1 || first == last) {
			padded[axis] = points(r)
		}
	}
	return padded
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
			axis := step.Axis
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
func chooseTurnaround(axis Axis, batch int, l wgsl.Limits) (choice, bool) {
	if axis.N <= Capacity(l) {
		if c, ok := onePassConvolution(axis.N, axis, batch, l); ok {
			return c, true
		}
	}
	return chooseDigitReversed(axis.N, axis.InnerExtent, &passCosts{l: l, known: map[costKey]choice{}})
}

// chooseStep chooses the kernels of a step in one direction. Their first loads and last stores are
// direct.
func chooseStep(axis Axis, batch int, l wgsl.Limits) (choice, bool) {
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
