package engine

import "wgfft/plan"

// A Number is the number format of a job.
type Number uint8

// The formats. Slices of all but Single have complex128 and float64.
const (
	Single       Number = iota // float32
	Double                     // float64 on the CPU; on a GPU the faster of the formats below
	Float64                    // float64
	DoubleSingle               // the sum of two float32, on a GPU
)

// String returns the name of the format.
func (n Number) String() string {
	return [...]string{"single", "double", "float64", "double-single"}[n]
}

// PointBytes returns the size of a complex point in host memory.
func (n Number) PointBytes() int64 {
	if n == Single {
		return plan.ElementBytes
	}
	return 2 * plan.ElementBytes
}
