package nd

import (
	"encoding/binary"
	"slices"

	"wgfft/device"
)

// appendKey appends everything that the text of a kernel depends on. The text does not depend on
// the values of numbers and variables, or on which arrays are bound. Kernels with the same key have the same
// text.
func (k *kernel) appendKey(b []byte, f *fold) []byte {
	b = k.extent.appendKey(b)
	if f != nil {
		b = append(b, 'f', byte(f.kind))
		for _, isReduced := range f.axes {
			b = append(b, byte(boolIndex(isReduced)))
		}
	}
	b = k.dst.appendTextKey(b, k.rank)
	if !k.hasVariablePlace() {
		b = binary.AppendVarint(b, int64(k.dst.offset))
	}
	b = append(b, byte(k.dst.mem.dtype), byte(boolIndex(k.storesWords())), byte(len(k.loads)))
	for i := range k.loads {
		l := &k.loads[i]
		same := slices.IndexFunc(k.loads, func(o load) bool { return o.mem == l.mem })
		b = append(b, byte(same), byte(boolIndex(l.mem == k.dst.mem)), byte(l.mem.dtype))
		b = l.appendTextKey(b, k.rank)
	}
	for i := range k.code {
		b = k.code[i].appendKey(b)
	}
	return b
}

// appendKey appends a shape.
func (e *extent) appendKey(b []byte) []byte {
	b = append(b, byte(e.rank))
	for _, n := range e.shape[:e.rank] {
		b = binary.AppendVarint(b, int64(n))
	}
	return b
}

// appendKey appends the offset, the strides and the shift.
func (l *load) appendKey(b []byte, rank int) []byte {
	b = binary.AppendVarint(b, int64(l.offset))
	for _, s := range l.stride[:rank] {
		b = binary.AppendVarint(b, int64(s))
	}
	return l.shift.appendKey(b, rank)
}

// appendKey appends an instruction.
func (in *instr) appendKey(b []byte) []byte {
	b = append(b, byte(in.op), byte(in.d), byte(in.calc), byte(len(in.args)))
	for _, a := range in.args {
		b = binary.AppendVarint(b, int64(a))
	}
	switch in.op {
	case opLoad, opRound:
		b = binary.AppendVarint(b, int64(in.number))
	case opMatch:
		b = in.source.place.appendKey(b, MaxRank)
	case opSource:
		b = append(b, byte(in.source.form), byte(len(in.source.terms)))
		b = in.source.place.appendKey(b, MaxRank)
		for _, t := range in.source.terms {
			for _, n := range []int{t.axis, t.n, t.nyquist} {
				b = binary.AppendVarint(b, int64(n))
			}
		}
	case opApply:
		b = append(b, in.f.text...)
		b = append(b, 0)
	}
	return b
}

// boolIndex returns 1 for true and 0 for false.
func boolIndex(b bool) int {
	if b {
		return 1
	}
	return 0
}

// inputs appends the arrays that a kernel reads, without the one that it writes.
func (k *kernel) inputs(all []*memory) []*memory {
	for m := range k.reads {
		if m != k.dst.mem && !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	return all
}

// numbers appends the parameters of a kernel, in the order in which its text uses them.
func (k *kernel) numbers(all []complex128) []complex128 {
	for i := range k.loads {
		all = k.loads[i].appendNumbers(all, k.rank)
	}
	for i := range k.code {
		switch in := &k.code[i]; in.op {
		case opParam:
			if x := k.params[in.number]; in.d == Int32 {
				all = append(all, wholeNumber(int(toInt32(x))))
			} else {
				all = append(all, in.d.rounded(x))
			}
		case opSource:
			for _, t := range in.source.used() {
				all = append(all, in.d.rounded(complex(t.step, 0)))
			}
			if in.source.isRandom() {
				all = append(all, in.source.random.numbers()...)
			}
		}
	}
	if k.hasVariablePlace() {
		all = k.dst.appendNumbers(all, k.rank)
	}
	return all
}

// rounded returns x as an array of type d holds it.
func (d DType) rounded(x complex128) complex128 {
	if d.isSingle() {
		return complex128(complex64(x))
	}
	return x
}

// used returns the terms that the form of a source uses.
func (s *source) used() []term {
	if s.form == formReal || s.form == formImaginary {
		return s.terms[:1]
	}
	return s.terms
}

// maxBindings is the largest number of bindings that are kept.
const maxBindings = 1024

// A bindKey identifies the bindings of a dispatch.
type bindKey struct {
	p       *device.Pipeline
	buffers [maxLeaves + 3]*device.Buffer
	offset  int64 // the offset of the parameters in their buffer
}

// bound returns bindings for a kernel. It keeps bindings, because a device takes longer to make
// them than to record a dispatch.
func (g *gpu) bound(p *device.Pipeline, bind []device.Binding) (*device.Bindings, error) {
	key := bindKey{p: p, offset: bind[len(bind)-1].Offset}
	if len(bind) > len(key.buffers) {
		b, err := g.dev.NewBindings(p, bind...)
		if err == nil {
			g.extra = append(g.extra, b)
		}
		return b, err
	}
	for i, b := range bind {
		key.buffers[i] = b.Buffer
	}
	if b, ok := g.bindings[key]; ok {
		return b, nil
	}
	if len(g.bindings) >= maxBindings {
		g.unbind()
	}
	b, err := g.dev.NewBindings(p, bind...)
	if err == nil {
		g.bindings[key] = b
	}
	return b, err
}

// unbind closes all kept bindings. Recorded and submitted work still completes.
func (g *gpu) unbind() {
	for _, b := range g.bindings {
		_ = b.Close()
	}
	clear(g.bindings)
}
