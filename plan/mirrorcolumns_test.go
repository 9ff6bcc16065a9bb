package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/tune"
	"wgfft/plan"
	"wgfft/wgsl"
)

// hasColumnPairs reports whether threads of a kernel hold points k and -k of a column and its mirror
// column.
func hasColumnPairs(k wgsl.Kernel) bool {
	return k.Threads.HasColumns() && k.Threads.HoldsPairs(wgsl.Zero)
}

// Real transforms of several passes have kernels with mirrored columns in the pass that splits or
// merges the spectrum. The cheapest of them are valid and right in both directions.
func TestMirrorColumns(t *testing.T) {
	t.Parallel()
	l := wgsl.DefaultLimits()
	for _, kind := range []plan.Kind{plan.R2C, plan.C2R, plan.DCT2, plan.DCT3, plan.DST3} {
		for _, a := range []plan.Algorithm{plan.FourStep, plan.Transposed} {
			for i, n := range []int{1024, 1152} {
				if !testcase.ShardOf(t, 4*int(kind)+2*int(a)+i, 8) {
					continue
				}
				r := seeded(4*int(kind) + 2*int(a) + i)
				p := plan.Problem{Kind: kind, Shape: []int{n}, Batch: 1 + r.Intn(2), Norm: plan.Norm(r.Intn(3))}
				axes, err := choose.KernelsBy(p, l, a)
				require.NoError(t, err)
				kernels := axes[0].Kernels
				require.GreaterOrEqual(t, len(kernels), 2)
				all := tune.WithMirroredColumns(p, l, axes[0])
				require.NotEmpty(t, all, "%v %v", p, a)
				end := 0 // of the pass that takes points k and -k together
				if kind == plan.R2C || kind == plan.DCT2 {
					end = 1
				}
				require.Len(t, all[0].Passes(), 2)
				for i := 0; i < len(all); i += 1 + len(all)/2 { // the first and one in the middle
					other := all[i].Kernels
					require.Equal(t, kernels[1-end], other[1-end], "the other pass stays as it is")
					require.True(t, hasColumnPairs(other[end]))
					planned, err := choose.ValidateAxes(p, l, all[i])
					require.NoError(t, err, "%v", other[end].Name())
					plan.RequireRealTransform(t, r, planned)
					q, turned := tune.Reversed(p, l, all[i:i+1])
					back := turned[0].Kernels
					require.True(t, hasColumnPairs(back[1-end]) && !back[end].Threads.HasColumns())
					require.Equal(t, other[end].Stages.Radices, back[1-end].Stages.Radices.Reversed())
					planned, err = choose.ValidateAxes(q, l, turned...)
					require.NoError(t, err, "%v", back[1-end].Name())
					plan.RequireRealTransform(t, r, planned)
					_, again := tune.Reversed(q, l, turned)
					// reversed twice, the kernels are the same except for equally good layouts
					for s := range again[0].Kernels {
						again[0].Kernels[s].Exchange.Layout = other[s].Exchange.Layout
					}
					require.Equal(t, all[i], again[0])
				}
			}
		}
	}
	require.Nil(t, tune.WithMirroredColumns(plan.Problem{Shape: []int{1024}}, l,
		plan.AxisChoice{AxisCount: 1, Kernels: make([]wgsl.Kernel, 2)}), "no real transform")
	require.Nil(t, tune.WithMirroredColumns(plan.Problem{Kind: plan.R2C, Shape: []int{64}}, l,
		plan.AxisChoice{AxisCount: 1, Kernels: make([]wgsl.Kernel, 1)}), "one pass")
}

// The last pass of a real transform holds enough columns of the half spectrum to fill memory
// transactions. With the mirrored columns it holds twice the columns of a pass of complex points.
func TestMirrorColumnsFillTransactions(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for n, batch := range map[int]int{1 << 16: 1024, 1 << 20: 64, 1 << 24: 4} {
		axes, err := choose.Kernels(plan.Problem{Kind: plan.R2C, Shape: []int{n}, Batch: batch}, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		last := ks[len(ks)-1]
		require.True(t, hasColumnPairs(last))
		require.GreaterOrEqual(t, last.Threads.Transforms/2, wgsl.LinePoints, "%d: %v", n, last.Name())
	}
}
