package gpu

import (
	"context"
	"slices"

	"wgfft"
	"wgfft/internal/detach"
)

// Encode implements machine. The encoder of the step moves to enc, with its parameters.
func (g *Machine) Encode(ctx context.Context, enc *wgfft.Encoder) error {
	if g.enc == nil {
		return nil
	}
	buffers, err := g.params.leave(g.enc)
	if err != nil {
		g.Abort()
		return err
	}
	for key, b := range g.bindings {
		if slices.ContainsFunc(buffers, func(p *wgfft.Buffer) bool { return slices.Contains(key.buffers[:], p) }) {
			_ = b.Close()
			delete(g.bindings, key)
		}
	}
	if !detach.Memory(ctx, func() { err = enc.Append(g.enc) }) {
		err = ctx.Err()
	}
	if err != nil {
		g.Abort()
		return err
	}
	g.finish()
	return nil
}

// leave writes the parameters of the step, and hands their buffers over to enc, which closes them
// later. It returns these buffers.
func (p *paramBuffer) leave(enc *wgfft.Encoder) ([]*wgfft.Buffer, error) {
	if err := p.write(); err != nil {
		return nil, err
	}
	var buffers []*wgfft.Buffer
	free := p.chunks[:0]
	for _, c := range p.chunks {
		if len(c.host) == 0 {
			free = append(free, c)
			continue
		}
		if err := enc.CloseAfter(c.buf); err != nil {
			return nil, err
		}
		buffers = append(buffers, c.buf)
	}
	p.chunks = free
	return buffers, nil
}
