package wgfft

import (
	"slices"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
)

// On the CPU engine long arrays are convolved in blocks. The test has whole and partial blocks,
// every mode, both directions, several rows, results in place, and complex and real data.
func TestConvolutionsInBlocks(t *testing.T) {
	c := openCPU(t)
	for i, v := range []struct {
		shape  []int
		kernel int
		blocks bool
	}{
		{[]int{50000}, 64, true}, {[]int{3, 20000}, 7, true}, {[]int{2, 8193}, 2, true}, {[]int{70000}, 3000, true}, {
			[]int{100000}, 20000, false,
		}, {[]int{4000}, 64, false},
	} {
		n := product(v.shape)
		src, h := ref.Uniform(uint64(i), n), ref.Uniform(uint64(i+50), v.kernel)
		for m, mode := range []Mode{ModeFull, ModeSame, ModeValid} {
			for w, correlate := range []bool{false, true} {
				if (i+m+w)%3 > 0 && !testcase.Long() {
					continue
				}
				how := Convolution{Shape: v.shape, Kernel: []int{v.kernel}, Mode: mode, Correlate: correlate}
				p, err := c.PlanConvolution(ctx, how, h)
				require.NoError(t, err)
				require.Equal(t, v.blocks, strings.Contains(p.String(), "blocks of"), "%v", p)
				dst := ref.NewGuarded[complex64](product(how.Result()))
				ref.Poison(dst.Data)
				require.NoError(t, p.Run(ctx, dst.Data, src))
				require.NoError(t, dst.Check())
				convolved(t, dst.Data, src, h, how)
				if mode == ModeSame {
					y := slices.Clone(src)
					require.NoError(t, p.Run(ctx, y, y))
					require.Equal(t, dst.Data, y, "in place")
				}
				require.NoError(t, p.Close())
				x, k := reals(src), reals(h)
				y, err := c.ConvolveReal(ctx, nil, x, k, how)
				require.NoError(t, err)
				convolved(t, complexOf(y), complexOf(x), complexOf(k), how)
			}
		}
	}
}

// reals are the real parts of points.
func reals(z []complex64) []float32 {
	x := make([]float32, len(z))
	for i, v := range z {
		x[i] = real(v)
	}
	return x
}

// The same by a plan with rows that overlap, on either engine.
func TestConvolutionByOverlappingRows(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		const n, k, points, hop = 200, 5, 64, 64 - 5 + 1
		const rows = (n - k + 1) / hop
		x, h := ref.UniformReal(1, n), ref.UniformReal(2, k)
		p, err := c.PlanRealConvolution(
			ctx,
			Convolution{
				Shape: []int{points}, Kernel: []int{k}, Mode: ModeValid, Batch: rows,
				In: Layout{Strides: []int{1}, Dist: hop},
			},
			h,
		)
		require.NoError(t, err)
		defer p.Close()
		y := make([]float32, rows*hop)
		require.NoError(t, p.Run(ctx, y, x[:(rows-1)*hop+points]))
		whole := Convolution{Shape: []int{len(y) + k - 1}, Kernel: []int{k}, Mode: ModeValid}
		convolved(t, complexOf(y), complexOf(x[:len(y)+k-1]), complexOf(h), whole)
	})
}
