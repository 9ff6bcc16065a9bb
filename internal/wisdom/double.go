package wisdom

import "fmt"

// DoubleTimes are the times of one transform in the two formats of double precision, in ms. The zero value
// stands for unknown times.
type DoubleTimes struct {
	Float64      float64 `json:"float64_ms"`
	DoubleSingle float64 `json:"double_single_ms"`
}

// IsKnown reports whether the times have been measured.
func (t DoubleTimes) IsKnown() bool { return t != DoubleTimes{} }

// String returns the times in words: float64 0.31 ms, double-single 0.89 ms.
func (t DoubleTimes) String() string {
	return fmt.Sprintf("float64 %.3g ms, double-single %.3g ms", t.Float64, t.DoubleSingle)
}

// check returns an error unless both times are positive or unknown.
func (t DoubleTimes) check() error {
	if t.IsKnown() && !(isPositive(t.Float64) && isPositive(t.DoubleSingle)) {
		return fmt.Errorf("times of double precision: %v: both are above 0", t)
	}
	return nil
}

// bestDouble combines two measurements of one device. It takes the measurement with the smaller sum,
// because other work may have slowed down the other measurement.
func bestDouble(s, t DoubleTimes) DoubleTimes {
	sumS, sumT := s.Float64+s.DoubleSingle, t.Float64+t.DoubleSingle
	switch {
	case !s.IsKnown():
		return t
	case t.IsKnown() && (sumT < sumS || sumT == sumS && t.Float64 < s.Float64):
		return t
	}
	return s
}
