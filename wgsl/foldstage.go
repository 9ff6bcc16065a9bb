package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
	"strings"
)

// The text of a folded Rader stage: load pairs in order, exchange sums and differences to the
// first butterflies, convolve, and exchange the two parts of the outputs back. See the folded
// Rader convolution for the formulas.
//
//	exchange | from                          | to
//	gather   | thread of the pair            | slots s and R_1/2 + s of a first butterfly
//	scatter  | slots s and R_1/2 + s of a last butterfly | thread of the pair

// foldedRader writes the body of a kernel with a folded Rader stage.
func (e *emitter) foldedRader() {
	k := e.k
	pairs := e.foldPairs()
	e.loadFoldPairs(pairs)
	steps := k.steps()
	var held []fragment
	var dc fragment
	for s, st := range steps {
		e.line("")
		e.stepComment(s, len(steps), st)
		need := e.stepInputs(s, st)
		switch {
		case st.gather:
			e.gatherFolded(st, need, pairs)
			e.usedShared = false
		case st.exchanged:
			e.exchange(held, need)
		default:
			for b := range need {
				need[b].values = held[b].values
			}
		}
		e.fence(FenceStages)
		held = e.stepButterflies(s, st, need, false)
		if st.multiply {
			dc = e.foldedProduct(s, st, held)
		}
	}
	e.line("")
	e.store(append(e.scatterFolded(steps[len(steps)-1], held, pairs), dc))
}

// A foldPair names the variables of a pair that a thread loads and stores.
type foldPair struct {
	low, high string    // points i and p - i
	at        []string  // coordinates of its place, the innermost first
	parts     [2]string // sum and difference
	active    string    // condition under which the thread has it, "" for always
}

// foldPairs declares the pairs of a thread and their places in workgroup memory.
func (e *emitter) foldPairs() []foldPair {
	threads, half := e.k.Threads(), e.k.Rader.pairCount()
	var all []foldPair
	for c := range (half + threads - 1) / threads {
		p := foldPair{
			low:   fmt.Sprintf("low%d", c),
			high:  fmt.Sprintf("high%d", c),
			parts: [2]string{fmt.Sprintf("sum%d", c), fmt.Sprintf("difference%d", c)},
		}
		number := plus("t", c*threads)
		if (c+1)*threads > half {
			p.active = fmt.Sprintf("%s < %du", number, half)
			number = fmt.Sprintf("min(%s, %du)", number, half-1)
		}
		e.line("let %s = %s;", p.low, plus(number, 1))
		e.line("let %s = %du - %s;", p.high, e.k.Rader.Prime, p.low)
		p.at = e.foldPlace(fmt.Sprintf("pair%d", c), plus(p.low, half-1))
		all = append(all, p)
	}
	return all
}

// foldPlace reads a word of the fold table and returns its coordinates, the innermost first.
func (e *emitter) foldPlace(name, at string) []string {
	e.line("let %s = powers[%s];", name, at)
	var all []string
	shift := 0
	table := e.k.FoldTable()
	for d, size := range table.dimensions() {
		x, width := fmt.Sprintf("%s_%d", name, d), bits.Len(uint(size-1))
		value := name
		if shift > 0 {
			value = fmt.Sprintf("(%s >> %du)", name, shift)
		}
		e.line("let %s = %s & %du;", x, value, 1<<width-1)
		shift += width
		all = append(all, x)
	}
	return all
}

// loadFoldPairs loads x[0] and the pairs, and makes their sums and differences.
func (e *emitter) loadFoldPairs(pairs []foldPair) {
	c := fragment{hi: e.k.N() - 1}
	for i, p := range pairs {
		c.values = append(c.values, fmt.Sprintf("x_low%d", i), fmt.Sprintf("x_high%d", i))
		c.points = append(c.points, p.low, p.high)
	}
	c.offsets = make([]int, len(c.values))
	e.load([]fragment{c, e.single("x0", "", 0)})
	for i, p := range pairs {
		e.line("let %s = x_low%d + x_high%d;", p.parts[0], i, i)
		e.line("let %s = x_low%d - x_high%d;", p.parts[1], i, i)
	}
}

// foldIndex returns the workgroup memory index of a sum (half 0) or a difference (half 1).
// Differences lie behind the sums of the same round.
func (e *emitter) foldIndex(at []string, r foldRound, half int) string {
	shape := e.k.digitArray()
	index := slices.Clone(at)
	slices.Reverse(index)
	if half > 0 && len(r.halves) > 1 {
		index[0] = plus(index[0], e.k.foldRows(shape.sizes[:len(at)-1]))
	}
	if shape.transforms > 1 {
		index = slices.Insert(index, 0, "q")
	}
	return strings.Join(index, "][")
}

// withSign flips the sign of a part, or of both parts, of a difference by the highest bit of a
// word.
func withSign(value, part, word string) string {
	if part == "" {
		return fmt.Sprintf("bitcast<vec2<f32>>(bitcast<vec2<u32>>(%s) ^ vec2<u32>(%s & 0x80000000u))", value, word)
	}
	return fmt.Sprintf("bitcast<f32>(bitcast<u32>(%s) ^ (%s & 0x80000000u))", value, word)
}

// foldPlaces declares the places of the pairs of butterfly b, and returns by slot the table words
// and coordinates.
func (e *emitter) foldPlaces(name string, s, b int, st step) (words []string, at [][]string) {
	for slot := range st.R / 2 {
		words = append(words, fmt.Sprintf("%s%d_%d", name, b, slot))
		at = append(at, e.foldPlace(words[slot], plus(fmt.Sprintf("j%s%d", letter(s), b), slot*st.Butterflies())))
	}
	return words, at
}

// foldNames are the variable prefixes of the two parts of an output pair.
var foldNames = [...]string{"even", "odd"}

// gatherFolded moves sums and differences to the butterflies of the first step.
func (e *emitter) gatherFolded(st step, need []fragment, pairs []foldPair) {
	words, at := make([][]string, len(need)), make([][][]string, len(need))
	for b := range need {
		words[b], at[b] = e.foldPlaces("from", 0, b, st)
	}
	for _, r := range e.k.foldRounds() {
		e.barrier()
		for _, p := range pairs {
			e.when(p.active, func() {
				for _, half := range r.halves {
					e.line("shared_points[%s] = %s%s;", e.foldIndex(p.at, r, half), p.parts[half], r.part)
				}
			})
		}
		e.barrier()
		for b := range need {
			for slot := range st.R / 2 {
				for _, half := range r.halves {
					value := fmt.Sprintf("shared_points[%s]", e.foldIndex(at[b][slot], r, half))
					if half == 1 {
						value = withSign(value, r.part, words[b][slot])
					}
					e.line("let %s%s = %s;", need[b].values[half*st.R/2+slot], r.suffix(), value)
				}
			}
		}
	}
	for _, c := range need {
		e.joinComponents(c.values)
	}
}

// when writes the lines of write under a condition, or without one.
func (e *emitter) when(condition string, write func()) {
	if condition != "" {
		e.line("if (%s) {", condition)
		defer e.line("}")
	}
	write()
}

// suffix returns the suffix of the variables of the round.
func (r foldRound) suffix() string { return strings.Replace(r.part, ".", "_", 1) }

// foldedProduct multiplies by the spectrum, adds x[0] at frequency 0, and returns the point X[0].
func (e *emitter) foldedProduct(s int, st step, held []fragment) fragment {
	dc := e.single("dc", "", 0)
	dc.active = "t == 0u"
	for b := range held {
		for m, v := range held[b].values {
			name := fmt.Sprintf("product%d_%d", b, m)
			value := fmt.Sprintf("cmul(%s, spectrum[%s])", v, plus(fmt.Sprintf("j%s%d", letter(s), b), m*st.P))
			if m == 0 && b == 0 {
				e.line("let dc = x0 + %s; // X[0], in the first thread", v)
				value += " + select(vec2<f32>(), x0, t == 0u)"
			}
			e.line("let %s = %s;", name, value)
			held[b].values[m] = name
		}
	}
	return dc
}

// scatterFolded moves the outputs of the last butterflies to the threads that store them.
func (e *emitter) scatterFolded(st step, held []fragment, pairs []foldPair) []fragment {
	words, at := make([][]string, len(held)), make([][][]string, len(held))
	for b := range held {
		words[b], at[b] = e.foldPlaces("to", len(e.k.steps())-1, b, st)
	}
	for _, r := range e.k.foldRounds() {
		e.barrier()
		for b, c := range held {
			e.when(c.active, func() {
				for slot := range at[b] {
					for _, half := range r.halves {
						value := c.values[half*st.R/2+slot] + r.part
						if half == 1 {
							value = withSign(value, r.part, words[b][slot])
						}
						e.line("shared_points[%s] = %s;", e.foldIndex(at[b][slot], r, half), value)
					}
				}
			})
		}
		e.barrier()
		for c, p := range pairs {
			for _, half := range r.halves {
				e.line("let %s%d%s = shared_points[%s];", foldNames[half], c, r.suffix(), e.foldIndex(p.at, r, half))
			}
		}
	}
	var all []fragment
	for c, p := range pairs {
		even, odd := fmt.Sprintf("even%d", c), fmt.Sprintf("odd%d", c)
		e.joinComponents([]string{even, odd})
		all = append(all, fragment{
			values:  []string{fmt.Sprintf("(%s + %s)", even, odd), fmt.Sprintf("(%s - %s)", even, odd)},
			points:  []string{p.low, p.high},
			offsets: []int{0, 0},
			hi:      e.k.N() - 1,
			active:  p.active,
		})
	}
	return all
}

// foldedButterflies writes the butterflies along the first digit: one that takes sums and
// differences, and one that returns the two parts of its outputs.
func (w *writer) foldedButterflies(r Rader) {
	radix := int(r.Radices[0])
	q, b := r.firstRadixFactors()
	var fields, sums, xs []string
	for i := range radix {
		fields = append(fields, fmt.Sprintf("y%d: vec2<f32>", i))
		name := fmt.Sprintf("e%d", i)
		if i >= radix/2 {
			name = fmt.Sprintf("o%d", i-radix/2)
		}
		sums = append(sums, name+": vec2<f32>")
		xs = append(xs, fmt.Sprintf("x%d: vec2<f32>", i))
	}
	dft := func(n int, name string, in []string) []string {
		if n == 1 {
			return in
		}
		w.line("let %s = dft%d(%s);", name, n, join(in))
		out := make([]string, n)
		for i := range out {
			out[i] = fmt.Sprintf("%s.y%d", name, i)
		}
		return out
	}
	w.line("struct Points%d { %s }", radix, join(fields))
	w.line("")
	w.line("// the butterfly of %d points, from their sums and differences", radix)
	w.line("fn folded_dft%d(%s) -> Points%d {", radix, join(sums), radix)
	by := make([][]string, q) // by k_1, over j_2
	for j2 := range b {
		var even, odd []string
		for j1 := range q / 2 {
			even = append(even, fmt.Sprintf("e%d", j1*b+j2))
			odd = append(odd, rotate(fmt.Sprintf("o%d", j1*b+j2), q, j1))
		}
		for i, v := range dft(q/2, fmt.Sprintf("u%d", j2), even) {
			by[2*i] = append(by[2*i], v)
		}
		for i, v := range dft(q/2, fmt.Sprintf("v%d", j2), odd) {
			by[2*i+1] = append(by[2*i+1], v)
		}
	}
	y := make([]string, radix)
	for k1 := range q {
		out := dft(b, fmt.Sprintf("w%d", k1), by[k1])
		for k := k1; k < radix; k += q {
			y[k] = out[k%b]
		}
	}
	w.line("return Points%d(%s);", radix, join(y))
	w.line("}")
	w.line("")
	w.line("// the butterfly of %d points, as two parts whose sums and differences are the outputs", radix)
	w.line("fn unfolded_dft%d(%s) -> Points%d {", radix, join(xs), radix)
	d := make([][]string, q)
	for k1 := range q {
		var values []string
		for k2 := range b {
			values = append(values, fmt.Sprintf("x%d", chineseRemainder(k1, q, k2, b)))
		}
		d[k1] = dft(b, fmt.Sprintf("w%d", k1), values)
	}
	for m2 := range b {
		var even, odd []string
		for i := range q / 2 {
			even, odd = append(even, d[2*i][m2]), append(odd, d[2*i+1][m2])
		}
		for m1, v := range dft(q/2, fmt.Sprintf("u%d", m2), even) {
			y[m1*b+m2] = v
		}
		for m1, v := range dft(q/2, fmt.Sprintf("v%d", m2), odd) {
			y[radix/2+m1*b+m2] = rotate(v, q, m1)
		}
	}
	w.line("return Points%d(%s);", radix, join(y))
	w.line("}")
	w.line("")
}

// chineseRemainder returns the number below a b that is x modulo a and y modulo b.
func chineseRemainder(x, a, y, b int) int {
	for x%b != y {
		x += a
	}
	return x
}

// foldedRadices returns the radices of the butterflies that a folded Rader stage calls.
func (k *Kernel) foldedRadices() []int {
	q, b := k.Rader.firstRadixFactors()
	var all []int
	for _, r := range append([]int{q / 2, b}, k.Rader.Radices.List()[1:]...) {
		if r > 1 {
			all = append(all, r)
		}
	}
	return all
}
