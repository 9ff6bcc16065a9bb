package plan

import "wgfft/wgsl"

// What the player of schedules does where columns go with their mates.

// joinMates says that couples of the first stage have both points of each pair, where column or its mate is the first of two.
func (p *player) joinMates(column int) {
	columns, first := p.k.Columns(), p.rest[0]
	h := columns * p.n
	if column > columns/2 {
		column = columns - column
	}
	have := map[int]int{}
	for u := range first.Butterflies() {
		one, other, there := first.MatedCouple(column%(columns/2), columns, u)
		if !there {
			panic("a column without a mate")
		}
		for i := range first.R {
			for _, of := range []wgsl.Mated{one, other} {
				have[of.Column+first.In(of.Butterfly, i)*columns] = u + 1
			}
		}
		for n, couple := range have {
			if couple == u+1 && have[(h-n)%h] != couple {
				panic("a couple has both points of its pairs")
			}
		}
	}
	if len(have) != 2*p.n {
		panic("couples have every point once")
	}
}

// mated plays transform q of a kernel with mates, and its mate with the first of a pair.
func (p *player) mated(q int, dst, src []complex128) {
	k := &p.k
	first, mate, own := k.Mate(q)
	if !own {
		return
	}
	columns, n := k.Columns(), k.N()
	h := columns * n
	z := map[int]complex128{}
	for _, c := range []int{first, mate} {
		p.inside(c, src, nil, nil)
		for j, v := range p.x {
			z[c%columns+j*columns] = p.stored(v, 0, nil)
		}
	}
	a := p.target(k.Store.Real, dst, first/columns, 0)
	if k.Coupled {
		p.splitMates(a, first%columns, z)
		return
	}
	done := map[int]bool{}
	for j := range n {
		bin := first%columns + j*columns
		for _, b := range []int{bin, h - bin} {
			if !done[b] && (!k.Store.Real.Rows || b <= h/2) {
				a.spectrum(b, func(n int) complex128 { return z[n] })
			}
			done[b] = true
		}
	}
}

// splitMates is split of a column and its mate, by couples of the last stage: each makes the bins that its points are enough for, and no other has.
func (p *player) splitMates(a rowPlayer, column int, z map[int]complex128) {
	columns, last := p.k.Columns(), p.rest[len(p.rest)-1]
	h := columns * p.n
	for u := range last.Butterflies() {
		first, second, there := last.MatedCouple(column, columns, u)
		if !there {
			continue
		}
		have := map[int]complex128{}
		for m := range last.R {
			for _, of := range []wgsl.Mated{first, second} {
				n := of.Column + last.Out(of.Butterfly, m)*columns
				have[n] = z[n]
			}
		}
		for n := range have {
			if _, there := have[(h-n)%h]; !there {
				panic("a couple has both points of its pairs")
			}
			if n == 0 && !a.Rows {
				a.spectrum(h, func(n int) complex128 { return have[n] })
			}
			if !a.Rows || 2*n <= h {
				a.spectrum(n, func(n int) complex128 { return have[n] })
			}
		}
	}
}
