package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// A Rader is the first stage of a kernel where its radix is a prime too large for a butterfly among others. With g a generator of the
// residues modulo p, so that every one but 0 is a power of it, and L = p - 1,
//
//	X[g^b] = x[0] + sum over a of x[g^-a] w_p^(g^(b-a))   b, a = 0 ... L-1
//	X[0]   = x[0] + sum over a of x[g^-a]
//
// The sum is a cyclic convolution of L points (Rader 1968), done by two transforms of L points with a product by a spectrum between.
// The term x[0] is added to the product's point 0, which adds it everywhere.
type Rader struct {
	Prime   int     // 0 for a kernel without
	Radices Radices // of Prime - 1 points
	Fold    bool    // points i and Prime - i go together, by their sums and differences: see pairs.go
}

// MaxRader is the largest prime of a Rader stage: products of two residues stay within 32 bits.
const MaxRader = 65537

// String is the stage's part of a chain: 127(14.9).
func (r Rader) String() string {
	if r.Prime == 0 {
		return ""
	}
	if r.Fold {
		return fmt.Sprintf("%d(%v folded)", r.Prime, r.Radices)
	}
	return fmt.Sprintf("%d(%v)", r.Prime, r.Radices)
}

// parse reads what a name says of the stage: 127x14.9.
func (r *Rader) parse(word string) error {
	prime, chain, _ := strings.Cut(word, "x")
	n, err := strconv.Atoi(prime)
	if err != nil {
		return err
	}
	r.Prime = n
	r.Radices, err = ParseRadices(chain)
	return err
}

// check says what is wrong with the stage.
func (r Rader) check() error {
	switch {
	case r == Rader{}:
		return nil
	case r.Prime < 3 || r.Prime > MaxRader || !isPrime(r.Prime):
		return fmt.Errorf("a Rader stage takes odd primes up to %d", MaxRader)
	case r.Radices.N() != r.Prime-1:
		return fmt.Errorf("the convolution of a Rader stage of %d has %d points", r.Prime, r.Prime-1)
	}
	return nil
}

func isPrime(n int) bool {
	for d := 2; d*d <= n; d++ {
		if n%d == 0 {
			return false
		}
	}
	return n > 1
}

// Generator returns the smallest generator of the residues modulo a prime p.
func Generator(p int) int {
	var factors []int // prime factors of p - 1
	rest := p - 1
	for d := 2; rest > 1; d++ {
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
		all := true
		for _, f := range factors {
			all = all && modPower(g, (p-1)/f, p) != 1
		}
		if all {
			return g
		}
	}
}

// modPower is g^e mod p for e >= 0.
func modPower(g, e, p int) int {
	result := 1
	for g %= p; e > 0; e >>= 1 {
		if e&1 == 1 {
			result = result * g % p
		}
		g = g * g % p
	}
	return result
}

// power is g^e mod p, also for negative e.
func (r Rader) power(e int) int {
	l := r.Prime - 1
	return modPower(Generator(r.Prime), ((e%l)+l)%l, r.Prime)
}

// Powers returns the table of a Rader stage of a prime p: g^0 ... g^(p-1), where the first and the last are 1.
func GeneratorPowers(p int) []uint32 {
	table := make([]uint32, p)
	x, g := 1, Generator(p)
	for e := range table {
		table[e] = uint32(x)
		x = x * g % p
	}
	return table
}
