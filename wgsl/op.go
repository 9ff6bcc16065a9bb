package wgsl

import (
	"fmt"
	"slices"
)

// An Op is one step between memory and registers, such as a factor or a permutation. Ops are
// comparable. Tag is the op's part of a kernel's name, without brackets and underscores. An op is a Pointwise,
// Gatherer, Scatterer, PairGatherer or PairScatterer, and may be several of them.
type Op interface {
	Tag() string
	// Kinds returns the kinds of the sequences on both sides of the op: towards memory and towards registers.
	Kinds() (memory, register Kind)
	// Tables returns the constants that the op reads.
	Tables(s Site) []Table
}

// Ops are the steps of a load or a store, in their order of execution.
type Ops [6]Op

// MakeOps returns ops in order. A kernel with more ops than there are places does not pass [Kernel.Check].
func MakeOps(all ...Op) (o Ops) {
	if n := copy(o[:], all); n < len(all) {
		o[n-1] = tooManyOps{len(all)}
	}
	return o
}

// tooManyOps takes the last place of ops that do not fit.
type tooManyOps struct{ Count int }

// Tag returns the number of ops.
func (t tooManyOps) Tag() string { return fmt.Sprintf("too.many%d", t.Count) }

// Kinds returns points on both sides.
func (tooManyOps) Kinds() (memory, register Kind) { return Points, Points }

// Tables returns none.
func (tooManyOps) Tables(Site) []Table { return nil }

// Begin returns no value.
func (tooManyOps) Begin(Machine, Site) Value { return Value{} }

// Apply returns v.
func (tooManyOps) Apply(_ Machine, _ Site, _, v Value) Value { return v }

// Check returns an error.
func (t tooManyOps) Check(Site) error {
	return fmt.Errorf("%d ops on a load or a store, want at most %d: use fewer options", t.Count, len(Ops{}))
}

// List returns the ops without the empty places at the end.
func (o Ops) List() []Op {
	n := len(o)
	for n > 0 && o[n-1] == nil {
		n--
	}
	return slices.Clone(o[:n])
}

// A Kind is the kind of elements in a sequence of a transform.
type Kind uint8

// The kinds.
const (
	Points  Kind = iota // points of the complex transform
	Numbers             // real numbers of a row
	Bins                // bins of the half spectrum of a row
)

// A Pointwise op changes one value.
type Pointwise interface {
	// Begin returns a value that all slots of a unit need.
	Begin(m Machine, s Site) Value
	Apply(m Machine, s Site, begun, v Value) Value
}

// A Fetcher is a pointwise op that reads values that several slots share. Fetch reads them before the branch of
// an element that may not exist.
type Fetcher interface{ Fetch(m Machine, s Site) }

// A Gatherer computes an element from elements nearer to memory.
type Gatherer interface {
	Pull(m Machine, at Place, from Elements) Value
}

// A Scatterer computes elements nearer to memory from an element.
type Scatterer interface {
	Push(m Machine, at Place, v Value, to Elements)
}

// A PairOp works on a point and its image together.
type PairOp interface {
	// PairCentre returns the centre of the image: the image of point k is -k for Zero, and -1-k for Half.
	PairCentre() Centre
}

// A PairGatherer computes a point and its image from elements nearer to memory.
type PairGatherer interface {
	PairOp
	PullPair(m Machine, at Pair, from Elements) (point, image Value)
}

// A PairScatterer computes elements nearer to memory from a point and its image.
type PairScatterer interface {
	PairOp
	PushPair(m Machine, at Pair, point, image Value, to Elements)
}

// A Checker is an op that does not fit every site. Check gets the site of the first slot of a unit.
type Checker interface{ Check(s Site) error }

// A Site is the place of the value that an op changes: its transform, its point and its slot.
type Site struct {
	Sequence *Index // number of the transform in the batch
	Number   *Index // number of the element in its array, counted from the begin of the transform's group
	Point    *Index // number of the point
	First    *Index // point of the unit's first slot
	Unit     int
	Slot     int
	Slots    int    // slots of a unit
	Apart    int    // points from slot to slot; 0 if the distance is not constant
	Axis     int    // points of the last of several axes; 0 for one axis
	End      string // in, out, or middle for the middle of a convolution
	tables   siteTables
	rows     []*Index // elements at which the rows of the transform begin
}

// siteTables describe the storage of the tables of a site.
type siteTables struct {
	isPaired bool                      // tables by point hold two slots side by side
	segments Segments                  // segments of tables by element
	find     func(Table) (*Array, int) // returns the array of a table, and the entry at which the table begins
}

// Read returns entry at of a table of the op.
func (s Site) Read(m Machine, t Table, at *Index) Value {
	array, begin := s.tables.find(t)
	return m.Read(array, at.Add(begin))
}

// readGiven returns the entry of the site's slot, in a table that the caller gives. It reads entry at, or the pair
// of entries that contains the slot's entry.
func (s Site) readGiven(m Machine, g Given, at *Index) Value {
	if g.Apart == 0 {
		return s.Read(m, g, at)
	}
	array, _ := s.tables.find(g)
	name := numbered(numbered(g.Name, s.Unit)+"_", s.Slot/2)
	return m.ReadPair(name, array, s.First.Add(s.Slot/2*g.Apart))[s.Slot%2]
}

// given returns the recipe of a table that has an entry for each point.
func (s Site) given(name string) Given {
	g := Given{Name: name, Segments: s.tables.segments}
	if s.tables.isPaired {
		g.Apart = s.Apart
	}
	return g
}
