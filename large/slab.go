package large

import (
	"context"
	"errors"
	"fmt"

	"wgfft"
)

// fill reads a slab.
func (r *runner[C, R]) fill(ctx context.Context, s *step, b *slab, before [][]uint32) error {
	if b.Step > 0 {
		if err := r.readTiles(ctx, s, b, before); err != nil {
			var d *damage
			if errors.As(err, &d) || ctx.Err() != nil {
				return err
			}
			return fmt.Errorf("large: the temporary file: %w", err)
		}
		return nil
	}
	if err := r.readSource(ctx, s, b); err != nil && ctx.Err() == nil {
		return fmt.Errorf("large: the source: %w", err)
	}
	return ctx.Err()
}

// readSource reads a slab of the first step.
func (r *runner[C, R]) readSource(ctx context.Context, s *step, b *slab) error {
	size := s.inSize
	base := int64(b.Item) * int64(r.layout.source)
	move := func(p []byte, off int64) error { return r.in.read(r.source, p, off) }
	if r.packed && s.alongX && b.spans[0].lo == 0 && r.hasLastBin(true) {
		b.extra = make([]byte, size)
		if err := move(b.extra, (base+int64(r.split))*int64(size)); err != nil {
			return err
		}
	}
	if !s.alongX {
		return r.in.contiguous(ctx, b.in, (base+int64(b.spans[0].lo)*int64(s.in.y))*int64(size), move)
	}
	if b.n == s.in.y && len(b.spans) == 1 {
		return r.in.contiguous(ctx, b.in, base*int64(size), move)
	}
	start := 0
	for _, u := range b.spans {
		at := start * size
		row := func(x int) int64 { return (base + int64(x)*int64(s.in.y) + int64(u.lo)) * int64(size) }
		if err := r.in.strided(ctx, b.in[at:], runs{s.in.x, u.n * size, b.n * size, row}, move); err != nil {
			return err
		}
		start += u.n
	}
	return nil
}

// hasLastBin reports whether the source, or the result, has the bin N/2 of a packed real array.
func (r *runner[C, R]) hasLastBin(source bool) bool { return r.packed && r.inverse == source }

// blocks returns the place of each block between ranges of both steps, and its box in a slab of one of them.
func (r *runner[C, R]) blocks(b *slab) []box {
	first, second := &r.steps[0], &r.steps[1]
	s := &r.steps[b.Step]
	g := second.in
	size := second.inSize
	var all []box
	block := func(u, v span, at int) {
		x, y := u, v // the ranges of rows and of columns
		off := int64(u.lo)*int64(second.cut()) + int64(u.n)*int64(v.lo)
		if first.alongX {
			x, y = v, u
		}
		k := box{off: off * int64(size), rows: x.n, bytes: y.n * size}
		if s.alongX { // the slab has all rows
			k.stride, k.at = b.n*size, (x.lo*b.n+at)*size
		} else {
			k.stride, k.at = g.y*size, (at*g.y+y.lo)*size
		}
		all = append(all, k)
	}
	start := 0
	for _, own := range b.spans {
		if b.Step == 0 {
			for _, v := range second.spans() {
				block(own, v, start)
			}
		} else {
			for _, u := range first.spans() {
				block(u, own, start)
			}
		}
		start += own.n
	}
	return all
}

// readTiles reads a slab of the second step. Its blocks are in all tiles.
func (r *runner[C, R]) readTiles(ctx context.Context, s *step, b *slab, before [][]uint32) error {
	all := r.blocks(b)
	column := r.firstRange(1, b.Slab)
	perSpan := len(r.steps[0].spans())
	ranges := len(r.steps[1].spans())
	return r.in.each(ctx, len(all), func(i int, staging []byte) error {
		sum, err := r.in.load(r.between, b.in, staging, all[i])
		if err != nil {
			return err
		}
		slab, within := r.slabOf(i % perSpan)
		if want := before[slab][within*ranges+column+i/perSpan]; sum != want {
			return &damage{slab}
		}
		return nil
	})
}

// firstRange returns the number of the first range of a slab among all ranges of a step.
func (r *runner[C, R]) firstRange(step, slab int) int {
	n := 0
	for _, spans := range r.steps[step].slabs[:slab] {
		n += len(spans)
	}
	return n
}

// slabOf returns the slab of the first step that has a range, and the range's number in it.
func (r *runner[C, R]) slabOf(n int) (slab, within int) {
	for i, spans := range r.steps[0].slabs {
		if n < len(spans) {
			return i, n
		}
		n -= len(spans)
	}
	return -1, -1
}

// compute transforms a slab.
func (r *runner[C, R]) compute(ctx context.Context, b *slab) error {
	if r.packed && r.inverse && b.Step == 0 {
		merge[C](r.layout, r.realRoots, r.problem.Norm, view[C](b.in), b)
	}
	if err := r.calls[call{b.Step, b.n}](ctx, b.out, b.in); err != nil {
		return fmt.Errorf("large: slab %d of step %d: %w", b.Slab+1, b.Step+1, err)
	}
	if r.split > 0 && b.Step == 0 {
		twiddle(r.layout, r.roots, view[C](b.out), b)
	}
	if r.packed && !r.inverse && b.Step == 1 {
		split[C](r.layout, r.realRoots, r.problem.Norm, view[C](b.out), b)
	}
	return nil
}

// write writes a slab, and returns the checksums of its blocks.
func (r *runner[C, R]) write(ctx context.Context, s *step, b *slab) ([]uint32, error) {
	if b.Step < len(r.steps)-1 {
		all := r.blocks(b)
		sums := make([]uint32, len(all))
		err := r.out.each(ctx, len(all), func(i int, staging []byte) (err error) {
			sums[i], err = r.out.store(r.between, b.out, staging, all[i])
			return err
		})
		if err != nil && ctx.Err() == nil {
			err = fmt.Errorf("large: the temporary file: %w", err)
		}
		return sums, err
	}
	err := r.writeResult(ctx, s, b)
	if err != nil && ctx.Err() == nil {
		err = fmt.Errorf("large: the result: %w", err)
	}
	return nil, err
}

// writeResult writes a slab of the last step.
func (r *runner[C, R]) writeResult(ctx context.Context, s *step, b *slab) error {
	size := s.outSize
	base := int64(b.Item) * int64(r.layout.result)
	move := func(p []byte, off int64) error { return r.out.write(r.result, p, off) }
	switch {
	case r.split > 0:
		return r.writeTransposed(ctx, s, b)
	case !s.alongX:
		return r.out.contiguous(ctx, b.out, (base+int64(b.spans[0].lo)*int64(s.out.y))*int64(size), move)
	case b.n == s.out.y:
		return r.out.contiguous(ctx, b.out, base*int64(size), move)
	}
	row := func(x int) int64 { return (base + int64(x)*int64(s.out.y) + int64(b.spans[0].lo)) * int64(size) }
	return r.out.strided(ctx, b.out, runs{s.out.x, b.n * size, b.n * size, row}, move)
}

// writeTransposed writes rows (a, p) of the columns (q, j) to the elements (a, q, p, j) of the result.
func (r *runner[C, R]) writeTransposed(ctx context.Context, s *step, b *slab) error {
	size := s.outSize
	base := int64(b.Item) * int64(r.layout.result)
	unit := r.post * size // bytes of neighbours in the slab and in the result
	if b.extra != nil {
		if err := r.out.write(r.result, b.extra, (base+int64(r.split))*int64(size)); err != nil {
			return err
		}
	}
	start := 0
	for _, u := range b.spans {
		a, p := u.lo/r.rows, u.lo%r.rows
		run := u.n * unit
		slab := b.out[start*s.out.y*size:]
		place := func(q int) int64 {
			return (base + ((int64(a)*int64(r.cols)+int64(q))*int64(r.rows)+int64(p))*int64(r.post)) * int64(size)
		}
		some := min(16, stagingBytes/run) // columns whose neighbours share cache lines
		if some == 0 {
			some = 1
		}
		err := r.out.each(ctx, (r.cols+some-1)/some, func(i int, staging []byte) error {
			q0, q1 := i*some, min((i+1)*some, r.cols)
			if run > len(staging) { // long units
				for q := q0; q < q1; q++ {
					for h := range u.n {
						from := slab[(h*r.cols+q)*unit:][:unit]
						if err := r.out.write(r.result, from, place(q)+int64(h*unit)); err != nil {
							return err
						}
					}
				}
				return nil
			}
			transpose[C](staging, slab[q0*unit:], u.n, q1-q0, r.post, r.cols)
			for q := q0; q < q1; q++ {
				if err := r.out.write(r.result, staging[(q-q0)*run:][:run], place(q)); err != nil {
					return err
				}
			}
			return nil
		})
		if err != nil {
			return err
		}
		start += u.n
	}
	return nil
}

// transpose copies rows of a slab with cols units each, of post elements, to columns: the first some units of each row.
func transpose[C wgfft.Complex](dst, src []byte, rows, some, post, cols int) {
	to, from := view[C](dst), view[C](src)
	for h := range rows {
		row := from[h*cols*post:][:some*post]
		if post == 1 {
			for q, v := range row {
				to[q*rows+h] = v
			}
			continue
		}
		for q := range some {
			copy(to[(q*rows+h)*post:][:post], row[q*post:])
		}
	}
}
