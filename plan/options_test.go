package plan_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/transforms"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A weigh is an op for both engines, which no other file knows: point j of a row times 1 + (j+add) mod 5.
type weigh struct {
	add   int
	place plan.Place
}

func (w weigh) At(p plan.Place) wgsl.Op                { return weigh{w.add, p} }
func (w weigh) Rows(plan.Call) transforms.RowOp        { return w }
func (weigh) Kinds() (memory, register wgsl.Kind)      { return wgsl.Points, wgsl.Points }
func (weigh) Tables(wgsl.Site) []wgsl.Table            { return nil }
func (weigh) Begin(wgsl.Machine, wgsl.Site) wgsl.Value { return wgsl.Value{} }
func (w weigh) Apply(m wgsl.Machine, s wgsl.Site, _, v wgsl.Value) wgsl.Value {
	f := &wgsl.Func{Name: "weigh", Indices: []string{"j"}, Params: []string{"v"}, Results: 1,
		Body: func(_ wgsl.Machine, i []*wgsl.Index, v []wgsl.Value) []wgsl.Value {
			j, _ := i[0].Value()
			return []wgsl.Value{{C: v[0].C * complex(w.of(j), 0)}}
		},
	}
	return m.Call(f, "", []*wgsl.Index{w.place.Point(s)}, []wgsl.Value{v})[0]
}

// Tag returns the fields.
func (w weigh) Tag() string { return fmt.Sprintf("weigh%d.%d.%d", w.add, w.place.Apart, w.place.Inner) }

// of returns the factor of point j.
func (w weigh) of(j int) float64 { return float64(1 + (j+w.add)%5) }

func (w weigh) SingleRow(points []complex64, at transforms.RowPlace) {
	for i := range points {
		points[i] *= complex(float32(w.of(at.First+i)), 0)
	}
}

func (w weigh) DoubleRow(points []complex128, at transforms.RowPlace) {
	for i := range points {
		points[i] *= complex(w.of(at.First+i), 0)
	}
}

// Ops of a problem are in the first load and in the last store of each axis, whatever passes an axis has.
func TestOpsOfProblems(t *testing.T) {
	large, small := wgsl.DefaultLimits(), smallWorkgroups()
	for i, c := range []struct {
		l      wgsl.Limits
		shape  []int
		passes int
	}{
		{large, []int{1000}, 1}, {small, []int{2048}, 2}, {large, []int{127}, 1}, {small, []int{1009}, 3},
		{small, []int{509, 4}, 4}, {large, []int{40, 500}, 2}, {tinyWorkgroups(), []int{4096}, 3},
		{tinyWorkgroups(), []int{256, 3}, 3},
	} {
		for j, s := range sides(t, i) {
			r := seeded(4*i + j)
			p := plan.Problem{Shape: c.shape, Batch: 1 + r.Intn(2), Inverse: s.inverse, InPlace: s.inPlace}
			ops := p.Ops()
			require.Nil(t, ops.Rows(plan.Call{}))
			ops.Load, ops.Store = []plan.Op{weigh{add: 1}}, []plan.Op{weigh{add: 3}}
			require.Len(t, ops.Rows(plan.Call{}).Load, 1)
			require.Len(t, ops.Rows(plan.Call{}).Store, 1)
			choice, err := choose.Chooser{}.Choose(p, c.l)
			require.NoError(t, err)
			made, err := plan.FromWithOps(p, c.l, choose.Chooser{}, ops, choice)
			require.NoError(t, err)
			require.Len(t, made.Passes, c.passes)
			n, src := p.Points(), plan.RandomPoints(r, p.Points()*p.Count())
			got := plan.Interpret(t, made, src)
			for q := range p.Count() {
				want := plan.TransformedAxes(weighed(src[q*n:(q+1)*n], c.shape, ops.Load), p)
				require.LessOrEqual(t, plan.Distance(got[q*n:(q+1)*n], weighed(want, c.shape, ops.Store)), plan.Rounded,
					"%v", made)
			}
		}
	}
}

// Kernels of several axes have no place for ops along each axis.
func TestOpsNeedKernelsOfOneAxis(t *testing.T) {
	l, p := wgsl.DefaultLimits(), plan.Problem{Shape: []int{16, 16}}
	choice, err := choose.Chooser{}.Choose(p, l)
	require.NoError(t, err)
	require.Len(t, choice, 1)
	_, err = plan.FromWithOps(p, l, choose.Chooser{}, plan.Ops{Store: []plan.Op{weigh{}}, Scale: 1}, choice)
	require.ErrorContains(t, err, "weigh0.0.0 on load or store needs kernels of one axis")
}

// weighed applies ops to the rows of an array along all axes.
func weighed(x []complex128, shape []int, ops []plan.Op) []complex128 {
	y, stride := make([]complex128, len(x)), len(x)
	copy(y, x)
	for _, n := range shape {
		stride /= n
		for at := range y {
			for _, op := range ops {
				op.Rows(plan.Call{}).DoubleRow(y[at:at+1], transforms.RowPlace{First: at / stride % n, Points: n})
			}
		}
	}
	return y
}
