package wgsl

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// layouts returns all layouts, except digit layouts, that a kernel may sensibly have.
func layouts() []Layout {
	all := []Layout{{}}
	for shift := uint8(2); shift <= 7; shift++ {
		all = append(all, Layout{Kind: Padded, Shift: shift}, Layout{Kind: Xor, Shift: shift})
	}
	return all
}

func TestLayoutsAreInjective(t *testing.T) {
	for _, l := range layouts() {
		for _, n := range []int{
			1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 128, 255, 256, 257, 1000, 1024, 4095, 4096, 6561, 16384,
		} {
			size, last := l.size(n), 0
			seen := make([]int, size) // the element with this index, plus 1
			for i := range n {
				index := l.Index(i)
				if index < 0 || index >= size || seen[index] > 0 {
					t.Fatalf("%v: element %d of %d has index %d of %d, out of range or taken", l, i, n, index, size)
				}
				seen[index], last = i+1, max(last, index)
			}
			// No memory is wasted: size ends with the last element. Xor needs whole runs of 32.
			require.LessOrEqual(t, size-last, 32, "%v: %d elements take %d words", l, n, size)
			if l.Kind != Xor {
				require.Equal(t, last+1, size, "%v: %d elements", l, n)
			}
		}
	}
}

func TestLayoutsStayWithinSlice(t *testing.T) {
	// Slices are multiples of 32, so that an exchange in slices stays within its memory.
	for _, l := range layouts() {
		for slice := 32; slice <= 2048; slice += 32 {
			for i := range slice {
				if l.Index(i) >= l.size(slice) {
					t.Fatalf("%v: element %d of %d has index %d of %d", l, i, slice, l.Index(i), l.size(slice))
				}
			}
		}
	}
}

func TestExchangeAndLayoutNames(t *testing.T) {
	for x, want := range map[Exchange]string{
		{}: "complex", {false, 1}: "complex", {false, 2}: "complex2",
		{true, 0}: "split", {true, 1}: "split", {true, 2}: "split2", {true, 4}: "split4",
	} {
		require.Equal(t, want, x.String())
	}
	seen := map[string]bool{}
	for _, l := range layouts() {
		require.False(t, seen[l.String()], "%v", l)
		seen[l.String()] = true
		want := "linear"
		if l.Kind != Linear {
			want = fmt.Sprintf("%s%d", map[LayoutKind]string{Padded: "pad", Xor: "xor"}[l.Kind], l.Shift)
		}
		require.Equal(t, want, l.String())
	}
}

func TestPaddingReducesConflicts(t *testing.T) {
	// 32 threads write with a stride of 16 words: 16 of them access each of two banks. Padding or xor avoids it.
	k := row("16.32", 16, 1, exchange(true, 1))
	bad := k.ConflictDegree()
	require.Greater(t, bad, 5.0)
	for _, l := range []Layout{
		{Kind: Padded, Shift: 5}, {Kind: Padded, Shift: 4}, {Kind: Xor, Shift: 5}, {Kind: Xor, Shift: 4},
	} {
		k.Layout = l
		require.Less(t, k.ConflictDegree(), bad/2, "%v", l)
		require.GreaterOrEqual(t, k.ConflictDegree(), 1.0, "%v", l)
	}
	require.EqualValues(t, 1, row("16", 16, 64).ConflictDegree(), "no exchange, no conflicts")
}
