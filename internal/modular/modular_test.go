package modular

import (
	"context"
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

// field returns a field of a prime.
func field(t *testing.T, p uint32) Field {
	f, err := New(p, 0)
	require.NoError(t, err)
	return f
}

// primesOfTests are primes of both kinds, the smallest and the largest ones too.
var primesOfTests = []uint32{3, 5, 13, 31, 97, 998244353, 2013265921, Mersenne31, 2147483629}

// Roots have norm 1, their order, and the images of formula (1).
func TestRoots(t *testing.T) {
	for _, p := range primesOfTests {
		f := field(t, p)
		require.Equal(t, Pair{A: 0, B: 1}, f.Root(4, 1), "%d", p)
		n := f.Order()
		w := f.Root(n, 1)
		require.Equal(t, uint32(1), f.Add(f.Mul(w.A, w.A), f.Mul(w.B, w.B)), "%d", p)
		require.Equal(t, Pair{A: 1}, f.power2(w, n))
		for _, q := range primes(n) {
			require.NotEqual(t, Pair{A: 1}, f.power2(w, n/q), "%d: order %d", p, q)
		}
		require.Equal(t, f.Product2(f.Root(n, 3), f.Root(n, n-1)), f.Root(n, 2))
		if f.IsSplit() {
			require.Equal(t, f.G, f.Add(w.A, f.Mul(f.Residue(4), w.B)), "%d", p)
		}
		require.NoError(t, f.HasRoot(int(n/2)))
		require.Error(t, f.HasRoot(int(n/2+1)))
		require.Error(t, f.HasRoot(0))
	}
	require.ErrorContains(t, field(t, 998244353).HasRoot(15), "want a divisor of 2^23 * 7 * 17")
}

// A modulus that is no odd prime below 2^31, or a number that generates nothing, is refused.
func TestNewErrors(t *testing.T) {
	for want, c := range map[string][2]uint32{
		"modulus 2: invalid modulus: want an odd prime":          {2, 0},
		"modulus 1022117: invalid modulus: want an odd prime":    {1022117, 0}, // 1009 * 1013
		"modulus 2147483659: invalid modulus: want an odd prime": {1<<31 + 11, 0},
		"4 does not generate the residues":                       {13, 4},
		"generator 13 is not below it":                           {13, 13},
		"it is 3 modulo 4: leave the generator 0":                {7, 1},
	} {
		_, err := New(c[0], c[1])
		require.ErrorContains(t, err, want)
		require.ErrorIs(t, err, ErrModulus)
	}
	f, err := New(13, 6)
	require.NoError(t, err)
	require.Equal(t, Field{13, 6}, f)
}

// definition returns the sums of formula (2) along the only axis.
func (f Field) definition(x []uint32, inverse bool) []uint32 {
	y := make([]uint32, len(x))
	if f.IsSplit() {
		n := uint64(len(x))
		w, by := f.Residue(n), uint32(1)
		if inverse {
			w, by = f.Inverse(w), f.Inverse(f.Of(int64(n)))
		}
		for k := range y {
			for j, v := range x {
				y[k] = f.Add(y[k], f.Mul(v, f.Mul(by, f.Power(w, uint64(j*k)%n))))
			}
		}
		return y
	}
	n := uint64(len(x) / 2)
	w, by := f.Root(n, n-1), Pair{A: 1}
	if inverse {
		w, by = f.Root(n, 1), Pair{A: f.Inverse(f.Of(int64(n)))}
	}
	for k := range n {
		for j := range n {
			z := f.Product2(Pair{x[2*j], x[2*j+1]}, f.Product2(by, f.power2(w, j*k%n)))
			y[2*k], y[2*k+1] = f.Add(y[2*k], z.A), f.Add(y[2*k+1], z.B)
		}
	}
	return y
}

// random returns words below P. Some are P - 1.
func (f Field) random(r *rand.Rand, n int) []uint32 {
	x := make([]uint32, n)
	for i := range x {
		if x[i] = r.Uint32N(f.P); r.IntN(8) == 0 {
			x[i] = f.P - 1
		}
	}
	return x
}

// Transforms of rows equal the definition, in both directions, for all radices.
func TestTransformIsExact(t *testing.T) {
	all := func(int) bool { return true }
	for p, lengths := range map[uint32][]int{
		998244353: {1, 2, 4, 8, 7, 17, 56, 64, 238, 256}, 2013265921: {3, 5, 15, 60, 128}, 97: {32, 96},
		Mersenne31: {1, 2, 4, 8, 32, 64, 128}, 2147483647 - 18: {2, 4}, 31: {32},
	} {
		f, r := field(t, p), rand.New(rand.NewPCG(1, uint64(p)))
		words := 2
		if f.IsSplit() {
			words = 1
		}
		for _, n := range lengths {
			if f.HasRoot(n) != nil {
				continue
			}
			for _, inverse := range []bool{false, true} {
				const rows = 3
				x := f.random(r, rows*words*n)
				var want []uint32
				for i := range rows {
					want = append(want, f.definition(x[i*words*n:][:words*n], inverse)...)
				}
				require.NoError(t, f.Transform(context.Background(), x, []int{n}, all, inverse))
				require.Equal(t, want, x, "%d points modulo %d, inverse %v", n, p, inverse)
			}
		}
	}
}

// Transforms along several axes equal transforms of each row, and the inverse returns the array.
func TestAxes(t *testing.T) {
	for _, p := range []uint32{998244353, Mersenne31} {
		f, r := field(t, p), rand.New(rand.NewPCG(2, uint64(p)))
		shape, words := []int{4, 32, 8}, 2
		if f.IsSplit() {
			words = 1
		}
		x := f.random(r, 2*words*4*32*8)
		want, was := append([]uint32{}, x...), append([]uint32{}, x...)
		for axis, n := range shape {
			inner := words
			for _, m := range shape[axis+1:] {
				inner *= m
			}
			if axis == 0 {
				continue // not transformed
			}
			for at := 0; at < len(want); at += n * inner {
				for c := 0; c < inner; c += words {
					row := make([]uint32, 0, words*n)
					for j := range n {
						row = append(row, want[at+j*inner+c:][:words]...)
					}
					for j, v := range f.definition(row, false) {
						want[at+j/words*inner+c+j%words] = v
					}
				}
			}
		}
		isAxis := func(axis int) bool { return axis > 0 }
		require.NoError(t, f.Transform(context.Background(), x, shape, isAxis, false))
		require.Equal(t, want, x)
		require.NoError(t, f.Transform(context.Background(), x, shape, isAxis, true))
		require.Equal(t, was, x)
	}
}

// A transform returns the error of a context that has ended.
func TestTransformLooksAtContext(t *testing.T) {
	ctx, cancel := context.WithCancel(context.Background())
	cancel()
	f := field(t, 998244353)
	require.ErrorIs(t, f.Transform(ctx, make([]uint32, 64), []int{64}, func(int) bool { return true }, false),
		context.Canceled)
}

func BenchmarkTransform(b *testing.B) {
	for _, p := range []uint32{998244353, Mersenne31} {
		f, err := New(p, 0)
		require.NoError(b, err)
		b.Run(fmt.Sprint(p), func(b *testing.B) {
			x := f.random(rand.New(rand.NewPCG(3, 3)), 1<<20)
			n := len(x)
			if !f.IsSplit() {
				n /= 2
			}
			b.SetBytes(int64(4 * len(x)))
			for b.Loop() {
				err := f.Transform(context.Background(), x, []int{n}, func(int) bool { return true }, false)
				require.NoError(b, err)
			}
		})
	}
}
