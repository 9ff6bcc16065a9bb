package nd

import (
	"context"
	"errors"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/testcase"
	"wgfft/nd/internal/gpu"
)

// TestForget closes kernels and plans between equal steps. Each step makes them again.
func TestForget(t *testing.T) {
	for _, kind := range []wgfft.ChoiceKind{wgfft.CPU, wgfft.Software} {
		eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: kind}})
		if errors.Is(err, wgfft.ErrNoAdapter) {
			testcase.SkipNoAdapter(t, err)
		}
		require.NoError(t, err)
		q := NewQueue(eng)
		x, y := From(q, []complex64{1, 2, 3, 4}, 4), q.New(Complex64, 4)
		step := func() []complex64 {
			q.Set(y, q.Mul(q.FFT(q.Mul(x, Scalar(2))), Scalar(0.5)))
			sum := q.Sum(q.Add(y, x))
			got, err := Download[complex64](context.Background(), q, nil, q.Add(q.IFFT(y), sum))
			require.NoError(t, err)
			return got
		}
		want := step()
		for range 3 {
			q.on.mu.Lock()
			q.on.m.(interface{ Forget() }).Forget()
			if g, ok := q.on.m.(*gpu.Machine); ok {
				kernels, _ := g.Kept()
				require.Zero(t, kernels)
			}
			q.on.mu.Unlock()
			require.Equal(t, want, step())
		}
		require.NoError(t, eng.Close())
	}
}

// TestArraysOfStencil reads many views of one array. They count as one array.
func TestArraysOfStencil(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	require.NoError(t, err)
	defer eng.Close()
	q := NewQueue(eng)
	x := q.New(Float32, 32)
	sum := q.Mul(x.Slice(0, 0, 16, 1), Scalar(0))
	for i := range 14 {
		sum = q.Add(sum, x.Slice(0, i, 16+i, 1))
	}
	q.Set(q.New(Float32, 16), sum)
	require.NotContains(t, q.Explain(), "allowed")
	require.NoError(t, q.Flush(context.Background()))
}

// TestPlaces moves the views that steps read and write, and the shifts of Roll. New places need no new kernel.
func TestPlaces(t *testing.T) {
	eng, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.Software}})
	if errors.Is(err, wgfft.ErrNoAdapter) {
		testcase.SkipNoAdapter(t, err)
	}
	require.NoError(t, err)
	defer eng.Close()
	ctx := context.Background()
	for _, d := range []DType{Float32, Float64} {
		const rows, n = 7, 24
		q := NewQueue(eng)
		data := make([]float64, rows*n)
		for i := range data {
			data[i] = float64(i*i%37) - 11
		}
		frames := q.Keep(q.Cast(d, From(q, data, rows, n)))
		bytes := q.Keep(q.Cast(Uint8, q.Add(From(q, data, rows, n), Scalar(20))))
		out := q.New(d, rows, n)
		rolled, mixed := q.New(d, n), q.New(d, n)
		spectrum, noise := q.New(DType(d.inner().Complex()), n/2+1), q.New(d, n)
		used := q.on.m.(*gpu.Machine).Kept
		var kernels, fusions int
		for i := 1; i < rows-1; i++ {
			row := frames.At(0, i)
			q.Set(out.At(0, i), q.Add(row, frames.At(0, i+1)))
			q.Set(rolled, q.Roll(row, 5*i, 0))
			q.Set(mixed, q.Mul(bytes.At(0, i), row.Flip(0)))
			q.Set(spectrum, q.RFFT(q.Mul(row, Scalar(2))))
			q.Set(noise, q.Add(Uniform(d, 1, n), q.Roll(row, i, 0)))
			sum := q.Sum(q.Mul(row, row))
			square, err := q.Number(ctx, sum)
			require.NoError(t, err)
			if i == 1 {
				kernels, fusions = used()
			}
			k, f := used()
			require.Equal(t, kernels, k, "kernels of row %d of %v", i, d)
			require.Equal(t, fusions, f, "fusions of row %d of %v", i, d)

			x := data[i*n : (i+1)*n]
			moved, err := Download[float64](ctx, q, nil, q.Cast(Float64, rolled))
			require.NoError(t, err)
			product, err := Download[float64](ctx, q, nil, q.Cast(Float64, mixed))
			require.NoError(t, err)
			zero, err := q.Number(ctx, q.Real(spectrum.At(0, 0)))
			require.NoError(t, err)
			noisy, err := Download[float64](ctx, q, nil, q.Cast(Float64, noise))
			require.NoError(t, err)
			total, exact := 0.0, 0.0
			for j := range n {
				require.Equal(t, x[j], moved[(j+5*i)%n])
				require.InDelta(t, 0.5, noisy[(j+i)%n]-x[j], 0.5)
				require.Equal(t, max(x[j]+20, 0)*x[n-1-j], product[j])
				total += 2 * x[j]
				exact += x[j] * x[j]
			}
			require.InDelta(t, total, zero, 1e-3)
			require.InDelta(t, exact, square, 1e-3)
			if i == 1 {
				kernels, fusions = used() // including the kernels of the downloads
			}
		}
		got, err := Download[float64](ctx, q, nil, q.Cast(Float64, out))
		require.NoError(t, err)
		for i, x := range got {
			want := 0.0
			if row := i / n; row > 0 && row < rows-1 {
				want = data[i] + data[i+n]
			}
			require.Equal(t, want, x)
		}
	}
}
