package hier

import "slices"

// Splits returns the factorizations of n into 2 to maxFactors factors, in every order. Each factor
// is between minFactor and maxFactor. It returns nil if there are none.
func Splits(n, minFactor, maxFactor, maxFactors int) [][]int {
	var all [][]int
	var divide func(n int, before []int)
	divide = func(n int, before []int) {
		if n >= minFactor && n <= maxFactor && len(before) > 0 {
			all = append(all, append(slices.Clone(before), n))
		}
		if len(before)+2 > maxFactors {
			return
		}
		for d := minFactor; d <= maxFactor && d*minFactor <= n; d++ {
			if n%d == 0 {
				divide(n/d, append(before, d))
			}
		}
	}
	divide(n, nil)
	return all
}
