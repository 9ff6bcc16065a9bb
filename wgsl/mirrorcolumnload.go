package wgsl

// The load of a kernel with mirror columns: each thread reads the bins of points k and -k, from a
// column and its partner, once.

// loadMirrorColumns loads the inputs of the first stage as point pairs of a column and its
// partner.
func (e *emitter) loadMirrorColumns(st step, need []fragment) {
	k := e.k
	_, _, groups := k.mirrorColumnsCounts()
	number := "first"
	if k.Tail {
		number = "min(first, batch.end - 1u)"
	}
	e.line("// points k and -k together, of a column and its partner, which one thread has")
	e.line("let source_row = %s / %du;", number, k.TransformsPerGroup*groups)
	e.rowBases("in", k.Load.Real, "source_row", "", "src_begin")
	for b := 0; b < len(need); b += 2 {
		c := e.columnPair(0, st, b)
		number := func(b, i int) string { return e.withColumnRoot(c, c.number(b, i), b, i) }
		from := e.loadPointPairs(st, st.columnPointPairs(b), number)
		if b == 0 {
			butterfly, i := st.columnNyquist(b)
			from.selfConjugate[slot{butterfly, i}] = e.loadNyquist(c.selfConjugate)
		}
		from.bind(e, b, need[b], c.selfConjugate)
		from.bind(e, b+1, need[b+1], c.selfConjugate)
	}
}
