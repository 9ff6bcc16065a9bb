package wgsl

import "fmt"

// block returns the elements of the workgroup's contiguous block that this thread touches, as clusters of one.
func (e *emitter) stagedFragments(name string) []fragment {
	k := e.k
	size, all := k.Invocations(), k.N()*k.TransformsPerGroup
	var block []fragment
	for c := range (all + size - 1) / size {
		v := fmt.Sprintf("%s%d", name, c)
		cl := fragment{values: []string{v}, base: "local.x", lo: 0, hi: size - 1, offsets: []int{c * size}}
		if (c+1)*size > all {
			cl.active = fmt.Sprintf("%s < %du", plus("local.x", c*size), all)
			cl.hi = all - 1 - c*size
		}
		block = append(block, cl)
	}
	return block
}

// result is the value of element n as it is stored.
func (e *emitter) storedValue(v, n string) string {
	factor := ""
	if e.k.Store.TableFactor {
		factor = table(StoreFactors, e.k.tablePages(e.k.Store.Segments, e.k.Store.Real)).element(n)
	}
	return e.storedProduct(v, factor)
}

// resultTimes is a value as it is stored, with its factor, "" for none.
func (e *emitter) storedProduct(v, factor string) string {
	if e.k.Store.SwapReIm {
		v += ".yx"
	}
	if factor != "" {
		v = fmt.Sprintf("cmul(%s, %s)", v, factor)
	}
	if e.k.Store.scaled() {
		return "scaled(" + v + ")"
	}
	return v
}

// store brings the outputs of the last stage to global memory.
func (e *emitter) store(held []fragment) {
	s := e.k.Store
	condition, number := "", "first + q"
	if e.k.Tail {
		condition = "first + q < batch.end"
	}
	if e.k.MirrorColumns {
		condition, number = and(condition, e.ownedTransform()), "mirrored(first + q)"
	}
	if condition != "" {
		e.line("if (%s) {", condition)
		defer e.line("}")
	}
	e.line("let target_seq = %s;", number)
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
	numbered := s.Bound > 0 || s.TableFactor || s.Real.Form != Complex
	own := column
	if e.k.interleave() > 1 && numbered && column != "" {
		own = "target_own"
		e.line("let target_own = target_column / %du;", e.k.Interleave)
	}
	turn := e.passTwiddler(s.PassTwiddle, "out", e.withoutInterleave("target_seq"))
	for b, c := range held {
		if c.active != "" {
			e.line("if (%s) {", c.active)
		}
		turn.baseFactor(b, c)
		for i, v := range c.values {
			there, beyond := e.withinBound(s.Map, c, i, s.Bound)
			if beyond {
				continue
			}
			j, off := c.pointIndex(i)
			place := s.Map.elementIndex(column, j, off, c.hi)
			n := place
			if numbered {
				n = fmt.Sprintf("m%d_%d", b, i)
				e.line("let %s = %s;", n, e.perArray(s.Map).elementIndex(own, j, off, c.hi))
				if e.k.interleave() == 1 {
					place = n
				}
			}
			factor := ""
			if s.TableFactor {
				factor = e.tableFactor(table(StoreFactors, e.k.tablePages(s.Segments, s.Real)), n, j, b, i)
			}
			if !there {
				e.line("if (%s < %du) {", n, s.Bound)
			}
			value := e.storedProduct(turn.twiddled(v, b, c, i), factor)
			if s.Real.Form != Complex {
				e.line("out_point(%s, %s, %s);", s.Real.baseArgs("out"), n, value)
			} else {
				e.put(added("target_base", place), value)
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

// storeBlock brings the workgroup's block to global memory in the order it lies there.
func (e *emitter) storeStaged(block []fragment) {
	e.line("let target_base = %s;", e.withOffset(fmt.Sprintf("first * %du + local.x", e.k.N()), "dst_begin"))
	for _, c := range block {
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
