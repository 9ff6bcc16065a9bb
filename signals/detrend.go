package signals

import "fmt"

// Detrend is the trend that is removed from each segment.
type Detrend int

const (
	Constant Detrend = iota // removes the mean
	Linear                  // removes the least-squares line
	None                    // removes nothing
)

// String returns the name that scipy.signal uses: constant, linear or none.
func (d Detrend) String() string {
	switch d {
	case Constant:
		return "constant"
	case Linear:
		return "linear"
	case None:
		return "none"
	}
	return fmt.Sprintf("detrend(%d)", int(d))
}

// fit returns the trend level + slope j of samples x[j].
//
// Let j count from the centre of n samples. The least-squares line then has the mean of x at the
// centre and the slope
//
//	sum(j x) / sum(j^2)        sum(j^2) = n (n^2 - 1) / 12
func (d Detrend) fit(x []float32) (level, slope float64) {
	if d == None {
		return 0, 0
	}
	n, middle := float64(len(x)), float64(len(x)-1)/2
	for _, v := range x {
		level += float64(v)
	}
	level /= n
	if d == Constant || len(x) < 2 {
		return level, 0
	}
	for j, v := range x {
		slope += (float64(j) - middle) * float64(v)
	}
	slope /= sumOfSquares(len(x))
	return level - slope*middle, slope
}

// sumOfSquares returns the sum of j^2 for n samples, where j counts from the centre.
func sumOfSquares(n int) float64 { return float64(n) * (float64(n)*float64(n) - 1) / 12 }
