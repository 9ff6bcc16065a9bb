package wgsl

import "fmt"

// A Rader is a first stage with a prime radix p that is too large for a butterfly. It computes the
// DFT of p points as a cyclic convolution of L = p - 1 points (Rader 1968). With a generator g of
// the residues modulo p,
//
//	X[g^b] = x[0] + sum over a of x[g^-a] w_p^(g^(b-a))   b, a = 0 ... L-1
//	X[0]   = x[0] + sum over a of x[g^-a]
//
// The convolution is a transform of L points, a product with a spectrum, and another transform.
// The term x[0] is added to point 0 of the product, which adds it to every output.
//
// The prime-factor algorithm (Good 1958, Thomas 1963) numbers the L points by residues, if the
// radices R_1 ... R_m are pairwise coprime. Its transforms have no twiddles. With e_s the idempotent
// that is 1 modulo R_s and 0 modulo the other radices, point a and frequency f are
//
//	a = sum over s of e_s i_s mod L       i_s = a mod R_s
//	f = sum over s of k_s L/R_s mod L
//	w_L^(a f) = product over s of w_(R_s)^(i_s k_s)
//
// Point a lies at position i_1 L/R_1 + i_2 L/(R_1 R_2) + ... before the forward transform and
// after the inverse one. Frequency f lies at k_1 + k_2 R_1 + k_3 R_1 R_2 + ... between them.
type Rader struct {
	Prime   int     // the number of points p; 0 for a kernel without a Rader stage
	Radices Radices // radices of the transforms of Prime - 1 points
	Fold    bool    // the stage takes the sums and differences of points i and Prime - i
}

func (r Rader) String() string {
	s := fmt.Sprintf("%d(%v", r.Prime, r.Radices)
	if r.Fold {
		s += " folded"
	}
	return s + ")"
}

// MaxRader is the largest prime of a Rader stage. Products of two residues modulo it fit into 32 bits.
const MaxRader = 65537

// check returns an error if the stage is invalid.
func (r Rader) check() error {
	switch {
	case r == Rader{}:
		return nil
	case r.Prime < 3 || r.Prime > MaxRader || !isPrime(r.Prime):
		return fmt.Errorf("rader: a stage of %d points: want an odd prime up to %d", r.Prime, MaxRader)
	case r.Radices.N() != r.Prime-1:
		return fmt.Errorf("rader: radices %v make %d points: want %d", r.Radices, r.Radices.N(), r.Prime-1)
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

// IsPFA reports whether the convolution uses the prime-factor algorithm: several radices, pairwise
// coprime.
func (r Rader) IsPFA() bool {
	radices := r.Radices.List()
	for s, a := range radices {
		for _, b := range radices[:s] {
			if gcd(a, b) > 1 {
				return false
			}
		}
	}
	return len(radices) > 1
}

// butterflies returns the number of butterflies of the first stage. The last stage has the same
// number.
func (r Rader) butterflies() int { return (r.Prime - 1) / int(r.Radices[0]) }

// exponents returns the convolution's point at each position, before the forward transform and
// after the inverse one.
func (r Rader) exponents() []int {
	l := r.Prime - 1
	all := make([]int, l)
	weight := l
	for _, radix := range r.Radices.List() {
		weight /= radix
		unit := weight
		if r.IsPFA() { // the idempotent
			for unit = l / radix; unit%radix != 1; {
				unit += l / radix
			}
		}
		for at := range all {
			all[at] = (all[at] + at/weight%radix*unit) % l
		}
	}
	return all
}

// Frequencies returns the frequency at each position between the two transforms of the stage.
func (r Rader) Frequencies() []int {
	l := r.Prime - 1
	all := make([]int, l)
	for at := range all {
		all[at] = at
		if !r.IsPFA() {
			continue
		}
		f, rest := 0, at
		for _, radix := range r.Radices.List() {
			f += rest % radix * (l / radix)
			rest /= radix
		}
		all[at] = f % l
	}
	return all
}

// RaderPowers are the powers of the generator that a kernel with a Rader stage reads:
// g^0 ... g^(p-1). With PFA they are the first point of each butterfly of the last stage, then of
// the first stage.
type RaderPowers struct{ Stage Rader }

func (t RaderPowers) String() string { return fmt.Sprintf("powers %v", t.Stage) }

// Len returns the number of words.
func (t RaderPowers) Len() int {
	if t.Stage.IsPFA() {
		return 2 * t.Stage.butterflies()
	}
	return t.Stage.Prime
}

// Words returns the powers.
func (t RaderPowers) Words() []uint32 {
	r := t.Stage
	powers := GeneratorPowers(r.Prime)
	if !r.IsPFA() {
		return powers
	}
	n := r.butterflies()
	all := make([]uint32, 2*n)
	for j, a := range r.exponents()[:n] {
		all[j], all[n+j] = powers[a], powers[r.Prime-1-a]
	}
	return all
}

// A RaderSpectrum is the DFT of w_p^(g^a), a = 0 ... p-2, divided by p - 1. It has the order of the
// stage's frequencies.
type RaderSpectrum struct{ Stage Rader }

func (t RaderSpectrum) String() string { return fmt.Sprintf("rader %v", t.Stage) }

// Len returns the number of entries.
func (t RaderSpectrum) Len() int { return t.Stage.Prime - 1 }

// Entries returns the spectrum.
func (t RaderSpectrum) Entries() []Constant {
	p := t.Stage.Prime
	x := make([]complex128, p-1)
	for a, g := range GeneratorPowers(p)[:p-1] {
		x[a] = Root(p, int(g)).Z / complex(float64(p-1), 0)
	}
	x = transform(x, t.Stage.Radices.List())
	all := make([]Constant, p-1)
	for at, f := range t.Stage.Frequencies() {
		all[at].Z = x[f]
	}
	return all
}

// transform returns the DFT of the product of some radices (Cooley and Tukey 1965): with N = r n,
//
//	X[k] = sum over j < r of w_N^(j k) Y_j[k mod n]     Y_j the DFT of x[j], x[j + r], ...
func transform(x []complex128, radices []int) []complex128 {
	if len(radices) == 0 {
		return x
	}
	r, all := radices[0], len(x)
	n := all / r
	y := make([]complex128, all)
	for j := range r {
		part := make([]complex128, n)
		for i := range part {
			part[i] = x[j+r*i]
		}
		part = transform(part, radices[1:])
		for k := range y {
			y[k] += Root(all, j*k%all).Z * part[k%n]
		}
	}
	return y
}
