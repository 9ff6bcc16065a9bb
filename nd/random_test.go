package nd_test

import (
	"fmt"
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/nd"
)

// randomSteps is the number of steps of TestRandomSteps on an engine.
func randomSteps(q *nd.Queue) uint64 {
	switch {
	case testcase.Long():
		return 150
	case isGPU(q):
		return 2
	}
	return 50
}

// TestRandomSteps records steps of random operations. The operations are the same in every run. The
// test runs the same steps on the CPU engine with every value in memory, and compares the arrays.
func TestRandomSteps(t *testing.T) {
	ref := nd.NewQueue(openEngine(t, true))
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		testRandomSteps[complex64](t, ref, q)
		testRandomSteps[complex128](t, ref, q)
	})
}

func testRandomSteps[C nd.Element](t *testing.T, ref, q *nd.Queue) {
	for seed := range randomSteps(q) {
		want, _ := randomStep[C](t, ref, seed, true)
		got, text := randomStep[C](t, q, seed, false)
		tol := 2e-5
		if seed%2 == 0 { // without Cast
			tol = 160 * spacing(t, q, nd.From(q, []C{0}, 1).DType())
		}
		for i := range want {
			requireClose(t, want[i], got[i], tol, fmt.Sprintf("step %d, array %d:\n%s", seed, i, text))
		}
	}
}

// A randomQueue records random operations.
type randomQueue struct {
	q       *nd.Queue
	r       *rand.Rand
	isAlone bool // keep every value in memory
	isMixed bool // cast to the other precision and back
	own     []nd.Array
	values  []nd.Array
}

// randomStep computes a step and returns the arrays after it, and its plan.
func randomStep[C nd.Element](
	t *testing.T, q *nd.Queue, seed uint64, isAlone bool,
) (arrays [][]complex128, text string) {
	x := &randomQueue{q: q, r: rand.New(rand.NewPCG(seed, 1)), isAlone: isAlone, isMixed: seed%2 == 1}
	for i := range 3 {
		a := nd.From(q, numbers[C](36, int(seed)*3+i), 6, 6).Named(fmt.Sprint("a", i))
		defer a.Close()
		x.own = append(x.own, a)
	}
	x.values = append(x.values, x.own...)
	require.NoError(t, q.Flush(ctx))
	for range 3 + x.r.IntN(22) {
		x.record()
	}
	q.Set(x.own[0], x.any())
	text = q.Explain()
	require.NoError(t, q.Flush(ctx), text)
	for _, a := range x.own {
		arrays = append(arrays, download(t, q, a))
	}
	return arrays, text
}

// any returns one of the values.
func (x *randomQueue) any() nd.Array { return x.values[x.r.IntN(len(x.values))] }

// value adds a to the values.
func (x *randomQueue) value(a nd.Array) {
	if x.isAlone {
		a = x.q.Pin(a)
	}
	x.values = append(x.values, a)
}

// record records an operation. Operations are chosen so that results are about as large as their
// operands.
func (x *randomQueue) record() {
	q, half := x.q, nd.Scalar(0.5)
	switch x.r.IntN(13) {
	case 0, 1:
		x.value(q.MulAdd(half, x.any(), q.Mul(half, x.any())))
	case 2:
		x.value(q.Sub(x.any(), q.Mean(x.any(), x.r.IntN(2))))
	case 3:
		x.values = append(x.values, x.any().Transpose())
	case 4:
		x.values = append(x.values, x.any().Flip(x.r.IntN(2)))
	case 5, 6:
		x.value(q.Transform(x.any(), nd.Transform{Norm: 1, Axes: []int{x.r.IntN(2)}, Inverse: x.r.IntN(2) == 0}))
	case 7, 8:
		q.Set(x.own[x.r.IntN(3)], x.any())
	case 9:
		k := x.r.IntN(4)
		q.Set(x.own[x.r.IntN(3)].Slice(0, k, k+3, 1), x.any().Slice(0, 1, 4, 1))
	case 10:
		q.Set(x.own[x.r.IntN(3)].At(1, x.r.IntN(6)), x.any().At(0, x.r.IntN(6)))
	case 12:
		x.value(q.Roll(x.any(), x.r.IntN(6), x.r.IntN(2)))
	case 11:
		if a := x.any(); x.isMixed {
			other := nd.Complex64 + nd.Complex128 - a.DType()
			x.value(q.Cast(a.DType(), q.Mul(half, q.Cast(other, a))))
			return
		}
		x.value(q.Complex(q.Real(x.any()), q.Imag(x.any())))
	}
}
