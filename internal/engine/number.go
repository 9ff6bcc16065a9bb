package engine

import (
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Number is the format in which a job is computed.
type Number uint8

// The formats. Slices of all but Single have complex128 and float64.
const (
	Single       Number = iota // float32
	Double                     // float64 on the CPU; on a GPU the fastest of the formats below that it has
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

// Has returns an error if an engine does not compute in a format.
func Has(e Engine, n Number) error {
	j := Transform(plan.Problem{Shape: []int{1}}, n)
	return e.Check(j)
}

// Resolve returns the format that a GPU takes for n: n itself unless it is Double.
func (g *GPU) Resolve(n Number) (Number, error) {
	f, err := g.format(n)
	switch f.(type) {
	case wgsl.F64:
		return Float64, err
	case wgsl.DoubleSingle:
		return DoubleSingle, err
	}
	return n, err
}
