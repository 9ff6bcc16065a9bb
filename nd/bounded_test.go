package nd

import (
	"context"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd/internal/expr"
)

// openCPU opens the CPU engine.
func openCPU(t *testing.T) *wgfft.Engine {
	t.Helper()
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	t.Cleanup(func() { require.NoError(t, eng.Close()) })
	return eng
}

// kernelsOf returns the kernels of the steps that an engine computed.
func kernelsOf(q *Queue) (all []*expr.Kernel) {
	for _, p := range q.on.plans {
		for _, c := range p.commands {
			switch c := c.command.(type) {
			case runKernel:
				all = append(all, c.Kernel)
			case runFold:
				all = append(all, c.Kernel)
			}
		}
	}
	return all
}

// arraysOf returns the number of arrays that a kernel reads.
func arraysOf(k *expr.Kernel) int {
	places := map[int]bool{}
	for i := range k.Loads {
		places[k.Places[i]] = true
	}
	return len(places)
}

// TestLongSteps records long chains in one step. The work of planning and the size of kernels are bounded.
func TestLongSteps(t *testing.T) {
	const n = 2
	for _, c := range []struct {
		name   string
		rounds int
		start  float64
		next   func(q *Queue, z, x Array) Array
		want   float64
	}{
		{"the square of the last result", 10_000, 0.5, func(q *Queue, z, x Array) Array {
			return q.Add(q.Mul(z, z), q.Mul(x, Scalar(0.25)))
		}, 0.5},
		{"a product of two sums", 3000, 0, func(q *Queue, z, _ Array) Array {
			return q.Mul(q.Add(z, Scalar(1)), q.Add(z, Scalar(0)))
		}, 0},
		{"sums", 40_000, 0, func(q *Queue, z, x Array) Array { return q.Add(z, x) }, 40_000},
		{"parts", 5000, 3, func(q *Queue, z, _ Array) Array {
			return q.Real(q.Complex(z, z))
		}, 3},
		{"a source of random numbers", 1000, 3, func(q *Queue, z, _ Array) Array {
			return q.Maximum(z, Uniform(Float32, 1, n))
		}, 3},
		{"transforms", 2000, 1, func(q *Queue, z, x Array) Array {
			q.Set(x, q.Real(q.IFFT(q.FFT(x))))
			return q.Mul(z, x)
		}, 1},
	} {
		t.Run(c.name, func(t *testing.T) {
			q := NewQueue(openCPU(t))
			z, x := From(q, []float32{float32(c.start), float32(c.start)}, n), From(q, []float32{1, 1}, n)
			require.NoError(t, q.Flush(context.Background()))
			result := z
			for range c.rounds {
				result = c.next(q, result, x)
			}
			q.Set(z, result)
			operations := q.used
			for line := range strings.Lines(q.Explain()) {
				require.Less(t, len(line), 50*maxExplained)
			}
			q.visits = 0
			got, err := Download[float32](context.Background(), q, nil, z)
			require.NoError(t, err)
			require.Equal(t, []float32{float32(c.want), float32(c.want)}, got)

			require.LessOrEqual(t, q.visits, 20*operations)
			kernels := kernelsOf(q)
			require.LessOrEqual(t, len(kernels), 10+operations)
			for _, k := range kernels {
				require.LessOrEqual(t, len(k.Code), 3*maxInline)
				require.LessOrEqual(t, arraysOf(k), expr.MaxLeaves)
			}
		})
	}
}

// TestArraysOfHeldOperand keeps an operation in memory for one kernel, after another kernel with seven arrays has been
// recorded that computes it inline. The result is an eighth array of that kernel.
func TestArraysOfHeldOperand(t *testing.T) {
	q := NewQueue(openCPU(t))
	var x []Array
	for i := range 7 {
		x = append(x, From(q, []float32{float32(i), 1}, 2))
	}
	part := q.Mul(x[0], q.Add(x[1], x[2]))
	sum := part
	for _, a := range x {
		sum = q.Add(sum, q.Mul(a, a))
	}
	y := q.Keep(sum)
	z := q.Keep(part.Flip(0))
	got, err := Download[float32](context.Background(), q, nil, y)
	require.NoError(t, err)
	require.Equal(t, []float32{91, 9}, got)
	got, err = Download[float32](context.Background(), q, nil, z)
	require.NoError(t, err)
	require.Equal(t, []float32{2, 0}, got)
	for _, k := range kernelsOf(q) {
		require.LessOrEqual(t, arraysOf(k), expr.MaxLeaves)
	}
}
