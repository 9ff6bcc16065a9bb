package wgsl

import (
	"fmt"
	"math/bits"
	"slices"
)

// The instructions of a folded Rader stage load pairs in order, exchange sums and differences to
// the first butterflies, convolve, and exchange the two parts of the outputs back.
//
//	exchange | from                                  | to
//	gather   | thread of the pair                    | slots of a first butterfly
//	scatter  | slots of a last butterfly             | thread of the pair
//
// Slots 2s and 2s + 1 of these butterflies are the sum and the difference of one pair.

// foldPairs returns the pairs of points i and p - i of a thread, with their places in workgroup
// memory. The name is the prefix of its values. If all is set, threads without a pair repeat the
// last pair.
func (p *program) foldPairs(st *Stage, name string, all bool) *fragment {
	r, threads := p.kernel.Stages.Rader, p.kernel.ThreadsPerTransform()
	n := r.pairs()
	var units []unit
	for c := range (n + threads - 1) / threads {
		u := unit{Q: p.transform[0], label: numbered(name, c)}
		number := p.thread[0].Add(c * threads)
		if (c+1)*threads > n {
			if !all {
				u.Active = number.Less(Const(n))
			}
			number = number.Min(Const(n - 1))
		}
		u.J = named(numbered("i", c), number.Add(1), "")
		units = append(units, u)
	}
	f := &fragment{stage: st, list: listed(units...)}
	f.fill = func(_ *Stage, u unit) []*Index {
		return []*Index{u.J, u.J.derived("mirror", Const(r.Prime).Minus(u.J))}
	}
	f.places = func(u unit) ([]address, []*Index) {
		return p.foldPlaces(u.J.derived("place", p.powers(u.J.Add(n-1))), false)
	}
	return f
}

// foldSlots returns the butterflies of the first or last stage, with the places of their pairs.
func (p *program) foldSlots(f *fragment) *fragment {
	st := f.stage
	return &fragment{stage: st, list: f.list, fill: f.fill, places: func(u unit) (all []address, names []*Index) {
		for s := range st.R / 2 {
			word := u.J.derived(numbered("place", s), p.powers(u.J.Add(s*st.butterflies())))
			places, more := p.foldPlaces(word, true)
			all, names = append(all, places...), append(names, more...)
		}
		return all, names
	}}
}

// foldPlaces returns the places of the sum and of the difference of a pair, and the names in these expressions.
// word is the pair's word in the table. If isSigned is set, the highest bit of the word is the sign of the
// difference.
func (p *program) foldPlaces(word *Index, isSigned bool) (places []address, names []*Index) {
	t := p.foldTable()
	names = []*Index{word}
	shift := 0
	for d, size := range t.sizes() {
		x, width := word, bits.Len(uint(size-1))
		if shift > 0 {
			x = word.ShiftRight(shift)
		}
		shift += width
		names = append(names, word.derived(numbered("x", d), x.BitAnd(1<<width-1)))
	}
	sum := slices.Clone(names[1:])
	slices.Reverse(sum)
	k, outer := &p.kernel, 0
	rows := k.foldRows(t.sizes()[:len(t.sizes())-1])
	if k.Threads.Transforms > 1 {
		sum, outer = slices.Insert(sum, 0, p.transform[0]), 1
	}
	difference := address{at: slices.Clone(sum), sliced: outer, extent: rows}
	difference.at[outer] = sum[outer].Add(rows)
	if isSigned {
		difference.sign = word
	}
	return []address{{at: sum, sliced: outer, extent: rows}, difference}, names
}

// foldTable returns the table of the program, with the sizes of workgroup memory.
func (p *program) foldTable() FoldTable {
	t := p.kernel.foldTable()
	sizes := slices.Clone(p.kernel.digitMemory().shape)
	slices.Reverse(sizes)
	copy(t.Sizes[:], sizes[:len(t.sizes())])
	return t
}

// loadFolded appends the load of the pairs and of x[0], and the exchange of their sums and
// differences to the first butterflies.
func (p *program) loadFolded(load *move, in *fragment) error {
	pairs := p.foldPairs(in.stage, "pair", false)
	load.fragment = pairs.with(origins(in.stage, in.units(), "x0_", false, func(*Index) *Index { return Const(0) }))
	if err := load.prepare(); err != nil {
		return err
	}
	p.add(load)
	p.add(folding{pairs.size(), [2]string{"sum", "difference"}})
	to := p.foldSlots(in)
	to.list = listed(slices.Clone(to.units())...)
	for b := range to.units() { // threads without a butterfly read the last
		to.units()[b].Active = nil
	}
	p.shuffle(pairs, to)
	return nil
}

// scatterFolded appends the exchange of the last butterflies' outputs back to pairs. It returns the
// fragments that threads hold: the outputs, and X[0].
func (p *program) scatterFolded(held *fragment) *fragment {
	block := p.foldPairs(nil, "part", true)
	p.shuffle(p.foldSlots(held), block)
	p.add(folding{units: block.size()})
	st, units := p.product()
	units[0].Active = nil // it has more than one butterfly: the thread with number 0 has it
	zero := func(*Index) *Index { return Const(0) }
	return p.foldPairs(held.stage, "", false).with(origins(st, units, "dc", true, zero))
}

// shuffle appends an exchange by the places of pairs, with a barrier on both sides. Threads read words that other
// threads write before and after the exchange.
func (p *program) shuffle(from, to *fragment) {
	p.isShuffled = true
	p.add(p.newExchange(from, to))
	p.isShuffled = true
}

// A folding replaces the two values of each pair by their sum and difference.
type folding struct {
	units int
	names [2]string // prefixes of the names of the results; empty if each result is used once
}

func (x folding) run(m Machine, r registers) registers {
	for c := range x.units {
		a, b := r[c][0], r[c][1]
		r[c] = []Value{m.Add(a, b), m.Sub(a, b)}
		for i, name := range x.names {
			if name != "" {
				r[c][i] = m.Let(numbered(name, c), r[c][i])
			}
		}
	}
	return r
}

// foldedButterflies are the first or the last butterflies of a folded Rader stage. The first
// butterflies take sums and differences. The last butterflies return two parts of each pair.
type foldedButterflies struct{ butterflies }

func (d foldedButterflies) run(m Machine, r registers) registers {
	st, s := d.fragment.stage, d.p.kernel.Stages
	h := st.R / 2
	dft := func(m Machine, n int, name string, in []Value) []Value {
		if n == 1 {
			return in
		}
		return m.Call(s.dft().Function(n, d.p.kernel.Twiddles.FMA), name, nil, in)
	}
	for b := range d.fragment.size() {
		name := numbered("y"+st.Letter, b)
		if st.Role&scatters != 0 {
			y := m.Call(unfoldedDFT(s.Rader, dft), name, nil, r[b])
			r[b] = make([]Value, st.R)
			for i := range h {
				r[b][2*i], r[b][2*i+1] = y[i], y[h+i]
			}
			continue
		}
		in := make([]Value, st.R)
		for i := range h {
			in[i], in[h+i] = r[b][2*i], r[b][2*i+1]
		}
		r[b] = m.Call(foldedDFT(s.Rader, dft), name, nil, in)
	}
	return r
}

// stageButterflies returns the instruction for the butterflies of a stage.
func (p *program) stageButterflies(in *fragment) instruction {
	if p.kernel.Stages.Rader.Fold && in.stage.Role&(gathers|scatters) != 0 {
		return foldedButterflies{p.butterfliesOf(in)}
	}
	return p.butterfliesOf(in)
}

// butterfliesIn returns the butterflies of an instruction, and reports whether the instruction has any.
func butterfliesIn(i instruction) (d butterflies, ok bool) {
	if folded, ok := i.(foldedButterflies); ok {
		return folded.butterflies, true
	}
	d, ok = i.(butterflies)
	return d, ok
}

// A subDFT returns the DFT of n values.
type subDFT func(m Machine, n int, name string, in []Value) []Value

// foldedDFT returns the butterfly along the first digit that takes sums and differences: with radix
// q b, q = 2^m and b odd,
//
//	y[k] = sum over j_2 < b of w_b^(j_2 k) sum over j_1 < q/2 of w_q^(j_1 k) f[b j_1 + j_2]
//
// where f are the sums for even k, and the differences for odd k.
func foldedDFT(r Rader, dft subDFT) *Func {
	radix := int(r.Radices[0])
	q, b := r.firstRadixFactors()
	f := &Func{
		Name: numbered("folded_dft", radix), Results: radix,
		Comment: fmt.Sprintf("the butterfly of %d points, from their sums and differences", radix),
	}
	for i := range radix {
		f.Params = append(f.Params, fmt.Sprintf("%c%d", "eo"[i/(radix/2)], i%(radix/2)))
	}
	f.Body = func(m Machine, _ []*Index, x []Value) []Value {
		by := make([][]Value, q) // by k mod q, over j_2
		for j2 := range b {
			var even, odd []Value
			for j1 := range q / 2 {
				even = append(even, x[j1*b+j2])
				odd = append(odd, rotate(m, x[radix/2+j1*b+j2], q, j1))
			}
			for i, v := range dft(m, q/2, numbered("u", j2), even) {
				by[2*i] = append(by[2*i], v)
			}
			for i, v := range dft(m, q/2, numbered("v", j2), odd) {
				by[2*i+1] = append(by[2*i+1], v)
			}
		}
		y := make([]Value, radix)
		for k1 := range q {
			out := dft(m, b, numbered("w", k1), by[k1])
			for k := k1; k < radix; k += q {
				y[k] = out[k%b]
			}
		}
		return y
	}
	return f
}

// unfoldedDFT returns the butterfly along the first digit. It returns two parts of its outputs, the
// terms of even k and the terms of odd k. The sums and differences of the parts are the outputs.
func unfoldedDFT(r Rader, dft subDFT) *Func {
	radix := int(r.Radices[0])
	q, b := r.firstRadixFactors()
	f := &Func{
		Name: numbered("unfolded_dft", radix), Results: radix,
		Comment: fmt.Sprintf("the butterfly of %d points, as parts whose sums and differences are the outputs", radix),
	}
	for i := range radix {
		f.Params = append(f.Params, numbered("x", i))
	}
	f.Body = func(m Machine, _ []*Index, x []Value) []Value {
		by := make([][]Value, q) // by k mod q, over m_2
		for k1 := range q {
			var values []Value
			for k2 := range b {
				k := k1 // the index that is k_1 modulo q and k_2 modulo b
				for k%b != k2 {
					k += q
				}
				values = append(values, x[k])
			}
			by[k1] = dft(m, b, numbered("w", k1), values)
		}
		y := make([]Value, radix)
		for m2 := range b {
			var even, odd []Value
			for i := range q / 2 {
				even, odd = append(even, by[2*i][m2]), append(odd, by[2*i+1][m2])
			}
			for m1, v := range dft(m, q/2, numbered("u", m2), even) {
				y[m1*b+m2] = v
			}
			for m1, v := range dft(m, q/2, numbered("v", m2), odd) {
				y[radix/2+m1*b+m2] = rotate(m, v, q, m1)
			}
		}
		return y
	}
	return f
}
