package wgfft

import (
	"context"
	"fmt"
	"slices"

	"wgfft/plan"
)

// once does a transform without a plan of the caller's: of as many arrays as src holds, cropped or padded to lengths if there are any.
func once[D, S element](ctx context.Context, c *Engine, dst []D, src []S, p Problem, lengths []int) ([]D, error) {
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	a := arraysOf(p, p.Inverse)
	if lengths != nil {
		fitted, err := a.fitted(ordered(lengths, p.TransformedAxes(), a.along()), 1)
		if err != nil {
			return nil, err
		}
		if to := arraysOf(fitted, fitted.Inverse); to.shape != a.shape {
			return onceFitted(ctx, c, dst, src, fitted, a.points())
		}
	}
	in, _ := a.ends()
	count, err := whole(src, a, in.Elements)
	if err != nil {
		return nil, err
	}
	if dst, err = prepared(ctx, c, dst, src, p, a, count, nil); err != nil || count == 0 {
		return dst, err
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
func onceFitted[D, S element](ctx context.Context, c *Engine, dst []D, src []S, p Problem, elements int) ([]D, error) {
	a := arraysOf(p, p.Inverse)
	in, _ := a.ends()
	count, err := whole(src, a, elements)
	if err != nil {
		return nil, err
	}
	p.Batch = count
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	if dst, err = prepared(ctx, c, dst, src, p, a, count, &in); err != nil || count == 0 {
		return dst, err
	}
	packed, err := zeros[S](ctx, count*in.Elements)
	if err != nil {
		return nil, err
	}
	if err := gather(ctx, p, packed, src); err != nil {
		return nil, err
	}
	return dst, c.engine.transform(ctx, dataOf(dst), dataOf(packed), a)
}

// prepared is where the results of count arrays go, once the transform can be done and there is memory for them,
// for work, and for arrays of a copy of the source if packed says how large they are.
func prepared[D, S element](ctx context.Context, c *Engine, dst []D, src []S, p Problem, a arrays, count int, packed *plan.Array) ([]D, error) {
	_, out := a.ends()
	var room [2]plan.Array
	made := room[:0]
	if packed != nil {
		made = append(made, *packed)
	}
	if dst == nil {
		made = append(made, out)
	} else if err := match(dst, src, count*out.Elements, len(src)); err != nil {
		return nil, err
	}
	if err := affordable(c, p, 0, count, made...); err != nil { // before anything is planned
		return nil, err
	}
	if dst == nil || count == 0 { // else the engine finds out
		if err := c.engine.check(a); err != nil {
			return nil, err
		}
	}
	if err := affordable(c, p, c.engine.work(a, count), count, made...); err != nil {
		return nil, err
	}
	if err := over(ctx); err != nil {
		return nil, err
	}
	if dst == nil {
		made, err := zeros[D](ctx, count*out.Elements)
		if err != nil {
			return nil, err
		}
		dst = made
	}
	return slices.Clip(dst), nil
}

// whole is how many arrays of so many elements a slice holds; an empty slice holds none.
func whole[S element](src []S, a arrays, elements int) (int, error) {
	if len(src)%elements == 0 {
		return len(src) / elements, nil
	}
	what := "elements of an array"
	if a.rows() {
		what = "row length"
	}
	return 0, lengthError("src", len(src), fmt.Sprintf("a multiple of the %s %d", what, elements))
}
