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

// ChooseConvolution returns the choice of choose.Convolution, unless its kernels are rejected. If every alternative is
// rejected, it returns the plainest one.
func (c Chooser) ChooseConvolution(v plan.Convolution, l wgsl.Limits) (plan.ConvolutionChoice, error) {
	best, err := choose.Convolution(v, l)
	if err != nil || !c.Wisdom.IsRejected(plan.Join(best.Steps), v.Number) {
		return best, err
	}
	all := choose.ConvolutionAlternatives(v, l)
	for _, a := range all {
		if !c.Wisdom.IsRejected(plan.Join(a.Steps), v.Number) {
			return a, nil
		}
	}
	return slices.MinFunc(append(all, best), func(a, b plan.ConvolutionChoice) int {
		return comparePlainness(a.Steps, b.Steps)
	}), nil
}

// plainest returns the alternative with the fewest options for speed, which a driver's compiler may
// get wrong. Ties go to the first.
func plainest(all []choose.Alternative) choose.Alternative {
	return slices.MinFunc(all, func(a, b choose.Alternative) int { return comparePlainness(a.Axes, b.Axes) })
}

// comparePlainness orders choices by their options for speed.
func comparePlainness(a, b []plan.AxisChoice) int {
	return cmp.Compare(optionsOf(plan.Join(a)), optionsOf(plan.Join(b)))
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
