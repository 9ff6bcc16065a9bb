package plan

import (
	"testing"

	"github.com/stretchr/testify/require"
)

// Out of place no pass writes the input. In place there is no buffer but output and scratch. There
// is as little scratch as possible, or one scratch buffer if spread is set.
func TestBufferAssignment(t *testing.T) {
	for _, c := range []struct {
		fixed           []bool
		inPlace, spread bool
		want            string
	}{
		{[]bool{true}, false, false, "input output"},
		{[]bool{true}, true, false, "output output"},
		{[]bool{false, true}, false, false, "input output output"},
		{[]bool{false, true}, true, false, "output scratch 0 output"},
		{[]bool{true, false}, false, false, "input scratch 0 output"},
		{[]bool{true, false}, true, false, "output scratch 0 output"},
		{[]bool{false, false, true}, false, false, "input scratch 0 output output"},
		{[]bool{false, false, true}, true, false, "output scratch 0 output output"},
		{[]bool{false, false, false, true}, true, false, "output scratch 0 output scratch 0 output"},
		{[]bool{false, false, false}, true, false, "output scratch 1 scratch 0 output"},
		{[]bool{true}, true, true, "output output"},
		{[]bool{false, true}, false, true, "input scratch 0 output"},
		{[]bool{false, true}, true, true, "output scratch 0 output"},
		{[]bool{true, true}, false, true, "input scratch 0 output"},
		{[]bool{true, true}, true, true, "output output output"},
		{[]bool{false, false, true}, false, true, "input output scratch 0 output"},
		{[]bool{false, false, true}, true, true, "output scratch 0 output output"},
		{[]bool{true, false, true}, true, true, "output output scratch 0 output"},
		{[]bool{true, true, true}, false, true, "input output scratch 0 output"},
		{[]bool{false, false, false}, true, true, "output scratch 1 scratch 0 output"},
	} {
		got := ""
		for i, a := range route(c.fixed, c.inPlace, c.spread) {
			if i > 0 {
				got += " "
			}
			got += a.Role.String()
			if a.Role == Scratch {
				got += map[int]string{0: " 0", 1: " 1"}[a.Index]
			}
		}
		require.Equal(t, c.want, got, "%v in place %v, room %v", c.fixed, c.inPlace, c.spread)
	}
}
