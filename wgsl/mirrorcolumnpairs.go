package wgsl

import "fmt"

// Mirror column pairs: one thread holds butterfly j of a column and butterfly B - 1 - j of its
// mirror column, with all point pairs in registers. Slot m of the first pairs with slot R-1-m of
// the second. A last stage needs no exchange behind it, and a first stage reads each bin once.
//
// Columns c and P - c form B pairs. Columns 0 and P/2 of even P are self-conjugate and stand
// together, with these B pairs (z = ceil(B/2)):
//
//	pair u    | first butterfly       | partner
//	0         | 0 of column 0         | B/2 of column 0 if B is even, else (B-1)/2 of column P/2
//	0 < u < z | u of column 0         | B - u of column 0
//	u >= z    | u - z of column P/2   | B - 1 - u + z of column P/2
//
// Both butterflies of pair 0 are self-conjugate: butterfly 0 by slots m and (R-m) mod R, the other
// by slots m and R-1-m. For odd P column 0 stands in the place of column P/2, and threads skip the
// pairs of that column.

// pairThreads returns the number of threads that share the pairs of a column and its partner: the
// threads of two transforms.
func (k *Kernel) pairThreads() int { return 2 * k.Threads() }

// columnZeroPairs returns the number of pairs of column 0, pair 0 included.
func (s Stage) columnZeroPairs() int { return (s.Butterflies() + 1) / 2 }

// A ColumnButterfly is one butterfly of a mirror column pair: the number of its column, and its
// own.
type ColumnButterfly struct{ Column, Butterfly int }

// ColumnMirrorPair returns the butterflies of pair u of a column and its partner, out of columns.
// It reports false if the pair belongs to a column P/2 that does not exist. Both butterflies are
// equal if butterfly 0 of column 0 is alone.
func (s Stage) ColumnMirrorPair(column, columns, u int) (first, second ColumnButterfly, there bool) {
	b, zeros, half := s.Butterflies(), s.columnZeroPairs(), columns/2
	switch {
	case column > 0:
		return ColumnButterfly{column, u}, ColumnButterfly{columns - column, b - 1 - u}, true
	case u == 0 && b%2 == 0:
		return ColumnButterfly{0, 0}, ColumnButterfly{0, b / 2}, true
	case u == 0 && columns%2 == 0:
		return ColumnButterfly{0, 0}, ColumnButterfly{half, b / 2}, true
	case u == 0:
		return ColumnButterfly{0, 0}, ColumnButterfly{0, 0}, true
	case u < zeros:
		return ColumnButterfly{0, u}, ColumnButterfly{0, b - u}, true
	}
	return ColumnButterfly{half, u - zeros}, ColumnButterfly{half, b - 1 - u + zeros}, columns%2 == 0
}

// mirrorColumnsButterfly returns the b-th butterfly j of an invocation, and its transform q in the
// workgroup, for a column other than 0.
func (k *Kernel) mirrorColumnsButterfly(st step, invocation, b int) (q, j int, active bool) {
	if k.hasMirrorRows() {
		return k.mirrorRowsButterfly(st, invocation, b)
	}
	half := k.TransformsPerGroup / 2
	q, j = invocation%half, invocation/half+b/2*k.pairThreads()
	active = j < st.Butterflies()
	if b%2 == 1 {
		q, j = q+half, st.Butterflies()-1-j
	}
	return q, j, active
}

// mirrorColumnsSpan returns the smallest and the largest b-th butterfly over all threads and
// columns.
func (k *Kernel) mirrorColumnsSpan(st step, b int) (lo, hi int) {
	if k.hasMirrorRows() {
		return k.mirrorRowsSpan(st, b)
	}
	all, zeros := st.Butterflies(), st.columnZeroPairs()
	first, last := b/2*k.pairThreads(), min((b/2+1)*k.pairThreads(), all)-1
	switch {
	case b%2 == 0 && last < zeros:
		return first, last
	case b%2 == 0:
		return max(0, min(first, first-zeros)), last
	}
	lo, hi = all-1-last, all-1-first
	if first < zeros { // B-u
		hi = min(all-1, all-first)
	}
	if last >= zeros { // B-1-u and half of B more
		hi = max(hi, all-1+zeros-max(first, zeros))
	}
	if first == 0 {
		lo = min(lo, all/2)
	}
	return lo, hi
}

// checkMirrorColumnPairs returns an error if a kernel with MirrorColumns and MirrorInRow is
// inconsistent.
func (k *Kernel) checkMirrorColumnPairs() error {
	switch {
	case !k.IsOneAxis() || k.Radices.stages() < 2 || k.Rader.Prime > 0 || k.ConvolutionSpectra > 0,
		k.Load.Path != Direct || k.Store.Path != Direct:
		return fmt.Errorf("pairs of mirror columns need one axis of several stages on direct paths, and no convolution")
	case k.hasMirrorRows():
	case k.hasMirrorColumnsLoad() && (k.Store.Real.IsSplit() || k.Load.PassTwiddle != PassTwiddle{}),
		!k.hasMirrorColumnsLoad() && k.Store.PassTwiddle != PassTwiddle{}:
		return fmt.Errorf("mirror columns are paired at one end only, and that end has no pass twiddle")
	}
	return nil
}

// mirrorColumnsInputs writes the indices of the points that a step of mirror columns or rows
// reads, and returns one fragment for each butterfly. The two butterflies of a pair follow one
// another.
func (e *emitter) mirrorColumnsInputs(s int, st step) []fragment {
	k := e.k
	if k.hasMirrorRows() {
		e.mirrorRowsThreads()
	} else {
		e.mirrorColumnsThreads(s)
	}
	var need []fragment
	for b := range k.butterfliesPerThread(st) {
		switch {
		case b%2 == 0 && k.hasMirrorRows():
			e.mirrorRowsIndices(s, st, b)
		case b%2 == 0:
			e.mirrorColumnsIndices(s, st, b)
		}
		j := fmt.Sprintf("j%s%d", letter(s), b)
		c := fragment{base: fmt.Sprintf("in%s%d", letter(s), b), point: j}
		switch {
		case s == 0: // from global memory
		case k.Layout.Kind == Digits:
			c.active = e.activeCondition(st, b)
			e.setFiber(&c, s, b, st)
		default:
			c.lo, c.hi = k.mirrorColumnsSpan(st, b)
			k.toTileIndex(&c)
			e.line("let %s = %s;", c.base, k.tileIndex(e.transformName(s, st, b), j))
		}
		for i := range st.R {
			c.offsets = append(c.offsets, st.In(0, i))
			c.values = append(c.values, fmt.Sprintf("%s%d_%d", letter(s), b, i))
		}
		need = append(need, c)
	}
	return need
}

// mirrorColumnsThreads declares the column of an invocation in the workgroup, and its thread
// number among those of the column and its partner.
func (e *emitter) mirrorColumnsThreads(s int) {
	k := e.k
	_, half, groups := k.mirrorColumnsCounts()
	e.line("let slot = local.x %% %du; // of the workgroup's columns", half)
	e.line("let pair_thread = local.x / %du; // thread of the column and its partner", half)
	column := fmt.Sprintf("first / %du %% %du * %du + slot", k.TransformsPerGroup, groups, half)
	if s == 0 && k.hasSpareTransforms() {
		column = fmt.Sprintf("min(%s, %du)", column, k.lastColumn())
	}
	e.line("let mirror_column = %s;", column)
}

// mirrorColumnsIndices declares butterfly j and transform q of a thread's b-th and (b+1)-th
// butterflies, and whether both belong to column 0 or both to column P/2.
func (e *emitter) mirrorColumnsIndices(s int, st step, b int) {
	k := e.k
	half, threads, all, zeros := k.TransformsPerGroup/2, k.pairThreads(), st.Butterflies(), st.columnZeroPairs()
	name := func(v string, b int) string { return fmt.Sprintf("%s%s%d", v, letter(s), b) }
	u, number := name("u", b), plus("pair_thread", b/2*threads)
	if (b/2+1)*threads > all {
		number = fmt.Sprintf("min(%s, %du)", number, all-1)
	}
	e.line("let %s = %s; // mirror pair", u, number)
	bothZero, bothHalf := name("both_zero", b), name("both_half", b)
	first := all - 1
	e.line("let %s = mirror_column == 0u && %s < %du; // both of column 0", bothZero, u, zeros)
	e.line("let %s = mirror_column == 0u && %s >= %du; // both of column P/2", bothHalf, u, zeros)
	e.line("let %s = select(%s, %s - %du, %s);", name("j", b), u, u, zeros, bothHalf)
	e.line("let %s = slot + select(0u, %du, %s);", name("q", b), half, bothHalf)
	partner := fmt.Sprintf("%du - %s", all, u)
	near := bothZero
	if b == 0 {
		partner = fmt.Sprintf("select(%s, %du, %s == 0u)", partner, all/2, u)
		if all%2 == 1 {
			near = fmt.Sprintf("%s && %s > 0u", bothZero, u)
		}
	}
	mirror := fmt.Sprintf("select(%du - %s, %s, %s)", first, name("j", b), partner, bothZero)
	e.line("let %s = %s; // the mirror butterfly", name("j", b+1), mirror)
	e.line("let %s = slot + select(%du, 0u, %s);", name("q", b+1), half, near)
}

// mirrorColumnsActivity returns the condition that a thread has a b-th butterfly, or "" if all
// threads have one.
func (e *emitter) mirrorColumnsActivity(st step, b int) string {
	threads, all := e.k.pairThreads(), st.Butterflies()
	if (b/2+1)*threads <= all {
		return ""
	}
	return fmt.Sprintf("%s < %du", plus("pair_thread", b/2*threads), all)
}

// columnPointPairs returns the point pairs of the mirror pair that begins with the b-th butterfly
// of a thread: the first half of the slots of either butterfly, with their partners.
func (st step) columnPointPairs(b int) []pointPair {
	var all []pointPair
	for m := range (st.R + 1) / 2 {
		all = append(all, pointPair{b, m, b + 1, st.R - 1 - m, (st.R - m) % st.R})
	}
	for m := range st.R / 2 {
		all = append(all, pointPair{b + 1, m, b, st.R - 1 - m, st.R - 1 - m})
	}
	return all
}

// columnNyquist returns the butterfly and the slot of the Nyquist point, which belongs to pair 0
// of column 0.
func (st step) columnNyquist(b int) (butterfly, slot int) { return b + st.R%2, st.R / 2 }

// A columnPair names the variables of a thread's b-th and (b+1)-th butterflies: the points at slot
// 0 of both, and the condition that both are self-conjugate, "" if they never are.
type columnPair struct {
	b             int
	first         [2]string
	selfConjugate string
	stride        int // between slots
	radix         int
	stage         int
}

// columnPair declares the variables of a pair.
func (e *emitter) columnPair(s int, st step, b int) columnPair {
	columns := e.k.Columns()
	name := func(v string, b int) string { return fmt.Sprintf("%s%s%d", v, letter(s), b) }
	c := columnPair{b: b, stage: s, stride: st.Butterflies() * columns, radix: st.R}
	if b == 0 {
		c.selfConjugate = name("self_conjugate", b)
		e.line("let %s = mirror_column == 0u && %s == 0u;", c.selfConjugate, name("u", b))
	}
	first, second := "mirror_column", fmt.Sprintf("select(%du - mirror_column, 0u, %s)", columns, name("both_zero", b))
	if columns%2 == 0 {
		first = fmt.Sprintf("select(mirror_column, %du, %s)", columns/2, name("both_half", b))
		second = fmt.Sprintf("select(%s, %du, %s)", second, columns/2, name("both_half", b))
		if b == 0 && st.Butterflies()%2 == 1 {
			second = fmt.Sprintf("select(%s, %du, %s)", second, columns/2, c.selfConjugate)
		}
	}
	for i, column := range []string{first, second} {
		c.first[i] = name("k", b+i)
		e.line("let %s = %s + %s;", c.first[i], column, times(name("j", b+i), columns))
		e.readBaseRoots(e.k.mirrorColumnsEnd(), c.first[i], butterflySuffix(s, b+i))
	}
	return c
}

// mirrorColumnsEnd returns the end at which the kernel takes mirror columns or rows together.
func (k *Kernel) mirrorColumnsEnd() kernelEnd {
	if k.hasMirrorColumnsLoad() {
		return k.loadEnd()
	}
	return k.storeEnd()
}

// withColumnRoot returns the point number of a slot of a column pair, followed by its hoisted
// roots.
func (e *emitter) withColumnRoot(c columnPair, number string, b, slot int) string {
	return e.pointAndRoots(e.k.mirrorColumnsEnd(), number, butterflySuffix(c.stage, b), c.radix, slot)
}

// number returns the point number of a slot of one of the butterflies.
func (c columnPair) number(b, slot int) string { return plus(c.first[b-c.b], slot*c.stride) }
