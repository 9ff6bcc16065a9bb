package imaging

import (
	"image"
	"image/color"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft"
	"wgfft/internal/ref"
	"wgfft/internal/transforms"
)

// The DCT and its inverse keep every pixel of every type, for the whole image and for blocks of any
// size.
func TestDCTRoundTrip(t *testing.T) {
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		for _, r := range rectangles {
			for name := range forms(r) {
				m := sub(t, name, r)
				fill(t, rng, m, name == "RGBA" || name == "NRGBA")
				k, err := DCT(ctx, c, m)
				require.NoError(t, err)
				got, err := k.Image(ctx, c)
				require.NoError(t, err)
				requireSame(t, m, got)
				for _, n := range []int{1, 5, 8} {
					k, err := BlockDCT(ctx, c, m, n)
					require.NoError(t, err)
					want := [3]int{n, (r.Dx() + n - 1) / n, (r.Dy() + n - 1) / n}
					require.Equal(t, want, [3]int{k.Block, k.Across, k.Down})
					got, err := k.Image(ctx, c)
					require.NoError(t, err)
					requireSame(t, m, got)
				}
			}
		}
	})
}

// Coefficients have the documented layout and the values of the definition. Samples are positive,
// so the error of one image is mostly that of one coefficient, the mean. Several images are
// therefore checked together.
func TestDCTCoefficients(t *testing.T) {
	const images = 8
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		rng := dice(t)
		m := image.NewRGBA(image.Rect(0, 0, 20, 13))
		cosines := func(x []float32, h, w int) []float64 {
			scale := 1 / math.Sqrt(float64(2*h*2*w))
			return ref.TrigAxes(
				x, []int{h, w}, []int{0, 1}, []transforms.Kind{transforms.DCT2, transforms.DCT2}, true, scale,
			)
		}
		var wholes, blocks []float32
		var wantWholes, wantBlocks []float64
		for range images {
			fill(t, rng, m, false)
			p, err := Split(m)
			require.NoError(t, err)
			whole, err := DCT(ctx, c, m)
			require.NoError(t, err)
			require.Equal(t, [3]int{0, 1, 1}, [3]int{whole.Block, whole.Across, whole.Down})
			k, err := BlockDCT(ctx, c, m, 8)
			require.NoError(t, err)
			require.Len(t, k.Data, 3*3*2*64)
			wholes, blocks = append(wholes, whole.Data...), append(blocks, k.Data...)
			for i := range 3 {
				wantWholes = append(wantWholes, cosines(p.channel(i), 13, 20)...)
				for by := range 2 {
					for bx := range 3 {
						block := make([]float32, 64)
						for j := range block {
							block[j] = p.channel(i)[Reflect.index(8*by+j/8, 13)*20+Reflect.index(8*bx+j%8, 20)]
						}
						wantBlocks = append(wantBlocks, cosines(block, 8, 8)...)
					}
				}
			}
		}
		require.LessOrEqual(t, ref.RelL2Real(wholes, wantWholes), ref.ToleranceAxes(26, 40))
		require.LessOrEqual(t, ref.RelL2Real(blocks, wantBlocks), ref.ToleranceAxes(16, 16))
	})
}

// KeepLargest keeps exactly the largest coefficients, including ties. Compress with all
// coefficients keeps every pixel, and more coefficients give a higher PSNR.
func TestCompress(t *testing.T) {
	for _, at := range []struct {
		data, want []float32
		n          int
	}{
		{[]float32{1, -3, 2, 0.5}, []float32{0, -3, 2, 0}, 2},
		{[]float32{1, -1, 1, 1}, []float32{1, -1, 0, 0}, 2},
		{[]float32{5, -1, 1, 5}, []float32{5, -1, 0, 5}, 3},
		{[]float32{1, 2}, []float32{0, 0}, 0},
		{[]float32{1, 2}, []float32{0, 0}, -4},
		{[]float32{1, 2}, []float32{1, 2}, 2},
		{[]float32{1, 2}, []float32{1, 2}, 9},
		{[]float32{0, 0, 3}, []float32{0, 0, 3}, 2},
		{[]float32{1, 1.0000001, 1.0000002}, []float32{0, 0, 1.0000002}, 1},
		{nil, nil, 0},
	} {
		k := Coefficients{Data: append([]float32(nil), at.data...)}
		k.KeepLargest(at.n)
		require.Equal(t, at.want, k.Data)
	}
	onCPU(t, func(t *testing.T, c *wgfft.Engine) {
		m := photograph(5, 90, 70, 0, 0, 0)
		for _, block := range []int{0, 8} {
			before := 0.0
			for _, share := range []float64{0.01, 0.05, 0.2, 0.5} {
				got, made, err := Compress(ctx, c, m, share, block)
				require.NoError(t, err)
				require.Equal(t, m.Bounds(), got.Bounds())
				all := map[int]int{0: 90 * 70, 8: 12 * 9 * 64}[block]
				require.Equal(t, all, made.Of)
				require.Equal(t, int(math.Round(share*float64(all))), made.Kept)
				psnr, err := PSNR(m, got)
				require.NoError(t, err)
				require.Equal(t, psnr, made.PSNR)
				require.Greater(t, made.PSNR, before+1)
				before = made.PSNR
			}
			got, made, err := Compress(ctx, c, m, 1, block)
			require.NoError(t, err)
			requireSame(t, m, got)
			require.Equal(t, math.Inf(1), made.PSNR)
			got, made, err = Compress(ctx, c, m, 0, block)
			require.NoError(t, err)
			require.Zero(t, made.Kept)
			require.Equal(t, color.Gray{}, got.At(40, 40))
		}
	})
}

func TestPSNR(t *testing.T) {
	a, b := image.NewGray(image.Rect(0, 0, 10, 10)), image.NewGray(image.Rect(3, 3, 13, 13))
	psnr, err := PSNR(a, b)
	require.NoError(t, err)
	require.Equal(t, math.Inf(1), psnr)
	b.Pix[7] = 255
	psnr, err = PSNR(a, b)
	require.NoError(t, err)
	require.InDelta(t, 20, psnr, 1e-9)
	colour := image.NewRGBA64(a.Rect)
	for i := range 100 {
		colour.SetRGBA64(i%10, i/10, color.RGBA64{0, 6554, 0, 65535})
	}
	psnr, err = PSNR(a, colour)
	require.NoError(t, err)
	require.InDelta(t, 20+10*math.Log10(3), psnr, 1e-3)
	_, err = PSNR(a, image.NewGray(image.Rect(0, 0, 10, 11)))
	require.ErrorIs(t, err, ErrSize)
}

func TestDCTErrors(t *testing.T) {
	c := openCPU(t)
	m := image.NewGray(image.Rect(0, 0, 4, 4))
	for _, n := range []int{0, -8, math.MaxInt} {
		_, err := BlockDCT(ctx, c, m, n)
		require.ErrorIs(t, err, ErrParameter)
	}
	_, err := BlockDCT(ctx, c, m, 1<<29)
	require.ErrorIs(t, err, ErrSize)
	for _, share := range []float64{-0.1, 1.1, math.NaN()} {
		_, _, err := Compress(ctx, c, m, share, 8)
		require.ErrorIs(t, err, ErrParameter)
	}
	_, _, err = Compress(ctx, c, m, 0.5, -1)
	require.ErrorIs(t, err, ErrParameter)
	_, err = DCT(ctx, c, image.NewGray(image.Rectangle{}))
	require.ErrorIs(t, err, ErrEmpty)
	_, err = (&Coefficients{}).Image(ctx, c)
	require.ErrorIs(t, err, ErrEmpty)
	k, err := BlockDCT(ctx, c, m, 2)
	require.NoError(t, err)
	k.Data = k.Data[1:]
	_, err = k.Image(ctx, c)
	require.ErrorIs(t, err, ErrPixels)
	k, err = BlockDCT(ctx, c, m, 2)
	require.NoError(t, err)
	k.Across, k.Down = 1, 4
	_, err = k.Image(ctx, c)
	require.ErrorIs(t, err, ErrPixels)
}
