package wgsl

import (
	"fmt"
	"slices"
)

// An exchange moves values between threads through workgroup memory. Every thread writes its
// values, waits at a barrier, and reads the values of its next butterflies. It may go in slices,
// and real parts first, so that it needs less memory. Layouts with padding or swizzle avoid bank
// conflicts (Govindaraju and others 2008).
type exchange struct {
	p        *program
	from, to *fragment
	isFirst  bool   // the exchange begins with a barrier, because threads write words that they have not read
	fromPort []port // by unit of from; made by ports
	toPort   []port // by unit of to; made by ports
}

// An address is a place in workgroup memory before slicing: its coordinates, the outermost first.
// Slices divide the coordinate with the number sliced: each slice has extent values of it.
//
// Without its constant summand, that coordinate is a multiple of step plus a number less than apart.
type address struct {
	at             []*Index
	sliced, extent int
	step, apart    int
	sign           *Index // a word: if its highest bit is set, the value has the other sign; nil for never
}

// A port gives the places of the slots of one unit, for all lanes.
type port struct {
	addresses []address
	named     []*Index     // the names that the addresses need
	slices    [][]int      // slices by slot and lane
	isUniform bool         // all slots of a lane lie in the same slice
	at        [][][]*Index // coordinates within the slice, by slice and slot
}

// exchange appends an exchange.
func (p *program) exchange(from, to *fragment) error {
	x := p.newExchange(from, to)
	p.add(x)
	return x.check()
}

// newExchange returns an exchange and declares workgroup memory.
func (p *program) newExchange(from, to *fragment) *exchange {
	x := &exchange{p: p, from: from, to: to, isFirst: p.memory.shape == nil || p.isShuffled}
	p.isShuffled = false
	if p.memory.shape == nil {
		p.memory = p.kernel.memory()
	}
	return x
}

// ports returns the ports of the units of both fragments.
func (x *exchange) ports() (from, to []port) {
	if x.fromPort == nil {
		for b := range x.from.size() {
			x.fromPort = append(x.fromPort, x.port(x.from, b, "out"))
		}
		for b := range x.to.size() {
			x.toPort = append(x.toPort, x.port(x.to, b, "in"))
		}
	}
	return x.fromPort, x.toPort
}

// check returns an error if points cannot pass through the layout.
func (x *exchange) check() error {
	if !x.p.kernel.Exchange.Layout.Digits.On {
		return nil
	}
	if x.from.stage == nil || x.to.stage == nil {
		return fmt.Errorf("exchange: a digit layout takes the points of butterflies, not a block: use direct paths")
	}
	return nil
}

// A memory is the workgroup memory of a program.
type memory struct {
	shape    []int // extents, the outermost first
	outerPad int   // empty words after each element of dimension structAt
	structAt int
}

// words returns the number of elements, padding included.
func (m memory) words() int {
	if m.shape == nil {
		return 0
	}
	n := 1
	for i := len(m.shape) - 1; i >= 0; i-- {
		if m.outerPad > 0 && i == m.structAt {
			n += m.outerPad
		}
		n *= m.shape[i]
	}
	return n
}

// memory returns the workgroup memory that an exchange of the kernel needs.
func (k *Kernel) memory() memory {
	if k.Exchange.Layout.Digits.On {
		return k.digitMemory()
	}
	return memory{shape: []int{k.Exchange.Layout.size(k.slice())}}
}

// slice returns the number of elements in one slice of an exchange. Slices of an interleaved tile
// have equally many elements of each transform.
func (k *Kernel) slice() int {
	n, t := k.Exchange.slices(), k.Threads.Transforms
	if k.interleaves() {
		return (k.N() + n - 1) / n * t
	}
	return (k.N()*t + n - 1) / n
}

// port returns the port of a unit.
func (x *exchange) port(f *fragment, b int, name string) (o port) {
	o.addresses, o.named = x.p.addresses(f, b, name)
	o.isUniform = true
	for i, a := range o.addresses {
		o.slices = append(o.slices, x.p.slicesOf(f.units()[b], a))
		o.isUniform = o.isUniform && slices.Equal(o.slices[i], o.slices[0])
	}
	for n := range x.p.kernel.Exchange.slices() {
		var at [][]*Index
		for _, a := range o.addresses {
			at = append(at, x.p.within(a, n))
		}
		o.at = append(o.at, at)
	}
	return o
}

// addresses returns the addresses of the slots of a unit, and the names that they need.
func (p *program) addresses(f *fragment, b int, name string) ([]address, []*Index) {
	k := &p.kernel
	if f.places != nil {
		return f.places(f.units()[b])
	}
	if k.Exchange.Layout.Digits.On {
		return p.fiber(f, b)
	}
	if f.stage == nil {
		tile := f.units()[b].Q.Times(k.N()).Plus(f.points()[b][0])
		return []address{{at: []*Index{tile}, extent: k.slice(), step: 1, apart: 1}}, nil
	}
	apart := k.tileStride()
	var all []address
	var names []*Index
	var base, tile *Index // base of the last slot, and its index in the tile
	step := 1
	for i, at := range f.points()[b] {
		point, off := at.split()
		if i == 0 || point != base {
			base = point
			tile, step = p.tileIndex(f.units()[b].Q, base)
			if _, isConst := tile.Value(); !isConst {
				tile = Let(f.addressName(name, b, i), tile, "")
				names = append(names, tile)
			}
		}
		all = append(all, address{at: []*Index{tile.Add(off * apart)}, extent: k.slice(), step: step, apart: apart})
	}
	return all, names
}

// tileStride returns the distance of neighboring points of a transform in the workgroup's tile.
func (k *Kernel) tileStride() int {
	if k.interleaves() {
		return k.Threads.Transforms
	}
	return 1
}

// tileAddresses returns the addresses of points of transforms in the workgroup's tile.
func (p *program) tileAddresses(transforms, points [2]*Index) (all []address) {
	k := &p.kernel
	for i, q := range transforms {
		tile, step := p.tileIndex(q, points[i])
		all = append(all, address{at: []*Index{tile}, extent: k.slice(), step: step, apart: k.tileStride()})
	}
	return all
}

// addressName returns the name of the address of slot i of unit b, and of the slots that follow it.
func (f *fragment) addressName(name string, b, i int) string {
	if label := f.units()[b].label; label != "" {
		return label + "_" + name
	}
	name = numbered(name+f.stage.Letter, b)
	if i > 0 {
		name += numbered("_", i)
	}
	return name
}

// tileIndex returns the index of point base of transform q in the workgroup's tile. The index is a multiple of
// step. If transforms are interleaved, it is a multiple of step plus a number less than their count. A nil base
// is point 0.
func (p *program) tileIndex(q, base *Index) (tile *Index, step int) {
	k := &p.kernel
	t, step := k.Threads.Transforms, 1
	switch {
	case base == nil:
		base = Const(0)
	case base.op == opMul && base.b == nil:
		step = base.n
	}
	switch {
	case k.interleaves() && base.op == opConst:
		return q, t
	case k.interleaves():
		return base.Term().Times(t).Plus(q), step * t
	case t > 1:
		return q.Times(k.N()).Plus(base), gcd(step, k.N())
	}
	return base, step
}

// slicesOf returns the slices of the exchange that contain an address, for the lanes that have a
// unit.
func (p *program) slicesOf(u unit, a address) []int {
	if p.kernel.Exchange.slices() == 1 {
		return []int{0}
	}
	all, active := p.lanes(a.at[a.sliced]), []int(nil)
	if u.Active != nil {
		active = p.lanes(u.Active)
	}
	n := 0
	for l, x := range all {
		if u.Active == nil || active[l] != 0 {
			all[n] = x / a.extent
			n++
		}
	}
	return all[:n]
}

// within returns the coordinates of an address in a slice, placed by the layout.
func (p *program) within(a address, n int) []*Index {
	at := slices.Clone(a.at)
	at[a.sliced] = at[a.sliced].Add(-n * a.extent)
	l := p.kernel.Exchange.Layout
	if !l.isPlaced() {
		return at
	}
	i := at[0]
	base, off := i.split()
	switch {
	case base == nil:
		return []*Index{Const(l.place(off))}
	case off > 0 && l.isAdditive(a.step, a.apart, off):
		return []*Index{Call("shared_index", l.place, base).Add(l.place(off))}
	}
	return []*Index{Call("shared_index", l.place, i)}
}

// signed converts between a value and its form at the address, which may have the other sign.
func (a address) signed(m Machine, v Value) Value {
	if a.sign == nil {
		return v
	}
	return m.FlipSign(a.sign, v)
}

// single returns the slice of the first lane, or -1 without lanes. It reports whether all lanes have that slice.
func single(all []int) (n int, isOne bool) {
	if len(all) == 0 {
		return -1, true
	}
	return all[0], !slices.ContainsFunc(all, func(m int) bool { return m != all[0] })
}

// access calls touch for the slots of a unit that lie in a slice. Branches leave out lanes without the unit or
// with another slice.
func (o *port) access(m Machine, active *Index, slice int, touch func(i int, at []*Index)) {
	m.If(active, func() {
		where := func(a address) *Index { return a.at[a.sliced].Div(a.extent).Equal(Const(slice)) }
		if n, isOne := single(o.slices[0]); o.isUniform && (!isOne || n != slice) {
			if !isOne && slices.Contains(o.slices[0], slice) {
				m.If(where(o.addresses[0]), func() {
					for i := range o.addresses {
						touch(i, o.at[slice][i])
					}
				})
			}
			return
		}
		for i, a := range o.addresses {
			switch n, isOne := single(o.slices[i]); {
			case isOne && n == slice:
				touch(i, o.at[slice][i])
			case !isOne && slices.Contains(o.slices[i], slice):
				m.If(where(a), func() { touch(i, o.at[slice][i]) })
			}
		}
	})
}

// declare names the indices of the fragment that the exchange fills.
func (x *exchange) declare(m Machine) {
	_, to := x.ports()
	for b := range x.to.size() {
		if x.to.stage != nil && x.p.needsNumber(x.to.stage, b) || x.to.isPairs {
			x.to.declareUnit(m, b)
		}
		for _, n := range to[b].named {
			m.Declare(n)
		}
	}
}

// An earlyNaming names the indices of an exchange before the load of a staged path.
type earlyNaming struct{ x *exchange }

func (d earlyNaming) run(m Machine, r registers) registers {
	d.x.declare(m)
	return r
}

// A component is the part of a complex value that one round of an exchange moves.
type component struct {
	suffix string
	of     func(v Value) Value
}

// components returns the components that pass in separate rounds.
func (x *exchange) components(m Machine) []component {
	if x.p.kernel.Exchange.Split {
		return []component{{"_x", m.Re}, {"_y", m.Im}}
	}
	return []component{{"", func(v Value) Value { return v }}}
}

// title describes one round: a component in a slice.
func (x *exchange) title(component, slice int) string {
	e := x.p.kernel.Exchange
	title := "exchange"
	if e.Split {
		title += [2]string{" real parts", " imaginary parts"}[component]
	}
	if n := e.slices(); n > 1 {
		title += fmt.Sprintf(", slice %d of %d", slice+1, n)
	}
	return title
}

func (x *exchange) run(m Machine, r registers) registers {
	k := &x.p.kernel
	from, to := x.ports()
	for b := range from {
		for _, n := range from[b].named {
			m.Declare(n)
		}
	}
	if x.from.stage != nil && x.to.stage != nil {
		stageHeading{x.to.stage, len(x.p.stages)}.run(m, nil)
	}
	x.declare(m)
	isKept := k.Exchange.Layout.Digits.On && k.Exchange.slices() == 1 // threads write the words that they have read
	got := map[part]*Value{}
	for c, component := range x.components(m) {
		for n := range k.Exchange.slices() {
			m.Comment(x.title(c, n))
			if x.isFirst || c > 0 || n > 0 || !isKept {
				x.p.barrier(m)
			}
			for b, u := range x.from.units() {
				from[b].access(m, u.Active, n, func(i int, at []*Index) {
					m.Put(at, from[b].addresses[i].signed(m, component.of(r[b][i])))
				})
			}
			x.p.barrier(m)
			for b, u := range x.to.units() {
				active := u.Active
				if x.to.stage != nil && !k.Exchange.Layout.Digits.On { // threads without a butterfly read the last
					active = nil
				}
				for i := range to[b].addresses {
					if _, isOne := single(to[b].slices[i]); n == 0 && (active != nil || !isOne) {
						got[part{c, slot{b, i}}] = m.Var(x.to.name(b, i)+component.suffix, k.Exchange.Split)
					}
				}
				to[b].access(m, active, n, func(i int, at []*Index) {
					v := to[b].addresses[i].signed(m, m.Get(at, k.Exchange.Split))
					if kept := got[part{c, slot{b, i}}]; kept != nil {
						m.Set(kept, v)
						return
					}
					v = m.Let(x.to.name(b, i)+component.suffix, v)
					got[part{c, slot{b, i}}] = &v
				})
			}
		}
	}
	return append(x.received(m, got), r[x.from.size():]...)
}

// received returns the registers after an exchange, from their components.
func (x *exchange) received(m Machine, got map[part]*Value) registers {
	out := make(registers, x.to.size())
	for b := range out {
		out[b] = make([]Value, len(x.to.points()[b]))
		for i := range out[b] {
			if at := (slot{b, i}); x.p.kernel.Exchange.Split {
				out[b][i] = m.Let(x.to.name(b, i), m.Join(*got[part{0, at}], *got[part{1, at}]))
			} else {
				out[b][i] = *got[part{0, at}]
			}
		}
	}
	return out
}

// barrier runs a barrier, and a fence if the kernel has one there. The first exchange starts with a
// barrier as well: a driver for AMD does not order it after the zero initialization.
func (p *program) barrier(m Machine) {
	m.Barrier()
	if p.kernel.Twiddles.Fence == FenceBarriers {
		fence{p}.run(m, nil)
	}
}

// A part is one component of a slot.
type part struct {
	component int
	slot      slot
}
