package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// Threads do whole transforms of every length up to the limit that butterflies are written for, along the last axis and along others, and files may name such kernels.
func TestUndividedKernelsAreAdmitted(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(11))
	for n := 2; n <= wgsl.MaxUndivided+1; n++ {
		p := Problem{Shape: []int{n}, Batch: 40}
		all := Undivided(p, l, 0)
		if n > wgsl.MaxUndivided || LargestPrime(n) > MaxPrime {
			require.Empty(t, all, n)
			continue
		}
		require.Len(t, all, len(undividedSharing), n)
		for _, k := range all {
			require.Equal(t, 1, k.Threads())
			require.Zero(t, k.WorkgroupBytes())
			read, err := wgsl.ParseFFT(k.Name())
			require.NoError(t, err)
			made, err := Admit(p, l, read)
			require.NoError(t, err)
			if n%16 == 0 || n == 243 || n == 217 {
				isTransform(t, r, made)
			}
		}
		columns := Problem{Shape: []int{n, 6}, Axes: []int{0}, Batch: 3}
		for _, k := range Undivided(columns, l, 0) {
			made, err := Admit(columns, l, k)
			require.NoError(t, err)
			require.True(t, k.Across())
			require.Equal(t, 6, made.Passes[0].Lanes)
		}
	}
	require.Empty(t, Undivided(Problem{Kind: R2C, Shape: []int{256}}, l, 0), "rows of real numbers need exchanges")
}

// The same for passes of longer transforms, in both orders.
func TestUndividedPassesAreTransforms(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(12))
	for _, n := range []int{5040, 8192, 65536} {
		p := Problem{Shape: []int{n}, Batch: 1}
		met := map[Algorithm]int{}
		for _, s := range Splits(p, l, 0) {
			var kernels []wgsl.FFT
			for i, at := range s.Places {
				if all := at.Undivided(l); len(all) > 0 {
					kernels = append(kernels, all[i%len(all)])
				}
			}
			if len(kernels) < len(s.Places) || met[s.Algorithm] == 3 {
				continue
			}
			made, err := Admit(p, l, kernels...)
			require.NoError(t, err, "%v", Names(kernels))
			isTransform(t, r, made)
			met[s.Algorithm]++
		}
		require.Equal(t, map[Algorithm]int{FourStep: 3, Transposed: 3}, met, "%d points", n)
	}
}

// What comes near to such a kernel is refused: parts of a transform, primes without a butterfly, points beyond the limit, other forms.
func TestOnlyWholeTransformsAreUndivided(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	whole := Undivided(Problem{Shape: []int{256}, Batch: 40}, l, 0)[0]
	for name, change := range map[string]func(k *wgsl.FFT){
		"half of the points":  func(k *wgsl.FFT) { k.Points = 128 },
		"more points":         func(k *wgsl.FFT) { k.Points = 300 },
		"a matrix product":    func(k *wgsl.FFT) { k.Product = 1 },
		"two axes":            func(k *wgsl.FFT) { k.Over[0] = wgsl.Chain{2} },
		"a prime":             func(k *wgsl.FFT) { k.Chain, k.Points = wgsl.Chain{53}, 53 },
		"a large prime twice": func(k *wgsl.FFT) { k.Chain, k.Points = wgsl.Chain{202}, 202 },
	} {
		k := whole
		change(&k)
		k.Load.Map, k.Store.Map = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N())
		require.Error(t, ordinary(k, l), name)
	}
	require.NoError(t, ordinary(whole, l))
	_, err = wgsl.MakeChain(wgsl.MaxUndivided + 1)
	require.ErrorContains(t, err, "one alone to 256")
	_, err = wgsl.MakeChain(wgsl.MaxRadix+2, 2)
	require.ErrorContains(t, err, "from 2 to 64")
}

// The pass that takes points k and -k of a real transform together has couples, which exchange, in the place of threads that do whole transforms.
func TestUndividedPassesOfRealTransforms(t *testing.T) {
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(13))
	most := 3 // of each order
	if testcase.Long() {
		most = 5
	}
	for i, p := range []Problem{
		{Kind: R2C, Shape: []int{65536}}, {Kind: R2C, Shape: []int{65536}, Inverse: true}, {Kind: DCT2, Shape: []int{65536}}, {Kind: DCT3, Shape: []int{65536}},
		{Kind: C2R, Shape: []int{20000}}, {Kind: R2C, Shape: []int{131072}},
	} {
		if (i == 1 || i == 2) && !testcase.Long() {
			continue // as the one before and the one behind
		}
		p.Batch = 1
		met, orders := 0, map[Algorithm]int{}
		for _, s := range Splits(p, l, 0) {
			var kernels []wgsl.FFT
			whole := false
			for _, at := range s.Places {
				k := at.Kernels(l)[0]
				if all := at.Undivided(l); len(all) > 0 {
					k, whole = all[0], true
				}
				kernels = append(kernels, k)
			}
			if !whole || orders[s.Algorithm] == most {
				continue
			}
			made, err := Admit(p, l, Composed(p, l, 0, kernels)...)
			require.NoError(t, err, "%v: %v", p, Names(kernels))
			if orders[s.Algorithm]++; orders[s.Algorithm] == 1 && i < 2 {
				isRealTransform(t, r, made)
			}
			met++
		}
		require.Greater(t, met, 5, "%v", p)
	}
}
