package engine

import (
	"context"
	"errors"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/pipeline"
	"wgfft/wgsl"
)

// A HostUse tells whether host memory is for sources, for results or for both. The root package has the same values.
type HostUse uint8

// The uses of host memory.
const (
	SourceAndResult HostUse = iota
	SourceOnly
	ResultOnly
)

// NewHostMemory allocates host memory that the GPU reads or writes itself. It returns nil if the GPU can't have
// memory of that size and use.
func (g *GPU) NewHostMemory(ctx context.Context, bytes int64, u HostUse) (*pipeline.HostMemory, error) {
	if err := g.checkOpen(); err != nil {
		return nil, err
	}
	usage := device.Shared
	if !g.Device().HasShared() {
		switch u {
		case SourceAndResult:
			return nil, nil
		case SourceOnly:
			usage = device.Upload
		case ResultOnly:
			usage = device.Download
		}
	}
	h, err := g.pipes.NewHostMemory(ctx, bytes, usage)
	var limit *wgsl.LimitError
	if errors.Is(err, errors.ErrUnsupported) || errors.Is(err, device.ErrOutOfMemory) || errors.As(err, &limit) {
		return nil, nil
	}
	return h, contextError(ctx, err)
}

// HoldHosts waits for the calls and the work of the GPU that use the host memory of slices. Later calls that use this
// memory wait until release. Other memory needs no wait.
func (g *GPU) HoldHosts(ctx context.Context, slices ...Data) (release func(), err error) {
	var parts [4][]byte
	all := parts[:0]
	for _, s := range slices {
		all = append(all, s.bytes)
	}
	release, err = g.pipes.HoldHosts(ctx, all...)
	return release, contextError(ctx, err)
}

// directBytes is the size of the arrays that one program transforms in host memory. The bus takes about 10 ms for
// them.
const directBytes = 512 << 20

// direct returns the Direct of a stream that sends items of count arrays together. Only one pass that reads the
// source and writes the result uses both directions of the bus at once, so transforms of more passes have none.
func (g *GPU) direct(j Job, count, items int) func(bool) ([]pipeline.DirectRun, func(), error) {
	return func(isInPlace bool) (runs []pipeline.DirectRun, release func(), err error) {
		var held []*entry[batch, *pipeline.Program]
		release = func() {
			for _, e := range held {
				g.programs.release(e)
			}
		}
		in, out := j.Ends()
		whole := count / items
		together := int(min(int64(whole), max(1, directBytes/(int64(items)*max(in.Bytes(), out.Bytes())))))
		for first := 0; first < count; {
			n, like := min(together, whole-first/items)*items, items
			if n <= 0 {
				n, like = count%items, count%items
			}
			e, err := g.directProgram(j, batch{j.key(), n, like, isInPlace})
			if e == nil || err != nil {
				release()
				return nil, func() {}, err
			}
			held = append(held, e)
			runs = append(runs, pipeline.DirectRun{Program: e.value, First: first, Count: n})
			first += n
		}
		return runs, release, nil
	}
}

// directProgram returns the program of a batch, with the kernels that the engine chooses for b.like arrays, so that
// the results have the same bits. It returns nil if the transform takes several passes.
func (g *GPU) directProgram(j Job, b batch) (*entry[batch, *pipeline.Program], error) {
	like, err := g.problem(j, b.like)
	if err != nil {
		return nil, err
	}
	like.InPlace = j.Replaces()
	t, err := g.tree(like)
	if err != nil || len(t.Passes) != 1 {
		return nil, err
	}
	return g.programs.use(b, func(batch) (*pipeline.Program, error) {
		p, err := g.problem(j, b.count)
		if err != nil {
			return nil, err
		}
		p.InPlace = b.isInPlace
		made, err := choose.From(p, g.Limits(), t.Passes...)
		if err != nil {
			return nil, err
		}
		return g.compile(p, made.Schedule())
	})
}
