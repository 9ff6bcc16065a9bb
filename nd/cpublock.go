package nd

import "context"

// A worker computes blocks of a kernel on one goroutine.
type worker struct {
	k    *kernel
	done <-chan struct{} // closed when the values are not needed any more
	regs []block         // the values of each instruction for one block
	walk rows
	read []block // the values of each instruction: a part of regs, or of an array in memory
	pack packs
	none block // in the place of operands that an instruction does not have

	isInPlace []bool // for each instruction: see kernel.isReadInPlace
	isDirect  bool   // see kernel.isDirect
}

// newWorker returns a worker for blocks of up to n elements. The values of a block are not complete if ctx has ended.
func newWorker(ctx context.Context, k *kernel, n int) *worker {
	w := &worker{k: k, done: ctx.Done(), regs: make([]block, len(k.code)), read: make([]block, len(k.code)),
		isInPlace: make([]bool, len(k.code)), isDirect: k.isDirect()}
	for i := range k.code {
		in := &k.code[i]
		if w.isInPlace[i] = k.isReadInPlace(in); w.isInPlace[i] || w.isDirect && i == len(k.code)-1 {
			continue // its values stay in the array
		}
		w.regs[i] = newBlock(in.d, n)
		if in.op == opParam {
			fill(&w.regs[i], in.d, k.params[in.number])
		}
	}
	return w
}

// isDirect reports whether the last instruction can write to the destination.
func (k *kernel) isDirect() bool {
	last := &k.code[len(k.code)-1]
	return k.dst.mem != nil && k.dst.isContiguous(&k.extent) && k.dst.mem.dtype == last.d && last.op != opParam &&
		!k.isReadInPlace(last)
}

// values computes the elements [from, to) in row-major order. If w.isDirect, the last instruction
// writes to the destination of the kernel.
func (w *worker) values(from, to int) {
	k := w.k
	last := len(k.code) - 1
	for i := range k.code {
		in := &k.code[i]
		switch {
		case w.isInPlace[i]:
			l := &k.loads[in.number]
			w.read[i].set(in.d, &l.mem.host, l.offset+from, l.offset+to)
			continue
		case i == last && w.isDirect:
			w.read[i].set(in.d, &k.dst.mem.host, k.dst.offset+from, k.dst.offset+to)
		default:
			w.read[i].set(in.d, &w.regs[i], 0, to-from)
		}
		w.instr(in, &w.read[i], from)
	}
}

// block computes and stores the elements [from, to).
func (w *worker) block(from, to int) {
	k := w.k
	w.values(from, to)
	last := len(k.code) - 1
	dst := k.dst.mem
	switch {
	case w.isDirect:
	case dst.dtype != k.code[last].d:
		w.store(&w.read[last], from)
	case !k.dst.isContiguous(&k.extent):
		scatter(&dst.host, &w.read[last], dst.dtype, &k.dst, w.walk.start(&k.extent, from, to-from))
	default:
		part := dst.host.part(dst.dtype, k.dst.offset+from, k.dst.offset+to)
		copyBlock(&part, &w.read[last])
	}
}

// instr computes one instruction for the elements of out.
func (w *worker) instr(in *instr, out *block, from int) {
	a := [4]*block{&w.none, &w.none, &w.none, &w.none}
	for i := range min(len(in.args), len(a)) {
		a[i] = &w.read[in.args[i]]
	}
	switch in.op {
	case opLoad:
		l := &w.k.loads[in.number]
		if l.mem.dtype != in.d {
			w.load(out, in.d, l, from)
			return
		}
		gather(out, &l.mem.host, in.d, l, w.walk.start(&w.k.extent, from, out.len(in.d)))
	case opParam:
	case opSource:
		in.source.fill(out, in.d, w.walk.start(&w.k.extent, from, out.len(in.d)))
	case opCast:
		convert(out, in.d, a[0], in.calc)
	case opMatch:
		w.match(in, out, a, from)
	case opTruth:
		storeTruth(out, in.d, a[0], in.calc)
	case opOrdinal, opOrdinalLow:
		ordinalOp(in, out, a[0])
	case opFromOrdinal:
		fromOrdinalOp(in, out, a[0].i32, a[1].i32)
	case opRound:
		w.round(out, a[0], DType(in.number))
	case opComplex:
		if in.calc == Float32 {
			join(out.c64, a[0].f32, a[1].f32)
		} else {
			join(out.c128, a[0].f64, a[1].f64)
		}
	default:
		w.number(in, out, a)
	}
}

// number computes an arithmetic instruction or a function of the program.
func (w *worker) number(in *instr, out *block, a [4]*block) {
	isMixed := in.op == opScale || in.op == opDivide
	switch {
	case in.op == opApply:
		w.apply(in, out)
	case in.op >= opAffine:
		w.merged(in, out, a)
	case in.calc == Int32:
		integerOp(in, out, a)
	case isMixed && in.calc == Complex64:
		mixedOp[complex64, float32](in.op, out.c64, a[0].c64, a[1].f32)
	case isMixed:
		mixedOp[complex128, float64](in.op, out.c128, a[0].c128, a[1].f64)
	case in.calc == Float32:
		realOp(in.op, out.f32, a[0].f32, a[1].f32, a[2].f32, a[3].f32)
	case in.calc == Float64:
		realOp(in.op, out.f64, a[0].f64, a[1].f64, a[2].f64, a[3].f64)
	case in.calc == Complex64 && in.d == Float32:
		partOp(in.op, out.f32, a[0].c64)
	case in.calc == Complex64:
		complexOp[complex64, float32](in.op, out.c64, a[0].c64, a[1].c64, a[2].c64, a[3].c64)
	case in.d == Float64:
		partOp(in.op, out.f64, a[0].c128)
	default:
		complexOp[complex128, float64](in.op, out.c128, a[0].c128, a[1].c128, a[2].c128, a[3].c128)
	}
}

// merged computes one of the instructions from opAffine on, which have factors.
func (w *worker) merged(in *instr, out *block, a [4]*block) {
	s, t := in.s.value(w.k.params), in.t.value(w.k.params)
	switch {
	case in.op == opProduct && in.calc == Complex64:
		productOp(out.c64, a[0].c64, a[1].c64, float32(s), float32(t))
	case in.op == opProduct:
		productOp(out.c128, a[0].c128, a[1].c128, s, t)
	case in.d.isDouble():
		linearOp(in.op, out.doubles(), a[0].doubles(), a[1].doubles(), a[2].doubles(), s, t)
	default:
		linearOp(in.op, out.singles(), a[0].singles(), a[1].singles(), a[2].singles(), float32(s), float32(t))
	}
}

// apply computes a function of the program. Its operands have double precision. It stops between elements if the
// values are not needed any more, because the function may be slow.
func (w *worker) apply(in *instr, out *block) {
	var x [MaxArgs]complex128
	args := x[:len(in.args)]
	for i := range out.len(in.d) {
		select {
		case <-w.done:
			return
		default:
		}
		for k, a := range in.args {
			if b := &w.read[a]; b.f64 != nil {
				args[k] = complex(b.f64[i], 0)
			} else {
				args[k] = b.c128[i]
			}
		}
		if y := in.f.call(args); out.f64 != nil {
			out.f64[i] = real(y)
		} else {
			out.c128[i] = y
		}
	}
}

// len returns the number of elements.
func (b *block) len(d DType) int {
	switch d {
	case Float32:
		return len(b.f32)
	case Float64:
		return len(b.f64)
	case Complex64:
		return len(b.c64)
	case Int32:
		return len(b.i32)
	}
	return len(b.c128)
}

// fill sets all elements to a number.
func fill(b *block, d DType, x complex128) {
	switch d {
	case Float32:
		fillWith(b.f32, float32(real(x)))
	case Float64:
		fillWith(b.f64, real(x))
	case Complex64:
		fillWith(b.c64, complex64(x))
	case Int32:
		fillWith(b.i32, toInt32(x))
	default:
		fillWith(b.c128, x)
	}
}

// fillWith sets all elements of a slice to x.
func fillWith[T Element](s []T, x T) {
	for i := range s {
		s[i] = x
	}
}
