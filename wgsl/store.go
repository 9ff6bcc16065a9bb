package wgsl

import "fmt"

// The store brings the outputs of the last stage from registers to global memory. Path Direct
// writes point j of transform q to Map.At(q, j). Path Staged exchanges the points first, and writes
// the transforms of the workgroup as one contiguous block.

// stagedFragments returns the elements of the workgroup's contiguous block that this thread moves,
// one for each fragment.
func (e *emitter) stagedFragments(name string) []fragment {
	k := e.k
	size, all := k.Invocations(), k.N()*k.TransformsPerGroup
	var fragments []fragment
	for c := range (all + size - 1) / size {
		v := fmt.Sprintf("%s%d", name, c)
		cl := fragment{values: []string{v}, base: "local.x", lo: 0, hi: size - 1, offsets: []int{c * size}}
		if (c+1)*size > all {
			cl.active = fmt.Sprintf("%s < %du", plus("local.x", c*size), all)
			cl.hi = all - 1 - c*size
		}
		fragments = append(fragments, cl)
	}
	return fragments
}

// storedValue returns the WGSL of value v as element n stores it: swapped, multiplied by its table
// factor, scaled.
func (e *emitter) storedValue(v, n string) string {
	factor := ""
	if e.k.Store.TableFactor {
		factor = table(StoreFactors, e.k.tableSegments(e.k.Store.Segments, e.k.Store.Real)).element(n)
	}
	return e.storedProduct(v, factor)
}

// storedProduct returns the WGSL of a value as it is stored, multiplied by a factor unless factor
// is "".
func (e *emitter) storedProduct(v, factor string) string {
	if e.k.Store.SwapReIm {
		v += ".yx"
	}
	if factor != "" {
		v = fmt.Sprintf("cmul(%s, %s)", v, factor)
	}
	if e.k.Store.isScaled() {
		return "scaled(" + v + ")"
	}
	return v
}

// store writes the direct store of the outputs of the last stage.
func (e *emitter) store(outputs []fragment) {
	s := e.k.Store
	condition, seq := "", "first + q"
	if e.k.Tail {
		condition = "first + q < batch.end"
	}
	if e.k.MirrorColumns {
		condition, seq = and(condition, e.ownedTransform()), "mirrored(first + q)"
	}
	if condition != "" {
		e.line("if (%s) {", condition)
		defer e.line("}")
	}
	e.line("let target_seq = %s;", seq)
	base, column := s.Map.startOf("target_seq")
	if s.Real.Form == Complex {
		e.line("let target_base = %s;", e.withOffset(base, "dst_begin"))
	}
	if column != "" {
		e.line("let target_column = %s;", column)
		column = "target_column"
	}
	if s.Real.Form != Complex {
		e.mappedRowBases("out", s.Real, s.Map, "target_seq", column, "dst_begin")
	}
	needsIndex := s.Bound > 0 || s.TableFactor || s.Real.Form != Complex
	own := column
	if e.k.interleave() > 1 && needsIndex && column != "" {
		own = "target_column_in_array"
		e.line("let target_column_in_array = target_column / %du;", e.k.Interleave)
	}
	twiddler := e.passTwiddler(s.PassTwiddle, "out", e.withoutInterleave("target_seq"))
	for b, c := range outputs {
		if c.active != "" {
			e.line("if (%s) {", c.active)
		}
		twiddler.baseFactor(b, c)
		for i, v := range c.values {
			there, beyond := e.withinBound(s.Map, c, i, s.Bound)
			if beyond {
				continue
			}
			j, off := c.pointIndex(i)
			index := s.Map.elementIndex(column, j, off, c.hi)
			n := index
			if needsIndex {
				n = fmt.Sprintf("m%d_%d", b, i)
				e.line("let %s = %s;", n, e.perArray(s.Map).elementIndex(own, j, off, c.hi))
				if e.k.interleave() == 1 {
					index = n
				}
			}
			factor := ""
			if s.TableFactor {
				factor = e.tableFactor(table(StoreFactors, e.k.tableSegments(s.Segments, s.Real)), n, j, b, i)
			}
			if !there {
				e.line("if (%s < %du) {", n, s.Bound)
			}
			value := e.storedProduct(twiddler.twiddled(v, b, c, i), factor)
			if s.Real.Form != Complex {
				e.line("out_point(%s, %s, %s);", s.Real.baseArgs("out"), n, value)
			} else {
				e.put(added("target_base", index), value)
			}
			if !there {
				e.line("}")
			}
		}
		if c.active != "" {
			e.line("}")
		}
	}
}

// storeStaged writes the store of the workgroup's transforms as one contiguous block.
func (e *emitter) storeStaged(fragments []fragment) {
	e.line("let target_base = %s;", e.withOffset(fmt.Sprintf("first * %du + local.x", e.k.N()), "dst_begin"))
	for _, c := range fragments {
		at := plus("target_base", c.offsets[0])
		cond := c.active
		if e.k.Tail {
			if cond != "" {
				cond += " && "
			}
			cond += fmt.Sprintf("%s < %s", at, e.withOffset(fmt.Sprintf("batch.end * %du", e.k.N()), "dst_begin"))
		}
		if cond != "" {
			e.line("if (%s) {", cond)
		}
		e.put(at, e.storedValue(c.values[0], ""))
		if cond != "" {
			e.line("}")
		}
	}
}
