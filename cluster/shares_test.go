package cluster

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// offsets lists the places of all bytes of a block, in order.
func offsets(at int, b block) (all []int) {
	for j := range b.n2 {
		for i := range b.n1 {
			for k := range b.run {
				all = append(all, at+j*b.s2+i*b.s1+k)
			}
		}
	}
	return all
}

// TestSplit checks that the parts of a block hold its bytes in order, and that none is above the limit.
func TestSplit(t *testing.T) {
	b := block{n2: 3, s2: 100, n1: 4, s1: 20, run: 7}
	for _, limit := range []int{1, 6, 7, 8, 14, 27, 28, 29, 56, 84, 1000} {
		var got []int
		b.split(limit, func(at int, part block) {
			require.LessOrEqual(t, part.bytes(), limit)
			got = append(got, offsets(at, part)...)
		})
		require.Equal(t, offsets(0, b), got, "limit %d", limit)
	}
	block{n2: 1, n1: 0, run: 7}.split(5, func(int, block) { t.Error("an empty block has no parts") })
}

// TestSharesCoverAxes checks that shares are consecutive, cover the axis, and differ by one element at most.
func TestSharesCoverAxes(t *testing.T) {
	for _, n := range []int{0, 1, 5, 12, 1<<40 + 7} {
		for ranks := 1; ranks < 9; ranks++ {
			next := 0
			for i := range ranks {
				s := share(n, ranks, i)
				require.Equal(t, next, s.First)
				require.Contains(t, []int{n / ranks, n/ranks + 1}, s.Count)
				next += s.Count
			}
			require.Equal(t, n, next)
		}
	}
}

// TestPiecesCoverRows checks that the pieces of an exchange hold each row of a rank once.
func TestPiecesCoverRows(t *testing.T) {
	for _, s := range []slabs{
		{batch: 1, n0: 7, n1: 5, inner: 2, ranks: 3}, {batch: 5, n0: 7, n1: 5, inner: 2, ranks: 3},
	} {
		for pieces := 1; pieces < 20; pieces++ {
			s := s.split(pieces)
			for rank := range s.ranks {
				rows := make([]int, s.batch*s.rows(rank).Count)
				for i := range s.pieces() {
					p := s.piece(i, rank)
					for j := range p.count() {
						rows[s.first(p, rank)+j]++
					}
				}
				for _, n := range rows {
					require.Equal(t, 1, n, "%+v", s)
				}
			}
		}
	}
}
