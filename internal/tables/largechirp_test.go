//go:build !(386 || arm || mips || mipsle)

package tables

import (
	"math/big"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// The chirp's exponent is exact for j^2 beyond the integers of a float64.
func TestChirpExponentIsExact(t *testing.T) {
	const n = 1<<30 + 7
	for _, j := range []int{0, 1, 12345, 1 << 26, n / 2, n - 1} {
		e := new(big.Int).Mod(new(big.Int).Mul(big.NewInt(int64(j)), big.NewInt(int64(j))), big.NewInt(2*n))
		require.Equal(t, wgsl.Root(2*n, int(e.Int64())).Z, chirp{n, false}.at(j))
	}
}
