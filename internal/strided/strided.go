// Package strided copies arrays between the layouts of a problem and row-major order, on the host.
package strided

import (
	"context"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Gather copies the input arrays of a problem from src, in the layout In, to dst, row-major and
// contiguous. Elements beyond Have become zero. dst has Count() times Arrays()[0].Elements elements;
// src has at least the number of elements that Extents returns. It returns ctx.Err() if ctx ends
// during the copy.
func Gather[T complex64 | float32 | complex128 | float64](ctx context.Context, p plan.Problem, dst, src []T) error {
	in, _, err := p.Views()
	if err != nil {
		return err
	}
	return ForEachRun(ctx, in, len(dst), func(e, at, n, stride int) {
		for i := range n {
			dst[e+i] = src[at+i*stride]
		}
	}, func(e, n int) { clear(dst[e : e+n]) })
}

// Scatter copies row-major contiguous arrays from src to dst, in the layout Out of a problem. It
// returns ctx.Err() if ctx ends during the copy.
func Scatter[T complex64 | float32 | complex128 | float64](ctx context.Context, p plan.Problem, dst, src []T) error {
	_, out, err := p.Views()
	if err != nil {
		return err
	}
	return ForEachRun(ctx, out, len(src), func(e, at, n, stride int) {
		for i := range n {
			dst[at+i*stride] = src[e+i]
		}
	}, func(int, int) {})
}

// ForEachRun calls run for runs of elements with one stride, and missing for runs of elements that
// are not stored. A run has n elements. Index e is its first element, and at the address of that
// element. Runs have at most maxRun elements. ctx is checked every maxRun elements.
func ForEachRun(
	ctx context.Context, p wgsl.Strides, elements int, run func(e, at, n, stride int), missing func(e, n int),
) error {
	inner := wgsl.Dim{Extent: elements, Stride: 1}
	if all := p.Dims(); all[0].Extent > 0 {
		inner = all[0]
		if all[1].Extent == 0 { // the only dimension
			inner.Extent = elements
		}
	}
	have := inner.Extent
	if inner.Bound > 0 {
		have = inner.Bound
	}
	done := 0
	for e := 0; e < elements; e += inner.Extent {
		at, exists := p.At(e)
		have := have
		if !exists {
			have = 0
		}
		n := min(inner.Extent, elements-e)
		for i := 0; i < n; {
			m := min(n-i, maxRun)
			if i < have {
				m = min(m, have-i)
				run(e+i, at+i*inner.Stride, m, inner.Stride)
			} else {
				missing(e+i, m)
			}
			i += m
			if done += m; done >= maxRun {
				if err := ctx.Err(); err != nil {
					return err
				}
				done = 0
			}
		}
	}
	return nil
}

// maxRun is the number of elements that are copied between two checks of a context.
const maxRun = 1 << 16
