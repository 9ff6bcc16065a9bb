package wgsl

import "fmt"

// The store of a kernel with mirror columns: each thread makes the bins of points k and -k from
// the registers of a column and its partner.

// storeMirrorColumns stores the outputs of the last stage as point pairs of a column and its
// partner.
func (e *emitter) storeMirrorColumns(s int, st step, held []fragment) {
	k := e.k
	columns, _, groups := k.mirrorColumnsCounts()
	e.line("// points k and -k together, of a column and its partner, which one thread has")
	condition := fmt.Sprintf("mirror_column <= %du", k.lastColumn())
	if k.Tail {
		condition += " && first + slot < batch.end"
	}
	e.line("if (%s) {", condition)
	e.line("let row = first / %du;", k.TransformsPerGroup*groups)
	e.rowBases("out", k.Store.Real, "row", "", "dst_begin")
	for b := 0; b < len(held); b += 2 {
		e.storeColumnPair(s, st, b, held, columns%2 == 1)
	}
	e.line("}")
}

// storeColumnPair stores the point pairs of the thread's b-th and (b+1)-th butterflies. odd is set
// if the number of columns is odd.
func (e *emitter) storeColumnPair(s int, st step, b int, held []fragment, odd bool) {
	condition := held[b].active
	if odd && (b/2+1)*e.k.pairThreads() > st.columnZeroPairs() { // no column takes the partner's place
		condition = and(condition, fmt.Sprintf("!both_half%s%d", letter(s), b))
	}
	if condition != "" {
		e.line("if (%s) {", condition)
		defer e.line("}")
	}
	c := e.columnPair(s, st, b)
	one := b == 0 && odd && st.Butterflies()%2 == 1 // mirror pair 0 of column 0 has one butterfly
	second := false
	for _, p := range st.columnPointPairs(b) {
		if one && p.b > b && !second {
			second = true
			e.line("if (!%s) {", c.selfConjugate)
		}
		v := held[p.partner].values[p.partnerSlot]
		if c.selfConjugate != "" && !second {
			v = fmt.Sprintf("select(%s, %s, %s)", v, held[p.b].values[p.selfSlot], c.selfConjugate)
		}
		n := c.number(p.b, p.slot)
		if e.k.Store.Real.TwoForOne && p.slot > 0 { // several expressions take it
			number := fmt.Sprintf("%s_%d", c.number(p.b, 0), p.slot)
			e.line("let %s = %s;", number, n)
			n = number
		}
		function := e.outFunction(st, p.b, p.slot)
		e.storePointPair(function, "out", n, e.withColumnRoot(c, n, p.b, p.slot), held[p.b].values[p.slot], v)
	}
	if second {
		e.line("}")
	}
	if b > 0 || one && st.R%2 == 1 {
		return
	}
	butterfly, slot := st.columnNyquist(b)
	v := held[butterfly].values[slot]
	e.line("if (%s) {", c.selfConjugate)
	e.line("let nyquist = %s;", c.number(butterfly, slot))
	e.storePointPair("out_pair", "out", "nyquist", e.nyquistAndRoots(e.k.storeEnd(), "nyquist"), v, v)
	e.line("}")
}
