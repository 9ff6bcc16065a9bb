package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// coupledShapes are small kernels by whether their butterflies are even or odd in number and of even or odd radix, at both ends; with one couple
// a thread, several, and threads that have none.
var coupledShapes = []struct {
	chain              string
	points, transforms int
}{
	{"4.2", 4, 8}, {"4.4", 4, 4}, {"3.5", 6, 4}, {"3.4", 8, 4}, {"2.3.2", 12, 2}, {"6", 6, 3}, {"5", 5, 3},
	{"8.5", 16, 2}, {"5.8", 10, 3}, {"7.5", 14, 2}, {"9.4", 9, 5}, {"4.9", 36, 4}, {"2.4.6", 12, 4},
}

// Couples in every exchange, layout and order of threads, of every kind of real transform that takes points k and -k together: of neighbours, of
// two rows, of columns.
func TestRealCouples(t *testing.T) {
	kinds := []plan.Kind{plan.R2C, plan.C2R, plan.DCT1, plan.DCT2, plan.DCT3, plan.DST1, plan.DST2, plan.DST3}
	exchanges, layouts := everyExchange(), everyLayout()
	some(t, len(coupledShapes)*len(kinds), func(t *testing.T, r *rig, i int) {
		shape := coupledShapes[i/len(kinds)]
		if round := i + i/len(kinds); testing.Short() && round%8 > 0 || !everything() && i%7 > 0 {
			return
		}
		k := wgsl.Kernel{Radices: chain(shape.chain), ElementsPerThread: shape.points, TransformsPerGroup: shape.transforms, Exchange: exchanges[i%len(exchanges)], Layout: layouts[i%len(layouts)], MirrorInRow: true}
		o := wgsl.Order(i / 3 % 2)
		k.Load.Order, k.Store.Order = o, o
		if len(k.Radices.List()) > 1 && i%3 == 0 {
			k.Load.Order = 1 - o
		}
		k.Layout = inCubes(k, k.Layout, i)
		n := k.N()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 33, Inverse: i%2 == 1, Norm: plan.Norm(i % 3), Shape: []int{2 * n}}
		if p.Kind.IsTrig() { // directions and places do not go with kinds
			p.Inverse, p.InPlace = (i+i/len(kinds))%2 == 1, (i+i/len(kinds))%4 > 1
		}
		switch p.Kind {
		case plan.DCT1:
			p.Shape[0] = n + 1
		case plan.DST1:
			p.Shape[0] = n - 1
		default:
			if n%2 == 1 || p.Shape[0] <= 64 { // rows of few points go in pairs, where a batch can
				p.Shape[0], p.PackPairs = n, true
			}
		}
		if p.Shape[0]%2 == 0 && i%5 == 0 && p.Kind.IsTrig() {
			p.Shape, p.Axes, p.Batch = append(p.Shape, 3), []int{0}, 11
		}
		pl, err := plan.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// Half spectra of long rows, whose couples are given their roots: by butterflies even and odd in number, of even and odd radix, at both ends.
func TestRealCouplesOfLongRows(t *testing.T) {
	shapes := []struct {
		chain  string
		points int
	}{{"11.15.25", 25}, {"9.24.19", 24}, {"25.20.10", 20}, {"16.32.16", 32}, {"16.15.25", 48}, {"25.15.16", 48}}
	if testing.Short() {
		shapes = shapes[:2]
	} else if !everything() { // one of them
		shapes = shapes[2:3]
	}
	some(t, 2*len(shapes), func(t *testing.T, r *rig, i int) {
		shape := shapes[i/2]
		k := wgsl.Kernel{Radices: chain(shape.chain), ElementsPerThread: shape.points, TransformsPerGroup: 1, Exchange: wgsl.Exchange{Split: true, Slices: 2}, Layout: wgsl.Layout{Kind: wgsl.Padded, Shift: 5}, MirrorInRow: true}
		p := plan.Problem{Kind: []plan.Kind{plan.R2C, plan.C2R}[i%2], Shape: []int{2 * k.N()}, Batch: 3, Norm: plan.Ortho}
		pl, err := plan.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		require.Contains(t, pl.Passes[0].Module().Text, "_w_", "roots by butterfly")
		r.checkReal(t, pl)
	})
}

// Cosine and sine transforms of rows by an odd number of points, which are too long to go in pairs.
func TestTrigCouplesOfOddRows(t *testing.T) {
	kinds := []plan.Kind{plan.DCT2, plan.DCT3, plan.DST2, plan.DST3}
	shapes := []struct {
		chain  string
		points int
	}{{"7.5", 14}, {"5.7", 14}, {"9.5", 18}, {"3.3.5", 10}, {"5.3.3", 10}, {"11.13", 26}}
	some(t, len(shapes)*len(kinds), func(t *testing.T, r *rig, i int) {
		if !everything() && i%5 > 0 {
			return
		}
		shape := shapes[i/len(kinds)]
		k := wgsl.Kernel{Radices: chain(shape.chain), ElementsPerThread: shape.points, TransformsPerGroup: 3, Exchange: wgsl.Exchange{Split: true, Slices: 1}, MirrorInRow: true}
		p := plan.Problem{Kind: kinds[i%len(kinds)], Shape: []int{2 * k.N()}, Batch: 8, Norm: plan.Norm(i % 3), InPlace: i%2 == 1}
		pl, err := plan.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// Butterflies that face each other, of every kind whose rows are folded or rotated: alone, in place, of two rows, and beside couples at the other
// end of the transform.
func TestRealFacing(t *testing.T) {
	kinds := []plan.Kind{plan.DCT2, plan.DCT3, plan.DCT4, plan.DST2, plan.DST3, plan.DST4}
	exchanges, layouts := everyExchange(), everyLayout()
	some(t, len(coupledShapes)*len(kinds), func(t *testing.T, r *rig, i int) {
		shape := coupledShapes[i/len(kinds)]
		if round := i + i/len(kinds); testing.Short() && round%8 > 0 || !everything() && i%7 > 0 {
			return
		}
		k := wgsl.Kernel{Radices: chain(shape.chain), ElementsPerThread: shape.points, TransformsPerGroup: shape.transforms, Exchange: exchanges[i%len(exchanges)], Layout: layouts[i%len(layouts)], MirrorHalf: true}
		o := wgsl.Order(i / 3 % 2)
		k.Load.Order, k.Store.Order = o, o
		if len(k.Radices.List()) > 1 && i%3 == 0 {
			k.Load.Order = 1 - o
		}
		n := k.N()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 33, Inverse: i/2%2 == 1, Norm: plan.Norm(i % 3), InPlace: i/4%2 == 1, Shape: []int{2 * n}}
		rotated := p.Kind == plan.DCT4 || p.Kind == plan.DST4
		k.MirrorInRow = !rotated && i/2%3 > 0
		if rotated || k.MirrorInRow { // no exchange before the store
			k.Layout = inCubes(k, k.Layout, i)
		}
		if !rotated && p.Shape[0] <= 64 { // rows of few points go in pairs
			p.Shape[0], p.PackPairs = n, true
		}
		pl, err := plan.From(p, r.e.Device().Limits(), k)
		if !rotated && n%2 == 1 { // the point in the middle would have a run of its own
			require.Error(t, err, "%v %s", p, k.Name())
			return
		}
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// Runs of numbers where a batch is done in parts, which begin beyond where they are bound.
func TestRunsOfParts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := cramped(r.e.Device().Limits(), 256, 64)
	l.StorageAlign = 256
	factors, points := "6.6", 12
	if everything() { // which is longer
		factors, points = "5.10", 20
	}
	for i, kind := range []plan.Kind{plan.DCT2, plan.DCT3, plan.DCT4, plan.DST2, plan.DST3, plan.DST4} {
		k := wgsl.Kernel{Radices: chain(factors), ElementsPerThread: points, TransformsPerGroup: 3, MirrorHalf: true, Exchange: wgsl.Exchange{Split: true}}
		p, err := plan.From(plan.Problem{Kind: kind, Shape: []int{2 * k.N()}, Batch: 19, InPlace: i%2 == 0}, l, k)
		require.NoError(t, err)
		require.True(t, p.Together < 19 && p.Passes[0].Offset, "%v", p)
		r.checkReal(t, p)
	}
}
