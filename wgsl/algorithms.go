package wgsl

import (
	"fmt"
	"slices"
)

// An Algorithm is one of the DFTs of this package. Adding one takes a file with its DFTs, a constant, and an entry
// in algorithms.
type Algorithm uint8

// The algorithms.
const (
	// Butterflies picks the algorithm by the radix:
	//
	//	2, 4          sums and differences
	//	odd primes    a matrix product, x[j] and x[r-j] combined
	//	long primes   a convolution of r-1 points (Rader 1968)
	//	r = a b       coprime a and b: no twiddles (Good 1958, Thomas 1963)
	//	r = a b       otherwise: constant twiddles (Cooley and Tukey 1965)
	Butterflies Algorithm = iota
	// MatrixProduct is the sum (1) with x[j] and x[r-j] combined, for every radix (Mitra and
	// Srinivasan, Small discrete Fourier transforms on GPUs, 2011).
	MatrixProduct
	// SplitRadix is the conjugate-pair split radix of 8, 16, 32 and 64 points (Kamar and Elcherif
	// 1989; Johnson and Frigo 2007).
	SplitRadix
	// TwistedRadix3 is radix 3 with conjugate twiddles, for 3, 9, 27 and 81 points (Mateer, Fast
	// Fourier Transform Algorithms with Applications, 2008, section 2.12).
	TwistedRadix3
)

// An algorithm is what the package knows about an Algorithm.
type algorithm struct {
	// name is the name for users, tag the part of a kernel's name.
	name, tag string

	// radices are the radices with a DFT of the algorithm; nil for all.
	radices []int

	// function returns the DFT of r points. It gets the algorithm, for DFTs that consist of others.
	function func(d DFT, r int, fma bool) *Func

	// instructions estimates the instructions of the DFT of r points; nil for the estimates of Butterflies.
	instructions func(r int) float64

	// isPlain is true if no DFT has constant twiddles, which FMA merges into sums.
	isPlain bool

	// isVariation is true if kernels with the DFTs of Butterflies are worth measuring with these DFTs, too.
	isVariation bool
}

var algorithms = [...]algorithm{
	Butterflies: {
		function: func(_ DFT, r int, fma bool) *Func { return usualDFT(r, fma) },
	},
	MatrixProduct: {
		name: "matrix-product", tag: "product",
		function: productDFT, instructions: productInstructions, isPlain: true,
	},
	SplitRadix: {
		name: "split-radix", tag: "splitradix", radices: []int{8, 16, 32, 64},
		function: splitRadix, isVariation: true,
	},
	TwistedRadix3: {
		name: "twisted-radix-3", tag: "twisted3", radices: []int{3, 9, 27, 81},
		function: twistedRadix3, isVariation: true,
	},
}

// Algorithms returns the algorithms other than Butterflies.
func Algorithms() []Algorithm {
	all := make([]Algorithm, len(algorithms)-1)
	for i := range all {
		all[i] = Butterflies + 1 + Algorithm(i)
	}
	return all
}

// entry returns the entry of an algorithm. A value that is no algorithm has a tag and no radices.
func (d Algorithm) entry() algorithm {
	if int(d) < len(algorithms) {
		return algorithms[d]
	}
	return algorithm{tag: fmt.Sprintf("dft(%d)", uint8(d)), radices: []int{}}
}

// Name returns the algorithm's name for users. It is empty for Butterflies.
func (d Algorithm) Name() string { return d.entry().name }

// Tag returns the algorithm's tag. It is empty for Butterflies.
func (d Algorithm) Tag() string { return d.entry().tag }

// IsVariation reports whether the tuner measures kernels with the DFTs of Butterflies with these DFTs, too.
func (d Algorithm) IsVariation() bool { return d.entry().isVariation }

// Has reports whether the algorithm has its own DFT for a radix. If not, Function returns the DFT of
// Butterflies.
func (d Algorithm) Has(r int) bool {
	radices := d.entry().radices
	return radices == nil || slices.Contains(radices, r)
}

// Function returns the DFT (1) of r points.
func (d Algorithm) Function(r int, fma bool) *Func {
	if !d.Has(r) {
		d = Butterflies
	}
	return d.entry().function(d, r, fma)
}

// Instructions estimates the instructions of a DFT of radix r. A multiplication with an addition counts as
// one. Split radix and FMA take fewer instructions than the estimate.
func (d Algorithm) Instructions(r int) float64 {
	if count := d.entry().instructions; count != nil {
		return count(r)
	}
	return usualInstructions(r)
}

// dftParsers returns the parsers of the algorithms.
func dftParsers() (all []Parser[DFT]) {
	for _, d := range Algorithms() {
		all = append(all, Parser[DFT]{d.Tag(), func(rest string) (DFT, error) { return d, onlyPrefix(rest) }})
	}
	return all
}
