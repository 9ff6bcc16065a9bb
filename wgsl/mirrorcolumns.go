package wgsl

import "fmt"

// Mirror columns: one workgroup holds columns c and P - c, so that points k and -k of a transform
// of h = P R points meet there. The last pass of a four-step transform stores point j of column c
// as point k = c + j P, and the first pass loads it from there. The partner -k is:
//
//	column    | partner column | partner point
//	0         | 0              | (R - j) mod R
//	0 < c < P | P - c          | R - 1 - j
//
// One half of the workgroup's transforms are columns in ascending order, the other half are their
// partners. Columns 0 and P/2 are self-conjugate. Without MirrorInRow they are taken twice. With
// MirrorInRow column P/2 takes the place of the partner of column 0 (see mirror column pairs). A
// first pass always has MirrorInRow; otherwise each bin would be read twice.

// hasMirrorColumnsLoad reports whether the load, and not the store, takes points of mirror columns
// or rows together.
func (k *Kernel) hasMirrorColumnsLoad() bool { return k.MirrorColumns && k.Load.Real.IsMerge() }

// mirrorColumnsMaps returns the map of the end that takes mirror columns together, and the map of
// the other end.
func (k *Kernel) mirrorColumnsMaps() (mirror, other Map) {
	if k.hasMirrorColumnsLoad() {
		return k.Load.Map, k.Store.Map
	}
	return k.Store.Map, k.Load.Map
}

// Columns returns the number of columns of a row, for a kernel with mirror columns.
func (k Kernel) Columns() int {
	m, _ := k.mirrorColumnsMaps()
	return m.Stride
}

// mirrorColumnsCounts returns the columns of a row, half the transforms of a workgroup, and the
// workgroups of a row. With mirror rows, the columns are the rows of an array.
func (k *Kernel) mirrorColumnsCounts() (columns, half, groups int) {
	columns, half = k.Columns(), k.TransformsPerGroup/2
	if k.hasMirrorRows() {
		columns = k.MirrorRows.Rows()
	}
	return columns, half, (k.lastColumn() + half) / half
}

// lastColumn returns the last column among the first halves of all workgroups.
func (k *Kernel) lastColumn() int {
	if k.hasMirrorRows() {
		return k.MirrorRows.lastRow()
	}
	if k.MirrorInRow {
		return (k.Columns() - 1) / 2
	}
	return k.Columns() / 2
}

// columnZeroPartner returns the column that takes the place of the partner of column 0.
func (k *Kernel) columnZeroPartner() int {
	if columns := k.Columns(); k.MirrorInRow && columns%2 == 0 {
		return columns / 2
	}
	return 0
}

// MirroredTransforms returns the transforms that the kernel does for each row, which fill whole
// workgroups.
func (k Kernel) MirroredTransforms() int {
	_, _, groups := k.mirrorColumnsCounts()
	return groups * k.TransformsPerGroup
}

// A columnMirror holds the fields of a kernel that MirrorTransform needs, for callers that ask for
// many transforms.
type columnMirror struct {
	transforms, columns, half, groups int
	last                              int     // lastColumn
	zeroPartner                       int     // columnZeroPartner
	rows                              RowGrid // MirrorRows
}

func (k *Kernel) columnMirror() columnMirror {
	m := columnMirror{
		transforms:  k.TransformsPerGroup,
		last:        k.lastColumn(),
		zeroPartner: k.columnZeroPartner(),
		rows:        k.MirrorRows,
	}
	m.columns, m.half, m.groups = k.mirrorColumnsCounts()
	return m
}

// MirrorTransform returns which transforms of all rows are transform q of the kernel and its
// partner. It reports true if q is in the first half of its workgroup and not past the last
// column.
func (k Kernel) MirrorTransform(q int) (first, partner int, own bool) { return k.columnMirror().of(q) }

func (m columnMirror) of(q int) (first, partner int, own bool) {
	group, slot := q/m.transforms, q%m.transforms
	c := group%m.groups*m.half + slot%m.half
	own = slot < m.half && c <= m.last
	c = min(c, m.last)
	row := group / m.groups * m.columns
	if m.rows != (RowGrid{}) {
		partner = m.rows.Mirror(c)
		return row + c, row + partner, own && c <= partner
	}
	partner = m.columns - c
	if c == 0 {
		partner = m.zeroPartner
	}
	return row + c, row + partner, own
}

// number returns which transform of all rows is transform q of all workgroups.
func (m columnMirror) number(q int) int {
	first, partner, _ := m.of(q)
	if q%m.transforms < m.half {
		return first
	}
	return partner
}

// checkMirrorColumns returns an error if a kernel with MirrorColumns is inconsistent.
func (k *Kernel) checkMirrorColumns() error {
	in := k.hasMirrorColumnsLoad()
	m, other := k.mirrorColumnsMaps()
	r, length, factor := k.mirrorColumnsEnd(), k.Store.Bound, k.Store.TableFactor
	if in {
		length, factor = k.Load.Bound, k.Load.TableFactor
	}
	switch {
	case !k.MirrorColumns || k.hasMirrorRows():
	case !in && !r.IsSplit() || k.interleave() > 1 || r.innerExtent() > 1 || length > 0 || factor:
		return fmt.Errorf("mirror columns need a real transform of several passes, without interleave or bound")
	case k.TransformsPerGroup%2 != 0:
		return fmt.Errorf("mirror columns and rows need an even number of transforms per workgroup")
	case m.Inner != m.Stride || m.Dist != m.Stride*k.N() || r.Inner() != m.Dist,
		max(1, other.Inner) != m.Inner && other != Contiguous(k.N()):
		return fmt.Errorf("mirror columns load or store whole rows")
	case in && (!k.MirrorInRow || m.Stride%2 != 0 || r.TwoForOne || r.ZeroImag):
		return fmt.Errorf("mirror columns on load need MirrorInRow, an even column count, and pairs of real numbers")
	}
	return nil
}

// hasSpareTransforms reports whether the workgroups of a row have more transforms than the row has
// columns.
func (k *Kernel) hasSpareTransforms() bool {
	_, half, groups := k.mirrorColumnsCounts()
	return groups*half > k.lastColumn()+1
}

// mirrorColumnsFunction writes the function that returns the column or row of a transform.
func (e *emitter) mirrorColumnsFunction() {
	if !e.k.MirrorColumns {
		return
	}
	if e.k.hasMirrorRows() {
		e.mirrorRowsFunctions()
		return
	}
	columns, half, groups := e.k.mirrorColumnsCounts()
	t, last := e.k.TransformsPerGroup, e.k.lastColumn()
	e.line("// the column of transform q of the dispatch, counted over all rows: one of 0 ... %d, or its partner", last)
	e.line("fn mirrored(q: u32) -> u32 {")
	e.line("let c = min(q / %du %% %du * %du + q %% %du, %du);", t, groups, half, half, last)
	partner := fmt.Sprintf("(%du - c) %% %du", columns, columns)
	if zero := e.k.columnZeroPartner(); zero > 0 {
		partner = fmt.Sprintf("select(%du - c, %du, c == 0u)", columns, zero)
	}
	e.line("return q / %du * %du + select(c, %s, q %% %du >= %du);", t*groups, columns, partner, t, half)
	e.line("}")
	e.line("")
}

// ownedTransform returns the condition that no other workgroup has transform q, or "" if that
// always holds.
func (e *emitter) ownedTransform() string {
	k := e.k
	_, half, groups := k.mirrorColumnsCounts()
	if k.hasMirrorRows() {
		return "owned(first + q)"
	}
	if !k.hasSpareTransforms() {
		return ""
	}
	column := fmt.Sprintf("first / %du %% %du * %du + q %% %du", k.TransformsPerGroup, groups, half, half)
	return fmt.Sprintf("%s <= %du", column, k.lastColumn())
}

// exchangeColumnPairs brings points k and -k of mirror columns together by an exchange, and stores
// their bins.
func (e *emitter) exchangeColumnPairs(held []fragment) {
	k := e.k
	columns, half, groups := k.mirrorColumnsCounts()
	size, n, all := k.Invocations(), k.N(), half*k.N()
	e.line("// points k and -k together, of a column and its partner")
	e.line("let group_number = first / %du;", k.TransformsPerGroup)
	e.line("let row = group_number / %du;", groups)
	var need []fragment
	for c := range (all + size - 1) / size {
		f := plus("local.x", c*size)
		active := ""
		if (c+1)*size > all {
			active = fmt.Sprintf("%s < %du", f, all)
		}
		e.line("let slot%d = (%s) %% %du;", c, f, half)
		e.line("let j%d = (%s) / %du;", c, f, half)
		e.line("let column%d = group_number %% %du * %du + slot%d;", c, groups, half, c)
		e.line("let partner%d = select(%du - j%d, (%du - j%d) %% %du, column%d == 0u);", c, n-1, c, n, c, n, c)
		p := k.tileIndex(fmt.Sprintf("slot%d", c), fmt.Sprintf("j%d", c))
		partner := k.tileIndex(fmt.Sprintf("(slot%d + %du)", c, half), fmt.Sprintf("partner%d", c))
		need = append(need, fragment{
			values:  []string{fmt.Sprintf("p%d", c), fmt.Sprintf("c%d", c)},
			bases:   []string{p, partner},
			offsets: []int{0, 0},
			hi:      n*k.TransformsPerGroup - 1,
			active:  active,
		})
	}
	e.exchange(held, need)
	r := k.Store.Real
	for c, cl := range need {
		// Self-conjugate columns have each pair twice.
		condition := fmt.Sprintf("column%d <= %du && (column%d > 0u || j%d <= partner%d)", c, columns/2, c, c, c)
		if columns%2 == 0 {
			condition += fmt.Sprintf(" && (column%d < %du || j%d <= partner%d)", c, columns/2, c, c)
		}
		if k.Tail {
			condition += fmt.Sprintf(" && first + slot%d < batch.end", c)
		}
		if cl.active != "" {
			condition = cl.active + " && " + condition
		}
		e.line("if (%s) {", condition)
		name, number := fmt.Sprintf("out%d", c), fmt.Sprintf("k%d", c)
		e.line("let %s = column%d + j%d * %du;", number, c, c, columns)
		e.rowBases(name, r, "row", "", "dst_begin")
		e.storePointPair("out_pair", name, number, number, cl.values[0], cl.values[1])
		e.line("}")
	}
}

// storePointPair calls the store function of point k and its partner. rows names the two rows, and
// number is k with its hoisted roots.
func (e *emitter) storePointPair(function, name, k, number, point, partner string) {
	r := e.k.Store.Real
	point, partner = e.storedValue(point, ""), e.storedValue(partner, "")
	if r.TwoForOne { // the function takes bins up to N/2
		far := fmt.Sprintf("%s > %du", k, r.N/2)
		choose := func(a, b string) string { return fmt.Sprintf("select(%s, %s, %s)", a, b, far) }
		bin := choose(k, fmt.Sprintf("%du - %s", r.N, k))
		e.line("%s(%s, %s, %s, %s);", function, r.baseArgs(name), bin, choose(point, partner), choose(partner, point))
		return
	}
	e.line("%s(%s, %s, %s, %s);", function, r.baseArgs(name), number, point, partner)
}
