package wgfft

import (
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
)

// Results that no machine has memory for are refused before they are allocated, in every call.
func TestMoreThanMemory(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x, r := make([]complex64, 1<<20), make([]float32, 1<<20)
		for name, call := range map[string]func() error{
			"fft":   func() error { _, err := c.FFT(ctx, nil, x, WithRowLength(1), WithLengths(1<<31)); return err },
			"rfft":  func() error { _, err := c.RFFT(ctx, nil, r, WithRowLength(1), WithLengths(1<<31)); return err },
			"irfft": func() error { _, err := c.IRFFT(ctx, nil, x, 1<<31, WithRowLength(1)); return err },
			"dct": func() error {
				_, err := c.DCT(ctx, nil, r, DCT2, WithRowLength(1), WithLengths(1<<28))
				return err
			},
			"fftn": func() error { _, err := c.FFTN(ctx, nil, x, []int{1, 1}, WithLengths(1<<15, 1<<16)); return err },
			"plan": func() error {
				_, err := c.Plan(
					ctx,
					Problem{
						Shape: []int{1 << 31}, Batch: 1 << 20, In: Layout{Strides: []int{0}, Dist: 1},
						Out: Layout{Have: []int{1}},
					},
				)
				return err
			},
			"convolution": func() error {
				_, err := c.PlanConvolution(
					ctx,
					Convolution{
						Shape: []int{1 << 30}, Kernel: []int{2}, Mode: ModeSame, Batch: 1 << 22,
						In: Layout{Strides: []int{0}, Dist: 1}, Out: Layout{Have: []int{1}},
					},
					x[:2],
				)
				return err
			},
		} {
			var limit *LimitError
			require.ErrorAs(t, call(), &limit, name)
			require.Contains(t, limit.Hint, "split the batch", name)
		}
	})
	for _, shape := range [][]int{{1 << 32, 0, 3}, {1 << 33, -2}, {1 << 62, 1 << 62, 0}} {
		_, err := FFTShift([]int{1}, shape)
		require.ErrorIs(t, err, ErrInvalidLength)
		require.ErrorIs(t, Convolution{Shape: []int{4, 4, 4}, Kernel: shape}.Check(), ErrInvalidLength)
	}
	for _, offset := range []int{-1, math.MinInt, 1 << 32, math.MaxInt} {
		_, _, err := plan.Problem{Shape: []int{4}, In: plan.Layout{Offset: offset}}.Extents()
		require.ErrorContains(t, err, "want 0 to 2^32-1")
	}
	for _, p := range []Problem{
		{Kind: R2C, Shape: []int{4}, Axes: []int{5}}, {Kind: R2C, Shape: []int{0}},
		{Kind: DCT2, Shape: []int{4, 4}, Kinds: []Kind{DCT1}}, {},
	} {
		_, _, err := of(p).Extents()
		require.Error(t, err, "%v", p)
	}
}

// The two parts of planar results lie apart.
func TestPlanarResultsApart(t *testing.T) { onBoth(t, testPlanarResultsApart) }

func testPlanarResultsApart(t *testing.T, c *Engine) {
	planar := Layout{Planar: true}
	p, err := c.PlanResident(ctx, Problem{Shape: []int{16}, Batch: 4, In: planar, Out: planar})
	require.NoError(t, err)
	defer p.Close()
	re, im := upload(t, c, make([]complex64, 64)), upload(t, c, make([]complex64, 64))
	both := upload(t, c, make([]complex64, 256))
	dev, err := c.Device()
	require.NoError(t, err)
	step := int64(dev.Limits().StorageAlign)
	src := Region{Buffer: re, Imag: im}
	for offset := int64(0); offset < 256; offset += step {
		require.ErrorIs(t, p.Forward(ctx, Region{Buffer: both, Imag: both, ImagOffset: offset}, src), ErrOverlap)
		require.ErrorIs(t, p.Inverse(ctx, Region{Buffer: both, Offset: offset, Imag: both}, src), ErrOverlap)
	}
	require.NoError(t, p.Forward(ctx, Region{Buffer: both, Imag: both, ImagOffset: 256}, src))
	require.ErrorContains(t, p.Forward(ctx, Region{Buffer: both}, src), "no buffer")
}

// Errors about sine and cosine transforms name the requested kind.
func TestErrorsNameTheKind(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x := make([]float32, 8)
		for typ := 1; typ <= 4; typ++ {
			cosine, sine := DCT1+Kind(typ-1), DST1+Kind(typ-1)
			for name, calls := range map[string][]func(lengths Option) error{
				"dct": {
					func(o Option) error { return second(c.DCT(ctx, nil, x, cosine, o)) },
					func(o Option) error { return second(c.IDCT(ctx, nil, x, cosine, o)) },
				},
				"dst": {
					func(o Option) error { return second(c.DST(ctx, nil, x, sine, o)) },
					func(o Option) error { return second(c.IDST(ctx, nil, x, sine, o)) },
				},
			} {
				for _, call := range calls {
					require.ErrorContains(
						t, call(WithLengths(math.MaxInt)), fmt.Sprintf("%s%d:%d*1", name, typ, math.MaxInt),
					)
				}
			}
			require.ErrorContains(
				t, second(c.DCTN(ctx, nil, x, []int{2, 4}, cosine, WithLengths(math.MaxInt, 4))),
				fmt.Sprintf("dct%d:", typ),
			)
			require.ErrorContains(
				t, second(c.DSTN(ctx, nil, x, []int{2, 4}, sine, WithLengths(math.MaxInt, 4))),
				fmt.Sprintf("dst%d:", typ),
			)
		}
		kinds := WithKinds(DCT1, DST3)
		require.ErrorContains(
			t, second(c.DCTN(ctx, nil, x, []int{2, 4}, 0, kinds, WithLengths(math.MaxInt, 4))), "dct1,dst3:",
		)
	})
}
