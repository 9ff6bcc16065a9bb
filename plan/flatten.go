package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Schedule flattens the plan to passes: all passes of the transforms that are done together, then those of the next.
func (p Plan) Schedule() Schedule { return p.schedule(nil) }

// schedule is Schedule, of a plan that convolves with a kernel of the given spectrum if there is one.
func (p Plan) schedule(response Recipe) Schedule {
	count := p.Problem.Count()
	s := Schedule{Source: p.Source(), Target: p.Target()}
	for i := range p.scratch {
		s.Scratch = append(s.Scratch, p.memory(Arg{Role: Scratch, Index: i}, p.Together))
	}
	for _, part := range spans(count, p.Together) {
		for i := range p.Passes {
			for _, d := range p.dispatches(i, p.transforms(i, part.end-part.first)) {
				s.Passes = append(s.Passes, p.dispatch(&s, i, part, d, response))
			}
		}
	}
	return s
}

// dispatch makes the dispatch of some transforms of a pass of a part of the batch.
func (p Plan) dispatch(s *Schedule, i int, part, d span, response Recipe) Pass {
	k, from, to := p.Passes[i], p.from[i], p.to[i]
	line := p.Axes[p.axisOfPass[i]]
	share := float64(d.end-d.first) / float64(p.transforms(i, part.end-part.first))
	bytes := float64(part.end-part.first) * float64(p.work[i].moved)
	pass := Pass{Kernel: k, Bytes: int64(share * bytes), Seconds: p.seconds(i, d.end-d.first)}
	pass.Groups[0], pass.Groups[1] = k.Groups(d.end - d.first)
	in, spectrum, out := line.convolutionTables(k)
	for _, b := range k.Bindings() {
		page := b.Page
		var a Arg
		switch b.Name {
		case wgsl.Source.Name:
			a = p.argOf(from, part, page)
		case wgsl.Target.Name, wgsl.SourceAndTarget.Name:
			a = p.argOf(to, part, page)
		case wgsl.SourceReal.Name:
			a = from
		case wgsl.TargetReal.Name, wgsl.DataReal.Name:
			a = to
		case wgsl.SourceImag.Name:
			a = from
			a.Imag = true
		case wgsl.TargetImag.Name, wgsl.DataImag.Name:
			a = to
			a.Imag = true
		case wgsl.TwiddleTable.Name:
			a = s.table(twiddlesOf(k))
		case wgsl.RootTable.Name:
			a = s.table(roots{k.PassRoots()})
		case wgsl.WaveTable.Name:
			a = s.table(realRoots{k.RealRootOrder()})
		case wgsl.PowerTable.Name:
			a = s.table(permutation(k))
		case wgsl.SpectrumTable.Name:
			switch {
			case k.Rader.Prime > 0:
				a = s.table(rader{k.Rader})
			case response != nil:
				a = p.segmentArg(s.table(inVec4(response, k.SpectrumStride())), int64(p.response)*ElementBytes, page)
			default:
				a = p.segmentArg(s.table(spectrum), int64(line.Convolution)*ElementBytes, page)
			}
		case wgsl.LoadFactors.Name:
			a = p.segmentArg(s.table(in), int64(line.N)*ElementBytes, page)
		case wgsl.StoreFactors.Name:
			a = p.segmentArg(s.table(out), int64(line.N)*ElementBytes, page)
		case wgsl.BatchCount.Name:
			words := []uint32{uint32(d.end), uint32(d.first), p.skippedElements(from, part, k.Load.Real), p.skippedElements(to, part, k.Store.Real)}
			if line.isTwoForOne() { // uniforms come in 16 bytes
				words = append(words, uint32(line.Outer*(part.end-part.first)), 0, 0, 0)
			}
			a = s.uniform(words)
		}
		pass.Args = append(pass.Args, a)
	}
	return pass
}

// array is what a pass over a part of the batch is given of an array: those transforms, from the last place before them on where a
// binding may begin, or a page of one.
func (p Plan) argOf(a Arg, part span, page int) Arg {
	if p.Together == p.Problem.Count() { // all there is
		return p.segmentArg(a, p.boundBytes(a), page)
	}
	if a.Role == Scratch {
		part = span{0, part.end - part.first} // the next part uses the same
	}
	stride, skipped := p.arrayOf(a).Bytes(), p.skippedBytes(a, part)
	a.Offset = int64(part.first)*stride - skipped
	a.Bytes = int64(part.end-part.first)*stride + skipped
	return p.segmentArg(a, p.boundBytes(a), page)
}

// skipped is how many bytes lie between where an array of a part of the batch is bound and where it begins.
func (p Plan) skippedBytes(a Arg, part span) int64 {
	if a.Role == Scratch {
		return 0
	}
	return int64(part.first) * p.arrayOf(a).Bytes() % int64(max(1, p.Limits.StorageAlign))
}

// begin is the same in elements, as a kernel sees an array.
func (p Plan) skippedElements(a Arg, part span, as wgsl.Real) uint32 {
	return uint32(p.skippedBytes(a, part) / elementSize(as))
}

// elementSize is how many bytes an element of an array has for a kernel.
func elementSize(as wgsl.Real) int64 {
	if as.IsReal() {
		return ElementBytes / 2
	}
	return ElementBytes
}

// page is a page of what a names, which has so many bytes; page 0 is all.
func (p Plan) segmentArg(a Arg, bytes int64, page int) Arg {
	if page == 0 {
		return a
	}
	size := int64(p.Page) * ElementBytes
	begin := int64(page-1) * size
	if begin >= bytes { // of a table shorter than the arrays it goes with: no element asks for it
		begin = 0
	}
	a.Offset, a.Bytes = a.Offset+begin, min(size, bytes-begin)
	return a
}

// table returns the place of a table among those of the schedule.
func (s *Schedule) table(r Recipe) Arg {
	for i, t := range s.Tables {
		if t == r {
			return Arg{Role: Table, Index: i}
		}
	}
	s.Tables = append(s.Tables, r)
	return Arg{Role: Table, Index: len(s.Tables) - 1}
}

// uniform returns the place of the uniform with where the transforms of a dispatch end and begin, how many elements of its source
// and of its target come before the first, and how many rows there are where two go together.
func (s *Schedule) uniform(words []uint32) Arg {
	for i, u := range s.Uniforms {
		if slices.Equal(u, words) {
			return Arg{Role: Uniform, Index: i}
		}
	}
	s.Uniforms = append(s.Uniforms, words)
	return Arg{Role: Uniform, Index: len(s.Uniforms) - 1}
}
