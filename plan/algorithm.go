package plan

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// An Algorithm is a way to compute a transform. Make chooses one; MakeBy takes the caller's choice.
type Algorithm uint8

// The algorithms.
const (
	Any           Algorithm = iota // the algorithm of least cost
	Stockham                       // one pass, with a Rader stage if a prime factor needs one
	FourStep                       // several passes in Stockham's order: strided reads, contiguous writes
	Transposed                     // several passes in transposed order: contiguous reads, strided writes
	Global                         // one radix per pass, Stockham in global memory; only for MakeBy
	Bluestein                      // a convolution, for any length
	MatrixProduct                  // one pass with small DFTs as matrix products
	SplitRadix                     // one pass with butterflies of 8 to 64 points in conjugate-pair split radix
	TwistedRadix3                  // one pass with butterflies of 3 to 81 points in radix 3 with conjugate twiddles
)

// DFT returns the DFT of the butterflies of a one-pass algorithm. It is nil for the usual
// butterflies of Stockham, and for algorithms of several passes.
func (a Algorithm) DFT() wgsl.DFT {
	switch a {
	case MatrixProduct:
		return wgsl.MatrixProduct
	case SplitRadix:
		return wgsl.SplitRadix
	case TwistedRadix3:
		return wgsl.TwistedRadix3
	}
	return nil
}

// onePassBy returns the one-pass algorithm that has the given DFT in its butterflies.
func onePassBy(d wgsl.DFT) Algorithm {
	for a := range Algorithm(len(algorithmNames)) {
		if d != nil && a.DFT() == d {
			return a
		}
	}
	return Stockham
}

var algorithmNames = [...]string{Any: "any", Stockham: "stockham", FourStep: "four-step", Transposed: "transposed",
	Global: "global", Bluestein: "bluestein", MatrixProduct: "matrix-product", SplitRadix: "split-radix",
	TwistedRadix3: "twisted-radix-3"}

// String returns the algorithm's name.
func (a Algorithm) String() string {
	if int(a) < len(algorithmNames) {
		return algorithmNames[a]
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// ParseAlgorithm parses an algorithm's name.
func ParseAlgorithm(s string) (Algorithm, error) {
	var names []string
	for a := range Algorithm(len(algorithmNames)) {
		if s == a.String() {
			return a, nil
		}
		names = append(names, a.String())
	}
	return 0, fmt.Errorf("plan: algorithm %q: use %s", s, strings.Join(names, ", "))
}
