package measure

import (
	"context"
	"math"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/pipeline"
	"wgfft/plan"
)

func openEngine(t *testing.T) *pipeline.Engine {
	t.Helper()
	e := pipeline.New(testgpu.OpenSoftware(t))
	t.Cleanup(func() { require.NoError(t, e.Close()) })
	return e
}

// made returns a bench for a problem, and its program.
func made(t *testing.T, e *pipeline.Engine, problem plan.Problem) (*Bench, *pipeline.Program) {
	t.Helper()
	p, err := choose.Make(problem, e.Device().Limits())
	require.NoError(t, err)
	b, err := New(context.Background(), e, plan.Memory{Bytes: (p.Bytes() + 7) / 8 * 8},
		plan.Memory{Bytes: (p.Bytes() + 7) / 8 * 8}, FormatOf(p.Problem))
	require.NoError(t, err)
	t.Cleanup(func() { b.Close() })
	program, err := e.Compile(p.Schedule())
	require.NoError(t, err)
	t.Cleanup(func() { program.Close() })
	return b, program
}

// Correct programs of every kind have rounding errors only. Compared with another problem, or if
// they write only a part of their results, the error is large.
func TestCheck(t *testing.T) {
	e, ctx := openEngine(t), context.Background()
	for i, problem := range []plan.Problem{
		{Shape: []int{3}, Batch: 1000}, {Shape: []int{64}, Batch: 7}, {Shape: []int{24, 10}, Batch: 90},
		{Shape: []int{24, 10}, Axes: []int{0}, Batch: 3, Inverse: true},
		{Kind: plan.R2C, Shape: []int{5}, Batch: 999}, {Kind: plan.R2C, Shape: []int{64}, Batch: 300},
		{Kind: plan.C2R, Shape: []int{81}, Batch: 41},
		{Kind: plan.R2C, Shape: []int{6, 9}, Batch: 33, Inverse: true},
		{Kind: plan.DCT2, Shape: []int{33}, Batch: 31}, {Kind: plan.DST1, Shape: []int{15}, Batch: 500},
		{Kind: plan.DCT3, Shape: []int{8, 12}, Batch: 5, Norm: plan.Ortho},
		{Kind: plan.DCT4, Kinds: []plan.Kind{plan.DCT4, plan.DST2}, Shape: []int{16, 7}, Batch: 11},
	} {
		if !testcase.ShardOf(t, i, 4) {
			continue
		}
		b, program := made(t, e, problem)
		found, allowed, err := b.Check(ctx, program, problem)
		require.NoError(t, err)
		require.LessOrEqual(t, found, allowed, "%v", problem)
		require.Greater(t, found, 1e-9, "%v", problem)
		other := problem
		other.Norm = plan.ForwardN
		found, _, err = b.Check(ctx, program, other)
		require.NoError(t, err)
		require.Greater(t, found, 0.1, "%v of another norm", problem)
		fewer := problem
		fewer.Batch = 1 + problem.Count()/2
		_, half := made(t, e, fewer)
		found, _, err = b.Check(ctx, half, problem)
		require.NoError(t, err)
		require.True(t, math.IsInf(found, 1), "%v: the last arrays were not written", problem)
	}
}

// A program that does twice the work loses every turn, and a program much slower than the time to
// beat is not measured to the end.
func TestRaceAndDuel(t *testing.T) {
	e, ctx := openEngine(t), context.Background()
	problem := plan.Problem{Shape: []int{64}, Batch: 4000}
	b, slow := made(t, e, problem)
	problem.Batch = 400
	_, fast := made(t, e, problem)
	m := Method{Loop: time.Millisecond, Repeats: 5}
	ms, share, err := b.Duel(ctx, slow, fast, m)
	require.NoError(t, err)
	require.Greater(t, ms[0], ms[1])
	require.Greater(t, share, 0.5)
	took, stopped, err := b.Race(ctx, slow, m, math.Inf(1))
	require.NoError(t, err)
	require.False(t, stopped)
	require.Greater(t, took, 0.0)
	_, stopped, err = b.Race(ctx, slow, m, took/100)
	require.NoError(t, err)
	require.True(t, stopped)
}
