package wgsl

import "fmt"

// The load brings the points of the first stage from global memory to registers. Path Direct reads
// point j of transform q at Map.At(q, j), each thread the inputs of its butterflies. Path Staged
// reads the transforms of the workgroup as one contiguous block and then exchanges the points.

// stepInputs writes the indices of the points that a step reads. It returns one fragment for each
// butterfly of a thread.
func (e *emitter) stepInputs(s int, st step) []fragment {
	switch {
	case st.gather && !e.k.Rader.Fold:
		return e.raderGather(s, st)
	case st.mirrorColumns:
		return e.mirrorColumnsInputs(s, st)
	}
	var inputs []fragment
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
		inputs = append(inputs, c)
	}
	return inputs
}

// loadElement returns the WGSL of one element of the source.
func (e *emitter) loadElement(address string) string {
	s := e.source().element(address)
	if e.k.Load.SwapReIm {
		s += ".yx"
	}
	return s
}

// startOf returns the WGSL of two terms of Map.At: base is the start of the group of transforms of
// seq, column is the offset of the transform within its group, or "" for 0.
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

// elementIndex returns the WGSL of the index of point j + off relative to the base of startOf. The
// values of j are at most hi.
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

// runIndex returns the WGSL of the index of point j + off relative to the transform's first run.
func (m Map) runIndex(j string, off, hi int) string {
	runs := off / m.Run * m.Stride
	switch off %= m.Run; {
	case j == "":
		return fmt.Sprintf("%du", runs+off)
	case hi+off < m.Run:
		return plus(j, runs+off)
	case off > 0:
		j = fmt.Sprintf("(%s)", plus(j, off))
	}
	return plus(fmt.Sprintf("%s / %du * %du + %s %% %du", j, m.Run, m.Stride, j, m.Run), runs)
}

// withOffset adds the element at which the array begins, if the batch binding has it.
func (e *emitter) withOffset(at, begin string) string {
	if e.k.Offset {
		return "batch." + begin + " + " + at
	}
	return at
}

// withoutInterleave returns the WGSL of transform or column number at, without the number of its
// array.
func (e *emitter) withoutInterleave(at string) string {
	if e.k.interleave() > 1 {
		return fmt.Sprintf("%s / %du", at, e.k.Interleave)
	}
	return at
}

// perArray returns the map of one of the interleaved arrays.
func (e *emitter) perArray(m Map) Map {
	m.Stride /= e.k.interleave()
	return m
}

// withinBound compares the index of element i of a fragment with a bound: there reports that it is
// less for every thread, beyond that it is not for any thread. A bound of 0 is no bound.
func (e *emitter) withinBound(m Map, c fragment, i, bound int) (there, beyond bool) {
	switch {
	case bound == 0:
		return true, false
	case c.points != nil:
		return false, false
	}
	m = e.perArray(m)
	first := (c.lo + c.offsets[i]) * m.Stride
	last := (c.hi+c.offsets[i])*m.Stride + (max(1, m.Inner)-1)/e.k.interleave()
	return last < bound, first >= bound
}

// load writes the direct load of the inputs of the first stage: bound check, table factor, pass
// twiddle.
func (e *emitter) load(inputs []fragment) {
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
	twiddler := e.passTwiddler(l.PassTwiddle, "in", e.withoutInterleave("seq"))
	own := column // the column within one of the interleaved arrays
	needsIndex := l.Bound > 0 || l.TableFactor || l.Real.Form != Complex
	if e.k.interleave() > 1 && needsIndex && column != "" {
		own = "column_in_array"
		e.line("let column_in_array = column / %du;", e.k.Interleave)
	}
	for b := range inputs {
		c := &inputs[b]
		twiddler.baseFactor(b, *c)
		for i := range c.offsets {
			j, off := c.pointIndex(i)
			v, n := c.values[i], l.Map.elementIndex(column, j, off, c.hi)
			there, beyond := e.withinBound(l.Map, *c, i, l.Bound)
			if beyond {
				e.line("let %s = vec2<f32>(0.0, 0.0);", v)
				continue
			}
			if !needsIndex {
				e.line("let %s = %s;", v, twiddler.twiddled(e.loadElement(added("source", n)), b, *c, i))
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
				factors := table(LoadFactors, e.k.tableSegments(l.Segments, l.Real))
				x = fmt.Sprintf("cmul(%s, %s)", x, e.tableFactor(factors, at, j, b, i))
			}
			if x = twiddler.twiddled(x, b, *c, i); there {
				e.line("let %s = %s;", v, x)
				continue
			}
			e.line("var %s: vec2<f32>; // zero from element %d", v, l.Bound)
			e.line("if (%s < %du) {", at, l.Bound)
			e.line("%s = %s;", v, x)
			e.line("}")
		}
	}
}

// loadStaged writes the load of the workgroup's transforms as one contiguous block.
func (e *emitter) loadStaged() []fragment {
	fragments := e.stagedFragments("x")
	e.line("let source = %s;", e.withOffset(fmt.Sprintf("first * %du + local.x", e.k.N()), "src_begin"))
	for _, c := range fragments {
		at := plus("source", c.offsets[0])
		if e.k.Tail {
			at = fmt.Sprintf("min(%s, %s - 1u)", at, e.withOffset(fmt.Sprintf("batch.end * %du", e.k.N()), "src_begin"))
		} else if c.active != "" { // threads beyond the block repeat its last element
			last := fmt.Sprintf("first * %du + %du", e.k.N(), e.k.N()*e.k.TransformsPerGroup-1)
			at = fmt.Sprintf("min(%s, %s)", at, e.withOffset(last, "src_begin"))
		}
		e.line("let %s = %s;", c.values[0], e.loadElement(at))
	}
	return fragments
}
