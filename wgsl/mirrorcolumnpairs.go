package wgsl

import "fmt"

// Where columns have mates, point j + m B of a column, slot m of butterfly j of a first or a last stage of radix R with B butterflies, makes a pair
// with slot R-1-m of butterfly B-1-j of the mate. So a thread that does both has the pairs whole in its registers: where they are stored no exchange
// brings them together, and where they are loaded each bin is read once. The exchange before a last stage brings each thread the points of both, the
// one after a first stage takes them from there. There are B such couples for two columns.
//
// So there are for columns 0 and P/2 of an even P, which are their own mates and stand together. The first half of their couples, with one more of
// an odd B, are those of column 0, whose butterfly j goes with B-j, as in couples.go; the others those of column P/2, whose butterfly j goes with
// B-1-j. Couple 0 is of the two butterflies left over, which are their own mates: butterfly 0 of column 0, slot m with slot R-m, and slot m with
// slot R-1-m of butterfly B/2, for an even B of column 0 and for an odd one of column P/2. An odd P has no column P/2: column 0 stands in its
// place again, and couples that would be of the other do nothing.

// sharers is how many threads of a workgroup share the couples of a column and its mate: those of two transforms.
func (k *Kernel) pairThreads() int { return 2 * k.Threads() }

// zeros is how many couples of column 0 there are, the one of butterflies that are their own mates among them.
func (s Stage) columnZeroPairs() int { return (s.Butterflies() + 1) / 2 }

// A Mated is one of the two butterflies of a couple: its column of so many, which is the mate of the other's or both, and its number.
type ColumnButterfly struct{ Column, Butterfly int }

// MatedCouple returns the butterflies of couple u of a column and its mate, and whether there are any; butterfly 0 of column 0 goes with itself where
// columns and butterflies are odd in number.
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

// matedAt is the b-th butterfly of an invocation in a step of columns and their mates: j of transform q of the workgroup; as if no column were 0.
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

// mateSpan is the range of the numbers of all threads' b-th butterflies, those of column 0 and P/2 among them.
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

// checkMatedCouples says what is wrong with a kernel of couples of columns and their mates.
func (k *Kernel) checkMirrorColumnPairs() error {
	switch {
	case !k.IsOneAxis() || k.Radices.stages() < 2 || k.Rader.Prime > 0 || k.ConvolutionSpectra > 0 || k.Load.Path != Direct || k.Store.Path != Direct:
		return fmt.Errorf("butterflies of columns and their mates go in couples where the first or the last stage of several has whole butterflies")
	case k.hasMirrorRows():
	case k.hasMirrorColumnsLoad() && (k.Store.Real.IsSplit() || k.Load.PassTwiddle != PassTwiddle{}), !k.hasMirrorColumnsLoad() && k.Store.PassTwiddle != PassTwiddle{}:
		return fmt.Errorf("butterflies of columns and their mates go in couples at one end, where nothing turns the points")
	}
	return nil
}

// mateInputs writes the indices of the points that a stage reads where threads do butterflies of a column and of its mate, the one after the other,
// and returns them as clusters, one a butterfly.
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

// matedThreads writes which column of the workgroup and which of its couples an invocation has, in stage s.
func (e *emitter) mirrorColumnsThreads(s int) {
	k := e.k
	_, half, groups := k.mirrorColumnsCounts()
	e.line("let slot = local.x %% %du; // of the workgroup's columns", half)
	e.line("let pair_thread = local.x / %du; // thread of the column and its mate", half)
	column := fmt.Sprintf("first / %du %% %du * %du + slot", k.TransformsPerGroup, groups, half)
	if s == 0 && k.hasSpareTransforms() {
		column = fmt.Sprintf("min(%s, %du)", column, k.lastColumn())
	}
	e.line("let mirror_column = %s;", column)
}

// mateIndices writes which butterflies of which transforms of the workgroup a thread's b-th and the next one are: j and q of both, and whether
// they are both of column 0 and both of column P/2.
func (e *emitter) mirrorColumnsIndices(s int, st step, b int) {
	k := e.k
	half, threads, all, zeros := k.TransformsPerGroup/2, k.pairThreads(), st.Butterflies(), st.columnZeroPairs()
	name := func(v string, b int) string { return fmt.Sprintf("%s%s%d", v, letter(s), b) }
	u, number := name("u", b), plus("pair_thread", b/2*threads)
	if (b/2+1)*threads > all {
		number = fmt.Sprintf("min(%s, %du)", number, all-1)
	}
	e.line("let %s = %s; // couple", u, number)
	zero, other := name("both_zero", b), name("both_half", b)
	first := all - 1
	e.line("let %s = mirror_column == 0u && %s < %du; // both of column 0", zero, u, zeros)
	e.line("let %s = mirror_column == 0u && %s >= %du; // both of the column in the place of its mate", other, u, zeros)
	e.line("let %s = select(%s, %s - %du, %s);", name("j", b), u, u, zeros, other)
	e.line("let %s = slot + select(0u, %du, %s);", name("q", b), half, other)
	mate := fmt.Sprintf("%du - %s", all, u)
	near := zero
	if b == 0 {
		mate = fmt.Sprintf("select(%s, %du, %s == 0u)", mate, all/2, u)
		if all%2 == 1 {
			near = fmt.Sprintf("%s && %s > 0u", zero, u)
		}
	}
	e.line("let %s = select(%du - %s, %s, %s); // the butterfly with the mates", name("j", b+1), first, name("j", b), mate, zero)
	e.line("let %s = slot + select(%du, 0u, %s);", name("q", b+1), half, near)
}

// mateActivity is the condition under which a thread has a b-th butterfly of a column or its mate, "" where all have.
func (e *emitter) mirrorColumnsActivity(st step, b int) string {
	threads, all := e.k.pairThreads(), st.Butterflies()
	if (b/2+1)*threads <= all {
		return ""
	}
	return fmt.Sprintf("%s < %du", plus("pair_thread", b/2*threads), all)
}

// matedPairsOf are the pairs of the couple that begins with the b-th butterfly of a thread: slots of the first half of the points of the one and of
// the other, with their mates.
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

// matedMiddle is the butterfly and the slot of the point that is half of them all, its own mate, which couple 0 of column 0 has beside its pairs.
func (st step) columnNyquist(b int) (butterfly, slot int) { return b + st.R%2, st.R / 2 }

// A matedCouple is the thread's b-th butterfly and the next one, as the text names them: the numbers of the points that are slots 0 of both, and the
// condition under which both are their own mates, "" where they never are.
type columnPair struct {
	b             int
	first         [2]string
	selfConjugate string
	stride        int // between slots
	radix         int
	stage         int
}

// matedCouple writes a couple's numbers.
func (e *emitter) columnPair(s int, st step, b int) columnPair {
	columns := e.k.Columns()
	name := func(v string, b int) string { return fmt.Sprintf("%s%s%d", v, letter(s), b) }
	c := columnPair{b: b, stage: s, stride: st.Butterflies() * columns, radix: st.R}
	if b == 0 {
		c.selfConjugate = name("self_conjugate", b)
		e.line("let %s = mirror_column == 0u && %s == 0u; // these butterflies are their own mates", c.selfConjugate, name("u", b))
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

// matedEnd is the end at which a kernel takes columns and their mates together.
func (k *Kernel) mirrorColumnsEnd() kernelEnd {
	if k.hasMirrorColumnsLoad() {
		return k.loadEnd()
	}
	return k.storeEnd()
}

// withMatedGiven is the number of a slot of one of the couple's butterflies, with its roots where those are given.
func (e *emitter) withColumnRoot(c columnPair, number string, b, slot int) string {
	return e.pointAndRoots(e.k.mirrorColumnsEnd(), number, butterflySuffix(c.stage, b), c.radix, slot)
}

// number is the WGSL of the number of the point that is a slot of one of the couple's butterflies.
func (c columnPair) number(b, slot int) string { return plus(c.first[b-c.b], slot*c.stride) }
