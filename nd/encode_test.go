package nd_test

import (
	"context"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/nd"
)

// encoderOf returns a new encoder of the engine of a queue.
func encoderOf(t *testing.T, q *nd.Queue) *wgfft.Encoder {
	t.Helper()
	dev, err := q.Engine().Device()
	require.NoError(t, err)
	enc, err := dev.NewEncoder()
	require.NoError(t, err)
	return enc
}

// elements returns the elements of an array.
func elements[T nd.Element](t *testing.T, q *nd.Queue, a nd.Array) []T {
	t.Helper()
	x, err := nd.Download[T](ctx, q, nil, a)
	require.NoError(t, err)
	return x
}

// TestEncode encodes steps between commands of a program. A step takes effect at its place among
// the commands, with the scalars that it had at its Encode.
func TestEncode(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		const n = 48
		eng := q.Engine()
		x := numbers[complex64](n, 1)
		a, b := nd.From(q, x, n).Named("a"), q.New(nd.Complex64, n)
		norm := q.New(nd.Float32, 1)
		require.NoError(t, q.Flush(ctx))
		plan, err := eng.PlanResident(ctx, wgfft.Problem{Shape: []int{n}})
		require.NoError(t, err)
		defer plan.Close()
		at, err := a.Region()
		require.NoError(t, err)

		enc := encoderOf(t, q)
		require.NoError(t, plan.EncodeForward(enc, at, at))
		q.Set(b, q.Scale(2, q.IFFT(q.Add(a, nd.Scalar(1)))))
		q.Set(norm, q.Sum(q.Abs2(a), 0))
		require.NoError(t, q.Encode(enc))
		require.NoError(t, plan.EncodeInverse(enc, at, at))
		require.Equal(t, make([]complex64, n), elements[complex64](t, q, b), "not submitted")

		// Steps between Encode and Submit use the same temporaries and other scalars.
		c := q.Keep(q.Scale(7, q.IFFT(q.Add(b, nd.Scalar(5)))))
		require.NoError(t, q.Flush(ctx))
		_, err = enc.Submit()
		require.NoError(t, err)
		got, back := elements[complex64](t, q, b), elements[complex64](t, q, a)
		sum := elements[float32](t, q, norm)[0]
		energy := 0.0
		for i, v := range x {
			want := 2 * complex128(v)
			if i == 0 {
				want += 2
			}
			require.InDelta(t, real(want), float64(real(got[i])), 1e-5, i)
			require.InDelta(t, imag(want), float64(imag(got[i])), 1e-5, i)
			require.InDelta(t, float64(real(v)), float64(real(back[i])), 1e-5, i)
			energy += float64(real(v)*real(v)+imag(v)*imag(v)) * n
		}
		require.InEpsilon(t, energy, float64(sum), 1e-4)
		require.InDelta(t, 35, float64(real(elements[complex64](t, q, c)[0])), 1e-4)

		for range 200 { // frees temporaries that no step uses
			q.Set(norm, nd.Scalar(1))
			require.NoError(t, q.Flush(ctx))
		}
		enc = encoderOf(t, q)
		q.Set(b, q.Mul(q.FFT(a), q.FFT(b)))
		require.NoError(t, q.Encode(enc))
		for range 200 {
			q.Set(norm, nd.Scalar(1))
			require.NoError(t, q.Flush(ctx))
		}
		s, err := enc.Submit()
		require.NoError(t, err)
		require.NoError(t, s.Wait(ctx))
	})
}

// TestEncodeRefused encodes work that an encoder can't hold, wrong steps, and steps for encoders of
// other devices. Encode returns an error for each of them.
func TestEncodeRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := nd.From(q, []float32{1, 2, 3, 4}, 4)
		require.ErrorIs(t, q.Encode(encoderOf(t, q)), nd.ErrEncode)
		require.Equal(t, []float32{0, 0, 0, 0}, elements[float32](t, q, a))
		f := q.Fetch(a)
		require.ErrorIs(t, q.Encode(encoderOf(t, q)), nd.ErrEncode)
		_, err := nd.Receive[float32](ctx, f, nil)
		require.ErrorIs(t, err, nd.ErrStale)
		q.Add(a, nd.Iota(nd.Float32, 1, 0, 3))
		require.ErrorIs(t, q.Encode(encoderOf(t, q)), nd.ErrShape)
		q.Set(a, nd.Scalar(1))
		require.ErrorContains(t, q.Encode(nil), "nil encoder")
		other := device.NewHost(64)
		defer other.Close()
		enc, err := other.NewEncoder()
		require.NoError(t, err)
		q.Set(a, nd.Scalar(1))
		require.ErrorContains(t, q.Encode(enc), "another device")
		require.NoError(t, q.Encode(encoderOf(t, q)), "an empty step")

		enc = encoderOf(t, q)
		q.Set(a, nd.Scalar(1))
		require.NoError(t, q.Encode(enc))
		require.NoError(t, a.Close())
		_, err = enc.Submit()
		require.ErrorIs(t, err, wgfft.ErrClosed)
	})
}

// TestWarm warms steps. Warm changes no array.
func TestWarm(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		a := nd.From(q, []float32{1, 2, 3, 4}, 4)
		require.NoError(t, q.Flush(ctx))
		nd.Upload(q, a, []float32{5, 6, 7, 8})
		q.Set(a, q.IRFFT(q.RFFT(q.Add(a, nd.Scalar(1))), 4))
		q.Set(a, q.Sum(a, 0))
		f := q.Fetch(a)
		require.NoError(t, q.Warm(ctx))
		_, err := nd.Receive[float32](ctx, f, nil)
		require.ErrorIs(t, err, nd.ErrStale)
		require.Equal(t, []float32{1, 2, 3, 4}, elements[float32](t, q, a))
		ended, cancel := context.WithCancel(ctx)
		cancel()
		require.ErrorIs(t, q.Warm(ended), context.Canceled)
		require.NoError(t, q.Close())
		require.ErrorIs(t, q.Warm(ctx), wgfft.ErrClosed)
	})
}

// TestCheck computes results that are not finite. Check names the first operation with such a
// result, and its line.
func TestCheck(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		q = nd.NewQueue(q.Engine(), nd.QueueOptions{Check: true, Ahead: -1})
		a, b := nd.From(q, []float32{1, 2, 3, 4}, 4), q.New(nd.Float32, 4)
		q.Set(b, q.Exp(a))
		require.NoError(t, q.Flush(ctx))
		x := q.Mul(a, nd.Scalar(1e30))
		y := q.Mul(x, x) // infinite
		q.Set(b, q.Minimum(q.Sub(y, y), nd.Scalar(0)))
		q.Set(b, a)
		err := q.Flush(ctx)
		require.ErrorIs(t, err, nd.ErrNotFinite)
		var op *nd.OpError
		require.ErrorAs(t, err, &op)
		require.Equal(t, "Mul", op.Op)
		require.Contains(t, op.Where, "encode_test.go:")
		require.Equal(t, []float32{1, 2, 3, 4}, elements[float32](t, q, b), "the step was computed")

		q.Set(b, nd.Scalar(math.NaN()))
		require.ErrorIs(t, q.Flush(ctx), nd.ErrNotFinite)
		c := q.New(nd.Complex64, 3)
		z := q.RFFT(q.Mul(a, nd.Scalar(3e38)))
		q.Set(c, z)
		require.ErrorAs(t, q.Flush(ctx), &op)
		require.Contains(t, []string{"Mul", "RFFT"}, op.Op)
		q.Set(b, q.Sum(a, 0))
		require.NoError(t, q.Flush(ctx))
		require.Equal(t, []float32{10, 10, 10, 10}, elements[float32](t, q, b))
	})
}

// TestCheckTypes checks elements of all types.
func TestCheckTypes(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		q = nd.NewQueue(q.Engine(), nd.QueueOptions{Check: true})
		x, z := nd.From(q, []float64{1, 2, 0}, 3), nd.From(q, []complex128{1, 2i, 0}, 3)
		h := nd.From(q, []float32{1, 2, 1e5}, 3)
		require.NoError(t, q.Flush(ctx))
		for want, record := range map[string]func() nd.Array{
			"Div":  func() nd.Array { return q.Sub(q.Div(nd.Scalar(1), x), nd.Scalar(1)) },
			"Log":  func() nd.Array { return q.Abs(q.Log(z)) },
			"Cast": func() nd.Array { return q.Minimum(q.Cast(nd.Float16, h), nd.Scalar(1)) },
			"":     func() nd.Array { return q.Cast(nd.Int8, q.Cast(nd.Float32, q.Real(z))) },
		} {
			kept := q.Keep(record())
			err := q.Flush(ctx)
			require.NoError(t, kept.Close())
			if want == "" {
				require.NoError(t, err)
				continue
			}
			require.ErrorIs(t, err, nd.ErrNotFinite, want)
			var op *nd.OpError
			require.ErrorAs(t, err, &op)
			require.Equal(t, want, op.Op)
		}
	})
}

// TestAhead sets the number of steps ahead.
func TestAhead(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		for _, ahead := range []int{-1, 1, 8} {
			q := nd.NewQueue(q.Engine(), nd.QueueOptions{Ahead: ahead})
			a := q.New(nd.Float32, 256)
			for range 10 {
				q.Set(a, q.Add(a, nd.Scalar(1)))
				require.NoError(t, q.Flush(ctx))
				require.LessOrEqual(t, q.Engine().Stats().Pending, uint64(max(ahead, 0)+1))
			}
			require.EqualValues(t, 10, elements[float32](t, q, a)[255])
			require.NoError(t, q.Close())
		}
	})
}
