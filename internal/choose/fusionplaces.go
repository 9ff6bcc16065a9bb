package choose

import (
	"wgfft/hier"
	"wgfft/wgsl"
)

// maps returns the index maps of the fusion.
func (s FusionFinder) maps() hier.Fusion {
	return hier.Fusion{Rows: s.Rows.N, Columns: s.Columns.N, Factor: s.Factor, Beyond: s.Beyond.N}
}

// isPlaced reports whether the kernels are placed as those of the fusion.
func (s FusionFinder) isPlaced(kernels []wgsl.Kernel) bool {
	maps := s.maps()
	placers := []Placer{maps.First}
	if s.Beyond.N > 0 {
		placers = append(placers, maps.Rest)
	} else {
		var factors []int
		for _, k := range kernels[1:] {
			factors = append(factors, k.N())
		}
		for _, p := range maps.Following(factors...) {
			placers = append(placers, p.Kernel)
		}
	}
	return placedAs(kernels, func(i int) Placer { return placers[i] })
}
