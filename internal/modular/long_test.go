package modular

import (
	"math/big"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/parallel"
)

// residues returns n residues below a modulus: random, or the largest one.
func residues(r *rand.Rand, n int, p uint64) []uint64 {
	x, isLargest := make([]uint64, n), r.IntN(2) == 0
	for i := range x {
		if x[i] = p - 1; !isLargest {
			x[i] = r.Uint64N(p)
		}
	}
	return x
}

// value returns the value of a polynomial.
func (l *Long) value(x []uint64, at uint64) uint64 {
	v, f := uint64(0), l.factor(at)
	for i := len(x) - 1; i >= 0; i-- {
		v = below(below(times(v, f, l.P), l.P)+x[i], l.P)
	}
	return v
}

// convolved returns the convolution of two arrays, of a given length.
func (l *Long) convolved(x, y []uint64, points int, t parallel.Threads) []uint64 {
	a, b := make([]uint64, points), make([]uint64, points)
	copy(a, x)
	copy(b, y)
	l.Forward(a, t)
	l.Forward(b, t)
	l.Multiply(a, b, t)
	l.Backward(a, t)
	return a
}

// The constants of a Long have their properties, and its factors those of (2).
func TestLongIsPrimeWithRoots(t *testing.T) {
	for _, l := range Longs {
		require.True(t, new(big.Int).SetUint64(l.P).ProbablyPrime(20))
		require.Zero(t, l.P>>62)
		require.Equal(t, l.P-1, l.power(l.root, 1<<(longOrder-1)))
		require.Equal(t, uint64(1), l.P*l.inverse)
		table := l.factors(1 << 12)
		for j, f := range table {
			require.Equal(t, l.factor(f.w), f, j)
			if 2*j+1 < len(table) {
				require.Equal(t, f.w, l.power(table[2*j].w, 2), j)
				require.Equal(t, l.P-f.w, l.power(table[2*j+1].w, 2), j)
			}
			require.Equal(t, l.P-1, l.Times(f.w, l.backFactor(j, table).w), j)
		}
	}
}

// Convolutions equal the definition, for polynomials that fill their length.
func TestLongConvolutionIsThatOfTheDefinition(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for _, points := range []int{64, 72, 80, 96, 128, 144, 160, 192} {
		for _, l := range Longs {
			for _, m := range []int{1, 2, points / 2, points - 1, points} {
				x, y := residues(r, m, l.P), residues(r, points+1-m, l.P)
				want := make([]uint64, points)
				for i, a := range x {
					for j, b := range y {
						want[i+j] = (want[i+j] + l.Times(a, b)) % l.P
					}
				}
				require.Equal(t, want, l.convolved(x, y, points, 1), "%d points, %d factors", points, m)
			}
		}
	}
}

// A product of polynomials has the product of their values as its value, for every shape of the tree and any number
// of goroutines.
func TestLongConvolutionHasTheValuesOfAProduct(t *testing.T) {
	r := rand.New(rand.NewPCG(2, 2))
	for _, n := range []int{1 << 10, 1 << 11, 1 << 12, 1 << 13, 1 << 14, 1<<17 + 1, 1<<18 + 1} {
		for j := range 4 {
			points, l := LongPoints(n+n>>3*j), Longs[j%2]
			m := 1 + r.IntN(points)
			x, y := residues(r, m, l.P), residues(r, points+1-m, l.P)
			at := r.Uint64N(l.P)
			want := l.Times(l.value(x, at), l.value(y, at))
			z := l.convolved(x, y, points, 3)
			require.Equal(t, want, l.value(z, at), "%d points", points)
			if j == 1 {
				require.Equal(t, z, l.convolved(x, y, points, 1), "%d points", points)
			}
		}
	}
}

func TestLongPoints(t *testing.T) {
	for n, want := range map[int]int{
		0: 64, 64: 64, 65: 72, 72: 72, 73: 80, 81: 96, 97: 128, 128: 128, 1<<20 + 1: 9 << 17, 9<<17 + 1: 10 << 17,
		10<<17 + 1: 12 << 17, 12<<17 + 1: 1 << 21,
	} {
		require.Equal(t, want, LongPoints(n), n)
	}
}

// A number below the product of both primes follows from its residues.
func TestGarner(t *testing.T) {
	p, q := Longs[0], Longs[1]
	g, r := NewGarner(p, q), rand.New(rand.NewPCG(3, 3))
	for range 1000 {
		a, b := r.Uint64N(p.P), r.Uint64N(q.P)
		if r.IntN(4) == 0 {
			a, b = p.P-1, r.Uint64N(2)
		}
		high, low := g.Join(a, b)
		x := new(big.Int).SetUint64(high)
		x.Add(x.Lsh(x, 64), new(big.Int).SetUint64(low))
		for _, l := range []struct{ p, residue uint64 }{{p.P, a}, {q.P, b}} {
			require.Equal(t, l.residue, new(big.Int).Mod(x, new(big.Int).SetUint64(l.p)).Uint64())
		}
		require.Negative(t, x.Cmp(new(big.Int).Mul(new(big.Int).SetUint64(p.P), new(big.Int).SetUint64(q.P))))
	}
}
