package signals

import (
	"fmt"
	"math"
)

// least is the share of the greatest weight's square that a sum of squares needs to be divided by, as in scipy.signal.
const weightTolerance = 1e-10

// CheckNOLA says whether frames with these weights, hop samples apart, can be inverted: whether the squares of the weights that overlap
// anywhere are above nothing. Its error wraps ErrNOLA.
func CheckNOLA(weights []float64, hop int) error {
	if err := checkHop(len(weights), hop); err != nil {
		return err
	}
	if hop > len(weights) {
		return fmt.Errorf("%w: frames of %d samples come every %d, and those between are in none: take a hop of at most %d",
			ErrNOLA, len(weights), hop, len(weights))
	}
	sums, least := make([]float64, hop), minWeightSum(weights)
	for j, v := range weights {
		sums[j%hop] += v * v
	}
	for j, sum := range sums {
		if !(sum > least) {
			return fmt.Errorf("%w: of the %d samples of a frame those %d, %d, ... have none, nor in frames %d before or behind: take a shorter hop",
				ErrNOLA, len(weights), j, j+hop, hop)
		}
	}
	return nil
}

// CheckCOLA says whether frames with these weights, hop samples apart, add up to a constant. Its error wraps ErrCOLA and says how far
// they are from it.
func CheckCOLA(weights []float64, hop int) error {
	if err := checkHop(len(weights), hop); err != nil {
		return err
	}
	low, high := 0.0, 0.0 // between frames, if the hop leaves samples there
	if hop <= len(weights) {
		sums := make([]float64, hop)
		for j, v := range weights {
			sums[j%hop] += v
		}
		low, high = sums[0], sums[0]
		for _, v := range sums {
			low, high = min(low, v), max(high, v)
		}
	} else {
		for _, v := range weights {
			low, high = min(low, v), max(high, v)
		}
	}
	if !(high-low <= weightTolerance*max(math.Abs(low), math.Abs(high))) {
		return fmt.Errorf("%w: %d samples apart they make between %.4g and %.4g: take a hop that divides the %d samples of a frame into more parts",
			ErrCOLA, hop, low, high, len(weights))
	}
	return nil
}

func checkHop(weights, hop int) error {
	if weights < 1 || hop < 1 {
		return fmt.Errorf("signals: %d weights with a hop of %d: take at least one of each", weights, hop)
	}
	return nil
}

// negligible is the greatest sum of squares of weights that counts as none.
func minWeightSum(weights []float64) float64 {
	most := 0.0
	for _, v := range weights {
		most = max(most, v*v)
	}
	return weightTolerance * most
}
