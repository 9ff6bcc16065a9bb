package expr

import (
	"encoding/binary"
)

// A Shift changes the index along some axes: element k of the result is element k - by of the operand.
type Shift struct {
	Axes [MaxRank]struct {
		By int
		N  int // the length of the operand; 0 along axes that do not change
	}
	Wraps bool // k - by is taken modulo n. Otherwise the element is zero outside of the operand.
}

// Roll sets the shift along an axis of n elements.
func (s *Shift) Roll(axis, by, n int) {
	s.Axes[axis].By, s.Axes[axis].N = (by%n+n)%n, n
	if s.Axes[axis].By == 0 {
		s.Axes[axis].N = 0
	}
}

// At returns the index in the operand for index k. It reports whether the operand has that index.
func (s *Shift) At(axis, k int) (int, bool) {
	x := &s.Axes[axis]
	if x.N == 0 {
		return k, true
	}
	k -= x.By
	if s.Wraps && k < 0 {
		k += x.N
	}
	return k, k >= 0 && k < x.N
}

// Run returns the number of elements from k on that are neighbors in the operand, or that all lie
// outside of it.
func (s *Shift) Run(axis, k int) int {
	x := &s.Axes[axis]
	switch {
	case k < x.By:
		return x.By - k
	case k < x.By+x.N:
		return x.By + x.N - k
	}
	return MaxLen
}

// AppendKey appends the shift.
func (s *Shift) AppendKey(b []byte, rank int) []byte {
	if s == nil {
		return append(b, 0)
	}
	b = append(b, 1, byte(Bit(s.Wraps)))
	for _, x := range s.Axes[:rank] {
		b = binary.AppendVarint(binary.AppendVarint(b, int64(x.By)), int64(x.N))
	}
	return b
}
