package wgsl

import "fmt"

// inputs writes the indices of the points a step reads and returns them as clusters, one a butterfly.
func (e *emitter) stepInputs(s int, st step) []fragment {
	switch {
	case st.gather && !e.k.Rader.Fold:
		return e.raderGather(s, st)
	case st.mirrorColumns:
		return e.mirrorColumnsInputs(s, st)
	}
	var need []fragment
	for b := range e.k.butterfliesPerThread(st) {
		var j string
		var hi int
		if !e.k.needsNoIndex(s, b, st) {
			j, hi = e.butterflyIndex(s, st, b)
		}
		c := fragment{base: j, point: j, lo: b * e.k.Threads(), hi: hi}
		switch {
		case st.mirrorInRow:
			c.lo, c.hi = e.k.mirrorSpan(st, b)
		case st.spacing > 0:
			c.lo, c.hi = e.k.joinedSpan(st, b)
		}
		switch {
		case s > 0 && e.k.Layout.Kind == Digits:
			c.active = e.activeCondition(st, b)
			e.setFiber(&c, s, b, st)
		case st.exchanged && (s > 0 || e.k.Load.Path == Staged):
			base := j
			if st.transforms > 1 {
				sub, _ := e.subTransform(j, s, b, st)
				base += " + " + times(sub, st.N-st.Butterflies())
				c.hi += (st.transforms - 1) * (st.N - st.Butterflies())
				c.lo += c.lo / st.Butterflies() * (st.N - st.Butterflies())
			}
			if e.k.TransformsPerGroup > 1 {
				_, q := e.threadNames(st.phase)
				base = e.k.tileIndex(q, base)
				e.k.toTileIndex(&c)
			}
			if base != j {
				c.base = fmt.Sprintf("in%s%d", letter(s), b)
				e.line("let %s = %s;", c.base, base)
			}
		}
		for i := range st.R {
			c.offsets = append(c.offsets, st.In(0, i))
			c.values = append(c.values, fmt.Sprintf("%s%d_%d", letter(s), b, i))
		}
		need = append(need, c)
	}
	return need
}

// loaded is the expression of one element of the source.
func (e *emitter) loadElement(address string) string {
	s := e.source().element(address)
	if e.k.Load.SwapReIm {
		s += ".yx"
	}
	return s
}

// start is the WGSL of the element at which the points of a transform begin, and of the transform's part of the numbers of
// its elements.
func (m Map) startOf(seq string) (base, column string) {
	if m.Inner <= 1 {
		return times(seq, m.Dist), ""
	}
	column = fmt.Sprintf("%s %% %du", seq, m.Inner)
	if m.run() > 1 {
		column = times(column, m.Run)
	}
	return fmt.Sprintf("%s / %du * %du", seq, m.Inner, m.Dist), column
}

// number is the WGSL of the number of point j + off of a transform, with j up to hi.
func (m Map) elementIndex(column, j string, off, hi int) string {
	n := plus(times(j, m.Stride), off*m.Stride)
	switch {
	case m.run() > 1:
		return column + " + " + m.runIndex(j, off, hi)
	case j == "" && column != "":
		n = plus(column, off*m.Stride)
	case j == "":
		n = plus("", off*m.Stride)
	case column != "":
		n = column + " + " + n
	}
	return n
}

// inRuns is where point j + off of a transform lies from its first run on.
func (m Map) runIndex(j string, off, hi int) string {
	far := off / m.Run * m.Stride
	switch off %= m.Run; {
	case j == "":
		return fmt.Sprintf("%du", far+off)
	case hi+off < m.Run:
		return plus(j, far+off)
	case off > 0:
		j = fmt.Sprintf("(%s)", plus(j, off))
	}
	return plus(fmt.Sprintf("%s / %du * %du + %s %% %du", j, m.Run, m.Stride, j, m.Run), far)
}

// begun is the WGSL of an element's place in an array that begins where the batch binding says.
func (e *emitter) withOffset(at, begin string) string {
	if e.k.Offset {
		return "batch." + begin + " + " + at
	}
	return at
}

// lane0 is the WGSL of transform or column number at, without its lane.
func (e *emitter) withoutInterleave(at string) string {
	if e.k.interleave() > 1 {
		return fmt.Sprintf("%s / %du", at, e.k.Interleave)
	}
	return at
}

// alone is the map of one of the arrays that lie side by side.
func (e *emitter) perArray(m Map) Map {
	m.Stride /= e.k.interleave()
	return m
}

// withinLength says whether element i of a cluster is among the first length of its array for every thread, and whether it is for none.
// A length of 0 is no bound.
func (e *emitter) withinBound(m Map, c fragment, i, length int) (there, beyond bool) {
	switch {
	case length == 0:
		return true, false
	case c.points != nil:
		return false, false
	}
	m = e.perArray(m)
	first := (c.lo + c.offsets[i]) * m.Stride
	last := (c.hi+c.offsets[i])*m.Stride + (max(1, m.Inner)-1)/e.k.interleave()
	return last < length, first >= length
}

// load brings the inputs of the first stage from global memory.
func (e *emitter) load(need []fragment) {
	l := e.k.Load
	base, column := l.Map.startOf("seq")
	if l.Real.Form == Complex {
		e.line("let source = %s;", e.withOffset(base, "src_begin"))
	}
	if column != "" {
		e.line("let column = %s;", column)
		column = "column"
	}
	if l.Real.Form != Complex {
		e.mappedRowBases("in", l.Real, l.Map, "seq", column, "src_begin")
	}
	turn := e.passTwiddler(l.PassTwiddle, "in", e.withoutInterleave("seq"))
	own := column // of the array, without its lane
	numbered := l.Bound > 0 || l.TableFactor || l.Real.Form != Complex
	if e.k.interleave() > 1 && numbered && column != "" {
		own = "own_column"
		e.line("let own_column = column / %du;", e.k.Interleave)
	}
	for b := range need {
		c := &need[b]
		turn.baseFactor(b, *c)
		for i := range c.offsets {
			j, off := c.pointIndex(i)
			v, n := c.values[i], l.Map.elementIndex(column, j, off, c.hi)
			there, beyond := e.withinBound(l.Map, *c, i, l.Bound)
			if beyond {
				e.line("let %s = vec2<f32>(0.0, 0.0);", v)
				continue
			}
			if !numbered {
				e.line("let %s = %s;", v, turn.twiddled(e.loadElement(added("source", n)), b, *c, i))
				continue
			}
			at := fmt.Sprintf("n%d_%d", b, i)
			e.line("let %s = %s;", at, e.perArray(l.Map).elementIndex(own, j, off, c.hi))
			x := e.loadElement(added("source", at))
			switch {
			case l.Real.Form != Complex:
				x = e.realPoint(at)
			case e.k.interleave() > 1:
				x = e.loadElement(added("source", n))
			}
			if l.TableFactor {
				x = fmt.Sprintf("cmul(%s, %s)", x, e.tableFactor(table(LoadFactors, e.k.tablePages(l.Segments, l.Real)), at, j, b, i))
			}
			if x = turn.twiddled(x, b, *c, i); there {
				e.line("let %s = %s;", v, x)
				continue
			}
			e.line("var %s: vec2<f32>; // zero from element %d on", v, l.Bound)
			e.line("if (%s < %du) {", at, l.Bound)
			e.line("%s = %s;", v, x)
			e.line("}")
		}
	}
}

// loadBlock brings the workgroup's transforms from global memory in the order they lie there.
func (e *emitter) loadStaged() []fragment {
	block := e.stagedFragments("x")
	e.line("let source = %s;", e.withOffset(fmt.Sprintf("first * %du + local.x", e.k.N()), "src_begin"))
	for _, c := range block {
		at := plus("source", c.offsets[0])
		if e.k.Tail {
			at = fmt.Sprintf("min(%s, %s - 1u)", at, e.withOffset(fmt.Sprintf("batch.end * %du", e.k.N()), "src_begin"))
		} else if c.active != "" { // stays in the block, which the source holds wholly
			at = fmt.Sprintf("min(%s, %s)", at, e.withOffset(fmt.Sprintf("first * %du + %du", e.k.N(), e.k.N()*e.k.TransformsPerGroup-1), "src_begin"))
		}
		e.line("let %s = %s;", c.values[0], e.loadElement(at))
	}
	return block
}
