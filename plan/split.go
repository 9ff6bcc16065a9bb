package plan

import (
	"fmt"
	"math"
	"slices"

	"wgfft/wgsl"
)

// What does not fit one binding, one dispatch or one submission is divided when it is planned:
//
//	a batch            into parts that a binding holds, done one after the other with the same scratch
//	one transform      into pages, each a binding of its own; its kernels find the page of each element
//	a long dispatch    into dispatches of a part of the transforms

// mostElements is what kernels count to: 2^32 is no number of theirs.
const maxElements = 1<<32 - 1

// divide decides how many transforms are done together and whether their arrays lie in pages. It refuses parts that are no multiples of
// what bindings are aligned to where nothing helps.
func (p *Plan) splitBatch() error {
	most := int(min(p.Limits.BindingBytes/ElementBytes, p.Limits.AllocationBytes/ElementBytes, math.MaxInt))
	width, count := slices.Max(append(slices.Clone(p.scratch), p.width(), p.response)), p.Problem.Count()
	p.Together, p.Page = count, 0
	if int64(width) > maxElements {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: elements of an array between its passes", p.Problem), Need: int64(width), Have: maxElements,
			Hint: "use shorter axes, or lengths without large prime factors"}
	}
	switch {
	case p.in.isCustom() || p.out.isCustom() || p.Problem.isInPlaceReal():
		for _, end := range []resolvedLayout{p.in, p.out} {
			if have := int64(most&^(segmentStep-1)) * ElementBytes; end.samples != wgsl.Float32 && end.spannedBytes() > have {
				return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: bytes of arrays of type %v, which lie in one binding", p.Problem, end.samples), Need: end.spannedBytes(), Have: have,
					Hint: "use a smaller batch, or float32"}
			}
		}
		reach := max(int64(p.in.extent)*p.in.size, int64(p.out.extent)*p.out.size) / ElementBytes
		if max(int(reach), width*count) > most {
			p.Page = max(1, most&^(segmentStep-1))
		}
		return nil
	case width > most:
		p.Together, p.Page = 1, max(1, most&^(segmentStep-1))
	case width > most/count:
		p.Together = most / width
		if step := max(p.arrays[0].alignedCount(p.Limits), p.arrays[1].alignedCount(p.Limits)); p.Together > step {
			p.Together -= p.Together % step
		}
	}
	// The second part of source or target begins where nothing may be bound, and there is no room in a binding for what lies before it.
	align, long := int64(max(1, p.Limits.StorageAlign)), p.Bytes() > p.Limits.AllocationBytes
	off := func(a Array) bool {
		bytes, room := int64(p.Together)*a.Bytes(), int64(most)*ElementBytes
		if p.Page > 0 {
			room = int64(p.Page) * ElementBytes
		}
		return bytes%align != 0 && (long || bytes+maxSkipped(bytes, align, (count-1)/p.Together) > room)
	}
	for p.Page == 0 && !long && p.Together > 1 && p.Together < count && (off(p.arrays[0]) || off(p.arrays[1])) {
		p.Together--
	}
	if p.Together < count && (off(p.arrays[0]) || off(p.arrays[1])) {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: transforms of a length that bindings can't be aligned to", p.Problem),
			Need: int64(count), Have: int64(p.Together), Hint: "transform them in batches of that size, each in a buffer of its own"}
	}
	return nil
}

// before is how many bytes lie at most between where a part is bound and where it begins, of parts of so many bytes.
func maxSkipped(bytes, align int64, parts int) int64 {
	most := int64(0)
	for k := int64(1); k <= min(int64(parts), align); k++ {
		most = max(most, k*bytes%align)
	}
	return most
}

// pageStep is what the elements of a page are a multiple of, for the alignment of bindings.
const segmentStep = 32

// aligned is how many arrays end where a binding may begin.
func (a Array) alignedCount(l wgsl.Limits) int {
	align := int64(max(1, l.StorageAlign))
	for x, y := align, a.Bytes(); ; x, y = y, x%y {
		if y == 0 {
			return int(align / x)
		}
	}
}

// extent is what there is of one array of the batch somewhere.
func (p Plan) arrayOf(a Arg) Array {
	switch {
	case a.Role == Scratch:
		return Array{p.scratch[a.Index], ElementBytes}
	case a.Role == Input || p.Problem.InPlace && p.arrays[0].Bytes() > p.arrays[1].Bytes():
		return p.arrays[0]
	}
	return p.arrays[1]
}

// special says whether an array has a layout of its own, and how many bytes of a binding it reaches over.
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

// bound is how many bytes of an array are bound at once.
func (p Plan) boundBytes(a Arg) int64 {
	if bytes, special := p.customBytes(a); special {
		return bytes
	}
	return p.arrayOf(a).Bytes() * int64(p.Together)
}

// pages are those of an array as a kernel sees it.
func (p Plan) segments(a Arg, as wgsl.Real) wgsl.Segments {
	size := int64(p.Page) * ElementBytes
	if n := p.boundBytes(a); p.Page > 0 && n > size {
		return wgsl.Segments{Count: int((n + size - 1) / size), Size: int(size / elementSize(as))}
	}
	return wgsl.Segments{}
}

// A span is a run of transforms.
type span struct{ first, end int }

// spans cuts count transforms into runs of at most so many.
func spans(count, most int) []span {
	var all []span
	for at := 0; at < count; at += most {
		all = append(all, span{at, min(at+most, count)})
	}
	return all
}

// LongestSubmission is how many seconds the dispatches of one submission take, by an estimate for slow devices of the kind. The estimate
// need not be good, for work of a tenth of a second can be cut at no cost, but systems take the GPU away from who holds it for seconds.
const LongestSubmission = 0.1

// seconds estimates the time of so many transforms of a pass on a slow device of the kind.
func (p Plan) seconds(pass, transforms int) float64 {
	k := p.Passes[pass]
	return ReferenceModel.Cost(RoughFeatures(k)) * 2 * ElementBytes * float64(k.N()) * float64(transforms) / float64(max(1, p.Limits.Bandwidth))
}

// dispatches cuts so many transforms of a pass: into equal parts of whole workgroups but for the last.
func (p Plan) dispatches(pass, transforms int) []span {
	k := p.Passes[pass]
	parts := max(1, int(math.Ceil(p.seconds(pass, transforms)/p.maxSeconds)))
	groups := (transforms + k.TransformsPerGroup - 1) / k.TransformsPerGroup
	return spans(transforms, (groups+parts-1)/parts*k.TransformsPerGroup)
}

// transforms is how many transforms of a pass so many arrays take.
func (p Plan) transforms(pass, count int) int { return p.work[pass].transforms(count) }

// add completes a pass of a line.
func (p *Plan) addAxisPass(line int, k wgsl.Kernel, from, to Arg) error {
	l := p.Axes[line]
	w := work{rows: l.Outer, perRow: l.InnerExtent * max(1, l.longest()/k.N()), isTwoForOne: l.isTwoForOne()}
	switch {
	case k.MirrorColumns:
		w.rows, w.perRow = l.Outer/max(1, k.MirrorRows.Rows()), k.MirroredTransforms()
	case k.N() == 1 && l.isSplit():
		w.perRow = l.InnerExtent * k.Store.Real.PairCount()
	}
	moved := func(length int, r wgsl.Real) int64 {
		switch {
		case r.Form != wgsl.Complex:
			return int64(l.Outer*max(1, r.InnerExtent)*r.Len()) * elementSize(r)
		case length > 0:
			return int64(l.transforms(1)*length) * ElementBytes
		case k.N() == 1:
			return int64(l.transforms(1)*l.N) * ElementBytes
		}
		return int64(l.width()) * ElementBytes
	}
	w.moved = moved(k.Load.Bound, k.Load.Real) + moved(k.Store.Bound, k.Store.Real)
	real := k.Load.TableFactor && k.Load.Real.Form != wgsl.Complex || k.Store.TableFactor && k.Store.Real.Form != wgsl.Complex
	if real && p.Page > 0 && l.N > p.Page {
		return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: points of the chirp of real rows, which one binding holds", p.Problem),
			Need: int64(l.N), Have: int64(p.Page), Hint: "use a length without large prime factors"}
	}
	return p.addPass(line, k, w, from, to)
}

// append completes a pass that does so much work.
func (p *Plan) addPass(line int, k wgsl.Kernel, w work, from, to Arg) error {
	k.InPlace = from == to
	k.Load.Segments, k.Store.Segments = p.segments(from, k.Load.Real), p.segments(to, k.Store.Real)
	k.Load.View, k.Load.Planar, k.Load.Samples = wgsl.StridedView{}, false, wgsl.Float32
	k.Store.View, k.Store.Planar, k.Store.Samples = wgsl.StridedView{}, false, wgsl.Float32
	if len(p.Passes) == 0 {
		k.Load.View, k.Load.Planar, k.Load.Samples = p.in.viewFor(k.Load.Real), p.in.planar, p.in.samples
	}
	if len(p.Passes) == p.passCount-1 {
		k.Store.View, k.Store.Planar, k.Store.Samples = p.out.viewFor(k.Store.Real), p.out.planar, p.out.samples
	}
	k.Fold, k.Tail, k.Offset = false, false, false
	p.Passes, p.axisOfPass, p.from, p.to = append(p.Passes, k), append(p.axisOfPass, line), append(p.from, from), append(p.to, to)
	p.work = append(p.work, w)
	pass := len(p.Passes) - 1
	var all []span
	for _, part := range spans(p.Problem.Count(), p.Together) {
		k.Offset = k.Offset || p.skippedBytes(from, part) > 0 || p.skippedBytes(to, part) > 0
		all = append(all, p.dispatches(pass, p.transforms(pass, part.end-part.first))...)
	}
	for _, d := range all {
		groups := (d.end - d.first + k.TransformsPerGroup - 1) / k.TransformsPerGroup
		k.Fold = k.Fold || groups > p.Limits.Workgroups
		k.Offset = k.Offset || d.first > 0
	}
	for _, d := range all {
		x, y := k.Groups(d.end - d.first)
		k.Tail = k.Tail || x*y*k.TransformsPerGroup != d.end-d.first
	}
	p.Passes[pass] = k
	return k.Check(p.Limits)
}

// Source is the caller's source, each part of it if it is planar.
func (p Plan) Source() Memory {
	if p.Problem.InPlace {
		return p.Target()
	}
	return p.memory(Arg{Role: Input}, p.Problem.Count())
}

// Target is the caller's destination, each part of it if it is planar.
func (p Plan) Target() Memory { return p.memory(Arg{Role: Output}, p.Problem.Count()) }

// Bytes is the size of the larger of the caller's source and destination.
func (p Plan) Bytes() int64 { return max(p.Source().Bytes, p.Target().Bytes) }

// memory is the buffer of an array for so many arrays of the batch, with the cuts of the parts it is bound in.
func (p Plan) memory(a Arg, count int) Memory {
	m := Memory{Bytes: p.arrayOf(a).Bytes() * int64(count)}
	cut := int64(p.Together) * p.arrayOf(a).Bytes()
	if bytes, special := p.customBytes(a); special {
		m.Bytes, cut = bytes, bytes
	}
	if pages := p.segments(a, wgsl.Real{}); pages.Count > 0 {
		cut = int64(pages.Size) * ElementBytes
	}
	for at := cut; at < m.Bytes; at += cut {
		m.Cuts = append(m.Cuts, at)
	}
	return m
}
