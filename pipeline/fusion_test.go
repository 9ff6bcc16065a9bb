package pipeline

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// axesShapes are kernels of two and three axes, of one stage and more. Some join a stage of one
// axis with a stage of the next in registers, and some have idle threads.
var axesShapes = []struct {
	over1, over0, chain string
	points, transforms  int
}{
	{"", "8.4", "4.8", 16, 1}, {"", "4.2", "4.3", 8, 3}, {"", "3", "5.3", 15, 2}, {"", "3.2", "4", 8, 5},
	{"2.3", "4", "5", 12, 1}, {"", "2", "4", 8, 16}, {"", "5.2", "3.4", 12, 2}, {"3", "4", "5", 5, 4},
}

// TestKernelsOfSeveralAxes runs kernels of several axes with every exchange, flat and digit
// layouts, and both thread orders. Usual runs have two and three axes, a flat and a digit layout, and a whole
// and a split exchange.
func TestKernelsOfSeveralAxes(t *testing.T) {
	exchanges := append(allExchanges(), wgsl.Exchange{Slices: 3})
	const each = 12
	usual := usualCases(len(axesShapes)*each, func(i int) []any {
		return []any{[2]any{"third axis", axesShapes[i%len(axesShapes)].over1 != ""}, [2]any{"digits", i%4 > 0},
			[2]any{"split", exchanges[i/2%len(exchanges)].Split}}
	})
	forSome(t, len(axesShapes)*each, usual, func(t *testing.T, r *harness, i int) {
		shape := axesShapes[i%len(axesShapes)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: exchanges[i/2%len(exchanges)]}
		k.Stages.Outer[0] = parseChain(shape.over0)
		p := plan.Problem{Shape: []int{k.Stages.Outer[0].N(), k.Stages.Radices.N()}, Batch: 2*k.Threads.Transforms + 1,
			Inverse: i%3 == 0,
			InPlace: i/2%3 == 0, Norm: plan.Norm(i % 3)}
		if shape.over1 != "" {
			k.Stages.Outer[1] = parseChain(shape.over1)
			p.Shape = append([]int{k.Stages.Outer[1].N()}, p.Shape...)
		}
		if k.HasExchange() {
			k.Threads.Order[0], k.Threads.Order[1] = wgsl.Order(i/2%2), wgsl.Order(i/5%2)
		}
		if all := wgsl.DigitLayouts(len(k.StageRadices())); i%4 > 0 {
			if k = reduceSlices(k); k.HasDigitLayout() { // the kernel has an exchange
				k.Exchange.Layout = all[i*5%len(all)]
				k.Threads.Cyclic = i/8%2 == 0 && k.CanCycle()
			}
		}
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err)
		r.checkAxes(t, pl)
	})
}

// TestRowsFusedWithColumnFactor runs plans whose first pass does the rows and the first factor of
// the columns, with each possible factor of every array. Usual runs have one factor of an array of three
// axes.
func TestRowsFusedWithColumnFactor(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	done, third := map[int]bool{}, 0
	for i, p := range []plan.Problem{
		{Shape: []int{16, 24, 30}, Batch: 2}, {Shape: []int{10, 12, 27}, Batch: 3},
		{Shape: []int{64, 60}, Batch: 3}, {Shape: []int{96, 32}, Batch: 2}, {Shape: []int{2, 80, 36}, Batch: 2},
		{Shape: []int{128, 256}},
	} {
		if !runsCase(t, i, 1) {
			continue
		}
		all, err := choose.Alternatives(p, l)
		require.NoError(t, err)
		all = slices.DeleteFunc(all, func(a choose.Alternative) bool {
			return plan.FusedRow(a.Axes[0].Kernels[0]) == 0 || compileCost(a.Axes[0].Kernels[0]) >= 600
		})
		require.NotEmpty(t, all)
		if !testcase.Long() { // the one that compiles fastest
			cost := func(a choose.Alternative) (sum int) {
				for _, k := range plan.Join(a.Axes) {
					sum += compileCost(k)
				}
				return sum
			}
			cheapest := slices.MinFunc(all, func(a, b choose.Alternative) int { return cost(a) - cost(b) })
			all = []choose.Alternative{cheapest}
		}
		for _, a := range all {
			p.Inverse, p.InPlace, p.Norm = i%2 == 1, len(done)%2 == 1, plan.Norm(i%3)
			made, err := choose.ValidateAxes(p, l, a.Axes...)
			require.NoError(t, err)
			r.checkAxes(t, made)
			done[a.Axes[0].Kernels[0].Stages.Outer[0].N()] = true
			if !a.Axes[0].Kernels[1].IsOneAxis() {
				third++
			}
		}
	}
	if testcase.Long() {
		require.Greater(t, len(done), 3)
		require.Greater(t, third, 2, "of three axes")
	}
}
