//go:build !(386 || arm || mips || mipsle)

package cpu

import (
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// TestChirpOfLargeNumbers: the angle belongs to j^2 mod 2n, although j^2 has more bits than a
// float64 or a word.
func TestChirpOfLargeNumbers(t *testing.T) {
	const n = 1 << 40
	for _, c := range []struct {
		j int
		w complex128
	}{{0, 1}, {1 << 20, -1}, {1 << 36, 1}, {3 << 20, -1}, {n - 1<<20, -1}} {
		require.InDelta(t, 0, cmplx.Abs(chirp(c.j, n, plainRoot)-c.w), 1e-15, c.j)
	}
}
