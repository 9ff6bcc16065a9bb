package wgsl

import (
	"math"
	"math/bits"
)

// Root returns w_n^e = exp(-2 pi i e / n) in float64, with the angle reduced to an eighth of a turn by exact
// integer arithmetic first, so that the error is that of Sin and Cos near zero and symmetric values are equal.
func Root(n, e int) complex128 {
	e %= n
	if e < 0 {
		e += n
	}
	// The angle is e/n of a turn = octant/8 + rest, computed as 8e = octant*n + r exactly.
	whole := int64(n)
	octant, r := 8*int64(e)/whole, 8*int64(e)%whole
	if octant%2 == 1 {
		r = whole - r // measured back from the end of the octant
	}
	sin, cos := math.Sincos(2 * math.Pi * float64(r) / float64(8*whole))
	switch octant { // to (cos, sin) of the whole angle
	case 0:
	case 1:
		cos, sin = sin, cos
	case 2:
		cos, sin = -sin, cos
	case 3:
		cos = -cos
	case 4:
		cos, sin = -cos, -sin
	case 5:
		cos, sin = -sin, -cos
	case 6:
		cos, sin = sin, -cos
	case 7:
		sin = -sin
	}
	return complex(cos, -sin)
}

// appendRoot appends w_n^e to a table, rounded once.
func appendRoot(table []float32, n, e int) []float32 {
	w := Root(n, e)
	return append(table, float32(real(w)), float32(imag(w)))
}

// Twiddles returns the twiddle table of a kernel's legs, interleaved real and imaginary parts, computed in float64 and
// rounded once. The twiddle of slot i of butterfly j of a stage lies at Stage.TableIndex(j, i): for a fixed
// slot neighbouring butterflies, so neighbouring threads, read neighbouring entries (the same where they are numbered in cyclic order, cube.go). A stage with none before it
// needs no twiddles.
func Twiddles(legs ...TwiddleGroup) []float32 {
	var table []float32
	for _, l := range legs {
		for _, s := range l.stages(1) {
			if s.P == 1 {
				continue
			}
			for i := 1; i < s.R; i++ {
				for j := range s.P {
					e, n := s.Twiddle(j, i)
					table = appendRoot(table, n, e)
				}
			}
		}
	}
	return table
}

// TwiddleCount is how many twiddles Twiddles returns.
func TwiddleCount(legs ...TwiddleGroup) int {
	count := 0
	for _, l := range legs {
		count += groupTwiddles(l)
	}
	return count
}

// rootBits is how the exponent of a root of order n is cut: so many low bits, and the rest.
func fineBits(n int) int { return (bits.Len(uint(n-1)) + 1) / 2 }

// directWaves is the largest order of the roots of real transforms that are read from a table of their own each. A product of two has twice
// the error, which short rows feel; the table of long ones would crowd the caches out.
const maxDirectRoots = 8192

// WaveCount is how many roots Waves returns.
func RealRootCount(n int) int {
	if n > maxDirectRoots {
		return rootCount(n)
	}
	return n/2 + 1
}

// Waves returns the table of the roots of real transforms: w_n^e for e up to n/2 where n is not large, else as for the twiddles between passes.
func RealRoots(n int) []float32 {
	if n > maxDirectRoots {
		return rootTable(n)
	}
	var table []float32
	for e := range RealRootCount(n) {
		table = appendRoot(table, n, e)
	}
	return table
}

// rootCount is how many entries rootTable has.
func rootCount(n int) int {
	b := fineBits(n)
	return 1<<b + (n+1<<b-1)>>b
}

// rootTable returns a table of the roots of an order: w_n^e for e below 2^b, then w_n^(e 2^b) for the multiples of 2^b
// below n. Two tables of about sqrt(n) entries stand for one of n, at the price of one product.
func rootTable(n int) []float32 {
	b := fineBits(n)
	var table []float32
	add := func(e int) {
		table = appendRoot(table, n, e)
	}
	for e := range 1 << b {
		add(e)
	}
	for e := 0; e < n; e += 1 << b {
		add(e)
	}
	return table
}
