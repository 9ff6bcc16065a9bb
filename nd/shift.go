package nd

import (
	"fmt"

	"wgfft/nd/internal/expr"
)

// Roll returns the elements of a moved by a number of places along an axis. Elements that leave one
// end enter at the other: element k of the result is element k-shift of a. Roll keeps the element
// type.
//
// The result of an operation that moves elements needs no memory. An operand that is computed is
// kept in memory.
func (q *Queue) Roll(a Array, shift, axis int) Array {
	return q.shifted("Roll", a, []int{axis}, func(int) int { return shift })
}

// FFTShift moves the zero frequency of a spectrum to the middle, index n/2, along the given axes.
// Without axes it moves elements along all axes.
func (q *Queue) FFTShift(a Array, axes ...int) Array {
	return q.shifted("FFTShift", a, axes, func(n int) int { return n / 2 })
}

// IFFTShift is the inverse of FFTShift.
func (q *Queue) IFFTShift(a Array, axes ...int) Array {
	return q.shifted("IFFTShift", a, axes, func(n int) int { return -(n / 2) })
}

// Pad returns a with before[i] zeros before it and after[i] zeros after it along each axis i.
// [Array.Slice] takes a part of an array.
func (q *Queue) Pad(a Array, before, after []int) Array {
	n, r := q.begin("Pad", kindElement, a)
	if n == nil {
		return r
	}
	s := &expr.Shift{}
	err := n.move(a.n, s)
	if err == nil && (len(before) != n.Rank || len(after) != n.Rank) {
		err = fmt.Errorf("%w: %d numbers before and %d after, want %d of each", ErrShape,
			len(before), len(after), n.Rank)
	}
	for i := range n.Rank {
		if err != nil {
			break
		}
		if before[i] < 0 || after[i] < 0 || before[i] > expr.MaxLen || after[i] > expr.MaxLen {
			err = fmt.Errorf("%w: %d zeros before and %d after along axis %d; use Slice for a smaller array", ErrShape,
				before[i], after[i], i)
		} else if before[i]+after[i] > 0 {
			s.Axes[i].By, s.Axes[i].N = before[i], n.Shape[i]
			n.Shape[i] += before[i] + after[i]
		}
	}
	if err == nil {
		_, err = extentOf(n.Shape[:n.Rank])
	}
	if err != nil {
		return q.fail("Pad", err, a)
	}
	return r
}

// shifted records a cyclic shift along axes, or along all if there are none. by returns the shift
// along an axis of length n.
func (q *Queue) shifted(op string, a Array, axes []int, by func(n int) int) Array {
	n, r := q.begin(op, kindElement, a)
	if n == nil {
		return r
	}
	s := &expr.Shift{Wraps: true}
	err := n.move(a.n, s)
	if err == nil && len(axes) == 0 {
		for i, length := range n.Shape[:n.Rank] {
			s.Roll(i, by(length), length)
		}
	}
	for _, x := range axes {
		k := 0
		if err == nil {
			k, err = n.axis(x)
		}
		if err != nil {
			return q.fail(op, err, a)
		}
		s.Roll(k, s.Axes[k].By+by(n.Shape[k])%n.Shape[k], n.Shape[k])
	}
	if err != nil {
		return q.fail(op, err, a)
	}
	return r
}

// move makes n an operation that reads a at the index that s returns.
func (n *node) move(a *node, s *expr.Shift) error {
	if a.Rank == 0 {
		return fmt.Errorf("%w: a scalar has no elements to move", ErrShape)
	}
	n.Extent, n.dtype = a.Extent, a.dtype
	n.work = elementwise{code: expr.OpShift, calc: a.dtype, shift: s}
	if a.kind == kindElement && !a.plan.inMemory {
		a.plan.hold("read through " + n.op)
	}
	n.plan.estimate(n, 4)
	return nil
}
