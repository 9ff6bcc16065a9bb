package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestUniform compares the random numbers of both engines, bit by bit, and checks their
// distribution.
func TestUniform(t *testing.T) {
	const rows, columns = 113, 91
	seed := uint64(0x299f31d0a4093822)
	q := nd.NewQueue(openEngine(t, true))
	want, err := nd.Download[float32](ctx, q, nil, nd.Uniform(nd.Float32, seed, rows, columns))
	require.NoError(t, err)
	require.Equal(t, float32(0x6627e8)/(1<<24), downloadUniform(t, q, 0)[0])
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		u := nd.Uniform(nd.Float32, seed, rows, columns)
		got, err := nd.Download[float32](ctx, q, nil, u)
		require.NoError(t, err)
		require.Equal(t, want, got)
		got, err = nd.Download[float32](ctx, q, nil, q.Copy(u.Transpose().Flip(0)))
		require.NoError(t, err)
		require.Equal(t, want[3*columns+columns-1-5], got[5*rows+3])
		row := nd.Uniform(nd.Float32, seed, 1, columns) // broadcast along the first axis
		sums, err := nd.Download[float32](ctx, q, nil, q.Add(row, nd.Iota(nd.Float32, 2, 0, 3)))
		require.NoError(t, err)
		require.InDelta(t, 2+want[7], sums[2*columns+7], 1e-6)
		x, err := q.Numbers(ctx, q.Mean(u), q.Mean(q.Abs2(u)), q.Min(u), q.Max(u))
		require.NoError(t, err)
		require.InDelta(t, 0.5, x[0], 0.01)
		require.InDelta(t, 1./3, x[1], 0.01)
		require.InDelta(t, 0, x[2], 0.001)
		require.InDelta(t, 1, x[3], 0.001)
		require.Equal(t, want[0], downloadUniform(t, q, seed)[0])
	})
}

func downloadUniform(t *testing.T, q *nd.Queue, seed uint64) []float32 {
	t.Helper()
	x, err := nd.Download[float32](ctx, q, nil, nd.Uniform(nd.Float32, seed, 4))
	require.NoError(t, err)
	return x
}

// TestNormal compares random numbers with the moments of the normal distribution, and both engines
// with each other.
func TestNormal(t *testing.T) {
	const n = 100000
	q := nd.NewQueue(openEngine(t, true))
	want := download(t, q, nd.Normal(nd.Float32, 5, n))
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		z := nd.Normal(nd.Float32, 5, n)
		requireClose(t, want, download(t, q, z), 2e-4, "both engines")
		x, err := q.Numbers(ctx, q.Mean(z), q.Mean(q.Abs2(z)), q.Mean(q.Mul(z, q.Abs2(z))), q.Mean(q.Abs2(q.Abs2(z))),
			q.Max(q.Abs(z)))
		require.NoError(t, err)
		for i, moment := range []float64{0, 1, 0, 3} {
			require.InDelta(t, moment, x[i], 0.06, i)
		}
		require.InDelta(t, 4.4, x[4], 0.6)
	})
}

// TestRandomDouble makes random numbers of double precision.
func TestRandomDouble(t *testing.T) {
	cpu := nd.NewQueue(openEngine(t, true))
	want := download(t, cpu, nd.Uniform(nd.Float64, 0, 1000))
	require.Equal(t, float64(0x6627e8d5e169c58d>>11)/(1<<53), real(want[0]))
	deviates := download(t, cpu, nd.Normal(nd.Float64, 1, 30000))
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		u := download(t, q, nd.Uniform(nd.Float64, 0, 1000))
		for i := range u { // double-single leaves out the last five bits
			off := real(want[i] - u[i])
			isCut := held(t, q, nd.Float64) > 0 && off > 0 && off < 0x1p-48
			require.True(t, off == 0 || isCut, "%d: %v", i, off)
		}
		z := nd.Normal(nd.Float64, 1, 30000)
		requireClose(t, deviates, download(t, q, z), 1000*spacing(t, q, nd.Float64), "both engines")
		x, err := q.Numbers(ctx, q.Mean(z), q.Mean(q.Abs2(z)))
		require.NoError(t, err)
		require.InDelta(t, 0, x[0], 0.03)
		require.InDelta(t, 1, x[1], 0.03)
	})
}

// TestRandomWrong uses random numbers with wrong types and shapes.
func TestRandomWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		q.Abs(nd.Uniform(nd.Complex64, 1, 4))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.Abs(nd.Normal(nd.Float32, 1, 4, 0))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
	})
}
