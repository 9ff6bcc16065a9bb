package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/hier"
	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mirrorColumnShapes are last passes of few columns. The number of columns, the last radix and the
// number of butterflies are even and odd. A thread has one mirror pair, several, or none.
var mirrorColumnShapes = []struct {
	columns            int
	chain              string
	points, transforms int
}{
	{16, "4.4", 4, 8}, {16, "4.4", 8, 4}, {15, "4.4", 2, 8}, {16, "5.4", 5, 4}, {15, "5.4", 10, 6},
	{16, "4.5", 20, 8}, {15, "4.5", 5, 2}, {16, "3.5", 5, 8}, {15, "3.5", 15, 8},
	{10, "2.3.2", 12, 4}, {9, "3.3", 3, 16}, {8, "3.3", 9, 16}, {12, "2.16", 4, 4}, {6, "16.2", 32, 4},
	{7, "5.7", 7, 2}, {14, "2.7", 7, 6},
}

// TestMirrorColumns runs kernels that hold columns c and P-c in one workgroup, with every exchange,
// layout and thread order. The kinds are all real transforms that combine points k and -k. Some
// threads hold both points of a pair, which saves an exchange. Usual runs have a half spectrum, and a sine
// transform.
func TestMirrorColumns(t *testing.T) {
	kinds := []plan.Kind{plan.R2C, plan.DCT1, plan.DCT2, plan.DST1, plan.DST2, plan.R2C}
	exchanges, layouts := allExchanges(), allLayouts()
	forSome(t, len(mirrorColumnShapes)*len(kinds), []int{6 * 10, 6*11 + 4}, func(t *testing.T, r *harness, i int) {
		shape := mirrorColumnShapes[i/len(kinds)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: withLayout(exchanges[i%len(exchanges)], layouts[i%len(layouts)])}
		passes := hier.Passes([]int{shape.columns, k.N()}, 1, false)
		first, last := passes[0].Kernel(columnKernel(shape.columns)), passes[1].Kernel(k)
		mirror := wgsl.Mirror{Columns: last.Store.View.Points[0].Stride}
		last.Threads.Order = [2]wgsl.Order{wgsl.Order(i / 3 % 2), wgsl.Order(i / 2 % 2)}
		if i%7 > 0 {
			mirror.Centre = wgsl.Zero
			last = withDigitLayout(last, i)
		} else {
			last.Threads.Order[1] = wgsl.BatchFastest
		}
		last.Threads.Mirror[1] = mirror
		n := shape.columns * k.N()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 5, Norm: plan.Norm(i % 3), Shape: []int{2 * n}}
		switch {
		case p.Kind == plan.DCT1:
			p.Shape[0] = n + 1
		case p.Kind == plan.DST1:
			p.Shape[0] = n - 1
		case n%2 == 1:
			p.Shape[0], p.PackPairs = n, true
		}
		pl, err := choose.From(p, r.e.Device().Limits(), first, last)
		require.NoError(t, err, "%v %s", p, last.Name())
		r.checkReal(t, pl)
	})
}

// columnKernel returns a kernel of n points.
func columnKernel(n int) wgsl.Kernel {
	k := wgsl.Kernel{Threads: wgsl.Ownership{Elements: n, Transforms: 4}}
	k.Stages.Radices, _ = wgsl.MakeRadices(n)
	return k
}

// TestMirrorColumnsOnLoad runs kernels that read mirrored columns in the first pass, with both pass
// orders. Usual runs have one half spectrum.
func TestMirrorColumnsOnLoad(t *testing.T) {
	kinds := []plan.Kind{plan.C2R, plan.DCT3, plan.DST3, plan.C2R}
	exchanges, layouts := allExchanges(), allLayouts()
	forSome(t, len(mirrorColumnShapes)*len(kinds), []int{4 * 11}, func(t *testing.T, r *harness, i int) {
		shape := mirrorColumnShapes[i/len(kinds)]
		if shape.columns%2 > 0 {
			return
		}
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: withLayout(exchanges[i%len(exchanges)], layouts[i%len(layouts)])}
		passes := hier.Passes([]int{k.N(), shape.columns}, 1, false)
		if i%3 > 0 {
			passes = hier.Passes([]int{shape.columns, k.N()}, 1, true)
		}
		first, last := passes[0].Kernel(k), passes[1].Kernel(columnKernel(shape.columns))
		first.Threads.Order[0], first.Threads.Order[1] = wgsl.Order(i/3%2), wgsl.Order(i/2%2)
		first = withDigitLayout(first, i)
		first.Threads.Mirror[0] = wgsl.Mirror{Centre: wgsl.Zero, Columns: first.Load.View.Points[0].Stride}
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 5, Norm: plan.Norm(i % 3),
			Shape: []int{2 * shape.columns * k.N()}}
		pl, err := choose.From(p, r.e.Device().Limits(), first, last)
		require.NoError(t, err, "%v %s", p, first.Name())
		require.True(t, pl.Passes[0].Threads.HasColumns())
		r.checkReal(t, pl)
	})
}
