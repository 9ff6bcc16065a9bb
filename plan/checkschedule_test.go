package plan

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// CheckSchedule checks the properties that an executor relies on.
func CheckSchedule(t *testing.T, p Plan) {
	t.Helper()
	s := p.Schedule()
	elements := int64(p.Problem.Points()) * int64(p.Problem.Count())
	require.EqualValues(t, elements*ElementBytes, s.Source.Bytes)
	require.LessOrEqual(t, len(s.Scratch), 2)
	for i, m := range s.Scratch {
		require.EqualValues(t, int64(p.ArraysPerBinding)*int64(p.scratch[i])*ElementBytes, m.Bytes)
	}
	start, end := Arg{Role: Input}, Arg{Role: Output}
	if p.Problem.InPlace {
		start = end
	}
	used := map[Arg]bool{}
	dispatch, points := 0, 0
	var at Arg
	for done := 0; done < p.Problem.Count(); done += p.ArraysPerBinding { // the parts of the batch
		together := min(p.ArraysPerBinding, p.Problem.Count()-done)
		at, points = start, 1
		for i := range p.Passes {
			transforms, bytes := together*p.Axes[0].Transforms(1)*max(1, p.Axes[0].longest()/p.Passes[i].N()), int64(0)
			var from, to Arg
			for next := 0; next < transforms; dispatch++ {
				require.Less(t, dispatch, len(s.Passes))
				pass := s.Passes[dispatch]
				require.Equal(t, p.Passes[i], pass.Kernel)
				var first, end int
				from, to, first, end = checkPass(t, p, s, pass, transforms, used)
				require.Equal(t, next, first, "a dispatch begins where the one before ended")
				require.Greater(t, end, first)
				next = end
				bytes += pass.Bytes
				for _, a := range []Arg{from, to} {
					if a.Role != Scratch && (together < p.Problem.Count()) && p.SegmentSize == 0 {
						begin := int64(done) * int64(p.Problem.Points()) * ElementBytes
						require.LessOrEqual(t, a.Offset, begin)
						require.Less(t, begin-a.Offset, int64(p.Limits.StorageAlign))
						require.EqualValues(t, begin+int64(together)*int64(p.Problem.Points())*ElementBytes,
							a.Offset+a.Bytes)
					}
				}
			}
			if p.Axes[0].Convolution == 0 {
				require.InDelta(t, 2*int64(together)*int64(p.Problem.Points())*ElementBytes, bytes,
					float64(len(s.Passes)))
			}
			require.Equal(t, at, from.WithoutOffset(), "a pass reads what the one before wrote")
			at = to.WithoutOffset()
			// Direction and norm are applied once.
			k := p.Passes[i]
			first, last := i == 0, i == len(p.Passes)-1
			if p.Axes[0].Convolution == 0 { // with a convolution, the chirp has the direction
				require.Equal(t, p.Problem.Inverse && first, slices.Contains(k.Load.Ops.List(), wgsl.Op(wgsl.Swap{})))
				require.Equal(t, p.Problem.Inverse && last, slices.Contains(k.Store.Ops.List(), wgsl.Op(wgsl.Swap{})))
			}
			want := p.Problem.Scale()
			if want == 1 || !last {
				want = 0
			}
			require.Equal(t, want, scaleOf(k))
			if first && last && p.Axes[0].Convolution == 0 {
				rows := wgsl.Rows(k.N(), k.N())
				for _, v := range []wgsl.View{k.Load.View, k.Store.View} {
					require.Equal(t, rows, wgsl.View{Batch: v.Batch, Points: v.Points, Bound: v.Bound, Rows: v.Rows})
				}
			}
			points *= k.N()
		}
	}
	require.Len(t, s.Passes, dispatch)
	require.Equal(t, end, at)
	if p.Axes[0].Convolution > 0 {
		require.Equal(t, p.Axes[0].Convolution*p.Axes[0].Convolution, points*p.Passes[len(p.Passes)/2].N(),
			"columns twice, rows once")
	} else {
		require.Equal(t, p.Problem.Points(), points)
	}
	for i, table := range s.Tables {
		if table.Len() < 1<<22 {
			require.Len(t, table.Bytes(), table.Len(), table.Name())
		}
		require.True(t, used[Arg{Role: Table, Index: i}], "a table nobody reads")
	}
	for i := range s.Uniforms {
		require.True(t, used[Arg{Role: Uniform, Index: i}], "a uniform nobody reads")
	}
	for i := range s.Scratch {
		require.True(t, used[Arg{Role: Scratch, Index: i}], "scratch nobody uses")
	}
	require.Len(t, used, len(s.Tables)+len(s.Uniforms)+len(s.Scratch))
}

// checkPass checks one dispatch of a pass with the given number of transforms. It records the
// buffers in used. It returns the source and the target, and the range of transforms.
func checkPass(
	t *testing.T, p Plan, s Schedule, pass Pass, transforms int, used map[Arg]bool,
) (from, to Arg, first, end int) {
	t.Helper()
	k := pass.Kernel.(wgsl.Kernel)
	require.LessOrEqual(t, pass.Seconds, max(LongestSubmission, p.seconds(0, k.Threads.Transforms))*1.01,
		"it is divided if possible")
	end = transforms
	for i, b := range k.Bindings() {
		if a := pass.Args[i]; b.Role == wgsl.RoleParameters {
			require.Equal(t, Uniform, a.Role)
			require.Len(t, s.Uniforms[a.Index], 4, "uniforms come in 16 bytes")
			if k.Dispatch.Offset {
				first = int(s.Uniforms[a.Index][1])
			}
			if end = int(s.Uniforms[a.Index][0]); !k.Dispatch.Offset {
				require.Equal(t, transforms, end)
			}
		}
	}
	count := end - first

	// Workgroups: within the limit, all transforms covered, none twice unless the kernel has a tail
	// check.
	gx, gy := pass.Groups[0], pass.Groups[1]
	require.LessOrEqual(t, gx, p.Limits.Workgroups)
	require.LessOrEqual(t, gy, p.Limits.Workgroups)
	covered := gx * gy * k.Threads.Transforms
	require.GreaterOrEqual(t, covered, count)
	if !k.Dispatch.Tail {
		require.Equal(t, count, covered, "without a tail check every workgroup is full")
	}
	if k.Dispatch.Fold {
		require.LessOrEqual(t, gx, wgsl.FoldWidth)
		require.Less(t, covered-count, gy*k.Threads.Transforms, "a workgroup for each row too many")
	} else {
		require.Equal(t, 1, gy, "without folding only x counts")
		require.Less(t, covered-count, k.Threads.Transforms, "a workgroup too many")
	}

	// Arguments: one for each binding, with the right role; no source in place.
	bindings := k.Module().Bindings
	require.Len(t, pass.Args, len(bindings))
	data, segments := 0, 0
	for i, a := range pass.Args {
		b := bindings[i]
		if b.Part > 0 {
			require.EqualValues(t, b.Part*p.SegmentSize*ElementBytes, a.Offset-pass.Args[i-b.Part].Offset)
			segments++
			continue
		}
		switch b.Role {
		case wgsl.RoleSource:
			from = a
			data++
		case wgsl.RoleTarget:
			to = a
			data++
		case wgsl.RoleInPlace:
			from, to = a, a
			data++
		case wgsl.RoleTable:
			require.Equal(t, Table, a.Role)
			require.Equal(t, tables.Constants(b, wgsl.F32{}), s.Tables[a.Index])
		case wgsl.RoleGiven:
			require.Equal(t, Table, a.Role)
			if layout := b.Tables[0].(wgsl.Given); b.Name == "in_factors" {
				want := tables.Chirp(p.Problem.Points(), p.Problem.Inverse)
				require.Equal(t, tables.Given(want, layout, wgsl.F32{}), s.Tables[a.Index])
			}
		case wgsl.RoleParameters:
			require.Equal(t, Uniform, a.Role)
		default:
			t.Fatalf("unknown binding %v", b)
		}
		if a.Role != Input && a.Role != Output {
			used[a.WithoutOffset()] = true
		}
	}
	if segments == 0 {
		require.LessOrEqual(t, len(bindings), 8)
	}
	require.Equal(t, k.Dispatch.InPlace, from == to)
	if k.Dispatch.InPlace {
		require.Equal(t, 1, data)
	} else {
		require.Equal(t, 2, data)
	}
	return from, to, first, end
}

// scaleOf returns the factor of the first Scale of a kernel's store. It returns 0 if there is none.
func scaleOf(k wgsl.Kernel) float64 {
	for _, o := range k.Store.Ops.List() {
		if s, ok := o.(wgsl.Scale); ok {
			return s.By
		}
	}
	return 0
}
