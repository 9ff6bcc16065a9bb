package hier

import "wgfft/wgsl"

// A Pass is where the transforms of one pass lie.
type Pass struct {
	N int // points of the whole transform
	R int // points of the pass's transforms
	P int // product of the factors of the passes before
}

// Passes returns the passes of a transform of the product of the factors.
func Passes(factors []int) []Pass {
	n := 1
	for _, r := range factors {
		n *= r
	}
	passes := make([]Pass, len(factors))
	p := 1
	for s, r := range factors {
		passes[s] = Pass{N: n, R: r, P: p}
		p *= r
	}
	return passes
}

// Transforms is how many transforms the pass does.
func (p Pass) Transforms() int { return p.N / p.R }

// Kernel places a kernel of R points in the pass.
func (p Pass) Kernel(k wgsl.FFT) wgsl.FFT {
	m := p.Transforms()
	k.Load.Map = wgsl.Map{Stride: m, Dist: p.N, Inner: m}
	k.Load.Order, k.Store.Order = wgsl.TransformsFirst, wgsl.TransformsFirst
	k.Load.Path, k.Store.Path = wgsl.Direct, wgsl.Direct
	if p.P == 1 {
		k.Store.Map = wgsl.Contiguous(p.R)
		if k.Exchanges() {
			k.Store.Order = wgsl.PointsFirst
		}
		return k
	}
	k.Store.Map = wgsl.Map{Stride: p.P, Dist: p.P * p.R, Inner: p.P}
	k.Load.Turn = wgsl.Turn{Order: p.P * p.R, Inner: p.P}
	return k
}
