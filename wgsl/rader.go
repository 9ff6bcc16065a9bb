package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// A Rader is the first stage of a kernel whose radix is a prime p too large for a butterfly. It
// computes the DFT of p points as a cyclic convolution of L = p - 1 points (Rader 1968). With a
// generator g of the residues modulo p,
//
//	X[g^b] = x[0] + sum over a of x[g^-a] w_p^(g^(b-a))   b, a = 0 ... L-1
//	X[0]   = x[0] + sum over a of x[g^-a]
//
// The convolution is a transform of L points, a product with a spectrum, and another transform.
// The term x[0] is added to point 0 of the product, which adds it to every output.
type Rader struct {
	Prime   int     // 0 for a kernel without
	Radices Radices // of Prime - 1 points
	Fold    bool    // points i and Prime - i go together, by their sums and differences: see pairs.go
}

// MaxRader is the largest prime of a Rader stage. Products of two residues fit into 32 bits up to
// it.
const MaxRader = 65537

// String returns the stage as Kernel.Describe prints it: 127(14.9).
func (r Rader) String() string {
	if r.Prime == 0 {
		return ""
	}
	if r.Fold {
		return fmt.Sprintf("%d(%v folded)", r.Prime, r.Radices)
	}
	return fmt.Sprintf("%d(%v)", r.Prime, r.Radices)
}

// parse reads the stage's part of a kernel name: 127x14.9.
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

// check returns an error if the stage is invalid.
func (r Rader) check() error {
	switch {
	case r == Rader{}:
		return nil
	case r.Prime < 3 || r.Prime > MaxRader || !isPrime(r.Prime):
		return fmt.Errorf("a Rader stage takes odd primes up to %d, not %d", MaxRader, r.Prime)
	case r.Radices.N() != r.Prime-1:
		return fmt.Errorf("Rader radices %v make %d points, want %d", r.Radices, r.Radices.N(), r.Prime-1)
	}
	return nil
}

// isPrime reports whether n is prime.
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

// modPower returns g^e mod p for e >= 0.
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

// power returns g^e mod p, also for negative e.
func (r Rader) power(e int) int {
	l := r.Prime - 1
	return modPower(Generator(r.Prime), ((e%l)+l)%l, r.Prime)
}

// GeneratorPowers returns g^0 ... g^(p-1) modulo a prime p. The first and the last are 1.
func GeneratorPowers(p int) []uint32 {
	table := make([]uint32, p)
	x, g := 1, Generator(p)
	for e := range table {
		table[e] = uint32(x)
		x = x * g % p
	}
	return table
}
