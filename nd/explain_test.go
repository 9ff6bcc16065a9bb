package nd_test

import (
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// TestExplain plans steps. Both engines have the same plan.
func TestExplain(t *testing.T) {
	q := nd.NewQueue(openEngine(t, true))
	x := q.New(nd.Complex64, 8, 8).Named("x")
	gain := q.New(nd.Float32, 8, 8).Named("gain")
	k2 := nd.Grid{Type: nd.Float32, Shape: []int{8, 8}, Size: []float64{1, 1}}.K2()
	plan := func(lines ...string) {
		t.Helper()
		require.Equal(t, strings.Join(lines, "\n")+"\n", q.Explain())
		require.Equal(t, strings.Join(lines, "\n")+"\n", q.Explain(), "again")
		require.NoError(t, q.Flush(ctx))
	}
	q.Add(x, x) // no Set or Fetch needs it
	q.Set(x, q.IFFT2(q.Mul(q.FFT2(q.Scale(2, x)), q.Mul(gain, k2))))
	plan(" 1  FFT2(Mul(2, x)) -> t1  (result of FFT2)  [load: 2 instructions, 8 bytes]",
		" 2  IFFT2(Mul(t1, Mul(gain, Grid.K2))) -> x  [load: 4 instructions, 12 bytes]")

	g := nd.Grid{Type: nd.Float32, Shape: []int{8, 8}, Size: []float64{1, 1}}
	q.Set(x, q.Add(q.Mul(g.D(0), q.Add(g.D(1), g.K(-1))), q.Add(g.X(0), nd.Iota(nd.Float32, 2, 1, 8))))
	plan(" 1  Add(Mul(Grid.D(0), Add(Grid.D(1), Grid.K(1))), Add(Grid.X(0), Iota(1))) -> x")

	q.Set(x, q.FFT2(x))
	before := q.FFT2(x)
	q.Set(x, q.Scale(2, x))
	q.Set(x, before)
	q.Set(x.Flip(0), q.FFT2(x))
	plan(" 1  FFT2(x) -> x",
		" 2  FFT2(x) -> t1  (result of FFT2)",
		" 3  Mul(2, x) -> x",
		" 4  t1 -> x",
		" 5  FFT2(x) -> t2  (result of FFT2)",
		" 6  t2 -> x.Flip")

	twice := q.Add(x, x)
	q.Set(x, q.Mul(x, gain))
	q.Set(x, q.Add(x, twice))
	plan(" 1  Add(x, x) -> t1  (an operand is written before the last use)",
		" 2  Mul(x, gain) -> x",
		" 3  Add(x, t1) -> x")

	row := x.Slice(0, 0, 1, 1)
	q.Set(x, q.Mul(x, q.Exp(row)))
	q.Set(x, q.Mul(x, q.Add(row, row)))
	plan(" 1  Exp(x.Slice) -> t1  (broadcast)",
		" 2  Mul(x, t1) -> x",
		" 3  Mul(x, Add(x.Slice, x.Slice)) -> x")

	heavy := q.Exp(q.Exp(q.Exp(x)))
	light := q.Conj(x)
	y, z := q.Keep(q.Add(heavy, light)).Named("y"), q.Keep(q.Sub(heavy, light)).Named("z")
	plan(" 1  Exp(Exp(Exp(x))) -> t1  (read by several kernels)",
		" 2  Add(t1, Conj(x)) -> y",
		" 3  Sub(t1, Conj(x)) -> z")

	sum := x
	for range 8 {
		sum = q.Add(sum, q.Add(q.Keep(y), z))
	}
	q.Set(x, sum.Flip(0))
	text := q.Explain()
	require.Contains(t, text, "(8 arrays, 7 allowed)")
	require.Contains(t, text, "(read through Flip)")
	require.NoError(t, q.Flush(ctx))
}
