package main

import "wgfft/internal/ref"

// mostLog bounds the lengths: beyond, the chirp's tables take seconds each.
const mostLog = 24

// lengths returns the lengths of the figure, from 2^from to 2^to: for each power of two, and for the middle between two, the largest
// suitable number below it that is not below the bound before.
func lengths(from, to int) []int {
	var all []int
	if from < 1 || to > mostLog {
		return nil
	}
	last := 0
	for e := from; e <= to; e++ {
		bounds := []int{1 << e, 3 << (e - 1)}
		if e == to {
			bounds = bounds[:1]
		}
		for _, bound := range bounds {
			n := bound - 1
			for n > last && !suitable(n) {
				n--
			}
			if n > last {
				all = append(all, n)
			}
			last = bound
		}
	}
	return all
}

// suitable says whether n is an odd prime.
func suitable(n int) bool { return n > 2 && ref.LargestPrime(n) == n }
