package wgsl

import "slices"

// chainRadices are the butterflies a chain may be made of: those of smooth radix that fit in registers, and the odd
// primes up to 31.
var supportedRadices = []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18, 19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 49}

// Factorisations returns the ways to write n as a product of radices in falling order, of most stages at most, with no radix
// above limit.
func Factorizations(n, limit, most int) [][]int {
	if n == 1 {
		return [][]int{nil}
	}
	if most == 0 {
		return nil
	}
	var all [][]int
	for _, r := range slices.Backward(supportedRadices) {
		if r > limit || n%r != 0 {
			continue
		}
		for _, rest := range Factorizations(n/r, r, most-1) {
			all = append(all, append([]int{r}, rest...))
		}
	}
	return all
}

// FewestStages is the smallest number of stages that n can be done in with radices up to limit, or 0 if none.
func FewestStages(n, limit int) int {
	for most := 1; most <= MaxStages; most++ {
		if len(Factorizations(n, limit, most)) > 0 {
			return most
		}
	}
	return 0
}

// Chains returns the chains of n points of most stages at most, with no radix above limit: of every factorisation the
// one with rising radices and the one with falling radices.
func AllRadices(n, limit, most int) []Radices {
	var all []Radices
	for _, falling := range Factorizations(n, limit, most) {
		rising := slices.Clone(falling)
		slices.Reverse(rising)
		for i, radices := range [][]int{rising, falling} {
			if i == 1 && slices.Equal(radices, rising) {
				continue
			}
			if c, err := MakeRadices(radices...); err == nil {
				all = append(all, c)
			}
		}
	}
	return all
}
