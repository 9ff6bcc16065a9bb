package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestVectorRadix runs kernels that do the stages of the last two axes in pairs. It has every
// exchange, slices that divide no axis, several transforms per workgroup, both thread orders,
// transforms in place, and padded digit layouts. Usual runs have two and three axes, with a whole and a
// split exchange.
func TestVectorRadix(t *testing.T) {
	shapes := []struct {
		over1, over0, chain string
		transforms          int
	}{
		{"", "2.4", "4.2", 5}, {"", "3.3", "3.3", 2}, {"6", "3.2", "2.3", 3}, {"3", "3.3", "3.3", 2},
		{"8", "2.4", "4.2", 1}, {"10", "5.2", "2.5", 1}, {"4", "3.4", "4.3", 2}, {"5", "2.5", "5.2", 1},
		{"7", "2.4", "4.2", 2}, {"3", "2.4", "4.2", 1},
	}
	exchanges := append(allExchanges(), wgsl.Exchange{Slices: 3})
	usual := usualCases(len(shapes)*len(exchanges), func(i int) []any {
		return []any{[2]any{"third axis", shapes[i%len(shapes)].over1 != ""},
			[2]any{"split", exchanges[i/2%len(exchanges)].Split}, [2]any{"in place", i/2%3 == 0}}
	})
	forSome(t, len(shapes)*len(exchanges), usual, func(t *testing.T, r *harness, i int) {
		shape, x := shapes[i%len(shapes)], exchanges[i/2%len(exchanges)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Outer: [2]wgsl.Radices{parseChain(shape.over0)},
			Radices: parseChain(shape.chain), VectorRadix: true},
			Threads:  wgsl.Ownership{Transforms: shape.transforms},
			Exchange: x,
			Twiddles: wgsl.Twiddles{Share: i/3%2 == 0}}
		p := plan.Problem{Shape: []int{k.Stages.Outer[0].N(), k.Stages.Radices.N()}, Batch: 2*k.Threads.Transforms + 1,
			Inverse: i/3%2 == 0,
			InPlace: i/2%3 == 0, Norm: plan.Norm(i / 6 % 3)}
		if shape.over1 != "" {
			k.Stages.Outer[1] = parseChain(shape.over1)
			p.Shape = append([]int{k.Stages.Outer[1].N()}, p.Shape...)
		}
		k.Threads.Elements = k.Stages.Outer[0].List()[0] * k.Stages.Radices.List()[0]
		k.Threads.Order[0], k.Threads.Order[1] = wgsl.Order(i/2%2), wgsl.Order(i/5%2)
		all := wgsl.DigitLayouts(len(k.StageRadices()))
		k.Exchange.Layout = all[i*5%len(all)]
		k = reduceSlices(k)
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err)
		r.checkAxes(t, pl)
	})
}
