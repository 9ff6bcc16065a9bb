package wgsl

import "fmt"

// The store of a real transform: out_point(row, n, z) stores what point n of the complex transform
// gives, and out_pair(row, k, p, c) what points k and -k give together. Package realdct
// has the formulas of the forms.
//
// For N real numbers, r2c splits points k and N/2-k of the transform Z of N/2 points (Hermitian
// split; Cooley, Lewis and Welch 1970):
//
//	2 V[k] = Z[k] + Z*[N/2-k] - i w_N^k (Z[k] - Z*[N/2-k])

// realStoreFunctions writes the functions of the store of a real transform: out_point or out_pair,
// and what they call.
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
	case r.ZeroImag && r.isSpectral():
		e.putBinFunction(r)
		e.line("// bin n of the complex transform; bins beyond N/2 are conjugates and are not stored")
		e.line("fn out_point(a: u32, n: u32, z: vec2<f32>) {")
		e.line("if (n <= %du) {", r.N/2)
		if r.Form == HalfSpectrum { // the ends are real; rounding must not give them imaginary parts
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
		second := "-x.y"
		if r.Sine {
			second = "x.y"
		}
		e.put(r.elementIndex("a", fmt.Sprintf("%du - 2u * n", r.N-1)), second)
		e.line("}")
		e.line("")
		return
	}
	if !e.k.hasSamplePairs() {
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
	case e.k.hasSamplePairs():
		e.line("put_pair(%s, z);", r.elementIndex("a", "2u * n"))
	default:
		e.line("put_number(a, 2u * n, z.x);")
		e.line("put_number(a, 2u * n + 1u, z.y);")
	}
	e.line("}")
	e.line("")
}

// putNumberFunction writes the function put_number(a, n, v), which stores v[n] of the row at a.
func (e *emitter) putNumberFunction(r Real) {
	e.line("// v[n] of the row at a")
	e.line("fn put_number(a: u32, n: u32, v: f32) {")
	if r.Form == EvenOdd {
		e.line("let is_odd = 2u * n >= %du;", r.N)
		v := "v"
		if r.Sine {
			v = "select(v, -v, is_odd)"
		}
		e.put(r.elementIndex("a", fmt.Sprintf("select(2u * n, %du - 2u * n, is_odd)", 2*r.N-1)), v)
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

// outPairFunction writes the function out_pair, which makes the bins of real rows from points k and
// -k of the complex transform. The parameters p and c are points k and -k; the result is twice the
// bins.
func (e *emitter) outPairFunction(r Real) {
	if e.k.hasMirrorRows() {
		e.outMirrorRows(r)
		return
	}
	if e.k.MirrorInRow && r.isDCT2Pair() {
		e.dct2PairSplit(r)
		return
	}
	e.line("// points k and -k of the complex transform: twice the bins they make")
	roots := e.k.baseRootParams(e.k.storeEnd())
	e.line("fn out_pair(%s, k: u32%s, p: vec2<f32>, c: vec2<f32>) {", r.baseParams(), roots)
	e.line("let even = vec2<f32>(p.x + c.x, p.y - c.y);")
	if r.TwoForOne {
		e.line("put_bin(a, k, even);")
		e.line("if (b != a) {")
		e.line("put_bin(b, k, vec2<f32>(p.y + c.y, c.x - p.x));")
		e.line("}")
	} else {
		half := r.Inner()
		root := fmt.Sprintf("real_root(%s)", r.splitExponent("k"))
		if len(e.k.baseRoots(e.k.storeEnd())) > 0 {
			root = "w"
		}
		e.line("let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), %s);", root)
		e.line("put_bin(a, k, even + odd);")
		// Point half/2 is its own mirror. Mirror butterflies store it once; exchanged pairs must not store it twice.
		skipsSelf := half%2 == 0 && !e.k.MirrorInRow
		if skipsSelf {
			e.line("if (2u * k != %du) {", half)
		}
		e.line("put_bin(a, %du - k, vec2<f32>(even.x - odd.x, odd.y - even.y));", half)
		if skipsSelf {
			e.line("}")
		}
	}
	e.line("}")
	e.line("")
}

// putBinFunction writes the function put_bin(a, k, v), which stores what V[k] gives. The parameter
// v is V[k], or 2 V[k] if pairs of points make it.
func (e *emitter) putBinFunction(r Real) {
	n, isPair := r.N, e.k.MirrorInRow && r.isDCT2Pair()
	if isPair {
		e.line("// w_%d^k V[k] of the row at a, k up to N/2; x is twice that", 4*n)
		e.line("fn put_rotated(a: u32, k: u32, x: vec2<f32>) {")
	} else {
		e.line("// V[k] of the row at a, k up to N/2%s", map[bool]string{false: "; v is 2 V[k]"}[r.ZeroImag])
		e.line("fn put_bin(a: u32, k: u32, v: vec2<f32>) {")
	}
	put := func(at, v string) { e.put(r.elementIndex("a", at), v) }
	when := func(condition, at, v string) {
		e.line("if (%s) {", condition)
		put(at, v)
		e.line("}")
	}
	ortho := func(v, ends string) string {
		if r.OrthoEnds {
			return fmt.Sprintf("%s * select(1.0, %s, %s)", v, float(1/sqrt2), ends)
		}
		return v
	}
	switch r.Form {
	case HalfSpectrum:
		put("k", "v")
	case DCT2Bins:
		first, second, hasSecond := "k", fmt.Sprintf("%du - k", n), "k > 0u"
		if r.Sine {
			first, second = fmt.Sprintf("%du - k", n-1), "k - 1u"
		}
		if n%2 == 0 {
			hasSecond += fmt.Sprintf(" && 2u * k != %du", n)
		}
		if !isPair {
			e.line("let x = cmul(v, real_root(k));")
		}
		put(first, ortho("x.x", "k == 0u"))
		when(hasSecond, second, "-x.y")
		if isPair {
			e.line("}")
			e.line("")
			e.line("// the same for 0 < k < N/2")
			e.line("fn put_inner(a: u32, k: u32, x: vec2<f32>) {")
			put(first, "x.x")
			put(second, "-x.y")
		}
	case SymmetricExtension:
		m := r.halfPeriod()
		if r.Sine {
			when(fmt.Sprintf("k > 0u && k < %du", m), "k - 1u", "-v.y")
		} else {
			put("k", ortho("v.x", fmt.Sprintf("k == 0u || k == %du", m)))
		}
	case DCT4Odd:
		e.putOddAngles(r)
	}
	e.line("}")
	e.line("")
}

// putOddAngles writes bin V[k] and its conjugate to the two angles 8d + N with 8d = k and 8d = -k
// modulo N, multiplied by the square root of 2.
func (e *emitter) putOddAngles(r Real) {
	n := r.N
	e.line("var d = k; // k / 8 modulo %d", n)
	for range 3 {
		e.line("d = select(d, d + %du, d %% 2u == 1u) / 2u;", n)
	}
	// sqrt 2 Re(w_8^N V) and sqrt 2 Re(w_8^N V*): sqrt 2 w_8^N is 1-i, -1-i, -1+i, 1+i for N = 1, 3, 5, 7 modulo 8.
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
		e.line("let v = select(x, -x, negative != ((at & 1u) == 1u));")
	} else {
		e.line("let at = (angle - 1u) / 2u;")
		e.line("let v = select(x, -x, negative);")
	}
	e.put(r.elementIndex("a", "at"), "v")
}

// exchangePairs brings points k and -k of each transform together by an exchange, and stores what
// they make. The pairs are numbered across the workgroup and thread t takes pairs t, t + T, ..., so
// that neighbouring threads write neighbouring elements.
func (e *emitter) exchangePairs(outputs []fragment) {
	k := e.k
	r := k.Store.Real
	size, perTransform := k.Invocations(), r.PairCount()
	all := perTransform * k.TransformsPerGroup
	var pairs []fragment
	e.line("// bring points k and -k of a transform together")
	for c := range (all + size - 1) / size {
		f := plus("local.x", c*size)
		active := ""
		if (c+1)*size > all {
			active = fmt.Sprintf("%s < %du", f, all)
		}
		switch {
		case k.TransformsPerGroup == 1:
			e.line("let pair%d = %s;", c, f)
			e.line("let transform%d = 0u;", c)
		case k.Store.Order == BatchFastest:
			e.line("let pair%d = (%s) / %du;", c, f, k.TransformsPerGroup)
			e.line("let transform%d = (%s) %% %du;", c, f, k.TransformsPerGroup)
		default:
			e.line("let pair%d = (%s) %% %du;", c, f, perTransform)
			e.line("let transform%d = (%s) / %du;", c, f, perTransform)
		}
		pairs = append(pairs, e.pairFragment(c, fmt.Sprintf("transform%d", c), fmt.Sprintf("pair%d", c), active))
	}
	e.exchange(outputs, pairs)
	for c, cl := range pairs {
		e.openIf(cl.active, fmt.Sprintf("first + transform%d", c))
		e.storePair(c, fmt.Sprintf("first + transform%d", c), fmt.Sprintf("pair%d", c), cl.values[0], cl.values[1])
		e.line("}")
	}
}

// pairFragment returns the points of a pair as a fragment with the values p and c, for the c-th
// pair of a thread. The transform is of, or the only one if of is "".
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

// openIf opens a block under a condition, and under the condition that the batch has transform seq.
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

// storePair writes the store of points k and -k of transform seq, the pair of the given number of a
// thread.
func (e *emitter) storePair(number int, seq, k, p, c string) {
	r := e.k.Store.Real
	name := fmt.Sprintf("out%d", number)
	e.pairRowBases(name, seq)
	e.line("out_pair(%s, %s, %s, %s);", r.baseArgs(name), k, e.storedValue(p, k), e.storedValue(c, r.mirrorIndex(k)))
}

// pairRowBases writes where the rows begin that the pairs of transform seq belong to.
func (e *emitter) pairRowBases(name, seq string) {
	r := e.k.Store.Real
	row, column := seq, ""
	if n := e.k.interleave(); n > 1 {
		row, column = fmt.Sprintf("(%s) / %du", seq, n), fmt.Sprintf("(%s) %% %du", seq, n)
	} else if r.innerExtent() > 1 {
		column = "0u"
	}
	e.rowBases(name, r, row, column, "dst_begin")
}

// mirrorIndex returns the WGSL of the mirror of point k: (h - k) mod h, h the points of the complex
// transform.
func (r Real) mirrorIndex(k string) string {
	return fmt.Sprintf("select(%du - %s, 0u, %s == 0u)", r.Inner(), k, k)
}

// splitPass writes a kernel without stages: it reads points k and -k and stores what they make.
func (e *emitter) splitPass() {
	k := e.k
	r, l := k.Store.Real, k.Load.Real
	interleave := k.interleave()
	e.line("let number = seq / %du;", interleave)
	e.line("let k = number %% %du;", r.PairCount())
	e.line("let row = number / %du;", r.PairCount())
	column := ""
	if interleave > 1 || r.innerExtent() > 1 {
		column = fmt.Sprintf("seq %% %du", interleave)
	}
	if l.Form != Complex {
		e.rowBases("in", l, "row", column, "src_begin")
	} else {
		at := fmt.Sprintf("row * %du", r.Inner()*interleave)
		if interleave > 1 {
			at += " + " + column
		}
		e.line("let source = %s;", e.withOffset(at, "src_begin"))
	}
	for _, v := range [...][2]string{{"p", "k"}, {"c", r.mirrorIndex("k")}} {
		x := e.loadElement("source + " + times("("+v[1]+")", interleave))
		if l.Form != Complex {
			x = e.realPoint(v[1])
		}
		e.line("let %s = %s;", v[0], x)
	}
	if k.Tail {
		e.line("if (first + q < batch.end) {")
		defer e.line("}")
	}
	e.rowBases("out", r, "row", column, "dst_begin")
	e.line("out_pair(%s, k, %s, %s);", r.baseArgs("out"), e.storedValue("p", "k"), e.storedValue("c", "k"))
}

// realPoint returns the WGSL of point n of the complex transform of a real load.
func (e *emitter) realPoint(n string) string {
	s := fmt.Sprintf("in_point(%s, %s)", e.k.Load.Real.baseArgs("in"), n)
	if e.k.Load.SwapReIm {
		s += ".yx"
	}
	return s
}
