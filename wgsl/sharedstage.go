package wgsl

import "fmt"

// What a stage of matrix products writes beside what every stage does.

// products writes the functions of the kernel's products, each once.
func (e *emitter) products() {
	done := map[int]bool{}
	for _, r := range e.k.Radices() {
		if !done[r] {
			done[r] = true
			e.matrixProduct(share(r, e.k.Product))
		}
	}
}

// productRemark is what the comment of a step says of its product.
func (e *emitter) productRemark(st step) string {
	switch {
	case e.k.Product == 0:
		return ""
	case st.shares.parts == 1:
		return " as a matrix product"
	}
	return fmt.Sprintf(" as a matrix product in %d parts", st.shares.parts)
}

// unitIndex writes the number of the b-th unit of this thread, which butterfly j and which part c of it that is, and returns j.
func (e *emitter) unitIndex(s int, st step, b int) string {
	name := fmt.Sprintf("%s%d", letter(s), b)
	t, _ := e.lane(st.lane)
	number := plus(t, b*e.k.Threads())
	if (b+1)*e.k.Threads() <= st.units() {
		e.line("let u%s = %s;", name, number)
	} else {
		e.line("let u%s = min(%s, %du); // threads without a part repeat the last", name, number, st.units()-1)
	}
	if st.all() == 1 {
		e.line("let j%s = 0u;", name)
		e.line("let c%s = u%s; // the part of the product", name, name)
		return "j" + name
	}
	e.line("let j%s = u%s %% %du;", name, name, st.all())
	e.line("let c%s = u%s / %du; // the part of the product", name, name, st.all())
	return "j" + name
}

// sharedOutputs writes a step whose products are shared, and returns its outputs as clusters: of each unit the first outputs of its pairs,
// and the second ones.
func (e *emitter) sharedOutputs(s int, st step, need []cluster, direct bool) []cluster {
	for b, c := range need {
		e.line("let y%s%d = %s(c%s%d, %s);", letter(s), b, st.shares.function(), letter(s), b, join(c.values))
	}
	var held []cluster
	for b := range need {
		held = append(held, e.sharedUnit(s, st, b, direct)...)
	}
	return held
}

// sharedUnit writes where the outputs of one unit go.
func (e *emitter) sharedUnit(s int, st step, b int, direct bool) []cluster {
	h, name := st.shares, fmt.Sprintf("%s%d", letter(s), b)
	row := st.row("j" + name)
	if e.k.Transforms > 1 && !direct {
		_, q := e.lane(st.lane)
		row = e.k.spot(q, row)
	}
	if row != "j"+name {
		e.line("let row%s = %s;", name, row)
		row = "row" + name
	}
	var held []cluster
	// add adds the outputs of slots from ... end-1, whose places fall or rise by P from one to the next.
	add := func(base string, from, end, first, step int, condition string) {
		if from >= end {
			return
		}
		c := cluster{base: base, point: base, aligned: st.P * st.R, active: e.activity(st, b)}
		if condition != "" {
			c.active = both(condition, c.active)
		}
		most := 0
		for i := from; i < end; i++ {
			off := (first + (i-from)*step) * st.P
			c.values, c.offsets, most = append(c.values, fmt.Sprintf("y%s.y%d", name, i)), append(c.offsets, off), max(most, off)
		}
		c.hi = e.k.N()*e.k.Transforms - 1 - most
		held = append(held, c)
	}
	part := "c" + name
	whole, unlessLast := h.last(), fmt.Sprintf("%s < %du", part, h.parts-1)
	e.line("let out%s = %s + %s;", name, row, times(part, h.each*st.P))
	add("out"+name, 0, whole, 0, 1, "")
	add("out"+name, whole, h.each, whole, 1, unlessLast)
	// The second outputs: that of the first pair, which may be pair 0, by itself.
	if h.r%2 == 0 {
		e.line("let mid%s = %s + %s;", name, row, times(fmt.Sprintf("select(%du - %s, %du, %s == 0u)", h.r, times(part, h.each), h.r/2, part), st.P))
		add("mid"+name, h.each, h.each+1, 0, 1, "")
	} else {
		e.line("let mid%s = %s + %du - %s;", name, row, h.r*st.P, times(part, h.each*st.P))
		add("mid"+name, h.each, h.each+1, 0, 1, part+" > 0u")
	}
	if h.each > 1 {
		e.line("let back%s = %s + %du - %s;", name, row, (h.r-h.each+1)*st.P, times(part, h.each*st.P))
		add("back"+name, h.each+1, h.each+whole, h.each-2, -1, "")
		add("back"+name, h.each+whole, 2*h.each, h.each-1-whole, -1, unlessLast)
	}
	return held
}
