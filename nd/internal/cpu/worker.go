package cpu

import (
	"context"

	"wgfft/nd/internal/expr"
)

// A worker computes blocks of a kernel on one goroutine.
type worker struct {
	k    *expr.Kernel
	done <-chan struct{} // closed when the values are not needed any more
	regs []expr.Block    // the values of each instruction for one block
	walk rows
	read []expr.Block // the values of each instruction: a part of regs, or of an array in memory
	pack packs
	none expr.Block // in the place of operands that an instruction does not have

	isInPlace []bool // for each instruction: see isReadInPlace
	isDirect  bool   // see the function isDirect
}

// newWorker returns a worker for blocks of up to n elements. The values of a block are not complete if ctx has ended.
func newWorker(ctx context.Context, k *expr.Kernel, n int) *worker {
	w := &worker{k: k, done: ctx.Done(), regs: make([]expr.Block, len(k.Code)), read: make([]expr.Block, len(k.Code)),
		isInPlace: make([]bool, len(k.Code)), isDirect: isDirect(k)}
	for i := range k.Code {
		in := &k.Code[i]
		if w.isInPlace[i] = isReadInPlace(k, in); w.isInPlace[i] || w.isDirect && i == len(k.Code)-1 {
			continue // its values stay in the array
		}
		w.regs[i] = expr.NewBlock(in.Type, n)
		if in.Op == expr.OpParam {
			fill(&w.regs[i], in.Type, k.Params[in.Number])
		}
	}
	return w
}

// isDirect reports whether the last instruction can write to the destination.
func isDirect(k *expr.Kernel) bool {
	last := &k.Code[len(k.Code)-1]
	return k.Dst.Memory != nil && k.Dst.IsContiguous(&k.Extent) && k.Dst.Memory.Type == last.Type &&
		last.Op != expr.OpParam && !isReadInPlace(k, last)
}

// values computes the elements [from, to) in row-major order. If w.isDirect, the last instruction
// writes to the destination of the kernel.
func (w *worker) values(from, to int) {
	k := w.k
	last := len(k.Code) - 1
	for i := range k.Code {
		in := &k.Code[i]
		switch {
		case w.isInPlace[i]:
			l := &k.Loads[in.Number]
			w.read[i].Set(in.Type, &l.Memory.Host, l.Offset+from, l.Offset+to)
			continue
		case i == last && w.isDirect:
			w.read[i].Set(in.Type, &k.Dst.Memory.Host, k.Dst.Offset+from, k.Dst.Offset+to)
		default:
			w.read[i].Set(in.Type, &w.regs[i], 0, to-from)
		}
		w.instr(in, &w.read[i], from)
	}
}

// block computes and stores the elements [from, to).
func (w *worker) block(from, to int) {
	k := w.k
	w.values(from, to)
	last := len(k.Code) - 1
	dst := k.Dst.Memory
	switch {
	case w.isDirect:
	case dst.Type != k.Code[last].Type:
		w.store(&w.read[last], from)
	case !k.Dst.IsContiguous(&k.Extent):
		scatter(&dst.Host, &w.read[last], dst.Type, &k.Dst, w.walk.start(&k.Extent, from, to-from))
	default:
		part := dst.Host.Part(dst.Type, k.Dst.Offset+from, k.Dst.Offset+to)
		expr.CopyBlock(&part, &w.read[last])
	}
}

// instr computes one instruction for the elements of out.
func (w *worker) instr(in *expr.Instruction, out *expr.Block, from int) {
	a := [4]*expr.Block{&w.none, &w.none, &w.none, &w.none}
	for i := range min(len(in.Args), len(a)) {
		a[i] = &w.read[in.Args[i]]
	}
	switch in.Op {
	case expr.OpLoad:
		l := &w.k.Loads[in.Number]
		if l.Memory.Type != in.Type {
			w.load(out, in.Type, l, from)
			return
		}
		gather(out, &l.Memory.Host, in.Type, l, w.walk.start(&w.k.Extent, from, lengthOf(out, in.Type)))
	case expr.OpParam:
	case expr.OpSource:
		fillSource(in.Source, out, in.Type, w.walk.start(&w.k.Extent, from, lengthOf(out, in.Type)))
	case expr.OpCast:
		expr.Convert(out, in.Type, a[0], in.Calc)
	case expr.OpMatch:
		w.match(in, out, a, from)
	case expr.OpTruth:
		storeTruth(out, in.Type, a[0], in.Calc)
	case expr.OpOrdinal, expr.OpOrdinalLow:
		ordinalOp(in, out, a[0])
	case expr.OpFromOrdinal:
		fromOrdinalOp(in, out, a[0].I32, a[1].I32)
	case expr.OpRound:
		w.round(out, a[0], expr.DType(in.Number))
	case expr.OpComplex:
		if in.Calc == expr.Float32 {
			join(out.C64, a[0].F32, a[1].F32)
		} else {
			join(out.C128, a[0].F64, a[1].F64)
		}
	default:
		w.number(in, out, a)
	}
}

// number computes an arithmetic instruction or a function of the program.
func (w *worker) number(in *expr.Instruction, out *expr.Block, a [4]*expr.Block) {
	isMixed := in.Op == expr.OpScale || in.Op == expr.OpDivide
	switch {
	case in.Op == expr.OpApply:
		w.apply(in, out)
	case in.Op >= expr.OpAffine:
		w.merged(in, out, a)
	case in.Calc == expr.Int32:
		integerOp(in, out, a)
	case isMixed && in.Calc == expr.Complex64:
		mixedOp[complex64, float32](in.Op, out.C64, a[0].C64, a[1].F32)
	case isMixed:
		mixedOp[complex128, float64](in.Op, out.C128, a[0].C128, a[1].F64)
	case in.Calc == expr.Float32:
		realOp(in.Op, out.F32, a[0].F32, a[1].F32, a[2].F32, a[3].F32)
	case in.Calc == expr.Float64:
		realOp(in.Op, out.F64, a[0].F64, a[1].F64, a[2].F64, a[3].F64)
	case in.Calc == expr.Complex64 && in.Type == expr.Float32:
		partOp(in.Op, out.F32, a[0].C64)
	case in.Calc == expr.Complex64:
		complexOp[complex64, float32](in.Op, out.C64, a[0].C64, a[1].C64, a[2].C64, a[3].C64)
	case in.Type == expr.Float64:
		partOp(in.Op, out.F64, a[0].C128)
	default:
		complexOp[complex128, float64](in.Op, out.C128, a[0].C128, a[1].C128, a[2].C128, a[3].C128)
	}
}

// merged computes one of the instructions from OpAffine on, which have factors.
func (w *worker) merged(in *expr.Instruction, out *expr.Block, a [4]*expr.Block) {
	s, t := in.S.Value(w.k.Params), in.T.Value(w.k.Params)
	switch {
	case in.Op == expr.OpProduct && in.Calc == expr.Complex64:
		productOp(out.C64, a[0].C64, a[1].C64, float32(s), float32(t))
	case in.Op == expr.OpProduct:
		productOp(out.C128, a[0].C128, a[1].C128, s, t)
	case in.Type.IsDouble():
		linearOp(in.Op, doubles(out), [3][]float64{doubles(a[0]), doubles(a[1]), doubles(a[2])}, s, t)
	default:
		x := [3][]float32{singles(a[0]), singles(a[1]), singles(a[2])}
		linearOp(in.Op, singles(out), x, float32(s), float32(t))
	}
}

// apply computes a function of the program. Its operands have double precision. It stops between elements if the
// values are not needed any more, because the function may be slow.
func (w *worker) apply(in *expr.Instruction, out *expr.Block) {
	var x [expr.MaxArgs]complex128
	args := x[:len(in.Args)]
	for i := range lengthOf(out, in.Type) {
		select {
		case <-w.done:
			return
		default:
		}
		for k, a := range in.Args {
			if b := &w.read[a]; b.F64 != nil {
				args[k] = complex(b.F64[i], 0)
			} else {
				args[k] = b.C128[i]
			}
		}
		if y := in.Func.Call(args); out.F64 != nil {
			out.F64[i] = real(y)
		} else {
			out.C128[i] = y
		}
	}
}

// lengthOf returns the number of elements.
func lengthOf(b *expr.Block, d expr.DType) int {
	switch d {
	case expr.Float32:
		return len(b.F32)
	case expr.Float64:
		return len(b.F64)
	case expr.Complex64:
		return len(b.C64)
	case expr.Int32:
		return len(b.I32)
	}
	return len(b.C128)
}

// fill sets all elements to a number.
func fill(b *expr.Block, d expr.DType, x complex128) {
	switch d {
	case expr.Float32:
		fillWith(b.F32, float32(real(x)))
	case expr.Float64:
		fillWith(b.F64, real(x))
	case expr.Complex64:
		fillWith(b.C64, complex64(x))
	case expr.Int32:
		fillWith(b.I32, expr.ToInt32(x))
	default:
		fillWith(b.C128, x)
	}
}

// fillWith sets all elements of a slice to x.
func fillWith[T expr.Element](s []T, x T) {
	for i := range s {
		s[i] = x
	}
}
