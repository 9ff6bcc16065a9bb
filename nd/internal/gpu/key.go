package gpu

import (
	"encoding/binary"
	"slices"

	"wgfft/device"
	"wgfft/nd/internal/expr"
)

// AppendKernelKey appends everything that the text of a kernel depends on. The text does not depend on
// the values of numbers and variables, or on which arrays are bound. Kernels with the same key have the same
// text.
func AppendKernelKey(k *expr.Kernel, b []byte, f *expr.Fold) []byte {
	b = k.Extent.AppendKey(b)
	if f != nil {
		b = append(b, 'f', byte(f.Kind))
		for _, isReduced := range f.Axes {
			b = append(b, byte(expr.Bit(isReduced)))
		}
	}
	b = appendPlaceKey(&k.Dst, b, k.Rank)
	if !hasVariablePlace(k) {
		b = binary.AppendVarint(b, int64(k.Dst.Offset))
	}
	b = append(b, byte(k.Dst.Memory.Type), byte(expr.Bit(storesWords(k))), byte(len(k.Loads)))
	for i := range k.Loads {
		l := &k.Loads[i]
		same := slices.IndexFunc(k.Loads, func(o expr.Load) bool { return o.Memory == l.Memory })
		b = append(b, byte(same), byte(expr.Bit(l.Memory == k.Dst.Memory)), byte(l.Memory.Type))
		b = appendPlaceKey(l, b, k.Rank)
	}
	for i := range k.Code {
		b = appendInstructionKey(&k.Code[i], b)
	}
	return b
}

// appendInstructionKey appends an instruction.
func appendInstructionKey(in *expr.Instruction, b []byte) []byte {
	b = append(b, byte(in.Op), byte(in.Type), byte(in.Calc), byte(len(in.Args)))
	for _, a := range in.Args {
		b = binary.AppendVarint(b, int64(a))
	}
	switch in.Op {
	case expr.OpLoad, expr.OpRound:
		b = binary.AppendVarint(b, int64(in.Number))
	case expr.OpMatch:
		b = in.Source.Place.AppendKey(b, expr.MaxRank)
	case expr.OpSource:
		b = append(b, byte(in.Source.Form), byte(len(in.Source.Terms)))
		b = in.Source.Place.AppendKey(b, expr.MaxRank)
		for _, t := range in.Source.Terms {
			for _, n := range []int{t.Axis, t.N, t.Nyquist} {
				b = binary.AppendVarint(b, int64(n))
			}
		}
	case expr.OpApply:
		b = append(b, in.Func.Text...)
		b = append(b, 0)
	}
	return b
}

// numbersOf appends the parameters of a kernel, in the order in which its text uses them.
func numbersOf(k *expr.Kernel, all []complex128) []complex128 {
	for i := range k.Loads {
		all = appendPlace(&k.Loads[i], all, k.Rank)
	}
	for i := range k.Code {
		switch in := &k.Code[i]; in.Op {
		case expr.OpParam:
			if x := k.Params[in.Number]; in.Type == expr.Int32 {
				all = append(all, wholeNumber(int(expr.ToInt32(x))))
			} else {
				all = append(all, in.Type.Rounded(x))
			}
		case expr.OpSource:
			for _, t := range in.Source.Used() {
				all = append(all, in.Type.Rounded(complex(t.Step, 0)))
			}
			if in.Source.IsRandom() {
				all = append(all, in.Source.Random.Numbers()...)
			}
		}
	}
	if hasVariablePlace(k) {
		all = appendPlace(&k.Dst, all, k.Rank)
	}
	return all
}

// maxBindings is the largest number of bindings that are kept.
const maxBindings = 1024

// A bindKey identifies the bindings of a dispatch.
type bindKey struct {
	p       *device.Pipeline
	buffers [expr.MaxLeaves + 3]*device.Buffer
	offset  int64 // the offset of the parameters in their buffer
}

// bound returns bindings for a kernel. It keeps bindings, because a device takes longer to make
// them than to record a dispatch.
func (g *Machine) bound(p *device.Pipeline, bind []device.Binding) (*device.Bindings, error) {
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
func (g *Machine) unbind() {
	for _, b := range g.bindings {
		_ = b.Close()
	}
	clear(g.bindings)
}
