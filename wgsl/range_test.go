package wgsl

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// The range of an index holds its values for all lanes of all workgroups. It is exact for names that
// are the same in all workgroups.
func TestRanges(t *testing.T) {
	r := &ranges{lanes: 24}
	seq := named("seq", group.Times(4).Plus(lane.Div(6)), "")
	j := named("j", lane.Mod(6).Times(5).Plus(Const(2)), "")
	for _, c := range []struct {
		x      *Index
		lo, hi int64
	}{
		{j, 2, 27},
		{j.Add(3), 5, 30},
		{seq, 0, unbounded},
		{seq.Mod(10), 0, 9},
		{seq.Mod(10).Div(4).Plus(j), 2, 29},
		{named("k", Const(40).Minus(j), ""), 13, 38},
		{Const(40).Minus(j), 13, 38},
		{Select(lane.Less(Const(3)), Const(7), j), 2, 27},
		{Select(seq.Equal(Const(0)), Const(31), j), 2, 31},
		{seq.Min(Const(8)), 0, 8},
		{lane.BitAnd(7), 0, 7},
		{lane.ShiftRight(2), 0, 5},
		{lane.Div(5).Times(3), 0, 12},
		{lane.Mul(j), 0, 23 * 27},
		{j.Add(64).Mod(100), 66, 91},
		{j.Add(64).Mod(80), 0, 79},
		{Call("f", func(int) int { return 1 }, group), 0, unbounded},
		{lane.Less(Const(99)), 0, 1},
	} {
		lo, hi := r.of(c.x)
		require.Equal(t, [2]int64{c.lo, c.hi}, [2]int64{lo, hi}, "%v", c.x)
		for g := range 20 {
			for l := range 24 {
				v := c.x.Eval(&Env{Lane: l, Group: g})
				require.True(t, lo <= int64(v) && int64(v) <= hi, "%v is %d", c.x, v)
			}
		}
	}
}
