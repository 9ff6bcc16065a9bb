package wgsl

import (
	"fmt"
	"slices"
)

// Real transforms compute points k and -k of a complex transform from the same elements, so one thread needs both
// points. A Mirror deals butterflies to threads such that each thread has both. The slots of the images are found
// by evaluating the points of all lanes. The slot of an image is the same for all lanes, except for lanes with
// butterflies that are their own images.

// A mirrorPair is a point and its image in the slots of a thread.
type mirrorPair struct {
	point, image slot
	own          slot // the image in lanes with butterflies that are their own images
	isInner      bool // the point is never point 0
}

// A pairGroup is the pairs of one or two units.
type pairGroup struct {
	units   []int
	self    *Index // condition that the units are their own images; nil if all lanes have the same pairs
	pairs   []mirrorPair
	nyquist *slot         // the point other than 0 that is its own image
	twin    map[slot]slot // from a slot to an earlier slot with the same point in lanes where self holds
}

// A pairFinder finds the slots of images from the points of all lanes.
type pairFinder struct {
	mirror Mirror
	centre Centre         // centre of the images that the op takes
	n      int            // points of a transform
	count  int            // lanes that are evaluated
	step   int            // distance of these lanes
	active [][]int        // by unit and lane, 1 if the lane has the unit; nil for a unit of all lanes
	rows   [][]int        // transforms by unit and lane; nil for a unit of one transform
	points [][]lanePoints // by unit and slot
	self   []int          // by lane, 1 if the units are their own images
}

// lanePoints are the points of a slot in all lanes. Slots of a unit share their bases.
type lanePoints struct {
	base []int
	off  int
}

// at returns the point of lane l.
func (x lanePoints) at(l int) int { return x.base[l] + x.off }

// findPairs returns the slots of points and of their images by the centre c. It returns an error if a thread does
// not hold the image of a point.
func (p *program) findPairs(f *fragment, m Mirror, c Centre) ([]pairGroup, error) {
	finder := pairFinder{mirror: m, centre: c, n: p.kernel.N()}
	finder.count, finder.step = p.lanesWithPairs(f, m)
	for b := range f.units() {
		finder.add(p, f, b)
	}
	var groups []pairGroup
	isTaken := make([]bool, f.size())
	for b, u := range f.units() {
		if isTaken[b] {
			continue
		}
		finder.self = nil
		if u.self != nil {
			finder.self = finder.lanes(p, u.self)
		}
		g, err := finder.group(b)
		if err != nil {
			return nil, err
		}
		for _, u := range g.units {
			isTaken[u] = true
		}
		if u.self != nil && slices.ContainsFunc(g.pairs, func(q mirrorPair) bool { return q.image != q.own }) {
			g.self = u.self
		}
		groups = append(groups, g)
	}
	return groups, nil
}

// add adds unit b of a fragment: the lanes that have it, their transforms, and their points.
func (x *pairFinder) add(p *program, f *fragment, b int) {
	u := &f.units()[b]
	active := Both(u.Active, u.exists)
	if u.repeats != nil {
		active = Both(active, Not(u.repeats))
	}
	if c, ok := p.kernel.pairing(); ok && x.mirror.Columns > 0 {
		active = Both(active, c.column(p).AtMost(Const(c.last)))
	}
	if active == nil {
		x.active = append(x.active, nil)
	} else {
		x.active = append(x.active, x.lanes(p, active))
	}
	var rows []int
	if u.Seq != nil {
		rows = x.lanes(p, u.Seq)
	}
	x.rows = append(x.rows, rows)
	x.points = append(x.points, nil)
	var last *Index
	var values []int
	for _, at := range f.points()[b] {
		base, off := at.split()
		if base == nil {
			base = Const(0)
		}
		if values == nil || base != last {
			last, values = base, x.lanes(p, base)
		}
		x.points[b] = append(x.points[b], lanePoints{values, off})
	}
}

// lanes returns the values of an index for the lanes that are evaluated.
func (x *pairFinder) lanes(p *program, of *Index) []int {
	if x.count == p.kernel.Invocations() {
		return p.lanes(of)
	}
	all := make([]int, x.count)
	of.fill(all, &Env{Step: x.step, Vars: someBatch})
	return all
}

// lanesWithPairs returns the lanes that findPairs has to evaluate: count lanes, with a distance of step. If pairs
// lie within a row, the threads of one transform suffice.
func (p *program) lanesWithPairs(f *fragment, m Mirror) (count, step int) {
	k := &p.kernel
	if !m.isRow() || f.stage == nil {
		return k.Invocations(), 1
	}
	for _, u := range f.units() {
		if u.Seq != nil || u.Q != p.transform[f.stage.Phase] {
			return k.Invocations(), 1
		}
	}
	if k.Threads.Order[f.stage.Phase] == BatchFastest {
		return k.ThreadsPerTransform(), k.Threads.Transforms
	}
	return k.ThreadsPerTransform(), 1
}

// lanes returns the values of an index for the lanes of a workgroup. For mirror columns and rows it
// adds the values for the lanes of a workgroup without column 0.
func (p *program) lanes(x *Index) []int {
	all := x.values(p.kernel.Invocations())
	if c, ok := p.kernel.pairing(); ok {
		next := make([]int, len(all))
		x.fill(next, &Env{Group: c.usualGroup(), Vars: someBatch})
		all = append(all, next...)
	}
	return all
}

// has reports whether lane l has unit b.
func (x *pairFinder) has(b, l int) bool { return x.active[b] == nil || x.active[b][l] != 0 }

// row returns the transform of unit b of lane l.
func (x *pairFinder) row(b, l int) int {
	if x.rows[b] == nil {
		return 0
	}
	return x.rows[b][l]
}

// image returns the transform and the point of the image of slot s in lane l.
func (x *pairFinder) image(s slot, l int) (row, point int) {
	row, point = x.row(s.U, l), x.points[s.U][s.I].at(l)
	m := x.mirror
	if m.isRow() {
		return row, x.centre.image(point, x.n)
	}
	switch c := row % max(1, m.Columns); {
	case m.Rows != RowGrid{}:
		all := m.Rows.Rows()
		return row - row%all + m.Rows.Mirror(row%all), Zero.image(point, x.n)
	case c == 0:
		return row, Zero.image(point, x.n)
	default:
		return row - c + m.Columns - c, Half.image(point, x.n)
	}
}

// isImage reports whether slot t of lane l has the image of slot s.
func (x *pairFinder) isImage(s, t slot, l int) bool {
	row, point := x.image(s, l)
	return x.has(t.U, l) && x.row(t.U, l) == row && x.points[t.U][t.I].at(l) == point
}

// find returns the slot that has the image of slot s in all lanes with the self condition isSelf. It tries the
// candidates first, then all slots. ok is false if there is no such lane.
func (x *pairFinder) find(s slot, isSelf bool, candidates ...slot) (image slot, ok bool, err error) {
	hasAll := false
	for l := range x.points[s.U][s.I].base {
		if !x.has(s.U, l) || (x.self != nil && x.self[l] != 0) != isSelf {
			continue
		}
		ok = true
		for len(candidates) > 0 && !x.isImage(s, candidates[0], l) {
			candidates = candidates[1:]
			if len(candidates) == 0 && !hasAll {
				hasAll, candidates = true, x.slots()
			}
		}
		if len(candidates) == 0 {
			_, point := x.image(s, l)
			return s, false, fmt.Errorf("mirror: lane %d has point %d in slot %v, but no slot has its image, "+
				"point %d, in all lanes: the op needs another mirror or exchange",
				l*x.step, x.points[s.U][s.I].at(l), s, point)
		}
	}
	if !ok {
		return s, false, nil
	}
	return candidates[0], true, nil
}

// slots returns all slots.
func (x *pairFinder) slots() (all []slot) {
	for u := range x.points {
		for i := range x.points[u] {
			all = append(all, slot{u, i})
		}
	}
	return all
}

// group returns the pairs of unit b and of the unit that has the images of its points.
func (x *pairFinder) group(b int) (g pairGroup, err error) {
	g.units = []int{b}
	image, own := map[slot]slot{}, map[slot]slot{}
	for at := 0; at < len(g.units); at++ {
		u := g.units[at]
		for i := range x.points[u] {
			s, last := slot{u, i}, len(x.points[u])-1
			partner := slot{min(u^1, len(x.points)-1), last - i}
			usual, isUsual, err := x.find(s, false, partner)
			if err != nil {
				return g, err
			}
			if !isUsual { // all lanes are their own images, and any slot does
				usual = partner
			}
			self, isSelf, err := x.find(s, true, usual, slot{u, last - i}, slot{u, (last + 1 - i) % (last + 1)})
			if err != nil {
				return g, err
			}
			if !isSelf {
				self = usual
			}
			image[s], own[s] = usual, self
			if !slices.Contains(g.units, usual.U) {
				g.units = append(g.units, usual.U)
			}
		}
	}
	x.order(&g, image, own)
	return g, nil
}

// order lists each pair of a group once.
func (x *pairFinder) order(g *pairGroup, image, own map[slot]slot) {
	isPoint := map[slot]bool{}
	for _, u := range g.units {
		for i := range x.points[u] {
			s := slot{u, i}
			if t := image[s]; x.isFirst(s, t) {
				g.pairs = append(g.pairs, mirrorPair{s, t, own[s], !x.canBeZero(s)})
				isPoint[s] = true
			}
			if t := (slot{g.units[0], i}); s != t && x.isTwin(s, t) {
				if g.twin == nil {
					g.twin = map[slot]slot{}
				}
				g.twin[s] = t
			}
		}
	}
	for _, u := range g.units {
		for i := range x.points[u] {
			s := slot{u, i}
			if _, isTwin := g.twin[s]; own[s] == s && !isPoint[s] && !isTwin {
				g.nyquist = &s
			}
		}
	}
}

// isFirst reports whether slot s is the first one of a pair with slot t.
func (x *pairFinder) isFirst(s, t slot) bool {
	switch {
	case x.mirror.Rows != RowGrid{}:
		return s.U < t.U
	case s == t:
		return x.centre == Half || x.canBeZero(s)
	case s.I == t.I:
		return s.U < t.U
	}
	return s.I < t.I
}

// canBeZero reports whether a lane has point 0 of a row in slot s.
func (x *pairFinder) canBeZero(s slot) bool {
	for l := range x.points[s.U][s.I].base {
		isColumnZero := x.mirror.Columns == 0 || x.row(s.U, l)%x.mirror.Columns == 0
		if x.points[s.U][s.I].at(l) == 0 && x.has(s.U, l) && isColumnZero {
			return true
		}
	}
	return false
}

// isTwin reports whether slots s and t have the same point in the lanes where self holds.
func (x *pairFinder) isTwin(s, t slot) bool {
	found := false
	for l := range x.self {
		if x.self[l] != 0 && x.has(s.U, l) {
			if x.points[s.U][s.I].at(l) != x.points[t.U][t.I].at(l) || x.row(s.U, l) != x.row(t.U, l) {
				return false
			}
			found = true
		}
	}
	return found
}
