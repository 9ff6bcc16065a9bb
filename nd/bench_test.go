package nd_test

import (
	"math"
	"slices"
	"testing"
	"time"

	"github.com/stretchr/testify/require"

	"wgfft/internal/parallel"
	"wgfft/nd"
)

// A flow records a step of 16 operations, as in examples/navier.
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

// BenchmarkStep measures the time of the host for recording and flushing steps. A GPU computes them
// later; the CPU engine computes them in Flush.
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

// benchLen is the number of elements of the arrays of BenchmarkElements.
const benchLen = 1 << 20

// An elementBench compares an expression of three arrays with a loop in Go.
type elementBench[T nd.Element] struct {
	name string
	of   func(q *nd.Queue, a, b, c nd.Array) nd.Array
	loop func(dst, a, b, c []T)
}

// run measures the expression on the CPU engine and the loop in turn, on the same number of cores.
// "ratio" is the median of the ratios of neighboring runs.
func (e elementBench[T]) run(b *testing.B) {
	b.Run(e.name, func(b *testing.B) {
		const run = 8192
		q := nd.NewQueue(openEngine(b, true))
		x, y, u := numbers[T](benchLen, 1), numbers[T](benchLen, 2), numbers[T](benchLen, 3)
		want := make([]T, benchLen)
		ax, ay, au := nd.From(q, x, benchLen), nd.From(q, y, benchLen), nd.From(q, u, benchLen)
		z := nd.From(q, want, benchLen)
		arrays := func() {
			q.Set(z, e.of(q, ax, ay, au))
			require.NoError(b, q.Flush(ctx))
		}
		loop := func() {
			parallel.Do(benchLen/run, 1, func() func(int) {
				return func(i int) {
					at, to := i*run, (i+1)*run
					e.loop(want[at:to], x[at:to], y[at:to], u[at:to])
				}
			})
		}
		var ofArrays, ofLoop, ratios []float64
		for b.Loop() {
			t, l := second(arrays), second(loop)
			ofArrays, ofLoop, ratios = append(ofArrays, t), append(ofLoop, l), append(ratios, t/l)
		}
		b.ReportMetric(0, "ns/op")
		b.ReportMetric(median(ofArrays), "nd-ms")
		b.ReportMetric(median(ofLoop), "loop-ms")
		b.ReportMetric(median(ratios), "ratio")
	})
}

// second calls f twice and returns the milliseconds of the second call. The first call fills the
// caches.
func second(f func()) float64 {
	f()
	start := time.Now()
	f()
	return time.Since(start).Seconds() * 1e3
}

// median sorts the numbers and returns their median.
func median(s []float64) float64 {
	slices.Sort(s)
	return s[len(s)/2]
}

// BenchmarkElements compares element-wise expressions with loops in Go.
func BenchmarkElements(b *testing.B) {
	half, scale := nd.Scalar(0.5), nd.Scalar(0.25)
	for _, e := range []elementBench[float32]{
		{"a+b", func(q *nd.Queue, a, b, _ nd.Array) nd.Array { return q.Add(a, b) }, func(dst, a, b, _ []float32) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				dst[i] = a[i] + b[i]
			}
		}},
		{"a*b+c", (*nd.Queue).MulAdd, func(dst, a, b, c []float32) {
			a, b, c = a[:len(dst)], b[:len(dst)], c[:len(dst)]
			for i := range dst {
				dst[i] = a[i]*b[i] + c[i]
			}
		}},
		{"a*b-0.5*a", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
			return q.Sub(q.Mul(a, b), q.Mul(half, a))
		}, func(dst, a, b, _ []float32) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				dst[i] = a[i]*b[i] - 0.5*a[i]
			}
		}},
		{"sqrt(a*a+b*b)", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
			return q.Sqrt(q.Add(q.Mul(a, a), q.Mul(b, b)))
		}, func(dst, a, b, _ []float32) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				dst[i] = float32(math.Sqrt(float64(a[i]*a[i] + b[i]*b[i])))
			}
		}},
		{"a*b+a*c-b", func(q *nd.Queue, a, b, c nd.Array) nd.Array {
			return q.Sub(q.Add(q.Mul(a, b), q.Mul(a, c)), b)
		}, func(dst, a, b, c []float32) {
			a, b, c = a[:len(dst)], b[:len(dst)], c[:len(dst)]
			for i := range dst {
				dst[i] = a[i]*b[i] + a[i]*c[i] - b[i]
			}
		}},
		{"1/(1+a*a)", func(q *nd.Queue, a, _, _ nd.Array) nd.Array {
			return q.Div(nd.Scalar(1), q.Add(nd.Scalar(1), q.Mul(a, a)))
		}, func(dst, a, _, _ []float32) {
			a = a[:len(dst)]
			for i := range dst {
				dst[i] = 1 / (1 + a[i]*a[i])
			}
		}},
		{"clamp(2*a-b,0,1)", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
			return q.Clamp(q.Sub(q.Scale(2, a), b), nd.Scalar(0), nd.Scalar(1))
		}, func(dst, a, b, _ []float32) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				dst[i] = min(max(2*a[i]-b[i], 0), 1)
			}
		}},
		{"where(a<b,c,a)*b", func(q *nd.Queue, a, b, c nd.Array) nd.Array {
			return q.Mul(q.Where(q.Less(a, b), c, a), b)
		}, func(dst, a, b, c []float32) {
			a, b, c = a[:len(dst)], b[:len(dst)], c[:len(dst)]
			for i := range dst {
				x := a[i]
				if x < b[i] {
					x = c[i]
				}
				dst[i] = x * b[i]
			}
		}},
		{"exp(-a*a)", func(q *nd.Queue, a, _, _ nd.Array) nd.Array {
			return q.Exp(q.Neg(q.Mul(a, a)))
		}, func(dst, a, _, _ []float32) {
			a = a[:len(dst)]
			for i := range dst {
				dst[i] = float32(math.Exp(float64(-a[i] * a[i])))
			}
		}},
	} {
		e.run(b)
	}
	for _, e := range []elementBench[complex64]{
		{"complex a*b", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
			return q.Mul(a, b)
		}, func(dst, a, b, _ []complex64) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				dst[i] = a[i] * b[i]
			}
		}},
		{"complex 0.25*conj(a)*b", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
			return q.Mul(scale, q.Mul(q.Conj(a), b))
		}, func(dst, a, b, _ []complex64) {
			a, b = a[:len(dst)], b[:len(dst)]
			for i := range dst {
				x := complex(real(a[i]), -imag(a[i])) * b[i]
				dst[i] = complex(0.25*real(x), 0.25*imag(x))
			}
		}},
	} {
		e.run(b)
	}
	turn := nd.Func{
		WGSL: `fn turn(a: R, b: R) -> R { return b * sin(a) + cos(a); }`,
		Go: func(a, b float64) float64 {
			sin, cos := math.Sincos(a)
			return b*sin + cos
		},
	}
	elementBench[float32]{"Func", func(q *nd.Queue, a, b, _ nd.Array) nd.Array {
		return q.Apply(&turn, a, b)
	}, func(dst, a, b, _ []float32) {
		for i := range dst {
			sin, cos := math.Sincos(float64(a[i]))
			dst[i] = float32(float64(b[i])*sin + cos)
		}
	}}.run(b)
}
