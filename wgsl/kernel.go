package wgsl

import (
	"fmt"
	"slices"
)

// A Kernel is one compute shader as a value: comparable, named by all its fields, checked before it is
// written.
type Shader interface {
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
	Path        Path
	Map         Map
	Order       Order // of the threads in the first stage
	SwapReIm    bool  // swap real and imaginary parts
	PassTwiddle PassTwiddle
	// Length is how many elements of an array there are; those from it on are zero and are not read. 0 means all. The number of an
	// element is its place without the multiple of Dist, divided by Lanes.
	Bound       int
	Segments    Segments
	View        StridedView
	Samples     Samples // of real numbers
	Planar      bool    // real and imaginary parts are arrays of their own
	TableFactor bool    // multiply each element by that of the same number of a table, before Turn
	Real        Real    // how the array's rows make the points, if they are those of a real transform
}

// A Store brings points from registers to global memory.
type Store struct {
	Path        Path
	Map         Map
	Order       Order       // of the threads in the later stages
	PassTwiddle PassTwiddle // before Swap
	SwapReIm    bool        // swap real and imaginary parts, before the scale
	Scale       float64     // factor; 0 means 1
	// Length is how many elements of an array are written; those from it on are not. 0 means all.
	Bound       int
	Segments    Segments
	View        StridedView
	Samples     Samples // of real numbers
	Planar      bool    // real and imaginary parts are arrays of their own
	TableFactor bool    // multiply each element by that of the same number of a table, after Swap
	Real        Real    // what the array's rows take of the points, if they are those of a real transform
}

// Pages cut an array that is more than one binding holds: element e is element e mod Size of binding e div Size. The table of
// factors is cut in the same way, unless arrays lie side by side.
type Segments struct {
	Count int // bindings; 0 means 1, the array as a whole
	Size  int // elements of each but the last
}

// count is Count with its default.
func (p Segments) count() int { return max(1, p.Count) }

// Order says which index runs fastest across the threads of a workgroup.
type Order uint8

// The thread orders.
const (
	PointsFastest Order = iota // neighbouring threads work on one transform
	BatchFastest               // neighbouring threads work on neighbouring transforms
)

// FFT is a kernel that transforms N points, the product of the radices of Chain and of Rader's prime, in one pass: as many
// transforms as Transforms in each workgroup, Points points of a transform in each thread. It is a kilobyte, so that methods
// that are not exported take its address: the planner calls some of them for each thread of every kernel that it compares.
type Kernel struct {
	Rader              Rader      // the first stage, if its radix is a prime too large for a butterfly
	OuterRadices       [2]Radices // of a transform of several axes those before the last, the next to last first
	Radices            Radices    // of the last axis
	InnerExtent        int        // points side by side that no axis transforms; 0 means 1
	ElementsPerThread  int        // points per thread; a stage of more butterflies than threads takes several each
	TransformsPerGroup int        // transforms per workgroup
	MatrixProduct      bool       // the small DFTs are matrix products instead of butterflies: see product.go
	Interleave         int        // transforms of that many arrays lie side by side, element by element; 0 means 1. Twiddles between passes, factors and spectra are those of transform q div Lanes
	TwiddleBasis       uint8      // 0: every twiddle is read; else few are, and the others are products of them: see few.go
	ShareTwiddles      bool       // a thread reads the twiddles of its first butterfly of a stage, and makes those of its others of them: see once.go
	VectorRadix        bool       // the stages of the last two axes go in pairs: see weave.go
	FMA                bool       // the constant twiddles of butterflies go into their sums: see tangents.go
	Vec4Tables         bool       // tables are read two elements at a time: see wide.go
	Fence              Fence      // branches between its parts that are never taken: see breaks.go
	Exchange           Exchange
	Layout             Layout
	Load               Load
	Store              Store
	ConvolutionSpectra int // transform, multiply by a spectrum, swap parts, transform again: with a swap on store, a convolution. Of so many spectra transforms take one after the other; 0 means none, and no convolution
	Spectra            Spectra
	MirrorInRow        bool    // each thread has points k and -k of a real transform in its butterflies, which it does in couples: see couples.go
	MirrorHalf         bool    // each thread has points n and -1-n of a real transform, those of neighbouring numbers, in its butterflies: see facing.go
	MirrorColumns      bool    // the other half of a workgroup's transforms are those whose points make pairs with the points of the first: see mates.go
	MirrorRows         RowGrid // of kernels with mates: transforms are rows of arrays of so many, and go with those opposite: see opposite.go
	InPlace            bool    // source and destination are one binding
	Tail               bool    // the batch need not fill the last workgroup: where it ends is read from a binding
	Offset             bool    // the dispatch does a part of the transforms: which is the first, and where the arrays begin, is read from a binding
	Fold               bool    // workgroups in rows of at most FoldWidth, numbered row by row
}

// Contiguous is the map of transforms of n points that follow one another without gaps.
func Contiguous(n int) Map { return Map{Stride: 1, Dist: n} }

// N is the point count.
func (k Kernel) N() int {
	return max(1, k.Rader.Prime) * k.Radices.N() * k.OuterRadices[0].N() * k.OuterRadices[1].N() * k.innerExtent()
}

// lanes is Lanes with its default.
func (k *Kernel) interleave() int { return max(1, k.Interleave) }

// side is Side with its default.
func (k *Kernel) innerExtent() int { return max(1, k.InnerExtent) }

// Flat says whether the kernel transforms one axis, whose points are all there are.
func (k Kernel) IsOneAxis() bool { return k.OuterRadices == [2]Radices{} && k.innerExtent() == 1 }

// Factors is the kernel's stages in short: 4.16.16, or 127(14.9).8 where the first is Rader's.
func (k Kernel) Describe() string {
	switch {
	case !k.IsOneAxis():
		return k.axes() + map[bool]string{true: fmt.Sprintf("x(%d)", k.InnerExtent)}[k.innerExtent() > 1]
	case k.Rader.Prime == 0:
		return k.Radices.String()
	case k.Radices == Radices{}:
		return k.Rader.String()
	}
	return k.Rader.String() + "." + k.Radices.String()
}

// Threads is the number of threads that share one transform.
func (k Kernel) Threads() int {
	if k.Rader.Fold { // which have all points but one
		return (k.N() + k.ElementsPerThread - 2) / k.ElementsPerThread
	}
	return (k.N() + k.ElementsPerThread - 1) / k.ElementsPerThread
}

// Radices returns the radices of all stages in order, those of a Rader stage's convolution once.
func (k Kernel) StageRadices() []int {
	radices := make([]int, 0, MaxStages)
	for _, c := range k.chains() {
		radices = c.appendRadices(radices)
	}
	return radices
}

// axes joins the chains of the axes, the outermost first: 4.6x4.6.
func (k *Kernel) axes() string {
	s := k.Radices.String()
	for i, over := range k.OuterRadices {
		if over != (Radices{}) || i == 0 && k.OuterRadices[1] != (Radices{}) {
			s = over.String() + "x" + s
		}
	}
	return s
}

// order is the order of the threads in a step.
func (k *Kernel) order(st step) Order {
	if st.phase == 0 {
		return k.Load.Order
	}
	return k.Store.Order
}

// lane is which of so many threads of which transform of the workgroup an invocation is.
func (k *Kernel) threadOf(o Order, threads, invocation int) (t, q int) {
	if o == BatchFastest {
		return invocation / k.TransformsPerGroup, invocation % k.TransformsPerGroup
	}
	return invocation % threads, invocation / threads
}

// Invocations is the number of threads of a workgroup.
func (k Kernel) Invocations() int { return k.Threads() * k.TransformsPerGroup }

// Groups is the dispatch for a batch of transforms.
func (k Kernel) Groups(batch int) (x, y int) {
	groups := (batch + k.TransformsPerGroup - 1) / k.TransformsPerGroup
	if k.Fold {
		return folded(groups)
	}
	return groups, 1
}

// exchanges says whether the kernel uses workgroup memory at all.
func (k *Kernel) hasExchange() bool {
	return k.HasExchange() || k.N() > 1 && (k.Load.Path == Staged || k.Store.Path == Staged || k.gathers())
}

// Exchanges says whether an exchange lies between steps of the kernel: then its threads may be ordered anew on the way.
func (k Kernel) HasExchange() bool {
	stages := 0
	for _, c := range k.chains() {
		stages += c.stages()
	}
	if _, merged := k.axisJoin(); merged {
		stages--
	}
	return stages > 1
}

// Twiddled says whether a stage has twiddles.
func (k Kernel) HasTwiddles() bool {
	chains := k.chains()
	if k.Rader.IsPFA() {
		chains = chains[1:]
	}
	return k.Rader.Prime > 0 && k.Radices != (Radices{}) || slices.ContainsFunc(chains, func(c Radices) bool { return c.stages() > 1 })
}

// chains are those of the kernel's stages.
func (k *Kernel) chains() []Radices {
	return []Radices{k.Rader.Radices, k.OuterRadices[1], k.OuterRadices[0], k.Radices}
}

// slice is how many elements pass in one round of an exchange.
func (k *Kernel) slice() int {
	rounds := k.Exchange.slices()
	if k.isInterleaved() { // of each transform the same
		return (k.N() + rounds - 1) / rounds * k.TransformsPerGroup
	}
	return (k.N()*k.TransformsPerGroup + rounds - 1) / rounds
}

// WorkgroupBytes is the workgroup memory the kernel declares.
func (k Kernel) WorkgroupBytes() int {
	if !k.hasExchange() {
		return 0
	}
	if k.Layout.Kind == Digits {
		return k.digitArray().elements() * k.Exchange.elementBytes()
	}
	return k.Layout.size(k.slice()) * k.Exchange.elementBytes()
}

// turns says whether the kernel has twiddles between passes.
func (k *Kernel) turns() bool {
	return k.Load.PassTwiddle != (PassTwiddle{}) || k.Store.PassTwiddle != (PassTwiddle{})
}

func (s Store) scaled() bool { return s.Scale != 0 && s.Scale != 1 }

// fine says whether the pages make sense.
func (p Segments) isValid() bool { return p == Segments{} || p.Count > 1 && p.Size > 0 }

// runsFine says whether a side of the kernel can have the runs of a map, if it has any.
func (k *Kernel) runsFine(m Map, p Path, r Real, length int, factor bool) bool {
	return m.Run == 0 || m.Run > 1 && m.Inner > 1 && k.N()%m.Run == 0 && !k.IsOneAxis() && p == Direct && r.Form == Complex && length == 0 && !factor && k.interleave() == 1
}

// storageBindings is how many storage bindings the kernel has.
func (k *Kernel) storageBindings() int {
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
func (k Kernel) CanRunInPlace() bool {
	load, store := k.Load.Real, k.Store.Real
	if load.Form == HalfSpectrum || store.Form == HalfSpectrum {
		return k.overlays()
	}
	return k.Load.Map == k.Store.Map && load.IsReal() == store.IsReal() && load.Len() == store.Len()
}

// Check says whether a device of the given limits can run the kernel.
func (k Kernel) Check(l Limits) error {
	fail := func(what string, need, have int) error {
		return &LimitError{What: "wgsl: " + k.Name() + ": " + what, Need: int64(need), Have: int64(have), Hint: "choose another variant"}
	}
	switch {
	case k.ElementsPerThread < 1:
		return fail("points per thread", 1, k.ElementsPerThread)
	case k.TransformsPerGroup < 1:
		return fail("transforms per workgroup", 1, k.TransformsPerGroup)
	case k.Rader.check() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.Rader.check())
	case k.checkFold() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkFold())
	case !k.IsOneAxis() && (k.Rader.Prime > 0 || k.ConvolutionSpectra > 0 || k.InnerExtent < 0 || k.turns() && (k.innerExtent() > 1 || k.Radices.N() == 1 || k.VectorRadix)):
		return fmt.Errorf("wgsl: %s: transforms of several axes are no convolutions, and those with twiddles between passes have nothing beside their last axis and no stages in pairs", k.Name())
	case len(k.StageRadices()) == 0 && (k.N() > 1 || k.Load.Path == Staged || k.Store.Path == Staged):
		return fmt.Errorf("wgsl: %s: a kernel without a stage has one point, on direct paths", k.Name())
	case (k.TwiddleBasis > 0 || k.ShareTwiddles) && !k.HasTwiddles():
		return fmt.Errorf("wgsl: %s: there are no twiddles of which few could be read", k.Name())
	case k.VectorRadix && !k.canVectorRadix():
		return fmt.Errorf("wgsl: %s: stages that go in pairs are two of each of the last two axes, whose radices make the points of a thread, in a cube", k.Name())
	case k.FMA && !k.HasPassTwiddle():
		return fmt.Errorf("wgsl: %s: no butterfly has constant twiddles that could go by their tangents", k.Name())
	case k.Fence > FenceBarriers || k.Fence > NoFence && !k.HasExchange():
		return fmt.Errorf("wgsl: %s: breaks are between the steps of a kernel that has an exchange", k.Name())
	case k.TwiddleBasis > maxBasis:
		return fmt.Errorf("wgsl: %s: few twiddles are those of at most %d slots and their multiples", k.Name(), maxBasis)
	case k.Rader.Prime > 0 && k.ConvolutionSpectra > 0:
		return fmt.Errorf("wgsl: %s: a convolution has no Rader stage", k.Name())
	case !k.HasExchange() && k.Load.Order != k.Store.Order:
		return fmt.Errorf("wgsl: %s: without an exchange between stages there is one order of threads", k.Name())
	case k.Layout.Kind == Digits && (!k.HasDigitLayout() || k.Layout.DigitLayout().Inner >= len(k.StageRadices())):
		return fmt.Errorf("wgsl: %s: a cube has two to %d stages, between direct paths, and no more rounds than a radix", k.Name(), maxDimensions)
	case k.Layout.OuterPad > 0 && (k.Layout.Kind != Digits || k.Layout.OuterPad > maxOuterPad || k.Rader.Fold):
		return fmt.Errorf("wgsl: %s: slabs are of a cube that holds no pairs of a Rader stage, at most %d places apart", k.Name(), maxOuterPad)
	case k.Layout.CyclicOrder && (k.Layout.Kind != Digits || !k.CanCycle()):
		return fmt.Errorf("wgsl: %s: lines in cyclic order are of a cube of three stages or more, of several axes four, without a Rader stage and none in pairs", k.Name())
	case k.checkReal() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkReal())
	case k.Load.Path == Staged && (k.Load.Bound > 0 || k.Load.TableFactor), k.Store.Path == Staged && (k.Store.Bound > 0 || k.Store.TableFactor):
		return fmt.Errorf("wgsl: %s: a staged path takes all points as they are", k.Name())
	case !k.runsFine(k.Load.Map, k.Load.Path, k.Load.Real, k.Load.Bound, k.Load.TableFactor) || !k.runsFine(k.Store.Map, k.Store.Path, k.Store.Real, k.Store.Bound, k.Store.TableFactor):
		return fmt.Errorf("wgsl: %s: runs are of the points of whole transforms of several axes, on a direct path", k.Name())
	case !k.Load.Segments.isValid() || !k.Store.Segments.isValid():
		return fmt.Errorf("wgsl: %s: an array is cut into at least two pages of at least one element", k.Name())
	case !k.Load.PassTwiddle.isValid(k.N(), k.Load.Path) || !k.Store.PassTwiddle.isValid(k.N(), k.Store.Path):
		return fmt.Errorf("wgsl: %s: a twiddle between passes needs several points, a direct path, and an order and columns of at least 1", k.Name())
	case k.Load.PassTwiddle.Order > 0 && k.Store.PassTwiddle.Order > 0 && k.Load.PassTwiddle.Order != k.Store.PassTwiddle.Order:
		return fmt.Errorf("wgsl: %s: twiddles on load and on store have one order", k.Name())
	case k.Interleave < 0 || k.interleave() > 1 && (k.Load.Map.Stride%k.Interleave != 0 || k.Store.Map.Stride%k.Interleave != 0):
		return fmt.Errorf("wgsl: %s: the strides of arrays side by side are multiples of their number", k.Name())
	case k.ConvolutionSpectra < 0:
		return fmt.Errorf("wgsl: %s: a convolution takes one spectrum or more", k.Name())
	case !k.Spectra.fine(k.ConvolutionSpectra):
		return fmt.Errorf("wgsl: %s: the places of spectra need several of them, and strides and distances of at least 1", k.Name())
	case k.ConvolutionSpectra > 0 && k.N() == 1:
		return fmt.Errorf("wgsl: %s: a convolution takes more than one point", k.Name())
	case !k.Load.View.isValid() || !k.Store.View.isValid():
		return fmt.Errorf("wgsl: %s: the places of elements have dimensions of at least one element and an offset of at least 0", k.Name())
	case k.checkSamples() != nil:
		return fmt.Errorf("wgsl: %s: %w", k.Name(), k.checkSamples())
	case k.Load.Planar && k.Load.Segments.Count > 0, k.Store.Planar && k.Store.Segments.Count > 0:
		return fmt.Errorf("wgsl: %s: planar arrays lie in one binding a part", k.Name())
	case k.InPlace && (!k.CanRunInPlace() || !k.samePlace()):
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
