package wgsl

import "fmt"

// Where columns have mates, point j + m B of a column, slot m of butterfly j of a last stage of radix R with B butterflies, makes a pair with slot
// R-1-m of butterfly B-1-j of the mate. So a thread that does both has the pairs whole in its registers, and no exchange brings them together: the
// one before the stage brings each thread the points of both. Column 0 is its own mate, and its butterfly j goes with B-j; 0 goes with itself, slot
// m with slot R-m.

// sharers is how many threads of a workgroup share the couples of a column and its mate: those of two transforms.
func (k FFT) sharers() int { return 2 * k.Threads() }

// MatedWith is the butterfly of the mate's that makes a couple with butterfly j of a column.
func (s Stage) MatedWith(column, j int) int {
	if b := s.Butterflies(); column == 0 {
		return (b - j) % b
	}
	return s.Butterflies() - 1 - j
}

// matedAt is the b-th butterfly of an invocation in a step of columns and their mates: j of transform q of the workgroup; as if no column were 0.
func (k FFT) matedAt(st step, invocation, b int) (q, j int, active bool) {
	half := k.Transforms / 2
	q, j = invocation%half, invocation/half+b/2*k.sharers()
	active = j < st.Butterflies()
	if b%2 == 1 {
		q, j = q+half, st.MatedWith(1, j)
	}
	return q, j, active
}

// mateSpan is the range of the numbers of all threads' b-th butterflies.
func (k FFT) mateSpan(st step, b int) (lo, hi int) {
	all := st.Butterflies()
	lo, hi = b/2*k.sharers(), min((b/2+1)*k.sharers(), all)-1
	switch {
	case b%2 == 0:
		return lo, hi
	case lo == 0: // butterfly 0 of column 0 goes with itself
		return 0, all - 1
	}
	return all - 1 - hi, all - lo
}

// checkMatedCouples says what is wrong with a kernel of couples of columns and their mates.
func (k FFT) checkMatedCouples() error {
	switch {
	case !k.Flat() || k.Chain.stages() < 2 || k.Rader.Prime > 0 || k.Convolve > 0 || k.Product > 1 || k.Load.Path != Direct:
		return fmt.Errorf("butterflies of columns and their mates go in couples where the last stage of several has whole butterflies")
	case k.Load.Real.Joins() || k.Store.Turn != Turn{}:
		return fmt.Errorf("butterflies of columns and their mates go in couples where the load is of points, and nothing turns the points stored")
	}
	return nil
}

// mateInputs writes the indices of the points that the last stage reads where threads do butterflies of a column and of its mate, the one after
// the other, and returns them as clusters, one a butterfly.
func (e *emitter) mateInputs(s int, st step) []cluster {
	k := e.k
	_, half, groups := k.mates()
	all, threads := st.Butterflies(), k.sharers()
	e.line("let slot = local.x %% %du; // of the workgroup's columns", half)
	e.line("let share = local.x / %du; // thread of the column and its mate", half)
	e.line("let mated_column = first / %du %% %du * %du + slot;", k.Transforms, groups, half)
	var need []cluster
	for b := range k.perThread(st) {
		j, q := fmt.Sprintf("j%s%d", letter(s), b), "slot"
		number := plus("share", b/2*threads)
		switch {
		case b%2 == 1:
			other := fmt.Sprintf("j%s%d", letter(s), b-1)
			e.line("let %s = select(%du - %s, (%du - %s) %% %du, mated_column == 0u); // the butterfly with the mates", j, all-1, other, all, other, all)
			q = fmt.Sprintf("(slot + %du)", half)
		case (b/2+1)*threads <= all:
			e.line("let %s = %s;", j, number)
		default:
			e.line("let %s = min(%s, %du); // threads without a couple repeat the last", j, number, all-1)
		}
		c := cluster{base: fmt.Sprintf("in%s%d", letter(s), b), point: j}
		c.lo, c.hi = k.mateSpan(st, b)
		k.spread(&c)
		e.line("let %s = %s;", c.base, k.spot(q, j))
		for i := range st.R {
			c.offsets = append(c.offsets, st.In(0, i))
			c.values = append(c.values, fmt.Sprintf("%s%d_%d", letter(s), b, i))
		}
		need = append(need, c)
	}
	return need
}

// mateActivity is the condition under which a thread has a b-th butterfly of a column or its mate, "" where all have.
func (e *emitter) mateActivity(st step, b int) string {
	threads, all := e.k.sharers(), st.Butterflies()
	if (b/2+1)*threads <= all {
		return ""
	}
	return fmt.Sprintf("%s < %du", plus("share", b/2*threads), all)
}

// storeMates stores what the held points make, by pairs that each thread has in butterflies of a column and its mate. Columns 0 and P/2, which are
// their own mates, have each pair twice: of them the points up to half of all are stored.
func (e *emitter) storeMates(s int, st step, held []cluster) {
	k := e.k
	columns, _, groups := k.mates()
	h := columns * k.N()
	e.line("// points k and -k together, of a column and its mate, which one thread has")
	condition := fmt.Sprintf("mated_column <= %du", columns/2)
	if k.Guard {
		condition += " && first + slot < batch.end"
	}
	e.line("if (%s) {", condition)
	e.line("let row = first / %du;", k.Transforms*groups)
	e.rows("out", k.Store.Real, "row", "", "dst_begin")
	e.line("let whole = mated_column > 0u && mated_column < %du; // has a mate other than itself", (columns+1)/2)
	for b := 0; b < len(held); b += 2 {
		point, mate := held[b], held[b+1]
		if point.active != "" {
			e.line("if (%s) {", point.active)
		}
		lone, number := "lone"+letter(s), fmt.Sprintf("k%s%d", letter(s), b)
		e.line("let %s = mated_column + %s;", number, times(point.point, columns))
		if b == 0 {
			e.line("let %s = %s == 0u; // this butterfly is its own mate", lone, number)
		}
		pair := func(m int) {
			c := mate.values[st.R-1-m]
			if b == 0 {
				c = fmt.Sprintf("select(%s, %s, %s)", c, mate.values[(st.R-m)%st.R], lone)
			}
			e.matedPair("out", plus(number, m*st.P*columns), point.values[m], c)
		}
		for m := range st.R / 2 {
			pair(m)
		}
		next := (st.R + 1) / 2
		switch {
		case st.R%2 == 1: // of columns that are their own mates some butterflies have points up to the half here
			e.line("if (whole || %s <= %du) {", plus(number, st.R/2*st.P*columns), h/2)
			pair(st.R / 2)
			e.line("}")
		case b == 0: // the point that is half of all
			e.line("if (whole || %s) {", lone)
			pair(next)
			e.line("}")
			next++
		}
		if next < st.R {
			e.line("if (whole) {")
			for m := next; m < st.R; m++ {
				pair(m)
			}
			e.line("}")
		}
		if point.active != "" {
			e.line("}")
		}
	}
	e.line("}")
}
