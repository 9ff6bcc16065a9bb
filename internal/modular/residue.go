// Package modular is the arithmetic of residues modulo a prime below 2^31, and of pairs a + b I of them with I*I = -1.
//
// The pairs of norm a*a + b*b = 1 form a cyclic group. Its elements are the roots of unity of exact transforms. If the
// prime p is 3 modulo 4, the pairs are the field with p^2 elements, and the group has the order p + 1. If p is 1
// modulo 4, F_p has a square root i of -1, and I -> i and I -> -i map a pair to two residues. The pair of norm 1 with
// the images w and 1/w is
//
//	(w + 1/w)/2 + (w - 1/w)/(2 i) I                                                        (1)
//
// so the group is that of the residues other than 0, of order p - 1.
package modular

import (
	"errors"
	"fmt"
	"math/big"
	"strings"
)

// Mersenne31 is the prime 2^31 - 1.
const Mersenne31 = 1<<31 - 1

// A Field is the residues modulo a prime P below 2^31. New makes fields.
type Field struct {
	P uint32
	// G generates the residues other than 0 if P is 1 modulo 4. If P is 3 modulo 4, (1 + G I)/(1 - G I)
	// generates the pairs of norm 1, with the power I.
	G uint32
}

// A Pair is A + B I.
type Pair struct{ A, B uint32 }

// ErrModulus is wrapped by the errors of New.
var ErrModulus = errors.New("invalid modulus")

// New returns the field of a prime. The generator g of the residues may be 0 for the smallest one. It must be 0 for a
// prime that is 3 modulo 4.
func New(p, g uint32) (Field, error) {
	fail := func(format string, args ...any) (Field, error) {
		return Field{}, fmt.Errorf("modulus %d: %w: %s", p, ErrModulus, fmt.Sprintf(format, args...))
	}
	switch {
	case p < 3 || p >= 1<<31 || !big.NewInt(int64(p)).ProbablyPrime(0): // exact below 2^64
		return fail("want an odd prime below 2^31")
	case g >= p:
		return fail("generator %d is not below it", g)
	}
	f := Field{p, g}
	switch {
	case p%4 == 1 && g == 0:
		for f.G = 2; !f.isGenerator(); f.G++ {
		}
	case p%4 == 1 && !f.isGenerator():
		return fail("%d does not generate the residues: want a primitive root, or 0 for the smallest one", g)
	case p%4 == 1:
	case g == 0:
		for f.G = 1; !f.isGenerator(); f.G++ {
		}
		if f.Root(4, 1) != (Pair{0, 1}) { // a power is -I
			f.G = p - f.G
		}
	case !f.isGenerator() || f.Root(4, 1) != (Pair{0, 1}):
		return fail("it is 3 modulo 4: leave the generator 0")
	}
	return f, nil
}

// IsSplit reports whether P is 1 modulo 4, so that F_P has a square root of -1.
func (f Field) IsSplit() bool { return f.P%4 == 1 }

// Order returns the order of the group of roots: P - 1 or P + 1.
func (f Field) Order() uint64 {
	if f.IsSplit() {
		return uint64(f.P) - 1
	}
	return uint64(f.P) + 1
}

// primes returns the prime factors of n in order, as often as they divide it.
func primes(n uint64) (all []uint64) {
	for d := uint64(2); n > 1; d++ {
		if d*d > n {
			d = n
		}
		for ; n%d == 0; n /= d {
			all = append(all, d)
		}
	}
	return all
}

// isGenerator reports whether G generates the group of roots.
func (f Field) isGenerator() bool {
	for _, q := range primes(f.Order()) {
		if f.Root(q, 1) == (Pair{A: 1}) {
			return false
		}
	}
	return true
}

// HasRoot returns an error unless n divides the order of the group of roots.
func (f Field) HasRoot(n int) error {
	if n >= 1 && f.Order()%uint64(n) == 0 {
		return nil
	}
	var names []string
	for rest := primes(f.Order()); len(rest) > 0; {
		count := 0
		for count < len(rest) && rest[count] == rest[0] {
			count++
		}
		name := fmt.Sprint(rest[0])
		if count > 1 {
			name += fmt.Sprintf("^%d", count)
		}
		names, rest = append(names, name), rest[count:]
	}
	return fmt.Errorf("modulo %d there is no root of unity of order %d: want a divisor of %s", f.P, n,
		strings.Join(names, " * "))
}

// Of returns the residue of a whole number.
func (f Field) Of(x int64) uint32 {
	r := x % int64(f.P)
	if r < 0 {
		r += int64(f.P)
	}
	return uint32(r)
}

// Add returns a + b.
func (f Field) Add(a, b uint32) uint32 {
	s := a + b
	return min(s, s-f.P)
}

// Sub returns a - b.
func (f Field) Sub(a, b uint32) uint32 {
	s := a - b
	return min(s, s+f.P)
}

// Mul returns a b.
func (f Field) Mul(a, b uint32) uint32 { return uint32(uint64(a) * uint64(b) % uint64(f.P)) }

// Power returns a^e.
func (f Field) Power(a uint32, e uint64) uint32 {
	r := uint32(1)
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = f.Mul(r, a)
		}
		a = f.Mul(a, a)
	}
	return r
}

// Inverse returns 1/a, and 0 for 0.
func (f Field) Inverse(a uint32) uint32 { return f.Power(a, uint64(f.P)-2) }

// Residue returns the root of order n among the residues, G^((P-1)/n), for P = 1 modulo 4 and an n with a root.
func (f Field) Residue(n uint64) uint32 { return f.Power(f.G, (uint64(f.P)-1)/n) }

// Product2 returns the product of two pairs.
func (f Field) Product2(x, y Pair) Pair {
	return Pair{f.Sub(f.Mul(x.A, y.A), f.Mul(x.B, y.B)), f.Add(f.Mul(x.A, y.B), f.Mul(x.B, y.A))}
}

// power2 returns x^e.
func (f Field) power2(x Pair, e uint64) Pair {
	r := Pair{A: 1}
	for ; e > 0; e >>= 1 {
		if e&1 == 1 {
			r = f.Product2(r, x)
		}
		x = f.Product2(x, x)
	}
	return r
}

// Root returns the pair that stands for exp(2 pi i e/n), for an n with a root.
func (f Field) Root(n, e uint64) Pair {
	step := f.Order() / n * (e % n)
	if !f.IsSplit() { // (1 + t I)/(1 - t I) = (1 + t I)^2/(1 + t^2)
		t := f.Product2(Pair{1, f.G}, Pair{1, f.G})
		by := Pair{A: f.Inverse(f.Add(1, f.Mul(f.G, f.G)))}
		return f.power2(f.Product2(t, by), step)
	}
	w := f.Power(f.G, step)
	v, half := f.Inverse(w), f.Inverse(2)
	return Pair{f.Mul(f.Add(w, v), half), f.Mul(f.Sub(w, v), f.Mul(half, f.Inverse(f.Residue(4))))}
}
