package gpu

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/nd/internal/expr"
	"wgfft/wgsl"
)

// computer compiles transforms with kernels that compute elements. The inner part of an engine
// implements it.
type computer interface {
	Computed(ctx context.Context, p wgfft.Problem, n wgfft.Number, inverse bool, in, out wgsl.Element) (
		attach.Program, error)
}

// CanFuse implements machine.
func (g *Machine) CanFuse(ctx context.Context, f *expr.Fusion) (bool, error) {
	p, err := g.fusion(ctx, f)
	return p != nil, err
}

// fusion returns the program of a fusion. It keeps a program for each structure of a fusion. The program is nil if
// the GPU can't compute the fusion: see compile. fusion sets g.arrays.
func (g *Machine) fusion(ctx context.Context, f *expr.Fusion) (attach.Program, error) {
	g.arrays = arraysOf(f, g.arrays[:0])
	g.key = appendFusionKey(f, g.key[:0], g.arrays)
	p, ok := g.fusions[string(g.key)]
	if !ok {
		var err error
		if p, err = g.compile(ctx, f, g.arrays); err != nil {
			return nil, err
		}
		g.fusions[string(g.key)] = p
	}
	return p, nil
}

// Fuse implements machine.
func (g *Machine) Fuse(ctx context.Context, f *expr.Fusion) error {
	p, err := g.fusion(ctx, f)
	if err != nil {
		return err
	}
	if p == nil {
		return expr.ErrNoFusion
	}
	bind := g.bind[:0]
	for _, m := range g.arrays {
		bind = append(bind, device.Whole(m.Buffer))
	}
	load, err := g.numbersOf(f.Load, nil)
	if err != nil {
		return err
	}
	store, err := g.numbersOf(f.Store, f.Stored)
	if err != nil {
		return err
	}
	bind = append(bind, load, store)
	g.bind = bind
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	return p.Encode(enc, bufferOf(f.Dst), bufferOf(f.Src), bind)
}

// bufferOf returns the buffer of memory on a GPU. It returns nil if m is nil.
func bufferOf(m *expr.Memory) *device.Buffer {
	if m == nil {
		return nil
	}
	return m.Buffer
}

// numbersOf returns the binding of the parameters of a kernel that stores values as stored says. The
// binding is empty if k is nil or has no parameters.
func (g *Machine) numbersOf(k *expr.Kernel, stored []expr.Output) (device.Binding, error) {
	if k == nil {
		return device.Binding{}, nil
	}
	g.numbers = numbersOf(k, g.numbers[:0])
	for i := range stored {
		g.numbers = appendPlace(&stored[i].To, g.numbers, k.Rank)
	}
	if len(g.numbers) == 0 {
		return device.Binding{}, nil
	}
	f := g.double.ParamFormat(k)
	if err := f.Check(g.numbers); err != nil {
		return device.Binding{}, err
	}
	return g.params.add(g.dev, g.numbers, f)
}

// compile compiles a fusion. It returns nil if the fusion exceeds a limit of the device, such as
// the number of bindings. It also returns nil if a transform in single precision has elements that
// are computed in double precision. The kernels of such a transform lack the functions for these
// elements.
func (g *Machine) compile(ctx context.Context, f *expr.Fusion, arrays []*expr.Memory) (attach.Program, error) {
	var in, out wgsl.Element
	for _, k := range []*expr.Kernel{f.Load, f.Store} {
		if k != nil && k.IsDouble() && !f.Type.IsDouble() {
			return nil, nil
		}
	}
	if f.Load != nil {
		in = g.loadElement(f, arrays)
	}
	if f.Store != nil {
		end := &end{name: "nd_store", arrays: arrays, side: 1}
		out = element{elementText: g.elementText(end, f.Type, f.Store, f.Stored), isReal: !f.Type.IsComplex()}
	}
	number := wgfft.Single
	if f.Type.IsDouble() {
		number = wgfft.Double
	}
	inner := attach.Of(g.eng).Inner().(computer)
	p, err := inner.Computed(ctx, f.Transform.Folded(), number, f.Transform.Inverse, in, out)
	var limit *wgfft.LimitError
	if errors.As(err, &limit) {
		return nil, nil
	}
	return p, err
}

// arraysOf appends the arrays that the load kernel and the store kernel of a fusion read and write,
// each once. The index of an array in the list is the number of its wgsl.Operand.
func arraysOf(f *expr.Fusion, all []*expr.Memory) []*expr.Memory {
	add := func(m *expr.Memory) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	for m := range f.Load.Reads {
		add(m)
	}
	for m := range f.StoreArrays {
		add(m)
	}
	return all
}

// appendFusionKey appends everything that the kernels of a fusion depend on. Fusions with the same key
// have the same program.
func appendFusionKey(f *expr.Fusion, b []byte, arrays []*expr.Memory) []byte {
	b = f.Transform.AppendKey(append(b, byte(f.Type)))
	for _, m := range arrays {
		b = append(b, byte(m.Type))
	}
	for _, k := range []*expr.Kernel{f.Load, f.Store} {
		b = append(b, byte(expr.Bit(k != nil)))
		if k == nil {
			continue
		}
		b = k.Extent.AppendKey(b)
		b = append(b, byte(len(k.Loads)))
		for i := range k.Loads {
			b = append(b, byte(slices.Index(arrays, k.Loads[i].Memory)))
			b = appendPlaceKey(&k.Loads[i], b, k.Rank)
		}
		for i := range k.Code {
			b = appendInstructionKey(&k.Code[i], b)
		}
	}
	for i := range f.Stored {
		s := &f.Stored[i]
		b = binary.AppendVarint(b, int64(s.Value))
		b = append(b, byte(slices.Index(arrays, s.To.Memory)))
		b = appendPlaceKey(&s.To, b, f.Transform.Points.Rank)
	}
	return b
}
