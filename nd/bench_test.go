package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/nd"
)

// A flow is a step of 16 operations, as in examples/navier.
type flow struct {
	q           *nd.Queue
	w, old, psi nd.Array
	ddx, ddy    nd.Array
	n           int
}

func newFlow(q *nd.Queue, n int) *flow {
	g := nd.Grid{Type: nd.Float32, Shape: []int{n, n}, Size: []float64{1, 1}, Half: true}
	return &flow{q: q, n: n, w: q.New(nd.Complex64, n, n/2+1), old: q.New(nd.Complex64, n, n/2+1),
		psi: q.New(nd.Float32, n, n/2+1), ddx: g.D(1), ddy: g.D(0)}
}

func (f *flow) record() {
	q := f.q
	psi := q.Mul(f.w, f.psi)
	u, v := q.IRFFT2(q.Mul(f.ddy, psi), f.n), q.IRFFT2(q.Mul(f.ddx, psi), f.n)
	x, y := q.IRFFT2(q.Mul(f.ddx, f.w), f.n), q.IRFFT2(q.Mul(f.ddy, f.w), f.n)
	a := q.RFFT2(q.Sub(q.Mul(u, x), q.Mul(v, y)))
	q.Set(f.w, q.MulAdd(a, nd.Scalar(0.1), f.w))
	q.Set(f.old, a)
}

// BenchmarkRecord measures recording alone.
func BenchmarkRecord(b *testing.B) {
	f := newFlow(nd.NewQueue(openEngine(b, true)), 16)
	b.ReportAllocs()
	for b.Loop() {
		f.record()
		f.q.Discard()
	}
}

// BenchmarkStep measures steps that the GPU computes later: the time of the host.
func BenchmarkStep(b *testing.B) {
	for name, isCPU := range map[string]bool{"cpu": true, "gpu": false} {
		b.Run(name, func(b *testing.B) {
			f := newFlow(nd.NewQueue(openEngine(b, isCPU)), 16)
			b.ReportAllocs()
			for b.Loop() {
				f.record()
				require.NoError(b, f.q.Flush(ctx))
			}
			require.NoError(b, f.q.Wait(ctx))
		})
	}
}

// BenchmarkChain measures a chain of three operations on 2^20 elements, and the same loop in Go.
func BenchmarkChain(b *testing.B) {
	const n = 1 << 20
	q := nd.NewQueue(openEngine(b, true))
	x, y := nd.From(q, numbers[float32](n, 1), n), nd.From(q, numbers[float32](n, 2), n)
	z := q.New(nd.Float32, n)
	b.Run("nd", func(b *testing.B) {
		b.SetBytes(12 * n)
		for b.Loop() {
			q.Set(z, q.Sub(q.Mul(x, y), q.Mul(x, nd.Scalar(0.5))))
			require.NoError(b, q.Flush(ctx))
		}
	})
	b.Run("loop", func(b *testing.B) {
		b.SetBytes(12 * n)
		u, v, w := numbers[float32](n, 1), numbers[float32](n, 2), make([]float32, n)
		for b.Loop() {
			for i := range w {
				w[i] = u[i]*v[i] - u[i]*0.5
			}
		}
	})
}
