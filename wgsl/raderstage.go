package wgsl

import (
	"slices"
	"sync"
)

// A Rader stage differs from others in three ways. The points of its first and last stage are
// permuted. There is a product between them. The points x[0] and X[0] are separate units:
//
//	stage      | points of the convolution | x[0] and X[0]
//	gathers    | x[g^-a]                   | loads x[0]
//	multiplies | times the spectrum        | X[0] = x[0] + bin 0; product 0 takes x[0]
//	scatters   | X[g^b]                    | stores X[0]

// permuted returns the fragment of the points g^-a that the first stage reads, or of the points g^b that
// the last stage writes.
func (p *program) permuted(st *Stage, units *unitList) *fragment {
	r, isFirst := p.kernel.Stages.Rader, st.Role&gathers != 0
	n := r.butterflies()
	slots := sync.OnceValue(func() (all []int) { // by slot, the ratio of its point to the point of slot 0
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
	return &fragment{stage: st, list: units, fill: func(_ *Stage, u unit) (all []*Index) {
		sub, local := st.transform(u.J), st.local(u.J)
		switch {
		case isFirst && r.IsPFA():
			local = local.Add(n)
		case isFirst:
			local = Const(r.Prime - 1).Minus(local)
		}
		g := u.J.derived("power", p.powers(local))
		for i, c := range slots() {
			point := sub.Times(r.Prime).Plus(residue(g, c, r.Prime, 1))
			if isFirst {
				point = sub.Plus(residue(g, c, r.Prime, st.Transforms))
			}
			all = append(all, u.J.derived(numbered("point", i), point))
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

// origins returns units for point 0 of transforms: one for each of a thread's butterflies, or a single one if the
// stage has one transform. The unit of butterfly j has the point at(j). If isActive is set, only the thread with
// butterfly 0 of the transform has the unit.
func origins(st *Stage, units []unit, name string, isActive bool, at func(j *Index) *Index) (all []unit) {
	for b, u := range units {
		if b > 0 && st.Transforms == 1 {
			break
		}
		o := unit{Q: u.Q, J: u.J, label: numbered(name, b), point: at(u.J)}
		if isActive {
			o.Active = Both(st.local(u.J).Equal(Const(0)), u.Active)
		}
		all = append(all, o)
	}
	return all
}

// with returns the fragment with more units.
func (f *fragment) with(more []unit) *fragment {
	return &fragment{stage: f.stage, list: listed(slices.Concat(f.units(), more)...), fill: f.fill, places: f.places}
}

// raderInputs returns three fragments of a stage. Threads hold from before the stage. Its butterflies take to.
// The load or the exchange before the stage fills filled. The first stage takes permuted points, and its load
// also fills x[0]. The first exchange moves x[0] to the threads of the product. In workgroup memory x[0] lies
// behind the other points.
func (p *program) raderInputs(held, in *fragment) (from, to, filled *fragment) {
	st := in.stage
	switch {
	case p.kernel.Stages.Rader.Fold:
	case st.Role&gathers != 0:
		in = p.permuted(st, in.list)
		return held, in, in.with(origins(st, in.units(), "x0_", false, st.transform))
	case held.stage.Role&gathers != 0 && st.Source == exchanged:
		first := held.stage
		product, units := p.product()
		behind := func(st *Stage) func(j *Index) *Index {
			return func(j *Index) *Index { return st.transform(j).Add(first.Transforms * first.N) }
		}
		return held.with(origins(first, held.units(), "x0_", true, behind(first))),
			in, in.with(origins(product, units, "x0_last", false, behind(product)))
	}
	return held, in, in
}

// addConvolution appends the instructions after the butterflies of the middle stage or of the last stage of the
// convolution. It returns the fragment that threads hold after them.
func (p *program) addConvolution(held *fragment) *fragment {
	st, r := held.stage, p.kernel.Stages.Rader
	if st.Role&multiplies != 0 {
		p.add(raderProduct{p, held, !r.Fold})
	}
	switch {
	case st.Role&scatters == 0:
		return held
	case r.Fold:
		return p.scatterFolded(held)
	}
	p.add(swapping{held.size()})
	product, sums := p.product()
	return p.permuted(st, held.list).with(origins(product, sums, "dc", true, func(j *Index) *Index {
		return j.derived("dc", product.transform(j).Times(r.Prime))
	}))
}

// product returns the stage with outputs that are multiplied by the spectrum, and its butterflies.
func (p *program) product() (*Stage, []unit) {
	s := slices.IndexFunc(p.stages, func(st *Stage) bool { return st.Role&multiplies != 0 })
	units, _ := p.units(p.stages[s], Mirror{})
	return p.stages[s], units.all()
}

// A raderProduct multiplies by the spectrum, and adds x[0] to product 0 of each transform. It
// leaves X[0] in place of x[0].
type raderProduct struct {
	p        *program
	fragment *fragment
	swaps    bool // swap real and imaginary parts, because the inverse transform is a forward one of swapped parts
}

func (x raderProduct) run(m Machine, r registers) registers {
	st, units := x.fragment.stage, x.fragment.units()
	origins := r[len(units):]
	for b, u := range units {
		local := st.local(u.J)
		m.Declare(local)
		for i := range r[b] {
			v := m.Mul(r[b][i], m.Read(spectrum, local.Add(i*st.P)))
			if i == 0 && b < len(origins) {
				x0 := origins[b][0]
				origins[b][0] = m.Let(numbered("dc", b), m.Add(x0, r[b][0]))
				v = m.Add(v, m.Choose(local.Equal(Const(0)), x0, m.Constant(Float(0), false)))
			}
			if x.swaps {
				v = m.Swap(v)
			}
			r[b][i] = m.Let(numbered(numbered("product", b)+"_", i), v)
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
