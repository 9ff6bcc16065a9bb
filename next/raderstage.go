package wgsl

import "fmt"

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
	r := p.kernel.Stages.Rader
	powers, exponents, n := GeneratorPowers(r.Prime), r.exponents(), r.butterflies()
	f := &fragment{stage: st, units: units}
	for b, u := range units {
		sub, local := st.transform(u.J, b), st.local(u.J, b)
		if st.Role&gathers != 0 && r.IsPFA() {
			local = local.Add(n)
		} else if st.Role&gathers != 0 {
			local = Const(r.Prime - 1).Minus(local)
		}
		g := named(fmt.Sprintf("g%s%d", st.Letter, b), p.powers(local), "")
		var all []*Index
		for i := range st.R {
			a := exponents[i*n]
			point := sub.Times(r.Prime).Plus(residue(g, int(powers[a]), r.Prime, 1))
			if st.Role&gathers != 0 {
				point = sub.Plus(residue(g, int(powers[r.Prime-1-a]), r.Prime, st.Transforms))
			}
			all = append(all, named(fmt.Sprintf("p%s%d_%d", st.Letter, b, i), point, ""))
		}
		f.at = append(f.at, all)
	}
	return f
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

// withOrigins returns a fragment with one more unit for each transform that a thread has, which is
// its point 0. The point lies at at(transform). Threads without the transform's butterfly 0 have
// the unit, too, unless isActive is set.
func withOrigins(f *fragment, name string, isActive bool, at func(sub *Index, b int) *Index) *fragment {
	st := f.stage
	all := &fragment{st, f.units[:len(f.units):len(f.units)], f.at[:len(f.at):len(f.at)]}
	for b, u := range f.units {
		if b > 0 && st.Transforms == 1 {
			break
		}
		o := unit{Q: u.Q, J: u.J, label: fmt.Sprintf("%s%d", name, b)}
		if isActive {
			o.Active = Both(st.local(u.J, b).Equal(Const(0)), u.Active)
		}
		all.units = append(all.units, o)
		all.at = append(all.at, []*Index{at(st.transform(u.J, b), b)})
	}
	return all
}

// gather returns the points that the first stage reads, and those with the points x[0].
func (p *program) gather(st *Stage, units []unit) (in, filled *fragment) {
	in = p.permuted(st, units)
	return in, withOrigins(in, "x0", false, func(sub *Index, _ int) *Index { return sub })
}

// carry adds the points x[0] to the first exchange, which brings them to the threads of the product.
// They lie behind the other points.
func (p *program) carry(held, in *fragment) (from, to *fragment) {
	product := p.product()
	first := held.stage
	behind := first.Transforms * first.N
	from = withOrigins(held, "x0", true, func(sub *Index, _ int) *Index { return sub.Add(behind) })
	units, _ := p.units(product, Mirror{})
	last := withOrigins(reads(product, units), "x0_last", false, func(sub *Index, b int) *Index {
		if product.Transforms > 1 {
			j := p.thread[product.Phase].Add(b*p.kernel.ThreadsPerTransform()).Min(Const(product.butterflies()-1))
			sub = named(fmt.Sprintf("x0_sub%d", b), j.Div(product.N/product.R), "")
		}
		return sub.Add(behind)
	})
	to = &fragment{in.stage, append(in.units[:len(in.units):len(in.units)], last.units[len(units):]...),
		append(in.at[:len(in.at):len(in.at)], last.at[len(units):]...)}
	return from, to
}

// product returns the stage whose outputs are multiplied by the spectrum.
func (p *program) product() *Stage {
	for _, st := range p.stages {
		if st.Role&multiplies != 0 {
			return st
		}
	}
	return nil
}

// scatter returns the points that the last stage writes, with the points X[0] that the product left.
func (p *program) scatter(st *Stage, units []unit) (*fragment, error) {
	f := p.permuted(st, units)
	product := p.product()
	units, err := p.units(product, Mirror{})
	if err != nil {
		return nil, err
	}
	sums := withOrigins(writes(product, units), "dc", true, func(sub *Index, b int) *Index {
		return Let(fmt.Sprintf("dc_at%d", b), sub.Times(p.kernel.Stages.Rader.Prime), "")
	})
	f.units = append(f.units[:len(f.units):len(f.units)], sums.units[len(units):]...)
	f.at = append(f.at, sums.at[len(units):]...)
	return f, nil
}

// A raderProduct multiplies by the spectrum, and adds x[0] to product 0 of each transform. It
// leaves X[0] in place of x[0]. Real and imaginary parts are swapped, because the inverse transform
// is a forward transform of swapped parts.
type raderProduct struct{ fragment *fragment }

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
			r[b][i] = m.Let(fmt.Sprintf("product%d_%d", b, i), m.Swap(v))
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
