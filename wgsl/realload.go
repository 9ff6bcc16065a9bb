package wgsl

import "fmt"

// The load of a real transform: in_point(row, n) returns point n of the complex transform that
// computes it. Package realdct has the formulas of the forms.
//
// For the spectrum of N real numbers, c2r merges bins k and N/2-k (Hermitian merge; Cooley, Lewis
// and Welch 1970):
//
//	z[k] = V[k] + V*[N/2-k] + i w_N^-k (V[k] - V*[N/2-k])

// sqrt2 is the factor of the first number in the orthonormal transforms.
const sqrt2 = 1.4142135623730951

// rowBases writes the elements at which the rows of a transform begin: name_a, and with two rows
// for one transform name_b. If the second row does not exist, name_b equals name_a.
func (e *emitter) rowBases(name string, r Real, row, column, begin string) {
	size := r.Len()
	switch {
	case r.hasRowCount():
		e.line("let %s_a = %s;", name, e.withOffset(times("("+row+")", 2*size), begin))
		e.line("let %s_b = select(%s_a + %du, %s_a, 2u * (%s) + 1u >= batch.rows);", name, name, size, name, row)
	case r.TwoForOne:
		at := fmt.Sprintf("%s + 2u * (%s)", times("("+row+")", size*r.innerExtent()), column)
		e.line("let %s_a = %s;", name, e.withOffset(at, begin))
		if r.innerExtent()%2 == 0 {
			e.line("let %s_b = %s_a + 1u;", name, name)
		} else {
			e.line("let %s_b = select(%s_a + 1u, %s_a, 2u * (%s) + 1u >= %du);",
				name, name, name, column, r.innerExtent())
		}
	default:
		at := times("("+row+")", size*r.innerExtent())
		if column != "" {
			at += " + " + column
		}
		e.line("let %s_a = %s;", name, e.withOffset(at, begin))
	}
}

// mappedRowBases writes rowBases for transform seq of a map.
func (e *emitter) mappedRowBases(name string, r Real, m Map, seq, column, begin string) {
	row, inner := seq, ""
	if m.Inner > 1 {
		row = fmt.Sprintf("%s / %du", seq, m.Inner)
	}
	switch n := e.k.interleave(); {
	case n > 1:
		inner = fmt.Sprintf("%s %% %du", column, n)
	case r.innerExtent() > 1:
		inner = "0u"
	}
	e.rowBases(name, r, row, inner, begin)
}

// baseArgs returns the arguments that pass the bases of the rows.
func (r Real) baseArgs(name string) string {
	if r.TwoForOne {
		return fmt.Sprintf("%s_a, %s_b", name, name)
	}
	return name + "_a"
}

// baseParams returns the parameters that baseArgs are passed for.
func (r Real) baseParams() string {
	if r.TwoForOne {
		return "a: u32, b: u32"
	}
	return "a: u32"
}

// elementIndex returns the WGSL of the element of number n of the row that begins at element a.
func (r Real) elementIndex(a, n string) string {
	if r.innerExtent() > 1 {
		return fmt.Sprintf("%s + (%s) * %du", a, n, r.innerExtent())
	}
	return fmt.Sprintf("%s + %s", a, n)
}

// realLoadFunctions writes the functions of the load of a real transform, in_point among them.
func (e *emitter) realLoadFunctions() {
	r := e.k.Load.Real
	read := func(a, n string) string { return e.source().element(r.elementIndex(a, n)) }
	if e.k.hasHalfMirrorLoad() {
		e.inHalfMirror(r)
		return
	}
	switch r.Form {
	case Complex:
		return
	case RealPoints, EvenOdd, SymmetricExtension, DCT4Odd:
		e.numberFunction(r, read)
	case HalfSpectrum, DCT2Bins:
		if !e.k.hasMirrorRows() {
			e.binFunction(r, read)
		}
	}
	if e.k.hasMirrorLoad() {
		e.inPair(r)
		return
	}
	e.line("// point n of the complex transform")
	e.line("fn in_point(%s, n: u32) -> vec2<f32> {", r.baseParams())
	switch {
	case r.Form == DCT4Rotation:
		x, y := read("a", "2u * n"), read("a", fmt.Sprintf("%du - 2u * n", r.N-1))
		if r.Sine {
			x, y = y, x
		}
		e.line("return cmul(vec2<f32>(%s, %s), real_root(4u * n + 1u));", x, y)
	case r.Form != HalfSpectrum && r.Form != DCT2Bins && r.ZeroImag:
		e.line("return vec2<f32>(number(a, n), 0.0);")
	case r.ZeroImag:
		e.line("let x = bin(a, min(n, %du - n)); // bin N - k is the conjugate of bin k", r.N)
		e.line("return vec2<f32>(x.x, select(x.y, -x.y, n > %du));", r.N/2)
	case r.Form != HalfSpectrum && r.Form != DCT2Bins && r.TwoForOne:
		e.line("return vec2<f32>(number(a, n), number(b, n));")
	case r.Form != HalfSpectrum && r.Form != DCT2Bins:
		e.line("return vec2<f32>(number(a, 2u * n), number(a, 2u * n + 1u));")
	case r.TwoForOne:
		e.line("let k = min(n, %du - n); // bin N - k is the conjugate of bin k", r.N)
		e.line("let s = select(1.0, -1.0, k < n);")
		e.line("let p = bin(a, k);")
		e.line("let c = bin(b, k);")
		e.line("return vec2<f32>(p.x - s * c.y, s * p.y + c.x);")
	default:
		e.line("let p = bin(a, n);")
		e.line("let c = bin(a, %du - n);", r.N/2)
		e.line("let w = real_root(%s);", r.splitExponent("n"))
		e.line("let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));")
		e.line("return vec2<f32>(p.x + c.x - d.y, p.y - c.y + d.x);")
	}
	e.line("}")
	e.line("")
}

// splitExponent returns the WGSL of the exponent of w_N^k in the table of real roots.
func (r Real) splitExponent(k string) string {
	if r.Form == DCT2Bins {
		return "4u * " + k
	}
	return k
}

// numberFunction writes the function number(a, n), which returns v[n] of the row at a.
func (e *emitter) numberFunction(r Real, read func(a, n string) string) {
	e.line("// v[n] of the row at a")
	e.line("fn number(a: u32, n: u32) -> f32 {")
	defer func() {
		e.line("}")
		e.line("")
	}()
	switch r.Form {
	case RealPoints:
		if r.Bound > 0 {
			e.line("if (n >= %du) {", r.Bound)
			e.line("return 0.0;")
			e.line("}")
		}
		e.line("return %s;", read("a", "n"))
	case EvenOdd:
		e.line("let is_odd = 2u * n >= %du;", r.N)
		e.line("let x = %s;", read("a", fmt.Sprintf("select(2u * n, %du - 2u * n, is_odd)", 2*r.N-1)))
		if r.Sine {
			e.line("return select(x, -x, is_odd);")
		} else {
			e.line("return x;")
		}
	case SymmetricExtension:
		m := r.halfPeriod()
		e.line("let at = select(n, %du - n, n > %du);", 2*m, m)
		if r.Sine {
			e.line("if (at == 0u || at == %du) {", m)
			e.line("return 0.0;")
			e.line("}")
			e.line("let x = %s;", read("a", "at - 1u"))
			e.line("return select(x, -x, n > %du);", m)
			return
		}
		e.line("let x = %s;", read("a", "at"))
		if r.OrthoEnds {
			e.line("return select(x, x * %s, at == 0u || at == %du);", float(sqrt2), m)
		} else {
			e.line("return x;")
		}
	case DCT4Odd:
		e.reduceAngle(r, "8u * n")
		at := "(angle - 1u) / 2u"
		if r.Sine {
			at = fmt.Sprintf("%du - %s", r.N-1, at)
		}
		e.line("let x = %s;", read("a", at))
		e.line("return select(x, -x, negative);")
	}
}

// reduceAngle writes the reduction of the angle 8c + N (a full turn is 8N) to 0 ... 2N. The
// sequence is even, and changes its sign after half a turn.
func (e *emitter) reduceAngle(r Real, c string) {
	n := r.N
	e.line("var angle = (%s + %du) %% %du;", c, n, 8*n)
	e.line("angle = min(angle, %du - angle);", 8*n)
	e.line("let negative = angle > %du;", 2*n)
	e.line("angle = select(angle, %du - angle, negative);", 4*n)
}

// hasInnerBins reports whether bins other than the first and the last have a function of their own.
// Rows have one if one thread merges two bins of a row; mirror columns gain nothing by it.
func (k *Kernel) hasInnerBins(r Real) bool {
	return k.hasMirrorLoad() && !k.MirrorColumns && !r.TwoForOne && !r.ZeroImag
}

// binFunction writes the function bin(a, k), which returns V[k] for k up to N/2, and inner_bin,
// which is shorter and is valid for 0 < k < N/2.
func (e *emitter) binFunction(r Real, read func(a, n string) string) {
	value, isPair := "V[k]", e.k.hasMirrorLoad() && r.isDCT2Pair()
	if isPair { // the function of the pair multiplies by the roots
		value = fmt.Sprintf("w_%d^k V[k]", 4*r.N)
	}
	if e.k.hasInnerBins(r) {
		e.line("// %s of the row at a, 0 < k < %d", value, r.N/2)
		e.line("fn inner_bin(a: u32, k: u32) -> vec2<f32> {")
		switch {
		case r.Form == HalfSpectrum:
			e.line("return %s;", read("a", "k"))
		case r.Sine:
			e.line("return vec2<f32>(%s, -%s);", read("a", fmt.Sprintf("%du - k", r.N-1)), read("a", "k - 1u"))
		default:
			e.line("return vec2<f32>(%s, -%s);", read("a", "k"), read("a", fmt.Sprintf("%du - k", r.N)))
		}
		e.line("}")
		e.line("")
	}
	e.line("// %s of the row at a, k up to %d", value, r.N/2)
	e.line("fn bin(a: u32, k: u32) -> vec2<f32> {")
	if r.Form == HalfSpectrum {
		e.line("let x = %s;", read("a", "k"))
		ends := "k == 0u"
		if r.N%2 == 0 && r.N > 1 {
			ends += fmt.Sprintf(" || k == %du", r.N/2)
		}
		e.line("return vec2<f32>(x.x, select(x.y, 0.0, %s));", ends)
	} else {
		x, y := read("a", "k"), read("a", fmt.Sprintf("select(%du - k, 0u, k == 0u)", r.N))
		if r.Sine {
			x, y = read("a", fmt.Sprintf("%du - k", r.N-1)), read("a", "select(k - 1u, 0u, k == 0u)")
		}
		if !isPair {
			e.line("let w = real_root(k);")
		}
		if r.OrthoEnds {
			e.line("let x = %s * select(1.0, %s, k == 0u);", x, float(sqrt2))
		} else {
			e.line("let x = %s;", x)
		}
		e.line("let y = select(%s, 0.0, k == 0u);", y)
		if isPair {
			e.line("return vec2<f32>(x, -y);")
		} else {
			e.line("return vec2<f32>(x * w.x - y * w.y, -x * w.y - y * w.x);")
		}
	}
	e.line("}")
	e.line("")
}
