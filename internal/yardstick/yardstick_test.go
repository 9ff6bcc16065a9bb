package yardstick

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/plan"
)

// problems have every kind, each norm, and both directions of complex transforms.
func problems() []plan.Problem {
	var all []plan.Problem
	for kind := plan.C2C; kind <= plan.DST4; kind++ {
		p := plan.Problem{Kind: kind, Shape: []int{5, 6}, Batch: 2, Norm: plan.Norm(kind % 3)}
		all = append(all, p)
		if kind == plan.C2C || kind == plan.DCT2 {
			p.Inverse = true
			all = append(all, p)
		}
	}
	return all
}

// TestPrecisionsAgree: data that float32 holds has the same expected results in both precisions.
func TestPrecisionsAgree(t *testing.T) {
	for _, p := range problems() {
		numbers := int(p.Arrays()[0].Bytes()) / 4 * 2
		x := ref.UniformReal(1, numbers)
		wide := make([]float64, len(x))
		for i, v := range x {
			wide[i] = float64(v)
		}
		results := int(p.Arrays()[1].Bytes()) / 4 * 2
		y := make([]float64, results)
		y[0] = 1
		narrow := make([]float32, results)
		narrow[0] = 1
		single, double := Expect(p, x).Error(narrow), Expect(p, wide).Error(y)
		require.InEpsilon(t, single, double, 1e-12, "%v", p)
	}
}

// TestResults: Results has the results of Expect, for elements of every type.
func TestResults(t *testing.T) {
	for _, c := range []struct {
		p             plan.Problem
		results, size int
	}{
		{plan.Problem{Kind: plan.C2C, Shape: []int{5, 6}}, 30, 2},
		{plan.Problem{Kind: plan.R2C, Shape: []int{5, 6}}, 20, 2},
		{plan.Problem{Kind: plan.C2R, Shape: []int{5, 6}}, 30, 1},
		{plan.Problem{Kind: plan.DST4, Shape: []int{5, 6}}, 30, 1},
	} {
		var got []doubledouble.Complex
		numbers := ref.Uniform64(1, 60)[:c.p.Arrays()[0].Bytes()/4]
		if c.p.Kind == plan.C2C || c.p.Kind == plan.C2R {
			got = Results(c.p, points[complex128](numbers))
		} else {
			got = Results(c.p, numbers)
		}
		require.Len(t, got, c.results)
		var flat []float64
		for _, z := range got {
			flat = append(flat, []float64{z.Re.Hi, z.Im.Hi}[:c.size]...)
		}
		require.Less(t, Expect(c.p, numbers).Error(flat), 0x1p-53, "%v", c.p)
	}
	require.Equal(t, ref.WidenDD(ref.Axes(ref.Uniform(1, 6), []int{6}, []int{0}, false, 1)),
		Results(plan.Problem{Shape: []int{6}}, ref.Uniform(1, 6)))
}

// TestScaleDD: the scale in double-double times the number of points, or its square root, is 1.
func TestScaleDD(t *testing.T) {
	for _, norm := range []plan.Norm{plan.Backward, plan.Ortho, plan.ForwardN} {
		for _, inverse := range []bool{false, true} {
			p := plan.Problem{Shape: []int{7, 11}, Norm: norm, Inverse: inverse}
			scale := ScaleDD(p)
			require.Equal(t, p.Scale(), scale.Hi)
			by := doubledouble.Real{Hi: 1}
			switch {
			case norm == plan.Ortho:
				by, scale = doubledouble.Real{Hi: 77}, scale.Mul(scale)
			case scale.Hi != 1:
				by = doubledouble.Real{Hi: 77}
			}
			require.InDelta(t, 0, scale.Mul(by).Sub(doubledouble.Real{Hi: 1}).Hi, 1e-30)
		}
	}
}

func TestToleranceIn(t *testing.T) {
	p := plan.Problem{Kind: plan.DCT2, Shape: []int{100}}
	require.Equal(t, Tolerance(p), ToleranceIn(ref.Single, p))
	require.Equal(t, ref.Double.Tolerance(200), ToleranceIn(ref.Double, p))
	require.True(t, math.IsInf(Expect(p, make([]float64, 100)).Error(make([]float64, 99)), 1))
}
