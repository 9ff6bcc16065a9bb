package wgsl

import (
	"fmt"
	"slices"
)

// A Shader is one compute shader as a value: comparable, named by all its fields and checked before
// it is written. [Kernel] and [Pointwise] are Shaders.
type Shader interface {
	// Name encodes every field: cache key, label, file name and error prefix.
	Name() string
	// Check returns an error if a device with these limits cannot run the shader.
	Check(Limits) error
	// Module writes the shader. The result is meaningful only if Check returned nil.
	Module() Module
}

// A Path is the order in which a kernel touches global memory.
type Path uint8

// The paths between global memory and registers.
const (
	// Direct: every thread accesses the points of its butterflies, and neighboring threads access
	// neighboring points. It is best if a transform has enough threads to fill a cache line.
	Direct Path = iota
	// Staged: the workgroup accesses its transforms as one contiguous block, and an exchange moves
	// every point to its thread. It is best for few threads per transform.
	Staged
)

// A Map gives the element of point j of transform q:
//
//	(q div Inner) Dist + (q mod Inner) Run + (j div Run) Stride + j mod Run    (1)
//
// Inner transforms lie side by side, as the columns of a matrix do. Run is 1 for ordinary columns.
// With a larger Run, a column of rows: Run consecutive points are contiguous.
type Map struct {
	Stride int // elements between neighboring points, or between neighboring runs of points
	Dist   int // elements between neighboring groups of Inner transforms
	Inner  int // transforms side by side; 0 means 1
	Run    int // consecutive points that are contiguous; 0 means 1
}

// String returns formula (1) with its numbers.
func (m Map) String() string {
	switch {
	case m.run() > 1:
		return fmt.Sprintf("(q div %d) * %d + (q mod %d) * %d + (j div %d) * %d + j mod %d",
			m.Inner, m.Dist, m.Inner, m.Run, m.Run, m.Stride, m.Run)
	case m.Inner <= 1:
		return fmt.Sprintf("q * %d + j * %d", m.Dist, m.Stride)
	}
	return fmt.Sprintf("(q div %d) * %d + q mod %d + j * %d", m.Inner, m.Dist, m.Inner, m.Stride)
}

// At returns the element of point j of transform q.
func (m Map) At(q, j int) int {
	inner, run := max(1, m.Inner), m.run()
	return q/inner*m.Dist + q%inner*run + j/run*m.Stride + j%run
}

// run returns Run with its default.
func (m Map) run() int { return max(1, m.Run) }

// A Load describes how points come from global memory to registers. SwapReIm, TableFactor and
// PassTwiddle change a value on its way. TableFactor is applied before PassTwiddle.
type Load struct {
	Path        Path        // direct or staged
	Map         Map         // element of each point
	Order       Order       // thread order in the first stage
	SwapReIm    bool        // swap real and imaginary parts
	PassTwiddle PassTwiddle // twiddle of the four-step method
	Bound       int         // elements of an array that exist; later ones read as zero; 0 means all
	Segments    Segments    // bindings of the array
	View        StridedView // memory layout of the array, if it has gaps
	Samples     Samples     // type of real numbers in memory
	Planar      bool        // real and imaginary parts are separate arrays
	TableFactor bool        // multiply element n by entry n of a table
	Real        Real        // how real data make the complex points
}

// A Store describes how points go from registers to global memory. A value passes PassTwiddle,
// SwapReIm, TableFactor and Scale in this order.
type Store struct {
	Path        Path        // direct or staged
	Map         Map         // element of each point
	Order       Order       // thread order in the stages after the first
	PassTwiddle PassTwiddle // twiddle of the four-step method
	SwapReIm    bool        // swap real and imaginary parts
	Scale       float64     // factor of every value; 0 means 1
	Bound       int         // elements of an array that are written; later ones are dropped; 0 means all
	Segments    Segments    // bindings of the array
	View        StridedView // memory layout of the array, if it has gaps
	Samples     Samples     // type of real numbers in memory
	Planar      bool        // real and imaginary parts are separate arrays
	TableFactor bool        // multiply element n by entry n of a table
	Real        Real        // how the complex points make real data
}

// isScaled reports whether the store has a factor other than 1.
func (s Store) isScaled() bool { return s.Scale != 0 && s.Scale != 1 }

// An Order is the index that runs fastest across the threads of a workgroup.
type Order uint8

// The thread orders.
const (
	PointsFastest Order = iota // neighboring threads work on one transform
	BatchFastest               // neighboring threads work on neighboring transforms
)

// A Kernel computes the N-point DFT of every transform of a batch in one pass over memory. N is the
// product of all radices, the Rader prime and the inner extent. A Kernel is about 1 KB, so
// unexported methods take its address.
type Kernel struct {
	// The transform. Axes go from the outermost to the innermost: OuterRadices[1],
	// OuterRadices[0], Radices. A kernel for one axis has Radices only.
	Rader        Rader      // first stage for a large prime factor; zero without one
	OuterRadices [2]Radices // radices of the outer axes; [0] is the axis next to the last
	Radices      Radices    // radices of the last axis
	InnerExtent  int        // contiguous points that no axis transforms; 0 means 1

	// Threads. Interleave counts transforms of several arrays that lie side by side, element by
	// element. Pass twiddles, table factors and spectra are indexed by q div Interleave.
	ElementsPerThread  int  // points that one thread holds
	TransformsPerGroup int  // transforms that one workgroup computes
	MatrixProduct      bool // small DFTs are matrix products instead of butterflies
	Interleave         int  // interleaved transforms; 0 means 1

	// Twiddles. TwiddleBasis 0 reads every twiddle of a butterfly. Basis 1 reads the powers of two
	// among slots and multiplies for the rest. Basis n > 1 reads slots below n and multiples of n.
	TwiddleBasis  uint8 // which twiddles are read; the others are products of them
	ShareTwiddles bool  // later butterflies of a thread derive their twiddles from its first one's
	VectorRadix   bool  // stages of the last two axes go in pairs, as butterflies of r0 x r1 points
	FMA           bool  // constant twiddles are merged into the following sums (Linzer and Feig)
	Vec4Tables    bool  // table entries are read two at a time, as vec4
	Fence         Fence // branches that are never taken, between stages

	// Workgroup memory.
	Exchange Exchange // how values pass between threads
	Layout   Layout   // how elements are placed

	// Global memory.
	Load  Load
	Store Store

	// Convolution. With at least one spectrum the kernel transforms, multiplies by a spectrum,
	// swaps real and imaginary parts and transforms again. With SwapReIm on store this is a cyclic
	// convolution. Transform q takes spectrum q mod ConvolutionSpectra.
	ConvolutionSpectra int     // number of spectra; 0 means no convolution
	Spectra            Spectra // memory layout of the spectra, if there are several

	// Hermitian symmetry: which thread and workgroup hold a point and its mirror.
	MirrorInRow   bool    // a thread holds points k and N-k of a real transform
	MirrorHalf    bool    // a thread holds points k and N-1-k of a real transform
	MirrorColumns bool    // half of the workgroup's transforms mirror the other half
	MirrorRows    RowGrid // grid of rows whose mirrors are rows; zero if mirrors are columns

	// Dispatch.
	InPlace bool // source and destination are one binding
	Tail    bool // the batch need not fill the last workgroup; a uniform holds its end
	Offset  bool // the dispatch does a part of the batch; a uniform holds where it begins
	Fold    bool // workgroups form rows of at most FoldWidth, numbered row by row
}

// Contiguous returns the map of transforms of n points that follow one another without gaps.
func Contiguous(n int) Map { return Map{Stride: 1, Dist: n} }

// N returns the point count.
func (k Kernel) N() int {
	return max(1, k.Rader.Prime) * k.Radices.N() * k.OuterRadices[0].N() * k.OuterRadices[1].N() * k.innerExtent()
}

// interleave returns Interleave with its default.
func (k *Kernel) interleave() int { return max(1, k.Interleave) }

// innerExtent returns InnerExtent with its default.
func (k *Kernel) innerExtent() int { return max(1, k.InnerExtent) }

// IsOneAxis reports whether the kernel transforms one axis and has no inner extent.
func (k Kernel) IsOneAxis() bool { return k.OuterRadices == [2]Radices{} && k.innerExtent() == 1 }

// Describe returns the stages in short: 4.16.16, or 127(14.9).8 with a Rader stage first.
func (k Kernel) Describe() string {
	switch {
	case !k.IsOneAxis():
		return k.describeAxes() + map[bool]string{true: fmt.Sprintf("x(%d)", k.InnerExtent)}[k.innerExtent() > 1]
	case k.Rader.Prime == 0:
		return k.Radices.String()
	case k.Radices == Radices{}:
		return k.Rader.String()
	}
	return k.Rader.String() + "." + k.Radices.String()
}

// Threads returns the number of threads that share one transform. A folded Rader stage keeps point
// 0 apart, so its threads share N-1 points.
func (k Kernel) Threads() int {
	if k.Rader.Fold {
		return (k.N() + k.ElementsPerThread - 2) / k.ElementsPerThread
	}
	return (k.N() + k.ElementsPerThread - 1) / k.ElementsPerThread
}

// StageRadices returns the radices of all stages in order. The radices of a Rader convolution
// appear once, though it transforms twice.
func (k Kernel) StageRadices() []int {
	radices := make([]int, 0, MaxStages)
	for _, c := range k.radixLists() {
		radices = c.appendRadices(radices)
	}
	return radices
}

// describeAxes joins the radices of the axes, the outermost first: 4.6x4.6.
func (k *Kernel) describeAxes() string {
	s := k.Radices.String()
	for i, outer := range k.OuterRadices {
		if outer != (Radices{}) || i == 0 && k.OuterRadices[1] != (Radices{}) {
			s = outer.String() + "x" + s
		}
	}
	return s
}

// order returns the thread order in a step.
func (k *Kernel) order(st step) Order {
	if st.phase == 0 {
		return k.Load.Order
	}
	return k.Store.Order
}

// threadOf returns the thread t of a transform and the transform q of the workgroup that an
// invocation works on. Each transform has the given number of threads.
func (k *Kernel) threadOf(o Order, threads, invocation int) (t, q int) {
	if o == BatchFastest {
		return invocation / k.TransformsPerGroup, invocation % k.TransformsPerGroup
	}
	return invocation % threads, invocation / threads
}

// Invocations returns the number of threads of a workgroup.
func (k Kernel) Invocations() int { return k.Threads() * k.TransformsPerGroup }

// Groups returns the workgroups of a dispatch for a batch of transforms.
func (k Kernel) Groups(batch int) (x, y int) {
	groups := (batch + k.TransformsPerGroup - 1) / k.TransformsPerGroup
	if k.Fold {
		return foldGrid(groups)
	}
	return groups, 1
}

// hasExchange reports whether the kernel uses workgroup memory: between stages, on a staged path or
// to bring Hermitian pairs together.
func (k *Kernel) hasExchange() bool {
	return k.HasExchange() || k.N() > 1 && (k.Load.Path == Staged || k.Store.Path == Staged || k.hasPairExchange())
}

// HasExchange reports whether an exchange lies between stages. If so, load and store may have
// different thread orders.
func (k Kernel) HasExchange() bool {
	stages := 0
	for _, c := range k.radixLists() {
		stages += c.stages()
	}
	if _, joined := k.axisJoin(); joined {
		stages--
	}
	return stages > 1
}

// HasTwiddles reports whether a stage has twiddles.
func (k Kernel) HasTwiddles() bool {
	lists := k.radixLists()
	if k.Rader.IsPFA() {
		lists = lists[1:]
	}
	return k.Rader.Prime > 0 && k.Radices != (Radices{}) ||
		slices.ContainsFunc(lists, func(c Radices) bool { return c.stages() > 1 })
}

// radixLists returns the radices of the Rader convolution and of each axis, in the order of their
// stages.
func (k *Kernel) radixLists() []Radices {
	return []Radices{k.Rader.Radices, k.OuterRadices[1], k.OuterRadices[0], k.Radices}
}

// slice returns the number of elements in one slice of an exchange. Slices of an interleaved tile
// have equally many elements of each transform.
func (k *Kernel) slice() int {
	n := k.Exchange.slices()
	if k.isInterleaved() {
		return (k.N() + n - 1) / n * k.TransformsPerGroup
	}
	return (k.N()*k.TransformsPerGroup + n - 1) / n
}

// WorkgroupBytes returns the size of the workgroup memory that the kernel declares.
func (k Kernel) WorkgroupBytes() int {
	if !k.hasExchange() {
		return 0
	}
	if k.Layout.Kind == Digits {
		return k.digitArray().elements() * k.Exchange.elementBytes()
	}
	return k.Layout.size(k.slice()) * k.Exchange.elementBytes()
}

// hasPassTwiddle reports whether load or store has a twiddle of the four-step method.
func (k *Kernel) hasPassTwiddle() bool {
	return k.Load.PassTwiddle != (PassTwiddle{}) || k.Store.PassTwiddle != (PassTwiddle{})
}

// storageBindings returns the number of storage bindings.
func (k *Kernel) storageBindings() int {
	storage := 0
	for _, b := range k.Bindings() {
		if b.Access != Uniform {
			storage++
		}
	}
	return storage
}

// CanRunInPlace reports whether every transform writes the elements that it reads, so that source
// and destination can be one array. Segments and views are not compared: they belong to the arrays.
func (k Kernel) CanRunInPlace() bool {
	load, store := k.Load.Real, k.Store.Real
	if load.Form == HalfSpectrum || store.Form == HalfSpectrum {
		return k.isInPlaceReal()
	}
	return k.Load.Map == k.Store.Map && load.IsReal() == store.IsReal() && load.Len() == store.Len()
}
