package wgsl

import "fmt"

// A row of n real numbers has n/2+1 bins, so that most rows begin within a line of memory, and so does each access of 32 neighbouring threads that store 32
// neighbouring bins: it touches a sector more than they fill, and two of them in part. Where an exchange brings points k and -k to threads it can bring any pair
// to any thread: with aligned stores each access begins with a line, and the first threads have nothing to do in the first one.
const (
	// alignedPairs: a thread has a pair, of which it stores bins k, which ascend, at lines, and n/2-k, which descend, where they come to lie. As many accesses as without, or one more.
	alignedPairs = 1
	// alignedBins: a thread has a bin, and threads take all bins of the workgroup's rows in the order of memory. It reads every point twice.
	alignedBins = 2
)

// CanAlign says whether the kernel's stores can be aligned: those of half spectra whose rows follow one another, where an exchange brings points k and -k together.
func (k FFT) CanAlign() bool {
	r := k.Store.Real
	return k.gathers() && !k.Mated && k.N() > 1 && r.OfBins() && r.side() == 1 && k.lanes() == 1 && k.Store.Order == PointsFirst
}

// checkAligned says what is wrong with the alignment of a kernel's stores.
func (k FFT) checkAligned() error {
	switch {
	case k.Aligned > alignedBins:
		return fmt.Errorf("stores are aligned by pairs, 1, or by bins, %d", alignedBins)
	case k.Aligned > 0 && !k.CanAlign():
		return fmt.Errorf("stores that can be aligned are those of half spectra, row by row, whose points an exchange brings together")
	}
	return nil
}

// dealt is how many places the workgroup's threads go through in the store of a half spectrum, with those before the first bin. With alignedPairs they are those
// of each row, of several a multiple of a line.
func (k FFT) dealt() (each, all int) {
	r := k.Store.Real
	switch {
	case k.Aligned == alignedBins:
		all = k.Transforms*r.Len() + LinePoints - 1
		return all, all
	case k.Transforms == 1:
		each = r.Pairs() + LinePoints - 1
	default:
		each = (r.Pairs() + 2*LinePoints - 2) / LinePoints * LinePoints
	}
	return each, each * k.Transforms
}

// among is the condition that a place is among count of them, "" where that of the c-th access is for every thread. Those before the first are beyond all.
func (k FFT) among(place string, c, count int) string {
	if size := k.Invocations(); c*size >= LinePoints-1 && (c+1)*size <= count {
		return ""
	}
	return fmt.Sprintf("%s < %du", place, count)
}

// alignPair writes which pair of which transform a thread has in the c-th access, and returns the condition under which there is one.
func (e *emitter) alignPair(c int) (active string) {
	k := e.k
	r := k.Store.Real
	each, all := k.dealt()
	f := plus("local.x", c*k.Invocations())
	pair, of := fmt.Sprintf("pair%d", c), fmt.Sprintf("of%d", c)
	begin := func(row string) string {
		return fmt.Sprintf("(%s) %% %du", e.begun(times(row, r.Len()), "dst_begin"), LinePoints)
	}
	if k.Transforms == 1 {
		e.once("before", begin("first"))
		e.line("let %s = %s - before;", pair, f)
		e.line("let %s = 0u;", of)
		return k.among(pair, c, r.Pairs())
	}
	e.line("let %s = (%s) / %du;", of, f, each)
	e.line("let %s = (%s) %% %du - %s;", pair, f, each, begin(fmt.Sprintf("(first + %s)", of)))
	active = fmt.Sprintf("%s < %du", pair, r.Pairs())
	if (c+1)*k.Invocations() > all {
		active += fmt.Sprintf(" && %s < %du", of, k.Transforms)
	}
	return active
}

// bins stores the bins that the held points make, each by a thread of its own.
func (e *emitter) bins(held []cluster) {
	k := e.k
	r := k.Store.Real
	count := k.Transforms * r.Len()
	_, all := k.dealt()
	var need []cluster
	e.line("// points k and -k of a transform together, for each bin")
	e.line("let begin = %s;", e.begun(times("first", r.Len()), "dst_begin"))
	e.line("let line = begin - begin %% %du; // of memory, in which the first bin lies", LinePoints)
	for c := range (all + k.Invocations() - 1) / k.Invocations() {
		at, number, bin := fmt.Sprintf("at%d", c), fmt.Sprintf("number%d", c), fmt.Sprintf("bin%d", c)
		pair, of := fmt.Sprintf("pair%d", c), ""
		e.line("let %s = line + %s;", at, plus("local.x", c*k.Invocations()))
		if k.Transforms == 1 {
			e.line("let %s = %s - begin;", bin, at)
			number = bin
		} else {
			of = fmt.Sprintf("of%d", c)
			e.line("let %s = %s - begin;", number, at)
			e.line("let %s = %s %% %du;", bin, number, r.Len())
			e.line("let %s = %s / %du;", of, number, r.Len())
		}
		e.line("let %s = min(%s, %du - %s);", pair, bin, r.Inner(), bin)
		need = append(need, e.together(c, of, pair, k.among(number, c, count)))
	}
	e.toStore(held, need)
	for c, cl := range need {
		row := "first"
		if k.Transforms > 1 {
			row = fmt.Sprintf("first + of%d", c)
		}
		e.open(cl.active, row)
		pair := fmt.Sprintf("pair%d", c)
		e.line("out_bin(at%d, %s, bin%d != %s, %s, %s);", c, pair, c, pair, e.result(cl.values[0], pair), e.result(cl.values[1], r.mate(pair)))
		e.line("}")
	}
}

// toStore passes the outputs of the last stage to the threads that store them. Of aligned stores 32 neighbours read neighbouring points from any place on, for which elements that
// lie as they are have no conflicts, while those of other layouts meet in 1.8 turns of 512 points; and so they are written where 32 butterflies follow one another.
func (e *emitter) toStore(from, to []cluster) {
	layout, steps := e.k.Layout, e.k.steps()
	if last := steps[len(steps)-1]; e.k.Aligned > 0 && !e.k.interleaved() && !last.scatter && last.P >= warp {
		e.k.Layout = Layout{}
	}
	e.exchange(from, to)
	e.k.Layout = layout
}

// outBin writes the function that makes a bin of points k and -k, p and c, of the complex transform.
func (e *emitter) outBin(r Real) {
	e.line("// of points k and -k of the complex transform twice bin k, or %d - k where that is far, to element at", r.Inner())
	e.line("fn out_bin(at: u32, k: u32, far: bool, p: vec2<f32>, c: vec2<f32>) {")
	e.line("let even = vec2<f32>(p.x + c.x, p.y - c.y);")
	e.line("let odd = turn(vec2<f32>(p.y + c.y, c.x - p.x), wave(k));")
	e.put("at", "select(even + odd, vec2<f32>(even.x - odd.x, odd.y - even.y), far)")
	e.line("}")
	e.line("")
}

// touchedAligned is touchedByPairs for aligned stores, of all accesses of some workgroups.
func (k FFT) touchedAligned(unit int) float64 {
	size := k.Invocations()
	_, all := k.dealt()
	met, points := 0, 0
	var seen unitsMet
	for group := range SectorPoints {
		for from := 0; from < all; from += size {
			for lo := from; lo < min(from+size, all); lo += warp {
				for _, mirrored := range []bool{false, true}[:3-k.Aligned] {
					seen.n = 0
					for i := lo; i < min(lo+warp, from+size, all); i++ {
						if at, ok := k.alignedAt(group*k.Transforms, i, mirrored); ok {
							seen.add(at / unit)
							points++
						}
					}
					met += seen.n
				}
			}
		}
	}
	return float64(met*unit) / float64(points)
}

// alignedAt is the element that the i-th place of the workgroup whose first row is given is for, if there is one; mirrored that of the other bin of the pair.
func (k FFT) alignedAt(first, i int, mirrored bool) (at int, ok bool) {
	r := k.Store.Real
	each, _ := k.dealt()
	begin := (first + i/each) * r.Len()
	n := i%each - begin%LinePoints
	if k.Aligned == alignedBins {
		return begin + n, n >= 0 && n < k.Transforms*r.Len()
	}
	if at = begin + n; mirrored {
		at = begin + r.Inner() - n
	}
	return at, n >= 0 && n < r.Pairs()
}
