package verify

import (
	"slices"

	"wgfft/internal/doubledouble"
)

// somewhere returns a random place along the transformed axes, at 0 along the others.
func (r *run[C]) somewhere() []int {
	m := make([]int, len(r.p.Shape))
	for _, axis := range r.axes {
		m[axis] = r.random.IntN(r.p.Shape[axis])
	}
	return m
}

// wave returns the transform of an impulse at m, without its factor, for all k. It is the product
// over the transformed axes of w_a^(m_a k_a).
func (r *run[C]) wave(m []int) []doubledouble.Complex {
	one := doubledouble.FromComplex(1)
	w := []doubledouble.Complex{one}
	for axis, n := range r.p.Shape {
		powers := slices.Repeat([]doubledouble.Complex{one}, n)
		if r.p.IsTransformed(axis) {
			roots := doubledouble.NewRoots(n)
			for k := range powers {
				powers[k] = roots.At(mulmod(m[axis], k, n))
			}
		}
		next := make([]doubledouble.Complex, 0, len(w)*n)
		for _, v := range w {
			for _, p := range powers {
				next = append(next, v.Mul(p))
			}
		}
		w = next
	}
	return w
}

// shifted returns the new place of each point of an array that is rotated by m.
func (r *run[C]) shifted(m []int) []int {
	places := []int{0}
	for axis, n := range r.p.Shape {
		next := make([]int, 0, len(places)*n)
		for _, p := range places {
			for j := range n {
				next = append(next, p*n+(j+m[axis])%n)
			}
		}
		places = next
	}
	return places
}

// impulseAt returns the transform of an impulse at a place of an array, without its factor.
func (r *run[C]) impulseAt(place int) []doubledouble.Complex {
	m := make([]int, len(r.p.Shape))
	for axis, rest := len(m)-1, place; axis >= 0; axis-- {
		n := r.p.Shape[axis]
		m[axis], rest = rest%n, rest/n
	}
	w, side := r.wave(m), 1
	for axis := len(m) - 1; axis >= 0; axis-- { // nothing moves along the other axes
		n := r.p.Shape[axis]
		for k := range w {
			if !r.p.IsTransformed(axis) && k/side%n != m[axis] {
				w[k] = doubledouble.Complex{}
			}
		}
		side *= n
	}
	return w
}

// mulmod returns a b mod n for a, b < n. Lengths are far below 2^31, so nothing overflows.
func mulmod(a, b, n int) int { return a * b % n }
