package plan

import (
	"fmt"
	"math/bits"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A ConvolutionChoice is how a convolution is done: the lengths of its transforms, the axis where they turn round, and the kernels.
type ConvolutionChoice struct {
	padded   []int // 1 along axes that are not transformed
	turnAxis int
	halfAxis int             // the axis of which there is half a spectrum, -1 if there is none
	kernels  [][]wgsl.Kernel // of each leg
}

// serves says whether the choice is one for a convolution.
func (choice ConvolutionChoice) isFor(c Convolution) bool {
	if len(choice.padded) != len(c.Shape) {
		return false
	}
	for axis, r := range c.supports() {
		if m := choice.padded[axis]; !r.isExact(m) && m < r.minPoints() && (m > 1 || r.k > 1) {
			return false
		}
	}
	return (choice.halfAxis < 0 || c.Real) && len(c.axisSteps(choice.padded, choice.turnAxis, choice.halfAxis)) == len(choice.kernels)
}

// ChooseConvolution chooses the kernels of a convolution. It depends on ConvolutionKey and on the limits.
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
				break // the first axis there and back in one pass: nothing moves less
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
		"no passes of %d invocations and %d bytes of workgroup memory do its transforms of %s points; use shorter axes", l.Invocations, l.WorkgroupBytes, Dims(padded))}
}

// padded are the points of the transforms along each axis, as they are found for those that are transformed. Axes before and behind those
// along which the kernel has more than one element are not; if it has one in all, the last is.
func (c Convolution) paddedShape(points func(r support) int) []int {
	reaches := c.supports()
	first, last := 0, len(reaches)-1
	for first < last && reaches[first].k == 1 {
		first++
	}
	for last > first && reaches[last].k == 1 {
		last--
	}
	padded := make([]int, len(reaches))
	for axis, r := range reaches {
		padded[axis] = 1
		if axis >= first && axis <= last && (r.n > 1 || r.k > 1 || first == last) {
			padded[axis] = points(r)
		}
	}
	return padded
}

// points are those of the transforms along one axis: of a circular convolution its own, if they are smooth; else the cheapest that are
// enough, and at the last attempt a power of two.
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

// turning chooses the kernels of a convolution that turns round at an axis, with half a spectrum along another or not, and their cost.
func (c Convolution) chooseAt(padded []int, turn, half int, l wgsl.Limits) (result ConvolutionChoice, cost float64, ok bool) {
	result = ConvolutionChoice{padded: padded, turnAxis: turn, halfAxis: half}
	type same struct {
		n, side, outer int
		fused          bool
	}
	count, known := min(c.Count(), maxChoiceBatch), map[same]choice{}
	for _, leg := range c.axisSteps(padded, turn, half) {
		key := same{leg.N, leg.InnerExtent, leg.outer, leg.isTurnaround}
		made, there := known[key]
		if !there {
			batch := min(leg.outer*leg.InnerExtent*count, maxChoiceBatch)
			line := leg.Axis
			line.Scheme = realdct.Scheme{} // legs of as many points share their kernels
			if leg.isTurnaround {
				made, ok = chooseTurnaround(line, batch, l)
			} else {
				made, ok = chooseStep(line, batch, l)
			}
			if !ok {
				return result, 0, false
			}
			known[key] = made
		}
		if leg.Kind != C2C && len(made.kernels) == 1 {
			k := made.kernels[0]
			made.kernels = []wgsl.Kernel{flatIfNeeded(k, leg.place(k, true, true), l)}
		}
		if leg.Kind != C2C && (len(made.kernels) > 1 || leg.place(made.kernels[0], true, true).Check(l) != nil) {
			return result, 0, false // points k and -k are in different workgroups
		}
		result.kernels = append(result.kernels, made.kernels)
		cost += made.cost * float64(leg.outer*leg.InnerExtent)
	}
	return result, cost, true
}

// fusedLeg chooses kernels that go there and back along a line.
func chooseTurnaround(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	if line.N <= Capacity(l) {
		if c, ok := onePassConvolution(line.N, line, batch, l); ok {
			return c, true
		}
	}
	return chooseDigitReversed(line.N, line.InnerExtent, &passCosts{l: l, known: map[costKey]choice{}})
}

// plainLeg chooses kernels that transform a line, whose first loads and whose last stores are direct.
func chooseStep(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	if line.N > Capacity(l) || line.InnerExtent > 1 {
		return chooseDirect(line, batch, l)
	}
	c, ok := onePassConvolution(line.N, line, batch, l)
	if ok {
		c.kernels[0].ConvolutionSpectra = 0
		c.cost = ReferenceModel.Cost(FullFeatures(c.kernels[0])) * float64(line.N)
	}
	return c, ok
}
