package wisdom

import (
	"cmp"
	"slices"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Chooser chooses the kernels that wisdom has for a problem. Without wisdom it chooses the kernels
// of choose.Kernels.
type Chooser struct {
	choose.Chooser
	Wisdom Wisdom
}

// Choose returns the learnt kernels of a problem, or else the kernels of choose.Kernels, unless they are
// rejected. If every alternative is rejected, Choose returns the plainest one: wisdom may be wrong or
// forged, and must not make a length unavailable.
func (c Chooser) Choose(p plan.Problem, l wgsl.Limits) ([]plan.AxisChoice, error) {
	w := c.Wisdom
	if axes, ok := w.Choice(p, l); ok {
		return axes, nil
	}
	axes, err := choose.Kernels(p, l)
	if err != nil || !w.IsRejected(plan.Join(axes), p.Number) {
		return axes, err
	}
	all, err := choose.Alternatives(p, l)
	if err != nil {
		return axes, nil
	}
	for _, a := range all {
		if !w.IsRejected(plan.Join(a.Axes), p.Number) {
			return a.Axes, nil
		}
	}
	return plainest(all).Axes, nil
}

// plainest returns the alternative with the fewest options for speed, which a driver's compiler may
// get wrong. Ties go to the first.
func plainest(all []choose.Alternative) choose.Alternative {
	return slices.MinFunc(all, func(a, b choose.Alternative) int {
		return cmp.Compare(optionsOf(plan.Join(a.Axes)), optionsOf(plan.Join(b.Axes)))
	})
}

// optionsOf counts the options of kernels that exist only for speed.
func optionsOf(kernels []wgsl.Kernel) int {
	count := 0
	for _, k := range kernels {
		for _, has := range []bool{
			k.Stages.Rader.Fold, k.Stages.DFT != nil, k.Stages.VectorRadix, k.Threads.Interleave > 1,
			k.Twiddles.Basis > 0, k.Twiddles.Share, k.Twiddles.FMA, k.Twiddles.Vec4, k.Twiddles.Fence > 0,
			k.Exchange.Layout != wgsl.Layout{},
			k.Threads.HoldsPairs(wgsl.Zero), k.Threads.HoldsPairs(wgsl.Half), k.Threads.HasColumns(),
		} {
			if has {
				count++
			}
		}
	}
	return count
}
