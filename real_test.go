package wgfft

import (
	"context"
	"fmt"
	"math"
	"math/cmplx"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/transforms"
)

// Every door of real transforms on both engines, against float64; round trips; cropped and padded;
// source left alone.
func TestRealDoors(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for _, n := range on(c, []int{16}, []int{1, 2, 9, 16, 37, 64, 100, 1009}) {
			const rows = 33
			x := ref.UniformReal(uint64(n), rows*n)
			bins := n/2 + 1
			X, err := c.RFFT(ctx, nil, x, WithRowLength(n))
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2(X, ref.RealAxes(x, []int{n}, []int{0}, 1)), ref.Tolerance(n), "%d", n)
			kept := slices.Clone(X)
			back, err := c.IRFFT(ctx, make([]float32, len(x)), X, n, WithRowLength(bins))
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.Tolerance(n), "%d", n)
			require.Equal(t, kept, X, "the source is left alone")
			for typ := range Kind(4) {
				if !isFull(c) && typ != 1 {
					continue
				}
				if typ == 0 && n < 2 {
					_, err := c.DCT(ctx, nil, x[:1], DCT1)
					require.ErrorIs(t, err, ErrInvalidLength)
					continue
				}
				type trigCall func(context.Context, []float32, []float32, Kind, ...Option) ([]float32, error)
				for first, door := range map[transforms.Kind][2]trigCall{
					transforms.DCT1: {c.DCT, c.IDCT}, transforms.DST1: {c.DST, c.IDST},
				} {
					kind, asked := first+transforms.Kind(typ), DCT1+typ
					if first == transforms.DST1 {
						asked = DST1 + typ
					}
					y, err := door[0](ctx, nil, x, asked, WithRowLength(n), WithNorm(NormOrtho))
					require.NoError(t, err)
					period := kind.Period(n)
					require.LessOrEqual(
						t,
						ref.RelL2Real(
							y,
							ref.TrigAxes(
								x, []int{n}, []int{0}, []transforms.Kind{kind}, true, 1/math.Sqrt(float64(period)),
							),
						),
						ref.Tolerance(period), "%v %d", kind, n,
					)
					_, err = door[1](ctx, y, y, asked, WithRowLength(n), WithNorm(NormOrtho))
					require.NoError(t, err)
					require.LessOrEqual(t, ref.RelL2Real(y, widened(x)), 2*ref.Tolerance(period), "%v %d", kind, n)
				}
			}
		}
	})
}

func widened(x []float32) []float64 {
	y := make([]float64, len(x))
	for i, v := range x {
		y[i] = float64(v)
	}
	return y
}

func TestRealDoorsOfSeveralAxes(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		shape := on(c, []int{2, 4, 3}, []int{6, 10, 9})
		x := ref.UniformReal(5, 2*product(shape))
		for i, axes := range [][]int{nil, {2, 0}, {1}} {
			if !isUsual(c, i, 1) {
				continue
			}
			along, lengths := axes, []int{}
			if axes == nil {
				along = []int{0, 1, 2}
			}
			for _, a := range along {
				lengths = append(lengths, shape[a])
			}
			var how []Option
			if axes != nil {
				how = append(how, WithAxes(axes...))
			}
			X, err := c.RFFTN(ctx, nil, x, shape, how...)
			require.NoError(t, err)
			require.LessOrEqual(
				t, ref.RelL2(X, ref.RealAxes(x, shape, along, 1)), ref.ToleranceAxes(lengths...), "%v", axes,
			)
			back, err := c.IRFFTN(ctx, nil, X, shape, how...)
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.ToleranceAxes(lengths...), "%v", axes)
		}
		if isFull(c) {
			X, err := c.RFFT2(ctx, nil, x, shape)
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2(X, ref.RealAxes(x, shape, []int{1, 2}, 1)), ref.ToleranceAxes(10, 9))
			back, err := c.IRFFT2(ctx, nil, X, shape)
			require.NoError(t, err)
			require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.ToleranceAxes(10, 9))
		}
		if isFull(c) {
			y, err := c.DCTN(ctx, nil, x, shape, DCT2, WithNorm(NormOrtho))
			require.NoError(t, err)
			require.InDelta(t, 1, norm(y)/norm(x), 1e-6, "orthogonal")
			y, err = c.IDCTN(ctx, y, y, shape, DCT2, WithNorm(NormOrtho))
			require.NoError(t, err)
			bound := 2 * ref.ToleranceAxes(2*shape[0], 2*shape[1], 2*shape[2])
			require.LessOrEqual(t, ref.RelL2Real(y, widened(x)), bound)
		}
		y, err := c.DSTN(ctx, nil, x, shape, 0, WithKinds(DST1, DCT4), WithAxes(0, 2))
		require.NoError(t, err)
		require.LessOrEqual(
			t, ref.RelL2Real(
				y, ref.TrigAxes(x, shape, []int{0, 2}, []transforms.Kind{transforms.DST1, transforms.DCT4}, false, 1),
			),
			ref.ToleranceAxes(2*(shape[0]+1), 2*shape[2]),
		)
		y, err = c.IDSTN(ctx, nil, y, shape, 0, WithKinds(DST1, DCT4), WithAxes(0, 2))
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2Real(y, widened(x)), 2*ref.ToleranceAxes(2*(shape[0]+1), 2*shape[2]))
	})
}

func norm(x []float32) float64 {
	sum := 0.0
	for _, v := range x {
		sum += float64(v) * float64(v)
	}
	return math.Sqrt(sum)
}

// Rows are cropped and padded like the row that is meant.
func TestRealLengths(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x := ref.UniformReal(3, 2*20)
		for _, n := range on(c, []int{16}, []int{12, 16, 20, 33}) {
			meant := make([]float32, 2*n)
			copy(meant[:n], x[:min(n, 20)])
			copy(meant[n:], x[20:][:min(n, 20)])
			want, err := c.RFFT(ctx, nil, meant, WithRowLength(n))
			require.NoError(t, err)
			got, err := c.RFFT(ctx, nil, x, WithRowLength(20), WithLengths(n))
			require.NoError(t, err)
			require.Equal(t, want, got)
			cosines, err := c.DCT(ctx, nil, meant, DCT2, WithRowLength(n))
			require.NoError(t, err)
			got2, err := c.DCT(ctx, nil, x, DCT2, WithRowLength(20), WithLengths(n))
			require.NoError(t, err)
			require.Equal(t, cosines, got2)
		}
		X := ref.Uniform(4, 2*11)
		for _, n := range on(c, []int{16}, []int{12, 16, 20, 21, 33}) {
			bins := n/2 + 1
			meant := make([]complex64, 2*bins)
			copy(meant[:bins], X[:min(bins, 11)])
			copy(meant[bins:], X[11:][:min(bins, 11)])
			want, err := c.IRFFT(ctx, nil, meant, n, WithRowLength(bins))
			require.NoError(t, err)
			got, err := c.IRFFT(ctx, nil, X, n, WithRowLength(11))
			require.NoError(t, err)
			require.Equal(t, want, got, "%d", n)
		}
	})
}

// A row of zeros stays one, and a NaN stays in its row, unless rows are allowed together.
func TestRealRowsAreIndependent(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for _, n := range on(c, []int{16, 5}, []int{2, 5, 16, 99, 243}) {
			x := ref.UniformReal(uint64(n), 5*n)
			clear(x[n : 2*n])
			x[3*n] = float32(math.NaN())
			X, err := c.RFFT(ctx, nil, x, WithRowLength(n))
			require.NoError(t, err)
			bins := n/2 + 1
			for row := range 5 {
				for _, v := range X[row*bins : (row+1)*bins] {
					require.Equal(t, row == 3, cmplx.IsNaN(complex128(v)), "%d: row %d", n, row)
					if row == 1 {
						require.Zero(t, v)
					}
				}
			}
		}
		x := ref.UniformReal(9, 4*15)
		X, err := c.RFFT(ctx, nil, x, WithRowLength(15), WithPackedPairs())
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2(X, ref.RealAxes(x, []int{15}, []int{0}, 1)), ref.Tolerance(15))
	})
}

func TestRealPlans(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		const rows, n = 4, 6
		shape := []int{rows, n}
		x := ref.UniformReal(7, 3*rows*n)
		p, err := c.PlanReal(ctx, Problem{Shape: shape, Batch: 3})
		require.NoError(t, err)
		defer p.Close()
		require.Equal(t, R2C, p.Problem().Kind)
		require.Contains(t, p.String(), "r2c")
		X, back := make([]complex64, 3*rows*(n/2+1)), make([]float32, len(x))
		require.NoError(t, p.Forward(ctx, X, x))
		require.LessOrEqual(t, ref.RelL2(X, ref.RealAxes(x, shape, []int{0, 1}, 1)), ref.ToleranceAxes(shape...))
		require.NoError(t, p.Inverse(ctx, back, X))
		require.LessOrEqual(t, ref.RelL2Real(back, widened(x)), 2*ref.ToleranceAxes(shape...))
		require.ErrorIs(t, p.Forward(ctx, X[1:], x), ErrSliceLength)
		require.NoError(t, p.Close())
		require.ErrorIs(t, p.Forward(ctx, X, x), ErrClosed)

		// A view of every second number of every second row, to bins behind one another.
		view, err := c.PlanReal(
			ctx, Problem{Shape: []int{rows / 2, n / 2}, Batch: 3, In: Layout{Strides: []int{2 * n, 2}, Dist: rows * n}},
		)
		require.NoError(t, err)
		defer view.Close()
		dense := make([]float32, 0, len(x)/4)
		for b := range 3 {
			for r := range rows / 2 {
				for k := range n / 2 {
					dense = append(dense, x[b*rows*n+r*2*n+k*2])
				}
			}
		}
		want, err := c.RFFTN(ctx, nil, dense, []int{rows / 2, n / 2})
		require.NoError(t, err)
		got := make([]complex64, len(want))
		used := x[:2*rows*n+(rows/2-1)*2*n+(n/2-1)*2+1]
		require.NoError(t, view.Forward(ctx, got, used))
		require.Equal(t, want, got)
		spread := make([]float32, len(used))
		require.NoError(t, view.Inverse(ctx, spread, got))
		require.InDelta(t, used[0], spread[0], 1e-5)
		require.Zero(t, spread[1], "between the numbers nothing is written")

		q, err := c.PlanTrig(ctx, Problem{Kind: DST2, Shape: shape, Batch: 3})
		require.NoError(t, err)
		defer q.Close()
		y := slices.Clone(x)
		require.NoError(t, q.Forward(ctx, y, y))
		require.LessOrEqual(
			t, ref.RelL2Real(
				y, ref.TrigAxes(x, shape, []int{0, 1}, []transforms.Kind{transforms.DST2, transforms.DST2}, false, 1),
			),
			ref.ToleranceAxes(2*rows, 2*n),
		)
		require.NoError(t, q.Inverse(ctx, y, y))
		require.LessOrEqual(t, ref.RelL2Real(y, widened(x)), 2*ref.ToleranceAxes(2*rows, 2*n))
	})
}

func TestRealBadInput(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		x, X := make([]float32, 12), make([]complex64, 7)
		for say, f := range map[string]func() error{
			"src has 12 elements, want a multiple of 5 (rows of 5 elements)": func() error {
				_, err := c.RFFT(ctx, nil, x, WithRowLength(5))
				return err
			},
			"dst has 7 elements, want 6": func() error {
				_, err := c.RFFT(ctx, X, x[:10])
				return err
			},
			"length 0": func() error {
				_, err := c.RFFT(ctx, nil, nil)
				return err
			},
			"at least one point": func() error {
				_, err := c.IRFFT(ctx, nil, X, 0)
				return err
			},
			"IRFFT does not use WithLengths: leave it out, or use the argument n": func() error {
				_, err := c.IRFFT(ctx, nil, X, 12, WithLengths(4))
				return err
			},
			"IRFFTN does not use WithLengths: leave it out, or use the argument shape": func() error {
				_, err := c.IRFFTN(ctx, nil, X, []int{12}, WithLengths(4))
				return err
			},
			"use RFFTN for arrays": func() error {
				_, err := c.RFFT(ctx, nil, x, WithAxes(0))
				return err
			},
			"use DSTN for arrays": func() error {
				_, err := c.DST(ctx, nil, x, DST2, WithAxes(0))
				return err
			},
			"DCT: the kind is dst1, want DCT1 to DCT4": func() error {
				_, err := c.DCT(ctx, nil, x, DST1)
				return err
			},
			"IDSTN: the kind is dct4, want DST1 to DST4": func() error {
				_, err := c.IDSTN(ctx, nil, x, []int{12}, DCT4)
				return err
			},
			"DST: the kind is c2c": func() error {
				_, err := c.DST(ctx, nil, x, 0)
				return err
			},
			"DCTN: the kind is dct2, want 0 with WithKinds": func() error {
				_, err := c.DCTN(ctx, nil, x, []int{12}, DCT2, WithKinds(DCT2))
				return err
			},
			"DCTN: the kind is kind(11)": func() error {
				_, err := c.DCTN(ctx, nil, x, []int{12}, DST4+1)
				return err
			},
			"RFFT2: the shape [12] has 1 axes, want two or more": func() error {
				_, err := c.RFFT2(ctx, nil, x, []int{12})
				return err
			},
			"no axis is transformed": func() error {
				_, err := c.RFFTN(ctx, nil, x, []int{12}, WithAxes())
				return err
			},
			"1 kinds [dct2] for 2 transformed axes": func() error {
				_, err := c.DCTN(ctx, nil, x, []int{3, 4}, 0, WithKinds(DCT2))
				return err
			},
			"RFFTN does not use WithKinds: leave it out, or use DCTN": func() error {
				_, err := c.RFFTN(ctx, nil, x, []int{12}, WithKinds(DCT2))
				return err
			},
			"FFTN does not use WithKinds: leave it out, or use DCTN": func() error {
				_, err := c.FFTN(ctx, nil, X, []int{7}, WithKinds(DST1))
				return err
			},
			"use Plan or PlanTrig": func() error {
				_, err := c.PlanReal(ctx, Problem{Kind: DCT2, Shape: []int{4}})
				return err
			},
			"use Plan or PlanReal": func() error {
				_, err := c.PlanTrig(ctx, Problem{Shape: []int{4}})
				return err
			},
			"use PlanReal or PlanTrig": func() error {
				_, err := c.Plan(ctx, Problem{Kind: R2C, Shape: []int{4}})
				return err
			},
			"share part": func() error {
				_, err := c.DCT(ctx, x[1:], x[:11], DCT2)
				return err
			},
		} {
			require.ErrorContains(t, f(), say)
		}
	})
}

func ExampleEngine_RFFT() {
	gpu, err := Open(Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gpu.Close()
	X, err := gpu.RFFT(context.Background(), nil, []float32{1, 2, 3, 4})
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(X)
	x, err := gpu.IRFFT(context.Background(), nil, X, 4)
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Println(x)
	// Output:
	// [(10+0i) (-2+2i) (-2+0i)]
	// [1 2 3 4]
}

func ExampleEngine_DCT() {
	gpu, err := Open(Config{})
	if err != nil {
		fmt.Println(err)
		return
	}
	defer gpu.Close()
	y, err := gpu.DCT(context.Background(), nil, []float32{1, 0, 0, 0}, DCT2, WithNorm(NormOrtho))
	if err != nil {
		fmt.Println(err)
		return
	}
	fmt.Printf("%.2f\n", y)
	// Output: [0.50 0.65 0.50 0.27]
}

// Convolutions of real arrays equal convolutions of complex arrays without imaginary parts. The
// test covers both engines, plans, and GPU buffers.
func TestRealConvolutions(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		for i, v := range []Convolution{
			{Shape: []int{16}, Kernel: []int{3}, Mode: ModeSame},
			{Shape: []int{100}, Kernel: []int{7}}, {
				Shape: []int{30, 50}, Kernel: []int{5, 6}, Mode: ModeSame, Correlate: true,
			}, {Shape: []int{6, 7, 8}, Kernel: []int{3, 2, 4}, Mode: ModeValid},
			{
				Shape: []int{37, 24}, Kernel: []int{4, 3}, Mode: ModeCircular,
			}, {Shape: []int{5, 40}, Kernel: []int{9}, Mode: ModeSame},
		} {
			if !isUsual(c, i, 1) {
				continue
			}
			x, h := ref.UniformReal(uint64(i), 3*product(v.Shape)), ref.UniformReal(uint64(i)+9, product(v.Kernel))
			want, err := c.Convolve(ctx, nil, complexOf(x), complexOf(h), v)
			require.NoError(t, err)
			wide := make([]float64, len(want))
			for i, z := range want {
				wide[i] = float64(real(z))
			}
			got, err := c.ConvolveReal(ctx, nil, x, h, v)
			require.NoError(t, err)
			tolerance := 4 * ref.ToleranceAxes(v.Shape...)
			require.LessOrEqual(t, ref.RelL2Real(got, wide), tolerance, "%v", v)
			v.Batch = 3
			p, err := c.PlanRealConvolution(ctx, v, h)
			require.NoError(t, err)
			clear(got)
			require.NoError(t, p.Run(ctx, got, x))
			require.LessOrEqual(t, ref.RelL2Real(got, wide), tolerance, "%v", p)
			require.NoError(t, p.Close())
			if c.gpu == nil {
				continue
			}
			v.Real = true
			r, err := c.PlanResidentConvolution(ctx, v, complexOf(h))
			require.NoError(t, err)
			from, err := r.NewSource()
			require.NoError(t, err)
			to, err := r.NewResult()
			require.NoError(t, err)
			require.NoError(t, c.UploadReal(ctx, Region{Buffer: from}, x))
			require.NoError(t, r.Run(ctx, Region{Buffer: to}, Region{Buffer: from}))
			clear(got)
			require.NoError(t, c.DownloadReal(ctx, got, Region{Buffer: to}))
			require.LessOrEqual(t, ref.RelL2Real(got, wide), tolerance, "%v", r)
			require.NoError(t, from.Close())
			require.NoError(t, to.Close())
			require.NoError(t, r.Close())
		}
	})
}
