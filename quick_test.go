package wgfft

import (
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// Transforms with Quick are right on both engines, and two plans of one engine give the same bits.
func TestQuick(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for _, n := range []int{16, 60, 1009, 2048} {
			rows := max(3, ref.Together(n)) // the number of rows that are judged together
			x := ref.Uniform(uint64(n), rows*n)
			got, err := c.FFT(ctx, nil, x, WithRowLength(n), WithQuick())
			require.NoError(t, err)
			require.LessOrEqual(t, relative(got, ref.Batch(x, n, false, 1), n), ref.Tolerance(n), "%d points", n)
			for range 2 {
				p, err := c.Plan(ctx, Problem{Shape: []int{n}, Batch: rows, Quick: true})
				require.NoError(t, err)
				again := make([]complex64, len(x))
				require.NoError(t, p.Forward(ctx, again, x))
				require.Equal(t, got, again, "%d points", n)
				require.NoError(t, p.Close())
			}
		}
	})
}

// Convolutions with Quick are right on both engines.
func TestQuickConvolution(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		v := Convolution{Shape: []int{300}, Kernel: []int{17}, Quick: true}
		x, kernel := ref.Uniform(1, 600), ref.Uniform(2, 17)
		got, err := c.Convolve(ctx, nil, x, kernel, v)
		require.NoError(t, err)
		convolved(t, got, x, kernel, v)
	})
}

// Wisdom does not change the kernels of a plan with Quick, and tuning refuses such a problem.
func TestQuickIgnoresWisdom(t *testing.T) {
	c := openWith(t, "off")
	w, p, tree := another(t, c)
	x := ref.Uniform(1, 16*40)
	planned := func(p Problem) (string, []complex64) {
		made, err := c.Plan(ctx, p)
		require.NoError(t, err)
		got := make([]complex64, len(x))
		require.NoError(t, made.Forward(ctx, got, x))
		require.NoError(t, made.Close())
		return made.String(), got
	}
	p.Quick = true
	before, bits := planned(p)
	require.Contains(t, before, "quick")
	require.NoError(t, c.ImportWisdom(encoded(t, w)))
	after, same := planned(p)
	require.Equal(t, before, after)
	require.Equal(t, bits, same)
	p.Quick = false
	usual, _ := planned(p)
	require.Equal(t, tree, usual, "other plans change")

	p.Quick = true
	_, err := c.Tune(ctx, TuneOptions{Budget: time.Second}, p)
	require.ErrorContains(t, err, "Tune does not use Problem.Quick")
}

// A problem keeps Quick through the types of all layers.
func TestQuickIsConverted(t *testing.T) {
	p := Problem{Shape: []int{8}, Quick: true}
	require.True(t, planProblem(p).Quick)
	require.True(t, faceProblem(planProblem(p)).Quick)
	require.True(t, planConvolution(Convolution{Shape: []int{8}, Kernel: []int{2}, Quick: true}).Quick)
	require.NotEqual(t, plan.ProblemKey(planProblem(p)), plan.ProblemKey(planProblem(Problem{Shape: []int{8}})))
}
