package nd_test

import (
	"math"
	"runtime/debug"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestRepeatedSteps runs steps of the same structure with different arrays and numbers. In some of
// the steps, two operands are the same array.
func TestRepeatedSteps(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const n = 64
		var arrays []nd.Array
		var want [][]complex128
		for i := range 4 {
			data := numbers[complex64](n, i)
			arrays, want = append(arrays, nd.From(q, data, n)), append(want, wides(data))
		}
		for i := range 24 {
			s := 0.5 + float64(i%3)/4
			a, b, c := i%4, (i+1)%4, (i+i/4)%4 // c is a or b in some of the steps
			extra := numbers[complex64](n, 100+i)
			x := nd.From(q, extra, n)
			sum := q.Sum(arrays[c])
			row := arrays[a].Flip(0)
			y := q.IFFT(q.Mul(q.FFT(q.MulAdd(row, nd.Scalar(s), x)), nd.Scalar(0.5)))
			q.Set(arrays[b], q.Add(y, arrays[c]))
			fetched := q.Fetch(q.Mul(sum, nd.Scalar(s)))
			require.NoError(t, q.Flush(ctx))
			require.NoError(t, x.Close())

			next := make([]complex128, n)
			var total complex128
			for k := range next {
				next[k] = 0.5*(complex(s, 0)*want[a][n-1-k]+wide(extra[k])) + want[c][k]
				total += want[c][k]
			}
			got, err := nd.Receive[complex64](ctx, fetched, nil)
			require.NoError(t, err)
			requireClose(t, []complex128{total * complex(s, 0)}, wides(got), 1e-5, "sum")
			want[b] = next
			requireClose(t, next, download(t, q, arrays[b]), 1e-5, "array")
		}
		require.NoError(t, arrays[1].Close())
		q.Set(arrays[0], q.Mul(arrays[1], nd.Scalar(2)))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
	})
}

// TestRepeatedClosed closes an array between recording and the end of a step. Steps with the same
// structure have run before.
func TestRepeatedClosed(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x, y := q.New(nd.Float32, 8), q.New(nd.Float32, 8)
		for range 3 {
			q.Set(y, q.Add(x, nd.Scalar(1)))
			require.NoError(t, q.Flush(ctx))
		}
		q.Set(y, q.Add(x, nd.Scalar(1)))
		require.NoError(t, x.Close())
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
		requireClose(t, []complex128{1, 1, 1, 1, 1, 1, 1, 1}, download(t, q, y), 0, "unchanged")
	})
}

// TestRepeatedSources runs steps that differ in the numbers of a source.
func TestRepeatedSources(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := q.New(nd.Float32, 8)
		for _, size := range []float64{1, 2, 1, 4} {
			q.Set(x, nd.Grid{Type: nd.Float32, Shape: []int{8}, Size: []float64{size}}.K(0))
			require.InDelta(t, 2*math.Pi/size, real(download(t, q, x)[1]), 1e-5)
		}
	})
}

// TestRepeatedAllocations counts the allocations of a step that a GPU computes repeatedly.
func TestRepeatedAllocations(t *testing.T) {
	f := newFlow(nd.NewQueue(openEngine(t, false)), 16)
	step := func() {
		f.record()
		if err := f.q.Flush(ctx); err != nil {
			t.Error(err)
		}
	}
	for range 4 {
		step()
	}
	// A collection empties pools, which then allocate.
	defer debug.SetGCPercent(debug.SetGCPercent(-1))
	require.LessOrEqual(t, testing.AllocsPerRun(20, step), 6.0, "allocations of a step of 16 operations")
	require.NoError(t, f.q.Wait(ctx))
}
