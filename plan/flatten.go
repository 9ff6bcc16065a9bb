package plan

import (
	"slices"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// Schedule returns the passes of the plan with their buffers and tables. It lists all passes for
// the first part of the batch, then all passes for the next part.
func (p Plan) Schedule() Schedule { return p.schedule(nil) }

// schedule is Schedule with the recipe of the kernel's spectrum if the plan is a convolution, or
// nil.
func (p Plan) schedule(response Recipe) Schedule {
	count := p.Problem.Count()
	s := Schedule{Source: p.Source(), Target: p.Target()}
	for i := range p.scratch {
		s.Scratch = append(s.Scratch, p.memory(Arg{Role: Scratch, Index: i}, p.ArraysPerBinding))
	}
	for _, part := range spans(count, p.ArraysPerBinding) {
		for i := range p.Passes {
			for _, d := range p.dispatches(i, p.transforms(i, part.end-part.first)) {
				s.Passes = append(s.Passes, p.dispatch(&s, i, part, d, response))
			}
		}
	}
	return s
}

// dispatch returns the dispatch of the transforms d of pass i for a part of the batch.
func (p Plan) dispatch(s *Schedule, i int, part, d span, response Recipe) Pass {
	k, from, to := p.Passes[i], p.details[i].from, p.details[i].to
	axis := p.Axes[p.details[i].axis]
	share := float64(d.end-d.first) / float64(p.transforms(i, part.end-part.first))
	bytes := float64(part.end-part.first) * float64(p.details[i].work.moved)
	pass := Pass{Kernel: k, Bytes: int64(share * bytes), Seconds: p.seconds(i, d.end-d.first)}
	pass.Groups[0], pass.Groups[1] = k.Groups(d.end - d.first)
	in, spectrum, out := axis.convolutionTables(k)
	for _, b := range k.Bindings() {
		segment := b.Segment
		var a Arg
		switch b.Name {
		case wgsl.Source.Name:
			a = p.argOf(from, part, segment)
		case wgsl.Target.Name, wgsl.SourceAndTarget.Name:
			a = p.argOf(to, part, segment)
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
			a = s.table(tables.Twiddles(k))
		case wgsl.RootTable.Name:
			a = s.table(tables.PassRoots(k))
		case wgsl.RealRootTable.Name:
			a = s.table(tables.RealRoots(k))
		case wgsl.PowerTable.Name:
			a = s.table(tables.Permutation(k))
		case wgsl.SpectrumTable.Name:
			switch {
			case k.Stages.Rader.Prime > 0:
				a = s.table(tables.Rader(k))
			case response != nil:
				a = p.segmentArg(s.table(tables.InVec4(response, k.SpectrumStride())),
					int64(p.response)*ElementBytes, segment)
			default:
				a = p.segmentArg(s.table(spectrum), int64(axis.Convolution)*ElementBytes, segment)
			}
		case wgsl.LoadFactors.Name:
			a = p.segmentArg(s.table(in), int64(axis.N)*ElementBytes, segment)
		case wgsl.StoreFactors.Name:
			a = p.segmentArg(s.table(out), int64(axis.N)*ElementBytes, segment)
		case wgsl.BatchCount.Name:
			words := []uint32{
				uint32(d.end), uint32(d.first),
				p.skippedElements(from, part, k.Load.Real), p.skippedElements(to, part, k.Store.Real),
			}
			if axis.isTwoForOne() { // uniforms are multiples of 16 bytes
				words = append(words, uint32(axis.Outer*(part.end-part.first)), 0, 0, 0)
			}
			a = s.uniform(words)
		}
		pass.Args = append(pass.Args, a)
	}
	return pass
}

// argOf returns the range of a buffer that a pass binds for a part of the batch: the arrays of the
// part, from the aligned address before them, or a segment of one array.
func (p Plan) argOf(a Arg, part span, segment int) Arg {
	if p.ArraysPerBinding == p.Problem.Count() { // one part
		return p.segmentArg(a, p.boundBytes(a), segment)
	}
	if a.Role == Scratch {
		part = span{0, part.end - part.first} // all parts use the same scratch
	}
	stride, skipped := p.arrayOf(a).Bytes(), p.skippedBytes(a, part)
	a.Offset = int64(part.first)*stride - skipped
	a.Bytes = int64(part.end-part.first)*stride + skipped
	return p.segmentArg(a, p.boundBytes(a), segment)
}

// skippedBytes returns the bytes between the aligned address at which a part of the batch is bound
// and the part itself.
func (p Plan) skippedBytes(a Arg, part span) int64 {
	if a.Role == Scratch {
		return 0
	}
	return int64(part.first) * p.arrayOf(a).Bytes() % int64(max(1, p.Limits.StorageAlign))
}

// skippedElements returns skippedBytes in elements of the kernel.
func (p Plan) skippedElements(a Arg, part span, as wgsl.Real) uint32 {
	return uint32(p.skippedBytes(a, part) / elementSize(as))
}

// elementSize returns the size in bytes of an element that a kernel reads or writes.
func elementSize(as wgsl.Real) int64 {
	if as.IsReal() {
		return ElementBytes / 2
	}
	return ElementBytes
}

// segmentArg returns a segment of a range of the given number of bytes. Segments are counted from
// 1; 0 means the whole range.
func (p Plan) segmentArg(a Arg, bytes int64, segment int) Arg {
	if segment == 0 {
		return a
	}
	size := int64(p.SegmentSize) * ElementBytes
	begin := int64(segment-1) * size
	if begin >= bytes { // the table is shorter than the arrays, so this segment is not read
		begin = 0
	}
	a.Offset, a.Bytes = a.Offset+begin, min(size, bytes-begin)
	return a
}

// table returns the Arg of a table, which it adds to the schedule if necessary.
func (s *Schedule) table(r Recipe) Arg {
	for i, t := range s.Tables {
		if t == r {
			return Arg{Role: Table, Index: i}
		}
	}
	s.Tables = append(s.Tables, r)
	return Arg{Role: Table, Index: len(s.Tables) - 1}
}

// uniform returns the Arg of a uniform buffer with the given words, which it adds to the schedule
// if necessary. The words are the end and the first of the transforms of a dispatch, the elements
// of source and target before the first array, and the number of real rows if two share a
// transform.
func (s *Schedule) uniform(words []uint32) Arg {
	for i, u := range s.Uniforms {
		if slices.Equal(u, words) {
			return Arg{Role: Uniform, Index: i}
		}
	}
	s.Uniforms = append(s.Uniforms, words)
	return Arg{Role: Uniform, Index: len(s.Uniforms) - 1}
}
