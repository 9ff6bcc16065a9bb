package wgsl

import "fmt"

// The store of a kernel with MirrorInRow: each thread makes the bins of points k and -k from two
// of its registers, without an exchange.

// storeMirrorInRow stores the outputs of the last stage as point pairs.
func (e *emitter) storeMirrorInRow(s int, st step, held []fragment) {
	k := e.k
	r := k.Store.Real
	e.line("// points k and -k of a transform together, which one thread has")
	if k.Tail {
		e.line("if (first + q < batch.end) {")
		defer e.line("}")
	}
	e.storeRows()
	out := func(function, n, p, partner string) {
		p, partner = e.storedValue(p, ""), e.storedValue(partner, "")
		e.line("%s(%s, %s, %s, %s);", function, r.baseArgs("out"), n, p, partner)
	}
	single, self := st.pairSize() == 1, "self_conjugate"+letter(s)
	for b := 0; b < len(held); b += st.pairSize() {
		if held[b].active != "" {
			e.line("if (%s) {", held[b].active)
		}
		if b == 0 && !single {
			e.line("let %s = %s; // these butterflies are self-conjugate", self, isSelfConjugate(s))
		}
		for m := range st.pairSize() {
			e.readBaseRoots(k.storeEnd(), held[b+m].point, butterflySuffix(s, b+m))
		}
		for _, p := range st.pointPairs(b) {
			partner, own := held[p.partner].values[p.partnerSlot], held[p.b].values[p.selfSlot]
			switch {
			case single:
				partner = own
			case b == 0:
				partner = fmt.Sprintf("select(%s, %s, %s)", partner, own, self)
			}
			n := plus(held[p.b].point, p.slot*st.P)
			n = e.pointAndRoots(k.storeEnd(), n, butterflySuffix(s, p.b), st.R, p.slot)
			out(e.outFunction(st, p.b, p.slot), n, held[p.b].values[p.slot], partner)
		}
		if butterfly, slot, there := st.nyquist(b); there && b == 0 {
			if !single {
				e.line("if (%s) {", self)
			}
			v := held[butterfly].values[slot]
			out("out_pair", e.nyquistAndRoots(k.storeEnd(), fmt.Sprintf("%du", k.N()/2)), v, v)
			if !single {
				e.line("}")
			}
		}
		if held[b].active != "" {
			e.line("}")
		}
	}
}

// storeRows declares where the rows of this transform begin in the target.
func (e *emitter) storeRows() {
	s := e.k.Store
	e.line("let target_seq = first + q;")
	_, column := s.Map.startOf("target_seq")
	if column != "" {
		e.line("let target_column = %s;", column)
		column = "target_column"
	}
	e.mappedRowBases("out", s.Real, s.Map, "target_seq", column, "dst_begin")
}
