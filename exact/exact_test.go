package exact_test

import (
	"context"
	"fmt"
	"math/big"
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/exact"
	"wgfft/internal/testcase"
)

// open opens an engine. In the place of a missing hardware adapter it takes a software adapter.
func open(t testing.TB, kind wgfft.ChoiceKind) *wgfft.Engine {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
	if err != nil && kind == wgfft.GPU {
		eng, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
	}
	if err != nil && kind != wgfft.CPU {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

// engines opens an engine on the CPU and one on a GPU.
func engines(t testing.TB) map[string]*wgfft.Engine {
	return map[string]*wgfft.Engine{"cpu": open(t, wgfft.CPU), "gpu": open(t, wgfft.GPU)}
}

// modulo returns a ring.
func modulo(t testing.TB, prime, generator uint32) exact.Ring {
	r, err := exact.Modulo(prime, generator)
	require.NoError(t, err)
	return r
}

// random returns words below the prime of a ring. Some are the largest one.
func random(r exact.Ring, seed uint64, words int) []uint32 {
	x, source := make([]uint32, words), rand.New(rand.NewPCG(seed, uint64(r.Prime())))
	for i := range x {
		if x[i] = source.Uint32N(r.Prime()); source.IntN(16) == 0 {
			x[i] = r.Prime() - 1
		}
	}
	return x
}

// power returns a^e modulo p.
func power(a, e, p uint64) uint64 {
	z := new(big.Int).Exp(new(big.Int).SetUint64(a), new(big.Int).SetUint64(e), new(big.Int).SetUint64(p))
	return z.Uint64()
}

// definition returns the transform of a row of residues by formula (1).
func definition(x []uint32, p, generator uint64) []uint32 {
	n := uint64(len(x))
	w := power(generator, (p-1)/n, p)
	y := make([]uint32, n)
	for k := range y {
		sum, at, step := uint64(0), uint64(1), power(w, uint64(k), p)
		for _, v := range x {
			sum, at = (sum+uint64(v)*at)%p, at*step%p
		}
		y[k] = uint32(sum)
	}
	return y
}

// Transforms equal formula (1) on both engines, and the inverse returns the source.
func TestTransformsEqualTheDefinition(t *testing.T) {
	for name, eng := range engines(t) {
		for _, c := range []struct {
			p, g    uint32
			lengths []int
		}{
			{998244353, 3, []int{1, 2, 14, 17, 256}}, {2013265921, 31, []int{15, 60}}, {97, 10, []int{96}},
		} {
			r := modulo(t, c.p, c.g)
			for _, n := range c.lengths {
				t.Run(fmt.Sprintf("%s %d points modulo %d", name, n, c.p), func(t *testing.T) {
					const rows = 3
					x := random(r, 1, rows*n)
					y := make([]uint32, len(x))
					require.NoError(t, r.Forward(context.Background(), eng, y, x, n))
					for row := range rows {
						want := definition(x[row*n:][:n], uint64(c.p), uint64(c.g))
						require.Equal(t, want, y[row*n:][:n], "row %d", row)
					}
					require.NoError(t, r.Inverse(context.Background(), eng, y, y, n))
					require.Equal(t, x, y)
				})
			}
		}
	}
}

// A transform is a method of a ring.
type transform func(ctx context.Context, eng *wgfft.Engine, dst, src []uint32, shape ...int) error

// Both engines give the same words: for one pass and several, for several axes, both directions, and both kinds of
// rings.
func TestEnginesAgree(t *testing.T) {
	all, ctx := engines(t), context.Background()
	for r, shapes := range map[exact.Ring][][]int{
		exact.Mersenne31():      {{8}, {64}, {1 << 16}, {4, 32}},
		modulo(t, 998244353, 3): {{512}, {1 << 13}, {16, 4, 64}},
	} {
		if testcase.Long() {
			shapes = [][]int{{2048, 2048}, {256, 256}, {64, 128, 256}, {2, 2, 2, 2, 64}}
			for n := 1; n <= 1<<22; n *= 2 {
				shapes = append(shapes, []int{n})
			}
		}
		for i, shape := range shapes {
			t.Run(fmt.Sprintf("%v modulo %d", shape, r.Prime()), func(t *testing.T) {
				words := 2 * r.Words()
				for _, n := range shape {
					words *= n
				}
				x := random(r, uint64(i), words)
				for _, do := range []transform{r.Forward, r.Inverse} {
					y, z := slices.Repeat([]uint32{0xffffffff}, words), slices.Repeat([]uint32{0xffffffff}, words)
					require.NoError(t, do(ctx, all["cpu"], y, x, shape...))
					require.NoError(t, do(ctx, all["gpu"], z, x, shape...))
					require.True(t, slices.Equal(y, z))
				}
			})
		}
	}
}

// A product of transforms is the transform of the cyclic convolution, of residues and of pairs.
func TestConvolution(t *testing.T) {
	const n = 64
	for name, eng := range engines(t) {
		for _, r := range []exact.Ring{exact.Mersenne31(), modulo(t, 998244353, 0)} {
			ctx, words, p := context.Background(), r.Words(), uint64(r.Prime())
			x, y := random(r, 3, words*n), random(r, 4, words*n)
			want := make([]uint32, words*n)
			for i := range n {
				for j := range n {
					k := (i + j) % n
					if words == 1 {
						want[k] = uint32((uint64(want[k]) + uint64(x[i])*uint64(y[j])) % p)
						continue
					}
					a, b, c, d := uint64(x[2*i]), uint64(x[2*i+1]), uint64(y[2*j]), uint64(y[2*j+1])
					want[2*k] = uint32((uint64(want[2*k]) + a*c%p + p - b*d%p) % p)
					want[2*k+1] = uint32((uint64(want[2*k+1]) + a*d%p + b*c%p) % p)
				}
			}
			require.NoError(t, r.Forward(ctx, eng, x, x, n))
			require.NoError(t, r.Forward(ctx, eng, y, y, n))
			require.NoError(t, r.Multiply(x, x, y))
			require.NoError(t, r.Inverse(ctx, eng, x, x, n))
			require.Equal(t, want, x, "%s, modulo %d", name, p)
		}
	}
}

// Wrong arguments are refused on both engines. The errors can be told apart, and name the way out.
func TestErrors(t *testing.T) {
	r, ctx := modulo(t, 998244353, 3), context.Background()
	all := engines(t)
	for _, eng := range all {
		var length *wgfft.LengthError
		err := r.Forward(ctx, eng, make([]uint32, 15), make([]uint32, 15), 15)
		require.ErrorAs(t, err, &length)
		require.Equal(t, 15, length.N)
		require.ErrorContains(t, err, "want a divisor of 2^23 * 7 * 17")

		var element *exact.ElementError
		x := make([]uint32, 16)
		x[5] = r.Prime()
		require.ErrorAs(t, r.Inverse(ctx, eng, make([]uint32, 16), x, 8), &element)
		require.Equal(t, exact.ElementError{Slice: "src", Index: 5, Word: 998244353, Prime: 998244353}, *element)

		x[5] = 0
		require.ErrorIs(t, r.Forward(ctx, eng, x, x[:15], 8), wgfft.ErrSliceLength)
		require.ErrorIs(t, r.Forward(ctx, eng, x[:8], x, 8), wgfft.ErrSliceLength)
		require.ErrorIs(t, r.Forward(ctx, eng, x[4:12], x[:8], 8), wgfft.ErrOverlap)
		require.ErrorContains(t, r.Forward(ctx, eng, x, x), "has 0 axes")
		require.NoError(t, r.Forward(ctx, eng, nil, nil, 8))
		require.ErrorIs(t, exact.Ring{}.Forward(ctx, eng, x, x, 8), exact.ErrModulus)
		require.ErrorIs(t, exact.Mersenne31().Forward(ctx, eng, x, x, 16), wgfft.ErrSliceLength)
		done, cancel := context.WithCancel(ctx)
		cancel()
		require.ErrorIs(t, r.Forward(done, eng, x, x, 8), context.Canceled)
	}
	require.ErrorIs(t, r.Multiply(make([]uint32, 3), make([]uint32, 3), make([]uint32, 4)), wgfft.ErrSliceLength)
	require.ErrorContains(t, r.Multiply(make([]uint32, 1), make([]uint32, 1), []uint32{1 << 31}), "y[0] is 2147483648")
	_, err := exact.Modulo(1<<16+2, 0)
	require.ErrorIs(t, err, exact.ErrModulus)
	closed := open(t, wgfft.CPU)
	require.NoError(t, closed.Close())
	require.ErrorIs(t, r.Forward(ctx, closed, make([]uint32, 8), make([]uint32, 8), 8), wgfft.ErrClosed)
}
