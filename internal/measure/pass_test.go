package measure

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/hier"
	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Passes of every kind, of rows and of columns, have rounding errors only. With another twiddle,
// stride or scale the error is large.
func TestCheckPass(t *testing.T) {
	e, ctx := openEngine(t), context.Background()
	l := e.Device().Limits()
	seen := map[choose.PassKind]int{}
	const batch = 3
	longest, most := 128, 4 // points of a pass, and passes of a kind
	if testcase.Long() {
		longest, most = 256, 5
	}
	for _, problem := range []plan.Problem{{Shape: []int{1 << 15}}, {Shape: []int{48 * 48 * 48}},
		{Shape: []int{1 << 15, 3}, Axes: []int{0}}} {
		b, err := New(ctx, e, plan.Memory{Bytes: int64(problem.Points()) * batch * 8},
			plan.Memory{Bytes: int64(problem.Points()) * batch * 8}, Format{})
		require.NoError(t, err)
		t.Cleanup(func() { b.Close() })
		for i, s := range choose.Splits(problem, l, 0) {
			if i%5 > 0 {
				continue
			}
			for _, at := range s.Places {
				if seen[at.Kind]++; at.R > longest || seen[at.Kind] > most {
					continue
				}
				k := at.Kernels(l)[0]
				of := plan.Problem{Shape: []int{at.All}, Batch: batch}
				schedule, err := choose.SchedulePass(k, of, l, Scale(at.R))
				require.NoError(t, err)
				program, err := e.Compile(schedule)
				require.NoError(t, err)
				transforms := at.All / at.R * batch
				found, allowed, err := b.CheckPass(ctx, program, k, transforms, Scale(at.R))
				require.NoError(t, err)
				require.LessOrEqual(t, found, allowed, k.Name())
				require.Greater(t, found, 1e-9)
				for what, other := range map[string]func(k *wgsl.Kernel){
					"twiddle": func(k *wgsl.Kernel) {
						if !plan.HasTwiddle(k.Load) && !plan.HasTwiddle(k.Store) {
							k.Load.Ops = wgsl.MakeOps(hier.PassTwiddle{Order: 1000, Columns: 10})
						}
						for _, ops := range []*wgsl.Ops{&k.Load.Ops, &k.Store.Ops} {
							for i, o := range ops {
								if t, ok := o.(hier.PassTwiddle); ok {
									t.Order = t.Order * 3 / 2
									ops[i] = t
								}
							}
						}
					},
					"source": func(k *wgsl.Kernel) { k.Load.View.Points[0].Stride++ },
				} {
					wrong := k
					other(&wrong)
					found, _, err := b.CheckPass(ctx, program, wrong, transforms, Scale(at.R))
					require.NoError(t, err)
					require.Greater(t, found, 0.01, "another %s: %s", what, k.Name())
				}
				require.NoError(t, program.Close())
			}
		}
	}
	require.Len(t, seen, 3)
	k := wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{4, 4}, Filter: wgsl.Spectra{Count: 1}},
		Threads: wgsl.Ownership{Elements: 4, Transforms: 1}}
	_, _, err := (&Bench{}).CheckPass(ctx, nil, k, 1, 1)
	require.Error(t, err)
}
