package wgsl

// A Kernel transforms every transform of a batch in one pass over memory: it loads x, computes the
// stages, and stores X.
//
//	X = Store . Stages . Load                                                           (1)
//
// Views give the place of an element in memory. Ops change a value between memory and registers. The ownership
// gives the thread that holds a point. Kernels are comparable; [Kernel.Name] prints all fields.
type Kernel struct {
	Stages   Stages    // the transform
	Threads  Ownership // which thread has which butterflies
	Exchange Exchange  // how points change threads
	Twiddles Twiddles  // how roots of unity are read
	Number   Number    // arithmetic; nil is F32
	Load     End       // from global memory to registers
	Store    End       // from registers to global memory
	Dispatch Dispatch  // how workgroups take transforms
}

// Stages are the transform of a kernel: the radices of up to three axes, the outermost first in
// order of computation. A kernel for one axis has Radices only.
type Stages struct {
	Radices     Radices    // of the last axis
	Outer       [2]Radices // of the outer axes; [0] is the axis next to the last
	InnerExtent int        // contiguous points that no axis transforms; 0 means 1
	Rader       Rader      // first stage for a large prime factor; zero without one
	VectorRadix bool       // stages of the last two axes go in pairs, as butterflies of r0 x r1 points
	DFT         DFT        // algorithm of the butterflies
	Filter      Op         // a convolution: transform, filter, transform again; nil without one
}

// An Ownership deals butterflies to threads.
type Ownership struct {
	Elements   int       // points that one thread holds
	Transforms int       // transforms that one workgroup computes
	Interleave int       // transforms of several arrays that lie side by side; 0 means 1
	Order      [2]Order  // thread order before and after the first exchange
	Cyclic     bool      // butterflies of the middle stages are numbered in cyclic order
	Mirror     [2]Mirror // pairs of points that one thread or workgroup holds on load and on store
}

// An Order is the index that runs fastest across the threads of a workgroup.
type Order uint8

// The thread orders.
const (
	PointsFastest Order = iota // neighboring threads work on one transform
	BatchFastest               // neighboring threads work on neighboring transforms
)

// A Mirror is an involution of points: a thread that holds a point holds its image as well. The
// zero value is none.
//
//	partner     image of point k of transform c, of n points
//	SameRow     -k (centre Zero) or -1-k (centre Half) of transform c
//	Columns P   transform c is column c of P: point -1-k of column -c; of column 0, -k
//	Rows a x b  transform c is row (c1, c2): point -k of row (-c1, -c2)
type Mirror struct {
	Centre  Centre
	Columns int     // columns of a row, if partners are columns; 0 for none
	Rows    RowGrid // grid of rows, if partners are rows; zero for none
}

// A RowGrid is a grid of rows: the extents of the outer axes of an array.
type RowGrid [2]int

// A Centre is the fixed point of a Mirror within a row.
type Centre uint8

// The centres.
const (
	NoCentre Centre = iota // threads hold no pairs; with Columns an exchange brings them together
	Zero                   // k and -k
	Half                   // k and -1-k
)

// image returns the image of point k of n.
func (c Centre) image(k, n int) int {
	if c == Half {
		return n - 1 - k
	}
	if k == 0 {
		return 0
	}
	return n - k
}

// HoldsPairs reports whether threads hold pairs of points with the centre on load or on store.
func (o Ownership) HoldsPairs(c Centre) bool {
	return o.Mirror[loads].Centre == c || o.Mirror[stores].Centre == c
}

// MirrorRows returns the grid of rows if the partners of rows are rows, and zero otherwise.
func (o Ownership) MirrorRows() RowGrid {
	if g := o.Mirror[loads].Rows; g != (RowGrid{}) {
		return g
	}
	return o.Mirror[stores].Rows
}

// HasColumns reports whether partners are columns on load or on store.
func (o Ownership) HasColumns() bool {
	return o.Mirror[loads].Columns > 0 || o.Mirror[stores].Columns > 0
}

// An Exchange describes how values pass between threads through workgroup memory. Split and Slices
// reduce the memory, so that more workgroups run at the same time. Each round that they add costs
// two barriers.
type Exchange struct {
	Split  bool   // real parts first, then imaginary parts through the same words
	Slices uint8  // rounds of the exchange, each with a part of the points; 0 means 1
	Layout Layout // where points lie in workgroup memory
}

// slices returns Slices with its default.
func (x Exchange) slices() int { return max(1, int(x.Slices)) }

// Twiddles describe how a kernel reads roots of unity. Basis 0 reads every twiddle of a butterfly.
// Basis 1 reads the powers of two among slots and multiplies for the rest. Basis n > 1 reads slots
// below n and multiples of n.
type Twiddles struct {
	Basis uint8 // which twiddles are read; the others are products of them
	Share bool  // later butterflies of a thread derive their twiddles from its first one's
	FMA   bool  // constant twiddles are merged into the following sums (Linzer and Feig)
	Vec4  bool  // table entries are read two at a time, as vec4
	Fence Fence // branches that are never taken, between stages
}

// A Path is the order of a kernel's accesses to global memory.
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

// An End is the load or the store of a kernel.
type End struct {
	View    View    // where elements lie
	Element Element // type of an element in memory; nil is the kernel's number format
	Planar  bool    // real and imaginary parts are separate arrays
	Path    Path
	Ops     Ops // steps of a value between memory and registers, in order: a load begins in memory
}

// Dispatch describes how workgroups take transforms.
type Dispatch struct {
	InPlace bool // source and destination are one binding
	Tail    bool // the batch need not fill the last workgroup; a uniform holds its end
	Offset  bool // the dispatch does a part of the batch; a uniform holds where it begins
	Fold    bool // workgroups form rows of at most FoldWidth, numbered row by row
}

// N returns the point count of a transform: the product of all radices, the Rader prime and the
// inner extent.
func (k *Kernel) N() int {
	s := &k.Stages
	return max(1, s.Rader.Prime) * s.Radices.N() * s.Outer[0].N() * s.Outer[1].N() * s.innerExtent()
}

// innerExtent returns InnerExtent with its default.
func (s *Stages) innerExtent() int { return max(1, s.InnerExtent) }

// isOneAxis reports whether the kernel transforms one axis and has no inner extent.
func (s *Stages) isOneAxis() bool { return s.Outer == [2]Radices{} && s.innerExtent() == 1 }

// interleave returns Interleave with its default.
func (o Ownership) interleave() int { return max(1, o.Interleave) }

// ThreadsPerTransform returns the number of threads that share one transform. A folded Rader stage
// keeps point 0 apart, so its threads share N-1 points.
func (k *Kernel) ThreadsPerTransform() int {
	n := k.N()
	if k.Stages.Rader.Fold {
		n--
	}
	return (n + k.Threads.Elements - 1) / k.Threads.Elements
}

// Invocations returns the number of threads of a workgroup.
func (k *Kernel) Invocations() int { return k.ThreadsPerTransform() * k.Threads.Transforms }

// WithNumber returns the kernel in a number format. It leaves out Vec4 if the format has no pairs, and FMA if it is a
// [Ring].
func (k Kernel) WithNumber(n Number) Kernel {
	k.Number = n
	if n == Number(F32{}) {
		k.Number = nil
	}
	if kind, _ := k.number().Pair(); kind == "" {
		k.Twiddles.Vec4 = false
	}
	if _, isRing := n.(Ring); isRing {
		k.Twiddles.FMA = false
	}
	return k
}

// number returns the number format.
func (k *Kernel) number() Number {
	if k.Number == nil {
		return F32{}
	}
	return k.Number
}

// interleaves reports whether point j of transform q lies at j T + q of the workgroup's tile of T transforms. If
// not, it lies at q N + j.
func (k *Kernel) interleaves() bool {
	o := k.Threads.Order
	return (o[0] == BatchFastest || o[1] == BatchFastest || k.Exchange.slices() > 1) &&
		k.Threads.Transforms > 1 && k.Load.Path == Direct && k.Store.Path == Direct
}
