package signals

import (
	"math"

	"wgfft/nd"
)

// medianSquares returns the medians of the squares of magnitudes along the axis before the last, which stays with
// length 1. See [medianSquare].
func medianSquares(q *nd.Queue, a nd.Array) nd.Array {
	n := a.Dim(-2)
	middle := ordered(q, a, (n-1)/2, n/2) // both are the same for an odd n
	return q.Mean(q.Mul(middle, middle), 0).Drop(0)
}

// ordered returns the elements with the places first to last in the order of the elements along the axis before the
// last, which stays with length 1. The elements of a are not negative. The result has a further axis in front, for the
// places.
//
// An element v with place k is the largest number for which at most k elements are smaller. The search first divides an
// upper bound by powers of 2, down to a relative size of 2^-127, and then determines v from its highest bit down.
// Smaller elements count as 0.
func ordered(q *nd.Queue, a nd.Array, first, last int) nd.Array {
	a = q.Pin(a).Expand(0)
	bits := 26 // two more than a float32 has
	if a.DType() == nd.Float64 {
		bits = 54
	}
	most := q.Add(nd.Iota(a.DType(), a.Rank(), 0, last-first+1), nd.Scalar(float64(first)+0.5))
	isAtLeast := func(x nd.Array) nd.Array { return q.Less(q.Sum(q.Less(a, x), -2), most) }

	bound := q.Pin(q.Scale(2, q.Max(a, -2)))
	for octaves := 64; octaves > 0; octaves /= 2 {
		lower := q.Pin(q.Scale(math.Ldexp(1, -octaves), bound))
		bound = q.Pin(q.Where(isAtLeast(lower), bound, lower))
	}
	v := nd.Scalar(0)
	for bit := 1; bit <= bits; bit++ {
		step := q.Scale(math.Ldexp(1, -bit), bound)
		next := q.Pin(q.Add(v, step))
		v = q.Pin(q.Where(isAtLeast(next), next, v))
	}
	return v
}
