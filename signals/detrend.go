package signals

import "fmt"

// Detrend says which trend is taken off each segment.
type Detrend int

const (
	Constant Detrend = iota // its mean
	Linear                  // the straight line that fits it best
	None                    // nothing
)

// String is the name that scipy.signal has for it.
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

// of is the trend of some samples: level + slope j at sample j. With j counted from their middle, the best line through n samples x has the
// mean of x there and the slope sum of j x over sum of j^2, which is n (n^2 - 1) / 12.
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
	slope /= n * (n*n - 1) / 12
	return level - slope*middle, slope
}
