package hier

import "slices"

// Splits returns the ways to write n as a product of two to most factors, each between least and limit, in every order. It
// returns none where n has no such factors.
func Splits(n, least, limit, most int) [][]int {
	var all [][]int
	var divide func(n int, before []int)
	divide = func(n int, before []int) {
		if n >= least && n <= limit && len(before) > 0 {
			all = append(all, append(slices.Clone(before), n))
		}
		if len(before)+2 > most {
			return
		}
		for d := least; d <= limit && d*least <= n; d++ {
			if n%d == 0 {
				divide(n/d, append(before, d))
			}
		}
	}
	divide(n, nil)
	return all
}
