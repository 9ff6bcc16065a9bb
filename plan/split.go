package plan

import (
	"fmt"
	"math"
	"slices"

	"wgfft/wgsl"
)

// Planning divides work that one binding, one dispatch or one submission cannot hold:
//	a batch          into parts that fit a binding; they run one after the other with the same scratch
//	one array        into segments, each with a binding of its own; kernels find the segment of an element
//	a long dispatch  into dispatches of some of its transforms

// maxElements is the largest element count of a kernel, which counts in 32 bits.
const maxElements = 1<<32 - 1

// splitBatch decides how many arrays are transformed together (ArraysPerBinding) and whether an array is
// spread over segments (SegmentSize). It returns an error if the parts of the batch would begin where no
// binding can begin.
func (p *Plan) splitBatch() error {
	pointBytes := p.Problem.PointBytes()
	maxPoints := int(min(p.Limits.BindingBytes/pointBytes, p.Limits.AllocationBytes/pointBytes, math.MaxInt))
	width, count := slices.Max(append(slices.Clone(p.scratch), p.width(), p.response)), p.Problem.Count()
	p.ArraysPerBinding, p.SegmentSize = count, 0
	if int64(width) > maxElements {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: elements of an array between its passes", p.Problem),
			Need: int64(width), Have: maxElements, Hint: "use shorter axes, or lengths without large prime factors"}
	}
	switch {
	case p.in.isCustom() || p.out.isCustom() || p.Problem.Scratch != nil || p.Problem.isInPlaceReal():
		reach := max(int64(p.in.extent)*p.in.size, int64(p.out.extent)*p.out.size) / pointBytes
		if max(int(reach), width*count) > maxPoints {
			p.SegmentSize = max(1, maxPoints&^(segmentStep-1))
		}
		return p.checkOneBinding(int64(maxPoints&^(segmentStep-1)) * pointBytes)
	case width > maxPoints:
		p.ArraysPerBinding, p.SegmentSize = 1, max(1, maxPoints&^(segmentStep-1))
	case width > maxPoints/count:
		p.ArraysPerBinding = maxPoints / width
		if step := max(p.arrays[0].alignedCount(p.Limits),
			p.arrays[1].alignedCount(p.Limits)); p.ArraysPerBinding > step {
			p.ArraysPerBinding -= p.ArraysPerBinding % step
		}
	}
	// A part of the batch may begin at an address that is not aligned. It is then bound from the aligned address
	// before it. isMisaligned reports whether the binding has no room for the bytes in between.
	align, long := int64(max(1, p.Limits.StorageAlign)), p.Bytes() > p.Limits.AllocationBytes
	isMisaligned := func(a Array) bool {
		bytes, room := int64(p.ArraysPerBinding)*a.Bytes(), int64(maxPoints)*pointBytes
		if p.SegmentSize > 0 {
			room = int64(p.SegmentSize) * pointBytes
		}
		return bytes%align != 0 && (long || bytes+maxSkipped(bytes, align, (count-1)/p.ArraysPerBinding) > room)
	}
	isEitherMisaligned := func() bool { return isMisaligned(p.arrays[0]) || isMisaligned(p.arrays[1]) }
	for p.SegmentSize == 0 && !long && p.ArraysPerBinding > 1 && p.ArraysPerBinding < count && isEitherMisaligned() {
		p.ArraysPerBinding--
	}
	if p.ArraysPerBinding < count && isEitherMisaligned() {
		return &wgsl.LimitError{
			What: fmt.Sprintf("wgfft: %v: arrays of a length that bindings cannot be aligned to", p.Problem),
			Need: int64(count), Have: int64(p.ArraysPerBinding),
			Hint: "transform them in batches of that size, each in a buffer of its own",
		}
	}
	return nil
}

// maxSkipped returns the largest distance, in bytes, between a part of the batch and the aligned
// address before it. All parts have the given number of bytes.
func maxSkipped(bytes, align int64, parts int) int64 {
	longest := int64(0)
	for k := int64(1); k <= min(int64(parts), align); k++ {
		longest = max(longest, k*bytes%align)
	}
	return longest
}

// checkOneBinding returns an error if arrays of a type of their own, or points of Problem.Scratch, do not fit
// into one binding of have bytes. Only elements of Problem.Number may be spread over segments.
func (p *Plan) checkOneBinding(have int64) error {
	for _, arrays := range []resolvedLayout{p.in, p.out} {
		if arrays.element != nil && arrays.spannedBytes() > have {
			return &wgsl.LimitError{
				What: fmt.Sprintf("wgfft: %v: bytes of a binding of type %v", p.Problem, arrays.element),
				Need: arrays.spannedBytes(), Have: have, Hint: "use a smaller batch, or float32",
			}
		}
	}
	if p.Problem.Scratch == nil {
		return nil
	}
	for i := range p.scratch {
		if need := p.arrayOf(Arg{Role: Scratch, Index: i}).Bytes() * int64(p.Problem.Count()); need > have {
			return &wgsl.LimitError{
				What: fmt.Sprintf("wgfft: %v: bytes of a binding of type %v between passes",
					p.Problem, p.Problem.Scratch),
				Need: need, Have: have, Hint: "use a smaller batch, or float32 between passes",
			}
		}
	}
	return nil
}

// segmentStep divides the number of elements of a segment, so that all segments are aligned.
const segmentStep = 32

// alignedCount returns the smallest number of consecutive arrays that end at an aligned address.
func (a Array) alignedCount(l wgsl.Limits) int {
	align := int64(max(1, l.StorageAlign))
	for x, y := align, a.Bytes(); ; x, y = y, x%y {
		if y == 0 {
			return int(align / x)
		}
	}
}

// arrayOf returns the size of one array of the batch in a buffer.
func (p Plan) arrayOf(a Arg) Array {
	switch {
	case a.Role == Scratch:
		return Array{Elements: p.scratch[a.Index], ElementBytes: p.Problem.scratchBytes()}
	case a.Role == Input || p.Problem.InPlace && p.arrays[0].Bytes() > p.arrays[1].Bytes():
		return p.arrays[0]
	}
	return p.arrays[1]
}

// customBytes reports whether a buffer has a layout other than the default, and how many bytes of
// one binding its arrays then extend over.
func (p Plan) customBytes(a Arg) (bytes int64, special bool) {
	switch {
	case a.Role == Scratch:
		return 0, false
	case p.Problem.InPlace:
		return max(p.in.spannedBytes(), p.out.spannedBytes()), p.in.isCustom() || p.out.isCustom()
	case a.Role == Input:
		return p.in.spannedBytes(), p.in.isCustom()
	}
	return p.out.spannedBytes(), p.out.isCustom()
}

// boundBytes returns the number of bytes of a buffer that a pass binds together.
func (p Plan) boundBytes(a Arg) int64 {
	if bytes, special := p.customBytes(a); special {
		return bytes
	}
	return p.arrayOf(a).Bytes() * int64(p.ArraysPerBinding)
}

// segments returns the segments of a buffer for a kernel that reads or writes it as the given kind
// of elements; zero if one binding holds it.
func (p Plan) segments(a Arg, as wgsl.Kind) wgsl.Segments {
	size := int64(p.SegmentSize) * p.Problem.PointBytes()
	if n := p.boundBytes(a); p.SegmentSize > 0 && n > size {
		return wgsl.Segments{Count: int((n + size - 1) / size), Size: int(size / p.Problem.elementBytes(as))}
	}
	return wgsl.Segments{}
}

// A span is the range of transforms first ... end-1.
type span struct{ first, end int }

// spans cuts count transforms into spans of at most maxLength.
func spans(count, maxLength int) []span {
	var all []span
	for at := 0; at < count; at += maxLength {
		all = append(all, span{at, min(at+maxLength, count)})
	}
	return all
}

// LongestSubmission is the largest time of one submission in seconds, estimated for slow devices of
// the kind. Cutting longer work costs nothing at this size, while operating systems take the GPU
// away from a process that holds it for seconds. The estimate may be rough.
const LongestSubmission = 0.1

// seconds estimates the time that a number of transforms of a pass takes on a slow device of the
// kind.
func (p Plan) seconds(pass, transforms int) float64 {
	k := p.Passes[pass]
	return p.details[pass].cost * 2 * float64(p.Problem.PointBytes()) * float64(k.N()) * float64(transforms) /
		float64(max(1, p.Limits.Bandwidth))
}

// dispatches cuts a number of transforms of a pass into dispatches of at most maxSeconds: equal
// numbers of whole workgroups, the last one possibly fewer.
func (p Plan) dispatches(pass, transforms int) []span {
	k := p.Passes[pass]
	parts := max(1, int(math.Ceil(p.seconds(pass, transforms)/p.maxSeconds)))
	groups := (transforms + k.Threads.Transforms - 1) / k.Threads.Transforms
	return spans(transforms, (groups+parts-1)/parts*k.Threads.Transforms)
}

// transforms returns the number of transforms of a pass for count arrays.
func (p Plan) transforms(pass, count int) int { return p.details[pass].work.transforms(count) }

// A PassWork is the work of a pass for the whole batch.
type PassWork struct {
	Transforms, Dispatches int
	Bytes                  int64 // read and written
}

// Work returns the work of a pass.
func (p Plan) Work(pass int) PassWork {
	count := p.Problem.Count()
	w := PassWork{Transforms: p.transforms(pass, count), Bytes: p.details[pass].work.moved * int64(count)}
	for _, part := range spans(count, p.ArraysPerBinding) {
		w.Dispatches += len(p.dispatches(pass, p.transforms(pass, part.end-part.first)))
	}
	return w
}

// addAxisPass appends a pass of an axis, which reads from and writes to.
func (p *builder) addAxisPass(axis int, k wgsl.Kernel, from, to Arg) error {
	l := p.Axes[axis]
	w := work{rows: l.Outer, perRow: l.InnerExtent * max(1, l.longest()/k.N()), isTwoForOne: l.isTwoForOne()}
	switch {
	case k.MirroredTransforms() > 0:
		w.rows, w.perRow = l.Outer/max(1, k.Threads.MirrorRows().Rows()), k.MirroredTransforms()
	case k.N() == 1 && l.IsSplit():
		w.perRow = l.InnerExtent * (l.N/2 + 1)
	}
	source, target := k.Kinds()
	moved := func(v wgsl.View, as wgsl.Kind) int64 {
		switch {
		case as != wgsl.Points:
			return int64(l.Outer*max(1, v.Rows.Inner)*v.Rows.Length) * p.Problem.elementBytes(as)
		case v.Bound > 0:
			return int64(l.Transforms(1)*v.Bound) * p.Problem.PointBytes()
		case k.N() == 1:
			return int64(l.Transforms(1)*l.N) * p.Problem.PointBytes()
		}
		return int64(l.width()) * p.Problem.PointBytes()
	}
	w.moved = moved(k.Load.View, source) + moved(k.Store.View, target)
	loadFactors, storeFactors := hasFactors(k)
	isRealChirp := loadFactors && source != wgsl.Points || storeFactors && target != wgsl.Points
	if isRealChirp && p.SegmentSize > 0 && l.N > p.SegmentSize {
		return &wgsl.LimitError{
			What: fmt.Sprintf("wgfft: %v: points of the chirp of real rows in one binding", p.Problem),
			Need: int64(l.N), Have: int64(p.SegmentSize), Hint: "use a length without large prime factors",
		}
	}
	return p.addPass(axis, k, w, from, to)
}

// addPass appends a pass with the given work. It fills in the fields of the kernel that depend on
// buffers and on dispatches, and checks the kernel.
func (p *builder) addPass(axis int, k wgsl.Kernel, w work, from, to Arg) error {
	k = k.WithNumber(p.Problem.Number)
	k.Dispatch.InPlace = from == to
	source, target := k.Kinds()
	p.placeArray(&k.Load, p.between(from), from, source)
	p.placeArray(&k.Store, p.between(to), to, target)
	if len(p.Passes) == 0 {
		p.placeArray(&k.Load, p.in, from, source)
	}
	if len(p.Passes) == p.passCount-1 {
		p.placeArray(&k.Store, p.out, to, target)
	}
	k.Dispatch.Fold, k.Dispatch.Tail, k.Dispatch.Offset = false, false, false
	p.Passes = append(p.Passes, k)
	p.details = append(p.details, passDetails{axis: axis, from: from, to: to, work: w, cost: p.model.Cost(k, p.Limits)})
	pass := len(p.Passes) - 1
	var all []span
	for _, part := range spans(p.Problem.Count(), p.ArraysPerBinding) {
		k.Dispatch.Offset = k.Dispatch.Offset || p.skippedBytes(from, part) > 0 || p.skippedBytes(to, part) > 0
		all = append(all, p.dispatches(pass, p.transforms(pass, part.end-part.first))...)
	}
	for _, d := range all {
		groups := (d.end - d.first + k.Threads.Transforms - 1) / k.Threads.Transforms
		k.Dispatch.Fold = k.Dispatch.Fold || groups > p.Limits.Workgroups
		k.Dispatch.Offset = k.Dispatch.Offset || d.first > 0
	}
	for _, d := range all {
		x, y := k.Groups(d.end - d.first)
		k.Dispatch.Tail = k.Dispatch.Tail || x*y*k.Threads.Transforms != d.end-d.first
	}
	p.Passes[pass] = k
	return k.Check(p.Limits)
}

// between returns the layout of a buffer between two passes.
func (p Plan) between(a Arg) resolvedLayout {
	if a.Role == Scratch {
		return resolvedLayout{element: p.Problem.Scratch}
	}
	return resolvedLayout{}
}

// placeArray sets where the array of an end lies in memory: its layout, and its segments in a buffer.
func (p Plan) placeArray(e *wgsl.End, in resolvedLayout, a Arg, as wgsl.Kind) {
	e.View.Array, e.View.Segments = in.stridesFor(as), p.segments(a, as)
	e.Planar, e.Element = in.planar, in.elementFor(as)
}

// Source returns the size of the caller's source buffer; for planar data, of each of the two
// buffers.
func (p Plan) Source() Memory {
	if p.Problem.InPlace {
		return p.Target()
	}
	return p.memory(Arg{Role: Input}, p.Problem.Count())
}

// Target returns the size of the caller's destination buffer; for planar data, of each of the two
// buffers.
func (p Plan) Target() Memory { return p.memory(Arg{Role: Output}, p.Problem.Count()) }

// Bytes returns the size of the larger of source and destination.
func (p Plan) Bytes() int64 { return max(p.Source().Bytes, p.Target().Bytes) }

// memory returns the buffer that holds count arrays. Its cuts lie between the parts that a pass
// binds together.
func (p Plan) memory(a Arg, count int) Memory {
	m := Memory{Bytes: p.arrayOf(a).Bytes() * int64(count)}
	cut := int64(p.ArraysPerBinding) * p.arrayOf(a).Bytes()
	if bytes, special := p.customBytes(a); special {
		m.Bytes, cut = bytes, bytes
	}
	if pages := p.segments(a, wgsl.Points); pages.Count > 0 {
		cut = int64(pages.Size) * p.Problem.PointBytes()
	}
	for at := cut; at < m.Bytes; at += cut {
		m.Cuts = append(m.Cuts, at)
	}
	return m
}
