package plan

import (
	"fmt"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

func TestSegmentsOfChoices(t *testing.T) {
	for _, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for _, p := range chosenProblems() {
			kernels, err := Choose(p, l)
			require.NoError(t, err)
			parts, err := ChoiceParts(p, l, kernels)
			require.NoError(t, err)
			require.Equal(t, kernels, Join(parts), "%v", p)
			at := 0
			for _, part := range parts {
				require.Equal(t, at, part.Axis)
				at += part.AxisCount
			}
			require.Len(t, p.axes(l), at, "%v", p)
			_, err = ChoiceParts(p, l, append(slices.Clone(kernels), kernels[0]))
			require.Error(t, err)
		}
	}
}

// A reversed choice is valid for the other direction. Reversed twice, it is the same choice.
func TestReversed(t *testing.T) {
	for _, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for _, p := range append(chosenProblems(), Problem{Kind: R2C, Shape: []int{12, 20, 9}},
			Problem{Kind: C2R, Shape: []int{5, 7, 8}}, Problem{Kind: R2C, Shape: []int{6, 2048}},
			Problem{Kind: DCT2, Shape: []int{1024}}) {
			kernels, err := Choose(p, l)
			require.NoError(t, err)
			q, back, err := Reversed(p, l, kernels)
			require.NoError(t, err)
			require.Equal(t, !p.Inverse, q.Inverse)
			_, err = Validate(q, l, back...)
			require.NoError(t, err, "%v", p)
			_, again, err := Reversed(q, l, back)
			require.NoError(t, err)
			require.Equal(t, Names(kernels), Names(again), "%v", p)
		}
	}
}

// Every alternative is a plan, and the choice occurs once among the alternatives.
func TestAlternatives(t *testing.T) {
	for i, l := range []wgsl.Limits{wgsl.DefaultLimits(), smallWorkgroups()} {
		for j, p := range chosenProblems() {
			if (i+j)%2 > 0 && !testcase.Long() {
				continue
			}
			kernels, err := Choose(p, l)
			require.NoError(t, err)
			all, err := Alternatives(p, l)
			require.NoError(t, err)
			found := 0
			seen := map[string]bool{}
			for i, a := range all {
				made, err := Validate(p, l, a.Kernels...)
				require.NoError(t, err, "%v", p)
				require.Positive(t, a.Trips)
				require.True(t, i == 0 || all[i-1].Trips <= a.Trips)
				if slices.Equal(a.Kernels, kernels) {
					found++
				}
				name := made.String() + " " + Names(a.Kernels)[0]
				seen[name] = true
			}
			require.Equal(t, 1, found, "%v", p)
			require.True(t, len(all) > 1 || p.Points() == 1 || LargestPrime(p.Points()) > MaxPrime, "%v", p)
		}
	}
	_, err := Alternatives(Problem{Shape: []int{0}}, wgsl.DefaultLimits())
	require.ErrorIs(t, err, ErrInvalidLength)
	bare := wgsl.DefaultLimits()
	bare.Invocations = 1
	_, err = Alternatives(Problem{Shape: []int{1009}}, bare)
	require.ErrorIs(t, err, ErrInvalidLength)
}

// A long prime has convolutions of several lengths and splits, and the choice is one of them. Each
// is valid and right, also with other kernels in its passes.
func TestAlternativesOfLongPrimes(t *testing.T) {
	r := rand.New(rand.NewSource(4))
	l := smallWorkgroups()
	for _, p := range []Problem{
		{Shape: []int{1009}, Batch: 2}, {Shape: []int{1021}}, {Shape: []int{4093}},
		{Shape: []int{509, 2}, Axes: []int{0}}, {Kind: R2C, Shape: []int{2018}},
	} {
		kernels, err := Choose(p, l)
		require.NoError(t, err)
		all, err := Alternatives(p, l)
		require.NoError(t, err)
		lengths, splits := map[int]bool{}, map[string]bool{}
		chosen := false
		for _, a := range all {
			passes, places := ConvolutionPasses(p, l, 0, a.Kernels)
			if passes == nil {
				continue
			}
			made, err := Validate(p, l, a.Kernels...)
			require.NoError(t, err)
			lengths[made.Axes[0].Convolution] = true
			splits[fmt.Sprint(made.Axes[0].Factors)] = true
			chosen = chosen || slices.Equal(kernels, a.Kernels)
			right := func(made Plan) {
				if p.Kind == C2C {
					requireTransform(t, r, made)
				}
			}
			right(made)
			require.Len(t, places, len(passes))
			require.Equal(t, a.Kernels, Composed(p, l, 0, passes))
			for i, at := range places {
				require.Equal(t, passes[i], at.Place(passes[i]))
				ks := at.Kernels(l)
				require.NotEmpty(t, ks)
				other := slices.Clone(passes)
				other[i] = ks[r.Intn(len(ks))]
				made, err := Validate(p, l, Composed(p, l, 0, other)...)
				require.NoError(t, err, "%v", p)
				right(made)
			}
		}
		require.True(t, chosen, "%v", p)
		require.GreaterOrEqual(t, len(lengths), 4, "%v", p)
		require.Greater(t, len(splits), len(lengths), "%v", p)
		require.LessOrEqual(t, len(splits), 8, "%v", p)
	}
	passes, _ := ConvolutionPasses(Problem{Shape: []int{1024}}, l, 0,
		mustMake(t, Problem{Shape: []int{1024}}, l).Passes)
	require.Nil(t, passes)
}

// Kernels of every position of every split make plans, also kernels measured at another position of
// the same class.
func TestSplits(t *testing.T) {
	l := smallWorkgroups()
	classes, places := map[PassClass]bool{}, map[PassClass]bool{}
	for _, p := range []Problem{
		{Shape: []int{4096}}, {Shape: []int{8192}}, {Shape: []int{1 << 14}}, {Shape: []int{1000}},
		{Shape: []int{2048, 3}, Axes: []int{0}}, {Kind: R2C, Shape: []int{8192}},
	} {
		all := Splits(p, l, 0)
		require.Greater(t, len(all), 2, "%v", p)
		best := map[PassClass]wgsl.Kernel{}
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
				classes[class], places[PassClass{at.Kind, at.R, at.Far, at.Near}] = true, true
				_, err := SchedulePass(ks[0], at.All, 2, false, l, 1)
				require.NoError(t, err)
			}
			for _, ks := range [][]wgsl.Kernel{first, last} {
				_, err := Validate(p, l, Composed(p, l, 0, ks)...)
				require.NoError(t, err, "%v", p)
			}
		}
	}
	require.Less(t, len(classes), len(places)*9/10, "classes are fewer than places")
	for stride, class := range map[int]int{0: 1, 1: 1, 3: 4, 4: 4, 7: 4, 9: 16, 1 << 20: 1 << 20} {
		require.Equal(t, class, PassPosition{Far: stride}.Class().Far, "stride %d", stride)
	}
}

// Every kernel of OnePass, in every segment of every choice, makes a plan.
func TestOnePass(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, p := range chosenProblems() {
		kernels, err := Choose(p, l)
		require.NoError(t, err)
		parts, err := ChoiceParts(p, l, kernels)
		require.NoError(t, err)
		for i, part := range parts {
			ks := OnePass(p, l, part.Axis, part.AxisCount)
			if len(part.Kernels) == 1 {
				require.NotEmpty(t, ks, "%v", p)
			}
			step := max(1, len(ks)/50)
			for j := 0; j < len(ks); j += step {
				k := ks[j]
				k.Layout = BestLayout(k, l)
				other := slices.Clone(parts)
				other[i].Kernels = []wgsl.Kernel{k}
				if _, err := Validate(p, l, Join(other)...); err != nil {
					require.NotEqual(t, C2C, p.Kind, "%v: %v", p, err) // real numbers need workgroup memory, too
				}
			}
		}
	}
}
