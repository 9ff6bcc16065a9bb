package wgsl

import (
	"fmt"
	"slices"
)

// A Kernel is one compute shader as a value: comparable, named by all its fields, checked before it is
// written.
type Kernel interface {
	// Name encodes every field: cache key, label, file name and error prefix.
	Name() string
	// Check says whether a device of the given limits can run the kernel, and why not.
	Check(Limits) error
	// Module writes the kernel. It is meaningful only where Check returned nil.
	Module() Module
}

// A Path is the order in which a kernel touches global memory.
type Path uint8

// The paths between global memory and registers.
const (
	// Direct: every thread touches the points its butterflies need; neighbouring threads touch neighbouring
	// points. Best where a transform has enough threads to fill a cache line.
	Direct Path = iota
	// Staged: the workgroup touches its transforms as one contiguous block, and an exchange brings every
	// point to its thread. Best for few threads per transform.
	Staged
)

// A Map places point j of transform q at element (q div Inner)*Dist + q mod Inner + j*Stride: Inner transforms lie side by
// side, as the columns of a matrix do, and Dist elements further come the next ones. With runs a column is one of rows, not of elements: row j div Run
// of transform q, of Run elements, begins at (q div Inner)*Dist + (q mod Inner)*Run + (j div Run)*Stride.
type Map struct {
	Stride int // elements between neighbouring points, or runs of them
	Dist   int // elements between neighbouring groups of transforms
	Inner  int // transforms side by side; 0 means 1
	Run    int // points of a transform that follow one another; 0 means 1
}

// String is the formula.
func (m Map) String() string {
	switch {
	case m.run() > 1:
		return fmt.Sprintf("(q div %d) * %d + (q mod %d) * %d + (j div %d) * %d + j mod %d", m.Inner, m.Dist, m.Inner, m.Run, m.Run, m.Stride, m.Run)
	case m.Inner <= 1:
		return fmt.Sprintf("q * %d + j * %d", m.Dist, m.Stride)
	}
	return fmt.Sprintf("(q div %d) * %d + q mod %d + j * %d", m.Inner, m.Dist, m.Inner, m.Stride)
}

// At is the element of point j of transform q.
func (m Map) At(q, j int) int {
	inner, run := max(1, m.Inner), m.run()
	return q/inner*m.Dist + q%inner*run + j/run*m.Stride + j%run
}

// run is Run with its default.
func (m Map) run() int { return max(1, m.Run) }

// A Load brings points from global memory to registers.
type Load struct {
	Path  Path
	Map   Map
	Order Order // of the threads in the first stage
	Swap  bool  // swap real and imaginary parts
	Turn  Turn
	// Length is how many elements of an array there are; those from it on are zero and are not read. 0 means all. The number of an
	// element is its place without the multiple of Dist, divided by Lanes.
	Length  int
	Pages   Pages
	Places  Places
	Samples Samples // of real numbers
	Planar  bool    // real and imaginary parts are arrays of their own
	Factor  bool    // multiply each element by that of the same number of a table, before Turn
	Real    Real    // how the array's rows make the points, if they are those of a real transform
}

// A Store brings points from registers to global memory.
type Store struct {
	Path  Path
	Map   Map
	Order Order   // of the threads in the later stages
	Turn  Turn    // before Swap
	Swap  bool    // swap real and imaginary parts, before the scale
	Scale float64 // factor; 0 means 1
	// Length is how many elements of an array are written; those from it on are not. 0 means all.
	Length  int
	Pages   Pages
	Places  Places
	Samples Samples // of real numbers
	Planar  bool    // real and imaginary parts are arrays of their own
	Factor  bool    // multiply each element by that of the same number of a table, after Swap
	Real    Real    // what the array's rows take of the points, if they are those of a real transform
}

// Pages cut an array that is more than one binding holds: element e is element e mod Size of binding e div Size. The table of
// factors is cut in the same way, unless arrays lie side by side.
type Pages struct {
	Count int // bindings; 0 means 1, the array as a whole
	Size  int // elements of each but the last
}

// count is Count with its default.
func (p Pages) count() int { return max(1, p.Count) }

// Order says which index runs fastest across the threads of a workgroup.
type Order uint8

// The thread orders.
const (
	PointsFirst     Order = iota // neighbouring threads work on one transform
	TransformsFirst              // neighbouring threads work on neighbouring transforms
)

// FFT is a kernel that transforms N points, the product of the radices of Chain and of Rader's prime, in one pass: as many
// transforms as Transforms in each workgroup, Points points of a transform in each thread. It is a kilobyte, so that methods
// that are not exported take its address: the planner calls some of them for each thread of every kernel that it compares.
type FFT struct {
	Rader      Rader    // the first stage, if its radix is a prime too large for a butterfly
	Over       [2]Chain // of a transform of several axes those before the last, the next to last first
	Chain      Chain    // of the last axis
	Side       int      // points side by side that no axis transforms; 0 means 1
	Points     int      // points per thread; a stage of more butterflies than threads takes several each
	Transforms int      // transforms per workgroup
	Product    bool     // the small DFTs are matrix products instead of butterflies: see product.go
	Lanes      int      // transforms of that many arrays lie side by side, element by element; 0 means 1. Twiddles between passes, factors and spectra are those of transform q div Lanes
	Few        uint8    // 0: every twiddle is read; else few are, and the others are products of them: see few.go
	Once       bool     // a thread reads the twiddles of its first butterfly of a stage, and makes those of its others of them: see once.go
	Woven      bool     // the stages of the last two axes go in pairs: see weave.go
	Tangents   bool     // the constant twiddles of butterflies go into their sums: see tangents.go
	Wide       bool     // tables are read two elements at a time: see wide.go
	Breaks     Breaks   // branches between its parts that are never taken: see breaks.go
	Exchange   Exchange
	Layout     Layout
	Load       Load
	Store      Store
	Convolve   int // transform, multiply by a spectrum, swap parts, transform again: with a swap on store, a convolution. Of so many spectra transforms take one after the other; 0 means none, and no convolution
	Spectra    Spectra
	Coupled    bool // each thread has points k and -k of a real transform in its butterflies, which it does in couples: see couples.go
	Facing     bool // each thread has points n and -1-n of a real transform, those of neighbouring numbers, in its butterflies: see facing.go
	Mated      bool // the other half of a workgroup's transforms are those whose points make pairs with the points of the first: see mates.go
	Grid       Grid // of kernels with mates: transforms are rows of arrays of so many, and go with those opposite: see opposite.go
	InPlace    bool // source and destination are one binding
	Guard      bool // the batch need not fill the last workgroup: where it ends is read from a binding
	Part       bool // the dispatch does a part of the transforms: which is the first, and where the arrays begin, is read from a binding
	Fold       bool // workgroups in rows of at most FoldWidth, numbered row by row
}

// Contiguous is the map of transforms of n points that follow one another without gaps.
func Contiguous(n int) Map { return Map{Stride: 1, Dist: n} }

// N is the point count.
func (k FFT) N() int {
	return max(1, k.Rader.Prime) * k.Chain.N() * k.Over[0].N() * k.Over[1].N() * k.side()
}

// lanes is Lanes with its default.
func (k *FFT) lanes() int { return max(1, k.Lanes) }

// side is Side with its default.
func (k *FFT) side() int { return max(1, k.Side) }

// Flat says whether the kernel transforms one axis, whose points are all there are.
func (k FFT) Flat() bool { return k.Over == [2]Chain{} && k.side() == 1 }

// Factors is the kernel's stages in short: 4.16.16, or 127(14.9).8 where the first is Rader's.
func (k FFT) Factors() string {
	switch {
	case !k.Flat():
		return k.axes() + map[bool]string{true: fmt.Sprintf("x(%d)", k.Side)}[k.side() > 1]
	case k.Rader.Prime == 0:
		return k.Chain.String()
	case k.Chain == Chain{}:
		return k.Rader.String()
	}
	return k.Rader.String() + "." + k.Chain.String()
}

// Threads is the number of threads that share one transform.
func (k FFT) Threads() int {
	if k.Rader.Pairs { // which have all points but one
		return (k.N() + k.Points - 2) / k.Points
	}
	return (k.N() + k.Points - 1) / k.Points
}

// Radices returns the radices of all stages in order, those of a Rader stage's convolution once.
func (k FFT) Radices() []int {
	radices := make([]int, 0, MaxStages)
	for _, c := range k.chains() {
		radices = c.appendRadices(radices)
	}
	return radices
}

// axes joins the chains of the axes, the outermost first: 4.6x4.6.
func (k *FFT) axes() string {
	s := k.Chain.String()
	for i, over := range k.Over {
		if over != (Chain{}) || i == 0 && k.Over[1] != (Chain{}) {
			s = over.String() + "x" + s
		}
	}
	return s
}

// order is the order of the threads in a step.
func (k *FFT) order(st step) Order {
	if st.lane == 0 {
		return k.Load.Order
	}
	return k.Store.Order
}

// lane is which of so many threads of which transform of the workgroup an invocation is.
func (k *FFT) lane(o Order, threads, invocation int) (t, q int) {
	if o == TransformsFirst {
		return invocation / k.Transforms, invocation % k.Transforms
	}
	return invocation % threads, invocation / threads
}

// Invocations is the number of threads of a workgroup.
func (k FFT) Invocations() int { return k.Threads() * k.Transforms }

// Groups is the dispatch for a batch of transforms.
func (k FFT) Groups(batch int) (x, y int) {
	groups := (batch + k.Transforms - 1) / k.Transforms
	if k.Fold {
		return folded(groups)
	}
	return groups, 1
}

// exchanges says whether the kernel uses workgroup memory at all.
func (k *FFT) exchanges() bool {
	return k.Exchanges() || k.N() > 1 && (k.Load.Path == Staged || k.Store.Path == Staged || k.gathers())
}

// Exchanges says whether an exchange lies between steps of the kernel: then its threads may be ordered anew on the way.
func (k FFT) Exchanges() bool {
	stages := 0
	for _, c := range k.chains() {
		stages += c.stages()
	}
	if _, merged := k.merged(); merged {
		stages--
	}
	return stages > 1
}

// Twiddled says whether a stage has twiddles.
func (k FFT) Twiddled() bool {
	chains := k.chains()
	if k.Rader.ByResidues() {
		chains = chains[1:]
	}
	return k.Rader.Prime > 0 && k.Chain != (Chain{}) || slices.ContainsFunc(chains, func(c Chain) bool { return c.stages() > 1 })
}

// chains are those of the kernel's stages.
func (k *FFT) chains() []Chain { return []Chain{k.Rader.Chain, k.Over[1], k.Over[0], k.Chain} }

// slice is how many elements pass in one round of an exchange.
func (k *FFT) slice() int {
	rounds := k.Exchange.rounds()
	if k.interleaved() { // of each transform the same
		return (k.N() + rounds - 1) / rounds * k.Transforms
	}
	return (k.N()*k.Transforms + rounds - 1) / rounds
}

// WorkgroupBytes is the workgroup memory the kernel declares.
func (k FFT) WorkgroupBytes() int {
	if !k.exchanges() {
		return 0
	}
	if k.Layout.Kind == Cube {
		return k.cube().elements() * k.Exchange.elementBytes()
	}
	return k.Layout.size(k.slice()) * k.Exchange.elementBytes()
}

// turns says whether the kernel has twiddles between passes.
func (k *FFT) turns() bool { return k.Load.Turn != (Turn{}) || k.Store.Turn != (Turn{}) }

func (s Store) scaled() bool { return s.Scale != 0 && s.Scale != 1 }

// fine says whether the pages make sense.
func (p Pages) fine() bool { return p == Pages{} || p.Count > 1 && p.Size > 0 }

// runsFine says whether a side of the kernel can have the runs of a map, if it has any.
func (k *FFT) runsFine(m Map, p Path, r Real, length int, factor bool) bool {
	return m.Run == 0 || m.Run > 1 && m.Inner > 1 && k.N()%m.Run == 0 && !k.Flat() && p == Direct && r.Form == Points && length == 0 && !factor && k.lanes() == 1
}

// storageBindings is how many storage bindings the kernel has.
func (k *FFT) storageBindings() int {
	storage := 0
	for _, b := range k.Bindings() {
		if b.Access != Uniform {
			storage++
		}
	}
	return storage
}

// CanStay says whether every transform writes the elements that it reads, so that source and destination can be one: but for pages and places,
// which are those of the arrays.
func (k FFT) CanStay() bool {
	load, store := k.Load.Real, k.Store.Real
	if load.Form == Half || store.Form == Half {
		return k.overlays()
	}
	return k.Load.Map == k.Store.Map && load.IsReal() == store.IsReal() && load.Len() == store.Len()
}

// Check says whether a device of the given limits can run the kernel.
func (k FFT) Check(l Limits) error {
	fail := func(what string, need, have int) error {
		return &LimitError{What: "wgsl: " + k.Name() + ": " + what, Need: int64(need), Have: int64(have), Hint: "choose another variant"}
	}
	switch {
	case k.Points < 1:
		return fail("points per thread", 1, k.Points)
	case k.Transforms < 1:
		return fail("transforms per workgroup", 1, k.Transforms)
	case k.Rader.check() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.Rader.check())
	case k.checkPairs() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkPairs())
	case !k.Flat() && (k.Rader.Prime > 0 || k.Convolve > 0 || k.Side < 0 || k.turns() && (k.side() > 1 || k.Chain.N() == 1 || k.Woven)):
		return fmt.Errorf("wgsl: %s: transforms of several axes are no convolutions, and those with twiddles between passes have nothing beside their last axis and no stages in pairs", k.Name())
	case len(k.Radices()) == 0 && (k.N() > 1 || k.Load.Path == Staged || k.Store.Path == Staged):
		return fmt.Errorf("wgsl: %s: a kernel without a stage has one point, on direct paths", k.Name())
	case (k.Few > 0 || k.Once) && !k.Twiddled():
		return fmt.Errorf("wgsl: %s: there are no twiddles of which few could be read", k.Name())
	case k.Woven && !k.weavable():
		return fmt.Errorf("wgsl: %s: stages that go in pairs are two of each of the last two axes, whose radices make the points of a thread, in a cube", k.Name())
	case k.Tangents && !k.Turns():
		return fmt.Errorf("wgsl: %s: no butterfly has constant twiddles that could go by their tangents", k.Name())
	case k.Breaks > AtBarriers || k.Breaks > NoBreaks && !k.Exchanges():
		return fmt.Errorf("wgsl: %s: breaks are between the steps of a kernel that has an exchange", k.Name())
	case k.Few > mostFew:
		return fmt.Errorf("wgsl: %s: few twiddles are those of at most %d slots and their multiples", k.Name(), mostFew)
	case k.Rader.Prime > 0 && k.Convolve > 0:
		return fmt.Errorf("wgsl: %s: a convolution has no Rader stage", k.Name())
	case !k.Exchanges() && k.Load.Order != k.Store.Order:
		return fmt.Errorf("wgsl: %s: without an exchange between stages there is one order of threads", k.Name())
	case k.Layout.Kind == Cube && (!k.Cubic() || k.Layout.Grain().Inner >= len(k.Radices())):
		return fmt.Errorf("wgsl: %s: a cube has two to %d stages, between direct paths, and no more rounds than a radix", k.Name(), mostDimensions)
	case k.Layout.Slab > 0 && (k.Layout.Kind != Cube || k.Layout.Slab > mostBetween || k.Rader.Pairs):
		return fmt.Errorf("wgsl: %s: slabs are of a cube that holds no pairs of a Rader stage, at most %d places apart", k.Name(), mostBetween)
	case k.Layout.Cyclic && (k.Layout.Kind != Cube || !k.Cycles()):
		return fmt.Errorf("wgsl: %s: lines in cyclic order are of a cube of three stages or more, of several axes four, without a Rader stage and none in pairs", k.Name())
	case k.checkReal() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkReal())
	case k.Load.Path == Staged && (k.Load.Length > 0 || k.Load.Factor), k.Store.Path == Staged && (k.Store.Length > 0 || k.Store.Factor):
		return fmt.Errorf("wgsl: %s: a staged path takes all points as they are", k.Name())
	case !k.runsFine(k.Load.Map, k.Load.Path, k.Load.Real, k.Load.Length, k.Load.Factor) || !k.runsFine(k.Store.Map, k.Store.Path, k.Store.Real, k.Store.Length, k.Store.Factor):
		return fmt.Errorf("wgsl: %s: runs are of the points of whole transforms of several axes, on a direct path", k.Name())
	case !k.Load.Pages.fine() || !k.Store.Pages.fine():
		return fmt.Errorf("wgsl: %s: an array is cut into at least two pages of at least one element", k.Name())
	case !k.Load.Turn.fine(k.N(), k.Load.Path) || !k.Store.Turn.fine(k.N(), k.Store.Path):
		return fmt.Errorf("wgsl: %s: a twiddle between passes needs several points, a direct path, and an order and columns of at least 1", k.Name())
	case k.Load.Turn.Order > 0 && k.Store.Turn.Order > 0 && k.Load.Turn.Order != k.Store.Turn.Order:
		return fmt.Errorf("wgsl: %s: twiddles on load and on store have one order", k.Name())
	case k.Lanes < 0 || k.lanes() > 1 && (k.Load.Map.Stride%k.Lanes != 0 || k.Store.Map.Stride%k.Lanes != 0):
		return fmt.Errorf("wgsl: %s: the strides of arrays side by side are multiples of their number", k.Name())
	case k.Convolve < 0:
		return fmt.Errorf("wgsl: %s: a convolution takes one spectrum or more", k.Name())
	case !k.Spectra.fine(k.Convolve):
		return fmt.Errorf("wgsl: %s: the places of spectra need several of them, and strides and distances of at least 1", k.Name())
	case k.Convolve > 0 && k.N() == 1:
		return fmt.Errorf("wgsl: %s: a convolution takes more than one point", k.Name())
	case !k.Load.Places.fine() || !k.Store.Places.fine():
		return fmt.Errorf("wgsl: %s: the places of elements have dimensions of at least one element and an offset of at least 0", k.Name())
	case k.checkSamples() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkSamples())
	case k.Load.Planar && k.Load.Pages.Count > 0, k.Store.Planar && k.Store.Pages.Count > 0:
		return fmt.Errorf("wgsl: %s: planar arrays lie in one binding a part", k.Name())
	case k.InPlace && (!k.CanStay() || !k.samePlace()):
		return fmt.Errorf("wgsl: %s: in place a kernel writes where it reads", k.Name())
	case k.Load.Path == Staged && k.Load.Map != Contiguous(k.N()), k.Store.Path == Staged && k.Store.Map != Contiguous(k.N()):
		return fmt.Errorf("wgsl: %s: a staged path needs contiguous transforms", k.Name())
	case k.storageBindings() > l.StorageBindings:
		return fail("storage bindings", k.storageBindings(), l.StorageBindings)
	case k.Invocations() > l.Invocations:
		return fail("invocations per workgroup", k.Invocations(), l.Invocations)
	case k.WorkgroupBytes() > l.WorkgroupBytes:
		return fail("bytes of workgroup memory", k.WorkgroupBytes(), l.WorkgroupBytes)
	}
	return nil
}
