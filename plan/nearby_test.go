package plan

import (
	"math/rand/v2"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// What is drawn is admitted, differs in one kernel or in two that were alike, and in everything that may differ now and then.
func TestNearby(t *testing.T) {
	limits, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for _, p := range []Problem{
		{Shape: []int{1024}, Batch: 1000}, {Shape: []int{7}, Batch: 1000}, {Shape: []int{1021}, Batch: 1000}, {Shape: []int{61}, Batch: 1000}, {Shape: []int{1 << 18}, Batch: 4},
		{Shape: []int{65521}, Batch: 9}, {Shape: []int{64, 64}, Batch: 99}, {Kind: R2C, Shape: []int{1000}, Batch: 99}, {Kind: C2R, Shape: []int{1 << 16}, Batch: 9}, {Kind: DCT2, Shape: []int{1024}, Batch: 64},
	} {
		draw := rand.New(rand.NewPCG(1, uint64(p.Points()))).IntN
		from, err := Choose(p, limits)
		require.NoError(t, err)
		differ := map[string]bool{}
		for range 80 {
			near, ok := Nearby(p, limits, from, draw)
			require.True(t, ok, "%v", p)
			require.Len(t, near, len(from))
			_, err := Admit(p, limits, near...)
			require.NoError(t, err)
			var changed []int
			for i := range from {
				if near[i] != from[i] {
					changed = append(changed, i)
				}
			}
			require.NotEmpty(t, changed)
			for _, i := range changed[1:] {
				require.Equal(t, bare(near[changed[0]]), bare(near[i]), "%v: %v", p, Names(near))
				require.Equal(t, bare(from[changed[0]]), bare(from[i]))
			}
			old, k := from[changed[0]], near[changed[0]]
			require.Equal(t, old.N(), k.N())
			for what, is := range map[string]bool{
				"radices": !slices.Equal(old.Radices(), k.Radices()), "points": old.Points != k.Points, "transforms": old.Transforms != k.Transforms, "exchange": old.Exchange != k.Exchange, "layout": old.Layout != k.Layout,
				"few": old.Few != k.Few, "once": old.Once != k.Once, "tangents": old.Tangents != k.Tangents, "wide": old.Wide != k.Wide, "breaks": old.Breaks != k.Breaks, "load": old.Load.Path != k.Load.Path, "store": old.Store.Path != k.Store.Path,
			} {
				differ[what] = differ[what] || is
			}
		}
		t.Logf("%v: %v", p, differ)
		if from[0].Exchanges() {
			for _, what := range []string{"radices", "points", "transforms", "exchange", "layout", "wide", "breaks"} {
				require.True(t, differ[what], "%v: %s", p, what)
			}
			require.Equal(t, from[0].Twiddled(), differ["few"], "%v", p)
			require.Equal(t, from[0].Turns(), differ["tangents"], "%v", p)
		} else {
			require.True(t, differ["transforms"])
		}
	}
}

// There may be nothing like a choice.
func TestNothingNearby(t *testing.T) {
	limits := wgsl.DefaultLimits()
	p := Problem{Shape: []int{1}, Batch: 5}
	from, err := Choose(p, limits)
	require.NoError(t, err)
	for seed := range uint64(20) {
		if near, ok := Nearby(p, limits, from, rand.New(rand.NewPCG(seed, 1)).IntN); ok {
			_, err := Admit(p, limits, near...)
			require.NoError(t, err)
		}
	}
}
