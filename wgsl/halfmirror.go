package wgsl

import "fmt"

// The forms that fold or rotate a row make points n and h-1-n of h of neighbouring numbers: folded those of the run 4n ... 4n+3, rotated those of
// the pairs at 2n and at N-2-2n. In a stage of radix R with B = h/R butterflies point h-1-n of n = j + c B is slot R-1-c of butterfly B-1-j. So
// a thread that does both butterflies, which face each other, moves whole runs; one by one their numbers would meet each piece of memory again
// with every access. The butterfly in the middle of an odd number of them faces itself.

// Facing returns the butterflies of couple u where those go together that face each other: u and B-1-u of B.
func (s Stage) HalfMirrorPair(u int) (j, mate int) { return u, s.Butterflies() - 1 - u }

// Faces says whether points n and h-1-n of h have neighbouring numbers, in rows that lie one after the other.
func (r Real) HasHalfMirror() bool {
	return !r.ZeroImag && r.innerExtent() == 1 && (r.Form == DCT4Rotation || r.Form == EvenOdd && r.Inner()%2 == 0)
}

// run is how many numbers of a row that faces lie together.
func (r Real) runLength() int {
	if r.Form == EvenOdd && !r.TwoForOne {
		return 4
	}
	return 2
}

// facesIn says whether the load takes points n and h-1-n together, and facesOut whether the store does.
func (k *Kernel) hasHalfMirrorLoad() bool  { return k.MirrorHalf && k.Load.Real.HasHalfMirror() }
func (k *Kernel) hasHalfMirrorStore() bool { return k.MirrorHalf && k.Store.Real.HasHalfMirror() }

// runs are how many numbers the elements of source and target have. Rows of whole runs begin with one, wherever parts of a batch do.
func (k *Kernel) runLengths() (load, store int) {
	load, store = 1, 1
	if k.hasHalfMirrorLoad() && k.Load.Segments.count() == 1 && k.Load.View == (StridedView{}) && k.Load.Samples == Float32 {
		load = k.Load.Real.runLength()
	}
	if k.hasHalfMirrorStore() && k.Store.Segments.count() == 1 && k.Store.View == (StridedView{}) && k.Store.Samples == Float32 {
		store = k.Store.Real.runLength()
	}
	if k.InPlace && load != store {
		return 1, 1
	}
	return load, store
}

// runOf is the binding of an array whose elements are runs of so many numbers.
func (b Binding) ofRuns(numbers int) Binding {
	if numbers > 1 {
		b.Type = fmt.Sprintf("array<vec%d<f32>>", numbers)
	}
	return b
}

// readRun writes run i of the row at a, as a vector of the name.
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

// writeRun writes the store of numbers to run i of the row at a.
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

// signed is the WGSL of -x where minus is set.
func negatedIf(x string, minus bool) string {
	if minus {
		return "-" + x
	}
	return x
}
