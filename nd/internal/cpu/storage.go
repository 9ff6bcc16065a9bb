package cpu

import (
	"wgfft/nd/internal/expr"
)

// isReadInPlace reports whether an instruction can use elements in memory without a copy. They have
// the type of the instruction, and lie in the order of the kernel without gaps.
func isReadInPlace(k *expr.Kernel, in *expr.Instruction) bool {
	if in.Op != expr.OpLoad {
		return false
	}
	l := &k.Loads[in.Number]
	return l.Memory.Type == in.Type && l.IsContiguous(&k.Extent)
}

// packs has one block for each storage type, with elements as memory holds them.
type packs [expr.Bfloat16 + 1]expr.Block

// of returns a block of n elements of a storage type.
func (p *packs) of(d expr.DType, n int) expr.Block {
	b := &p[d]
	if len(b.U8)+len(b.U16)+len(b.I32) == 0 {
		*b = expr.NewBlock(d, max(n, blockLen))
	}
	return b.Part(d, 0, n)
}

// load reads elements of a storage type.
func (w *worker) load(out *expr.Block, d expr.DType, l *expr.Load, from int) {
	n := lengthOf(out, d)
	s := l.Memory.Type
	if l.IsContiguous(&w.k.Extent) {
		part := l.Memory.Host.Part(s, l.Offset+from, l.Offset+from+n)
		expr.Convert(out, d, &part, s)
		return
	}
	packed := w.pack.of(s, n)
	gather(&packed, &l.Memory.Host, s, l, w.walk.start(&w.k.Extent, from, n))
	expr.Convert(out, d, &packed, s)
}

// store writes values to elements of a storage type.
func (w *worker) store(values *expr.Block, from int) {
	k := w.k
	d := k.Code[len(k.Code)-1].Type
	s := k.Dst.Memory.Type
	n := lengthOf(values, d)
	if k.Dst.IsContiguous(&k.Extent) {
		part := k.Dst.Memory.Host.Part(s, k.Dst.Offset+from, k.Dst.Offset+from+n)
		expr.Convert(&part, s, values, d)
		return
	}
	packed := w.pack.of(s, n)
	expr.Convert(&packed, s, values, d)
	scatter(&k.Dst.Memory.Host, &packed, s, &k.Dst, w.walk.start(&k.Extent, from, n))
}

// round rounds single precision numbers to the nearest ones of a storage type.
func (w *worker) round(out, values *expr.Block, s expr.DType) {
	packed := w.pack.of(s, len(out.F32))
	expr.Convert(&packed, s, values, expr.Float32)
	expr.Convert(out, expr.Float32, &packed, s)
}
