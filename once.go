package wgfft

import (
	"context"
	"fmt"
	"slices"

	"wgfft/plan"
)

// once does a transform without a plan of the caller's: of as many arrays as src holds, cropped or padded to lengths if there are any.
func once[D, S element](ctx context.Context, c *Context, dst []D, src []S, p Problem, lengths []int) ([]D, error) {
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	a := arraysOf(p, p.Inverse)
	if lengths != nil {
		fitted, err := a.fitted(ordered(lengths, p.Along(), a.along()), 1)
		if err != nil {
			return nil, err
		}
		if to := arraysOf(fitted, fitted.Inverse); to.shape != a.shape {
			return onceFitted(ctx, c, dst, src, fitted, a.points())
		}
	}
	in, out := a.ends()
	count, err := whole(src, a, in.Elements)
	if err != nil {
		return nil, err
	}
	if err := affordable(p, count, out); err != nil {
		return nil, err
	}
	if dst, err = prepared(ctx, c, dst, src, a, count*out.Elements); err != nil {
		return nil, err
	}
	return dst, c.engine.transform(ctx, dataOf(dst), dataOf(src), a)
}

// ordered are lengths of axes, as these are named, in another order of the axes. A wrong number of them is for others to refuse.
func ordered(lengths, named, order []int) []int {
	if len(lengths) != len(named) {
		return lengths
	}
	all := make([]int, len(order))
	for i, axis := range order {
		all[i] = lengths[slices.Index(named, axis)]
	}
	return all
}

// onceFitted does a transform of arrays that a problem's input layout finds among so many elements each.
func onceFitted[D, S element](ctx context.Context, c *Context, dst []D, src []S, p Problem, elements int) ([]D, error) {
	a := arraysOf(p, p.Inverse)
	in, out := a.ends()
	var err error
	if p.Batch, err = whole(src, a, elements); err != nil {
		return nil, err
	}
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	if err := affordable(p, p.Batch, in, out); err != nil {
		return nil, err
	}
	if dst, err = prepared(ctx, c, dst, src, a, p.Batch*out.Elements); err != nil {
		return nil, err
	}
	packed, err := zeros[S](ctx, p.Batch*in.Elements)
	if err != nil {
		return nil, err
	}
	if err := gather(ctx, p, packed, src); err != nil {
		return nil, err
	}
	return dst, c.engine.transform(ctx, dataOf(dst), dataOf(packed), a)
}

// affordable refuses to make so many arrays that no machine has room for them.
func affordable(p fmt.Stringer, count int, each ...plan.Array) error {
	for _, a := range each {
		if err := plan.CheckBytes(p, a.Bytes(), count); err != nil {
			return err
		}
	}
	return nil
}

// prepared is where the result of so many elements goes, once the transform can be done.
func prepared[D, S element](ctx context.Context, c *Context, dst []D, src []S, a arrays, elements int) ([]D, error) {
	if dst == nil {
		if err := c.engine.check(a); err != nil {
			return nil, err
		}
	} else if err := match(dst, src, elements, len(src)); err != nil {
		return nil, err
	}
	if err := over(ctx); err != nil {
		return nil, err
	}
	if dst == nil {
		made, err := zeros[D](ctx, elements)
		if err != nil {
			return nil, err
		}
		dst = made
	}
	return slices.Clip(dst), nil
}

// whole is how many arrays of so many elements a slice holds.
func whole[S element](src []S, a arrays, elements int) (int, error) {
	if len(src) > 0 && len(src)%elements == 0 {
		return len(src) / elements, nil
	}
	what := "elements of an array"
	if a.rows() {
		what = "row length"
	}
	return 0, lengthError("src", len(src), fmt.Sprintf("a positive multiple of the %s %d", what, elements))
}
