package hier

import "wgfft/wgsl"

// A Pass is where the transforms of one pass lie.
type Pass struct {
	N           int  // points of the whole transform
	R           int  // points of the pass's transforms
	P           int  // product of the factors before its own
	InnerExtent int  // transforms that lie side by side, element by element; 0 means 1
	Transposed  bool // reads near and writes far
}

// Passes returns the passes of a transform of the product of the factors, of so many side by side, in Stockham's order or in the
// transposed one.
func Passes(factors []int, side int, transposed bool) []Pass {
	n := 1
	for _, r := range factors {
		n *= r
	}
	passes := make([]Pass, len(factors))
	p := 1
	for s, r := range factors {
		at := s
		if transposed {
			at = len(factors) - 1 - s
		}
		passes[at] = Pass{N: n, R: r, P: p, InnerExtent: side, Transposed: transposed}
		p *= r
	}
	return passes
}

// Transforms is how many transforms the pass does of each of those side by side.
func (p Pass) Transforms() int { return p.N / p.R }

// Kernel places a kernel of R points in the pass.
func (p Pass) Kernel(k wgsl.Kernel) wgsl.Kernel {
	m, side := p.Transforms(), max(1, p.InnerExtent)
	far := wgsl.Map{Stride: m * side, Dist: p.N * side, Inner: m * side}
	near := wgsl.Map{Stride: p.P * side, Dist: p.P * p.R * side, Inner: p.P * side}
	turn := wgsl.PassTwiddle{Order: p.P * p.R, Inner: p.P}
	rows := p.P == 1 && side == 1
	if rows {
		near = wgsl.Contiguous(p.R)
	}
	if p.P == 1 {
		turn = wgsl.PassTwiddle{}
	}
	k = columns(k, side)
	if p.Transposed {
		k.Load.Map, k.Store.Map, k.Store.PassTwiddle = near, far, turn
	} else {
		k.Load.Map, k.Store.Map, k.Load.PassTwiddle = far, near, turn
	}
	return RowsToColumns(k)
}

// AlongRows is a kernel of a pass whose threads go along its transforms where those are rows, if an exchange lets them; else they go across.
func RowsToColumns(k wgsl.Kernel) wgsl.Kernel {
	rows := wgsl.Contiguous(k.N())
	if k.HasExchange() && k.Load.Map == rows {
		k.Load.Order = wgsl.PointsFastest
	}
	if k.HasExchange() && k.Store.Map == rows {
		k.Store.Order = wgsl.PointsFastest
	}
	return k
}

// columns is a kernel whose neighbouring threads work on neighbouring columns, of so many transforms side by side.
func columns(k wgsl.Kernel, side int) wgsl.Kernel {
	if side > 1 {
		k.Interleave = side
	}
	k.Load = wgsl.Load{Order: wgsl.BatchFastest}
	k.Store = wgsl.Store{Order: wgsl.BatchFastest}
	return k
}

// A Block is where the transforms of one pass of a transform to reversed order lie: columns of blocks of B points.
type DigitReversedPass struct {
	B           int // points of a block
	R           int // points of the pass's transforms
	InnerExtent int // transforms that lie side by side, element by element; 0 means 1
}

// Blocks returns the passes of a transform of the product of the factors to reversed order, of so many side by side.
func DigitReversedPasses(factors []int, side int) []DigitReversedPass {
	blocks := make([]DigitReversedPass, len(factors))
	b := 1
	for s := len(factors) - 1; s >= 0; s-- {
		b *= factors[s]
		blocks[s] = DigitReversedPass{B: b, R: factors[s], InnerExtent: side}
	}
	return blocks
}

// Kernel places a kernel of R points in the pass there, or in the pass back. The last pass there is the first back, of rows.
func (b DigitReversedPass) Kernel(k wgsl.Kernel, back bool) wgsl.Kernel {
	c, side := b.B/b.R, max(1, b.InnerExtent)
	k = columns(k, side)
	k.Load.Map = wgsl.Map{Stride: c * side, Dist: b.B * side, Inner: c * side}
	turn := wgsl.PassTwiddle{Order: b.B, Inner: c}
	switch {
	case c == 1 && side == 1:
		k.Load.Map = wgsl.Contiguous(b.R)
		k.Load.Order, k.Store.Order = wgsl.PointsFastest, wgsl.PointsFastest
	case c == 1:
	case back:
		k.Load.PassTwiddle = turn
	default:
		k.Store.PassTwiddle = turn
	}
	k.Store.Map = k.Load.Map
	return k
}

// Reversed returns where element k of a transform of the product of the factors lies in reversed order: with
// k = k_1 + n_1 (k_2 + n_2 (k_3 + ...)), at (k_1 n_2 + k_2) n_3 + k_3 ...
func DigitReverse(factors []int, k int) int {
	at := 0
	for _, n := range factors {
		at = at*n + k%n
		k /= n
	}
	return at
}
