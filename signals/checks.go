package signals

import (
	"fmt"
	"math"
)

// weightTolerance is the relative tolerance of scipy.signal.check_NOLA and check_COLA. Sums of
// squared weights up to weightTolerance times the largest squared weight count as zero.
const weightTolerance = 1e-10

// CheckNOLA returns nil if frames with these weights, hop samples apart, can be inverted: the sum
// of the squared weights that overlap is nonzero at every sample. Otherwise the error wraps
// [ErrNOLA] and names a sample without weight. weights and hop must have at least one sample.
func CheckNOLA(weights []float64, hop int) error {
	if err := checkHop(len(weights), hop); err != nil {
		return err
	}
	if hop > len(weights) {
		return fmt.Errorf("%w: a hop of %d skips samples between frames of %d samples; use a hop of at most %d",
			ErrNOLA, hop, len(weights), len(weights))
	}
	sums, least := make([]float64, hop), minWeightSum(weights)
	for j, v := range weights {
		sums[j%hop] += v * v
	}
	for j, sum := range sums {
		if !(sum > least) {
			return fmt.Errorf("%w: samples %d + %d m of a frame of %d have zero weight in all frames that overlap; "+
				"use a shorter hop", ErrNOLA, j, hop, len(weights))
		}
	}
	return nil
}

// CheckCOLA returns nil if frames with these weights, hop samples apart, add up to a constant.
// Otherwise the error wraps [ErrCOLA] and gives the smallest and the largest sum. weights and hop
// must have at least one sample.
func CheckCOLA(weights []float64, hop int) error {
	if err := checkHop(len(weights), hop); err != nil {
		return err
	}
	low, high := 0.0, 0.0 // the sum between frames, if hop > len(weights)
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
		return fmt.Errorf("%w: with a hop of %d the sums range from %.4g to %.4g; "+
			"use a hop that divides the frame of %d samples into more parts", ErrCOLA, hop, low, high, len(weights))
	}
	return nil
}

func checkHop(weights, hop int) error {
	if weights < 1 || hop < 1 {
		return fmt.Errorf("signals: %d weights with a hop of %d: both must be at least 1", weights, hop)
	}
	return nil
}

// minWeightSum returns the largest sum of squared weights that counts as zero.
func minWeightSum(weights []float64) float64 {
	most := 0.0
	for _, v := range weights {
		most = max(most, v*v)
	}
	return weightTolerance * most
}
