package wgsl

import (
	"fmt"
	"slices"
	"sync"
)

// A Rader stage differs from others in the points of its first and last stage, which are permuted,
// in a product between them, and in the points x[0] and X[0], which are units of their own:
//
//	stage      | points of the convolution | x[0] and X[0]
//	gathers    | x[g^-a]                   | loads x[0]
//	multiplies | times the spectrum        | X[0] = x[0] + bin 0; product 0 takes x[0]
//	scatters   | X[g^b]                    | stores X[0]

// permuted returns the fragment of points g^-a that the first stage reads, or of points g^b that
// the last one writes.
func (p *program) permuted(st *Stage, units []unit) *fragment {
	r, isFirst := p.kernel.Stages.Rader, st.Role&gathers != 0
	n := r.butterflies()
	slots := sync.OnceValue(func() (all []int) { // the factor of slot i beside that of slot 0
		powers, exponents := GeneratorPowers(r.Prime), r.exponents()
		for i := range st.R {
			a := exponents[i*n]
			if isFirst {
				a = r.Prime - 1 - a
			}
			all = append(all, int(powers[a]))
		}
		return all
	})
	return &fragment{stage: st, units: units, fill: func(_ *Stage, b int, u unit) (all []*Index) {
		sub, local := st.transform(u.J, b), st.local(u.J, b)
		switch {
		case isFirst && r.IsPFA():
			local = local.Add(n)
		case isFirst:
			local = Const(r.Prime - 1).Minus(local)
		}
		g := named(fmt.Sprintf("g%s%d", st.Letter, b), p.powers(local), "")
		for i, c := range slots() {
			point := sub.Times(r.Prime).Plus(residue(g, c, r.Prime, 1))
			if isFirst {
				point = sub.Plus(residue(g, c, r.Prime, st.Transforms))
			}
			all = append(all, named(fmt.Sprintf("p%s%d_%d", st.Letter, b, i), point, ""))
		}
		return all
	}}
}

// addRaderTables adds the tables of a Rader stage.
func (p *program) addRaderTables() {
	r := p.kernel.Stages.Rader
	p.tables.add(spectrum, RaderSpectrum{r})
	var indices IntegerTable = RaderPowers{r}
	if r.Fold {
		indices = p.foldTable()
	}
	p.powers = p.tables.addWords(powerTable, indices)
}

// residue returns factor * (g c mod p) for an index g below p.
func residue(g *Index, c, p, factor int) *Index {
	switch c {
	case 1:
		return g.Times(factor)
	case p - 1:
		return Const(p * factor).Minus(g.Times(factor))
	}
	return g.Times(c).Mod(p).Times(factor)
}

// origins returns the fragment of point 0 of each transform that a thread has a butterfly of, which
// lies at at(transform). If isActive is set, only the thread with butterfly 0 of the transform has
// the point.
func origins(st *Stage, units []unit, name string, isActive bool, at func(sub *Index, b int) *Index) *fragment {
	f := &fragment{stage: st}
	for b, u := range units {
		if b > 0 && st.Transforms == 1 {
			break
		}
		o := unit{Q: u.Q, J: u.J, label: fmt.Sprintf("%s%d", name, b)}
		if isActive {
			o.Active = Both(st.local(u.J, b).Equal(Const(0)), u.Active)
		}
		f.units = append(f.units, o)
	}
	f.fill = func(_ *Stage, b int, u unit) []*Index { return []*Index{at(st.transform(u.J, b), b)} }
	return f
}

// with returns the fragment of the units of two fragments, f's first.
func (f *fragment) with(more *fragment) *fragment {
	return &fragment{stage: f.stage, units: slices.Concat(f.units, more.units), fill: func(_ *Stage, b int, u unit) []*Index {
		if b < len(f.units) {
			return f.points()[b]
		}
		return more.points()[b-len(f.units)]
	}}
}

// gather returns the points that the first stage reads, and those with the points x[0].
func (p *program) gather(st *Stage, units []unit) (in, filled *fragment) {
	in = p.permuted(st, units)
	return in, in.with(origins(st, units, "x0_", false, func(sub *Index, _ int) *Index { return sub }))
}

// carry adds the points x[0] to the first exchange, which brings them to the threads of the product.
// They lie behind the other points.
func (p *program) carry(held, in *fragment) (from, to *fragment) {
	product, units := p.product()
	first := held.stage
	behind := first.Transforms * first.N
	from = held.with(origins(first, held.units, "x0_", true, func(sub *Index, _ int) *Index { return sub.Add(behind) }))
	to = in.with(origins(product, units, "x0_last", false, func(sub *Index, b int) *Index {
		if product.Transforms > 1 { // the stage has not declared its butterflies yet
			j := p.thread[product.Phase].Add(b * p.kernel.ThreadsPerTransform()).Min(Const(product.butterflies() - 1))
			sub = named(fmt.Sprintf("x0_sub%d", b), j.Div(product.N/product.R), "")
		}
		return sub.Add(behind)
	}))
	return from, to
}

// product returns the stage whose outputs are multiplied by the spectrum, and its butterflies.
func (p *program) product() (*Stage, []unit) {
	s := slices.IndexFunc(p.stages, func(st *Stage) bool { return st.Role&multiplies != 0 })
	units, _ := p.units(p.stages[s], Mirror{})
	return p.stages[s], units
}

// scatter returns the points that the last stage writes, with the points X[0] that the product left.
func (p *program) scatter(st *Stage, units []unit) *fragment {
	f := p.permuted(st, units)
	st, units = p.product()
	return f.with(origins(st, units, "dc", true, func(sub *Index, b int) *Index {
		return Let(fmt.Sprintf("dc_at%d", b), sub.Times(p.kernel.Stages.Rader.Prime), "")
	}))
}

// A raderProduct multiplies by the spectrum, and adds x[0] to product 0 of each transform. It
// leaves X[0] in place of x[0].
type raderProduct struct {
	fragment *fragment
	swaps    bool // real and imaginary parts: the inverse transform is a forward one of swapped parts
}

func (x raderProduct) run(m Machine, r registers) registers {
	st, units := x.fragment.stage, x.fragment.units
	origins := r[len(units):]
	for b, u := range units {
		local := st.local(u.J, b)
		m.Declare(local)
		for i := range r[b] {
			v := m.Mul(r[b][i], m.Read(spectrum, local.Add(i*st.P)))
			if i == 0 && b < len(origins) {
				x0 := origins[b][0]
				origins[b][0] = m.Let(fmt.Sprintf("dc%d", b), m.Add(x0, r[b][0]))
				v = m.Add(v, m.Choose(local.Equal(Const(0)), x0, m.Constant(0, false)))
			}
			if x.swaps {
				v = m.Swap(v)
			}
			r[b][i] = m.Let(fmt.Sprintf("product%d_%d", b, i), v)
		}
	}
	return r
}

// A swapping swaps real and imaginary parts back at the end of the convolution.
type swapping struct{ units int }

func (x swapping) run(m Machine, r registers) registers {
	for b := range x.units {
		for i := range r[b] {
			r[b][i] = m.Swap(r[b][i])
		}
	}
	return r
}
