package wgsl

import "fmt"

// A pair exchange brings points k and -k of each transform together, for a store with threads that
// hold no pairs. A transform of h points has h/2 + 1 pairs, numbered across the workgroup. Of T
// threads, thread t takes pairs t, t + T, ..., so that neighboring threads write neighboring
// elements.

// A PairCounter is a pair op that returns the number of points of its complex transform.
type PairCounter interface{ PairPoints() int }

// isExchanged reports whether v is a store that takes pairs of points although its threads hold none.
func (v *move) isExchanged() bool { return v.side == stores && v.p.kernel.takesPairs() }

// pairPoints returns the number of points of the transforms with the pairs that the store takes.
func (v *move) pairPoints() (int, error) {
	o := v.ops[v.pairLevel()]
	c, ok := o.(PairCounter)
	if !ok {
		return 0, fmt.Errorf("out: %s takes points k and -k of one thread: use a mirror", o.Tag())
	}
	h := c.PairPoints()
	if n := v.rowPoints(); v.p.kernel.N() > 1 && n < h {
		return 0, fmt.Errorf("out: %s takes pairs of %d points, but the transform has %d", o.Tag(), h, n)
	}
	return h, nil
}

// mirrorPoint returns point -k of h.
func mirrorPoint(k *Index, h int) *Index {
	return Select(k.Equal(Const(0)), Const(0), Const(h).Minus(k))
}

// pairFragment returns the fragment that the exchange fills, for a transform of h points.
func (p *program) pairFragment(h int) *fragment {
	k := &p.kernel
	count, lanes, t := h/2+1, k.Invocations(), k.Threads.Transforms
	f := &fragment{isPairs: true, list: listed()}
	for c := range (count*t + lanes - 1) / lanes {
		number := lane.Add(c * lanes)
		pair, transform := number, Const(0)
		switch {
		case t == 1:
		case k.Threads.Order[stores] == BatchFastest:
			pair, transform = number.Div(t), number.Mod(t)
		default:
			pair, transform = number.Mod(count), number.Div(count)
		}
		u := unit{
			J: named(numbered("pair", c), pair, ""), Q: named(numbered("transform", c), transform, ""),
			label: numbered("points", c),
		}
		u.names = []*Index{u.J, u.Q}
		if (c+1)*lanes > count*t {
			u.Active = number.Less(Const(count * t))
		}
		f.add(u, u.J, mirrorPoint(u.J, h))
	}
	f.places = func(u unit) (all []address, names []*Index) {
		return p.tileAddresses([2]*Index{u.Q, u.Q}, [2]*Index{u.J, mirrorPoint(u.J, h)}), nil
	}
	return f
}

// exchangePairs appends the exchange of the pairs.
func (p *program) exchangePairs(held *fragment, store *move) (*fragment, error) {
	h, err := store.pairPoints()
	if err != nil {
		return nil, err
	}
	if p.kernel.Exchange.Layout.Digits.On {
		return nil, fmt.Errorf("exchange: a digit layout takes points of butterflies, not pairs: use a mirror")
	}
	var to *fragment
	if c, ok := p.kernel.pairing(); ok {
		to = p.columnPairs(c)
	} else {
		to = p.pairFragment(h)
	}
	p.add(heading{"bring points k and -k of a transform together"})
	return to, p.exchange(held, to)
}

// addSplitPass appends the load of a kernel without stages. Each of its transforms is one pair of points of a
// longer transform of h points. For column c of I interleaved rows, pair k of row r is transform (r (h/2 + 1) + k)
// I + c of the batch.
func (p *program) addSplitPass(load, store *move) (*fragment, error) {
	h, err := store.pairPoints()
	if err != nil {
		return nil, err
	}
	if k := &p.kernel; k.Load.Path == Staged || k.Store.Path == Staged {
		return nil, fmt.Errorf("stages: a split pass needs direct paths")
	}
	interleave := p.kernel.Threads.interleave()
	number := named("number", p.sequence.Div(interleave), "")
	pair := named("k", number.Mod(h/2+1), "")
	row := named("row", number.Div(h/2+1), "")
	p.sequence = row.Times(interleave).Plus(p.sequence.Mod(interleave))
	f := &fragment{isPairs: true, list: listed()}
	f.add(unit{Q: p.transform[0], J: pair, Seq: p.sequence, label: "points0"}, pair, mirrorPoint(pair, h))
	load.fragment = f
	p.add(renaming{f})
	if err := load.prepare(); err != nil {
		return nil, err
	}
	p.add(load)
	return f, nil
}

// storeExchanged stores the pairs that an exchange or the load has brought together.
func (v *move) storeExchanged(m Machine, r registers) {
	p := v.p
	for b, u := range v.fragment.units() {
		seq, condition := p.first.Plus(u.Q), Both(u.Active, u.exists)
		if p.kernel.Dispatch.Tail {
			condition = Both(condition, seq.Less(Var("batch.end")))
		}
		if u.Seq != nil {
			seq = u.Seq
		}
		m.If(condition, func() {
			var column *Index
			if p.kernel.Threads.interleave() > 1 {
				column = seq.Term()
			}
			number, name := u.J, numbered("out", b)
			begins, begun := []*Index(nil), v.beginUnit(m, b, seq)
			if u.number == nil {
				begins = v.nameRows(m, name, seq, column)
			} else {
				number = u.number
				m.Declare(number)
				begins = v.rowBegins(m, name, seq, nil)
			}
			p, c := v.above(m, slot{b, 0}, seq, begun, r[b][0]), v.above(m, slot{b, 1}, seq, begun, r[b][1])
			number, p, c = v.near(m, number, p, c)
			m.Call(v.pairFunction(false), "", append(begins, number), []Value{p, c})
		})
	}
}
