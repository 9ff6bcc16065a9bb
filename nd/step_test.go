package nd_test

import (
	"context"
	"errors"
	"runtime"
	"strings"
	"sync"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/nd"
)

// TestWrong records every kind of wrong operation. The step returns an error with the line of the
// operation, and computes nothing.
func TestWrong(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		other := nd.NewQueue(q.Engine())
		foreign := nd.NewQueue(openEngine(t, true)).New(nd.Float32, 4)
		a := q.New(nd.Float32, 4, 3).Named("a")
		c, col := q.New(nd.Float32, 3), q.New(nd.Float32, 4, 1)
		z := q.New(nd.Complex64, 4, 3)
		gone := q.New(nd.Float32, 4, 3).Named("gone")
		require.NoError(t, gone.Close())
		stale := q.Add(a, a)
		require.NoError(t, q.Flush(ctx))
		for _, m := range []struct {
			name string
			do   func()
			want error
		}{
			{"ranks", func() { q.Add(a, c) }, nd.ErrShape},
			{"outer product by accident", func() { q.Sub(col, c) }, nd.ErrShape},
			{"closed", func() { q.Set(a, gone) }, wgfft.ErrClosed},
			{"stale", func() { q.Set(a, stale) }, nd.ErrStale},
			{"view of stale", func() { q.Set(a, stale.Flip(0)) }, nd.ErrStale},
			{"temporary as destination", func() { q.Set(q.Add(a, a), a) }, nd.ErrNotOwned},
			{"source as destination", func() { q.Set(nd.Iota(nd.Float32, 1, 0, 3), c) }, nd.ErrNotOwned},
			{"other queue", func() { q.Set(a, other.Add(a, a)) }, nd.ErrElsewhere},
			{"other engine", func() { q.Abs(foreign) }, nd.ErrElsewhere},
			{"complex to real", func() { q.Set(a, z) }, nd.ErrType},
			{"order of complex", func() { q.Minimum(z, z) }, nd.ErrType},
			{"larger source", func() { q.Set(col, a) }, nd.ErrShape},
			{"view beyond", func() { q.Abs(a.Slice(0, 2, 9, 1)) }, nd.ErrShape},
			{"axis", func() { q.Abs(a.Flip(2)) }, nd.ErrShape},
			{"reshape", func() { q.Abs(a.Reshape(5, 2)) }, nd.ErrShape},
			{"reshape of a view with gaps", func() { q.Abs(a.Slice(1, 0, 2, 1).Reshape(8)) }, nd.ErrShape},
			{"transpose", func() { q.Abs(a.Transpose(0, 0)) }, nd.ErrShape},
			{"bins", func() { q.IRFFT2(z, 8) }, nd.ErrShape},
			{"half spectrum of complex", func() { q.RFFT2(z) }, nd.ErrType},
			{"axes", func() { q.Transform(z, nd.Transform{Axes: []int{1, -1}}) }, nd.ErrShape},
			{"too few axes", func() { q.FFT2(c) }, nd.ErrShape},
			{"scalar", func() { q.FFT(nd.Scalar(1)) }, nd.ErrShape},
			{"grid", func() { q.Abs(nd.Grid{Type: nd.Float32, Shape: []int{4}}.K(0)) }, nd.ErrShape},
			{"slice type", func() { nd.Upload(q, a, make([]float64, 12)) }, nd.ErrType},
			{"slice length", func() { nd.Upload(q, a, make([]float32, 11)) }, nd.ErrShape},
			{"shape", func() { q.New(nd.Float32, 4, 0) }, nd.ErrShape},
			{"large", func() { q.New(nd.Float32, 1<<40, 1<<40) }, nd.ErrShape},
			{"type", func() { q.New(0, 4) }, nd.ErrType},
			{"zero", func() { q.Abs(nd.Array{}) }, nil},
			{"view of zero", func() { q.Abs(nd.Array{}.Flip(0)) }, nil},
			{"wrong operand", func() { q.Abs(q.Add(a, c)) }, nd.ErrShape},
		} {
			q.Set(a, nd.Scalar(7))
			m.do()
			err := q.Flush(ctx)
			var op *nd.OpError
			require.ErrorAs(t, err, &op, m.name)
			require.True(t, m.want == nil || errors.Is(err, m.want), "%s: %v", m.name, err)
			require.True(t, strings.HasPrefix(op.Where, "step_test.go:"), "%s: %s", m.name, op.Where)
			t.Logf("%-30s %v", m.name, err)
			x, err := nd.Download[float32](ctx, q, nil, a)
			require.NoError(t, err, m.name)
			require.Zero(t, x[0], m.name)
		}
	})
}

// TestPrecision mixes precisions. Without Cast that is an error.
func TestPrecision(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := q.New(nd.Float32, 4)
		b := q.New(nd.Float64, 4)
		q.Add(a, b)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.Set(a, b)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		q.Set(b, q.Add(q.Cast(nd.Float64, a), nd.Scalar(1)))
		q.Set(a, q.Cast(nd.Float32, b))
		requireClose(t, []complex128{1, 1, 1, 1}, download(t, q, a), 0, "Cast")

		third := nd.Scalar(1.0 / 3) // not a float32
		product := q.Mul(b.Slice(0, 0, 1, 1), third)
		requireClose(t, []complex128{1.0 / 3}, download(t, q, product), held(t, q, nd.Float64), "number")
		half := q.Mul(a.Slice(0, 0, 1, 1), nd.Scalar(0.5))
		sum := q.Sub(q.Cast(nd.Complex128, half), q.Mul(q.Cast(nd.Float64, half), nd.ComplexScalar(third64(2))))
		requireClose(t, []complex128{0.5 - third64(1)}, download(t, q, sum), 1e-14, "both precisions in a kernel")
	})
}

// third64 returns x (1 + i) / 3.
func third64(x float64) complex128 { return complex(x/3, x/3) }

// TestPrecisionRange uses numbers that double-single does not hold.
func TestPrecisionRange(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		isPair := held(t, q, nd.Float64) > 0
		a := q.New(nd.Float64, 2)
		for _, do := range []func(){
			func() { nd.Upload(q, a, []float64{1, -1e300}) },
			func() { q.Set(a, q.Add(a, nd.Scalar(-1e300))) },
		} {
			do()
			if err := q.Flush(ctx); isPair {
				require.ErrorContains(t, err, "double-single holds")
			} else {
				require.NoError(t, err)
				require.LessOrEqual(t, real(download(t, q, a)[1]), -1e300)
			}
		}
		nd.Upload(q, a, []float64{-3e38, 3e38})
		requireClose(t, []complex128{-3e38, 3e38}, download(t, q, a), 1e-14, "within the range")
	})
}

// TestViews compares views with their definitions, as source and as destination of Set.
func TestViews(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		data := numbers[float32](4*6*5, 1)
		w := wides(data)
		at := func(i, j, k int) complex128 { return w[(i*6+j)*5+k] }
		a := nd.From(q, data, 4, 6, 5)
		for _, c := range []struct {
			name  string
			a     nd.Array
			shape []int
			want  func(i, j, k int) complex128
		}{
			{"Slice", a.Slice(1, 1, 6, 2), []int{4, 3, 5}, func(i, j, k int) complex128 { return at(i, 1+2*j, k) }},
			{"back", a.Slice(1, 5, 0, -2), []int{4, 3, 5}, func(i, j, k int) complex128 { return at(i, 5-2*j, k) }},
			{"Flip", a.Flip(-1), []int{4, 6, 5}, func(i, j, k int) complex128 { return at(i, j, 4-k) }},
			{"Transpose", a.Transpose(2, 0, 1), []int{5, 4, 6}, func(i, j, k int) complex128 { return at(j, k, i) }},
			{"reversed", a.Transpose(), []int{5, 6, 4}, func(i, j, k int) complex128 { return at(k, j, i) }},
			{"At", a.At(1, 3).Expand(0), []int{1, 4, 5}, func(_, j, k int) complex128 { return at(j, 3, k) }},
			{"Reshape", a.Reshape(6, 4, 5), []int{6, 4, 5}, func(i, j, k int) complex128 { return w[(i*4+j)*5+k] }},
			{"ExpandTo", a.At(0, 2).At(0, 3).ExpandTo(3), []int{1, 1, 5},
				func(_, _, k int) complex128 { return at(2, 3, k) }},
			{"ExpandTo of as many axes", a.ExpandTo(1), []int{4, 6, 5}, at},
			{"Drop", a.Slice(0, 2, 3, 1).Drop(0).Expand(2), []int{6, 5, 1},
				func(i, j, _ int) complex128 { return at(2, i, j) }},
		} {
			require.Equal(t, c.shape, c.a.Shape(), c.name)
			var want []complex128
			for i := range c.shape[0] {
				for j := range c.shape[1] {
					for k := range c.shape[2] {
						want = append(want, c.want(i, j, k))
					}
				}
			}
			requireClose(t, want, download(t, q, c.a), 0, c.name)
			requireClose(t, scaled(want, 2), download(t, q, q.Add(c.a, c.a)), 0, c.name)
			b := nd.From(q, make([]float32, 4*6*5), 4, 6, 5)
			q.Set(b, q.Scale(3, a))
			back := map[string]nd.Array{
				"Flip": b.Flip(-1), "Transpose": b.Transpose(2, 0, 1), "back": b.Slice(1, 5, 0, -2),
			}
			if v, ok := back[c.name]; ok {
				q.Set(v, q.Neg(c.a))
				requireClose(t, scaled(want, -1), download(t, q, v), 0, c.name)
			}
		}
		twice := q.Add(a, a).Flip(0)
		require.Equal(t, []int{4, 6, 5}, twice.Shape())
		requireClose(t, scaled(wides(data[3*30:]), 2), download(t, q, twice.At(0, 0)), 0, "view of a temporary")
	})
}

// TestOrder writes arrays after operations on their old elements were recorded.
func TestOrder(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := nd.From(q, []float32{1, 2, 3, 4}, 4)
		twice := q.Add(x, x)
		q.Set(x, x.Flip(0))
		q.Set(x.Slice(0, 0, 2, 1), twice.Slice(0, 0, 2, 1))
		q.Set(x.Slice(0, 1, 4, 1), x.Slice(0, 0, 3, 1)) // overlaps
		requireClose(t, []complex128{2, 2, 4, 2}, download(t, q, x), 0, "x")

		old := q.Mul(x, nd.Scalar(10))
		q.Set(x, nd.Scalar(1))
		q.Set(x, q.Add(x, old))
		nd.Upload(q, x.Slice(0, 0, 4, 2), []float32{5, 6})
		requireClose(t, []complex128{5, 21, 6, 21}, download(t, q, x), 0, "x")
	})
}

// TestUploads stores host data between operations that reuse memory.
func TestUploads(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x, y := q.New(nd.Float32, 100), q.New(nd.Float32, 100)
		for step := range 3 {
			a, b := numbers[float32](100, 2*step), numbers[float32](100, 2*step+1)
			q.Set(y, q.Pin(q.Add(y, nd.Scalar(1))))
			nd.Upload(q, x, a)
			q.Set(y, q.Pin(x))
			nd.Upload(q, x, b)
			clear(b[:50])
			q.Set(y, q.Sub(y, x))
			want := make([]complex128, 100)
			b = numbers[float32](100, 2*step+1)
			for i := range want {
				want[i] = complex(float64(a[i]-b[i]), 0)
			}
			requireClose(t, want, download(t, q, y), 0, "y")
		}
	})
}

// TestNumbers uses scalars alone, and arrays of rank 0.
func TestNumbers(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x, err := q.Number(ctx, q.Add(nd.Scalar(1.5), nd.Scalar(2)))
		require.NoError(t, err)
		require.Equal(t, 3.5, x)
		c := q.Keep(q.Mul(nd.ComplexScalar(2i), nd.ComplexScalar(1i)))
		require.Equal(t, 0, c.Rank())
		requireClose(t, []complex128{-2}, download(t, q, c), 0, "c")
		r := q.Real(c)
		a := nd.From(q, []float32{1, 2}, 2)
		requireClose(t, []complex128{-2, -4}, download(t, q, q.Mul(a, q.Cast(nd.Float32, r))), 0, "product")
		y, err := q.Numbers(ctx, a.At(0, 1), a.At(0, 0))
		require.NoError(t, err)
		require.Equal(t, []float64{2, 1}, y)
		_, err = q.Number(ctx, a)
		require.ErrorIs(t, err, nd.ErrShape)
	})
}

// TestFetch receives copies on another goroutine, in another order than Fetch recorded them.
func TestFetch(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := nd.From(q, []float32{1, 2}, 2)
		first := q.Fetch(x)
		q.Set(x, q.Scale(2, x))
		second := q.Fetch(x)
		_, err := nd.Receive[float32](ctx, second, nil)
		require.ErrorIs(t, err, nd.ErrStale, "before Flush")
		require.NoError(t, q.Flush(ctx))
		dropped := q.Fetch(x)
		q.Discard()
		_, err = nd.Receive[float32](ctx, dropped, nil)
		require.ErrorIs(t, err, nd.ErrStale)
		done := make(chan error)
		go func() {
			s, err := nd.Receive[float32](ctx, second, nil)
			if err == nil && (s[0] != 2 || s[1] != 4) {
				err = errors.New("wrong")
			}
			done <- err
		}()
		require.NoError(t, <-done)
		_, err = nd.Receive[float64](ctx, first, nil)
		require.ErrorIs(t, err, nd.ErrType)
		_, err = nd.Receive(ctx, first, make([]float32, 3))
		require.ErrorIs(t, err, nd.ErrShape)
		s, err := nd.Receive(ctx, first, make([]float32, 2))
		require.NoError(t, err)
		require.Equal(t, []float32{1, 2}, s)
		_, err = nd.Receive[float32](ctx, first, nil)
		require.ErrorIs(t, err, nd.ErrStale)
	})
}

// TestQueues lets goroutines with queues of their own add to one array.
func TestQueues(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const goroutines, steps = 8, 20
		x := nd.From(q, make([]complex64, 64), 64)
		require.NoError(t, q.Flush(ctx))
		var wait sync.WaitGroup
		for range goroutines {
			wait.Go(func() {
				own := nd.NewQueue(q.Engine())
				for range steps {
					own.Set(x, own.Add(x, own.IFFT(own.FFT(own.Mul(nd.Scalar(0), x)))))
					own.Set(x, own.Add(x, nd.Scalar(1)))
					if err := own.Flush(ctx); err != nil {
						t.Error(err)
					}
					runtime.Gosched()
				}
			})
		}
		wait.Wait()
		require.NoError(t, q.Wait(ctx))
		want := make([]complex128, 64)
		for i := range want {
			want[i] = goroutines * steps
		}
		requireClose(t, want, download(t, q, x), 1e-6, "x")
	})
}

// TestClose closes arrays, queues and engines.
func TestClose(t *testing.T) {
	for _, isCPU := range []bool{true, false} {
		eng := openEngine(t, isCPU)
		q := nd.NewQueue(eng)
		x := q.New(nd.Float32, 8)
		q.Set(x, nd.Scalar(1))
		require.NoError(t, q.Flush(ctx))
		y := q.New(nd.Float32, 8)
		q.Set(x, y)
		require.NoError(t, y.Close())
		require.NoError(t, y.Close())
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed, "closed after it was recorded")
		require.NoError(t, q.Close())
		q.Set(x, nd.Scalar(1))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
		other := nd.NewQueue(eng)
		requireClose(t, wides(make([]float32, 8)), download(t, other, other.Sub(x, x)), 0, "x outlives q")
		require.NoError(t, eng.Close())
		other.Set(x, nd.Scalar(1))
		require.ErrorIs(t, other.Flush(ctx), wgfft.ErrClosed)
		require.NoError(t, x.Close())
		late := nd.NewQueue(eng)
		late.New(nd.Float32, 8)
		require.ErrorIs(t, late.Flush(ctx), wgfft.ErrClosed)
	}
}

// TestOverlap sets arrays of many blocks to views of themselves.
func TestOverlap(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const n = 130
		data := numbers[float32](n*n, 1)
		w := wides(data)
		x := nd.From(q, data, n, n)
		q.Set(x, q.Add(x, x.Transpose()))
		q.Set(x, x.Flip(0))
		q.Set(x.Slice(0, 1, n, 1), x.Slice(0, 0, n-1, 1))
		want := make([]complex128, n*n)
		for i := range want {
			row, column := n-1-max(i/n-1, 0), i%n
			want[i] = complex128(complex64(w[row*n+column] + w[column*n+row]))
		}
		requireClose(t, want, download(t, q, x), 0, "x")
	})
}

// TestContext ends contexts before and while steps are computed.
func TestContext(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		x := nd.From(q, []float32{1, 2}, 2)
		require.NoError(t, q.Flush(ctx))
		ended, cancel := context.WithCancel(ctx)
		cancel()
		q.Set(x, nd.Scalar(5))
		require.ErrorIs(t, q.Flush(ended), context.Canceled)
		requireClose(t, []complex128{1, 2}, download(t, q, x), 0, "nothing is computed")
		f := q.Fetch(x)
		require.NoError(t, q.Flush(ctx))
		_, err := nd.Receive[float32](ended, f, nil)
		require.ErrorIs(t, err, context.Canceled)
		s, err := nd.Receive[float32](ctx, f, nil)
		require.NoError(t, err, "it can be called again")
		require.Equal(t, []float32{1, 2}, s)
		require.ErrorIs(t, q.Wait(ended), context.Canceled)

		short, cancel := context.WithCancel(ctx)
		stop := nd.Func{WGSL: `fn stop(x: R) -> R { return x; }`, Go: func(x float64) float64 { cancel(); return x }}
		y := q.New(nd.Float32, 1<<16)
		q.Set(y, q.Apply(&stop, y))
		if err := q.Flush(short); !isGPU(q) {
			require.ErrorIs(t, err, context.Canceled)
		}
		cancel()
		require.NoError(t, q.Flush(ctx), "the queue can be used again")
	})
}

// TestLateError computes a transform that the engine refuses to plan.
func TestLateError(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		z := q.New(nd.Complex64, 4)
		q.Set(z, q.Transform(z, nd.Transform{Norm: 99}))
		var op *nd.OpError
		require.ErrorAs(t, q.Flush(ctx), &op)
		require.Equal(t, "Transform", op.Op)
		require.ErrorContains(t, op, "norm")
		q.Set(z, nd.Scalar(1))
		requireClose(t, []complex128{1, 1, 1, 1}, download(t, q, z), 0, "the queue can be used again")
	})
}

// TestMemoryLimit makes arrays and temporaries that are too large.
func TestMemoryLimit(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1 << 20})
	require.NoError(t, err)
	defer eng.Close()
	q := nd.NewQueue(eng)
	a, b := q.New(nd.Float64, 1<<16, 1), q.New(nd.Float64, 1, 4)
	large := q.New(nd.Float64, 1<<20)
	require.ErrorIs(t, q.Flush(ctx), wgfft.ErrMemoryLimit)
	q.Set(a, nd.Scalar(1))
	q.Set(a, q.Sum(q.Pin(q.Add(a, b)), 1))
	require.ErrorIs(t, q.Flush(ctx), wgfft.ErrMemoryLimit, "temporary")
	require.Zero(t, elements[float64](t, q, q.Max(a))[0], "a step that can't be planned computes nothing")
	q.Set(a, large)
	require.ErrorContains(t, q.Flush(ctx), "wrong in an earlier step")
	q.Set(a, nd.Scalar(1))
	require.NoError(t, q.Flush(ctx))
}

// TestFreed makes and closes arrays in a loop. Neither engine keeps their memory.
func TestFreed(t *testing.T) {
	eng := openEngine(t, false)
	q := nd.NewQueue(eng)
	dev, err := eng.Device()
	require.NoError(t, err)
	buffers := 0
	for i := range 40 {
		x := nd.From(q, make([]complex64, 64), 64)
		y := q.Keep(q.FFT(x))
		download(t, q, y)
		require.NoError(t, x.Close())
		require.NoError(t, y.Close())
		if i == 10 {
			buffers = dev.Stats().Buffers
		}
	}
	require.LessOrEqual(t, dev.Stats().Buffers, buffers)
}
