package plan_test

import (
	"math"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
	"pgregory.net/rapid"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestInvalidProblems(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, n := range []int{0, -1, -16, math.MinInt} {
		err := plan.Problem{Shape: []int{n}}.Check()
		var e *plan.LengthError
		require.ErrorAs(t, err, &e)
		require.ErrorIs(t, err, plan.ErrInvalidLength)
		require.Equal(t, n, e.N)
		require.Contains(t, e.Reason, "at least one point")
		_, err = choose.Make(plan.Problem{Shape: []int{n}}, l)
		require.ErrorIs(t, err, plan.ErrInvalidLength)
	}
	for _, c := range []struct {
		p    plan.Problem
		want string
	}{
		{plan.Problem{}, "want 1 to 16"},
		{plan.Problem{Shape: []int{}}, "want 1 to 16"},
		{plan.Problem{Shape: []int{16}, Batch: -1}, "negative"},
		{plan.Problem{Shape: []int{1 << 30, -2}}, "length -2: a transform needs at least one point"},
		{plan.Problem{Shape: []int{16}, Batch: math.MinInt}, "negative"},
		{plan.Problem{Shape: []int{16}, Norm: 3}, "want backward, ortho or forward"},
		{plan.Problem{Shape: []int{16}, Norm: 255}, "want backward, ortho or forward"},
		{plan.Problem{Shape: []int{16}, Kind: plan.KindCount}, "is not a transform"},
		{plan.Problem{Shape: []int{16}, Kind: plan.R2C, InPlace: true, Out: plan.Layout{Planar: true}},
			"use two buffers"},
		{plan.Problem{Shape: []int{16}, Kind: plan.R2C, Axes: []int{}}, "no axis is transformed"},
		{plan.Problem{Shape: []int{16}, Kind: plan.R2C, In: plan.Layout{Planar: true}}, "planar is for complex arrays"},
		{plan.Problem{Shape: []int{16, 1}, Kind: plan.DCT1}, "at least 2 points"},
		{plan.Problem{Shape: []int{16, 2}, Kind: plan.DCT2, Kinds: []plan.Kind{plan.DCT2}},
			"1 kinds [dct2] for 2 transformed axes"},
		{plan.Problem{Shape: []int{16, 2}, Kinds: []plan.Kind{plan.C2C, plan.C2C}}, "Kind is c2c"},
		{plan.Problem{Shape: []int{16, 2}, Kind: plan.DCT2, Kinds: []plan.Kind{plan.DCT2, plan.R2C}},
			"no sine or cosine transform"},
		{plan.Problem{Shape: []int{plan.LongestTrig + 2}, Kind: plan.DCT2}, "at most"},
	} {
		err := c.p.Check()
		require.ErrorContains(t, err, c.want, "%v", c.p)
		require.True(t, strings.HasPrefix(err.Error(), "wgfft: "))
		for _, l := range []wgsl.Limits{l, anyLimits()} {
			_, err := choose.Make(c.p, l)
			require.ErrorContains(t, err, c.want, "%v", c.p)
			_, err = choose.From(c.p, l, wgsl.Kernel{})
			require.Error(t, err)
		}
	}
}

// validProblems generates the problems that a spec can describe.
func validProblems() *rapid.Generator[plan.Problem] {
	count := rapid.OneOf(rapid.IntRange(1, 100), rapid.IntRange(1, min(1<<40, math.MaxInt)))
	return rapid.Custom(func(t *rapid.T) plan.Problem {
		return plan.Problem{Kind: plan.C2C, Shape: rapid.SliceOfN(count, 1, 8).Draw(t, "shape"),
			Batch: count.Draw(t, "batch")}
	})
}

func TestSpecsPrintAndParse(t *testing.T) {
	problems := validProblems()
	for seed := range 200 {
		p := problems.Example(seed)
		got, err := plan.ParseSpec(p.String())
		require.NoError(t, err)
		require.Equal(t, p, got)
	}
	p, err := plan.ParseSpec("c2c:4096*16384")
	require.NoError(t, err)
	require.Equal(t, plan.Problem{Shape: []int{4096}, Batch: 16384}, p)
	p, err = plan.ParseSpec("c2c:24x24")
	require.NoError(t, err)
	require.Equal(t, plan.Problem{Shape: []int{24, 24}, Batch: 1}, p)
	p, err = plan.ParseSpec("dct2:512x512*2")
	require.NoError(t, err)
	require.Equal(t, plan.Problem{Kind: plan.DCT2, Shape: []int{512, 512}, Batch: 2}, p)
	require.Equal(t, "c2c:16*1", plan.Problem{Shape: []int{16}}.String(), "a batch of 0 is 1")
}

func TestInvalidSpecs(t *testing.T) {
	for _, s := range []string{
		"", ":", "c2c", "c2c:", "c2c:*", "c2c:16*", "c2c:*16", "16*16", "r2r:16", "dct:16", "dct5:16", "C2C:16",
		"c2c:0", "c2c:16*0", "c2c:-16", "c2c:16*-1",
		"c2c:+16", "c2c:016", "c2c:1e3", "c2c:16x", "c2c:x16", "c2c:16xx16", "c2c:16*4*4", "c2c: 16", "c2c:16 ",
		"c2c:16*4x4", "c2c:0x10",
		"c2c:1099511627777", "c2c:99999999999999999999", "c2c:2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2x2", "c2c:16,16", "c2c:٣",
	} {
		_, err := plan.ParseSpec(s)
		require.ErrorIs(t, err, plan.ErrSpec, "%q", s)
		require.Contains(t, err.Error(), "write KIND:SHAPE*BATCH", "%q", s)
	}
}

func FuzzParseSpec(f *testing.F) {
	for _, s := range []string{
		"c2c:4096*16384", "c2c:16", "c2c:24x24*3", "c2c:016", "c2c:1*0", "r2c:16", "c2c:1099511627776*1099511627776",
	} {
		f.Add(s)
	}
	f.Fuzz(func(t *testing.T, s string) {
		p, err := plan.ParseSpec(s)
		if err != nil {
			require.ErrorIs(t, err, plan.ErrSpec)
			return
		}
		again, err := plan.ParseSpec(p.String())
		require.NoError(t, err)
		require.Equal(t, p, again)
		require.Contains(t, []string{p.String(), strings.TrimSuffix(p.String(), "*1")}, s,
			"print and parse are inverse")
		p.Check() // an error or nil, no panic
	})
}

// anyLimits returns limits that refuse no size.
func anyLimits() wgsl.Limits {
	l := wgsl.DefaultLimits()
	l.BindingBytes, l.AllocationBytes = math.MaxInt64, math.MaxInt64
	return l
}

// A problem is printed with its kinds. Kinds takes precedence over Kind.
func TestKindsArePrinted(t *testing.T) {
	for want, p := range map[string]plan.Problem{
		"c2c:4*1":         {Shape: []int{4}},
		"dct1:4*2":        {Kind: plan.DCT1, Shape: []int{4}, Batch: 2},
		"dst4:4*1":        {Kind: plan.DCT2, Kinds: []plan.Kind{plan.DST4}, Shape: []int{4}},
		"dct1:4x8*1":      {Kind: plan.DCT2, Kinds: []plan.Kind{plan.DCT1, plan.DCT1}, Shape: []int{4, 8}},
		"dct1,dst3:4x8*1": {Kind: plan.DCT2, Kinds: []plan.Kind{plan.DCT1, plan.DST3}, Shape: []int{4, 8}},
	} {
		require.Equal(t, want, p.String())
	}
}

// needs64Bits skips a test with more points than a 32-bit int can count.
func needs64Bits(t *testing.T) {
	t.Helper()
	if math.MaxInt == math.MaxInt32 {
		t.Skip("an int has 32 bits")
	}
}
