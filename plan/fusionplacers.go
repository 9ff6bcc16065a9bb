package plan

import (
	"wgfft/hier"
	"wgfft/wgsl"
)

// first places the kernel that does rows and the first factor of the columns.
func (s fusionFinder) first(k wgsl.Kernel) wgsl.Kernel {
	n, apart := s.rows.N, s.columns.N/s.r
	k.Load.Map = wgsl.Map{Stride: apart * n, Dist: s.columns.N * n, Inner: apart, Run: n}
	k.Store.Map = wgsl.Contiguous(s.r * n)
	return k
}

// placers returns the placers of all passes, if the passes after the first do columns of the given
// factors.
func (s fusionFinder) placers(factors ...int) []placer {
	all := []placer{s.first}
	for _, p := range hier.Passes(append([]int{s.r}, factors...), s.rows.N, false)[1:] {
		all = append(all, p.Kernel)
	}
	return all
}

// rest returns the placer of the kernel that does the rest of the columns, together with the third
// axis if there is one. All columns lie at the same distance.
func (s fusionFinder) rest() placer {
	columns := s.placers(s.columns.N / s.r)[1]
	return func(k wgsl.Kernel) wgsl.Kernel {
		k = columns(k)
		if s.beyond.N > 0 {
			k.Load.Map.Dist *= s.beyond.N
			k.Store.Map.Dist *= s.beyond.N
		}
		return k
	}
}

// isPlaced reports whether the kernels are placed as those of the fusion.
func (s fusionFinder) isPlaced(kernels []wgsl.Kernel) bool {
	if s.beyond.N > 0 {
		placers := []placer{s.first, s.rest()}
		return placedAs(kernels, func(i int) placer { return placers[i] })
	}
	var factors []int
	for _, k := range kernels[1:] {
		factors = append(factors, k.N())
	}
	placers := s.placers(factors...)
	return placedAs(kernels, func(i int) placer { return placers[i] })
}
