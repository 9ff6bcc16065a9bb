package wgfft

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/plan"
)

// where is the place of element number e of array b in a layout, by the definition, and whether it
// exists.
func where(l Layout, shape []int, b, e int) (int, bool) {
	dense := 1
	at, exists := l.Offset, true
	for axis := len(shape) - 1; axis >= 0; axis-- {
		digit, have, stride := e%shape[axis], shape[axis], dense
		e /= shape[axis]
		if l.Have != nil {
			have = l.Have[axis]
		}
		if l.Strides != nil {
			stride = l.Strides[axis]
		}
		at, exists = at+digit*stride, exists && digit < have
		dense *= have
	}
	if l.Dist != 0 {
		dense = l.Dist
	}
	return at + b*dense, exists
}

// extent is how many elements a layout reaches over.
func extent(l Layout, p plan.Problem) int {
	most := 0
	for b := range p.Count() {
		for e := range p.Points() {
			if at, exists := where(l, p.Shape, b, e); exists {
				most = max(most, at+1)
			}
		}
	}
	return most
}

// planes cuts points into real and imaginary parts, each in a buffer of its own, or leaves them
// together.
func planes(t *testing.T, c *Engine, x []complex64, planar bool) Region {
	t.Helper()
	if !planar {
		return Region{Buffer: upload(t, c, x)}
	}
	re, im := make([]float32, len(x)+len(x)%2), make([]float32, len(x)+len(x)%2)
	for i, v := range x {
		re[i], im[i] = real(v), imag(v)
	}
	pairs := func(x []float32) []complex64 {
		y := make([]complex64, len(x)/2)
		for i := range y {
			y[i] = complex(x[2*i], x[2*i+1])
		}
		return y
	}
	return Region{Buffer: upload(t, c, pairs(re)), Imag: upload(t, c, pairs(im))}
}

// together is the opposite.
func together(t *testing.T, c *Engine, at Region, n int, planar bool) []complex64 {
	t.Helper()
	if !planar {
		return download(t, c, at.Buffer, n)
	}
	re, im := download(t, c, at.Buffer, (n+1)/2), download(t, c, at.Imag, (n+1)/2)
	part := func(x []complex64, i int) float32 {
		if i%2 == 0 {
			return real(x[i/2])
		}
		return imag(x[i/2])
	}
	x := make([]complex64, n)
	for i := range x {
		x[i] = complex(part(re, i), part(im, i))
	}
	return x
}

// Layouts of GPU buffers: strided, padded, cropped, reversed, planar, in place; what lies between
// is not touched. On a GPU each there or back, or both if everything is wanted.
func TestLayouts(t *testing.T) { onBoth(t, testLayouts) }

func testLayouts(t *testing.T, c *Engine) {
	view := Layout{Strides: []int{40, 2}, Offset: 21, Dist: 1000}
	small := Layout{Strides: []int{14, 2}, Offset: 21, Dist: 80}
	problems := []Problem{
		{Shape: []int{5, 6}, Batch: 2, In: small, Out: small, InPlace: true},
		{Shape: []int{16}, Batch: 7, In: Layout{Planar: true}, Out: Layout{Dist: 19, Offset: 3}},
		{Shape: []int{5, 6}, In: Layout{Have: []int{4, 5}}, Out: Layout{Strides: []int{-6, 1}, Offset: 24}},
		{Shape: []int{24}, Batch: 5, In: Layout{Strides: []int{2}, Dist: 50}, Out: Layout{Dist: 27, Offset: 3}},
		{Shape: []int{16}, Batch: 7, In: Layout{Planar: true}, Out: Layout{Planar: true}},
		{
			Shape: []int{256}, Batch: 3, In: Layout{Strides: []int{-1}, Offset: 255, Dist: 300},
			Out: Layout{Strides: []int{3}, Dist: 1},
		},
		{Shape: []int{20, 16}, Batch: 2, In: view, Out: view},
		{Shape: []int{20, 16}, Batch: 2, In: view, Out: view, InPlace: true},
		{Shape: []int{16, 16}, In: Layout{Planar: true}, Out: Layout{Planar: true}, InPlace: true},
		{Shape: []int{16, 24}, In: Layout{Have: []int{10, 15}}, Out: Layout{Have: []int{16, 13}}},
		{Shape: []int{96, 60}, In: Layout{Have: []int{90, 60}}, Out: Layout{Strides: []int{1, 96}}},
		{Shape: []int{37, 10}, Axes: []int{0}, In: Layout{Strides: []int{12, 1}}, Out: Layout{Planar: true}},
		{Shape: []int{83}, Batch: 2, In: Layout{Planar: true}, Out: Layout{Dist: 2100}},
		{Shape: []int{20480}, In: Layout{Strides: []int{2}}, Out: Layout{Strides: []int{2}}, InPlace: true},
		{Shape: []int{32, 32}, In: Layout{Planar: true}, Out: Layout{Planar: true}, InPlace: true},
		{Shape: []int{64, 48}, In: Layout{Have: []int{40, 30}}, Out: Layout{Have: []int{64, 25}}},
		{Shape: []int{96, 300}, In: Layout{Have: []int{90, 300}}, Out: Layout{Strides: []int{1, 96}}},
	}
	for i, p := range problems {
		if !isUsual(c, i, 3) {
			continue
		}
		for way, inverse := range []bool{false, true} {
			if way != i%2 && !isFull(c) {
				continue
			}
			r, err := c.PlanResident(ctx, Problem{Shape: p.Shape, Axes: p.Axes, Batch: p.Batch, In: p.In, Out: p.Out})
			require.NoError(t, err)
			src := ref.Uniform(uint64(i), extent(p.In, of(p)))
			dst := make([]complex64, extent(p.Out, of(p)))
			for j := range dst {
				dst[j] = complex(float32(j), -1)
			}
			from := planes(t, c, src, p.In.Planar)
			to := from
			if !p.InPlace {
				to = planes(t, c, dst, p.Out.Planar)
			} else {
				dst = slices.Clone(src)
			}
			run := r.Forward
			if inverse {
				run = r.Inverse
			}
			require.NoError(t, run(ctx, to, from), "%v", p)
			got := together(t, c, to, len(dst), p.Out.Planar)
			q := of(p)
			q.Inverse, q.Norm = inverse, plan.Backward
			n := q.Points()
			for b := range q.Count() {
				x := make([]complex64, n)
				for e := range x {
					if at, exists := where(p.In, p.Shape, b, e); exists {
						x[e] = src[at]
					}
				}
				var axes, lengths []int
				for axis, d := range p.Shape {
					if q.IsTransformed(axis) {
						axes, lengths = append(axes, axis), append(lengths, d)
					}
				}
				var y []complex64
				var want []complex128
				for e, v := range ref.Axes(x, p.Shape, axes, inverse, q.Scale()) {
					if at, exists := where(p.Out, p.Shape, b, e); exists {
						y, want = append(y, got[at]), append(want, v)
						got[at] = dst[at] // compared
					}
				}
				require.LessOrEqual(
					t, ref.RelL2(y, want), ref.ToleranceAxes(lengths...), "%v in %v out %v inverse %v", p, p.In, p.Out,
					inverse,
				)
			}
			require.Equal(t, dst, got, "%v in %v out %v touches what lies between", p, p.In, p.Out)
			require.NoError(t, r.Close())
		}
	}
	planar, err := c.PlanResident(ctx, Problem{Shape: []int{16}, In: Layout{Planar: true}})
	require.NoError(t, err)
	b := upload(t, c, make([]complex64, 16))
	require.ErrorContains(
		t, planar.Forward(ctx, Region{Buffer: upload(t, c, make([]complex64, 16))}, Region{Buffer: b}),
		"src, imaginary parts: no buffer",
	)
}

// Host slices with gaps, on either engine.
func TestLayoutsOfSlices(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		p := Problem{
			Shape: []int{6, 10}, Batch: 2, In: Layout{Strides: []int{25, 2}, Offset: 3, Dist: 400},
			Out: Layout{Have: []int{6, 7}, Offset: 5},
		}
		src, dst := ref.Uniform(1, extent(p.In, of(p))), make([]complex64, extent(p.Out, of(p)))
		made, err := c.Plan(ctx, p)
		require.NoError(t, err)
		defer made.Close()
		for range 2 {
			require.NoError(t, made.Forward(ctx, dst, src))
			for b := range 2 {
				x := make([]complex64, 60)
				for e := range x {
					at, _ := where(p.In, p.Shape, b, e)
					x[e] = src[at]
				}
				var y []complex64
				var want []complex128
				for e, v := range ref.Axes(x, p.Shape, []int{0, 1}, false, 1) {
					if at, exists := where(p.Out, p.Shape, b, e); exists {
						y, want = append(y, dst[at]), append(want, v)
					}
				}
				require.LessOrEqual(t, ref.RelL2(y, want), ref.ToleranceAxes(6, 10))
			}
			require.Equal(t, make([]complex64, 5), dst[:5], "before the offset")
		}
		require.ErrorIs(t, made.Forward(ctx, dst, src[1:]), ErrSliceLength)
		require.ErrorIs(t, made.Forward(ctx, dst[1:], src), ErrSliceLength)
		_, err = c.Plan(ctx, Problem{Shape: []int{4}, In: Layout{Planar: true}})
		require.ErrorContains(t, err, "PlanResident")
		_, err = c.Plan(ctx, Problem{Shape: []int{4}, In: Layout{Strides: []int{-1}}})
		require.ErrorContains(t, err, "raise Offset")
	})
}

func TestWithLengths(t *testing.T) {
	onBoth(t, func(t *testing.T, c *Engine) {
		src := ref.Uniform(1, 2*6*10)
		fit := func(rows, columns int) []complex64 {
			x := make([]complex64, 2*rows*columns)
			for b := range 2 {
				for i := range min(rows, 6) {
					for j := range min(columns, 10) {
						x[(b*rows+i)*columns+j] = src[(b*6+i)*10+j]
					}
				}
			}
			return x
		}
		for i, s := range [][2]int{{8, 7}, {8, 16}, {4, 7}, {4, 16}, {6, 10}} {
			if !isUsual(c, i, 1) {
				continue
			}
			y, err := c.FFTN(ctx, nil, src, []int{6, 10}, WithLengths(s[0], s[1]))
			require.NoError(t, err)
			nearAxes(t, y, fit(s[0], s[1]), plan.Problem{Shape: s[:]})
		}
		y, err := c.FFTN(ctx, nil, src, []int{6, 10}, WithAxes(-1, 0), WithLengths(7, 8))
		require.NoError(t, err)
		nearAxes(t, y, fit(8, 7), plan.Problem{Shape: []int{8, 7}}) // as the axes are named
		if isFull(c) {
			y, err = c.IFFTN(ctx, nil, src, []int{6, 10}, WithLengths(9), WithAxes(0))
			require.NoError(t, err)
			nearAxes(t, y, fit(9, 10), plan.Problem{Shape: []int{9, 10}, Axes: []int{0}, Inverse: true})
		}
		y, err = c.FFT(ctx, nil, src, WithRowLength(10), WithLengths(16))
		require.NoError(t, err)
		require.Len(t, y, 12*16)
		near(t, y[16:32], append(slices.Clone(src[10:20]), make([]complex64, 6)...), 16, false, NormBackward)
		_, err = c.FFT(ctx, src[:96], src[:96], WithRowLength(16), WithLengths(16))
		require.NoError(t, err, "as long as it is")

		_, err = c.FFTN(ctx, nil, src, []int{6, 10}, WithLengths(8))
		require.ErrorContains(t, err, "lengths [8]: want 2")
		_, err = c.FFTN(ctx, nil, src, []int{6, 10}, WithLengths(8, 0))
		require.ErrorIs(t, err, ErrInvalidLength)
		_, err = c.FFT(ctx, make([]complex64, 3), src, WithRowLength(10), WithLengths(16))
		require.ErrorIs(t, err, ErrSliceLength)
	})
}
