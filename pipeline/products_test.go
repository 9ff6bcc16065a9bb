package pipeline

import (
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// smallShapes are those that matrix products and butterflies are compared on.
func smallShapes() [][]int {
	var all [][]int
	for _, n := range []int{2, 4, 6, 8, 12, 16, 20, 24, 28} {
		all = append(all, []int{n, n})
	}
	for _, n := range []int{4, 8, 12, 16, 20, 24} {
		all = append(all, []int{n, n, n})
	}
	return append(all, []int{4, 8}, []int{8, 12}, []int{12, 20}, []int{24, 16}, []int{28, 6}, []int{6, 10, 15}, []int{4, 24, 8})
}

// varied are candidates of a form that share their products in different ways: the first of each, or the shortest of each where the first takes long to compile on a
// software driver.
func varied(shape []int, form plan.Form, batch int, l wgsl.Limits) []wgsl.FFT {
	var all []wgsl.FFT
	met := map[int]int{}
	for _, k := range plan.Candidates(shape, form, batch, l) {
		at, there := met[k.Product]
		if !there {
			met[k.Product] = len(all)
			all = append(all, k)
		} else if length(all[at]) > max(120, length(k)) && !testcase.Long() {
			all[at] = k
		}
	}
	return all
}

// Matrix products of every form and every way to share them, in batches of one, of three and of more than a workgroup takes. Of the largest cubes only if everything is
// wanted.
func TestMatrixProducts(t *testing.T) {
	shapes := smallShapes()
	some(t, len(shapes), func(t *testing.T, r *rig, i int) {
		if (plan.Problem{Shape: shapes[i]}).Points() > 2000 && !testcase.Long() {
			return
		}
		for form := plan.Mixed; form <= plan.DirectForm; form++ {
			ks := varied(shapes[i], form, 1024, r.e.Device().Limits())
			if points := (plan.Problem{Shape: shapes[i]}).Points(); form == plan.DirectForm && points <= plan.Capacity(r.e.Device().Limits()) {
				require.NotEmpty(t, ks, "%v", shapes[i])
			}
			for j, k := range ks {
				if !testcase.Long() && (j > 0 && (i+j)%8 > 0 || j == 0 && (i+int(form))%2 > 0) || testing.Short() && i%8 > 1 {
					continue
				}
				for b, batch := range []int{1, 3, 2*k.Transforms + 1} {
					if !testcase.Long() && b != (i+j+int(form))%3 {
						continue
					}
					p := plan.Problem{Shape: shapes[i], Batch: batch, Inverse: b == 1 || b == 0 && i%2 == 0, InPlace: batch == 3, Norm: plan.Norm(i % 3)}
					r.checkAxes(t, r.forced(t, p, k))
				}
			}
		}
	})
}

// Every length up to the largest product, along each of the axes of an array in turn, shared by one thread and by several.
func TestMatrixProductsOfEveryLength(t *testing.T) {
	some(t, plan.LargestProduct-1, func(t *testing.T, r *rig, i int) {
		n := i + 2
		if !testcase.Long() && i/2%3 > 0 || testing.Short() && i/2%4 > 0 {
			return
		}
		for j, shape := range [][]int{{n}, {n, 3}, {3, n}, {2, n, 5}, {n, 2, 3}} {
			if !testcase.Long() && j > 0 && (i+j)%3 > 0 {
				continue
			}
			ks := varied(shape, plan.DirectForm, 16, r.e.Device().Limits())
			require.NotEmpty(t, ks, "%v", shape)
			for c, k := range ks {
				if !testcase.Long() && (c+i+j)%len(ks) > 0 || testing.Short() && (i+j)%3 > 0 {
					continue
				}
				p := plan.Problem{Shape: shape, Batch: 1 + 2*k.Transforms, InPlace: c%2 == 0}
				if j%2 == 0 {
					p.Batch, p.Inverse = 3, true
				}
				r.checkAxes(t, r.forced(t, p, k))
			}
		}
	})
}

// Products with every exchange, every layout and both orders, with threads that idle and that do several parts, as stages of mixed radices,
// and as columns.
func TestMatrixProductsInEveryKernel(t *testing.T) {
	var all []wgsl.FFT
	for _, c := range []struct {
		over, chain    string
		points, shared int
	}{{"6", "5", 3, 2}, {"4", "9", 4, 5}, {"3.4", "10", 7, 3}, {"8", "6", 5, 4}, {"2.5", "7", 2, 2}, {"", "6.4", 4, 2}, {"", "9.5", 5, 3}, {"", "13", 4, 4}} {
		for _, x := range everyExchange() {
			k := wgsl.FFT{Chain: chain(c.chain), Points: c.points, Transforms: 1 + len(all)%5, Product: c.shared, Exchange: x}
			if c.over != "" {
				k.Over[0] = chain(c.over)
			}
			layouts := everyLayout()
			k.Layout = layouts[len(all)%len(layouts)]
			k.Load.Order = wgsl.Order(len(all) % 2)
			k.Store.Order = k.Load.Order
			if k.Exchanges() && len(all)%3 == 0 {
				k.Store.Order = 1 - k.Load.Order
			}
			k.Load.Path, k.Store.Path = wgsl.Path(len(all)/2%2), wgsl.Path(len(all)/4%2)
			all = append(all, k)
		}
	}
	some(t, len(all), func(t *testing.T, r *rig, i int) {
		if testing.Short() && i%4 > 0 || !testcase.Long() && i%7 > 0 {
			return
		}
		k := all[i]
		shape := []int{k.Chain.N()}
		if k.Over[0] != (wgsl.Chain{}) {
			shape = []int{k.Over[0].N(), k.Chain.N()}
		}
		for _, batch := range []int{1, 2*k.Transforms + 1} {
			r.checkAxes(t, r.forced(t, plan.Problem{Shape: shape, Batch: batch, InPlace: i/3%2 == 0 && k.Load.Path == wgsl.Staged, Inverse: i%2 == 0}, k))
		}
	})
}

// A cube that no workgroup holds: planes by products in one pass, the rest as columns by products.
func TestMatrixProductsOfPlanesAndColumns(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for _, n := range []int{28, 32} {
		plane := wgsl.FFT{Over: [2]wgsl.Chain{{uint16(n)}}, Chain: wgsl.Chain{uint16(n)}, Points: n, Transforms: 1, Product: 2, Load: wgsl.Load{Path: wgsl.Staged}}
		for _, shared := range []int{1, 4} {
			column := wgsl.FFT{Chain: wgsl.Chain{uint16(n)}, Points: n / shared, Transforms: 16, Product: shared,
				Load: wgsl.Load{Order: wgsl.TransformsFirst}, Store: wgsl.Store{Order: wgsl.TransformsFirst}}
			p, err := plan.With(plan.Problem{Shape: []int{n, n, n}, InPlace: true}, r.e.Device().Limits(), plane, column)
			if shared > 1 {
				require.ErrorContains(t, err, "stage a path", "in place a thread would write what others still read")
				continue
			}
			require.NoError(t, err)
			r.checkAxes(t, p)
		}
		// Out of place columns may share.
		column := wgsl.FFT{Chain: wgsl.Chain{uint16(n)}, Points: n / 4, Transforms: 16, Product: 4, Load: wgsl.Load{Order: wgsl.TransformsFirst}, Store: wgsl.Store{Order: wgsl.TransformsFirst}}
		p, err := plan.With(plan.Problem{Shape: []int{n, 40}, Axes: []int{0}, Batch: 3}, r.e.Device().Limits(), column)
		require.NoError(t, err)
		r.checkAxes(t, p)
	}
}

// Kernels drawn from all of Arrays, with the layout that suits them.
func TestAnyMatrixProducts(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	rng := rand.New(rand.NewSource(54))
	draws := 4
	if testcase.Long() {
		draws = 200
	}
	for range draws {
		shape := make([]int, 1+rng.Intn(3))
		for i := range shape {
			shape[i] = 2 + rng.Intn(map[int]int{1: 31, 2: 27, 3: 11}[len(shape)])
		}
		form := plan.Mixed + plan.Form(rng.Intn(2))
		all := plan.Arrays(shape, form, 50, r.e.Device().Limits())
		if len(all) == 0 {
			continue
		}
		k := all[rng.Intn(len(all))]
		k.Layout = plan.BestLayout(k, r.e.Device().Limits())
		p := plan.Problem{Shape: shape, Batch: 1 + rng.Intn(2*k.Transforms), InPlace: rng.Intn(2) == 0}
		if rng.Intn(2) == 0 {
			p.Batch, p.Inverse = 3, true
		}
		r.checkAxes(t, r.forced(t, p, k))
	}
}

// Products of one thread serve Rader stages and convolutions as well.
func TestMatrixProductsInConvolutions(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	l := r.e.Device().Limits()
	for i, n := range []int{53, 61, 41 * 6} {
		if i == 2 && !testcase.Long() {
			n = 41 * 2
		}
		p := plan.Problem{Shape: []int{n}, Batch: 5, Inverse: i%2 == 0, InPlace: i%2 == 1}
		for _, k := range []wgsl.FFT{plan.ConvolutionKernels(n, 5, 1, l)[0], plan.Variants(n, 5, l)[0]} {
			require.True(t, k.Convolve > 0 || k.Rader.Prime > 0)
			k.Product = 1
			r.check(t, r.forced(t, p, k))
		}
	}
}

// Products of axes with others beside them that are not transformed.
func TestMatrixProductsBesideOthers(t *testing.T) {
	t.Parallel()
	r := newRig(t)
	for i, c := range []struct {
		over1, over0 string
		side         int
	}{{"", "9", 5}, {"4", "6", 7}, {"5", "2.3", 2}} {
		for shared := 1; shared <= 3; shared++ {
			k := wgsl.FFT{Side: c.side, Points: 5, Transforms: 3, Product: shared, Load: wgsl.Load{Path: wgsl.Staged}}
			k.Over[0] = chain(c.over0)
			shape, axes := []int{k.Over[0].N(), c.side}, []int{0}
			if c.over1 != "" {
				k.Over[1] = chain(c.over1)
				shape, axes = append([]int{k.Over[1].N()}, shape...), []int{0, 1}
			}
			r.checkAxes(t, r.forced(t, plan.Problem{Shape: shape, Axes: axes, Batch: 8, Inverse: i == shared, InPlace: shared == 2}, k))
		}
	}
}
