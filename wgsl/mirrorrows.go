package wgsl

import "fmt"

// Mirror rows: one workgroup holds the rows of frequency k and -k of an n-dimensional array, so
// that the Hermitian split of real arrays needs no pass of its own. The other axes transform pairs
// of real numbers as complex points, and the pass along the contiguous axis makes the half
// spectra. With h points in a row, bin m of row k is made of point m of row k and point h - m of
// row -k:
//
//	X_k[m] = E + w_2h^m O    X_-k[h-m] = conj(E - w_2h^m O)
//	E = (Z_k[m] + conj Z_-k[h-m]) / 2    O = (Z_k[m] - conj Z_-k[h-m]) / 2i
//
// One half of a workgroup's transforms are the partners of the other half. One thread holds
// butterfly j of a row and butterfly (B-j) mod B of the partner:
//
//	butterfly j | partner row's butterfly | slot i with
//	0           | 0                       | slot (R-i) mod R
//	0 < j < B   | B - j                   | slot R-1-i
//
// Self-conjugate rows are in both halves.

// A RowGrid is the number of rows of an array along the two axes before the last: RowGrid[1] along
// the axis next to it, and RowGrid[0] along the one before that, 1 if there is none.
type RowGrid [2]int

// Rows returns the number of rows.
func (g RowGrid) Rows() int { return g[0] * g[1] }

// Mirror returns the row of the opposite frequency: (-k0 mod g[0], -k1 mod g[1]) for row (k0, k1).
func (g RowGrid) Mirror(row int) int {
	return (g[0]-row/g[1])%g[0]*g[1] + (g[1]-row%g[1])%g[1]
}

// lastRow returns the last row among the first halves of all workgroups. Each row of the array is
// at most lastRow, or the partner of such a row.
func (g RowGrid) lastRow() int {
	if g[0] > 1 {
		return (g[0]/2+1)*g[1] - 1
	}
	return g[1] / 2
}

// hasMirrorRows reports whether the kernel holds rows and their mirror rows.
func (k *Kernel) hasMirrorRows() bool { return k.MirrorRows != RowGrid{} }

// MirrorButterfly returns the butterfly of the mirror row that pairs with butterfly j: (B - j) mod
// B.
func (s Stage) MirrorButterfly(j int) int { return (s.Butterflies() - j) % s.Butterflies() }

// mirrorRowsButterfly returns the b-th butterfly j of an invocation, and its transform q in the
// workgroup.
func (k *Kernel) mirrorRowsButterfly(st step, invocation, b int) (q, j int, active bool) {
	q, j = invocation/k.pairThreads(), invocation%k.pairThreads()+b/2*k.pairThreads()
	active = j < st.Butterflies()
	if b%2 == 1 {
		q, j = q+k.TransformsPerGroup/2, st.MirrorButterfly(j%st.Butterflies())
	}
	return q, j, active
}

// mirrorRowsSpan returns the smallest and the largest b-th butterfly over all threads.
func (k *Kernel) mirrorRowsSpan(st step, b int) (lo, hi int) {
	all := st.Butterflies()
	lo, hi = b/2*k.pairThreads(), min((b/2+1)*k.pairThreads(), all)-1
	switch {
	case b%2 == 0:
		return lo, hi
	case lo > 0:
		return all - hi, all - lo
	case hi > 0:
		return 0, all - 1
	}
	return 0, 0
}

// checkMirrorRows returns an error if a kernel with MirrorRows is inconsistent.
func (k *Kernel) checkMirrorRows() error {
	r := k.mirrorColumnsEnd()
	switch {
	case !k.hasMirrorRows():
	case k.MirrorRows[0] < 1 || k.MirrorRows[1] < 2 || k.MirrorRows.Rows() > 1<<30:
		return fmt.Errorf("mirror rows need at least 1 x 2 rows in an array")
	case !k.MirrorColumns || !k.MirrorInRow || k.MirrorHalf || k.TransformsPerGroup%2 != 0:
		return fmt.Errorf("mirror rows need MirrorColumns, MirrorInRow and an even number of transforms per workgroup")
	case r.Form != HalfSpectrum || r.TwoForOne || r.ZeroImag || r.innerExtent() > 1 || r.Inner() != k.N(),
		k.Load.Real.Form != Complex && k.Store.Real.Form != Complex:
		return fmt.Errorf("mirror rows need half spectra at one end and pairs of real numbers as points at the other")
	case k.Load.Map != Contiguous(k.N()) || k.Store.Map != Contiguous(k.N()) || k.interleave() > 1,
		k.Load.PassTwiddle != PassTwiddle{} || k.Store.PassTwiddle != PassTwiddle{}:
		return fmt.Errorf("mirror rows need contiguous rows without interleave or pass twiddles")
	}
	return nil
}

// mirrorRowsFunctions writes the functions that return the row of a transform, and whether another
// transform has the same row.
func (e *emitter) mirrorRowsFunctions() {
	k, g := e.k, e.k.MirrorRows
	_, half, groups := k.mirrorColumnsCounts()
	t, last := k.TransformsPerGroup, k.lastColumn()
	// The number of the row, or of its mirror row.
	number := added(times(fmt.Sprintf("q / %du %% %du", t, groups), half), fmt.Sprintf("q %% %du", half))
	switch {
	case groups == 1 && half == 1:
		number = "0u"
	case groups == 1:
		number = fmt.Sprintf("q %% %du", half)
	case half == 1:
		number = fmt.Sprintf("q / %du %% %du", t, groups)
	}
	e.line("// the mirror row of row c of an array")
	e.line("fn mirror_row(c: u32) -> u32 {")
	if g[0] > 1 {
		outer := fmt.Sprintf("(%du - c / %du) %% %du * %du", g[0], g[1], g[0], g[1])
		e.line("return %s + (%du - c %% %du) %% %du;", outer, g[1], g[1], g[1])
	} else {
		e.line("return (%du - c) %% %du;", g[1], g[1])
	}
	e.line("}")
	e.line("")
	e.line("// the row of transform q, counted over all arrays: one of 0 ... %d, or its mirror row", last)
	e.line("fn mirrored(q: u32) -> u32 {")
	e.line("let c = min(%s, %du);", number, last)
	e.line("return q / %du * %du + select(c, mirror_row(c), q %% %du >= %du);", t*groups, g.Rows(), t, half)
	e.line("}")
	e.line("")
	e.line("// whether transform q owns its row: each row has one owner")
	e.line("fn owned(q: u32) -> bool {")
	e.line("let c = %s;", number)
	e.line("let partner = mirror_row(c);")
	e.line("return c <= %du && (c < partner || (c == partner && q %% %du < %du));", last, t, half)
	e.line("}")
	e.line("")
}

// mirrorRowsThreads declares the row of an invocation in the workgroup, and its thread number
// among those of the row and its mirror row.
func (e *emitter) mirrorRowsThreads() {
	e.line("let slot = local.x / %du; // of the workgroup's rows", e.k.pairThreads())
	e.line("let pair_thread = local.x %% %du; // thread of the row and its mirror row", e.k.pairThreads())
}

// mirrorRowsIndices declares butterfly j and transform q of a thread's b-th and (b+1)-th
// butterflies.
func (e *emitter) mirrorRowsIndices(s int, st step, b int) {
	threads, all := e.k.pairThreads(), st.Butterflies()
	j, number := fmt.Sprintf("j%s%d", letter(s), b), plus("pair_thread", b/2*threads)
	if (b/2+1)*threads > all {
		number = fmt.Sprintf("min(%s, %du)", number, all-1)
	}
	partner := fmt.Sprintf("%du - %s", all, j)
	if b == 0 {
		partner = fmt.Sprintf("select(%s, 0u, %s == 0u)", partner, j)
	}
	e.line("let %s = %s;", j, number)
	e.line("let j%s%d = %s; // of the mirror row", letter(s), b+1, partner)
	e.line("let q%s%d = slot;", letter(s), b)
	e.line("let q%s%d = slot + %du;", letter(s), b+1, e.k.TransformsPerGroup/2)
}

// mirrorRowsBegins declares where a row and its mirror row begin in an array.
func (e *emitter) mirrorRowsBegins(r Real, begin string) {
	number := "first"
	if e.k.Tail && e.k.hasMirrorColumnsLoad() { // workgroups are whole or beyond the last
		number = fmt.Sprintf("min(first, batch.end - %du)", e.k.TransformsPerGroup)
	}
	e.line("let row = mirrored(%s + slot);", number)
	e.line("let partner_row = mirrored(%s + slot + %du);", number, e.k.TransformsPerGroup/2)
	e.rowBases("row", r, "row", "", begin)
	e.rowBases("partner", r, "partner_row", "", begin)
}

// storeMirrorRows stores the outputs of the last stage as point pairs of a row and its mirror row.
func (e *emitter) storeMirrorRows(s int, st step, held []fragment) {
	e.line("// points k of a row and -k of its mirror row, which one thread has")
	condition := "owned(first + slot)"
	if e.k.Tail {
		condition += " && first + slot < batch.end"
	}
	e.line("if (%s) {", condition)
	defer e.line("}")
	e.mirrorRowsBegins(e.k.Store.Real, "dst_begin")
	e.line("let distinct = row != partner_row;")
	for b := 0; b < len(held); b += 2 {
		j := fmt.Sprintf("j%s%d", letter(s), b)
		if held[b].active != "" {
			e.line("if (%s) {", held[b].active)
		}
		e.readBaseRoots(e.k.storeEnd(), j, butterflySuffix(s, b))
		for i := range st.R {
			partner := held[b+1].values[st.R-1-i]
			if b == 0 {
				partner = fmt.Sprintf("select(%s, %s, %s == 0u)", partner, held[b+1].values[(st.R-i)%st.R], j)
			}
			k := e.pointAndRoots(e.k.storeEnd(), plus(j, i*st.Butterflies()), butterflySuffix(s, b), st.R, i)
			p, c := e.storedValue(held[b].values[i], ""), e.storedValue(partner, "")
			e.line("out_pair(row_a, partner_a, distinct, %s, %s, %s);", k, p, c)
		}
		if b == 0 {
			e.line("if (%s == 0u) {", j)
			p, c := e.storedValue(held[0].values[0], ""), e.storedValue(held[1].values[0], "")
			e.line("out_ends(row_a, partner_a, distinct, %s, %s);", p, c)
			e.line("}")
		}
		if held[b].active != "" {
			e.line("}")
		}
	}
}

// outMirrorRows writes the functions that split points of a row and its mirror row into bins.
func (e *emitter) outMirrorRows(r Real) {
	e.line("// stores twice the bins of point k of a row and point -k of its mirror row: one bin of each row")
	e.line("fn out_pair(a: u32, b: u32, distinct: bool, k: u32, w: vec2<f32>, p: vec2<f32>, c: vec2<f32>) {")
	e.line("let even = vec2<f32>(p.x + c.x, p.y - c.y);")
	e.line("let odd = cmul(vec2<f32>(p.y + c.y, c.x - p.x), w);")
	e.line("put_bin(a, k, even + odd);")
	e.line("if (distinct) {")
	e.line("put_bin(b, %du - k, vec2<f32>(even.x - odd.x, odd.y - even.y));", r.Inner())
	e.line("}")
	e.line("}")
	e.line("")
	e.line("// stores the other bins of points 0: bin N/2 of the row, and bin 0 of its mirror row")
	e.line("fn out_ends(a: u32, b: u32, distinct: bool, p: vec2<f32>, c: vec2<f32>) {")
	e.line("let even = vec2<f32>(p.x + c.x, p.y - c.y);")
	e.line("let odd = vec2<f32>(p.y + c.y, c.x - p.x);")
	e.line("put_bin(a, %du, even - odd);", r.Inner())
	e.line("if (distinct) {")
	e.line("put_bin(b, 0u, vec2<f32>(even.x + odd.x, -even.y - odd.y));")
	e.line("}")
	e.line("}")
	e.line("")
}

// loadMirrorRows loads the inputs of the first stage as point pairs of a row and its mirror row.
func (e *emitter) loadMirrorRows(st step, need []fragment) {
	r := e.k.Load.Real
	e.line("// points k of a row and -k of its mirror row, which one thread has")
	e.mirrorRowsBegins(r, "src_begin")
	for b := 0; b < len(need); b += 2 {
		j := fmt.Sprintf("j%s%d", letter(0), b)
		e.readBaseRoots(e.k.loadEnd(), j, butterflySuffix(0, b))
		pair := func(i int) string { return fmt.Sprintf("pair%d_%d", b, i) }
		for i := range st.R {
			k := e.pointAndRoots(e.k.loadEnd(), plus(j, i*st.Butterflies()), butterflySuffix(0, b), st.R, i)
			v := fmt.Sprintf("in_pair(row_a, partner_a, %s)", k)
			if b > 0 || i > 0 {
				e.line("let %s = %s;", pair(i), v)
				continue
			}
			e.line("var %s: Pair;", pair(i))
			e.line("if (%s == 0u) {", j)
			e.line("%s = in_ends(row_a, partner_a);", pair(i))
			e.line("} else {")
			e.line("%s = %s;", pair(i), v)
			e.line("}")
		}
		for i := range st.R {
			e.line("let %s = %s;", need[b].values[i], e.pairMember(pair(i), "p"))
			partner := e.pairMember(pair(st.R-1-i), "c")
			if own := e.pairMember(pair((st.R-i)%st.R), "c"); b == 0 && own != partner {
				partner = fmt.Sprintf("select(%s, %s, %s == 0u)", partner, own, j)
			}
			e.line("let %s = %s;", need[b+1].values[i], partner)
		}
	}
}

// inMirrorRows writes the functions that merge bins into points of a row and its mirror row, and
// their result type.
func (e *emitter) inMirrorRows(r Real) {
	pair := func() {
		e.line("let s = vec2<f32>(p.x + c.x, p.y - c.y);")
		e.line("return Pair(vec2<f32>(s.x - d.y, s.y + d.x), vec2<f32>(s.x + d.y, d.x - s.y));")
		e.line("}")
		e.line("")
	}
	e.line("// point k of a row and point -k of its mirror row")
	e.line("struct Pair { p: vec2<f32>, c: vec2<f32> }")
	e.line("")
	e.line("fn in_pair(a: u32, b: u32, k: u32, w: vec2<f32>) -> Pair {")
	e.line("let p = %s;", e.source().element("a + k"))
	e.line("let c = %s;", e.source().element(fmt.Sprintf("b + %du - k", r.Inner())))
	e.line("let d = cmul(vec2<f32>(p.x - c.x, p.y + c.y), vec2<f32>(w.x, -w.y));")
	pair()
	e.line("// points 0 of both rows, from the conjugate symmetric part of their first and last bins")
	e.line("fn in_ends(a: u32, b: u32) -> Pair {")
	e.line("let p0 = %s;", e.source().element("a"))
	e.line("let p1 = %s;", e.source().element("b"))
	e.line("let c0 = %s;", e.source().element(fmt.Sprintf("b + %du", r.Inner())))
	e.line("let c1 = %s;", e.source().element(fmt.Sprintf("a + %du", r.Inner())))
	e.line("let p = 0.5 * vec2<f32>(p0.x + p1.x, p0.y - p1.y);")
	e.line("let c = 0.5 * vec2<f32>(c0.x + c1.x, c0.y - c1.y);")
	e.line("let d = vec2<f32>(p.x - c.x, p.y + c.y);")
	pair()
}
