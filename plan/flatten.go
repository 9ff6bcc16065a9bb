package plan

import (
	"slices"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// Schedule returns the passes of the plan with their buffers and tables. It lists all passes for
// the first part of the batch, then all passes for the next part.
func (p Plan) Schedule() Schedule { return p.schedule(nil) }

// schedule is Schedule with the kernel's spectrum if the plan is a convolution, or nil.
func (p Plan) schedule(response tables.Values) Schedule {
	count := p.Problem.Count()
	s := Schedule{Source: p.Source(), Target: p.Target()}
	for i := range p.scratch {
		s.Scratch = append(s.Scratch, p.memory(Arg{Role: Scratch, Index: i}, p.ArraysPerBinding))
	}
	bound := make([][]boundTable, len(p.Passes))
	for i := range p.Passes {
		bound[i] = p.bindTables(&s, i, response)
	}
	for _, part := range spans(count, p.ArraysPerBinding) {
		for i := range p.Passes {
			for _, d := range p.dispatches(i, p.transforms(i, part.end-part.first)) {
				s.Passes = append(s.Passes, p.dispatch(&s, i, bound[i], part, d))
			}
		}
	}
	return s
}

// A boundTable is a binding of a pass, and its table if the binding is a table.
type boundTable struct {
	wgsl.Binding
	table Arg
}

// bindTables returns the bindings of pass i with their tables, which it adds to the schedule.
func (p Plan) bindTables(s *Schedule, i int, response tables.Values) (all []boundTable) {
	k, axis := p.Passes[i], p.Axes[p.details[i].axis]
	number := numberOf(k.Number)
	for _, b := range k.Bindings() {
		x := boundTable{Binding: b}
		switch b.Role {
		case wgsl.RoleTable:
			x.table = s.table(tables.Constants(b, number))
		case wgsl.RoleGiven:
			layout, _ := b.Tables[0].(wgsl.Given)
			values := response
			if values == nil {
				values = axis.given(layout.Name)
			}
			x.table = s.table(tables.Given(values, layout, number))
			if layout.Segments.Count > 1 {
				x.table = p.segmentArg(x.table, int64(values.Count())*p.Problem.PointBytes(), b.Part)
			}
		}
		all = append(all, x)
	}
	return all
}

// dispatch returns the dispatch of the transforms d of pass i for a part of the batch.
func (p Plan) dispatch(s *Schedule, i int, bindings []boundTable, part, d span) Pass {
	k, from, to := p.Passes[i], p.details[i].from, p.details[i].to
	axis := p.Axes[p.details[i].axis]
	share := float64(d.end-d.first) / float64(p.transforms(i, part.end-part.first))
	bytes := float64(part.end-part.first) * float64(p.details[i].work.moved)
	pass := Pass{Kernel: k, Bytes: int64(share * bytes), Seconds: p.seconds(i, d.end-d.first)}
	pass.Groups[0], pass.Groups[1] = k.Groups(d.end - d.first)
	for _, b := range bindings {
		a := b.table
		switch b.Role {
		case wgsl.RoleSource:
			a = p.argOf(from, part, k.Load, b.Part)
		case wgsl.RoleTarget, wgsl.RoleInPlace:
			a = p.argOf(to, part, k.Store, b.Part)
		case wgsl.RoleOperand:
			a = Arg{Role: Operand, Index: b.Part}
		case wgsl.RoleCall:
			a = s.callTable(CallTable{p.Problem.Ops().callOp(b.Tables[0]), numberOf(k.Number), part.first})
		case wgsl.RoleParameters:
			source, target := k.Kinds()
			words := []uint32{
				uint32(d.end), uint32(d.first),
				p.skippedElements(from, part, source), p.skippedElements(to, part, target),
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

// argOf returns the range of a buffer that binding n of an array binds for a part of the batch. The
// range has the arrays of the part, from the aligned address before them, or a segment of one
// array, or real or imaginary parts.
func (p Plan) argOf(a Arg, part span, e wgsl.End, n int) Arg {
	segment := n
	if e.View.Segments.Count < 2 {
		segment = whole
	}
	if e.Planar {
		a.Imag = n == 1
		return a
	}
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
func (p Plan) skippedElements(a Arg, part span, as wgsl.Kind) uint32 {
	return uint32(p.skippedBytes(a, part) / p.Problem.elementBytes(as))
}

// elementBytes returns the size in bytes of an element that a kernel reads or writes.
func (p Problem) elementBytes(as wgsl.Kind) int64 {
	if as == wgsl.Numbers {
		return p.PointBytes() / 2
	}
	return p.PointBytes()
}

// scratchBytes returns the size in bytes of a point between two passes.
func (p Problem) scratchBytes() int64 {
	if p.Scratch != nil {
		return int64(elementOf(p.Scratch, false).Bytes())
	}
	return p.PointBytes()
}

// whole stands for all segments of a range.
const whole = -1

// segmentArg returns a segment of a range of the given number of bytes, or the whole range.
func (p Plan) segmentArg(a Arg, bytes int64, segment int) Arg {
	if segment == whole {
		return a
	}
	size := int64(p.SegmentSize) * p.Problem.PointBytes()
	begin := int64(segment) * size
	if begin >= bytes { // the table is shorter than the arrays, so this segment is not read
		begin = 0
	}
	a.Offset, a.Bytes = a.Offset+begin, min(size, bytes-begin)
	return a
}

// table returns the Arg of a table, which it adds to the schedule if necessary.
func (s *Schedule) table(r Recipe) Arg {
	for i, t := range s.Tables {
		if t.Name() == r.Name() {
			return Arg{Role: Table, Index: i}
		}
	}
	s.Tables = append(s.Tables, r)
	return Arg{Role: Table, Index: len(s.Tables) - 1}
}

// callTable returns the Arg of a table of calls, which it adds to the schedule if necessary.
func (s *Schedule) callTable(t CallTable) Arg {
	i := slices.Index(s.CallTables, t)
	if i < 0 {
		i = len(s.CallTables)
		s.CallTables = append(s.CallTables, t)
	}
	return Arg{Role: CallData, Index: i}
}

// uniform returns the Arg of a uniform buffer with the given words, which it adds to the schedule
// if necessary. The words are the end and the first of the transforms of a dispatch, and the
// elements of source and target before the first array. If two real rows share a transform, the
// number of rows follows.
func (s *Schedule) uniform(words []uint32) Arg {
	for i, u := range s.Uniforms {
		if slices.Equal(u, words) {
			return Arg{Role: Uniform, Index: i}
		}
	}
	s.Uniforms = append(s.Uniforms, words)
	return Arg{Role: Uniform, Index: len(s.Uniforms) - 1}
}
