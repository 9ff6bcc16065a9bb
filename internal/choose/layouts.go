package choose

import (
	"math"

	"wgfft/wgsl"
)

// WithDigitLayout returns k with the digit layout of lowest conflict degree. It prefers a layout
// without padding if the padding would cost more, by the model, than the conflicts that it saves.
// It returns false if k has no digit layout that fits.
func WithDigitLayout(k wgsl.Kernel, l wgsl.Limits) (digits wgsl.Kernel, ok bool) {
	if !k.HasDigitLayout() {
		return wgsl.Kernel{}, false
	}
	candidates := wgsl.DigitLayouts(len(k.StageRadices()))
	k.Threads.Cyclic, k.Exchange.Layout = false, candidates[0]
	of := k.Estimate()
	conflicts := of.ConflictDegrees(candidates...)
	var unpadded wgsl.Kernel // the best without padding
	fewest, unpaddedDegree, most := 0.0, 0.0, layoutBytes(of, l)
	for i, layout := range candidates {
		if k.Exchange.Layout = layout; of.With(k.Exchange).WorkgroupBytes() > most {
			continue
		}
		if c := conflicts[i]; !ok || c < fewest*conflictGain {
			digits, ok, fewest = k, true, c
		}
		if layout.Digits.HasPadding() {
			continue
		}
		if c := conflicts[i]; unpaddedDegree == 0 || c < unpaddedDegree*conflictGain {
			unpadded, unpaddedDegree = k, c
		}
	}
	if unpaddedDegree > fewest && ModelOf(l).FullCost(unpadded) <= ModelOf(l).FullCost(digits) {
		return unpadded, true
	}
	return digits, ok
}

// WithOuterPad returns k with the outer-padded digit layout of lowest conflict degree. It returns
// false if none has fewer conflicts than k.
func WithOuterPad(k wgsl.Kernel, l wgsl.Limits) (padded wgsl.Kernel, ok bool) {
	all := outerPads(k)
	if len(all) == 0 {
		return wgsl.Kernel{}, false
	}
	return bestLayoutBelow(k, all, k.ConflictDegree(), l)
}

// WithCyclicOrder returns k in cyclic order with the digit layout of lowest conflict degree. It
// returns false if k is in cyclic order already, or cannot be.
func WithCyclicOrder(k wgsl.Kernel, l wgsl.Limits) (cyclic wgsl.Kernel, ok bool) {
	if k.Threads.Cyclic || !k.CanCycle() {
		return wgsl.Kernel{}, false
	}
	k.Threads.Cyclic = true
	return bestLayoutBelow(k, wgsl.DigitLayouts(len(k.StageRadices())), math.Inf(1), l)
}

// bestLayoutBelow returns k with the layout of lowest conflict degree. The degree must be less than
// conflictGain times the given limit. Ties go to the first layout.
func bestLayoutBelow(k wgsl.Kernel, all []wgsl.Layout, fewest float64, l wgsl.Limits) (least wgsl.Kernel, ok bool) {
	most := layoutBytes(k.Estimate(), l)
	for i, c := range k.ConflictDegrees(all...) {
		if k.Exchange.Layout = all[i]; c < fewest*conflictGain && k.WorkgroupBytes() <= most {
			least, ok, fewest = k, true, c
		}
	}
	return least, ok
}

// outerPads returns the outer-padded digit layouts that a kernel can have.
func outerPads(k wgsl.Kernel) []wgsl.Layout {
	if !k.HasDigitLayout() || k.Stages.Rader.Fold {
		return nil
	}
	return wgsl.PaddedOuter(len(k.StageRadices()))
}

// DigitLayouts returns a kernel with each digit layout that it can have. It leaves out layouts that
// combine outer padding with other padding or with cyclic order. The kernel must have at least one.
func DigitLayouts(k wgsl.Kernel) []wgsl.Kernel {
	layouts := wgsl.DigitLayouts(len(k.StageRadices()))
	all := WithLayouts(k, append(layouts, outerPads(k)...))
	if k.CanCycle() {
		for _, k := range all[:len(layouts)] {
			k.Threads.Cyclic = true
			all = append(all, k)
		}
	}
	return all
}

// WithLayouts returns a kernel with each of the layouts, and with butterflies in the usual order.
func WithLayouts(k wgsl.Kernel, layouts []wgsl.Layout) (all []wgsl.Kernel) {
	k.Threads.Cyclic = false
	for _, k.Exchange.Layout = range layouts {
		all = append(all, k)
	}
	return all
}

// conflictGain is the largest conflict degree of a more complex layout, relative to a simpler one,
// for which it is chosen.
const conflictGain = 0.97

// flatIfNeeded returns k unchanged if its layout fits the placed kernel. If the placed kernel
// cannot have a digit layout, it returns k with its best flat layout.
func flatIfNeeded(k, placed wgsl.Kernel, l wgsl.Limits) wgsl.Kernel {
	if k.Exchange.Layout.Digits.On && !placed.HasDigitLayout() {
		k.Exchange.Layout, k.Threads.Cyclic = BestLayout(k, l), false
	}
	return k
}

// MaxDigitCandidates is the number of kernels of a shortlist that are tried with digit layouts.
const MaxDigitCandidates = 8
