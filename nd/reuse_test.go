package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestReuse compares steps of the CPU engine, which stores results in memory of operands that end, with steps of a
// queue that keeps all results until the end of the step.
func TestReuse(t *testing.T) {
	const n = 48
	dct := func(q *nd.Queue, a nd.Array, inverse bool) nd.Array {
		return q.Transform(a, nd.Transform{Kind: wgfft.DCT2, Inverse: inverse})
	}
	steps := map[string]func(q *nd.Queue, a, b, c nd.Array) []nd.Array{
		"a filter in place": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			q.Set(a, dct(q, q.Mul(dct(q, a, false), b), true))
			return []nd.Array{a}
		},
		"a value is read again": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			y := q.Pin(q.Add(a, b))
			z := q.Pin(q.Mul(y, y))
			return []nd.Array{q.Pin(q.Add(z, y)), dct(q, z, false), z}
		},
		"a value is read at other places": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			y := q.Pin(q.Add(a, b))
			z := q.Pin(q.Add(y, y.Flip(0)))
			return []nd.Array{q.Pin(q.Roll(z, 5, -1)), q.Sum(q.Mul(z.Slice(0, 0, 1, 1), z), 0)}
		},
		"an array is read before it is stored": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			y := q.Pin(q.Add(a, b))
			z := q.Pin(q.Mul(y, b))
			sum := q.Pin(q.Sub(z, a))
			q.Set(a, dct(q, z, false))
			q.Set(b, q.Add(a, sum))
			return []nd.Array{a, b}
		},
		"a part of an array is stored": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			y := q.Pin(q.Scale(2, a))
			z := q.Pin(q.Add(y, b))
			q.Set(a.Slice(0, 0, 3, 1), z.Slice(0, 3, 6, 1))
			return []nd.Array{a, dct(q, z, true)}
		},
		"an array is read by a store": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			q.Set(a, q.Add(dct(q, q.Mul(b, c), false), a))
			return []nd.Array{a, b}
		},
		"an owned array is copied": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			y := q.Pin(q.Add(a, b))
			q.Set(a, q.Sub(y, c))
			return []nd.Array{a, y}
		},
		"an array is read by a store and is stored later": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			z := dct(q, b, false)
			q.Set(c, q.Add(z, a))
			q.Set(a, q.Scale(2, c))
			return []nd.Array{a, c}
		},
		"an array is read by two stores": func(q *nd.Queue, a, b, c nd.Array) []nd.Array {
			z := dct(q, q.Mul(b, b), false)
			q.Set(b, q.Add(z, a))
			q.Set(a, q.Add(z, a))
			return []nd.Array{a, b}
		},
	}
	eng := openEngine(t, true)
	for name, step := range steps {
		var want [][]float32
		for _, isChecked := range []bool{true, false, false} { // the second and the third step have one plan
			q := nd.NewQueue(eng, nd.QueueOptions{Check: isChecked})
			a, b := make([]float32, n*n), make([]float32, n*n)
			for i := range a {
				a[i], b[i] = float32(i%7)-3, float32(i%11)/8
			}
			x, y, z := nd.From(q, a, n, n), nd.From(q, b, n, n), nd.From(q, b, n, n)
			require.NoError(t, q.Flush(ctx))
			var kept []nd.Array
			for _, r := range step(q, x, y, z) {
				kept = append(kept, q.Keep(r))
			}
			require.NoError(t, q.Flush(ctx), name)
			var got [][]float32
			for _, r := range kept {
				got = append(got, elements[float32](t, q, r))
			}
			if isChecked {
				want = got
			}
			require.Equal(t, want, got, name)
		}
	}
}

// TestReuseNeedsOneTemporary checks that a chain of transforms and products has one temporary on the CPU engine.
func TestReuseNeedsOneTemporary(t *testing.T) {
	eng := openEngine(t, true)
	q := nd.NewQueue(eng)
	x, gain := q.New(nd.Float32, 64, 64), q.New(nd.Float32, 64, 64)
	require.NoError(t, q.Flush(ctx))
	before := eng.Stats().BufferBytes
	bins := q.Transform(q.Mul(x, gain), nd.Transform{Kind: wgfft.DCT2})
	q.Set(x, q.Transform(q.Mul(bins, gain), nd.Transform{Kind: wgfft.DCT2, Inverse: true}))
	require.NoError(t, q.Flush(ctx))
	require.EqualValues(t, before+4*64*64, eng.Stats().BufferBytes)
}

// An array keeps its elements if a step fails before the operation that stores them.
func TestFailedStepKeepsArrays(t *testing.T) {
	const n = 1 << 10
	eng := openEngine(t, true)
	broken := &nd.Func{
		WGSL: "fn broken(a: R) -> R { return a; }",
		Go:   func(float64) float64 { panic("no") },
	}
	q, other := nd.NewQueue(eng), nd.NewQueue(eng)
	want := make([]float32, n)
	for i := range want {
		want[i] = float32(i)
	}
	a, b := nd.From(q, want, n), nd.From(q, make([]float32, n), n)
	require.NoError(t, q.Flush(ctx))
	y := q.Pin(q.Scale(2, b))
	z := q.Pin(q.Add(y.Flip(0), y))
	q.Set(a, q.Pin(q.Apply(broken, z)))
	require.ErrorContains(t, q.Flush(ctx), "panicked")
	require.Equal(t, want, elements[float32](t, other, a))
}
