package plan

import (
	"math/cmplx"

	"wgfft/wgsl"
)

// This file interprets kernels with mirrored columns and rows.

// checkMirrorMerge panics unless the butterfly pairs of the first stage have both points of each
// mirror pair of a column and its mirror column.
func (p *kernelInterpreter) checkMirrorMerge(column int) {
	columns, first := p.k.Columns(), p.stages[0]
	h := columns * p.n
	if column > columns/2 {
		column = columns - column
	}
	have := map[int]int{}
	for u := range first.Butterflies() {
		one, other, there := first.ColumnMirrorPair(column%(columns/2), columns, u)
		if !there {
			panic("a column has no mirror column")
		}
		for i := range first.R {
			for _, of := range []wgsl.ColumnButterfly{one, other} {
				have[of.Column+first.In(of.Butterfly, i)*columns] = u + 1
			}
		}
		for n, pair := range have {
			if pair == u+1 && have[(h-n)%h] != pair {
				panic("a butterfly pair lacks a point of a mirror pair")
			}
		}
	}
	if len(have) != 2*p.n {
		panic("butterfly pairs do not have every point once")
	}
}

// mirrorColumns runs transform q of a kernel with mirrored columns. The first column of a pair runs
// its mirror column, too.
func (p *kernelInterpreter) mirrorColumns(q int, dst, src []complex128) {
	k := &p.k
	first, mirror, owned := k.MirrorTransform(q)
	if !owned {
		return
	}
	columns, n := k.Columns(), k.N()
	h := columns * n
	z := map[int]complex128{}
	for _, c := range []int{first, mirror} {
		p.loadAndTransform(c, src, nil, nil)
		for j, v := range p.x {
			z[c%columns+j*columns] = p.stored(v, 0, nil)
		}
	}
	a := p.target(k.Store.Real, dst, first/columns, 0)
	if k.MirrorInRow {
		p.splitMirrorColumns(a, first%columns, z)
		return
	}
	done := map[int]bool{}
	for j := range n {
		bin := first%columns + j*columns
		for _, b := range []int{bin, h - bin} {
			if !done[b] && (!k.Store.Real.TwoForOne || b <= h/2) {
				a.spectrum(b, func(n int) complex128 { return z[n] })
			}
			done[b] = true
		}
	}
}

// splitMirrorColumns stores the bins of a column and its mirror column by butterfly pairs of the
// last stage. Each pair makes the bins whose points it holds.
func (p *kernelInterpreter) splitMirrorColumns(a rowAccess, column int, z map[int]complex128) {
	columns, last := p.k.Columns(), p.stages[len(p.stages)-1]
	h := columns * p.n
	for u := range last.Butterflies() {
		first, second, there := last.ColumnMirrorPair(column, columns, u)
		if !there {
			continue
		}
		have := map[int]complex128{}
		for m := range last.R {
			for _, of := range []wgsl.ColumnButterfly{first, second} {
				n := of.Column + last.Out(of.Butterfly, m)*columns
				have[n] = z[n]
			}
		}
		for n := range have {
			if _, there := have[(h-n)%h]; !there {
				panic("a butterfly pair lacks a point of a mirror pair")
			}
			if n == 0 && !a.TwoForOne {
				a.spectrum(h, func(n int) complex128 { return have[n] })
			}
			if !a.TwoForOne || 2*n <= h {
				a.spectrum(n, func(n int) complex128 { return have[n] })
			}
		}
	}
}

// checkMirrorRow panics unless points k and -k of a row and its mirror row are in mirrored
// butterflies.
func (p *kernelInterpreter) checkMirrorRow(st wgsl.Stage, at func(j, i int) int) {
	for j := range st.Butterflies() {
		mirror, slots := st.MirrorButterfly(j), map[int]bool{}
		for i := range st.R {
			slots[at(mirror, i)] = true
		}
		for i := range st.R {
			if !slots[(p.n-at(j, i))%p.n] {
				panic("a butterfly pair lacks a point of a mirror pair")
			}
		}
	}
}

// mirrorRow returns the mirror row of row q of the batch.
func (p *kernelInterpreter) mirrorRow(q int) int {
	rows := p.k.MirrorRows.Rows()
	return q/rows*rows + p.k.MirrorRows.Mirror(q%rows)
}

// splitMirrorRows runs transform q of a kernel with mirrored rows. The first row of a pair runs its
// mirror row, too.
func (p *kernelInterpreter) splitMirrorRows(q int, dst, src []complex128) {
	first, mirror, owned := p.k.MirrorTransform(q)
	if !owned {
		return
	}
	if mirror != p.mirrorRow(first) {
		panic("the kernel has another mirror row")
	}
	last := p.stages[len(p.stages)-1]
	p.checkMirrorRow(last.Stage, last.Out)
	z := map[int][]complex128{}
	for _, row := range []int{first, mirror} {
		p.loadAndTransform(row, src, nil, nil)
		z[row] = make([]complex128, p.n)
		for j, v := range p.x {
			z[row][j] = p.stored(v, 0, nil)
		}
	}
	for row := range z {
		a := p.target(p.k.Store.Real, dst, row, 0)
		for k := range p.n + 1 {
			x, c := z[row][k%p.n], cmplx.Conj(z[p.mirrorRow(row)][(p.n-k%p.n)%p.n])
			a.putBin(0, k, x+c-1i*w(2*p.n, k)*(x-c))
		}
	}
}

// mergedPoint returns point n of row q, made from the bins of the row and its mirror row. The bins
// at the ends count half.
func (p *kernelInterpreter) mergedPoint(q, n int, src []complex128) complex128 {
	r := p.k.Load.Real
	a, b := p.source(r, src, q, 0), p.source(r, src, p.mirrorRow(q), 0)
	x, c := a.number(0, n), cmplx.Conj(b.number(0, p.n-n))
	if n == 0 {
		x, c = (x+cmplx.Conj(b.number(0, 0)))/2, (c+a.number(0, p.n))/2
	}
	return x + c + 1i*(x-c)*w(2*p.n, -n)
}
