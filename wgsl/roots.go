package wgsl

import (
	"math/bits"
	"slices"
)

// FineBits returns the number of low bits of an exponent below n that the fine half of a split table covers.
// Both halves of the table have about sqrt(n) entries.
func FineBits(n int) int { return (bits.Len(uint(n-1)) + 1) / 2 }

// SplitRoots is the split table of the roots w_Order^e. With b = FineBits(Order), the fine half holds w^e for e
// below 2^b. The coarse half follows, with w^(e 2^b) for the multiples of 2^b below the order. A root is the
// product of one entry of each half.
type SplitRoots struct{ Order int }

// Len returns the number of entries.
func (r SplitRoots) Len() int {
	step := 1 << FineBits(r.Order)
	return step + (r.Order+step-1)/step
}

// Entries returns the roots.
func (r SplitRoots) Entries() []Constant {
	all, step := make([]Constant, 0, r.Len()), 1<<FineBits(r.Order)
	for e := range step {
		all = append(all, Root(r.Order, e))
	}
	for e := 0; e < r.Order; e += step {
		all = append(all, Root(r.Order, e))
	}
	return all
}

// Generator returns the smallest generator of the residues modulo a prime p: g^((p-1)/f) is not 1
// for any prime factor f of p-1.
func Generator(p int) int {
	var factors []int // prime factors of p - 1
	for d, rest := 2, p-1; rest > 1; d++ {
		if d*d > rest {
			d = rest
		}
		if rest%d == 0 {
			factors = append(factors, d)
		}
		for rest%d == 0 {
			rest /= d
		}
	}
	for g := 1; ; g++ {
		if !slices.ContainsFunc(factors, func(f int) bool { return modPower(g, (p-1)/f, p) == 1 }) {
			return g
		}
	}
}

// modPower returns g^e mod p for e >= 0.
func modPower(g, e, p int) int {
	result, power, modulus := uint64(1), uint64(g%p), uint64(p)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result * power % modulus
		}
		power = power * power % modulus
	}
	return int(result)
}

// GeneratorPowers returns g^0 ... g^(p-1) modulo a prime p, for g = Generator(p). The first and the
// last are 1.
func GeneratorPowers(p int) []uint32 {
	powers := make([]uint32, p)
	x, g := 1, Generator(p)
	for e := range powers {
		powers[e] = uint32(x)
		x = x * g % p
	}
	return powers
}

// gcd returns the greatest common divisor.
func gcd(a, b int) int {
	for b != 0 {
		a, b = b, a%b
	}
	return a
}
