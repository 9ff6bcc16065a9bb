package plan_test

import (
	"fmt"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// ByAxis splits the kernels of a choice as they were chosen, and refuses one kernel more.
func TestByAxis(t *testing.T) {
	for _, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for _, p := range chosenProblems() {
			axes, err := choose.Kernels(p, l)
			require.NoError(t, err)
			kernels := plan.Join(axes)
			again, err := plan.ByAxis(p, l, kernels...)
			require.NoError(t, err)
			require.Equal(t, axes, again, "%v", p)
			at := 0
			for _, c := range axes {
				require.Equal(t, at, c.FirstAxis)
				at += c.AxisCount
			}
			require.Len(t, p.OrderedAxes(l), at, "%v", p)
			_, err = plan.ByAxis(p, l, append(slices.Clone(kernels), kernels[0])...)
			require.Error(t, err)
		}
	}
}

// From refuses a choice with other axes, with other kernels, and without a pass that an axis needs.
func TestInvalidAxisChoices(t *testing.T) {
	l := smallWorkgroups()
	p := plan.Problem{Kind: plan.R2C, Shape: []int{64, 2048}}
	axes, err := choose.Kernels(p, l)
	require.NoError(t, err)
	require.Len(t, axes, 2)
	end := plan.PairPassKernel(l)
	for want, change := range map[string]func(c []plan.AxisChoice) []plan.AxisChoice{
		"too few":               func(c []plan.AxisChoice) []plan.AxisChoice { return c[:1] },
		"too many":              func(c []plan.AxisChoice) []plan.AxisChoice { return append(c, c[1]) },
		"other axes":            func(c []plan.AxisChoice) []plan.AxisChoice { c[1].FirstAxis = 0; return c },
		"than the choice names": func(c []plan.AxisChoice) []plan.AxisChoice { c[0].AxisCount = 2; return c },
		"or is another":         func(c []plan.AxisChoice) []plan.AxisChoice { c[1].PairPass = &end; return c },
		"points k and -k":       func(c []plan.AxisChoice) []plan.AxisChoice { return withoutPairs(c) },
		"its axes: too few":     func(c []plan.AxisChoice) []plan.AxisChoice { c[0].Kernels = nil; return c },
	} {
		changed, _ := plan.CopyChoice(axes)
		_, err := plan.From(p, l, choose.Chooser{}, change(changed)...)
		require.ErrorContains(t, err, want)
	}
}

// withoutPairs removes from the first axis what combines points k and -k.
func withoutPairs(axes []plan.AxisChoice) []plan.AxisChoice {
	axes[0] = choose.WithoutPairPass(axes[0])
	return axes
}

// A reversed choice is valid for the other direction. Reversed twice, it is the same choice.
func TestReversed(t *testing.T) {
	for i, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for j, p := range append(chosenProblems(), plan.Problem{Kind: plan.R2C, Shape: []int{12, 20, 9}},
			plan.Problem{Kind: plan.C2R, Shape: []int{5, 7, 8}}, plan.Problem{Kind: plan.R2C, Shape: []int{6, 2048}},
			plan.Problem{Kind: plan.DCT2, Shape: []int{1024}}) {
			if !testcase.Shard(t, 2*j+i) {
				continue
			}
			axes, err := choose.Kernels(p, l)
			require.NoError(t, err)
			q, back := tune.Reversed(p, l, axes)
			require.Equal(t, !p.Inverse, q.Inverse)
			_, err = choose.ValidateAxes(q, l, back...)
			require.NoError(t, err, "%v", p)
			_, again := tune.Reversed(q, l, back)
			require.Equal(t, axes, again, "%v", p)
		}
	}
}

// Every alternative is a plan, and the choice occurs once among the alternatives.
func TestAlternatives(t *testing.T) {
	for i, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for j, p := range chosenProblems() {
			if !testcase.ShardOf(t, 2*j+i, 4) {
				continue
			}
			axes, err := choose.Kernels(p, l)
			require.NoError(t, err)
			all, err := choose.Alternatives(p, l)
			require.NoError(t, err)
			found := 0
			seen := map[string]bool{}
			for i, a := range all {
				made, err := choose.ValidateAxes(p, l, a.Axes...)
				require.NoError(t, err, "%v", p)
				require.Positive(t, a.Trips)
				require.True(t, i == 0 || all[i-1].Trips <= a.Trips)
				if plan.IsSameChoice(a.Axes, axes) {
					found++
				}
				name := made.String() + " " + a.Axes[0].Kernels[0].Name()
				seen[name] = true
			}
			require.Equal(t, 1, found, "%v", p)
			require.True(t, len(all) > 1 || p.Points() == 1 || plan.LargestPrime(p.Points()) > plan.MaxPrime, "%v", p)
		}
	}
	_, err := choose.Alternatives(plan.Problem{Shape: []int{0}}, wgsl.DefaultLimits())
	require.ErrorIs(t, err, plan.ErrInvalidLength)
	bare := wgsl.DefaultLimits()
	bare.Invocations, bare.StorageBindings = 1, 2
	_, err = choose.Alternatives(plan.Problem{Shape: []int{1009}}, bare)
	require.ErrorIs(t, err, plan.ErrInvalidLength)
}

// A long prime has convolutions of several lengths and splits, and the choice is one of them. Each
// is valid and right, also with another kernel in one of its passes.
func TestAlternativesOfLongPrimes(t *testing.T) {
	l := smallWorkgroups()
	cases := 0
	for _, p := range []plan.Problem{
		{Shape: []int{1009}, Batch: 2}, {Shape: []int{1021}}, {Shape: []int{4093}},
		{Shape: []int{509, 2}, Axes: []int{0}}, {Kind: plan.R2C, Shape: []int{2018}},
	} {
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		all, err := choose.Alternatives(p, l)
		require.NoError(t, err)
		lengths, splits := map[int]bool{}, map[string]bool{}
		chosen := false
		for _, a := range all {
			passes, places := choose.ConvolutionPasses(p, l, a.Axes[0])
			if passes == nil {
				continue
			}
			made, err := choose.ValidateAxes(p, l, a.Axes...)
			require.NoError(t, err)
			lengths[made.Axes[0].Convolution] = true
			splits[fmt.Sprint(made.Axes[0].Factors)] = true
			chosen = chosen || plan.IsSameChoice(axes, a.Axes)
			require.Len(t, places, len(passes))
			require.Equal(t, a.Axes[0], choose.Composed(p, l, 0, passes))
			for k, at := range places {
				require.Equal(t, passes[k], at.Place(passes[k]))
			}
			for which := range 1 + len(places) { // the alternative, or another kernel in one pass
				cases++
				if !testcase.ShardOf(t, cases, 32) {
					continue
				}
				r, other := seeded(cases), slices.Clone(passes)
				if which > 0 {
					ks := places[which-1].Kernels(l)
					require.NotEmpty(t, ks)
					other[which-1] = ks[r.Intn(len(ks))]
				}
				made, err := choose.ValidateAxes(p, l, choose.Composed(p, l, 0, other))
				require.NoError(t, err, "%v", p)
				if p.Kind == plan.C2C {
					plan.RequireTransform(t, r, made)
				} else {
					plan.RequireRealTransform(t, r, made)
				}
			}
		}
		require.True(t, chosen, "%v", p)
		require.GreaterOrEqual(t, len(lengths), 4, "%v", p)
		require.Greater(t, len(splits), len(lengths), "%v", p)
		require.LessOrEqual(t, len(splits), 8, "%v", p)
	}
	passes, _ := choose.ConvolutionPasses(plan.Problem{Shape: []int{1024}}, l,
		plan.AxisChoice{AxisCount: 1, Kernels: mustMake(t, plan.Problem{Shape: []int{1024}}, l).Passes})
	require.Nil(t, passes)
}

// Kernels of every position of every split make plans, also kernels measured at another position of
// the same class.
func TestSplits(t *testing.T) {
	l := smallWorkgroups()
	classes, places := map[choose.PassClass]bool{}, map[choose.PassClass]bool{}
	for _, p := range []plan.Problem{
		{Shape: []int{4096}}, {Shape: []int{8192}}, {Shape: []int{1 << 14}}, {Shape: []int{1000}},
		{Shape: []int{2048, 3}, Axes: []int{0}}, {Kind: plan.R2C, Shape: []int{8192}},
	} {
		all := choose.Splits(p, l, 0)
		require.Greater(t, len(all), 2, "%v", p)
		best := map[choose.PassClass]wgsl.Kernel{}
		for i, s := range all {
			require.True(t, i == 0 || all[i-1].Passes <= s.Passes)
			var first, last []wgsl.Kernel
			for _, at := range s.Places {
				ks := at.Kernels(l)
				require.NotEmpty(t, ks)
				first = append(first, ks[0])
				class := at.Class()
				if _, ok := best[class]; !ok {
					best[class] = ks[len(ks)-1]
				}
				last = append(last, at.Place(best[class]))
				classes[class], places[choose.PassClass{Kind: at.Kind, R: at.R, Far: at.Far,
					Near: at.Near}] = true, true
				_, err := choose.SchedulePass(ks[0], plan.Problem{Shape: []int{at.All}, Batch: 2}, l, 1)
				require.NoError(t, err)
			}
			for _, ks := range [][]wgsl.Kernel{first, last} {
				_, err := choose.ValidateAxes(p, l, choose.Composed(p, l, 0, ks))
				require.NoError(t, err, "%v", p)
			}
		}
	}
	require.Less(t, len(classes), len(places)*9/10, "classes are fewer than places")
	for stride, class := range map[int]int{0: 1, 1: 1, 3: 4, 4: 4, 7: 4, 9: 16, 1 << 20: 1 << 20} {
		require.Equal(t, class, choose.PassPosition{Far: stride}.Class().Far, "stride %d", stride)
	}
}

// Every kernel of OnePass, in every segment of every choice, makes a plan.
func TestOnePass(t *testing.T) {
	l := wgsl.DefaultLimits()
	for n, p := range chosenProblems() {
		if !testcase.ShardOf(t, n, 3) {
			continue
		}
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		for i, c := range axes {
			ks := tune.OnePass(p, l, c.FirstAxis, c.AxisCount)
			if len(c.Kernels) == 1 {
				require.NotEmpty(t, ks, "%v", p)
			}
			step := max(1, len(ks)/20)
			for j := 0; j < len(ks); j += step {
				k := ks[j]
				k.Exchange.Layout = choose.BestLayout(k, l)
				other := slices.Clone(axes)
				other[i].Kernels, other[i].PairPass = []wgsl.Kernel{k}, nil
				if _, err := choose.ValidateAxes(p, l, other...); err != nil {
					require.NotEqual(t, plan.C2C, p.Kind, "%v: %v", p, err) // real numbers need workgroup memory, too
				}
			}
		}
	}
}
