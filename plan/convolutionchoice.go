package plan

import (
	"fmt"
	"math/bits"

	"wgfft/realdct"
	"wgfft/wgsl"
)

// A ConvolutionChoice is how a convolution is done: the lengths of its transforms, the axis where they turn round, and the kernels.
type ConvolutionChoice struct {
	padded  []int // 1 along axes that are not transformed
	turn    int
	half    int             // the axis of which there is half a spectrum, -1 if there is none
	kernels [][]wgsl.Kernel // of each leg
}

// serves says whether the choice is one for a convolution.
func (choice ConvolutionChoice) serves(c Convolution) bool {
	if len(choice.padded) != len(c.Shape) {
		return false
	}
	for axis, r := range c.reaches() {
		if m := choice.padded[axis]; !r.exact(m) && m < r.least() && (m > 1 || r.k > 1) {
			return false
		}
	}
	return (choice.half < 0 || c.Real) && len(c.legs(choice.padded, choice.turn, choice.half)) == len(choice.kernels)
}

// ChooseConvolution chooses the kernels of a convolution. It depends on ConvolutionKey and on the limits.
func ChooseConvolution(c Convolution, l wgsl.Limits) (ConvolutionChoice, error) {
	if err := c.Check(); err != nil {
		return ConvolutionChoice{}, err
	}
	var padded []int
	for attempt := range 3 {
		padded = c.padded(func(r support) int { return r.points(attempt, l) })
		if saturated(padded) > MaxPoints {
			break
		}
		best, least := ConvolutionChoice{}, 0.0
		for turn, m := range padded {
			if m == 1 {
				continue
			}
			half := c.halved(padded, turn)
			choice, cost, ok := c.turning(padded, turn, half, l)
			if !ok && half >= 0 {
				choice, cost, ok = c.turning(padded, turn, -1, l)
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
	if n := saturated(padded); n > MaxPoints {
		return ConvolutionChoice{}, c.tooLong(n)
	}
	return ConvolutionChoice{}, &LengthError{N: product(padded), Reason: fmt.Sprintf(
		"no passes of %d invocations and %d bytes of workgroup memory do its transforms of %s points; use shorter axes", l.Invocations, l.WorkgroupBytes, Dims(padded))}
}

// padded are the points of the transforms along each axis, as they are found for those that are transformed. Axes before and behind those
// along which the kernel has more than one element are not; if it has one in all, the last is.
func (c Convolution) padded(points func(r support) int) []int {
	reaches := c.reaches()
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
func (r support) points(attempt int, l wgsl.Limits) int {
	least := max(2, r.least())
	switch {
	case attempt == 0 && r.circular && r.n > 1 && LargestPrime(r.n) <= MaxPrime:
		return r.n
	case attempt < 2:
		return Cheapest(least, l)
	}
	return 1 << bits.Len(uint(least-1))
}

// turning chooses the kernels of a convolution that turns round at an axis, with half a spectrum along another or not, and their cost.
func (c Convolution) turning(padded []int, turn, half int, l wgsl.Limits) (result ConvolutionChoice, cost float64, ok bool) {
	result = ConvolutionChoice{padded: padded, turn: turn, half: half}
	type same struct {
		n, side, outer int
		fused          bool
	}
	count, known := min(c.Count(), maxChoiceBatch), map[same]choice{}
	for _, leg := range c.legs(padded, turn, half) {
		key := same{leg.N, leg.InnerExtent, leg.outer, leg.fused}
		made, there := known[key]
		if !there {
			batch := min(leg.outer*leg.InnerExtent*count, maxChoiceBatch)
			line := leg.Axis
			line.Scheme = realdct.Scheme{} // legs of as many points share their kernels
			if leg.fused {
				made, ok = fusedLeg(line, batch, l)
			} else {
				made, ok = plainLeg(line, batch, l)
			}
			if !ok {
				return result, 0, false
			}
			known[key] = made
		}
		if leg.Kind != C2C && len(made.kernels) == 1 {
			k := made.kernels[0]
			made.kernels = []wgsl.Kernel{flatIfNeeded(k, leg.placed(k, true, true), l)}
		}
		if leg.Kind != C2C && (len(made.kernels) > 1 || leg.placed(made.kernels[0], true, true).Check(l) != nil) {
			return result, 0, false // points k and -k are in different workgroups
		}
		result.kernels = append(result.kernels, made.kernels)
		cost += made.cost * float64(leg.outer*leg.InnerExtent)
	}
	return result, cost, true
}

// fusedLeg chooses kernels that go there and back along a line.
func fusedLeg(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	if line.N <= Capacity(l) {
		if c, ok := inner(line.N, line, batch, l); ok {
			return c, true
		}
	}
	return reversed(line.N, line.InnerExtent, &passCosts{l: l, known: map[costKey]choice{}})
}

// plainLeg chooses kernels that transform a line, whose first loads and whose last stores are direct.
func plainLeg(line Axis, batch int, l wgsl.Limits) (choice, bool) {
	if line.N > Capacity(l) || line.InnerExtent > 1 {
		return chooseDirect(line, batch, l)
	}
	c, ok := inner(line.N, line, batch, l)
	if ok {
		c.kernels[0].ConvolutionSpectra = 0
		c.cost = ReferenceModel.Cost(FullFeatures(c.kernels[0])) * float64(line.N)
	}
	return c, ok
}
