package wgsl

import "fmt"

// The steps of a Rader stage: gather the points by powers of the generator, transform, multiply by
// the spectrum, transform, and scatter the points. The point x[0] takes a way of its own:
//
//	step    | points of the convolution        | x[0] and X[0]
//	first   | gather x[g^-a]                   | load x[0]
//	product | multiply by the spectrum         | X[0] = x[0] + bin 0; add x[0] to product 0
//	last    | scatter to X[g^b]                | store X[0]

// raderGather declares the points that the first step reads, and returns one fragment for each
// butterfly.
func (e *emitter) raderGather(s int, st step) []fragment {
	var need []fragment
	r, exponents := e.k.Rader, e.k.Rader.exponents()
	for b := range e.k.butterfliesPerThread(st) {
		j, _ := e.butterflyIndex(s, st, b)
		sub, u := e.subTransform(j, s, b, st)
		e.line("let g%s%d = %s;", letter(s), b, r.firstPower(u))
		c := e.permuted(s, b, st, func(i int) string {
			power := r.power(-exponents[i*st.Butterflies()])
			point := residue(fmt.Sprintf("g%s%d", letter(s), b), power, r.Prime, st.transforms)
			if sub != "" {
				point = sub + " + " + point
			}
			return point
		}, e.k.Load.Path == Staged)
		for i := range st.R {
			c.values = append(c.values, fmt.Sprintf("%s%d_%d", letter(s), b, i))
		}
		need = append(need, c)
	}
	return need
}

// subTransform declares the transform of butterfly j in the step, and its number u within that
// transform.
func (e *emitter) subTransform(j string, s, b int, st step) (sub, u string) {
	if st.transforms == 1 {
		return "", j
	}
	sub, u = fmt.Sprintf("sub%s%d", letter(s), b), fmt.Sprintf("u%s%d", letter(s), b)
	of, in := j, "0u"
	if all := st.Butterflies(); all > 1 {
		of, in = fmt.Sprintf("%s / %du", j, all), fmt.Sprintf("%s %% %du", j, all)
	}
	e.declareOnce(sub, of)
	if e.k.Rader.Prime > 0 {
		e.declareOnce(u, in)
	}
	return sub, u
}

// residue returns factor * (g c mod p) in WGSL, for a variable g below p.
func residue(g string, c, p, factor int) string {
	switch {
	case c == 1:
		return times(g, factor)
	case c == p-1 && factor == 1:
		return fmt.Sprintf("%du - %s", p, g)
	case c == p-1:
		return fmt.Sprintf("%du - %s", p*factor, times(g, factor))
	}
	return times(fmt.Sprintf("%s * %du %% %du", g, c, p), factor)
}

// permuted declares the permuted points of a butterfly, and their indices in the workgroup's tile
// if exchanged is set.
func (e *emitter) permuted(s, b int, st step, point func(i int) string, exchanged bool) fragment {
	k := e.k
	c := fragment{lo: 0, hi: k.N()*k.TransformsPerGroup - 1, offsets: make([]int, st.R)}
	_, q := e.threadNames(st.phase)
	for i := range st.R {
		at := fmt.Sprintf("p%s%d_%d", letter(s), b, i)
		e.line("let %s = %s;", at, point(i))
		c.points = append(c.points, at)
		if exchanged && k.TransformsPerGroup > 1 {
			in := fmt.Sprintf("b%s%d_%d", letter(s), b, i)
			e.line("let %s = %s;", in, k.tileIndex(q, at))
			at = in
		}
		c.bases = append(c.bases, at)
	}
	return c
}

// raderDC returns the points x[0] that the butterflies of the first step load.
func (e *emitter) raderDC(st step, need []fragment) []fragment {
	var all []fragment
	_, q := e.threadNames(st.phase)
	for b := range raderSubs(st, len(need)) {
		c := e.single(fmt.Sprintf("x0_%d", b), "", 0)
		if st.transforms > 1 {
			c = e.single(c.values[0], fmt.Sprintf("suba%d", b), 0)
		}
		if e.k.Load.Path == Staged {
			e.inBlock(&c, q, fmt.Sprintf("x0_at%d", b))
		}
		all = append(all, c)
	}
	return all
}

// single returns the fragment of one value at point + off of its transform.
func (e *emitter) single(value, point string, off int) fragment {
	c := fragment{values: []string{value}, point: point, base: point, offsets: []int{off}}
	if point != "" {
		c.hi = e.k.N() - 1 - off
	}
	return c
}

// inBlock declares the index of a single value in the workgroup's tile.
func (e *emitter) inBlock(c *fragment, q, name string) {
	k := e.k
	if k.TransformsPerGroup == 1 {
		return
	}
	c.base = name
	k.toTileIndex(c)
	e.line("let %s = %s;", name, k.tileIndex(q, c.point))
}

// raderSubs returns how many butterflies of a thread can be the first of their transform.
func raderSubs(st step, perThread int) int {
	if st.transforms == 1 {
		return 1
	}
	return perThread
}

// carryDC passes x[0] from the threads that loaded it to the threads of the product. It lies
// behind the points of the exchange.
func (e *emitter) carryDC(first, last step, dc []fragment) (from, to []fragment) {
	behind := first.transforms * first.N
	for b, c := range dc {
		_, q := e.threadNames(first.phase)
		sub, u := "", fmt.Sprintf("ja%d", b)
		if first.transforms > 1 {
			sub, u = fmt.Sprintf("suba%d", b), fmt.Sprintf("ua%d", b)
		}
		out := e.single(c.values[0], sub, behind)
		e.inBlock(&out, q, fmt.Sprintf("x0_out%d", b))
		out.active = and(u+" == 0u", e.activeCondition(first, b))
		from = append(from, out)
	}
	for b := range raderSubs(last, e.k.butterfliesPerThread(last)) {
		t, q := e.threadNames(last.phase)
		sub := ""
		if last.transforms > 1 {
			sub = fmt.Sprintf("x0_sub%d", b)
			j := plus(t, b*e.k.Threads())
			e.line("let %s = min(%s, %du) / %du;", sub, j, last.butterflyCount()-1, last.Butterflies())
		}
		in := e.single(fmt.Sprintf("x0_last%d", b), sub, behind)
		e.inBlock(&in, q, fmt.Sprintf("x0_in%d", b))
		to = append(to, in)
	}
	return from, to
}

// raderProduct multiplies by the spectrum, adds x[0] to point 0, and returns the points X[0].
func (e *emitter) raderProduct(s int, st step, held, dc []fragment, exchanged bool) []fragment {
	var sums []fragment
	k := e.k
	for b := range held {
		j := fmt.Sprintf("j%s%d", letter(s), b)
		sub, u := e.subTransform(j, s, b, st)
		for m, v := range held[b].values {
			name := fmt.Sprintf("product%d_%d", b, m)
			point := plus(u, m*st.P)
			if m > 0 || b >= raderSubs(st, len(held)) {
				e.line("let %s = cmul(%s, spectrum[%s]).yx;", name, v, point)
			} else {
				sum := fmt.Sprintf("dc%d", b)
				e.line("let %s = %s + %s; // X[0], where the butterfly is the first", sum, dc[b].values[0], v)
				x0 := fmt.Sprintf("select(vec2<f32>(), %s, %s == 0u)", dc[b].values[0], u)
				e.line("let %s = (cmul(%s, spectrum[%s]) + %s).yx;", name, v, point, x0)
				c := e.single(sum, "", 0)
				if sub != "" {
					c = e.single(sum, fmt.Sprintf("dc_at%d", b), 0)
					e.line("let %s = %s;", c.point, times(sub, k.Rader.Prime))
				}
				_, q := e.threadNames(st.phase)
				if exchanged {
					e.inBlock(&c, q, fmt.Sprintf("dc_in%d", b))
				}
				c.active = and(u+" == 0u", e.activeCondition(st, b))
				sums = append(sums, c)
			}
			held[b].values[m] = name
		}
	}
	return sums
}

// raderScatter returns the outputs of the last step at their permuted points, with parts swapped
// back.
func (e *emitter) raderScatter(s int, st step, held []fragment, exchanged bool) []fragment {
	r, exponents := e.k.Rader, e.k.Rader.exponents()
	var all []fragment
	for b, c := range held {
		j := fmt.Sprintf("j%s%d", letter(s), b)
		sub, u := e.subTransform(j, s, b, st)
		e.line("let g%s%d = powers[%s];", letter(s), b, u)
		out := e.permuted(s, b, st, func(m int) string {
			point := residue(fmt.Sprintf("g%s%d", letter(s), b), r.power(exponents[m*st.P]), r.Prime, 1)
			if sub != "" {
				point = times(sub, r.Prime) + " + " + point
			}
			return point
		}, exchanged)
		out.active = e.activeCondition(st, b)
		for _, v := range c.values {
			out.values = append(out.values, v+".yx")
		}
		all = append(all, out)
	}
	return all
}
