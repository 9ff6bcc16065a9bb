package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem with the passes that solve it on a device of the given limits. Make and From
// build plans; Schedule turns a plan into dispatches.
type Plan struct {
	Problem Problem
	Limits  wgsl.Limits

	// Axes are the transforms along each axis, in the order of computation.
	Axes []Axis

	// Passes are the kernels of all passes in order. An axis takes one pass, or several for the four-step
	// method, for Bluestein's convolution and for a separate Hermitian split.
	Passes []wgsl.Kernel

	// ArraysPerBinding is the number of arrays of the batch that are transformed together, because one binding holds
	// that many. The next parts follow with the same scratch.
	ArraysPerBinding int

	// SegmentSize is the number of elements of a segment if one binding does not hold even one array; else 0.
	SegmentSize int

	details    []passDetails // of each pass
	maxSeconds float64       // estimated time limit of a dispatch
	scratch    []int         // elements of one array in each scratch buffer
	ends                     // the source and the target
	response   int           // elements of the spectrum of a convolution kernel; else 0
}

// passDetails are the parts of a pass that Plan.Passes does not hold.
type passDetails struct {
	axis     int // index in Axes
	from, to Arg // where the pass reads and writes
	work     work
	cost     float64 // of a transform, as CostModel.Cost returns it
}

// ends are the layouts and the sizes of the arrays of the source and of the target.
type ends struct {
	in, out resolvedLayout
	arrays  [2]Array // one array of the source and of the target
}

// An Array is the size of one array of a batch.
type Array struct {
	Elements     int
	ElementBytes int64 // bytes of an element
	Real         bool  // the elements are real numbers
}

// Bytes returns the size of the array in bytes.
func (a Array) Bytes() int64 { return int64(a.Elements) * a.ElementBytes }

// work is the work of a pass for one array.
type work struct {
	rows, perRow int   // rows of an array, and transforms for each row or each pair of rows
	isTwoForOne  bool  // two rows share a transform
	moved        int64 // bytes read and written
}

// transforms returns the number of transforms of the pass for count arrays.
func (w work) transforms(count int) int {
	rows := w.rows * count
	if w.isTwoForOne {
		rows = (rows + 1) / 2
	}
	return rows * w.perRow
}

// Make plans a problem with the kernels that a chooser returns for the problem in canonical order
// of axes. An error names the refused value, the allowed values, and the way out.
func Make(p Problem, l wgsl.Limits, c Chooser) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	p = p.Canonical()
	usual := p
	usual.TwiddleOrder = 0 // the choice does not depend on it
	choice, err := c.Choose(usual, l)
	if err != nil {
		return Plan{}, err
	}
	made, err := From(p, l, c, choice...)
	return made, tooLarge(p, l, err)
}

// tooLarge replaces an error about the bindings of a kernel by an error about the problem.
func tooLarge(p Problem, l wgsl.Limits, err error) error {
	var limit *wgsl.LimitError
	if !errors.As(err, &limit) || !strings.HasSuffix(limit.What, ": storage bindings") {
		return err
	}
	return &wgsl.LimitError{
		What: fmt.Sprintf("plan: %v: storage bindings of %d MiB each", p, l.BindingBytes>>20),
		Need: limit.Need, Have: limit.Have,
		Hint: "transform fewer points at a time, or use the CPU engine or a device with more or larger bindings",
	}
}

// maxBytes is more memory than any machine has.
const maxBytes = 1 << 40

// CheckBytes returns an error if count arrays of the given number of bytes exceed the memory of any
// machine. what names the work in the error.
func CheckBytes(what fmt.Stringer, bytes int64, count int) error {
	if int64(count) <= maxBytes/bytes {
		return nil
	}
	need := int64(math.MaxInt64)
	if int64(count) <= need/bytes {
		need = bytes * int64(count)
	}
	return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: bytes of memory", what), Need: need, Have: maxBytes,
		Hint: "split the batch over several calls"}
}

// From plans a problem with the given kernels of each axis, in the order of Problem.OrderedAxes. ByAxis
// makes such a choice from a list of kernels.
//
// A kernel that has more points than its axis belongs to Bluestein's convolution. From keeps the radices,
// elements per thread, transforms per group, thread orders, exchange, layout and paths of a kernel.
// It also keeps the index maps and pass twiddles of the kernels of an axis in several passes. All
// other fields follow from the problem.
func From(p Problem, l wgsl.Limits, m CostModel, choice ...AxisChoice) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	if err := CheckBytes(p, int64(p.Points())*p.PointBytes(), p.Count()); err != nil {
		return Plan{}, err
	}
	plan := Plan{Problem: p, Limits: l, maxSeconds: LongestSubmission}
	b := builder{Plan: &plan, model: m, ops: p.Ops()}
	if err := b.build(choice); err != nil {
		return Plan{}, err
	}
	return plan, nil
}

// A builder builds a plan.
type builder struct {
	*Plan
	model     CostModel
	ops       Ops // of the problem
	passCount int // number of passes when the plan is complete
}

// build fills in the passes of the plan.
func (p *builder) build(choice []AxisChoice) error {
	axes, err := p.Problem.AxisPlans(choice, p.Limits)
	if err != nil {
		return err
	}
	p.arrays = p.Problem.Arrays()
	if err := p.padArrays(axes); err != nil {
		return err
	}
	axes = p.addCopy(axes)
	inPlaceCapable, most := p.placeKernels(axes)
	chain, inner := p.assignBuffers(inPlaceCapable, most)
	if err := p.splitBatch(); err != nil {
		return err
	}
	return p.addPasses(axes, chain, inner)
}

// pointCounts are the largest numbers of complex points of one array between passes, and between
// the passes of a convolution.
type pointCounts struct{ between, inside int }

// placeKernels gives the kernels the index maps of their axes. It reports which passes can run in
// place; a whole convolution counts as one pass, because its inner passes have scratch of their
// own.
func (p *builder) placeKernels(axes []AxisPlan) (inPlaceCapable []bool, most pointCounts) {
	most.between = p.width()
	if slices.ContainsFunc(axes, func(u AxisPlan) bool { return u.HasMirrorRows() }) {
		// Half spectra occur only in the source or only in the target.
		most.between = p.Problem.Points() / 2
	}
	for i := range axes {
		u := &axes[i]
		u.Kernels = slices.Clone(u.Kernels) // the choice keeps its kernels
		if u.PairPass != nil {
			end := *u.PairPass
			u.PairPass = &end
		}
		for i, k := range u.Kernels {
			if len(u.Kernels) == 1 { // the kernels of several passes have their maps from the choice
				u.Kernels[i] = u.Place(k)
			}
		}
		if u.Kind == C2C {
			u.Kernels[0] = u.withBound(u.Kernels[0])
		}
		u.addRealEnds(i > 0 || p.in.hasDensePairs(), i < len(axes)-1 || p.out.hasDensePairs())
		p.Axes = append(p.Axes, u.Axis)
		p.passCount += len(u.Passes())
		most.between = max(most.between, u.Transforms(1)*u.N)
		if u.Factors != nil {
			most.inside = max(most.inside, u.width())
		}
		if u.Convolution > 0 {
			inPlaceCapable = append(inPlaceCapable, u.canRunInPlace() && u.have == u.N)
		} else {
			for _, k := range u.Kernels {
				inPlaceCapable = append(inPlaceCapable, k.CanRunInPlace() && !p.writesPartsOfWords(k))
			}
		}
		if u.PairPass != nil {
			inPlaceCapable = append(inPlaceCapable, false)
		}
	}
	return inPlaceCapable, most
}

// writesPartsOfWords reports whether a pass from scratch to scratch reads or writes single real numbers of
// Problem.Scratch. Lanes write them by atomic operations, so the pass needs two buffers.
func (p Plan) writesPartsOfWords(k wgsl.Kernel) bool {
	source, target := k.Kinds()
	return p.Problem.Scratch != nil && (source == wgsl.Numbers || target == wgsl.Numbers)
}

// assignBuffers returns the buffers before and after each pass, and the buffer inside convolutions
// of several passes. It sizes the scratch.
func (p *Plan) assignBuffers(inPlaceCapable []bool, most pointCounts) (chain []Arg, inner Arg) {
	spread := canPreferOutOfPlace(int64(most.between)*p.Problem.PointBytes(), p.Problem.Count())
	outputIsShort := p.arrays[1].Bytes() < int64(most.between)*p.Problem.PointBytes()
	if p.Problem.isInPlaceReal() {
		chain = p.routeInPlaceReal(inPlaceCapable, spread)
	} else if p.Problem.Scratch != nil || p.out.isCustom() || p.in.isCustom() && p.Problem.InPlace || outputIsShort {
		chain = routeThroughScratch(inPlaceCapable, p.Problem.InPlace, spread)
	} else {
		chain = route(inPlaceCapable, p.Problem.InPlace, spread)
	}
	for _, a := range chain {
		for a.Role == Scratch && a.Index >= len(p.scratch) {
			p.scratch = append(p.scratch, most.between)
		}
	}
	if most.inside > 0 {
		p.scratch = append(p.scratch, most.inside)
	}
	return chain, Arg{Role: Scratch, Index: len(p.scratch) - 1}
}

// addPasses makes the passes of all axes. An inverse transform swaps real and imaginary parts in
// the first load and the last store of the axis. The ops of the problem are in the same load and store. The last
// store of all carries the product of all factors.
func (p *builder) addPasses(axes []AxisPlan, chain []Arg, inner Arg) error {
	scale := p.ops.Scale
	for _, u := range axes {
		scale *= u.factor()
	}
	for i, u := range axes {
		passes := u.Passes()
		for s := range passes {
			setScale(&passes[s], 1)
		}
		if i == len(axes)-1 {
			setScale(&passes[len(passes)-1], scale)
		}
		if u.Kind == C2C {
			if err := p.ops.addTo(u, &passes[0], &passes[len(passes)-1]); err != nil {
				return err
			}
		}
		if u.Convolution > 0 {
			if err := p.addBluestein(i, u, passes[:len(u.Kernels)], chain[0], inner, chain[1]); err != nil {
				return err
			}
			passes, chain = passes[len(u.Kernels):], chain[1:]
		} else if u.Inverse {
			u.makeInverse(passes)
		}
		for s, k := range passes {
			if err := p.addAxisPass(i, k, chain[s], chain[s+1]); err != nil {
				return err
			}
		}
		chain = chain[len(passes):]
	}
	return nil
}
