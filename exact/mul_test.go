package exact

import (
	"fmt"
	"math/big"
	"math/rand/v2"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/modular"
	"wgfft/internal/testcase"
)

// randomWords returns a number of n words: random, all ones, with runs of zeros and ones, or a power of two.
func randomWords(r *rand.Rand, n int) *big.Int {
	x := make([]big.Word, n)
	kind := r.IntN(5)
	for i := range x {
		switch kind {
		case 0:
			x[i] = ^big.Word(0)
		case 1:
			x[i] = -big.Word(r.IntN(2))
		case 2:
		default:
			x[i] = big.Word(r.Uint64())
		}
	}
	x[n-1] |= 1 << r.IntN(wordBits)
	return new(big.Int).SetBits(x)
}

// requireProduct compares product with math/big.
func requireProduct(t *testing.T, x, y *big.Int) {
	t.Helper()
	a, b := x.Bits(), y.Bits()
	if len(a) > len(b) {
		a, b = b, a
	}
	z := new(big.Int).SetBits(product(a, b))
	require.Zero(t, z.Cmp(new(big.Int).Mul(x, y)), "%d and %d words", len(a), len(b))
}

// Products and squares equal the results of math/big, for like and unlike lengths.
func TestProductIsExact(t *testing.T) {
	r := rand.New(rand.NewPCG(1, 1))
	for i := range 10000 {
		n := 1 + r.IntN(1<<r.IntN(8))
		x, y := randomWords(r, n), randomWords(r, 1+r.IntN(1<<r.IntN(8)))
		if i%4 == 0 {
			y = x
		}
		if i%200 == 0 {
			x, y = randomWords(r, 1+r.IntN(4000)), randomWords(r, 1+r.IntN(4000))
		}
		requireProduct(t, x, y)
	}
}

// Products are exact around the lengths where the digits get shorter, blocks begin, or the transform changes.
func TestProductIsExactAtThresholds(t *testing.T) {
	ones := func(words int) *big.Int {
		x := new(big.Int).Lsh(big.NewInt(1), uint(words*64))
		return x.Sub(x, big.NewInt(1))
	}
	r := rand.New(rand.NewPCG(2, 2))
	lengths := []int{32, 896, 1792, 3583, 3584} // 4095 digits of 56 bits have 3583 words
	if testcase.Long() {
		lengths = append(lengths, 14079, 14080, 55296, 140000)
	}
	for _, n := range lengths {
		for m := n - 1; m <= n+1; m++ {
			requireProduct(t, ones(n), ones(m))
			requireProduct(t, ones(m), ones(m))
		}
	}
	for _, n := range []int{1, 2, 40, 301} {
		for _, m := range []int{maxRatio*n - 1, maxRatio * n, maxRatio*n + 1, 7 * n, 20*n + 3} {
			requireProduct(t, randomWords(r, n), randomWords(r, m))
			requireProduct(t, ones(n), ones(m))
		}
	}
}

// A carry out of the digits that one goroutine joins runs through all later ones. With D = 2^size - 1, the digits of
// the convolution are D up to the last one of the first run, which is 2D, and D from there on.
func TestCarryRunsThroughLaterDigits(t *testing.T) {
	one := big.NewInt(1)
	size, _ := digitSize(joinRun * 55 / wordBits)
	x, y := new(big.Int).Lsh(one, uint(size*joinRun)), new(big.Int).Lsh(one, uint(size*(joinRun-1)))
	requireProduct(t, x.Sub(x, one), y.Add(y, one))
}

// The digits of each length are the longest ones whose sums of products are below the product of the primes.
func TestDigitSizeIsSafe(t *testing.T) {
	limit := new(big.Int).SetUint64(modular.Longs[0].P)
	limit.Mul(limit, new(big.Int).SetUint64(modular.Longs[1].P))
	largest := func(count, size int) *big.Int {
		x := new(big.Int).Lsh(big.NewInt(1), uint(size))
		x.Sub(x, big.NewInt(1)).Mul(x, x)
		return x.Mul(x, big.NewInt(int64(count)))
	}
	sizes := map[int]bool{}
	for exponent := range 26 {
		for mantissa := 64; mantissa < 128; mantissa++ {
			words := mantissa << exponent >> 6
			size, count := digitSize(words)
			sizes[size] = true
			require.GreaterOrEqual(t, count*size, words*wordBits)
			require.Negative(t, largest(count, size).Cmp(limit), "%d words", words)
			if size < 56 {
				require.Positive(t, largest(digits(words, size+1)+digits(words, size+1)>>13+2, size+1).Cmp(limit))
			}
		}
	}
	require.Len(t, sizes, 9) // 48 to 56 bits
}

// Mul has the signs and zeros of math/big, and does not change its factors.
func TestMul(t *testing.T) {
	r := rand.New(rand.NewPCG(3, 3))
	words := mulWords * 64 / wordBits
	long, other := randomWords(r, words), randomWords(r, words+7)
	for _, x := range []*big.Int{long, new(big.Int).Neg(long), other, big.NewInt(-3), new(big.Int)} {
		was := new(big.Int).Set(x)
		require.Zero(t, Sqr(x).Cmp(new(big.Int).Mul(x, x)))
		for _, y := range []*big.Int{x, long, new(big.Int).Neg(other), big.NewInt(5), new(big.Int)} {
			require.Zero(t, Mul(x, y).Cmp(new(big.Int).Mul(x, y)))
			require.Zero(t, was.Cmp(x))
		}
	}
	require.Panics(t, func() { Mul(nil, long) })
}

// Several goroutines multiply at a time, with lengths that share memory.
func TestMulFromManyGoroutines(t *testing.T) {
	r := rand.New(rand.NewPCG(4, 4))
	var wait sync.WaitGroup
	for i := range 8 {
		x, y := randomWords(r, 1500+200*i), randomWords(r, 1500+100*i)
		want := new(big.Int).Mul(x, y)
		wait.Go(func() {
			for range 3 {
				if Mul(x, y).Cmp(want) != 0 {
					t.Errorf("product %d differs", i)
				}
			}
		})
	}
	wait.Wait()
}

// Numbers of 10^7 decimal digits have the products of math/big.
func TestMulOfLongNumbers(t *testing.T) {
	if !testcase.Long() {
		t.Skip("a product of math/big takes 10 s here: make test-long runs this test")
	}
	r := rand.New(rand.NewPCG(5, 5))
	words := 520000 * 64 / wordBits
	x, y := randomWords(r, words), randomWords(r, words+1234)
	require.Zero(t, Mul(x, y).Cmp(new(big.Int).Mul(x, y)))
	require.Zero(t, Sqr(x).Cmp(new(big.Int).Mul(x, x)))
}

// BenchmarkProduct shows the number of words from which transforms are faster than math/big.
func BenchmarkProduct(b *testing.B) {
	for _, n := range []int{600, 800, 1000, 1200, 1500, 2000} {
		r := rand.New(rand.NewPCG(6, 6))
		x, y := randomWords(r, n*64/wordBits), randomWords(r, n*64/wordBits)
		b.Run(fmt.Sprintf("transforms/%d", n), func(b *testing.B) {
			for b.Loop() {
				product(x.Bits(), y.Bits())
			}
		})
		b.Run(fmt.Sprintf("big/%d", n), func(b *testing.B) {
			for b.Loop() {
				new(big.Int).Mul(x, y)
			}
		})
	}
}
