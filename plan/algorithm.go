package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// An Algorithm is a way to compute a transform. Make chooses one; MakeBy takes the caller's choice.
type Algorithm uint8

// The algorithms. OnePassWith returns the others.
const (
	Any        Algorithm = iota // the algorithm of least cost
	Stockham                    // one pass, with a Rader stage if a prime factor needs one
	FourStep                    // several passes in Stockham's order: strided reads, contiguous writes
	Transposed                  // several passes in transposed order: contiguous reads, strided writes
	Global                      // one radix per pass, Stockham in global memory; only for MakeBy
	Bluestein                   // a convolution, for any length
)

// OnePassWith returns the algorithm of one pass that has the given DFT in its butterflies.
func OnePassWith(d wgsl.Algorithm) Algorithm {
	if d == wgsl.Butterflies {
		return Stockham
	}
	return Bluestein + Algorithm(d)
}

// Algorithms returns all algorithms, Any first.
func Algorithms() []Algorithm {
	all := []Algorithm{Any, Stockham, FourStep, Transposed, Global, Bluestein}
	for _, d := range wgsl.Algorithms() {
		all = append(all, OnePassWith(d))
	}
	return all
}

// DFT returns the DFT of the butterflies of a one-pass algorithm. It is nil for the usual
// butterflies of Stockham, and for algorithms of several passes.
func (a Algorithm) DFT() wgsl.DFT {
	if a > Bluestein && slices.Contains(Algorithms(), a) {
		return wgsl.Algorithm(a - Bluestein)
	}
	return nil
}

// onePassBy returns the one-pass algorithm that has the given DFT in its butterflies.
func onePassBy(d wgsl.DFT) Algorithm {
	known, _ := d.(wgsl.Algorithm)
	return OnePassWith(known)
}

var algorithmNames = [...]string{Any: "any", Stockham: "stockham", FourStep: "four-step", Transposed: "transposed",
	Global: "global", Bluestein: "bluestein"}

// String returns the algorithm's name.
func (a Algorithm) String() string {
	if int(a) < len(algorithmNames) {
		return algorithmNames[a]
	}
	if d, ok := a.DFT().(wgsl.Algorithm); ok {
		return d.Name()
	}
	return fmt.Sprintf("algorithm(%d)", uint8(a))
}

// AlgorithmNames returns the names of all algorithms, separated by commas.
func AlgorithmNames() string {
	var names []string
	for _, a := range Algorithms() {
		names = append(names, a.String())
	}
	return strings.Join(names, ", ")
}

// ParseAlgorithm parses an algorithm's name.
func ParseAlgorithm(s string) (Algorithm, error) {
	for _, a := range Algorithms() {
		if s == a.String() {
			return a, nil
		}
	}
	return 0, fmt.Errorf("plan: algorithm %q: use %s", s, AlgorithmNames())
}
