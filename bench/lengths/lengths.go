package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// longest is the longest length: it fits a binding of every device, with its guards and its convolution.
const longest = 1 << 22

// lengths returns count lengths, from the least to the greatest, in rising order and about evenly on a logarithmic scale: where that
// scale is finer than the integers, all of those. Unless all are taken they are chosen by kind, in turn.
func lengths(from, to, count int) ([]int, error) {
	if from < 1 || to < from || to > longest || count < 1 {
		return nil, fmt.Errorf("no %d lengths from %d to %d: want 1 <= from <= to <= %d and at least one length", count, from, to, longest)
	}
	if count > to-from+1 {
		return nil, fmt.Errorf("no %d lengths from %d to %d: there are %d", count, from, to, to-from+1)
	}
	var all []int
	for next := from; len(all) < count; {
		left := count - len(all) // with this one
		ahead := to              // where the one after it may begin
		if left > 1 {
			ahead = max(next+1, int(math.Round(float64(next)*math.Pow(float64(to)/float64(next), 1/float64(left-1)))))
		}
		n := next
		if left > 1 && len(all) > 0 {
			n = first(next, ahead, kinds[len(all)%len(kinds)])
		}
		all = append(all, n)
		next = ahead
	}
	return all, nil
}

// kinds are the kinds of lengths in the order of their turns.
var kinds = []func(n int) bool{smooth, rader, smooth, stubborn}

// smooth says whether butterflies do all of a length.
func smooth(n int) bool { return ref.LargestPrime(n) <= plan.MaxPrime }

// rader says whether a length takes a Rader stage, unless a convolution costs less.
func rader(n int) bool {
	p := ref.LargestPrime(n)
	return p > plan.MaxPrime && smooth(p-1) && smooth(n/p)
}

// stubborn says whether a length takes a convolution.
func stubborn(n int) bool { return !smooth(n) && !rader(n) }

// first returns the first length of a kind from begin on and before end, or begin.
func first(begin, end int, kind func(n int) bool) int {
	for n := begin; n < end; n++ {
		if kind(n) {
			return n
		}
	}
	return begin
}

// mostPoints is how many points are transformed at once, unless a single transform has more.
const mostPoints = 1 << 18

// problem is how a length is done: drawn, but always the same for the same length.
func problem(n int) plan.Problem {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	p := plan.Problem{Shape: []int{n}, Batch: []int{1, 3, 32}[r.IntN(3)], Inverse: r.IntN(2) == 1, InPlace: r.IntN(2) == 1}
	if p.Batch > 3 && n*p.Batch > mostPoints {
		p.Batch = 3
	}
	if n*p.Batch > mostPoints {
		p.Batch = 1
	}
	return p
}

// algorithms are those that the i-th length n is done by: the planner's choice, and for every seventh the others. The tolerance
// of smooth lengths is not for convolutions.
func algorithms(i, n int) []plan.Algorithm {
	all := []plan.Algorithm{plan.Any}
	if i%7 != 6 {
		return all
	}
	for a := plan.Stockham; a <= plan.Bluestein; a++ {
		if a != plan.Bluestein || !smooth(n) {
			all = append(all, a)
		}
	}
	return all
}
