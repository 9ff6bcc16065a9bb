package imaging

import (
	"image"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
	"wgfft/nd"
)

// ArrayDCT returns the same coefficients as DCT, and ArrayIDCT restores the image: for whole images, for blocks that
// fit and that do not, and for one that is larger than twice the image.
func TestArrayDCT(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		for i, size := range []image.Point{{20, 13}, {16, 8}, {3, 1}} {
			if spare(c) && i > 0 {
				continue
			}
			m := image.NewRGBA(image.Rectangle{Max: size})
			fill(t, dice(t), m, false)
			p, err := Split(m)
			require.NoError(t, err)
			a := nd.From(q, p.Pix, 3, size.Y, size.X)
			defer a.Close()
			for _, block := range []int{0, 8, 5} {
				if spare(c) && block == 5 {
					continue
				}
				want, err := dct(ctx, reference(t, c), m, block)
				require.NoError(t, err)
				coefficients := q.Keep(ArrayDCT(q, a, block))
				got, err := nd.Download[float32](ctx, q, nil, coefficients)
				require.NoError(t, err)
				require.LessOrEqual(t, ref.RelL2Real(got, doubles(want.Data)), 2e-6, "%v, blocks of %d", size, block)
				x, err := nd.Download[float32](ctx, q, nil, ArrayIDCT(q, coefficients, block, size.X, size.Y))
				require.NoError(t, err)
				require.LessOrEqual(t, ref.RelL2Real(x, doubles(p.Pix)), 2e-6, "%v, blocks of %d", size, block)
				require.NoError(t, coefficients.Close())
			}
		}
	})
}

// ArrayKeepLargest keeps the same coefficients as KeepLargest: of whole images and of each row, with equal magnitudes.
func TestArrayKeepLargest(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		const rows, columns = 3, 10
		x := wave(rows * columns)
		x[0], x[7], x[15] = 0, 3, -3
		a := nd.From(q, x, rows, columns)
		defer a.Close()
		for _, n := range []int{-1, 0, 1, 2, 9, 10, 11, 29, 30, 100} {
			if spare(c) && n != 2 && n != 10 {
				continue
			}
			want := &Coefficients{Data: slices.Clone(x)}
			want.KeepLargest(n)
			if n == 1 { // both of the largest magnitude
				want.Data[7], want.Data[15] = 3, -3
			}
			got, err := nd.Download[float32](ctx, q, nil, ArrayKeepLargest(q, a, n))
			require.NoError(t, err)
			require.Equal(t, want.Data, got, n)
			got, err = nd.Download[float32](ctx, q, nil, ArrayKeepLargest(q, a, n, 1))
			require.NoError(t, err)
			for i := range rows {
				row := &Coefficients{Data: slices.Clone(x[i*columns : (i+1)*columns])}
				row.KeepLargest(n)
				require.Equal(t, row.Data, got[i*columns:(i+1)*columns], n)
			}
		}
		for n := range 2 {
			ArrayKeepLargest(q, a, n, 0, 0)
			require.ErrorIs(t, q.Flush(ctx), nd.ErrShape)
		}
		ArrayKeepLargest(q, q.FFT(a), 1)
		require.ErrorIs(t, q.Flush(ctx), nd.ErrType)
	})
}

// The DCT in double precision agrees with the definition.
func TestArrayDCTInDouble(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		if !hasDouble(t, c) {
			return
		}
		const w, h = 9, 6
		q := nd.NewQueue(c)
		x := wave(w * h)
		a := nd.From(q, doubles(x), h, w)
		defer a.Close()
		got, err := nd.Download[float64](ctx, q, nil, ArrayDCT(q, a, 0))
		require.NoError(t, err)
		scale := 1 / math.Sqrt(2*w*2*h)
		want := ref.TrigAxes(
			x, []int{h, w}, []int{0, 1}, []transforms.Kind{transforms.DCT2, transforms.DCT2}, true, scale,
		)
		require.InDeltaSlice(t, want, got, doubleTolerance)
	})
}

// ArraySpectrum returns the same levels as Spectrum.
func TestArraySpectrum(t *testing.T) {
	onBoth(t, func(t *testing.T, c *wgfft.Engine) {
		q := nd.NewQueue(c)
		defer q.Close()
		for i, size := range []image.Point{{12, 9}, {32, 24}, {33, 25}} {
			if spare(c) && i > 0 {
				continue
			}
			for _, o := range []SpectrumOptions{{}, {Range: 60, Taper: true}, {Range: 1000}} {
				if spare(c) && !o.Taper {
					continue
				}
				m := image.NewGray16(image.Rectangle{Max: size})
				fill(t, dice(t), m, false)
				p, err := Split(m)
				require.NoError(t, err)
				two := nd.From(q, append(slices.Clone(p.Pix), make([]float32, size.X*size.Y)...), 2, size.Y, size.X)
				defer two.Close()
				got, err := nd.Download[float32](ctx, q, nil, ArraySpectrum(q, two, o))
				require.NoError(t, err)
				shown, err := Spectrum(ctx, c, m, o)
				require.NoError(t, err)
				p, err = Split(shown)
				require.NoError(t, err)
				require.InDeltaSlice(t, p.Pix, got[:len(p.Pix)], 1e-4, "%v, %+v", size, o)
				require.Zero(t, slices.Max(got[len(p.Pix):]), "black")
			}
		}
	})
}

func TestArrayDCTErrors(t *testing.T) {
	c := openCPU(t)
	q := nd.NewQueue(c)
	good := q.New(nd.Float32, 6, 8)
	fails := func(want error, a nd.Array) {
		t.Helper()
		q.Fetch(a)
		err := q.Flush(ctx)
		require.ErrorIs(t, err, want)
		var wrong *nd.OpError
		require.ErrorAs(t, err, &wrong)
	}
	for _, block := range []int{-1, maxPixels + 1} {
		fails(ErrParameter, ArrayDCT(q, good, block))
		fails(ErrParameter, ArrayIDCT(q, good, block, 8, 6))
	}
	fails(ErrSize, ArrayDCT(q, good, maxPixels))
	for _, a := range []nd.Array{q.New(nd.Float32, 8), {}} {
		fails(nd.ErrShape, ArrayDCT(q, a, 0))
		fails(nd.ErrShape, ArrayIDCT(q, a, 0, 8, 6))
		fails(nd.ErrShape, ArrayIDCT(q, a, 4, 8, 6))
		fails(nd.ErrShape, ArraySpectrum(q, a, SpectrumOptions{}))
	}
	fails(nd.ErrType, ArrayDCT(q, q.New(nd.Complex64, 6, 8), 4))
	fails(nd.ErrType, ArrayIDCT(q, q.New(nd.Complex64, 6, 8), 0, 8, 6))
	fails(nd.ErrType, ArraySpectrum(q, q.New(nd.Complex64, 6, 8), SpectrumOptions{}))
	fails(nd.ErrShape, ArrayIDCT(q, good, 0, 6, 8))
	fails(nd.ErrShape, ArrayIDCT(q, q.New(nd.Float32, 2, 2, 4, 3), 4, 8, 6))
	fails(ErrEmpty, ArrayIDCT(q, good, 0, 8, -6))
	fails(ErrParameter, ArraySpectrum(q, good, SpectrumOptions{Range: -1}))
	require.NoError(t, good.Close())
	fails(wgfft.ErrClosed, ArrayDCT(q, good, 5))
	fails(wgfft.ErrClosed, ArrayIDCT(q, good, 0, 8, 6))
}
