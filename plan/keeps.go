package plan

import "wgfft/wgsl"

// Kept is the kernel like one for a line, but without couples, whose threads keep points of the pairs that they store. ok is false where there is none.
func Kept(p Problem, l wgsl.Limits, line int, k wgsl.FFT) (kept wgsl.FFT, ok bool) {
	at := p.lines(l)[line]
	if !at.pairs() || k.Facing || k.Mated {
		return wgsl.FFT{}, false
	}
	k.Coupled, k.Keeps = false, true
	return k, at.whole(k).Check(l) == nil
}

// turnedKept is the kernel for a line made of one that keeps points of its pairs in the other direction: where they are read, with couples, if it can have them.
func (l Line) turnedKept(k wgsl.FFT, limits wgsl.Limits) []wgsl.FFT {
	if l.whole(k).Check(limits) == nil { // a kind that is its own inverse stores pairs both ways
		return []wgsl.FFT{k}
	}
	k.Keeps = false
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
