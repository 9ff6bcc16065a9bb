package cpu

import (
	"context"
	"errors"
	"fmt"

	"wgfft/internal/transforms"
)

// Trig describes cosine and sine transforms along some axes.
type Trig struct {
	Kinds []transforms.Kind // of each of the axes

	// IsOrthogonal gives the first and last points and coefficients of types I to III the factors 1/sqrt 2 and
	// sqrt 2 that make the transform orthogonal, like scipy's orthogonalize. The scale of the norm ortho is
	// then
	//
	//	1/sqrt of the product over the axes of 2n (DCT-I: 2(n-1), DST-I: 2(n+1))
	IsOrthogonal bool

	Scale float64 // the factor of the results
}

// Trig writes to dst the cosine and sine transforms of the row-major arrays of the given shape in
// src. The arrays follow one after the other. The results are the sums of scipy.fft's norm backward
// (DCT-II: 2 sum of x[j] cos pi k(2j+1)/2n), times the scale.
//
// The slices have the same length, a multiple of an array's. dst may be src; any other overlap is
// refused. Trig checks ctx like Transform. If it returns an error, the contents of dst are
// undefined.
func (e *Engine[C, R]) Trig(ctx context.Context, dst, src []R, shape, axes []int, t Trig) error {
	if err := checkKinds(dst, src, shape, axes, t.Kinds); err != nil {
		return err
	}
	ctx, err := e.begin(ctx, len(src))
	if err != nil {
		return err
	}
	defer e.end(ctx)
	a, scale := &trigAxes{shape, axes, t.Kinds, t.IsOrthogonal, 0}, t.Scale
	for i, axis := range axes {
		if shape[axis] > 1 {
			a.count++
			continue
		}
		scale *= onePoint(t.Kinds[i], t.IsOrthogonal)
	}
	if a.count == 0 {
		return e.scaled(ctx, dst, src, scale)
	}
	if a.count == 1 || scale >= 1 {
		return e.trigAxes(ctx, dst, src, a, factors{1, scale})
	}
	return e.levelledArrays(ctx, src, product(shape), func(first, end int, level float64) error {
		return e.trigAxes(ctx, dst[first:end], src[first:end], a, factors{level, scale / level})
	})
}

// trigAxes are axes of row-major arrays with the kinds of their transforms.
type trigAxes struct {
	shape, axes  []int
	kinds        []transforms.Kind
	isOrthogonal bool
	count        int // of the axes that have more than one point
}

// trigAxes transforms along the axes that have more than one point, the last first.
func (e *Engine[C, R]) trigAxes(ctx context.Context, dst, src []R, a *trigAxes, by factors) error {
	factor, left := by.first, a.count
	for i := len(a.axes) - 1; i >= 0; i-- {
		n := a.shape[a.axes[i]]
		if n == 1 {
			continue
		}
		p, err := e.trigs.get(ctx, newTrigKey(a.kinds[i], n))
		if err != nil {
			return err
		}
		if left--; left == 0 {
			factor *= by.last
		}
		r := trigRows[R]{&e.team, p, a.kinds[i], a.isOrthogonal, factor}
		side := product(a.shape[a.axes[i]+1:])
		l := lines[R, R, trigRows[R]]{r, dst, src, n, n, side, &e.floats, &e.floats}
		if err := l.transform(ctx, &e.team); err != nil {
			return err
		}
		src, factor = dst, 1
	}
	return ContextErr(ctx)
}

// trigRows is a plan with its arguments.
type trigRows[R Float] struct {
	team  *team
	plan  trigPlan[R]
	kind  transforms.Kind
	ortho bool
	scale float64
}

func (r trigRows[R]) row(ctx context.Context, dst, src []R) error {
	if isFloat32[R]() && r.plan.isWide() { // sums of float32 in float64 do not overflow
		return r.plan.row(ctx, dst, src, r.kind, r.ortho, r.scale)
	}
	level, err := levelOf(ctx, r.team, src)
	if err != nil {
		return err
	}
	if level != 1 {
		if err := scaleTo(ctx, r.team, dst, src, level); err != nil {
			return err
		}
		src = dst
	}
	return r.plan.row(ctx, dst, src, r.kind, r.ortho, r.scale/level)
}

func checkKinds[R Float](dst, src []R, shape, axes []int, kinds []transforms.Kind) error {
	if len(kinds) != len(axes) {
		return fmt.Errorf("cpu: %d kinds for %d axes, want one kind for each axis", len(kinds), len(axes))
	}
	points, err := checkAxes(shape, axes)
	if err != nil {
		return err
	}
	for i, kind := range kinds {
		if !kind.IsTrig() {
			return fmt.Errorf("cpu: kind is %v, want dct1 to dct4 or dst1 to dst4", kind)
		}
		if kind == transforms.DCT1 && shape[axes[i]] < 2 {
			return errors.New("cpu: length is 1, want at least 2 for a dct1")
		}
	}
	switch {
	case len(dst) != len(src):
		return fmt.Errorf("cpu: dst has %d points, want %d as src has", len(dst), len(src))
	case len(src)%points != 0:
		return fmt.Errorf("cpu: slice has %d points, want a multiple of the %d of one array", len(src), points)
	case overlap(dst, src):
		return errors.New("cpu: dst and src overlap: pass the same slice or separate memory")
	}
	return nil
}

// scaled writes src times scale to dst.
func (e *Engine[C, R]) scaled(ctx context.Context, dst, src []R, scale float64) error {
	if e.trigs.plans.Load() == nil {
		return ErrClosed
	}
	return scaleTo(ctx, &e.team, dst, src, scale)
}
