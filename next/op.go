package wgsl

// An Op is one step between memory and registers, such as a factor or a permutation. Ops are
// comparable; Tag is the op's part of a kernel's name, without brackets and underscores. What an op can do decides how it is applied:
// it is one of Pointwise, Gatherer, Scatterer, PairGatherer and PairScatterer.
type Op interface {
	Tag() string
	// Kinds returns what a sequence holds on the memory's side of the op and on the registers' side.
	Kinds() (memory, register Kind)
	// Tables returns the constants that the op reads.
	Tables(s Site) []Table
}

// Ops are the steps of a load or a store, in the order in which they happen.
type Ops [6]Op

// A Kind is what a sequence of a transform holds.
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

// A Gatherer makes a point of elements nearer to memory.
type Gatherer interface {
	Pull(m Machine, at *Index, from func(at *Index) Value) Value
}

// A Scatterer makes elements nearer to memory of a point.
type Scatterer interface {
	Push(m Machine, at *Index, v Value, to func(at *Index, v Value))
}

// A PairGatherer makes point k and its image of elements nearer to memory. ends reports whether k
// may be 0.
type PairGatherer interface {
	PullPair(m Machine, k *Index, ends bool, from func(at *Index) Value) (p, image Value)
}

// A PairScatterer makes elements nearer to memory of point k and its image.
type PairScatterer interface {
	PushPair(m Machine, k *Index, p, image Value, to func(at *Index, v Value))
}

// A Site is where an op meets a value: transform and point, and the slot that holds it.
type Site struct {
	Sequence *Index // number of the transform in the batch
	Point    *Index // number of the point
	First    *Index // point of the unit's first slot
	Unit     int
	Slot     int
	Slots    int    // slots of a unit
	Apart    int    // points from slot to slot; 0 if the distance is not constant
	End      string // in or out
	find     func(Table) (*Array, int)
}

// Read returns entry at of a table of the op.
func (s Site) Read(m Machine, t Table, at *Index) Value {
	array, begin := s.find(t)
	return m.Read(array, at.Add(begin))
}

// pointwise has the methods of an op that changes points and reads no table.
type pointwise struct{}

func (pointwise) Kinds() (memory, register Kind) { return Points, Points }
func (pointwise) Tables(Site) []Table            { return nil }
func (pointwise) Begin(Machine, Site) Value      { return Value{} }

// Swap exchanges real and imaginary parts. A transform of swapped values is the inverse transform
// with swapped results.
type Swap struct{ pointwise }

// Tag returns "swap".
func (Swap) Tag() string { return "swap" }

// Remark describes the op.
func (Swap) Remark() string { return "real and imaginary parts swapped" }

// Apply returns the swapped value.
func (Swap) Apply(m Machine, _ Site, _, v Value) Value { return m.Swap(v) }
