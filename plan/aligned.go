package plan

import "wgfft/wgsl"

// Aligned lists the kernels like one for a line, but without couples, whose stores of half spectra begin with lines of memory. None where the line has no such stores.
func Aligned(p Problem, l wgsl.Limits, line int, k wgsl.FFT) []wgsl.FFT {
	at := p.lines(l)[line]
	if !at.pairs() || k.Facing || k.Mated {
		return nil
	}
	k.Coupled = false
	var all []wgsl.FFT
	for k.Aligned = 1; at.whole(k).Check(l) == nil; k.Aligned++ {
		all = append(all, k)
	}
	return all
}

// turnedBins is the kernel for a line whose half spectra are read, made of one that aligned them in the other direction: with couples, if it can have them.
func (l Line) turnedBins(k wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	k.Aligned = 0
	other := k
	other.Chain = k.Chain.Reversed()
	other.Layout = BestLayout(other, limits)
	for _, as := range l.groupings() {
		if coupled, ok := l.coupled(other, as, limits); ok {
			return []wgsl.FFT{coupled}
		}
	}
	return []wgsl.FFT{k}
}
