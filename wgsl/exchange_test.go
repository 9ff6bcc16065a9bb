package wgsl

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"
)

// layouts are all layouts a kernel may sensibly have.
func layouts() []Layout {
	all := []Layout{{}}
	for shift := uint8(2); shift <= 7; shift++ {
		all = append(all, Layout{Kind: Padded, Shift: shift}, Layout{Kind: Xor, Shift: shift})
	}
	return all
}

func TestLayoutsPlaceEachElementApart(t *testing.T) {
	for _, l := range layouts() {
		for _, n := range []int{1, 2, 3, 31, 32, 33, 63, 64, 65, 100, 128, 255, 256, 257, 1000, 1024, 4095, 4096, 6561, 16384} {
			size, last := l.size(n), 0
			seen := make([]int, size) // which element lies there, plus 1
			for i := range n {
				place := l.Index(i)
				if place < 0 || place >= size || seen[place] > 0 {
					t.Fatalf("%v: element %d of %d lies at %d of %d, or meets another there", l, i, n, place, size)
				}
				seen[place], last = i+1, max(last, place)
			}
			// Scarce memory: no more places than the last element needs, but for the xor's whole blocks of 32.
			require.LessOrEqual(t, size-last, 32, "%v: %d elements take %d places", l, n, size)
			if l.Kind != Xor {
				require.Equal(t, last+1, size, "%v: %d elements", l, n)
			}
		}
	}
}

func TestLayoutsStayInTheirSlice(t *testing.T) {
	// Slices are whole blocks of 32, so that an exchange in rounds can't place an element outside.
	for _, l := range layouts() {
		for slice := 32; slice <= 2048; slice += 32 {
			for i := range slice {
				if l.Index(i) >= l.size(slice) {
					t.Fatalf("%v: element %d of %d lies at %d of %d", l, i, slice, l.Index(i), l.size(slice))
				}
			}
		}
	}
}

func TestExchangeAndLayoutNames(t *testing.T) {
	for x, want := range map[Exchange]string{
		{}: "complex", {false, 1}: "complex", {false, 2}: "complex2", {true, 0}: "one", {true, 1}: "one", {true, 2}: "one2", {true, 4}: "one4",
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

func TestConflictsByHand(t *testing.T) {
	// 32 threads write with a stride of 16 words: 16 meet in each of two banks. Padding or xor takes that away.
	k := row("16.32", 16, 1, exchange(true, 1))
	bad := k.ConflictDegree()
	require.Greater(t, bad, 5.0)
	for _, l := range []Layout{{Kind: Padded, Shift: 5}, {Kind: Padded, Shift: 4}, {Kind: Xor, Shift: 5}, {Kind: Xor, Shift: 4}} {
		k.Layout = l
		require.Less(t, k.ConflictDegree(), bad/2, "%v", l)
		require.GreaterOrEqual(t, k.ConflictDegree(), 1.0, "%v", l)
	}
	require.EqualValues(t, 1, row("16", 16, 64).ConflictDegree(), "no exchange, no conflicts")
}
