package wgsl

import "slices"

// supportedRadices are the radices for factorizations: all up to 32, and 49.
var supportedRadices = []int{2, 3, 4, 5, 6, 7, 8, 9, 10, 11, 12, 13, 14, 15, 16, 17, 18,
	19, 20, 21, 22, 23, 24, 25, 26, 27, 28, 29, 30, 31, 32, 49}

// Factorizations returns all factorizations of n into at most maxStages radices of at most maxRadix,
// each in descending order.
func Factorizations(n, maxRadix, maxStages int) [][]int {
	if n == 1 {
		return [][]int{nil}
	}
	if maxStages == 0 {
		return nil
	}
	var all [][]int
	for _, r := range slices.Backward(supportedRadices) {
		if r > maxRadix || n%r != 0 {
			continue
		}
		for _, rest := range Factorizations(n/r, r, maxStages-1) {
			all = append(all, append([]int{r}, rest...))
		}
	}
	return all
}

// FewestStages returns the smallest number of stages for n points with radices of at most maxRadix,
// or 0 if no factorization exists.
func FewestStages(n, maxRadix int) int {
	for stages := 1; stages <= MaxStages; stages++ {
		if len(Factorizations(n, maxRadix, stages)) > 0 {
			return stages
		}
	}
	return 0
}

// AllRadices returns every factorization of n into at most maxStages radices of at most maxRadix, both
// in ascending and in descending order.
func AllRadices(n, maxRadix, maxStages int) []Radices {
	var all []Radices
	for _, descending := range Factorizations(n, maxRadix, maxStages) {
		ascending := slices.Clone(descending)
		slices.Reverse(ascending)
		for i, radices := range [][]int{ascending, descending} {
			if i == 1 && slices.Equal(radices, ascending) {
				continue
			}
			if c, err := MakeRadices(radices...); err == nil {
				all = append(all, c)
			}
		}
	}
	return all
}
