package plan_test

import (
	"errors"
	"fmt"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Rows of zeros are not transformed if the array is padded along an axis transformed later.
func TestRowsOfZerosAreNotTransformed(t *testing.T) {
	l := wgsl.DefaultLimits()
	for _, c := range []struct {
		p          plan.Problem
		transforms []int // transforms of each pass for one array
	}{
		{plan.Problem{Shape: []int{480, 600}, In: plan.Layout{Have: []int{100, 50}}}, []int{100, 600}},
		{plan.Problem{Shape: []int{480, 600}}, []int{480 / 3, 3 * 600}}, // axis fusion
		{plan.Problem{Shape: []int{480, 600}, InPlace: true, In: plan.Layout{Have: []int{100, 50}},
			Out: plan.Layout{Have: []int{100, 50}}}, []int{480, 600}},
		{plan.Problem{Shape: []int{480, 600}, In: plan.Layout{Have: []int{100, 50}}, Axes: []int{1}}, []int{480}},
		{plan.Problem{Shape: []int{100, 200, 300}, In: plan.Layout{Have: []int{10, 20, 30}}},
			[]int{10 * 20, 10 * 300, 200 * 300}},
		{plan.Problem{Shape: []int{83, 89, 1}, In: plan.Layout{Have: []int{10, 20, 1}}}, []int{10, 89}}, // Bluestein
	} {
		p, err := choose.Make(c.p, l)
		require.NoError(t, err)
		require.Len(t, p.Passes, len(c.transforms))
		for pass, transforms := range c.transforms {
			require.Equal(t, transforms, plan.TransformsOf(p, pass), "%v, pass %d", p, pass)
		}
		for _, k := range p.Passes {
			if c.p.Axes != nil || k.Load.Path == wgsl.Staged {
				continue
			}
			isWhole := k.Load.View.Bound == 0 || k.Load.View.Bound == k.N()
			require.Equal(t, c.p.In.Have == nil || c.p.InPlace, isWhole, k.Name())
		}
	}
	// A batch of padded arrays has no gaps, so it is done in parts like any other.
	p, err := choose.Make(plan.Problem{Shape: []int{480, 600}, Batch: 1000, In: plan.Layout{Have: []int{100, 50}}}, l)
	require.NoError(t, err)
	require.Equal(t, wgsl.Strides{}, p.Passes[0].Load.View.Array)
	require.Less(t, p.ArraysPerBinding, 1000)
	require.EqualValues(t, 1000*100*50*plan.ElementBytes, p.Source().Bytes)
}

func TestInterpretedPadding(t *testing.T) {
	t.Parallel()
	for i, l := range smallLimits() {
		t.Run(fmt.Sprint(i), func(t *testing.T) {
			t.Parallel()
			done, tried := 0, 0
			for seed := range int64(24) {
				if (int(seed)/4+i)%2 > 0 && !testcase.Long() { // every second case of each number of axes
					continue
				}
				tried++
				r := rand.New(rand.NewSource(seed))
				axes := 1 + int(seed%4)
				p := plan.Problem{Batch: r.Intn(4), Inverse: r.Intn(2) == 0, Norm: plan.Norm(r.Intn(3))}
				for axis := range axes {
					n := 1 + r.Intn([]int{2000, 60, 14, 8}[axes-1])
					p.Shape, p.In.Have = append(p.Shape, n), append(p.In.Have, 1+r.Intn(n))
					if r.Intn(3) > 0 {
						p.Axes = append(p.Axes, axis)
					}
				}
				switch r.Intn(4) {
				case 0:
					p.In.Dist, p.In.Offset = plan.Product(p.In.Have)+r.Intn(5), r.Intn(5)
				case 1:
					p.In.Planar = l.BindingBytes > 1<<20
				case 2:
					p.Out.Have = nil
					for _, n := range p.Shape {
						p.Out.Have = append(p.Out.Have, 1+r.Intn(n))
					}
				}
				made, err := choose.Make(p, l)
				if errors.As(err, new(*plan.LengthError)) ||
					errors.As(err, new(*wgsl.LimitError)) && l.BindingBytes < 1<<20 {
					continue // beyond these limits
				}
				require.NoError(t, err, "seed %d: %v", seed, p)
				done++
				if testcase.ShardOf(t, 24*i+int(seed), 6) {
					plan.RequireTransformInLayout(t, r, made)
				}
			}
			require.Greater(t, done, tried/2)
		})
	}
}
