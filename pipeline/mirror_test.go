package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// mirrorShapes are small kernels with an even and an odd number of butterflies, of even and of odd
// radix, in the first and in the last stage. A thread has one mirror pair, several, or none.
var mirrorShapes = []struct {
	chain              string
	points, transforms int
}{
	{"4.2", 4, 8}, {"4.4", 4, 4}, {"3.5", 6, 4}, {"3.4", 8, 4}, {"2.3.2", 12, 2}, {"6", 6, 3}, {"5", 5, 3},
	{"8.5", 16, 2}, {"5.8", 10, 3}, {"7.5", 14, 2}, {"9.4", 9, 5}, {"4.9", 36, 4}, {"2.4.6", 12, 4},
}

// mirrors returns the mirrors of a kernel along the last axis of a real problem. An end that splits or
// merges bins has pairs k and -k (inRow). An end that permutes or rotates points has pairs k and -1-k
// (half).
func mirrors(p plan.Problem, inRow, half bool) (m [2]wgsl.Mirror) {
	axes := p.TransformedAxes()
	zero, halves := -1, [2]bool{}
	switch p.KindOf(axes[len(axes)-1]) {
	case plan.R2C, plan.DCT1, plan.DST1:
		zero = 1
	case plan.C2R:
		zero = 0
	case plan.DCT2, plan.DST2:
		zero, halves = 1, [2]bool{true, false}
	case plan.DCT3, plan.DST3:
		zero, halves = 0, [2]bool{false, true}
	case plan.DCT4, plan.DST4:
		halves = [2]bool{true, true}
	}
	for side := range m {
		switch {
		case inRow && side == zero:
			m[side].Centre = wgsl.Zero
		case half && halves[side]:
			m[side].Centre = wgsl.Half
		}
	}
	return m
}

// TestMirrorPairs runs kernels that hold butterflies j and B-j in one thread, with every exchange,
// layout and thread order. The kinds are all real transforms that combine points k and -k: of even
// rows, of two rows packed into one transform, and of columns. Usual runs have a half spectrum in each
// direction, a cosine transform on store, a sine transform on load, and columns.
func TestMirrorPairs(t *testing.T) {
	kinds := []plan.Kind{plan.R2C, plan.C2R, plan.DCT1, plan.DCT2, plan.DCT3, plan.DST1, plan.DST2, plan.DST3}
	exchanges, layouts := allExchanges(), allLayouts()
	usual := usualCases(len(mirrorShapes)*len(kinds), func(i int) []any {
		if kind := kinds[i%len(kinds)]; kind == plan.R2C || kind == plan.C2R || kind == plan.DCT2 || kind == plan.DST3 {
			return []any{
				kind, [2]any{"columns", i%5 == 0 && kind.IsTrig()}, [2]any{"split", exchanges[i%len(exchanges)].Split},
			}
		}
		return nil
	})
	forSome(t, len(mirrorShapes)*len(kinds), usual, func(t *testing.T, r *harness, i int) {
		shape := mirrorShapes[i/len(kinds)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: withLayout(exchanges[i%len(exchanges)], layouts[i%len(layouts)])}
		o := wgsl.Order(i / 3 % 2)
		k.Threads.Order[0], k.Threads.Order[1] = o, o
		if len(k.Stages.Radices.List()) > 1 && i%3 == 0 {
			k.Threads.Order[0] = 1 - o
		}
		k = withDigitLayout(k, i)
		n := k.N()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 33, Inverse: i%2 == 1, Norm: plan.Norm(i % 3),
			Shape: []int{2 * n}}
		if p.Kind.IsTrig() { // so that directions and places meet every kind
			p.Inverse, p.InPlace = (i+i/len(kinds))%2 == 1, (i+i/len(kinds))%4 > 1
		}
		switch p.Kind {
		case plan.DCT1:
			p.Shape[0] = n + 1
		case plan.DST1:
			p.Shape[0] = n - 1
		default:
			if n%2 == 1 || p.Shape[0] <= 64 { // a batch of short rows is packed in pairs
				p.Shape[0], p.PackPairs = n, true
			}
		}
		if p.Shape[0]%2 == 0 && i%5 == 0 && p.Kind.IsTrig() {
			p.Shape, p.Axes, p.Batch = append(p.Shape, 3), []int{0}, 11
		}
		k.Threads.Mirror = mirrors(p, true, false)
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// TestMirrorPairsOfLongRows runs long half-spectrum transforms, whose pairs get their roots as
// parameters. The number of butterflies and the radices are even and odd, in the first and in the
// last stage. Usual runs have one of them.
func TestMirrorPairsOfLongRows(t *testing.T) {
	shapes := []struct {
		chain  string
		points int
	}{{"8.8.8.8.2", 8}, {"11.15.25", 25}, {"9.24.19", 24}, {"25.20.10", 20}, {"16.32.16", 32}, {"16.15.25", 48},
		{"25.15.16", 48}}
	forSome(t, 2*len(shapes), []int{0}, func(t *testing.T, r *harness, i int) {
		shape := shapes[i/2]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: 1},
			Exchange: withLayout(wgsl.Exchange{Split: true, Slices: 2}, wgsl.Layout{Pad: 5})}
		p := plan.Problem{Kind: []plan.Kind{plan.R2C, plan.C2R}[i%2], Shape: []int{2 * k.N()}, Batch: 3,
			Norm: plan.Ortho}
		k.Threads.Mirror = mirrors(p, true, false)
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		require.Contains(t, pl.Passes[0].Module().Text, "_w_", "roots by butterfly")
		r.checkReal(t, pl)
	})
}

// TestMirrorPairsOfOddTrigRows runs cosine and sine transforms with an odd number of complex
// points, too long for two rows in one transform. Usual runs have one kind.
func TestMirrorPairsOfOddTrigRows(t *testing.T) {
	kinds := []plan.Kind{plan.DCT2, plan.DCT3, plan.DST2, plan.DST3}
	shapes := []struct {
		chain  string
		points int
	}{{"7.5", 14}, {"5.7", 14}, {"9.5", 18}, {"3.3.5", 10}, {"5.3.3", 10}, {"11.13", 26}}
	forSome(t, len(shapes)*len(kinds), []int{13}, func(t *testing.T, r *harness, i int) {
		shape := shapes[i/len(kinds)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: 3},
			Exchange: wgsl.Exchange{Split: true}}
		p := plan.Problem{Kind: kinds[i%len(kinds)], Shape: []int{2 * k.N()}, Batch: 8, Norm: plan.Norm(i % 3),
			InPlace: i%2 == 1}
		k.Threads.Mirror = mirrors(p, true, false)
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// TestHalfSampleMirrorPairs runs kernels that hold butterflies of points k and h-1-k in one thread,
// for every kind that permutes even and odd points or rotates them. They are alone, in place, of
// packed rows, and combined with pairs k and -k at the other end. Usual runs have a kind that permutes on
// load, one that permutes on store, and one that rotates.
func TestHalfSampleMirrorPairs(t *testing.T) {
	kinds := []plan.Kind{plan.DCT2, plan.DCT3, plan.DCT4, plan.DST2, plan.DST3, plan.DST4}
	exchanges, layouts := allExchanges(), allLayouts()
	usual := usualCases(len(mirrorShapes)*len(kinds), func(i int) []any {
		kind, odd := kinds[i%len(kinds)], parseChain(mirrorShapes[i/len(kinds)].chain).N()%2 == 1
		if kind != plan.DCT2 && kind != plan.DST3 && kind != plan.DCT4 || odd {
			return nil
		}
		return []any{kind, [2]any{"both ends", kind != plan.DCT4 && i/2%3 > 0}, [2]any{"in place", i/4%2 == 1}}
	})
	forSome(t, len(mirrorShapes)*len(kinds), usual, func(t *testing.T, r *harness, i int) {
		shape := mirrorShapes[i/len(kinds)]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: withLayout(exchanges[i%len(exchanges)], layouts[i%len(layouts)])}
		o := wgsl.Order(i / 3 % 2)
		k.Threads.Order[0], k.Threads.Order[1] = o, o
		if len(k.Stages.Radices.List()) > 1 && i%3 == 0 {
			k.Threads.Order[0] = 1 - o
		}
		n := k.N()
		p := plan.Problem{Kind: kinds[i%len(kinds)], Batch: 33, Inverse: i/2%2 == 1, Norm: plan.Norm(i % 3),
			InPlace: i/4%2 == 1, Shape: []int{2 * n}}
		rotated := p.Kind == plan.DCT4 || p.Kind == plan.DST4
		inRow := !rotated && i/2%3 > 0
		if rotated || inRow { // there is no exchange before the store
			k = withDigitLayout(k, i)
		}
		if !rotated && p.Shape[0] <= 64 { // short rows are packed in pairs
			p.Shape[0], p.PackPairs = n, true
		}
		k.Threads.Mirror = mirrors(p, inRow, true)
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		if !rotated && n%2 == 1 { // the middle point has no partner
			require.Error(t, err, "%v %s", p, k.Name())
			return
		}
		require.NoError(t, err, "%v %s", p, k.Name())
		r.checkReal(t, pl)
	})
}

// TestHalfSampleMirrorPairsInSegments divides a batch into parts that begin at an offset from their
// binding. Usual runs have a kind that permutes and one that rotates.
func TestHalfSampleMirrorPairsInSegments(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := smallBindings(r.e.Device().Limits(), 256, 64)
	l.StorageAlign = 256
	factors, points := "6.6", 6
	if testcase.Long() { // a longer kernel
		factors, points = "5.10", 20
	}
	for i, kind := range []plan.Kind{plan.DCT2, plan.DCT3, plan.DCT4, plan.DST2, plan.DST3, plan.DST4} {
		if !runsCase(t, i, 2, 1) {
			continue
		}
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(factors)},
			Threads:  wgsl.Ownership{Elements: points, Transforms: 3},
			Exchange: wgsl.Exchange{Split: true}}
		problem := plan.Problem{Kind: kind, Shape: []int{2 * k.N()}, Batch: 19, InPlace: i%2 == 0}
		k.Threads.Mirror = mirrors(problem, false, true)
		p, err := choose.From(problem, l, k)
		require.NoError(t, err)
		require.True(t, p.ArraysPerBinding < 19 && p.Passes[0].Dispatch.Offset, "%v", p)
		r.checkReal(t, p)
	}
}
