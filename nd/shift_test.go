package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// rolled moves the elements of x along an axis.
func rolled(x []complex128, shape []int, by, axis int) []complex128 {
	n, step := shape[axis], 1
	for _, s := range shape[axis+1:] {
		step *= s
	}
	out := make([]complex128, len(x))
	for i, v := range x {
		k := i / step % n
		to := ((k+by)%n + n) % n
		out[i+(to-k)*step] = v
	}
	return out
}

// TestShifts compares operations that move elements with their definitions.
func TestShifts(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testShifts[complex64](t, q)
		testShifts[int8](t, q)
		if isSpare(q) {
			return
		}
		testShifts[float32](t, q)
		testShifts[int32](t, q)
		testShifts[wgfft.Half](t, q)
		testShifts[complex128](t, q)
	})
}

func testShifts[T nd.Element](t *testing.T, q *nd.Queue) {
	shape := []int{7, 10, 33}
	data := make([]T, 7*10*33)
	for i := range data {
		data[i] = of[T](complex(float64(i%101), float64(i%13)))
	}
	a := nd.From(q, data, shape...)
	w := wides(data)
	check := func(name string, got nd.Array, want []complex128) {
		t.Helper()
		require.Equal(t, a.DType(), got.DType())
		requireClose(t, want, download(t, q, got), 0, name)
	}
	check("Roll", q.Roll(a, 3, 1), rolled(w, shape, 3, 1))
	check("Roll back", q.Roll(a, -40, -1), rolled(w, shape, -40, 2))
	check("Roll by 0", q.Roll(a, 14, 0), w)
	check("twice", q.Roll(q.Roll(a, 5, 0), -1, 2), rolled(rolled(w, shape, 5, 0), shape, -1, 2))
	all := rolled(rolled(rolled(w, shape, 3, 0), shape, 5, 1), shape, 16, 2)
	check("FFTShift", q.FFTShift(a), all)
	check("FFTShift of one axis", q.FFTShift(a, -1), rolled(w, shape, 16, 2))
	check("IFFTShift", q.IFFTShift(q.FFTShift(a)), w)
	check("IFFTShift of two axes", q.IFFTShift(a, 0, 2), rolled(rolled(w, shape, -3, 0), shape, -16, 2))
	check("view", q.Roll(a.Transpose(), 2, 0).Transpose(), rolled(w, shape, 2, 2))
	requireClose(t, scaled(all, 2), download(t, q, q.Add(q.FFTShift(a), q.FFTShift(a))), 0, "sum")
	requireClose(t, scaled(all, 2), download(t, q, q.FFTShift(q.Add(a, a))), 0, "of a sum")

	padded := make([]complex128, 7*14*40)
	for i, v := range w {
		x, y, z := i/330, i/33%10, i%33
		padded[(x*14+y+4)*40+z+2] = v
	}
	p := q.Pad(a, []int{0, 4, 2}, []int{0, 0, 5})
	require.Equal(t, []int{7, 14, 40}, p.Shape())
	check("Pad", p, padded)
	check("crop", q.Pad(a, []int{0, 4, 2}, []int{0, 0, 5}).Slice(1, 4, 14, 1).Slice(2, 2, 35, 1), w)
	check("no zeros", q.Pad(a, make([]int, 3), make([]int, 3)), w)
	check("Pad of a view", q.Pad(a.Flip(0), []int{0, 4, 2}, []int{0, 0, 5}).Flip(0), padded)
	row := q.Pad(a.Slice(0, 0, 1, 1).Slice(2, 3, 4, 1), []int{1, 0, 0}, []int{2, 0, 0}) // 4 x 10 x 1
	wide := q.Add(row, q.Pin(q.Mul(nd.Scalar(0), nd.Iota(nd.Float32, 3, 2, 5))))
	want := make([]complex128, 4*10*5)
	for i := range 50 {
		want[50+i] = w[i/5*33+3]
	}
	if !a.DType().IsComplex() {
		requireClose(t, want, download(t, q, wide), 0, "broadcast")
	} else {
		q.Discard()
	}

	// In place, and with the operand written later.
	q.Set(a, q.Roll(a, 1, 1))
	q.Set(a, q.Roll(a, 1, 1))
	check("in place", a, rolled(w, shape, 2, 1))
	before := q.Roll(a, 1, 2)
	q.Set(a, nd.Scalar(0))
	check("operand that is written", before, rolled(rolled(w, shape, 2, 1), shape, 1, 2))
	b := q.New(a.DType(), 7, 10, 33)
	nd.Upload(q, a, data)
	q.Set(b.Slice(2, 1, 20, 1), q.Roll(a, 1, 2).Slice(2, 2, 21, 1))
	check("to a view", b.Slice(2, 1, 20, 1), download(t, q, a.Slice(2, 1, 20, 1)))
	require.NoError(t, a.Close())
	require.NoError(t, b.Close())
}

// TestMovesInPlan plans steps that move elements. Computed operands are kept in memory.
func TestMovesInPlan(t *testing.T) {
	q := nd.NewQueue(openEngine(t, true))
	x := q.New(nd.Float32, 8, 8).Named("x")
	q.Set(x, q.Add(q.Roll(x, 1, 0), q.FFTShift(q.Exp(x))))
	require.Equal(t, " 1  Exp(x) -> t1  (read through FFTShift)\n 2  Add(Roll(x), FFTShift(t1)) -> x\n", q.Explain())
	require.NoError(t, q.Flush(ctx))
	q.Set(x, q.ArgMax(q.Exp(x)))
	require.Equal(t, " 1  Exp(x) -> t1  (read several times by ArgMax)\n 2  Max(t1) -> t2  (result of Max)\n"+
		" 3  ArgMax(Match(t1, t2)) -> t3  (result of ArgMax)\n 4  t3 -> x\n", q.Explain())
	require.NoError(t, q.Flush(ctx))
}

// TestShiftWrong records operations that move elements, with wrong arguments.
func TestShiftWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := q.New(nd.Float32, 5, 4)
		for name, record := range map[string]func(){
			"axis":             func() { q.Roll(a, 1, 2) },
			"axes":             func() { q.FFTShift(a, 0, -3) },
			"view of scalar":   func() { q.Abs(nd.Scalar(1).Flip(0)) },
			"scalar":           func() { q.Roll(nd.Scalar(1), 1, 0) },
			"shift of scalar":  func() { q.FFTShift(nd.Scalar(1)) },
			"Pad of scalar":    func() { q.Pad(nd.Scalar(1), nil, nil) },
			"rank":             func() { q.Pad(a, []int{1}, []int{1}) },
			"negative":         func() { q.Pad(a, []int{1, -1}, []int{1, 1}) },
			"large":            func() { q.Pad(a, []int{1 << 62, 0}, []int{1, 1}) },
			"product is large": func() { q.Pad(a, []int{1 << 30, 0}, []int{1 << 30, 0}) },
		} {
			record()
			require.ErrorIs(t, q.Flush(ctx), nd.ErrShape, name)
		}
		stale := q.Add(a, a).Flip(0)
		require.NoError(t, q.Flush(ctx))
		q.Abs(stale.Flip(0).Named("stale"))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrStale)
		q.Roll(stale, 1, 0)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrStale)
	})
}
