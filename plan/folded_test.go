package plan

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Chains of coprime radices are all there are of fewest radices, with the even one first.
func TestCoprimeChains(t *testing.T) {
	chains := func(n int) (all []string) {
		for _, c := range coprimeRadices(n) {
			require.Equal(t, n, c.N())
			require.True(t, wgsl.Rader{Prime: n + 1, Radices: c}.IsPFA())
			all = append(all, c.String())
		}
		return all
	}
	require.ElementsMatch(t, []string{"36.35.13", "36.13.35", "28.45.13", "28.13.45"}, chains(16380))
	require.ElementsMatch(t, []string{"4.15", "12.5", "20.3"}, chains(60))
	require.Empty(t, chains(250), "125 is beyond what a thread holds")
	require.Empty(t, chains(2*37), "37 has no butterfly")
	require.Empty(t, chains(16), "one radix")
}

// Kernels of pairs are there for the tuner from so many points on, and among what the model compares for more, of complex rows alone; they are transforms, and a device of
// less memory gets those that it can run.
func TestPairedVariants(t *testing.T) {
	r := rand.New(rand.NewSource(5))
	every := 110 // of those so many one is played
	if everything() {
		every = 40
	}
	for _, name := range []string{"h200", "default"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for _, n := range []int{1009, 3571} {
			if !everything() && (n == 1009) != (name == "h200") {
				continue
			}
			p := Problem{Shape: []int{n}, Batch: 5}
			some := 0
			for _, k := range OnePass(p, l, 0, 1) {
				if !k.Rader.Fold {
					continue
				}
				some++
				k.Layout = BestLayout(k, l)
				require.NoError(t, k.Check(l))
				if some%every == 1 && name == "h200" {
					made, err := Validate(p, l, k)
					require.NoError(t, err)
					checkSchedule(t, made)
					isTransform(t, r, made)
				}
			}
			require.Positive(t, some, "%d points, %s", n, name)
		}
		for _, p := range []Problem{{Shape: []int{997}}, {Shape: []int{3571}, Kind: R2C}, {Shape: []int{3571}, Kind: DCT2}, {Shape: []int{2 * 3571}}} {
			if !everything() && (p.Kind == C2C) != (name == "h200") {
				continue
			}
			for _, k := range OnePass(p, l, 0, 1) {
				require.False(t, k.Rader.Fold, "%v", p)
			}
		}
	}
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	p := Problem{Shape: []int{3571}, Batch: 1000}
	ks, err := Choose(p, l)
	require.NoError(t, err)
	made := withFew(t, p, l, ks)
	require.True(t, made.Passes[0].Rader.Fold, "%v", made)
	isTransform(t, r, made)
}
