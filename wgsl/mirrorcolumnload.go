package wgsl

// loadMates brings the inputs of the first stage by pairs of points of a column and its mate, each of which its bins make once.
func (e *emitter) loadMates(st step, need []fragment) {
	k := e.k
	_, _, groups := k.mates()
	number := "first"
	if k.Tail {
		number = "min(first, batch.end - 1u)"
	}
	e.line("// points k and -k together, of a column and its mate, which one thread has")
	e.line("let source_row = %s / %du;", number, k.TransformsPerGroup*groups)
	e.rowBases("in", k.Load.Real, "source_row", "", "src_begin")
	for b := 0; b < len(need); b += 2 {
		c := e.matedCouple(0, st, b)
		from := e.loadPairs(st, st.matedPairsOf(b), func(b, i int) string { return e.withMatedGiven(c, c.number(b, i), b, i) })
		if b == 0 {
			butterfly, i := st.matedMiddle(b)
			from.own[slot{butterfly, i}] = e.loadMiddle(c.lone)
		}
		from.bind(e, b, need[b], c.lone)
		from.bind(e, b+1, need[b+1], c.lone)
	}
}
