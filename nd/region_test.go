package nd_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/device"
	"wgfft/nd"
)

// TestRegionAndAdopt runs plans of the program on arrays, and steps on buffers of the program.
func TestRegionAndAdopt(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		eng := q.Engine()
		const n = 32
		b, err := eng.NewBuffer(3 * n)
		require.NoError(t, err)
		defer b.Close()
		x := numbers[complex64](3*n, 1)
		at := wgfft.Region{Buffer: b}
		require.NoError(t, eng.Upload(ctx, at, x))
		whole := q.Adopt(at, nd.Complex64, 3, n)
		row := q.Adopt(wgfft.Region{Buffer: b, Offset: 8 * n}, nd.Complex64, n)
		require.Equal(t, x, elements[complex64](t, q, whole))
		require.Equal(t, x[n:2*n], elements[complex64](t, q, row))
		q.Set(row, q.Conj(whole.At(0, 2)))
		require.NoError(t, q.Flush(ctx))
		got := make([]complex64, 3*n)
		require.NoError(t, eng.Download(ctx, got, at))
		for i := range n {
			require.Equal(t, complex(real(x[2*n+i]), -imag(x[2*n+i])), got[n+i])
		}
		found, err := row.Region()
		require.NoError(t, err)
		require.Equal(t, wgfft.Region{Buffer: b, Offset: 8 * n}, found)

		own := q.Keep(q.FFT(whole))
		require.NoError(t, q.Flush(ctx))
		region, err := own.Region()
		require.NoError(t, err)
		plan, err := eng.PlanResident(ctx, wgfft.Problem{Shape: []int{n}, Batch: 3})
		require.NoError(t, err)
		defer plan.Close()
		for range 5 { // steps and submissions in turn
			enc := encoderOf(t, q)
			require.NoError(t, plan.EncodeInverse(enc, region, region))
			_, err = enc.Submit()
			require.NoError(t, err)
			q.Set(own, q.FFT(q.Scale(2, own)))
			require.NoError(t, q.Flush(ctx))
		}
		q.Set(own, q.IFFT(own))
		back := elements[complex64](t, q, own)
		for i := range back {
			require.InDelta(t, 32*real(got[i]), real(back[i]), 1e-4)
			require.InDelta(t, 32*imag(got[i]), imag(back[i]), 1e-4)
		}

		view, err := own.At(0, 1).Region()
		require.NoError(t, err)
		require.EqualValues(t, 8*n, view.Offset)
		_, err = own.Transpose().Region()
		require.ErrorIs(t, err, nd.ErrShape)
		for _, a := range []nd.Array{nd.Scalar(1), {}, q.Conj(own), nd.Iota(nd.Float32, 1, 0, 3)} {
			_, err = a.Region()
			require.ErrorIs(t, err, nd.ErrNotOwned)
		}
		require.NoError(t, own.Close())
		_, err = own.Region()
		require.ErrorIs(t, err, wgfft.ErrClosed)
		require.NoError(t, whole.Close())
		q.Set(row, nd.Scalar(1))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed, "closed with the other array of the buffer")
		require.NoError(t, eng.Download(ctx, got, at), "the buffer is open")
		reals := q.Adopt(at, nd.Float32, 6*n)
		require.EqualValues(t, real(got[0]), elements[float32](t, q, reals)[0])
	})
}

// TestAdoptRefused adopts regions that can't be arrays.
func TestAdoptRefused(t *testing.T) {
	onBoth(t, func(t *testing.T, q *nd.Queue) {
		b, err := q.Engine().NewBuffer(8)
		require.NoError(t, err)
		other := device.NewHost(64)
		defer other.Close()
		foreign, err := other.NewBuffer("foreign", 64, device.Storage)
		require.NoError(t, err)
		for _, c := range []struct {
			r     wgfft.Region
			d     nd.DType
			shape []int
			want  error
		}{
			{wgfft.Region{}, nd.Float32, []int{4}, nd.ErrShape},
			{wgfft.Region{Buffer: b}, nd.Float32, []int{17}, nd.ErrShape},
			{wgfft.Region{Buffer: b, Offset: 8}, nd.Float32, []int{15}, nd.ErrShape},
			{wgfft.Region{Buffer: b, Offset: -4}, nd.Float32, []int{4}, nd.ErrType},
			{wgfft.Region{Buffer: b, Offset: 4}, nd.Complex64, []int{4}, nd.ErrType},
			{wgfft.Region{Buffer: b, Imag: b}, nd.Float32, []int{4}, nd.ErrType},
			{wgfft.Region{Buffer: b}, nd.Float32, []int{0}, nd.ErrShape},
			{wgfft.Region{Buffer: b}, 99, []int{4}, nd.ErrType},
			{wgfft.Region{Buffer: foreign}, nd.Float32, []int{4}, nd.ErrElsewhere},
		} {
			q.Adopt(c.r, c.d, c.shape...)
			require.ErrorIs(t, q.Flush(ctx), c.want, "%v", c)
		}
		a := q.Adopt(wgfft.Region{Buffer: b}, nd.Float32, 4)
		q.Adopt(wgfft.Region{Buffer: b}, nd.Complex64, 4)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
		require.NoError(t, b.Close())
		q.Set(a, nd.Scalar(1))
		if isGPU(q) {
			require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
		}
		require.NoError(t, a.Close())
	})
}

// TestArraysAreCounted compares Engine.Stats with the arrays and the temporaries of queues. Close
// of an array reduces the numbers.
func TestArraysAreCounted(t *testing.T) {
	for _, isCPU := range []bool{true, false} {
		eng := openEngine(t, isCPU)
		q := nd.NewQueue(eng)
		before := eng.Stats().BufferBytes
		a, b := q.New(nd.Complex64, 64, 64), q.New(nd.Float32, 100)
		const bytes = 8*64*64 + 400
		require.Equal(t, before, eng.Stats().BufferBytes, "the end of the step allocates arrays")
		require.NoError(t, q.Flush(ctx))
		require.EqualValues(t, bytes, eng.Stats().BufferBytes-before)
		q.Set(a, q.IFFT2(q.Scale(2, q.FFT2(a))))
		require.NoError(t, q.Wait(ctx))
		require.GreaterOrEqual(t, eng.Stats().BufferBytes-before, int64(bytes+8*64*64), "with a temporary")
		has := eng.Stats().BufferBytes
		require.NoError(t, a.Close())
		require.NoError(t, a.Close())
		require.EqualValues(t, 8*64*64, has-eng.Stats().BufferBytes)
		require.NoError(t, b.Close())
		require.EqualValues(t, bytes, has-eng.Stats().BufferBytes)
		require.NoError(t, eng.Close())
		require.Zero(t, eng.Stats().BufferBytes)
	}
}
