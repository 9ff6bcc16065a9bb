package plan

import (
	"math"
	"slices"

	"wgfft/wgsl"
)

// InCube returns a kernel in a cube, if it can have one: the one with the fewest bank conflicts, or without gaps if those would cost more, by the
// model, than the conflicts they save.
func InCube(k wgsl.FFT, l wgsl.Limits) (cube wgsl.FFT, ok bool) {
	if !k.Cubic() {
		return wgsl.FFT{}, false
	}
	cubes := wgsl.Cubes(len(k.Radices()))
	conflicts := k.ConflictsOf(cubes...)
	var bare wgsl.FFT // the best without gaps
	fewest, gapless := 0.0, 0.0
	for i, layout := range cubes {
		if k.Layout = layout; k.WorkgroupBytes() > l.WorkgroupBytes {
			continue
		}
		if c := conflicts[i]; !ok || c < fewest*fewer {
			cube, ok, fewest = k, true, c
		}
		if c := conflicts[i]; !layout.Grain().Gaps() && (gapless == 0 || c < gapless*fewer) {
			bare, gapless = k, c
		}
	}
	if gapless > fewest && H200.Cost(Full(bare)) <= H200.Cost(Full(cube)) {
		return bare, true
	}
	return cube, ok
}

// InSlabs returns a kernel in a cube whose slabs lie apart: the one with the fewest bank conflicts, if it has fewer than where the kernel lies.
func InSlabs(k wgsl.FFT, l wgsl.Limits) (apart wgsl.FFT, ok bool) {
	all := slabs(k)
	if len(all) == 0 {
		return wgsl.FFT{}, false
	}
	return leastOf(k, all, k.Conflicts(), l)
}

// InCycle returns a kernel in a cube whose lines are numbered in cyclic order, if it can have one and has none: the one with the fewest bank conflicts.
func InCycle(k wgsl.FFT, l wgsl.Limits) (cycle wgsl.FFT, ok bool) {
	if k.Layout.Cyclic || !k.Cycles() {
		return wgsl.FFT{}, false
	}
	return leastOf(k, wgsl.InCycles(wgsl.Cubes(len(k.Radices()))), math.Inf(1), l)
}

// leastOf returns a kernel in that of some layouts which has the fewest bank conflicts, if those are fewer than so many; of equals the first.
func leastOf(k wgsl.FFT, all []wgsl.Layout, fewest float64, l wgsl.Limits) (least wgsl.FFT, ok bool) {
	for i, c := range k.ConflictsOf(all...) {
		if k.Layout = all[i]; c < fewest*fewer && k.WorkgroupBytes() <= l.WorkgroupBytes {
			least, ok, fewest = k, true, c
		}
	}
	return least, ok
}

// slabs are the cubes with slabs apart that a kernel could lie in.
func slabs(k wgsl.FFT) []wgsl.Layout {
	if !k.Cubic() || k.Rader.Pairs {
		return nil
	}
	return wgsl.Slabs(len(k.Radices()))
}

// cubes are all that a kernel could lie in which can be in one, but for those with gaps both within slabs and between, and slabs in cyclic order.
func cubes(k wgsl.FFT) []wgsl.Layout {
	all := wgsl.Cubes(len(k.Radices()))
	if k.Cycles() {
		all = append(all, wgsl.InCycles(all)...)
	}
	return append(all, slabs(k)...)
}

// fewer is what part of the conflicts of one layout another has at most that is taken instead, being less simple or taking more.
const fewer = 0.97

// outOfCube returns a kernel that lies as it can in place: as it is, or where that can't be a cube, with the flat layout that suits it.
func outOfCube(k, placed wgsl.FFT, l wgsl.Limits) wgsl.FFT {
	if k.Layout.Kind == wgsl.Cube && !placed.Cubic() {
		k.Layout = BestLayout(k, l)
	}
	return k
}

// withCubes adds to kernels those of the first that can be in cubes.
func withCubes(all []wgsl.FFT, l wgsl.Limits) []wgsl.FFT {
	for _, k := range all[:min(len(all), mostCubes)] {
		if cube, ok := InCube(k, l); ok {
			all = append(all, cube)
		}
	}
	return all
}

// eased puts cubes in the place of those of the first kernels of a ranking that take less time so, as far as the model can't tell, and these in the place of the cubes, or at the end.
func eased(ranking []wgsl.FFT, l wgsl.Limits) []wgsl.FFT {
	for i, k := range ranking[:min(len(ranking), mostCubes)] {
		if k.Layout.Kind == wgsl.Cube || !easier(k) {
			continue
		}
		var cube wgsl.FFT
		at := slices.IndexFunc(ranking, func(c wgsl.FFT) bool {
			cube, c.Layout = c, k.Layout
			return cube.Layout.Kind == wgsl.Cube && c == k
		})
		if at < 0 {
			var ok bool
			if cube, ok = InCube(k, l); !ok {
				continue
			}
		}
		switch {
		case at >= 0 && at < i, H200.Cost(Full(cube)) > costsAlike*H200.Cost(Full(k)):
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
const costsAlike = 1.01

// easier says whether kernels of one axis like this one take less time in a cube. Out of it places are computed, and in rounds compared, one by one, which the model does not count; of four stages and more cubes met more banks twice.
// What was measured is in bench/NOTES.md.
func easier(k wgsl.FFT) bool {
	numbers := k.Load.Real != wgsl.Real{} || k.Store.Real != wgsl.Real{}
	return k.Flat() && len(k.Radices()) < 4 && (!numbers || k.Exchange.Rounds > 1 && k.N()%2 == 0)
}

// mostCubes is how many of the kernels of a shortlist are looked at in cubes.
const mostCubes = 8
