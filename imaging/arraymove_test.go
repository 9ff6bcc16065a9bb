package imaging

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/nd"
)

// Translations of arrays agree with the definition and with the method of Planes: for odd and even sizes, rows, columns
// and single pixels, by whole pixels and by fractions, in single and in double precision.
func TestArrayMove(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		_, err := c.Double().Format(ctx)
		hasDouble := err == nil
		for i, size := range [][2]int{{7, 6}, {12, 9}, {1, 7}, {8, 1}, {1, 1}, {2, 2}} {
			if spare(c) && i > 0 {
				continue
			}
			w, h := size[0], size[1]
			pix := wave(3 * w * h)
			single := nd.From(q, pix, 3, h, w)
			defer single.Close()
			for j, by := range [][2]float64{
				{0.25, -0.3}, {-0.5, 2}, {3, 1.5}, {1000.25, -1000.75}, {2, -5}, {-1001, 0}, {},
			} {
				if spare(c) && j != 1 && j != 4 { // a fraction along one axis, and whole pixels
					continue
				}
				for _, e := range []Edges{Reflect, Periodic} {
					f, err := NewArrayMove(ctx, c, w, h, by[0], by[1], e)
					require.NoError(t, err)
					got, err := nd.Download[float32](ctx, q, nil, f.Apply(q, single))
					require.NoError(t, err)
					require.NoError(t, f.Close())
					p := &Planes{Rect: image.Rect(0, 0, w, h), Channels: 3, Pix: slices.Clone(pix)}
					require.NoError(t, p.Move(ctx, reference(t, c), by[0], by[1], e))
					if by[0] == math.Trunc(by[0]) && by[1] == math.Trunc(by[1]) {
						require.Equal(t, p.Pix, got, "%v by %v, %v", size, by, e)
					}
					require.InDeltaSlice(t, p.Pix, got, 2e-6, "%v by %v, %v", size, by, e)
					for i := range 3 {
						from := pix[i*w*h : (i+1)*w*h]
						want := movedByDefinition(from, w, by[0], by[1], e)
						tolerance := 2 * 2 * ref.ToleranceAxes(2*w, 2*h) // as for Planes
						requireNear(t, got[i*w*h:(i+1)*w*h], want, from, tolerance, "%v by %v, %v", size, by, e)
					}
					if !hasDouble || j > 2 || spare(c) && e == Reflect {
						continue
					}
					f, err = NewArrayMove(ctx, c, w, h, by[0], by[1], e, inDouble)
					require.NoError(t, err)
					double, err := nd.Download[float64](ctx, q, nil, f.Apply(q, q.Cast(nd.Float64, single.At(0, 1))))
					require.NoError(t, err)
					require.NoError(t, f.Close())
					want := movedByDefinition(pix[w*h:2*w*h], w, by[0], by[1], e)
					require.InDeltaSlice(t, want, double, doubleTolerance, "%v by %v, %v", size, by, e)
				}
			}
		}
	})
}

// A translation of bytes by whole pixels has single precision, as all filters.
func TestArrayMoveOfBytes(t *testing.T) {
	c := openCPU(t)
	q := nd.NewQueue(c)
	bytes := nd.From(q, []uint8{1, 2, 3, 4, 5, 6}, 2, 3)
	defer bytes.Close()
	for e, want := range map[Edges][]float32{Reflect: {1, 1, 2, 4, 4, 5}, Periodic: {3, 1, 2, 6, 4, 5}} {
		f, err := NewArrayMove(ctx, c, 3, 2, 1, 0, e)
		require.NoError(t, err)
		got, err := nd.Download[float32](ctx, q, nil, f.Apply(q, bytes))
		require.NoError(t, err)
		require.Equal(t, want, got)
		require.NoError(t, f.Close())

		f, err = NewArrayMove(ctx, c, 3, 2, 0, 0, e)
		require.NoError(t, err)
		got, err = nd.Download[float32](ctx, q, nil, f.Apply(q, bytes))
		require.NoError(t, err)
		require.Equal(t, []float32{1, 2, 3, 4, 5, 6}, got)
		require.NoError(t, f.Close())
	}
}

// Another fraction of a pixel needs no other kernels.
func TestArrayMoveKernels(t *testing.T) {
	c := openGPU(t)
	q := nd.NewQueue(c)
	a := nd.From(q, wave(12*10), 10, 12)
	defer a.Close()
	for _, e := range []Edges{Reflect, Periodic} {
		if spare(c) && e == Periodic {
			continue
		}
		kernels := 0
		for i, by := range [][2]float64{{0.25, 0.75}, {-3.5, 7.125}} {
			f, err := NewArrayMove(ctx, c, 12, 10, by[0], by[1], e)
			require.NoError(t, err)
			_, err = nd.Download[float32](ctx, q, nil, f.Apply(q, a))
			require.NoError(t, err)
			require.NoError(t, f.Close())
			if i > 0 {
				require.Equal(t, kernels, c.Stats().Kernels, "%v", e)
			}
			kernels = c.Stats().Kernels
		}
	}
}

func TestArrayMoveErrors(t *testing.T) {
	c := openCPU(t)
	for _, by := range [][2]float64{{math.NaN(), 0}, {0, math.Inf(1)}, {1e9, 0}} {
		_, err := NewArrayMove(ctx, c, 8, 6, by[0], by[1], Reflect)
		require.ErrorIs(t, err, ErrParameter)
	}
	_, err := NewArrayMove(ctx, c, 8, 0, 1, 1, Reflect)
	require.ErrorIs(t, err, ErrEmpty)
	_, err = NewArrayMove(ctx, c, 8, 6, 1, 1, 9)
	require.ErrorIs(t, err, ErrParameter)
	q := nd.NewQueue(c)
	for _, e := range []Edges{Reflect, Periodic} {
		f, err := NewArrayMove(ctx, c, 8, 6, 0.5, 1, e)
		require.NoError(t, err)
		q.Fetch(f.Apply(q, q.New(nd.Float32, 8, 6)))
		var wrong *nd.OpError
		err = q.Flush(ctx)
		require.ErrorAs(t, err, &wrong)
		require.Equal(t, "Move", wrong.Op)
		require.ErrorIs(t, err, nd.ErrShape)
		require.NoError(t, f.Close())
		require.NoError(t, f.Close())
		q.Fetch(f.Apply(q, q.New(nd.Float32, 6, 8)))
		require.ErrorIs(t, q.Flush(ctx), wgfft.ErrClosed)
	}
	closed := openCPU(t)
	require.NoError(t, closed.Close())
	_, err = NewArrayMove(ctx, closed, 8, 6, 0.5, 1, Periodic)
	require.ErrorIs(t, err, wgfft.ErrClosed)
}
