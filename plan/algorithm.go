package plan

import (
	"fmt"
	"strings"
)

// An Algorithm is a way to compute a transform. Make chooses one; MakeBy takes the caller's choice.
type Algorithm uint8

// The algorithms.
const (
	Any           Algorithm = iota // the one of least cost
	Stockham                       // one pass, with a Rader stage if a prime factor needs one
	FourStep                       // several passes in Stockham's order: strided reads, contiguous writes
	Transposed                     // several passes in transposed order: contiguous reads, strided writes
	Global                         // one radix per pass, Stockham in global memory; only for MakeBy
	Bluestein                      // a convolution, for any length
	MatrixProduct                  // one pass whose small DFTs are matrix products
)

// String returns the algorithm's name.
func (a Algorithm) String() string {
	names := [...]string{"any", "stockham", "four-step", "transposed", "global", "bluestein", "matrix-product"}
	if int(a) < len(names) {
		return names[a]
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// ParseAlgorithm parses an algorithm's name.
func ParseAlgorithm(s string) (Algorithm, error) {
	var names []string
	for a := Any; a <= MatrixProduct; a++ {
		if s == a.String() {
			return a, nil
		}
		names = append(names, a.String())
	}
	return 0, fmt.Errorf("plan: algorithm %q: use %s", s, strings.Join(names, ", "))
}
