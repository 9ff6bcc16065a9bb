package wgsl

import (
	"fmt"
	"strings"
)

// The prime-factor algorithm (Good 1958, Thomas 1963) numbers the L points of a Rader stage's
// convolution by residues, if its radices R_1 ... R_m are pairwise coprime. Its transforms have no
// twiddles. With e_s the idempotent that is 1 modulo R_s and 0 modulo the other radices, point a
// and frequency f are
//
//	a = sum over s of e_s i_s mod L       i_s = a mod R_s
//	f = sum over s of k_s L/R_s mod L
//	w_L^(a f) = product over s of w_(R_s)^(i_s k_s)
//
// Point a lies at position i_1 L/R_1 + i_2 L/(R_1 R_2) + ... before the forward transform and
// after the inverse one. Frequency f lies at k_1 + k_2 R_1 + k_3 R_1 R_2 + ... between them.

// IsPFA reports whether the stage's convolution uses the prime-factor algorithm: several radices,
// pairwise coprime.
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

// idempotents returns e_1 ... e_m.
func (r Rader) idempotents() []int {
	var all []int
	for _, radix := range r.Radices.List() {
		others := r.Radices.N() / radix
		e := others
		for e%radix != 1 {
			e += others
		}
		all = append(all, e)
	}
	return all
}

// exponents returns the convolution's point at each position, before the forward transform and
// after the inverse one.
func (r Rader) exponents() []int {
	l := r.Radices.N()
	if !r.IsPFA() {
		return identity(l)
	}
	all := make([]int, l)
	weight, units := l, r.idempotents()
	for s, radix := range r.Radices.List() {
		weight /= radix
		for at := range all {
			all[at] = (all[at] + at/weight%radix*units[s]) % l
		}
	}
	return all
}

// Frequencies returns the frequency at each position between the two transforms of the stage.
func (r Rader) Frequencies() []int {
	l := r.Radices.N()
	if !r.IsPFA() {
		return identity(l)
	}
	all := make([]int, l)
	for at := range all {
		rest := at
		for _, radix := range r.Radices.List() {
			all[at] += rest % radix * (l / radix)
			rest /= radix
		}
		all[at] %= l
	}
	return all
}

// identity returns 0 ... n-1.
func identity(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A permutation gives, for each position of a Rader stage, the point that is gathered to it and
// the point that it is scattered to.
type permutation struct{ gathered, scattered []uint32 }

// permutation returns g^-a and g^a of the convolution's points a in the order of their positions.
func (r Rader) permutation() permutation {
	if r.Prime == 0 {
		return permutation{}
	}
	l, powers := r.Prime-1, GeneratorPowers(r.Prime)
	p := permutation{make([]uint32, l), make([]uint32, l)}
	for at, a := range r.exponents() {
		p.gathered[at], p.scattered[at] = powers[l-a], powers[a]
	}
	return p
}

// Table returns the powers of the generator that the kernel reads: all of them, as
// GeneratorPowers. With PFA it returns the first point of each butterfly of the last step, then of
// the first step.
func (r Rader) Table() []uint32 {
	if !r.IsPFA() {
		return GeneratorPowers(r.Prime)
	}
	p, butterflies := r.permutation(), r.butterflies()
	return append(p.scattered[:butterflies:butterflies], p.gathered[:butterflies]...)
}

// TableCount returns the length of Table.
func (r Rader) TableCount() int {
	if r.IsPFA() {
		return 2 * r.butterflies()
	}
	return r.Prime
}

// butterflies returns the butterfly count of the first step, which the last step has, too.
func (r Rader) butterflies() int { return (r.Prime - 1) / int(r.Radices[0]) }

// firstPower returns g^-a of the first point a of butterfly u of the first step, in WGSL.
func (r Rader) firstPower(u string) string {
	if r.IsPFA() {
		return fmt.Sprintf("powers[%s]", plus(u, r.butterflies()))
	}
	return fmt.Sprintf("powers[%du - %s]", r.Prime-1, u)
}

// numbering returns the formula of the convolution's points, for a comment of the kernel.
func (r Rader) numbering() string {
	var terms, digits []string
	for s, e := range r.idempotents() {
		digits = append(digits, fmt.Sprintf("i_%d", s+1))
		terms = append(terms, fmt.Sprintf("%d %s", e, digits[s]))
	}
	below := strings.ReplaceAll(r.Radices.String(), ".", ", ")
	sum := strings.Join(terms, " + ")
	return fmt.Sprintf("%s mod %d, %s below %s", sum, r.Prime-1, strings.Join(digits, ", "), below)
}
