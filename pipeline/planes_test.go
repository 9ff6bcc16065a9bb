package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// planeShapes are kernels of two and three axes, with two of their stages done without an exchange between or not, with idle threads, of one stage or more each.
var planeShapes = []struct {
	over1, over0, chain string
	points, transforms  int
}{
	{"", "8.4", "4.8", 16, 1}, {"", "4.2", "4.3", 8, 3}, {"", "3", "5.3", 15, 2}, {"", "3.2", "4", 8, 5}, {"2.3", "4", "5", 12, 1}, {"", "2", "4", 8, 16}, {"", "5.2", "3.4", 12, 2}, {"3", "4", "5", 5, 4},
}

// Kernels of several axes with every exchange, in flat layouts and in cubes, and in both orders of threads.
func TestPlanes(t *testing.T) {
	exchanges := append(everyExchange(), wgsl.Exchange{Rounds: 3})
	const each = 12
	some(t, len(planeShapes)*each, func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%3 > 0 || !testcase.Long() && i%11 > 0 {
			return
		}
		shape := planeShapes[i%len(planeShapes)]
		k := wgsl.FFT{Chain: chain(shape.chain), Points: shape.points, Transforms: shape.transforms, Exchange: exchanges[i/2%len(exchanges)]}
		k.Over[0] = chain(shape.over0)
		p := plan.Problem{Shape: []int{k.Over[0].N(), k.Chain.N()}, Batch: 2*k.Transforms + 1, Inverse: i%3 == 0, InPlace: i/2%3 == 0, Norm: plan.Norm(i % 3)}
		if shape.over1 != "" {
			k.Over[1] = chain(shape.over1)
			p.Shape = append([]int{k.Over[1].N()}, p.Shape...)
		}
		if k.Exchanges() {
			k.Load.Order, k.Store.Order = wgsl.Order(i/2%2), wgsl.Order(i/5%2)
		}
		if all := wgsl.Cubes(len(k.Radices())); i%4 > 0 {
			for k.Exchange.Rounds > 1 && !k.Cubic() {
				k.Exchange.Rounds--
			}
			if k.Cubic() { // there is an exchange
				k.Layout = all[i*5%len(all)]
				k.Layout.Cyclic = i/8%2 == 0 && k.Cycles()
			}
		}
		pl, err := plan.With(p, r.e.Device().Limits(), k)
		require.NoError(t, err)
		r.checkAxes(t, pl)
	})
}

// Arrays whose rows are done with the first factor of their columns, by every factor there is, of one array each, or of all if everything is wanted.
func TestStraddles(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.e.Device().Limits()
	done, third := map[int]bool{}, 0
	for i, p := range []plan.Problem{
		{Shape: []int{16, 24, 30}, Batch: 2}, {Shape: []int{10, 12, 27}, Batch: 3},
		{Shape: []int{64, 60}, Batch: 3}, {Shape: []int{96, 32}, Batch: 2}, {Shape: []int{2, 80, 36}, Batch: 2}, {Shape: []int{128, 256}},
	} {
		all, err := plan.Alternatives(p, l)
		require.NoError(t, err)
		for _, a := range all {
			if head := a.Kernels[0]; head.Load.Map.Run > 0 && length(head) < 600 && (!done[head.Over[0].N()] || testcase.Long()) {
				p.Inverse, p.InPlace, p.Norm = i%2 == 1, len(done)%2 == 1, plan.Norm(i%3)
				made, err := plan.Admit(p, l, a.Kernels...)
				require.NoError(t, err)
				r.checkAxes(t, made)
				done[head.Over[0].N()] = true
				if !a.Kernels[1].Flat() {
					third++
				}
			}
		}
	}
	require.Greater(t, len(done), 3)
	require.Greater(t, third, 2, "of three axes")
}
