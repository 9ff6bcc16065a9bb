package plan_test

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Real FFTs in place are right for rows of every length and for arrays along any of their axes, in
// one pass, in several passes, and with scratch.
func TestInterpretedRealFFTsInPlace(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	made := func(r *rand.Rand, p plan.Problem, l wgsl.Limits) plan.Plan {
		t.Helper()
		p.InPlace = true
		planned, err := choose.Make(p, l)
		require.NoError(t, err, "%v", p)
		plan.RequireRealFFTInPlace(t, r, planned)
		return planned
	}
	for _, kind := range []plan.Kind{plan.R2C, plan.C2R} {
		for n := 1; n <= 300; n++ {
			if n > 70 && n%13 > 0 || n > 16 && !testcase.ShardOf(t, n+300*int(kind), 48) {
				continue
			}
			r := rand.New(rand.NewSource(int64(n)))
			p := made(r, plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%4, Norm: plan.Norm(n % 3),
				Inverse: r.Intn(2) == 0, Options: plan.Options{PackPairs: r.Intn(2) == 0}}, l)
			require.Zero(t, p.Schedule().ScratchBytes(), "%v", p)
		}
		for i, n := range []int{500, 509, 1000, 1021, 2 * 1009, 8192, 8209, 16384, 65536} {
			if !testcase.ShardOf(t, i+9*int(kind), 18) || n > 1<<14 && !testcase.Long() {
				continue
			}
			made(rand.New(rand.NewSource(int64(n))), plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 + n%2*2}, l)
		}
		p := made(seeded(1), plan.Problem{Kind: kind, Shape: []int{2048}, Batch: 2}, smallWorkgroups())
		require.Len(t, p.Passes, 2)
		for i, shape := range [][]int{{16, 16}, {5, 7}, {3, 1, 2}, {48, 34}, {4, 9, 66}} {
			if !testcase.ShardOf(t, i+5*int(kind), 4) {
				continue
			}
			p := made(seeded(1), plan.Problem{Kind: kind, Shape: shape, Batch: 2}, l)
			require.Equal(t, len(p.Axes) == len(p.Passes), p.Schedule().ScratchBytes() == 0, "%v", p)
		}
	}
	lengths := []int{1, 2, 3, 4, 5, 8, 9, 12, 17, 30, 80}
	for i := range 120 {
		if !testcase.ShardOf(t, i, 24) {
			continue
		}
		r := rand.New(rand.NewSource(int64(i)))
		p := plan.Problem{Kind: plan.R2C + plan.Kind(r.Intn(2)), Batch: 1 + r.Intn(3), Norm: plan.Norm(r.Intn(3)),
			Inverse: r.Intn(2) == 0, Options: plan.Options{PackPairs: r.Intn(2) == 0}}
		for range 1 + r.Intn(3) {
			p.Shape = append(p.Shape, lengths[r.Intn(len(lengths))])
		}
		p.Axes = r.Perm(len(p.Shape))[:1+r.Intn(len(p.Shape))]
		made(r, p, l)
	}
}

// Layouts in which rows overlay their spectra work in place. Others use scratch.
func TestInterpretedLayoutsOfRealFFTsInPlace(t *testing.T) {
	t.Parallel()
	l, err := wgsl.NamedLimits("lavapipe")
	require.NoError(t, err)
	r := rand.New(rand.NewSource(32))
	for _, n := range []int{16, 17, 100} {
		bins := n/2 + 1
		for name, c := range map[string]struct {
			reals, bins plan.Layout
			scratch     bool
		}{
			"usual": {},
			"far apart": {reals: plan.Layout{Strides: []int{2*bins + 6, 1}, Dist: 3*(2*bins+6) + 8},
				bins: plan.Layout{Strides: []int{bins + 3, 1}, Dist: 3*(bins+3) + 4}},
			"offset": {reals: plan.Layout{Offset: 10}, bins: plan.Layout{Offset: 5}},
			"backwards": {reals: plan.Layout{Strides: []int{-2 * bins, 1}, Dist: 6 * bins, Offset: 4 * bins},
				bins: plan.Layout{Strides: []int{-bins, 1}, Dist: 3 * bins, Offset: 2 * bins}},
			"dense numbers": {reals: plan.Layout{Strides: []int{n, 1}, Dist: 3 * n}, scratch: true},
			"other offset":  {reals: plan.Layout{Offset: 1}, scratch: true},
			"fewer numbers": {reals: plan.Layout{Have: []int{3, n - 4}}},
			"fewer rows":    {reals: plan.Layout{Have: []int{2, n}, Dist: 6 * bins}, scratch: true},
			"columns":       {reals: plan.Layout{Strides: []int{1, 3}, Dist: 3 * n}, scratch: true},
		} {
			for _, kind := range []plan.Kind{plan.R2C, plan.C2R} {
				p := plan.Problem{Kind: kind, Shape: []int{3, n}, Axes: []int{1}, Batch: 2, InPlace: true,
					In: c.reals, Out: c.bins}
				if kind == plan.C2R {
					p.In, p.Out = c.bins, c.reals
				}
				planned, err := choose.Make(p, l)
				require.NoError(t, err, "%s", name)
				require.Equal(t, c.scratch, planned.Schedule().ScratchBytes() > 0, "%s: %v", name, planned)
				plan.RequireRealFFTInPlace(t, r, planned)
			}
		}
	}
	_, err = choose.Make(plan.Problem{Kind: plan.C2R, Shape: []int{4, 16}, InPlace: true,
		Out: plan.Layout{Strides: []int{8, 1}}}, l)
	require.ErrorContains(t, err, "share an address")
}
