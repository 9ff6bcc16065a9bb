package wgsl

import "fmt"

// Half mirror: the partner of point n is point h - 1 - n of h. The even-odd permutation and the
// rotation of DCT-IV make both points from numbers that lie side by side in the row:
//
//	form          | numbers of points n and h-1-n
//	EvenOdd       | 4n ... 4n+3 of a row (Makhoul 1980)
//	two-for-one   | 2n, 2n+1 of either row
//	DCT4Rotation  | 2n, 2n+1 and N-2-2n, N-1-2n
//
// In a stage of radix R with B butterflies, point h-1-n of n = j + c B is slot R-1-c of butterfly
// B-1-j. A thread that holds both butterflies loads and stores whole vectors. For odd B, the
// middle butterfly is self-conjugate.

// HalfMirrorPair returns the butterflies of half-mirror pair u: u and B - 1 - u of B.
func (s Stage) HalfMirrorPair(u int) (j, partner int) { return u, s.Butterflies() - 1 - u }

// HasHalfMirror reports whether points n and h-1-n are made from adjacent numbers of contiguous
// rows.
func (r Real) HasHalfMirror() bool {
	return !r.ZeroImag && r.innerExtent() == 1 && (r.Form == DCT4Rotation || r.Form == EvenOdd && r.Inner()%2 == 0)
}

// runLength returns how many adjacent numbers of a half-mirror row form one vector.
func (r Real) runLength() int {
	if r.Form == EvenOdd && !r.TwoForOne {
		return 4
	}
	return 2
}

// hasHalfMirrorLoad reports whether the load takes points n and h-1-n together.
func (k *Kernel) hasHalfMirrorLoad() bool { return k.MirrorHalf && k.Load.Real.HasHalfMirror() }

// hasHalfMirrorStore reports whether the store takes points n and h-1-n together.
func (k *Kernel) hasHalfMirrorStore() bool { return k.MirrorHalf && k.Store.Real.HasHalfMirror() }

// runLengths returns the numbers in one array element of source and target: more than 1 if the
// array is bound as vectors. Rows of whole vectors are aligned to them, also in an offset
// dispatch.
func (k *Kernel) runLengths() (load, store int) {
	load, store = 1, 1
	if l := k.Load; k.hasHalfMirrorLoad() &&
		l.Segments.count() == 1 && l.View == (StridedView{}) && l.Samples == Float32 {
		load = k.Load.Real.runLength()
	}
	if s := k.Store; k.hasHalfMirrorStore() &&
		s.Segments.count() == 1 && s.View == (StridedView{}) && s.Samples == Float32 {
		store = k.Store.Real.runLength()
	}
	if k.InPlace && load != store {
		return 1, 1
	}
	return load, store
}

// ofRuns returns the binding with vectors of the given length as elements.
func (b Binding) ofRuns(numbers int) Binding {
	if numbers > 1 {
		b.Type = fmt.Sprintf("array<vec%d<f32>>", numbers)
	}
	return b
}

// readRun declares a vector with the numbers of run i of the row that begins at a.
func (e *emitter) readRun(name, a, i string) {
	r := e.k.Load.Real
	n := r.runLength()
	if wide, _ := e.k.runLengths(); wide > 1 {
		e.line("let %s = %s;", name, e.source().element(fmt.Sprintf("%s / %du + %s", a, n, i)))
		return
	}
	var numbers []string
	for m := range n {
		numbers = append(numbers, e.source().element(plus(fmt.Sprintf("%s + %du * (%s)", a, n, i), m)))
	}
	e.line("let %s = vec%d<f32>(%s);", name, n, join(numbers))
}

// writeRun stores numbers to run i of the row that begins at a.
func (e *emitter) writeRun(a, i string, numbers ...string) {
	n := len(numbers)
	if _, wide := e.k.runLengths(); wide > 1 {
		e.put(fmt.Sprintf("%s / %du + %s", a, n, i), fmt.Sprintf("vec%d<f32>(%s)", n, join(numbers)))
		return
	}
	for m, x := range numbers {
		e.put(plus(fmt.Sprintf("%s + %du * (%s)", a, n, i), m), x)
	}
}

// negatedIf returns the expression -x if minus is set, and x otherwise.
func negatedIf(x string, minus bool) string {
	if minus {
		return "-" + x
	}
	return x
}
