package hier

import "wgfft/wgsl"

// A Pass gives the views of one pass of a transform: see (1) to (3) of the package.
type Pass struct {
	N           int  // points of the whole transform
	R           int  // points of each transform of the pass, n_s
	P           int  // product of the factors before R, p
	InnerExtent int  // number of interleaved transforms (inner extent); 0 means 1
	Transposed  bool // reads at (3) and writes at (1)
}

// Passes returns the passes of a transform with a length that is the product of the factors. side
// is the number of interleaved transforms. transposed selects the transposed order.
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

// Transforms returns the number of transforms of the pass for each interleaved transform.
func (p Pass) Transforms() int { return p.N / p.R }

// Kernel returns k, a kernel of R points, with the views and twiddles of the pass.
func (p Pass) Kernel(k wgsl.Kernel) wgsl.Kernel {
	m, inner := p.Transforms(), max(1, p.InnerExtent)
	k = acrossColumns(k, inner)
	far, near := &k.Load, &k.Store
	if p.Transposed {
		far, near = near, far
	}
	far.View, near.View = wgsl.Columns(m*inner, p.R), wgsl.Columns(p.P*inner, p.R)
	if p.P > 1 {
		far.Ops[0] = PassTwiddle{Order: p.P * p.R, Columns: p.P, Interleave: k.Threads.Interleave}
	}
	return RowsToColumns(k)
}

// RowsToColumns returns k with points-fastest thread order at each end that has rows. It does not change a kernel
// without an exchange.
func RowsToColumns(k wgsl.Kernel) wgsl.Kernel {
	rows := wgsl.Rows(k.N(), k.N())
	for side, view := range []wgsl.View{k.Load.View, k.Store.View} {
		if view.Batch == rows.Batch && view.Points == rows.Points && k.HasExchange() {
			k.Threads.Order[side] = wgsl.PointsFastest
		}
	}
	return k
}

// acrossColumns returns k with neighbouring threads on neighbouring columns. inner is the number of
// interleaved transforms.
func acrossColumns(k wgsl.Kernel, inner int) wgsl.Kernel {
	if inner > 1 {
		k.Threads.Interleave = inner
	}
	k.Load, k.Store = wgsl.End{}, wgsl.End{}
	k.Threads.Order = [2]wgsl.Order{wgsl.BatchFastest, wgsl.BatchFastest}
	return k
}

// A DigitReversedPass gives the view of one pass to digit-reversed order: columns in blocks of B points.
type DigitReversedPass struct {
	B           int // points of a block
	R           int // points of each transform of the pass
	InnerExtent int // number of interleaved transforms (inner extent); 0 means 1
}

// DigitReversedPasses returns the passes of a transform with its result in digit-reversed order. Its length is
// the product of the factors. side is the number of interleaved transforms.
func DigitReversedPasses(factors []int, side int) []DigitReversedPass {
	blocks := make([]DigitReversedPass, len(factors))
	b := 1
	for s := len(factors) - 1; s >= 0; s-- {
		b *= factors[s]
		blocks[s] = DigitReversedPass{B: b, R: factors[s], InnerExtent: side}
	}
	return blocks
}

// Kernel returns k, a kernel of R points, with the view and twiddles of the pass. back selects the
// inverse direction. The last forward pass and the first inverse pass have rows and no twiddles.
func (b DigitReversedPass) Kernel(k wgsl.Kernel, back bool) wgsl.Kernel {
	c, inner := b.B/b.R, max(1, b.InnerExtent)
	k = acrossColumns(k, inner)
	k.Load.View = wgsl.Columns(c*inner, b.R)
	k.Store.View = k.Load.View
	twiddle := PassTwiddle{Order: b.B, Columns: c, Interleave: k.Threads.Interleave}
	switch {
	case c == 1 && inner == 1:
		k.Threads.Order = [2]wgsl.Order{}
	case c == 1:
	case back:
		k.Load.Ops[0] = twiddle
	default:
		k.Store.Ops[0] = twiddle
	}
	return k
}

// DigitReverse returns the index of element k of a transform in digit-reversed order: equation (5) of
// the package, with factors n_1, n_2 ...
func DigitReverse(factors []int, k int) int {
	at := 0
	for _, n := range factors {
		at = at*n + k%n
		k /= n
	}
	return at
}
