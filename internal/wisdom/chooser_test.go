package wisdom

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestReject(t *testing.T) {
	l := wgsl.DefaultLimits()
	p := plan.Problem{Shape: []int{1 << 16}}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	kernels := plan.Join(axes)
	require.Greater(t, len(kernels), 1)
	w := someWisdom(t, l)
	_, ok := w.Choice(p, l)
	require.True(t, ok)
	require.False(t, w.IsRejected(kernels, nil))
	before, err := w.Encode()
	require.NoError(t, err)
	bad := w.Reject(Rejection{Kernels: plan.Names(kernels), Evidence: "together"})
	_, ok = bad.Choice(p, l)
	require.False(t, ok)
	require.True(t, bad.IsRejected(kernels, nil))
	require.False(t, bad.IsRejected(kernels[:1], nil), "one of them alone is not rejected")
	_, err = bad.Encode()
	require.NoError(t, err)
	after, err := w.Encode()
	require.NoError(t, err)
	require.Equal(t, string(before), string(after), "wisdom is a value")
	require.Equal(t, bad, bad.Learn(entryOf(t, p, l, 1)), "rejected kernels are not learned")
	// The planner takes another choice if there is one.
	safe, err := Chooser{Wisdom: bad}.Choose(p, l)
	require.NoError(t, err)
	require.NotEqual(t, axes, safe)
	all, err := choose.Alternatives(p, l)
	require.NoError(t, err)
	worse := bad
	for _, a := range all {
		worse = worse.Reject(Rejection{Kernels: plan.Names(plan.Join(a.Axes)), Evidence: "too"})
	}
	plain, err := Chooser{Wisdom: worse}.Choose(p, l)
	require.NoError(t, err, "there is always a choice")
	require.Equal(t, plainest(all).Axes, plain)
	got, err := Chooser{Wisdom: w}.Choose(plan.Problem{Shape: []int{100}}, l)
	require.NoError(t, err)
	require.NotEmpty(t, got)
	require.Equal(t, bad, bad.Reject(Rejection{Kernels: plan.Names(kernels), Evidence: "again"}),
		"the first evidence stays")
}

// A problem still has a plan if wisdom has rejected every choice for it.
func TestEverythingRejected(t *testing.T) {
	i := 0
	for _, name := range []string{"default", "h200"} {
		l, err := wgsl.NamedLimits(name)
		require.NoError(t, err)
		for _, p := range []plan.Problem{
			{Shape: []int{1}}, {Shape: []int{2}}, {Shape: []int{64}, Batch: 100}, {Shape: []int{2401}},
			{Shape: []int{4096}, Batch: 9}, {Shape: []int{37}},
			{Shape: []int{1009}}, {Shape: []int{1 << 16}}, {Shape: []int{20011}}, {Shape: []int{128, 128}},
			{Shape: []int{30, 1000}, InPlace: true},
			{Kind: plan.R2C, Shape: []int{1000}}, {Kind: plan.C2R, Shape: []int{1001}}, {Kind: plan.R2C,
				Shape: []int{64, 48}},
			{Kind: plan.R2C, Shape: []int{30, 63}, Inverse: true},
			{Kind: plan.DCT2, Shape: []int{512}}, {Kind: plan.DST1, Shape: []int{100}}, {Kind: plan.DCT4,
				Shape: []int{8, 8}},
			{Shape: []int{16, 16, 16}, Axes: []int{0, 1}},
		} {
			i++
			if !testcase.ShardOf(t, i, 4) {
				continue
			}
			w := allRejected(t, Wisdom{Device: someDevice}, p, l)
			axes, err := Chooser{Wisdom: w}.Choose(p, l)
			require.NoError(t, err, "%v", p)
			require.True(t, w.IsRejected(plan.Join(axes), nil), "%v", p)
			_, err = plan.Make(p, l, Chooser{Wisdom: w})
			require.NoError(t, err, "%v", p)
		}
	}
}

// allRejected returns wisdom that has rejected every kernel it might choose for a problem.
func allRejected(t *testing.T, w Wisdom, p plan.Problem, l wgsl.Limits) Wisdom {
	t.Helper()
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err, "%v", p)
	all, err := choose.Alternatives(p, l)
	require.NoError(t, err, "%v", p)
	for _, a := range append(all, choose.Alternative{Axes: axes}) {
		for _, name := range plan.Names(plan.Join(a.Axes)) {
			w = w.Reject(Rejection{Kernels: []string{name}, Evidence: "a test"})
		}
	}
	return w
}

// TestRejectedConvolutions: a convolution has other kernels than rejected ones, of other lengths if need be, and has a
// plan even if every choice for it is rejected.
func TestRejectedConvolutions(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []plan.Convolution{
		{Shape: []int{1000}, Kernel: []int{30}}, {Shape: []int{30000}, Kernel: []int{300}},
		{Shape: []int{64, 100}, Kernel: []int{5, 7}, Real: true},
		{Shape: []int{64, 64}, Kernel: []int{9, 9}, Quick: true},
	} {
		best, err := choose.Convolution(c, l)
		require.NoError(t, err)
		w := Wisdom{Device: someDevice}
		got, err := Chooser{Wisdom: w}.ChooseConvolution(c, l)
		require.NoError(t, err)
		require.Equal(t, best, got)
		w = w.Reject(Rejection{Kernels: plan.Names(plan.Join(best.Steps)), Evidence: "together"})
		_, err = w.Encode()
		require.NoError(t, err)
		other, err := Chooser{Wisdom: w}.ChooseConvolution(c, l)
		require.NoError(t, err)
		require.False(t, w.IsRejected(plan.Join(other.Steps), nil), "%v", c)
		made, err := plan.MakeConvolution(c, l, Chooser{Wisdom: w})
		require.NoError(t, err, "%v", c)
		require.NotEmpty(t, made.Passes)
		for _, a := range append(choose.ConvolutionAlternatives(c, l), best) {
			for _, name := range plan.Names(plan.Join(a.Steps)) {
				w = w.Reject(Rejection{Kernels: []string{name}, Evidence: "a test"})
			}
		}
		_, err = plan.MakeConvolution(c, l, Chooser{Wisdom: w})
		require.NoError(t, err, "%v", c)
	}
}
