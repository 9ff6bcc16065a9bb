package nd_test

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// A mergeCase is an expression in which the CPU engine merges instructions. step returns its
// argument, or keeps it in memory to prevent merging. s and t are numbers.
type mergeCase struct {
	name string
	of   func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, t nd.Array) nd.Array
}

// mergeCases has expressions for real and complex arrays.
var mergeCases = []mergeCase{
	{"ab+bb", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Add(step(q.Mul(a, b)), step(q.Mul(b, b)))
	}},
	{"ab-bb", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Sub(step(q.Mul(a, b)), step(q.Mul(b, b)))
	}},
	{"ab+b", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Add(step(q.Mul(a, b)), b)
	}},
	{"ab-b", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Sub(step(q.Mul(a, b)), b)
	}},
	{"b-ab", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Sub(b, step(q.Mul(a, b)))
	}},
	{"sa", func(q *nd.Queue, _ func(nd.Array) nd.Array, a, _, s, _ nd.Array) nd.Array { return q.Mul(s, a) }},
	{"s+a", func(q *nd.Queue, _ func(nd.Array) nd.Array, a, _, s, _ nd.Array) nd.Array { return q.Add(s, a) }},
	{"s-a", func(q *nd.Queue, _ func(nd.Array) nd.Array, a, _, s, _ nd.Array) nd.Array { return q.Sub(s, a) }},
	{"a-s", func(q *nd.Queue, _ func(nd.Array) nd.Array, a, _, s, _ nd.Array) nd.Array { return q.Sub(a, s) }},
	{"sa-t", func(q *nd.Queue, step func(nd.Array) nd.Array, a, _, s, t nd.Array) nd.Array {
		return q.Sub(step(q.Mul(a, s)), t)
	}},
	{"t-sa", func(q *nd.Queue, step func(nd.Array) nd.Array, a, _, s, t nd.Array) nd.Array {
		return q.Sub(t, step(q.Mul(s, a)))
	}},
	{"sa+b", func(q *nd.Queue, _ func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array { return q.MulAdd(a, s, b) }},
	{"b-sa", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Sub(b, step(q.Mul(s, a)))
	}},
	{"sa-tb", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, t nd.Array) nd.Array {
		return q.Sub(step(q.Mul(s, a)), step(q.Mul(t, b)))
	}},
	{"ab-sa", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Sub(step(q.Mul(a, b)), step(q.Mul(s, a)))
	}},
	{"sa-ab", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Sub(step(q.Mul(a, s)), step(q.Mul(a, b)))
	}},
	{"sa+ab", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Add(step(q.Mul(a, s)), step(q.Mul(a, b)))
	}},
	{"ab+(sa+t)", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, t nd.Array) nd.Array {
		return q.MulAdd(a, b, step(q.Add(step(q.Mul(a, s)), t)))
	}},
	{"ab+aa, ab twice", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		x := step(q.Mul(a, b))
		return q.Mul(step(q.Add(x, step(q.Mul(a, a)))), x)
	}},
	{"s conj(a)b", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Mul(s, step(q.Mul(step(q.Conj(a)), b)))
	}},
	{"s a conj(b)", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Mul(step(q.Mul(a, step(q.Conj(b)))), s)
	}},
	{"sab", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Mul(step(q.Mul(a, b)), s)
	}},
	{"sqrt(ab+|a|^2)", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, _, _ nd.Array) nd.Array {
		return q.Sqrt(step(q.Add(step(q.Mul(a, b)), step(q.Abs2(a)))))
	}},
	{"a<b ? sa : b", func(q *nd.Queue, step func(nd.Array) nd.Array, a, b, s, _ nd.Array) nd.Array {
		return q.Where(step(q.Less(q.Real(a), q.Real(b))), q.Mul(s, a), b)
	}},
}

// TestMerge compares merged instructions with separate ones, bit by bit.
func TestMerge(t *testing.T) {
	testMerge[float32](t)
	testMerge[float64](t)
	testMerge[complex64](t)
	testMerge[complex128](t)
}

// testMerge is TestMerge for one type.
func testMerge[T nd.Element](t *testing.T) {
	const n = 2500
	q := nd.NewQueue(openEngine(t, true))
	x, y := numbers[T](n, 1), numbers[T](n, 2)
	for i, v := range []float64{0, math.Copysign(0, -1), 1, -1, math.MaxFloat32, math.SmallestNonzeroFloat32} {
		x[i], y[2*i] = of[T](complex(v, -v)), of[T](complex(v, v))
	}
	a, b := nd.From(q, x, n), nd.From(q, y, n)
	d := nd.Float64
	if isSingle(a.DType()) {
		d = nd.Float32
	}
	s, u := q.New(d, 1), q.New(d, 1)
	same := func(x nd.Array) nd.Array { return x }
	for _, c := range mergeCases {
		t.Run(fmt.Sprintf("%v/%s", a.DType(), c.name), func(t *testing.T) {
			for _, v := range [][2]float64{{0.7, -1.3}, {-2.1, 0}} { // the second step reuses the plan
				sv, uv := nd.Scalar(v[0]), nd.Scalar(v[1])
				q.Set(s, q.Cast(d, sv))
				q.Set(u, q.Cast(d, uv))
				require.NoError(t, q.Flush(ctx))
				want := downloadOf[T](t, q, c.of(q, q.Pin, a, b, s, u))
				have := downloadOf[T](t, q, c.of(q, same, a, b, sv, uv))
				for i := range want {
					require.Equal(t, fmt.Sprint(want[i]), fmt.Sprint(have[i]), i)
				}
			}
		})
	}
}
