package hier

// Splits returns the factorizations of n into 2 to maxFactors factors, in every order. Each factor
// is between minFactor and maxFactor. It returns nil if there are none.
func Splits(n, minFactor, maxFactor, maxFactors int) [][]int {
	var factors []int // divisors of n within the bounds
	for d := minFactor; d <= min(n, maxFactor); d++ {
		if n%d == 0 {
			factors = append(factors, d)
		}
	}
	var all [][]int
	var divide func(n int, before []int)
	divide = func(n int, before []int) {
		if n >= minFactor && n <= maxFactor && len(before) > 0 {
			all = append(all, append(before[:len(before):len(before)], n))
		}
		left := maxFactors - len(before)
		if left < 2 || !isWithin(n, maxFactor, left) {
			return
		}
		for _, d := range factors {
			if d*minFactor > n {
				break
			}
			if n%d == 0 {
				divide(n/d, append(before, d))
			}
		}
	}
	divide(n, make([]int, 0, maxFactors))
	return all
}

// isWithin reports whether n is at most maxFactor to the power of count.
func isWithin(n, maxFactor, count int) bool {
	for ; count > 0; count-- {
		n = (n + maxFactor - 1) / maxFactor
	}
	return n <= 1
}
