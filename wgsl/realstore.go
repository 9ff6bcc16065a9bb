package wgsl

import "fmt"

// realStore writes the functions of the store of a real transform: out_point takes point n of the complex transform, out_pair the points k
// and -k.
func (e *emitter) realStoreFunctions() {
	r := e.k.Store.Real
	switch {
	case r.Form == Complex:
		return
	case e.k.hasHalfMirrorStore():
		e.outHalfMirror(r)
		return
	case r.IsSplit():
		e.putBinFunction(r)
		e.outPairFunction(r)
		return
	case r.ZeroImag && r.spectral():
		e.putBinFunction(r)
		e.line("// bin n of the complex transform: those beyond the half are conjugates")
		e.line("fn out_point(a: u32, n: u32, z: vec2<f32>) {")
		e.line("if (n <= %du) {", r.N/2)
		if r.Form == HalfSpectrum { // sums that have no imaginary part but for rounding
			ends := "n == 0u"
			if r.N%2 == 0 {
				ends += fmt.Sprintf(" || n == %du", r.N/2)
			}
			e.line("put_bin(a, n, vec2<f32>(z.x, select(z.y, 0.0, %s)));", ends)
		} else {
			e.line("put_bin(a, n, z);")
		}
		e.line("}")
		e.line("}")
		e.line("")
		return
	case r.Form == DCT4Rotation:
		e.line("// point n of the complex transform to the numbers 2n and %d - 2n", r.N-1)
		e.line("fn out_point(a: u32, n: u32, z: vec2<f32>) {")
		e.line("let x = cmul(z, real_root(4u * n));")
		e.put(r.elementIndex("a", "2u * n"), "x.x")
		e.put(r.elementIndex("a", fmt.Sprintf("%du - 2u * n", r.N-1)), map[bool]string{true: "x.y", false: "-x.y"}[r.Sine])
		e.line("}")
		e.line("")
		return
	}
	if !e.k.storesPairs() {
		e.putNumberFunction(r)
	}
	e.line("// point n of the complex transform")
	e.line("fn out_point(%s, n: u32, z: vec2<f32>) {", r.baseParams())
	switch {
	case r.ZeroImag:
		e.line("put_number(a, n, z.x);")
	case r.TwoForOne:
		e.line("put_number(a, n, z.x);")
		e.line("if (b != a) {")
		e.line("put_number(b, n, z.y);")
		e.line("}")
	case e.k.storesPairs():
		e.line("put_pair(%s, z);", r.elementIndex("a", "2u * n"))
	default:
		e.line("put_number(a, 2u * n, z.x);")
		e.line("put_number(a, 2u * n + 1u, z.y);")
	}
	e.line("}")
	e.line("")
}

// putNumber writes the function that stores a number of a row.
func (e *emitter) putNumberFunction(r Real) {
	e.line("// v[n] of the row at a")
	e.line("fn put_number(a: u32, n: u32, v: f32) {")
	if r.Form == EvenOdd {
		e.line("let back = 2u * n >= %du;", r.N)
		v := "v"
		if r.Sine {
			v = "select(v, -v, back)"
		}
		e.put(r.elementIndex("a", fmt.Sprintf("select(2u * n, %du - 2u * n, back)", 2*r.N-1)), v)
	} else {
		if r.Bound > 0 {
			e.line("if (n >= %du) {", r.Bound)
			e.line("return;")
			e.line("}")
		}
		e.put(r.elementIndex("a", "n"), "v")
	}
	e.line("}")
	e.line("")
}

// outPair writes the function that makes the bins of the real rows from points k and -k, p and c, of the complex transform: twice the bins.
func (e *emitter) outPairFunction(r Real) {
	if e.k.hasMirrorRows() {
		e.outMirrorRows(r)
		return
	}
	e.line("// points k and -k of the complex transform: twice the bins they make")
	e.line("fn out_pair(%s, k: u32%s, p: vec2<f32>, c: vec2<f32>) {", r.baseParams(), e.k.baseRootParams(e.k.storeEnd()))
	e.line("let even = vec2<f32>(p.x + c.x, p.y - c.y);")
	if r.TwoForOne {
		e.line("put_bin(a, k, even);")
		e.line("if (b != a) {")
		e.line("put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));")
		e.line("}")
	} else {
		half := r.Inner()
		wave := fmt.Sprintf("real_root(%s)", r.splitExponent("k"))
		if len(e.k.baseRoots(e.k.storeEnd())) > 0 {
			wave = "w"
		}
		e.line("let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), %s);", wave)
		e.line("put_bin(a, k, even + odd);")
		// A thread that has point half/2 in a couple stores it once, and there both bins are the same.
		apart := half%2 == 0 && !e.k.MirrorInRow
		if apart {
			e.line("if (2u * k != %du) {", half)
		}
		e.line("put_bin(a, %du - k, vec2<f32>(even.x - odd.x, odd.y - even.y));", half)
		if apart {
			e.line("}")
		}
	}
	e.line("}")
	e.line("")
}

// putBin writes the function of what V[k], or twice that, makes.
func (e *emitter) putBinFunction(r Real) {
	e.line("// V[k] of the row at a, k up to half its points%s", map[bool]string{false: "; v is twice that"}[r.ZeroImag])
	e.line("fn put_bin(a: u32, k: u32, v: vec2<f32>) {")
	n := r.N
	put := func(at, v string) { e.put(r.elementIndex("a", at), v) }
	when := func(condition, at, v string) {
		e.line("if (%s) {", condition)
		put(at, v)
		e.line("}")
	}
	edge := func(v, ends string) string {
		if r.OrthoEnds {
			return fmt.Sprintf("%s * select(1.0, %s, %s)", v, float(1/sqrt2), ends)
		}
		return v
	}
	switch r.Form {
	case HalfSpectrum:
		put("k", "v")
	case DCT2Bins:
		first, second, other := "k", fmt.Sprintf("%du - k", n), "k > 0u"
		if r.Sine {
			first, second = fmt.Sprintf("%du - k", n-1), "k - 1u"
		}
		if n%2 == 0 {
			other += fmt.Sprintf(" && 2u * k != %du", n)
		}
		e.line("let x = cmul(v, real_root(k));")
		put(first, edge("x.x", "k == 0u"))
		when(other, second, "-x.y")
	case SymmetricExtension:
		m := r.mirror()
		if r.Sine {
			when(fmt.Sprintf("k > 0u && k < %du", m), "k - 1u", "-v.y")
		} else {
			put("k", edge("v.x", fmt.Sprintf("k == 0u || k == %du", m)))
		}
	case DCT4Odd:
		e.putOddAngles(r)
	}
	e.line("}")
	e.line("")
}

// scattered writes the bin V[k] and its conjugate to the two angles 8d + N with 8d = k and -k modulo N; times the square root of 2.
func (e *emitter) putOddAngles(r Real) {
	n := r.N
	e.line("var d = k; // divided by 8 modulo %d", n)
	for range 3 {
		e.line("d = select(d, d + %du, d %% 2u == 1u) / 2u;", n)
	}
	// Re w_8^N V and Re w_8^N conj V, of which w_8^N sqrt 2 is 1-i, -1-i, -1+i, 1+i for N = 1, 3, 5, 7 modulo 8.
	same, conj := "v.x + v.y", "v.x - v.y"
	switch n % 8 {
	case 3:
		same, conj = "v.y - v.x", "-v.x - v.y"
	case 5:
		same, conj = "-v.x - v.y", "v.y - v.x"
	case 7:
		same, conj = "v.x - v.y", "v.x + v.y"
	}
	e.line("put_angle(a, d, %s);", same)
	e.line("if (k > 0u) {")
	e.line("put_angle(a, %du - d, %s);", n, conj)
	e.line("}")
	e.line("}")
	e.line("")
	e.line("// x at the angle 8d + %d of %d", n, 8*n)
	e.line("fn put_angle(a: u32, d: u32, x: f32) {")
	e.reduceAngle(r, "8u * d")
	if r.Sine {
		e.line("let at = (angle - 1u) / 2u;")
		e.line("let v = select(x, -x, minus != ((at & 1u) == 1u));")
	} else {
		e.line("let at = (angle - 1u) / 2u;")
		e.line("let v = select(x, -x, minus);")
	}
	e.put(r.elementIndex("a", "at"), "v")
}

// pairs stores what the held points make, by pairs of points k and -k of a transform: an exchange brings them together. Pairs are dealt to
// all threads of the workgroup in a row, so that neighbours write neighbouring elements whatever the transform's threads are.
func (e *emitter) exchangePairs(held []fragment) {
	k := e.k
	r := k.Store.Real
	size, each := k.Invocations(), r.PairCount()
	all := each * k.TransformsPerGroup
	var need []fragment
	e.line("// points k and -k of a transform together")
	for c := range (all + size - 1) / size {
		f := plus("local.x", c*size)
		active := ""
		if (c+1)*size > all {
			active = fmt.Sprintf("%s < %du", f, all)
		}
		switch {
		case k.TransformsPerGroup == 1:
			e.line("let pair%d = %s;", c, f)
			e.line("let of%d = 0u;", c)
		case k.Store.Order == BatchFastest:
			e.line("let pair%d = (%s) / %du;", c, f, k.TransformsPerGroup)
			e.line("let of%d = (%s) %% %du;", c, f, k.TransformsPerGroup)
		default:
			e.line("let pair%d = (%s) %% %du;", c, f, each)
			e.line("let of%d = (%s) / %du;", c, f, each)
		}
		need = append(need, e.pairFragment(c, fmt.Sprintf("of%d", c), fmt.Sprintf("pair%d", c), active))
	}
	e.exchange(held, need)
	for c, cl := range need {
		e.openIf(cl.active, fmt.Sprintf("first + of%d", c))
		e.storePair(c, fmt.Sprintf("first + of%d", c), fmt.Sprintf("pair%d", c), cl.values[0], cl.values[1])
		e.line("}")
	}
}

// together are the points of a pair of a transform of the workgroup, of which is "" where there is one, for the c-th store of a thread.
func (e *emitter) pairFragment(c int, of, pair, active string) fragment {
	k := e.k
	bases := []string{pair, k.Store.Real.mirrorIndex(pair)}
	if of != "" {
		bases = []string{k.tileIndex(of, bases[0]), k.tileIndex(of, bases[1])}
	}
	return fragment{
		values:  []string{fmt.Sprintf("p%d", c), fmt.Sprintf("c%d", c)},
		bases:   bases,
		offsets: []int{0, 0},
		hi:      k.N()*k.TransformsPerGroup - 1,
		active:  active,
	}
}

// open begins the block of what a thread stores under a condition, of a transform that the batch may not have.
func (e *emitter) openIf(condition, seq string) {
	if e.k.Tail {
		condition = and(condition, seq+" < batch.end")
	}
	if condition != "" {
		e.line("if (%s) {", condition)
	} else {
		e.line("{")
	}
}

// pair writes the store of the thread's pair of the given number: points k and -k of transform seq.
func (e *emitter) storePair(number int, seq, k, p, c string) {
	r := e.k.Store.Real
	name := fmt.Sprintf("out%d", number)
	e.pairRowBases(name, seq)
	e.line("out_pair(%s, %s, %s, %s);", r.baseArgs(name), k, e.storedValue(p, k), e.storedValue(c, r.mirrorIndex(k)))
}

// pairRows writes where the rows begin that the pairs of transform seq make.
func (e *emitter) pairRowBases(name, seq string) {
	r := e.k.Store.Real
	row, lane := seq, ""
	if n := e.k.interleave(); n > 1 {
		row, lane = fmt.Sprintf("(%s) / %du", seq, n), fmt.Sprintf("(%s) %% %du", seq, n)
	} else if r.innerExtent() > 1 {
		lane = "0u"
	}
	e.rowBases(name, r, row, lane, "dst_begin")
}

// mate is the WGSL of the number of the point that makes a pair with point k.
func (r Real) mirrorIndex(k string) string {
	return fmt.Sprintf("select(%du - %s, 0u, %s == 0u)", r.Inner(), k, k)
}

// pairsFromMemory writes a kernel that has no stages: it reads points k and -k and stores what they make.
func (e *emitter) splitPass() {
	k := e.k
	r, l := k.Store.Real, k.Load.Real
	lanes := k.interleave()
	e.line("let number = seq / %du;", lanes)
	e.line("let k = number %% %du;", r.PairCount())
	e.line("let row = number / %du;", r.PairCount())
	lane := ""
	if lanes > 1 || r.innerExtent() > 1 {
		lane = fmt.Sprintf("seq %% %du", lanes)
	}
	if l.Form != Complex {
		e.rowBases("in", l, "row", lane, "src_begin")
	} else {
		at := fmt.Sprintf("row * %du", r.Inner()*lanes)
		if lanes > 1 {
			at += " + " + lane
		}
		e.line("let source = %s;", e.withOffset(at, "src_begin"))
	}
	for _, v := range [...][2]string{{"p", "k"}, {"c", r.mirrorIndex("k")}} {
		x := e.loadElement("source + " + times("("+v[1]+")", lanes))
		if l.Form != Complex {
			x = e.realPoint(v[1])
		}
		e.line("let %s = %s;", v[0], x)
	}
	if k.Tail {
		e.line("if (first + q < batch.end) {")
		defer e.line("}")
	}
	e.rowBases("out", r, "row", lane, "dst_begin")
	e.line("out_pair(%s, k, %s, %s);", r.baseArgs("out"), e.storedValue("p", "k"), e.storedValue("c", "k"))
}

// pointed is the expression of point n of the complex transform that a real load makes.
func (e *emitter) realPoint(n string) string {
	s := fmt.Sprintf("in_point(%s, %s)", e.k.Load.Real.baseArgs("in"), n)
	if e.k.Load.SwapReIm {
		s += ".yx"
	}
	return s
}
