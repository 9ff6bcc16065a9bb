package wgsl

import (
	"math"
	"math/bits"
)

// Roots of unity in float64 and the twiddle tables made of them. A stage of radix r with p the
// product of the radices before it has the twiddles w_(p r)^(i j), i < r, j < p (Van Loan 1992,
// section 1.4). Tables of long orders are split in two, w^e = w^(e mod 2^b) w^(e - e mod 2^b), each
// of about sqrt(n) roots (Bailey 1990).

// Root returns w_n^e = exp(-2 pi i e / n) in float64. Exact integer arithmetic reduces the angle to
// an eighth of a turn, so that it has the error of Sin and Cos near zero and symmetric values are
// equal.
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

// Twiddles returns the twiddle table of a kernel's twiddle groups, as interleaved real and
// imaginary parts. It is computed in float64 and rounded once. The twiddle of slot i of butterfly j
// of a stage lies at Stage.TableIndex(j, i): for a fixed slot, neighbouring butterflies read
// neighbouring entries. First stages have no twiddles.
func Twiddles(groups ...TwiddleGroup) []float32 {
	var table []float32
	for _, l := range groups {
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

// TwiddleCount is the number of twiddles that Twiddles returns.
func TwiddleCount(groups ...TwiddleGroup) int {
	count := 0
	for _, l := range groups {
		count += groupTwiddles(l)
	}
	return count
}

// fineBits returns b, the number of low bits of the exponent that the fine half of a split table
// covers.
func fineBits(n int) int { return (bits.Len(uint(n-1)) + 1) / 2 }

// maxDirectRoots is the largest order of real roots that have a table entry each. Higher orders
// have a split table: its product doubles the error, but a long table would displace the data from
// the caches.
const maxDirectRoots = 8192

// RealRootCount is the number of roots that RealRoots returns.
func RealRootCount(n int) int {
	if n > maxDirectRoots {
		return rootCount(n)
	}
	return n/2 + 1
}

// RealRoots returns the table of the roots of real transforms: w_n^e for e up to n/2, or a split
// table if n exceeds maxDirectRoots.
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

// rootCount is the number of entries of rootTable.
func rootCount(n int) int {
	b := fineBits(n)
	return 1<<b + (n+1<<b-1)>>b
}

// rootTable returns the split table of the roots of order n: w_n^e for e below 2^b, then w_n^(e
// 2^b) for the multiples of 2^b below n.
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
