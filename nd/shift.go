package nd

import (
	"encoding/binary"
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A shift changes the index along some axes: element k of the result is element k - by of the operand.
type shift struct {
	axes [MaxRank]struct {
		by int
		n  int // the length of the operand; 0 along axes that do not change
	}
	wraps bool // k - by is taken modulo n. Otherwise the element is zero outside of the operand.
}

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
	s := &shift{}
	err := n.move(a.n, s)
	if err == nil && (len(before) != n.rank || len(after) != n.rank) {
		err = fmt.Errorf("%w: %d numbers before and %d after, want %d of each", ErrShape,
			len(before), len(after), n.rank)
	}
	for i := range n.rank {
		if err != nil {
			break
		}
		if before[i] < 0 || after[i] < 0 || before[i] > maxLen || after[i] > maxLen {
			err = fmt.Errorf("%w: %d zeros before and %d after along axis %d; use Slice for a smaller array", ErrShape,
				before[i], after[i], i)
		} else if before[i]+after[i] > 0 {
			s.axes[i].by, s.axes[i].n = before[i], n.shape[i]
			n.shape[i] += before[i] + after[i]
		}
	}
	if err == nil {
		_, err = extentOf(n.shape[:n.rank])
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
	s := &shift{wraps: true}
	err := n.move(a.n, s)
	if err == nil && len(axes) == 0 {
		for i, length := range n.shape[:n.rank] {
			s.roll(i, by(length), length)
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
		s.roll(k, s.axes[k].by+by(n.shape[k])%n.shape[k], n.shape[k])
	}
	if err != nil {
		return q.fail(op, err, a)
	}
	return r
}

// move makes n an operation that reads a at the index that s returns.
func (n *node) move(a *node, s *shift) error {
	if a.rank == 0 {
		return fmt.Errorf("%w: a scalar has no elements to move", ErrShape)
	}
	n.extent, n.dtype = a.extent, a.dtype
	n.work = elementwise{code: opShift, calc: a.dtype, shift: s}
	if a.kind == kindElement && !a.plan.inMemory {
		a.plan.hold("read through " + n.op)
	}
	n.plan.estimate(n, 4)
	return nil
}

// roll sets the shift along an axis of n elements.
func (s *shift) roll(axis, by, n int) {
	s.axes[axis].by, s.axes[axis].n = (by%n+n)%n, n
	if s.axes[axis].by == 0 {
		s.axes[axis].n = 0
	}
}

// at returns the index in the operand for index k. It reports whether the operand has that index.
func (s *shift) at(axis, k int) (int, bool) {
	x := &s.axes[axis]
	if x.n == 0 {
		return k, true
	}
	k -= x.by
	if s.wraps && k < 0 {
		k += x.n
	}
	return k, k >= 0 && k < x.n
}

// run returns the number of elements from k on that are neighbors in the operand, or that all lie
// outside of it.
func (s *shift) run(axis, k int) int {
	x := &s.axes[axis]
	switch {
	case k < x.by:
		return x.by - k
	case k < x.by+x.n:
		return x.by + x.n - k
	}
	return maxLen
}

// gatherShifted reads elements at the indices that a shift returns.
func gatherShifted[T Element](dst, src []T, l *load, r *rows) {
	last := r.e.rank - 1
	for r.next() {
		part := dst[r.done : r.done+r.count]
		place, isInside := l.offset, true
		for i := range last {
			k, ok := l.shift.at(i, r.index[i])
			place += k * l.stride[i]
			isInside = isInside && ok
		}
		if !isInside {
			clear(part)
			continue
		}
		for i := 0; i < len(part); {
			k, ok := l.shift.at(last, r.index[last]+i)
			run := part[i:min(len(part), i+l.shift.run(last, r.index[last]+i))]
			copyRun(run, src, place+k*l.stride[last], l.stride[last], ok)
			i += len(run)
		}
	}
}

// copyRun copies elements that lie step apart, or clears dst if they are outside of the operand.
func copyRun[T Element](dst, src []T, place, step int, isInside bool) {
	switch {
	case !isInside:
		clear(dst)
	case step == 1:
		copy(dst, src[place:])
	default:
		for i := range dst {
			dst[i] = src[place]
			place += step
		}
	}
}

// text returns the WGSL of the index in the operand. Outside of the operand it is the index of the
// nearest element. by is the expression of the shift of Roll.
func (s *shift) text(axis int, by wgsl.Value) wgsl.Value {
	k := axisIndex(axis)
	if s == nil || s.axes[axis].n == 0 {
		return k
	}
	x := s.axes[axis]
	if s.wraps {
		inside, wrapped := wgsl.Binary("-", k, by), wgsl.Binary("-", wgsl.Binary("+", k, whole(x.n)), by)
		return wgsl.Value{Text: call("select", []string{inside.Text, wrapped.Text, wgsl.Binary("<", k, by).Text})}
	}
	return wgsl.Value{Text: fmt.Sprintf("clamp(%s, 0, %d)", wgsl.Binary("-", k, whole(x.by)).Text, x.n-1)}
}

// axisIndex returns the index along an axis.
func axisIndex(axis int) wgsl.Value { return wgsl.Value{Text: fmt.Sprintf("k%d", axis)} }

// inside returns the WGSL condition that the index lies within the operand.
func (s *shift) inside() string {
	var terms []string
	for i, x := range s.axes {
		if x.by > 0 {
			terms = append(terms, fmt.Sprintf("k%d >= %d", i, x.by))
		}
		if x.n > 0 {
			terms = append(terms, fmt.Sprintf("k%d < %d", i, x.by+x.n))
		}
	}
	return strings.Join(terms, " && ")
}

// appendKey appends the shift.
func (s *shift) appendKey(b []byte, rank int) []byte {
	if s == nil {
		return append(b, 0)
	}
	b = append(b, 1, byte(boolIndex(s.wraps)))
	for _, x := range s.axes[:rank] {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(x.by)), int64(x.n))
	}
	return b
}

// load returns the expression of an element of an array in memory, or of 0 outside of the operand
// of Pad.
func (t *text) load(array string, l *load) string {
	x := ""
	switch {
	case t.end.readsPair(l.mem):
		return elementParam(t.end.number(l.mem))
	case l.mem.dtype.perWord() > 1:
		x = t.loadPart(array, l)
	default:
		x = fmt.Sprintf("%s[%s]", array, t.place(l).Text)
	}
	if l.shift == nil || l.shift.wraps || l.shift.inside() == "" {
		return x
	}
	t.indices = true
	typ := t.typeOf(l.mem.dtype)
	return fmt.Sprintf("select(%s(), %s, %s)", typ, x, l.shift.inside())
}
