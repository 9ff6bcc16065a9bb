package choose

import (
	"wgfft/hier"
	"wgfft/wgsl"
)

// first places the kernel that does rows and the first factor of the columns.
func (s FusionFinder) first(k wgsl.Kernel) wgsl.Kernel {
	n, apart := s.Rows.N, s.Columns.N/s.Factor
	k.Load.Map = wgsl.Map{Stride: apart * n, Dist: s.Columns.N * n, Inner: apart, Run: n}
	k.Store.Map = wgsl.Contiguous(s.Factor * n)
	return k
}

// placers returns the placers of all passes, if the passes after the first do columns of the given
// factors.
func (s FusionFinder) placers(factors ...int) []Placer {
	all := []Placer{s.first}
	for _, p := range hier.Passes(append([]int{s.Factor}, factors...), s.Rows.N, false)[1:] {
		all = append(all, p.Kernel)
	}
	return all
}

// rest returns the placer of the kernel that does the rest of the columns, together with the third
// axis if there is one. All columns lie at the same distance.
func (s FusionFinder) rest() Placer {
	columns := s.placers(s.Columns.N / s.Factor)[1]
	return func(k wgsl.Kernel) wgsl.Kernel {
		k = columns(k)
		if s.Beyond.N > 0 {
			k.Load.Map.Dist *= s.Beyond.N
			k.Store.Map.Dist *= s.Beyond.N
		}
		return k
	}
}

// isPlaced reports whether the kernels are placed as those of the fusion.
func (s FusionFinder) isPlaced(kernels []wgsl.Kernel) bool {
	if s.Beyond.N > 0 {
		placers := []Placer{s.first, s.rest()}
		return placedAs(kernels, func(i int) Placer { return placers[i] })
	}
	var factors []int
	for _, k := range kernels[1:] {
		factors = append(factors, k.N())
	}
	placers := s.placers(factors...)
	return placedAs(kernels, func(i int) Placer { return placers[i] })
}
