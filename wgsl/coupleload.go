package wgsl

import "fmt"

// loadCouples brings the inputs of the first stage by pairs of points, each of which its bins make once.
func (e *emitter) loadCouples(st step, need []cluster) {
	l := e.k.Load
	e.loadRows()
	alone, lone := st.members() == 1, "lone"+letter(0)
	for b := 0; b < len(need); b += st.members() {
		if b == 0 && !alone {
			e.line("let %s = %s; // these butterflies are their own mates", lone, firstCouple(0))
		}
		// Where the points come from: of couples as most are, and of butterflies that are their own mates.
		type point struct{ b, slot int }
		most, own := map[point]string{}, map[point]string{}
		for _, p := range st.pairsOf(b) {
			v := fmt.Sprintf("pair%d_%d", p.b, p.slot)
			e.line("let %s = in_pair(%s, %s);", v, l.Real.bases("in"), plus(need[p.b].point, p.slot*st.Butterflies()))
			own[point{p.b, p.own}], most[point{p.other, p.mate}] = e.paired(v, "c"), e.paired(v, "c")
			own[point{p.b, p.slot}], most[point{p.b, p.slot}] = e.paired(v, "p"), e.paired(v, "p")
		}
		if butterfly, slot, there := st.middle(b); there && b == 0 {
			middle := fmt.Sprintf("in_pair(%s, %du)", l.Real.bases("in"), e.k.N()/2)
			if alone {
				middle = e.paired(middle, "p")
			} else {
				e.line("var middle: vec2<f32>;")
				e.line("if (%s) {", lone)
				e.line("middle = %s;", e.paired(middle, "p"))
				e.line("}")
				middle = "middle"
			}
			own[point{butterfly, slot}] = middle
		}
		for m := range st.members() {
			for slot, v := range need[b+m].values {
				at := point{b + m, slot}
				x, mine := most[at], own[at]
				if m == 1 && st.selfMate() == 0 && x != mine { // butterfly 0 once more
					mine = need[b].values[slot]
				}
				switch {
				case alone:
					x = mine
				case b == 0 && x != mine:
					x = fmt.Sprintf("select(%s, %s, %s)", x, mine, lone)
				}
				e.line("let %s = %s;", v, x)
			}
		}
	}
}

// loadRows writes where the rows of this thread's transform begin in the source.
func (e *emitter) loadRows() {
	l := e.k.Load
	_, column := l.Map.start("seq")
	if column != "" {
		e.line("let column = %s;", column)
		column = "column"
	}
	e.rowsOf("in", l.Real, l.Map, "seq", column, "src_begin")
}

// paired is a point of a pair, as the transform takes it.
func (e *emitter) paired(pair, of string) string {
	if e.k.Load.Swap {
		return pair + "." + of + ".yx"
	}
	return pair + "." + of
}

// inPair writes the function of the points k and -k of the complex transform, and the structure it returns.
func (e *emitter) inPair(r Real) {
	e.line("// points k and -k of the complex transform, k up to half its points")
	e.line("struct Pair { p: vec2<f32>, c: vec2<f32> }")
	e.line("")
	e.line("fn in_pair(%s, k: u32) -> Pair {", r.params())
	if r.quarters() {
		e.turnedPair(r)
		return
	}
	e.line("let p = bin(a, k);")
	switch {
	case r.Alone:
		e.line("return Pair(p, vec2<f32>(p.x, -p.y));")
	case r.Rows:
		e.line("let c = bin(b, k);")
		e.line("return Pair(vec2<f32>(p.x - c.y, p.y + c.x), vec2<f32>(p.x + c.y, c.x - p.y));")
	default:
		e.line("let c = bin(a, %du - k);", r.N/2)
		e.line("let w = wave(%s);", r.halfTurn("k"))
		e.line("let s = vec2<f32>(p.x + c.x, p.y - c.y);")
		e.line("let d = turn(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));")
		e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
	}
	e.line("}")
	e.line("")
}
