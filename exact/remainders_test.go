package exact

import (
	"math"
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// The primes of convolutions are rings with roots of the orders of all axes.
func TestPrimesOfConvolutions(t *testing.T) {
	for _, r := range primes {
		same, err := Modulo(r.field.P, r.field.G)
		require.NoError(t, err)
		require.Equal(t, same, r)
		require.NoError(t, r.CheckLength(maxPoints))
		require.NoError(t, r.CheckLength(maxPoints/2*3))
	}
}

// Numbers follow from their residues modulo one to three primes, up to half of their product.
func TestRemainders(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for count := 1; count <= maxPrimes; count++ {
		theorem, product := newRemainders(count), big.NewInt(1)
		for _, p := range primes[:count] {
			product.Mul(product, big.NewInt(int64(p.Prime())))
		}
		half := new(big.Int).Rsh(product, 1)
		values := []*big.Int{half, new(big.Int).Neg(half), new(big.Int), big.NewInt(-1), big.NewInt(1)}
		for range 1000 {
			v := new(big.Int).Rsh(half, uint(r.IntN(half.BitLen())))
			v.Sub(v, big.NewInt(int64(r.Uint64()>>r.IntN(64)>>35)))
			values = append(values, v, new(big.Int).Neg(v))
		}
		for _, v := range values {
			var residues [maxPrimes]uint32
			for i, p := range primes[:count] {
				residues[i] = uint32(new(big.Int).Mod(v, big.NewInt(int64(p.Prime()))).Uint64())
			}
			got, size, isNegative := theorem.number(residues)
			require.Equal(t, v.Sign() < 0, isNegative, "%v", v)
			want := uint64(math.MaxUint64)
			if m := new(big.Int).Abs(v); m.IsUint64() {
				want = m.Uint64()
			}
			require.Equal(t, want, size, "%v", v)
			low := new(big.Int).And(v, new(big.Int).SetUint64(math.MaxUint64))
			require.Equal(t, int64(low.Uint64()), got, "%v", v)
		}
	}
}

// The least number of primes has a product of more than twice the bound.
func TestLeastPrimes(t *testing.T) {
	require.Equal(t, 1, leastPrimes(wide{low: 2013265921 / 2}))
	require.Equal(t, 2, leastPrimes(wide{low: 2013265921/2 + 1}))
	require.Equal(t, 2, leastPrimes(wide{low: 1 << 60}))
	require.Equal(t, 3, leastPrimes(wide{low: 1 << 62}))
	require.Equal(t, 3, leastPrimes(wide{high: 1 << 27}))
	require.Zero(t, leastPrimes(wide{high: 1 << 28}))
	require.Equal(t, wide{low: 3 * 255}, magnitude([]int8{-2, 1, 3}, []uint8{255, 0, 0, 0}, 3))
}
