package cpu

import (
	"context"
	"sync"
	"unsafe"
)

// rower transforms one contiguous row.
type rower[D, S any] interface {
	row(ctx context.Context, dst []D, src []S) error
}

// lines are all lines along one axis of row-major arrays. The lines of dst and of src have
// different lengths if one of them is a half spectrum.
type lines[D, S any, R rower[D, S]] struct {
	rower    R
	dst      []D
	src      []S
	to, from int        // elements of a line of dst, and of src
	side     int        // lines side by side: the stride between the elements of one
	out, in  *sync.Pool // *[]D and *[]S
}

const (
	// lineWidth is how many neighbouring columns of long lines are taken together. They share cache
	// lines and pages.
	lineWidth = 32

	// wideLine is how many columns are taken together if there are many and a row of them takes pages. Processors
	// read runs of 1 KiB ahead, which hides the latency of memory. wideBytes limits the memory of these columns.
	wideLine  = 128
	wideBytes = 1 << 20

	// maxScratch is the number of elements from which fewer columns are taken together. It limits the
	// scratch memory of one goroutine.
	maxScratch = 1 << 18

	// rowPadding is the number of elements between columns that became rows. Without padding, rows
	// with a power of two of elements would share the sets of a cache.
	rowPadding = 8
)

// A neighbourhood is count lines of elements with a size in bytes. side of them lie side by side.
type neighbourhood struct{ side, count, size int }

// together returns how many lines of n elements make a block.
func together(n int, of neighbourhood) int {
	block := max(1, blockPoints/n)
	if of.side > 1 {
		block = max(block, min(lineWidth, maxScratch/n))
	}
	if of.side >= 4*wideLine && of.count >= 32*wideLine && n <= wideBytes/wideLine/of.size {
		block = max(block, wideLine)
	}
	return block
}

func (l *lines[D, S, R]) count() int { return len(l.src) / l.from }

// block returns how many lines make a block.
func (l *lines[D, S, R]) block() int {
	return together(max(l.to, l.from), neighbourhood{l.side, l.count(), int(unsafe.Sizeof(l.dst[0]))})
}

// transform transforms all lines, on several goroutines if that is faster.
func (l *lines[D, S, R]) transform(ctx context.Context, t *team) error {
	count, block := l.count(), l.block()
	if len(l.src) >= shared && count > block {
		together := *l // on the heap, for the goroutines; l stays on the stack
		return t.share(ctx, count, block, together.run)
	}
	for at := 0; at < count; at += block {
		if err := ContextErr(ctx); err != nil {
			return err
		}
		if err := l.part(ctx, at, min(at+block, count)); err != nil {
			return err
		}
	}
	return ContextErr(ctx)
}

// run transforms the block that begins with line first.
func (l *lines[D, S, R]) run(ctx context.Context, first int) error {
	return l.part(ctx, first, min(first+l.block(), l.count()))
}

// part transforms the lines between first and end.
func (l *lines[D, S, R]) part(ctx context.Context, first, end int) error {
	if l.side > 1 {
		return l.columns(ctx, first, end)
	}
	return l.rows(ctx, l.dst[first*l.to:end*l.to], l.src[first*l.from:end*l.from], 0)
}

// rows transforms rows with the given number of elements between them.
func (l *lines[D, S, R]) rows(ctx context.Context, dst []D, src []S, between int) error {
	watch := pace{ctx: ctx}
	for at, to := 0, 0; at < len(src); at, to = at+l.from+between, to+l.to+between {
		if err := l.rower.row(ctx, dst[to:to+l.to:to+l.to], src[at:at+l.from:at+l.from]); err != nil {
			return err
		}
		if err := watch.step(l.from); err != nil {
			return err
		}
	}
	return nil
}

// columns transforms columns by way of contiguous rows.
func (l *lines[D, S, R]) columns(ctx context.Context, first, end int) error {
	in, err := take[S](ctx, l.in, (l.from+rowPadding)*(end-first))
	if err != nil {
		return err
	}
	defer l.in.Put(in)
	out, err := take[D](ctx, l.out, (l.to+rowPadding)*(end-first))
	if err != nil {
		return err
	}
	defer l.out.Put(out)
	if err := gather(ctx, *in, l.src, columns{first, end, l.from, l.side}); err != nil {
		return err
	}
	if err := l.rows(ctx, *out, *in, rowPadding); err != nil {
		return err
	}
	return scatter(ctx, l.dst, *out, columns{first, end, l.to, l.side})
}

// columns are the columns of arrays from first to end. A column has n elements, and side columns lie side by side.
type columns struct{ first, end, n, side int }

// gather copies columns to padded rows. It takes
// neighbouring columns together, because they share cache lines.
func gather[T any](ctx context.Context, rows, arrays []T, c columns) error {
	first, end, n, side := c.first, c.end, c.n, c.side
	every, watch := n+rowPadding, pace{ctx: ctx}
	for first < end {
		next := min(end, (first/side+1)*side) // the end of the columns of this array
		from := arrays[first/side*side*n+first%side:]
		for j := range n {
			if err := watch.step(next - first); err != nil {
				return err
			}
			to := rows[j:]
			for i, v := range from[j*side : j*side+next-first] {
				to[i*every] = v
			}
		}
		rows, first = rows[(next-first)*every:], next
	}
	return nil
}

// scatter is the inverse of gather.
func scatter[T any](ctx context.Context, arrays, rows []T, c columns) error {
	first, end, n, side := c.first, c.end, c.n, c.side
	every, watch := n+rowPadding, pace{ctx: ctx}
	for first < end {
		next := min(end, (first/side+1)*side)
		to := arrays[first/side*side*n+first%side:]
		for j := range n {
			if err := watch.step(next - first); err != nil {
				return err
			}
			from := rows[j:]
			to := to[j*side : j*side+next-first]
			for i := range to {
				to[i] = from[i*every]
			}
		}
		rows, first = rows[(next-first)*every:], next
	}
	return nil
}
