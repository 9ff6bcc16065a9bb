package signals

import (
	"context"
	"fmt"
	"math"
	"slices"
)

// median is Power with the median as average. It holds the magnitudes of all bins of all segments.
// They are stored as magnitudes because their squares may overflow float32.
func (w *Welch) median(ctx context.Context, signal []float32) (PSD, error) {
	bins, segments := w.s.bins, w.s.Frames(len(signal))
	if segments == 0 {
		return PSD{}, w.s.shortError(len(signal))
	}
	what := fmt.Sprintf("the median of %d spectra of %d bins", segments, bins)
	if err := w.s.c.CheckMemory(what, bytesOf(4, segments, bins)); err != nil {
		return PSD{}, err
	}
	all := make([]float32, 0, segments*bins)
	for b, err := range w.s.Stream(ctx, Samples(signal)) {
		if err != nil {
			return PSD{}, err
		}
		for _, v := range b.Spectra {
			all = append(all, float32(math.Sqrt(power(v))))
		}
	}
	p := PSD{Freq: w.freq(), Power: make([]float64, bins), Segments: segments}
	column, over := make([]float32, segments), medianBias(segments)
	for k := range p.Power {
		for i := range column {
			column[i] = all[i*bins+k]
		}
		p.Power[k] = medianSquare(column) / over * w.factor(k)
	}
	return p, nil
}

// medianSquare sorts x, which has no negative values, and returns the median of the squares. It
// returns NaN if x contains NaN.
func medianSquare(x []float32) float64 {
	slices.Sort(x) // NaN first
	low, high := float64(x[(len(x)-1)/2]), float64(x[len(x)/2])
	if math.IsNaN(float64(x[0])) {
		return math.NaN()
	}
	return (low*low + high*high) / 2
}

// medianBias returns the expectation of the median of n exponential variables of mean 1: equation
// (6) of the package comment.
func medianBias(n int) float64 {
	bias := 1.0
	for k := 3; k <= n; k += 2 {
		bias += 1/float64(k) - 1/float64(k-1)
	}
	return bias
}
