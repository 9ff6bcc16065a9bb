package wgsl

import (
	"fmt"
	"strings"
)

// Where the radices R_1 ... R_m of a Rader stage are pairwise coprime its convolution of L points is numbered by residues (Good 1958, Thomas
// 1963). With e_s the number below L that is 1 modulo R_s and 0 modulo the others, and of frequencies the sum of k_s L/R_s,
//
//	a = sum over s of e_s i_s mod L       i_s = a mod R_s
//	w_L^(a f) = product over s of w_(R_s)^(i_s k_s)
//
// so that a transform is one along each digit, without twiddles between. That is what the stages do without theirs: point a lies at
// i_1 L/R_1 + i_2 L/(R_1 R_2) + ... before the transform there and after the one back, and frequency f at k_1 + k_2 R_1 + k_3 R_1 R_2 + ...
// between them.

// ByResidues says whether the points of the stage's convolution are numbered by residues.
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

// idempotents are e_1 ... e_m.
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

// exponents returns by position, before the transform there and after the one back, the number of the convolution's point that lies there.
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

// Frequencies returns by position between the two transforms of the stage the frequency that lies there.
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

// natural is 0 ... n-1.
func identity(n int) []int {
	all := make([]int, n)
	for i := range all {
		all[i] = i
	}
	return all
}

// A permutation is that of a Rader stage by position: which point comes there from, and which goes from there to.
type permutation struct{ gathered, scattered []uint32 }

// permutation is g^-a and g^a for the convolution's points a in the order of their positions.
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

// Table returns the powers of the generator that the butterflies of the stage's first and last step begin with: those of all points, as Powers does; by
// residues where each butterfly of the last step begins, in their order, and then where those of the first do.
func (r Rader) Table() []uint32 {
	if !r.IsPFA() {
		return GeneratorPowers(r.Prime)
	}
	p, butterflies := r.permutation(), r.butterflies()
	return append(p.scattered[:butterflies:butterflies], p.gathered[:butterflies]...)
}

// TableCount is how many powers Table returns.
func (r Rader) TableCount() int {
	if r.IsPFA() {
		return 2 * r.butterflies()
	}
	return r.Prime
}

// butterflies is how many the stage's first and its last step have.
func (r Rader) butterflies() int { return (r.Prime - 1) / int(r.Radices[0]) }

// begins is the WGSL of where butterfly u of the stage's first step begins: g^-a for its first point a.
func (r Rader) firstPower(u string) string {
	if r.IsPFA() {
		return fmt.Sprintf("powers[%s]", plus(u, r.butterflies()))
	}
	return fmt.Sprintf("powers[%du - %s]", r.Prime-1, u)
}

// numbering is the formula of the numbers of the convolution's points.
func (r Rader) numbering() string {
	var terms, digits []string
	for s, e := range r.idempotents() {
		digits = append(digits, fmt.Sprintf("i_%d", s+1))
		terms = append(terms, fmt.Sprintf("%d %s", e, digits[s]))
	}
	below := strings.ReplaceAll(r.Radices.String(), ".", ", ")
	return fmt.Sprintf("%s mod %d, %s below %s", strings.Join(terms, " + "), r.Prime-1, strings.Join(digits, ", "), below)
}
