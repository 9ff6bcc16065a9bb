package plan

import (
	"math"
	"slices"

	"wgfft/wgsl"
)

// InCube returns a kernel in a cube, if it can have one: the one with the fewest bank conflicts, or without gaps if those would cost more, by the
// model, than the conflicts they save.
func WithDigitLayout(k wgsl.Kernel, l wgsl.Limits) (cube wgsl.Kernel, ok bool) {
	if !k.HasDigitLayout() {
		return wgsl.Kernel{}, false
	}
	cubes := wgsl.DigitLayouts(len(k.StageRadices()))
	conflicts := k.ConflictDegrees(cubes...)
	var bare wgsl.Kernel // the best without gaps
	fewest, gapless := 0.0, 0.0
	for i, layout := range cubes {
		if k.Layout = layout; k.WorkgroupBytes() > l.WorkgroupBytes {
			continue
		}
		if c := conflicts[i]; !ok || c < fewest*conflictGain {
			cube, ok, fewest = k, true, c
		}
		if c := conflicts[i]; !layout.DigitLayout().HasPadding() && (gapless == 0 || c < gapless*conflictGain) {
			bare, gapless = k, c
		}
	}
	if gapless > fewest && ReferenceModel.Cost(FullFeatures(bare)) <= ReferenceModel.Cost(FullFeatures(cube)) {
		return bare, true
	}
	return cube, ok
}

// InSlabs returns a kernel in a cube whose slabs lie apart: the one with the fewest bank conflicts, if it has fewer than where the kernel lies.
func WithOuterPad(k wgsl.Kernel, l wgsl.Limits) (apart wgsl.Kernel, ok bool) {
	all := outerPads(k)
	if len(all) == 0 {
		return wgsl.Kernel{}, false
	}
	return bestLayoutBelow(k, all, k.ConflictDegree(), l)
}

// InCycle returns a kernel in a cube whose lines are numbered in cyclic order, if it can have one and has none: the one with the fewest bank conflicts.
func WithCyclicOrder(k wgsl.Kernel, l wgsl.Limits) (cycle wgsl.Kernel, ok bool) {
	if k.Layout.CyclicOrder || !k.CanCycle() {
		return wgsl.Kernel{}, false
	}
	return bestLayoutBelow(k, wgsl.WithCyclicOrder(wgsl.DigitLayouts(len(k.StageRadices()))), math.Inf(1), l)
}

// leastOf returns a kernel in that of some layouts which has the fewest bank conflicts, if those are fewer than so many; of equals the first.
func bestLayoutBelow(k wgsl.Kernel, all []wgsl.Layout, fewest float64, l wgsl.Limits) (least wgsl.Kernel, ok bool) {
	for i, c := range k.ConflictDegrees(all...) {
		if k.Layout = all[i]; c < fewest*conflictGain && k.WorkgroupBytes() <= l.WorkgroupBytes {
			least, ok, fewest = k, true, c
		}
	}
	return least, ok
}

// slabs are the cubes with slabs apart that a kernel could lie in.
func outerPads(k wgsl.Kernel) []wgsl.Layout {
	if !k.HasDigitLayout() || k.Rader.Fold {
		return nil
	}
	return wgsl.PaddedOuter(len(k.StageRadices()))
}

// cubes are all that a kernel could lie in which can be in one, but for those with gaps both within slabs and between, and slabs in cyclic order.
func digitLayouts(k wgsl.Kernel) []wgsl.Layout {
	all := wgsl.DigitLayouts(len(k.StageRadices()))
	if k.CanCycle() {
		all = append(all, wgsl.WithCyclicOrder(all)...)
	}
	return append(all, outerPads(k)...)
}

// fewer is what part of the conflicts of one layout another has at most that is taken instead, being less simple or taking more.
const conflictGain = 0.97

// outOfCube returns a kernel that lies as it can in place: as it is, or where that can't be a cube, with the flat layout that suits it.
func flatIfNeeded(k, placed wgsl.Kernel, l wgsl.Limits) wgsl.Kernel {
	if k.Layout.Kind == wgsl.Digits && !placed.HasDigitLayout() {
		k.Layout = BestLayout(k, l)
	}
	return k
}

// withCubes adds to kernels those of the first that can be in cubes.
func withDigitLayouts(all []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	for _, k := range all[:min(len(all), maxDigitCandidates)] {
		if cube, ok := WithDigitLayout(k, l); ok {
			all = append(all, cube)
		}
	}
	return all
}

// eased puts cubes in the place of those of the first kernels of a ranking that take less time so, as far as the model can't tell, and these in the place of the cubes, or at the end.
func preferDigitLayouts(ranking []wgsl.Kernel, l wgsl.Limits) []wgsl.Kernel {
	for i, k := range ranking[:min(len(ranking), maxDigitCandidates)] {
		if k.Layout.Kind == wgsl.Digits || !isFasterWithDigits(k) {
			continue
		}
		var cube wgsl.Kernel
		at := slices.IndexFunc(ranking, func(c wgsl.Kernel) bool {
			cube, c.Layout = c, k.Layout
			return cube.Layout.Kind == wgsl.Digits && c == k
		})
		if at < 0 {
			var ok bool
			if cube, ok = WithDigitLayout(k, l); !ok {
				continue
			}
		}
		switch {
		case at >= 0 && at < i, ReferenceModel.Cost(FullFeatures(cube)) > layoutCostTolerance*ReferenceModel.Cost(FullFeatures(k)):
			continue
		case at < 0:
			ranking = append(ranking, k)
		default:
			ranking[at] = k
		}
		ranking[i] = cube
	}
	return ranking
}

// costsAlike is how much dearer a cube may be for the places that stay empty and for its conflicts.
const layoutCostTolerance = 1.01

// easier says whether kernels of one axis like this one take less time in a cube. Out of it places are computed, and in rounds compared, one by one, which the model does not count; of four stages and more cubes met more banks twice.
// What was measured is in bench/NOTES.md.
func isFasterWithDigits(k wgsl.Kernel) bool {
	numbers := k.Load.Real != wgsl.Real{} || k.Store.Real != wgsl.Real{}
	return k.IsOneAxis() && len(k.StageRadices()) < 4 && (!numbers || k.Exchange.Slices > 1 && k.N()%2 == 0)
}

// mostCubes is how many of the kernels of a shortlist are looked at in cubes.
const maxDigitCandidates = 8
