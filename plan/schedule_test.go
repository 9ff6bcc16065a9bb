package plan_test

import (
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestNormsAgreeWithScipy(t *testing.T) {
	for _, c := range []struct {
		norm             plan.Norm
		name             string
		forward, inverse float64
	}{{plan.Backward, "backward", 1, 1.0 / 16}, {plan.Ortho, "ortho", 1.0 / 4, 1.0 / 4}, {plan.ForwardN,
		"forward", 1.0 / 16, 1}} {
		require.Equal(t, c.forward, c.norm.Scale(16, false), c.name)
		require.Equal(t, c.inverse, c.norm.Scale(16, true), c.name)
		require.Equal(t, c.name, c.norm.String())
		n, err := plan.ParseNorm(c.name)
		require.NoError(t, err)
		require.Equal(t, c.norm, n)
		for _, inverse := range []bool{false, true} {
			p, err := choose.Make(plan.Problem{Shape: []int{16}, Batch: 3, Norm: c.norm, Inverse: inverse},
				wgsl.DefaultLimits())
			require.NoError(t, err)
			plan.CheckSchedule(t, p)
		}
	}
	for _, s := range []string{"", "Backward", "ortho ", "none"} {
		_, err := plan.ParseNorm(s)
		require.ErrorContains(t, err, "want backward, ortho or forward")
	}
}

func TestTailAndFold(t *testing.T) {
	tails, folds := map[bool]int{}, map[bool]int{}
	for _, n := range []int{1, 2, 16, 100, 243, 1024, 2401} {
		// A device with few workgroups folds early; a real one folds large batches of short
		// lengths.
		for _, workgroups := range []int{wgsl.FoldWidth, 65535} {
			l := wgsl.DefaultLimits()
			l.Workgroups, l.BindingBytes, l.AllocationBytes = workgroups, 1<<50, 1<<50
			first, err := choose.Make(plan.Problem{Shape: []int{n}, Batch: 1 << 20}, l)
			require.NoError(t, err)
			shared := first.Passes[0].Threads.Transforms
			for _, batch := range []int{
				1, 2, 3, shared - 1, shared, shared + 1, 2 * shared, 10*shared - 1,
				(workgroups - 1) * shared, workgroups*shared - 1, workgroups * shared, workgroups*shared + 1,
				(workgroups + 1) * shared,
				2 * wgsl.FoldWidth * shared, 2*wgsl.FoldWidth*shared + 1, 2*wgsl.FoldWidth*shared - 1,
				5 * wgsl.FoldWidth * shared, 100*workgroups*shared + 17,
			} {
				if batch < 1 {
					continue
				}
				k := first.Passes[0]
				p, err := choose.From(plan.Problem{Shape: []int{n}, Batch: batch}, l, k)
				require.NoError(t, err)
				plan.CheckSchedule(t, p)
				tails[p.Passes[0].Dispatch.Tail]++
				folds[p.Passes[0].Dispatch.Fold]++
				most := 0
				for _, pass := range p.Schedule().Passes {
					most = max(most, pass.Groups[0]*pass.Groups[1])
				}
				require.Equal(t, most > workgroups, p.Passes[0].Dispatch.Fold)
			}
		}
	}
	for _, m := range []map[bool]int{tails, folds} {
		require.Greater(t, min(m[false], m[true]), 20, "both kinds were seen")
	}
}

func TestTableNames(t *testing.T) {
	l := wgsl.DefaultLimits()
	byName := map[string]plan.Recipe{}
	for _, k := range []string{"4.4", "2.8", "8.2", "16.16", "4.4.4", "15.3"} {
		c, err := wgsl.ParseRadices(k)
		require.NoError(t, err)
		p, err := choose.From(plan.Problem{Shape: []int{c.N()}}, l,
			wgsl.Kernel{Stages: wgsl.Stages{Radices: c}, Threads: wgsl.Ownership{Elements: int(c[0]), Transforms: 1}})
		require.NoError(t, err)
		for range 2 {
			r := p.Schedule().Tables[0]
			if other, ok := byName[r.Name()]; ok {
				require.Equal(t, other, r, "recipes of one name are equal values")
			}
			byName[r.Name()] = r
		}
	}
	require.Len(t, byName, 6)
}

func TestPlansPrint(t *testing.T) {
	p, err := choose.From(plan.Problem{Shape: []int{1024}, Batch: 64}, wgsl.DefaultLimits(),
		wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{4, 16, 16}},
			Threads:  wgsl.Ownership{Elements: 16, Transforms: 2},
			Exchange: wgsl.Exchange{Split: true}})
	require.NoError(t, err)
	require.Equal(t, "(stockham 1024 4.16.16 batch 64)", p.String())
	require.Equal(t, fmt.Sprintf("pass 1: %s, 32x1 workgroups", p.Passes[0].Name()), p.Schedule().String())
	p.Problem.Inverse, p.Problem.Norm = true, plan.Ortho
	require.Equal(t, "(stockham 1024 4.16.16 batch 64 inverse ortho)", p.String())
	require.Equal(t, "[input output scratch table uniform]", fmt.Sprint([]plan.Role{plan.Input, plan.Output,
		plan.Scratch, plan.Table, plan.Uniform}))
}
