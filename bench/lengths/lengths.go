package main

import (
	"fmt"
	"math"
	"math/rand/v2"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// longest is the longest length. With its guards and its convolution it fits a binding of every device.
const longest = 1 << 22

// lengths returns count lengths from from to to in rising order, about evenly on a logarithmic scale.
// If the scale is finer than the integers, it takes every integer. Otherwise the kinds take turns.
func lengths(from, to, count int) ([]int, error) {
	if from < 1 || to < from || to > longest || count < 1 {
		return nil, fmt.Errorf("%d lengths from %d to %d: want 1 <= from <= to <= %d and at least one length",
			count, from, to, longest)
	}
	if count > to-from+1 {
		return nil, fmt.Errorf("%d lengths from %d to %d: there are only %d", count, from, to, to-from+1)
	}
	var all []int
	for next := from; len(all) < count; {
		left := count - len(all) // including this one
		ahead := to              // least value of the next one
		if left > 1 {
			step := math.Pow(float64(to)/float64(next), 1/float64(left-1))
			ahead = max(next+1, int(math.Round(float64(next)*step)))
		}
		n := next
		if left > 1 && len(all) > 0 {
			n = firstOf(next, ahead, kinds[len(all)%len(kinds)])
		}
		all = append(all, n)
		next = ahead
	}
	return all, nil
}

// kinds are the kinds of lengths, in the order of their turns.
var kinds = []func(n int) bool{isSmooth, hasRaderStage, isSmooth, needsConvolution}

// isSmooth reports whether butterflies suffice for a length.
func isSmooth(n int) bool { return ref.LargestPrime(n) <= plan.MaxPrime }

// hasRaderStage reports whether a length can have a Rader stage.
func hasRaderStage(n int) bool {
	p := ref.LargestPrime(n)
	return p > plan.MaxPrime && isSmooth(p-1) && isSmooth(n/p)
}

// needsConvolution reports whether a length needs Bluestein's convolution.
func needsConvolution(n int) bool { return !isSmooth(n) && !hasRaderStage(n) }

// firstOf returns the first length of a kind in [begin, end), or begin if there is none.
func firstOf(begin, end int, kind func(n int) bool) int {
	for n := begin; n < end; n++ {
		if kind(n) {
			return n
		}
	}
	return begin
}

// mostPoints bounds the points of a batch of several transforms.
const mostPoints = 1 << 18

// problem returns the transform of a length. Its batch and options depend on the length only.
func problem(n int) plan.Problem {
	r := rand.New(rand.NewPCG(uint64(n), 1))
	p := plan.Problem{
		Shape:   []int{n},
		Batch:   []int{1, 3, 32}[r.IntN(3)],
		Inverse: r.IntN(2) == 1,
		InPlace: r.IntN(2) == 1,
	}
	if p.Batch > 3 && n*p.Batch > mostPoints {
		p.Batch = 3
	}
	if n*p.Batch > mostPoints {
		p.Batch = 1
	}
	return p
}

// algorithms returns the algorithms for the i-th length n: the planner's choice, and for every seventh
// length all others. Smooth lengths are not done by convolution, because their tolerance is lower.
func algorithms(i, n int) []plan.Algorithm {
	all := []plan.Algorithm{plan.Any}
	if i%7 != 6 {
		return all
	}
	for a := plan.Stockham; a <= plan.Bluestein; a++ {
		if a != plan.Bluestein || !isSmooth(n) {
			all = append(all, a)
		}
	}
	return all
}
