package large

import (
	"fmt"
	"hash/crc32"
	"math"
	"slices"

	"wgfft"
	"wgfft/realdct"
)

// A dim is one axis of an array.
type dim struct {
	n    int
	on   bool // it is transformed
	half bool // the halved axis of a real transform
}

// count returns the elements along the axis, of the real array or of its half spectrum.
func (d dim) count(spectrum bool) int {
	if d.half && spectrum {
		return realdct.Bins(d.n)
	}
	return d.n
}

// elements returns the product of the counts of axes.
func elements(dims []dim, spectrum bool) int {
	p := 1
	for _, d := range dims {
		p *= d.count(spectrum)
	}
	return p
}

// hasOn reports whether one of the axes is transformed.
func hasOn(dims []dim) bool { return slices.ContainsFunc(dims, func(d dim) bool { return d.on }) }

// A span is a range of rows or columns.
type span struct{ lo, n int }

// A grid is the shape of an array: x rows of y elements.
type grid struct{ x, y int }

// A step transforms slabs of a grid, one after the other.
type step struct {
	alongX  bool // the slabs take ranges of columns; otherwise ranges of rows
	dims    []dim
	kind    wgfft.Kind // C2C, or R2C or C2R for the step that has the halved axis
	in, out grid
	inSize  int      // bytes of an element
	outSize int      // bytes of an element
	flight  int      // slabs in memory at a time, if the result replaces the source
	slabs   [][]span // the ranges of each slab
}

// cut returns the number of rows or columns that the slabs share.
func (s *step) cut() int {
	if s.alongX {
		return s.in.y
	}
	return s.in.x
}

// unit returns the bytes of one row or column before and after the step.
func (s *step) unit() (in, out int) {
	if s.alongX {
		return s.in.x * s.inSize, s.out.x * s.outSize
	}
	return s.in.y * s.inSize, s.out.y * s.outSize
}

// inPlace reports whether the result of a slab replaces its source.
func (s *step) inPlace() bool { return s.kind == wgfft.C2C }

// unitBytes returns the bytes of one row or column in all buffers of the step: all slabs in flight, or two sources and
// two results.
func (s *step) unitBytes() int64 {
	in, out := s.unit()
	if s.inPlace() {
		return int64(s.flight) * int64(in)
	}
	return 2 * (int64(in) + int64(out))
}

// width returns the number of rows or columns of a slab.
func width(spans []span) int {
	n := 0
	for _, u := range spans {
		n += u.n
	}
	return n
}

// most returns the largest number of rows or columns of a slab.
func (s *step) most() int {
	n := 0
	for _, spans := range s.slabs {
		n = max(n, width(spans))
	}
	return n
}

// spans returns the ranges of all slabs.
func (s *step) spans() []span { return slices.Concat(s.slabs...) }

// A layout divides the work of a transform into steps and slabs.
type layout struct {
	items        int // arrays, one after the other, each transformed on its own
	source       int // elements of one array of the source
	result       int // elements of one array of the result
	steps        []step
	split        int // the points of an axis that is divided; 0 if none is
	rows, cols   int // its factors R and C
	post         int // elements of the axes after it
	packed       bool
	inverse      bool
	complexBytes int
}

// checksum returns a number that differs for layouts whose slabs or tiles differ.
func (l layout) checksum() uint32 { return crc32.Checksum(fmt.Appendf(nil, "%+v", l), castagnoli) }

// tiles returns the bytes of the temporary file.
func (l *layout) tiles() int64 {
	if len(l.steps) < 2 {
		return 0
	}
	s := l.steps[1]
	return int64(s.in.x) * int64(s.in.y) * int64(s.inSize)
}

// arena returns the bytes of all buffers.
func (l *layout) arena() int64 {
	most := int64(0)
	for i := range l.steps {
		s := &l.steps[i]
		in, out := s.bufferBytes()
		bytes := int64(s.flight) * in
		if !s.inPlace() {
			bytes = 2 * (in + out)
		}
		most = max(most, bytes)
	}
	return most
}

// bufferBytes returns the bytes of a buffer for the source of a slab, and of one for its result: whole pages.
func (s *step) bufferBytes() (in, out int64) {
	i, o := s.unit()
	n := int64(s.most())
	return pages(n * int64(i)), pages(n * int64(o))
}

// page is the unit of file systems and of memory.
const page = 4096

// pages rounds up to whole pages.
func pages(bytes int64) int64 { return (bytes + page - 1) / page * page }

// moved returns the bytes that the steps read and write.
func (l *layout) moved() int64 {
	sum := int64(0)
	for i := range l.steps {
		sum += l.stepBytes(i)
	}
	return sum
}

// stepBytes returns the bytes that a step reads and writes.
func (l *layout) stepBytes(i int) int64 {
	s := &l.steps[i]
	in, out := s.unit()
	return int64(l.items) * int64(s.cut()) * (int64(in) + int64(out))
}

// A task is a transform before it is divided.
type task struct {
	outer   int // arrays in the order of memory
	dims    []dim
	kind    wgfft.Kind // C2C, R2C or C2R
	inverse bool
	size    int // bytes of a complex point
	flight  int // as in step
}

// realSize returns the bytes of an element on the real side.
func (t task) sizes() (in, out int) {
	switch t.kind {
	case wgfft.R2C:
		return t.size / 2, t.size
	case wgfft.C2R:
		return t.size, t.size / 2
	}
	return t.size, t.size
}

// The slabs in flight. Each of usualFlight is read, transformed or written at a time.
const (
	usualFlight = 3
	leastFlight = 2
)

// divide returns the best layout whose buffers take at most arena bytes. ok is false if there is none. Two larger
// slabs in flight are better if the runs of three are shorter than pages.
func (t task) divide(arena int64) (best layout, ok bool) {
	t.flight = usualFlight
	best, ok = t.divideInFlight(arena)
	if ok && t.score(&best, ok) >= page {
		return best, ok
	}
	t.flight = leastFlight
	if l, fits := t.divideInFlight(arena); fits && t.score(&l, true) > 1.25*t.score(&best, ok) {
		return l, true
	}
	return best, ok
}

// divideInFlight is divide for t.flight slabs.
func (t task) divideInFlight(arena int64) (best layout, ok bool) {
	first := 0
	outer := t.outer
	for first < len(t.dims) && !t.dims[first].on {
		outer *= t.dims[first].n
		first++
	}
	dims := t.dims[first:]
	score := -1.0
	consider := func(l layout, s float64, fits bool) {
		if fits && s > score {
			best, score, ok = l, s, true
		}
	}
	last := len(dims)
	for last > 0 && !dims[last-1].on {
		last--
	}
	if l, fits := t.byRows(outer, dims, arena); fits {
		return l, true
	}
	if last < len(dims) {
		l, fits := t.byColumns(outer, dims, last, arena)
		consider(l, t.score(&l, fits), fits)
	}
	if ok && score >= page {
		return best, true
	}
	for at := 1; at < last; at++ {
		l, fits := t.inTwo(outer, dims, at, arena)
		consider(l, t.score(&l, fits)-0.25, fits)
	}
	if ok {
		return best, true
	}
	for at := range last {
		if !dims[at].on {
			continue
		}
		for _, r := range divisors(dims[at].n) {
			l, fits := t.fourStep(outer, dims, at, r, arena)
			consider(l, t.score(&l, fits), fits)
		}
	}
	return best, ok
}

// score returns the length of the shorter runs in files, in bytes. Writing in short runs takes twice the time of
// reading.
func (t task) score(l *layout, fits bool) float64 {
	if !fits {
		return -1
	}
	in, out := l.runs()
	return min(float64(in), float64(out)/2, 1<<20)
}

// runs returns the bytes of the contiguous runs of the source and of the result.
func (l *layout) runs() (in, out int64) {
	s := &l.steps[0]
	in = s.run(s.in, s.inSize)
	s = &l.steps[len(l.steps)-1]
	out = s.run(s.out, s.outSize)
	if l.split > 0 {
		n := slices.MaxFunc(s.spans(), func(a, b span) int { return a.n - b.n }).n
		out = int64(min(n, l.rows)) * int64(l.post) * int64(s.outSize)
	}
	return in, out
}

// run returns the bytes of a contiguous run of a slab in a grid.
func (s *step) run(g grid, size int) int64 {
	n := int64(slices.MaxFunc(s.spans(), func(a, b span) int { return a.n - b.n }).n)
	switch {
	case !s.alongX:
		return n * int64(g.y) * int64(size)
	case int(n) == g.y:
		return n * int64(g.x) * int64(size)
	}
	return n * int64(size)
}

// byRows transforms whole arrays, several in a slab.
func (t task) byRows(outer int, dims []dim, arena int64) (layout, bool) {
	in, out := t.sizes()
	s := step{flight: t.flight, dims: dims, kind: t.kind, inSize: in, outSize: out,
		in:  grid{outer, elements(dims, t.kind == wgfft.C2R)},
		out: grid{outer, elements(dims, t.kind == wgfft.R2C)}}
	ok := s.even(arena, 1, outer)
	return layout{items: 1, source: s.in.x * s.in.y, result: s.out.x * s.out.y, steps: []step{s}, inverse: t.inverse,
		complexBytes: t.size}, ok
}

// byColumns transforms along all of dims[:last], for ranges of the axes after them.
func (t task) byColumns(outer int, dims []dim, last int, arena int64) (layout, bool) {
	in, out := t.sizes()
	y := elements(dims[last:], false)
	s := step{flight: t.flight, alongX: true, dims: dims[:last], kind: t.kind, inSize: in, outSize: out,
		in:  grid{elements(dims[:last], t.kind == wgfft.C2R), y},
		out: grid{elements(dims[:last], t.kind == wgfft.R2C), y}}
	ok := s.even(arena, page/min(in, out), y)
	return layout{items: outer, source: s.in.x * y, result: s.out.x * y, steps: []step{s}, inverse: t.inverse,
		complexBytes: t.size}, ok
}

// inTwo transforms along dims[:at] in one step and along the other axes in another one. The halved axis is in the
// step next to the real array.
func (t task) inTwo(outer int, dims []dim, at int, arena int64) (layout, bool) {
	x, y := dims[:at], dims[at:]
	if !hasOn(y) {
		return layout{}, false
	}
	in, out := t.sizes()
	isHalf := func(d dim) bool { return d.half }
	rowsFirst := t.kind == wgfft.R2C && slices.ContainsFunc(y, isHalf) ||
		t.kind == wgfft.C2R && slices.ContainsFunc(x, isHalf)
	kindOf := func(dims []dim) wgfft.Kind {
		if slices.ContainsFunc(dims, isHalf) {
			return t.kind
		}
		return wgfft.C2C
	}
	before := grid{elements(x, t.kind == wgfft.C2R), elements(y, t.kind == wgfft.C2R)}
	after := grid{elements(x, t.kind == wgfft.R2C), elements(y, t.kind == wgfft.R2C)}
	columns := step{flight: t.flight, alongX: true, dims: x, kind: kindOf(x), inSize: t.size, outSize: t.size}
	rows := step{flight: t.flight, dims: y, kind: kindOf(y), inSize: t.size, outSize: t.size}
	first, second := &columns, &rows
	middle := grid{after.x, before.y}
	if rowsFirst {
		first, second = &rows, &columns
		middle = grid{before.x, after.y}
	}
	first.in, first.out, second.in, second.out = before, middle, middle, after
	first.inSize, second.outSize = in, out
	ok := columns.even(arena, page/t.size, columns.in.y) && rows.even(arena, 1, rows.in.x)
	l := layout{items: outer, source: before.x * before.y, result: after.x * after.y, steps: []step{*first, *second},
		inverse: t.inverse, complexBytes: t.size}
	return l, ok && l.hasFewBlocks()
}

// fourStep divides axis at into r rows and the other factor.
func (t task) fourStep(outer int, dims []dim, at, r int, arena int64) (layout, bool) {
	n := dims[at].n
	l := layout{items: outer, inverse: t.inverse, complexBytes: t.size, split: n}
	if t.kind != wgfft.C2C {
		if len(dims) > 1 || n%2 != 0 {
			return layout{}, false
		}
		n /= 2
		l.packed, l.split = true, n
	}
	if n%r != 0 || r == 1 || r == n {
		return layout{}, false
	}
	l.rows, l.cols, l.post = r, n/r, elements(dims[at+1:], false)
	x := append(slices.Clone(dims[:at]), dim{n: r, on: true})
	y := append([]dim{{n: l.cols, on: true}}, dims[at+1:]...)
	g := grid{elements(x, false), elements(y, false)}
	l.source, l.result = g.x*g.y, g.x*g.y
	first := step{flight: t.flight, alongX: true, dims: x, in: g, out: g, inSize: t.size, outSize: t.size}
	second := step{flight: t.flight, dims: y, in: g, out: g, inSize: t.size, outSize: t.size}
	var ok bool
	switch {
	case l.packed && t.kind == wgfft.C2R:
		l.source++
		ok = first.mirrored(arena) && second.even(arena, page/t.size, r)
	case l.packed:
		l.result++
		ok = first.even(arena, page/t.size, first.in.y) && second.mirrored(arena)
	default:
		ok = first.even(arena, page/t.size, first.in.y) && second.even(arena, page/t.size, r)
	}
	l.steps = []step{first, second}
	return l, ok && l.hasFewBlocks()
}

// even divides the rows or columns into slabs of about equal size, whose buffers take at most arena bytes. No slab
// crosses a multiple of within, and slabs start at multiples of align if they have as many. It returns false if a
// slab of one row or column does not fit.
func (s *step) even(arena int64, align, within int) bool {
	most := s.fits(arena)
	if most < 1 {
		return false
	}
	most = min(most, within)
	for align > most {
		align /= 2
	}
	n := (within + (within+most-1)/most - 1) / ((within + most - 1) / most)
	if up := (n + align - 1) / align * align; up <= most {
		n = up
	} else if n > align {
		n = n / align * align
	}
	if s.cut()/within*((within+n-1)/n) > mostSlabs {
		return false
	}
	for base := 0; base < s.cut(); base += within {
		for lo := 0; lo < within; lo += n {
			s.slabs = append(s.slabs, []span{{base + lo, min(n, within-lo)}})
		}
	}
	return true
}

// mostSlabs limits the slabs of a step, and mostBlocks the blocks of a temporary file. Each block has
// a checksum in memory and in the journal.
const (
	mostSlabs  = 1 << 16
	mostBlocks = 1 << 20
)

// hasFewBlocks reports whether the temporary file has at most mostBlocks blocks.
func (l *layout) hasFewBlocks() bool {
	return len(l.steps[0].spans())*len(l.steps[1].spans()) <= mostBlocks
}

// fits returns the rows or columns of a slab whose buffers take arena bytes.
func (s *step) fits(arena int64) int {
	most := (arena - 4*page) / s.unitBytes()
	return int(min(max(most, 0), math.MaxInt32))
}

// mirrored divides n rows or columns into slabs that have p and n-p together.
func (s *step) mirrored(arena int64) bool {
	n := s.cut()
	pairs := s.fits(arena) / 2
	if pairs < 1 {
		return false
	}
	low := n/2 + 1 // 0 ... n/2
	count := (low + pairs - 1) / pairs
	if count > mostSlabs {
		return false
	}
	pairs = (low + count - 1) / count
	for a := 0; a < low; a += pairs {
		b := min(a+pairs, low)
		spans := []span{{a, b - a}}
		from, to := n-b+1, n-max(a, 1)+1 // the mirrors of the rows from max(a, 1) to b-1
		if from < b {
			from = b // row n/2 is its own mirror
		}
		if from < to {
			spans = append(spans, span{from, to - from})
		}
		s.slabs = append(s.slabs, spans)
	}
	return true
}

// divisors returns the divisors of n in ascending order.
func divisors(n int) []int {
	all := []int{1}
	for p := 2; n > 1; p++ {
		if p > n/p {
			p = n // the last prime
		}
		for products := all; n%p == 0; n /= p {
			products = slices.Clone(products)
			for i := range products {
				products[i] *= p
			}
			all = append(all, products...)
		}
	}
	slices.Sort(all)
	return all
}
