package cpu

import (
	"context"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/transforms"
)

// A turnOp multiplies point j of row r by i^(j step + r), without rounding. Nothing but this test knows it.
type turnOp struct{ step int }

func (o turnOp) SingleRow(points []complex64, at transforms.RowPlace) {
	turnRow(points, o.from(at), o.step)
}
func (o turnOp) DoubleRow(points []complex128, at transforms.RowPlace) {
	turnRow(points, o.from(at), o.step)
}

// from returns the turns of the first of the points at a place.
func (o turnOp) from(at transforms.RowPlace) int { return at.First*o.step + at.Row }

func turnRow[C Complex](points []C, at, step int) {
	for i, v := range points {
		z := complex128(v)
		switch (at + i*step) & 3 {
		case 1:
			z = complex(-imag(z), real(z))
		case 2:
			z = complex(-real(z), -imag(z))
		case 3:
			z = complex(imag(z), -real(z))
		}
		points[i] = C(z)
	}
}

// alongAxis applies an op to all rows of arrays along an axis.
func alongAxis[C Complex](op transforms.RowOp, x []C, shape []int, axis int) {
	n, side := shape[axis], product(shape[axis+1:])
	row := make([]C, n)
	for line := range len(x) / n {
		at := line/side*side*n + line%side
		for j := range row {
			row[j] = x[at+j*side]
		}
		applyOp(op, row, transforms.RowPlace{Row: line, Points: n})
		for j, v := range row {
			x[at+j*side] = v
		}
	}
}

// Ops act on the rows along each axis, on load and on store, whatever transforms the rows.
func TestOpsOfRows(t *testing.T) {
	testOps(t, newSingle(), ref.Uniform(1, 1<<17))
	testOps(t, newDouble(), ref.Uniform128(1, 1<<17))
}

func testOps[C Complex, R Float](t *testing.T, e *Engine[C, R], data []C) {
	defer e.Close()
	ctx := context.Background()
	load, store := []transforms.RowOp{turnOp{1}, turnOp{2}}, []transforms.RowOp{turnOp{3}}
	for _, c := range []struct{ shape, axes []int }{
		{[]int{8}, []int{0}}, {[]int{1000}, []int{0}}, {[]int{1009}, []int{0}}, {[]int{4096}, []int{0}},
		{[]int{32822}, []int{0}}, {[]int{1 << 17}, []int{0}},
		{[]int{6, 50, 8}, []int{0, 1, 2}}, {[]int{4, 1000, 3}, []int{1}},
	} {
		src := data[:len(data)/product(c.shape)*product(c.shape)]
		if len(src) > 4*product(c.shape) {
			src = src[:4*product(c.shape)]
		}
		for _, ops := range []transforms.RowOps{{Load: load}, {Store: store}, {Load: load, Store: store}} {
			for _, inverse := range []bool{false, true} {
				want := append([]C{}, src...)
				for i := len(c.axes) - 1; i >= 0; i-- {
					for _, op := range ops.Load {
						alongAxis(op, want, c.shape, c.axes[i])
					}
					require.NoError(t, e.TransformAxes(ctx, want, want, c.shape, c.axes[i:i+1],
						Ends{Inverse: inverse, Scale: 1}))
					for _, op := range ops.Store {
						alongAxis(op, want, c.shape, c.axes[i])
					}
				}
				ends := Ends{Inverse: inverse, Scale: 1, Ops: &ops}
				kept, got := append([]C{}, src...), make([]C, len(src))
				require.NoError(t, e.TransformAxes(ctx, got, src, c.shape, c.axes, ends))
				require.Equal(t, want, got, "%v", c)
				require.Equal(t, kept, src, "%v: the source", c)
				require.NoError(t, e.TransformAxes(ctx, kept, kept, c.shape, c.axes, ends))
				require.Equal(t, want, kept, "%v: in place", c)
			}
		}
	}
}
