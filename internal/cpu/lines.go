package cpu

import (
	"context"
	"sync"
)

// rower transforms one contiguous row.
type rower[D, S any] interface {
	row(dst []D, src []S) error
}

// lines are all lines along one axis of row-major arrays. The lines of dst have
// another length than those of src where one of them is a half spectrum.
type lines[D, S any, R rower[D, S]] struct {
	rower    R
	dst      []D
	src      []S
	to, from int        // elements of a line of dst, and of src
	side     int        // lines side by side: the stride between the elements of one
	out, in  *sync.Pool // *[]D and *[]S
}

const (
	// lineWidth is how many neighbouring columns of long lines are taken together:
	// cache lines and pages are met once for all of them.
	lineWidth = 32

	// mostRoom is the number of elements at which that ends, and with it the room
	// that one goroutine takes.
	mostRoom = 1 << 20

	// apart is how many elements lie between columns that became rows, so that
	// those of a power of two of elements don't share the sets of a cache.
	apart = 8
)

// together returns how many lines of n elements make a block, side of them side by side.
func together(n, side int) int {
	block := max(1, blockPoints/n)
	if side > 1 {
		block = max(block, min(lineWidth, mostRoom/n))
	}
	return block
}

func (l lines[D, S, R]) count() int { return len(l.src) / l.from }

// block returns how many lines make a block.
func (l lines[D, S, R]) block() int { return together(max(l.to, l.from), l.side) }

// transform transforms all lines, on several goroutines where that pays.
func (l lines[D, S, R]) transform(ctx context.Context, e *Engine) error {
	count, block := l.count(), l.block()
	if len(l.src) >= shared && count > block {
		return e.share(ctx, count, block, l.run)
	}
	for at := 0; at < count; at += block {
		if err := l.run(ctx, at); err != nil {
			return err
		}
	}
	return nil
}

// run transforms the block that begins with line first.
func (l lines[D, S, R]) run(ctx context.Context, first int) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	end := min(first+l.block(), l.count())
	if l.side > 1 {
		return l.columns(first, end)
	}
	return l.rows(l.dst[first*l.to:end*l.to], l.src[first*l.from:end*l.from], 0)
}

// rows transforms rows, with so many elements between them.
func (l lines[D, S, R]) rows(dst []D, src []S, between int) error {
	for at, to := 0, 0; at < len(src); at, to = at+l.from+between, to+l.to+between {
		if err := l.rower.row(dst[to:to+l.to:to+l.to], src[at:at+l.from:at+l.from]); err != nil {
			return err
		}
	}
	return nil
}

// columns transforms columns by way of rows of their own.
func (l lines[D, S, R]) columns(first, end int) error {
	in, out := take[S](l.in, (l.from+apart)*(end-first)), take[D](l.out, (l.to+apart)*(end-first))
	defer l.in.Put(in)
	defer l.out.Put(out)
	gather(*in, l.src, first, end, l.from, l.side)
	if err := l.rows(*out, *in, apart); err != nil {
		return err
	}
	scatter(l.dst, *out, first, end, l.to, l.side)
	return nil
}

// gather makes rows, apart from one another, of the columns first to end, each of n
// elements; neighbouring columns after one another, for they share lines of memory.
func gather[T any](rows, arrays []T, first, end, n, side int) {
	every := n + apart
	for first < end {
		next := min(end, (first/side+1)*side) // the columns of one array
		from := arrays[first/side*side*n+first%side:]
		for j := range n {
			to := rows[j:]
			for i, v := range from[j*side : j*side+next-first] {
				to[i*every] = v
			}
		}
		rows, first = rows[(next-first)*every:], next
	}
}

// scatter is gather backwards.
func scatter[T any](arrays, rows []T, first, end, n, side int) {
	every := n + apart
	for first < end {
		next := min(end, (first/side+1)*side)
		to := arrays[first/side*side*n+first%side:]
		for j := range n {
			from := rows[j:]
			to := to[j*side : j*side+next-first]
			for i := range to {
				to[i] = from[i*every]
			}
		}
		rows, first = rows[(next-first)*every:], next
	}
}

// take returns a slice of n elements out of a pool, with undefined contents.
func take[T any](pool *sync.Pool, n int) *[]T {
	s, _ := pool.Get().(*[]T)
	if s == nil || cap(*s) < n {
		s = new([]T)
		*s = make([]T, n)
	}
	*s = (*s)[:n]
	return s
}
