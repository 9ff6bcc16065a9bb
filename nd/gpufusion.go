package nd

import (
	"context"
	"encoding/binary"
	"errors"
	"slices"

	"wgfft"
	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/wgsl"
)

// computer compiles transforms with kernels that compute elements. The inner part of an engine
// implements it.
type computer interface {
	Computed(ctx context.Context, p wgfft.Problem, n wgfft.Number, inverse bool, in, out wgsl.Element) (
		attach.Program, error)
}

// errNoFusion is the error of a fusion that the machine can't compute.
var errNoFusion = errors.New("this machine can't compute the transform with elements in its load or store")

// canFuse implements machine.
func (g *gpu) canFuse(ctx context.Context, f *fusion) (bool, error) {
	p, err := g.fusion(ctx, f)
	return p != nil, err
}

// fusion returns the program of a fusion. It keeps a program for each structure of a fusion. The program is nil if
// the GPU can't compute the fusion: see compile. fusion sets g.arrays.
func (g *gpu) fusion(ctx context.Context, f *fusion) (attach.Program, error) {
	g.arrays = f.arrays(g.arrays[:0])
	g.key = f.appendKey(g.key[:0], g.arrays)
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

// fuse implements machine.
func (g *gpu) fuse(ctx context.Context, f *fusion) error {
	p, err := g.fusion(ctx, f)
	if err != nil {
		return err
	}
	if p == nil {
		return errNoFusion
	}
	bind := g.bind[:0]
	for _, m := range g.arrays {
		bind = append(bind, device.Whole(m.buf))
	}
	load, err := g.numbersOf(f.load, nil)
	if err != nil {
		return err
	}
	store, err := g.numbersOf(f.store, f.stored)
	if err != nil {
		return err
	}
	bind = append(bind, load, store)
	g.bind = bind
	enc, err := g.encoder()
	if err != nil {
		return err
	}
	return p.Encode(enc, f.dst.buffer(), f.src.buffer(), bind)
}

// buffer returns the buffer of memory on a GPU. It returns nil if m is nil.
func (m *memory) buffer() *device.Buffer {
	if m == nil {
		return nil
	}
	return m.buf
}

// numbersOf returns the binding of the parameters of a kernel that stores values as stored says. The
// binding is empty if k is nil or has no parameters.
func (g *gpu) numbersOf(k *kernel, stored []output) (device.Binding, error) {
	if k == nil {
		return device.Binding{}, nil
	}
	g.numbers = k.numbers(g.numbers[:0])
	for i := range stored {
		g.numbers = stored[i].to.appendNumbers(g.numbers, k.rank)
	}
	if len(g.numbers) == 0 {
		return device.Binding{}, nil
	}
	f := g.double.paramFormat(k)
	if err := f.check(g.numbers); err != nil {
		return device.Binding{}, err
	}
	return g.params.add(g.dev, g.numbers, f)
}

// compile compiles a fusion. It returns nil if the fusion exceeds a limit of the device, such as
// the number of bindings. It also returns nil if a transform in single precision has elements that
// are computed in double precision. The kernels of such a transform lack the functions for these
// elements.
func (g *gpu) compile(ctx context.Context, f *fusion, arrays []*memory) (attach.Program, error) {
	var in, out wgsl.Element
	for _, k := range []*kernel{f.load, f.store} {
		if k != nil && k.isDouble() && !f.dtype.isDouble() {
			return nil, nil
		}
	}
	if f.load != nil {
		in = g.loadElement(f, arrays)
	}
	if f.store != nil {
		end := &end{name: "nd_store", arrays: arrays, side: 1}
		out = element{elementText: g.elementText(end, f.dtype, f.store, f.stored), isReal: !f.dtype.IsComplex()}
	}
	number := wgfft.Single
	if f.dtype.isDouble() {
		number = wgfft.Double
	}
	p, err := attach.Of(g.eng).Inner().(computer).Computed(ctx, f.transform.folded(), number, f.transform.inverse, in, out)
	var limit *wgfft.LimitError
	if errors.As(err, &limit) {
		return nil, nil
	}
	return p, err
}

// folded returns the problem of a transform. The axes before the first transformed axis become the
// batch.
func (t *transform) folded() wgfft.Problem {
	p := t.problem()
	first := slices.Min(p.Axes)
	p.Batch = 1
	for _, n := range p.Shape[:first] {
		p.Batch *= n
	}
	p.Shape = p.Shape[first:]
	for i := range p.Axes {
		p.Axes[i] -= first
	}
	return p
}

// arrays appends the arrays that the load kernel and the store kernel of a fusion read and write,
// each once. The index of an array in the list is the number of its wgsl.Operand.
func (f *fusion) arrays(all []*memory) []*memory {
	add := func(m *memory) {
		if !slices.Contains(all, m) {
			all = append(all, m)
		}
	}
	for m := range f.load.reads {
		add(m)
	}
	for m := range f.storeArrays {
		add(m)
	}
	return all
}

// appendKey appends everything that the kernels of a fusion depend on. Fusions with the same key
// have the same program.
func (f *fusion) appendKey(b []byte, arrays []*memory) []byte {
	b = f.transform.appendKey(append(b, byte(f.dtype)))
	for _, m := range arrays {
		b = append(b, byte(m.dtype))
	}
	for _, k := range []*kernel{f.load, f.store} {
		b = append(b, byte(boolIndex(k != nil)))
		if k == nil {
			continue
		}
		b = k.extent.appendKey(b)
		b = append(b, byte(len(k.loads)))
		for i := range k.loads {
			b = append(b, byte(slices.Index(arrays, k.loads[i].mem)))
			b = k.loads[i].appendTextKey(b, k.rank)
		}
		for i := range k.code {
			b = k.code[i].appendKey(b)
		}
	}
	for i := range f.stored {
		s := &f.stored[i]
		b = binary.AppendVarint(b, int64(s.value))
		b = append(b, byte(slices.Index(arrays, s.to.mem)))
		b = s.to.appendTextKey(b, f.transform.points.rank)
	}
	return b
}
