package cpu

import (
	"context"
	"sync"
	"time"
	"unsafe"
)

const (
	// piecePoints is the number of points that a sequential loop handles between two checks of the
	// context. They take microseconds, or milliseconds if they lie far apart in memory that the
	// system clears at first use.
	piecePoints = 1 << 13

	// slowBytes is the size from which an allocation can take milliseconds, because the runtime
	// clears used memory.
	slowBytes = 4 << 20
)

// ContextErr returns ctx.Err(), or context.DeadlineExceeded if the deadline of ctx has passed. While others wait for
// their turn, it first lets them compute.
func ContextErr(ctx context.Context) error {
	if t, ok := ctx.(*turn); ok {
		return t.look()
	}
	return endOf(ctx)
}

// endOf returns ctx.Err(), or context.DeadlineExceeded if the deadline of ctx has passed. The timer that ends a
// context can run late while every processor computes.
func endOf(ctx context.Context) error {
	if err := ctx.Err(); err != nil {
		return err
	}
	if deadline, ok := ctx.Deadline(); ok && !time.Now().Before(deadline) {
		return context.DeadlineExceeded
	}
	return nil
}

// pace counts the points that a loop has handled, and looks at ctx after every piecePoints.
type pace struct {
	ctx  context.Context
	done int
}

// step adds points to the count. It returns an error if it is time for a look and ctx is over.
func (p *pace) step(points int) error {
	p.done += points
	if p.done < piecePoints {
		return nil
	}
	p.done = 0
	return ContextErr(p.ctx)
}

// Pieces calls do for consecutive ranges that cover 0 to n, and looks at ctx between them.
func Pieces(ctx context.Context, n int, do func(first, end int)) error {
	for first := 0; first < n; first += piecePoints {
		if first > 0 {
			if err := ContextErr(ctx); err != nil {
				return err
			}
		}
		do(first, min(first+piecePoints, n))
	}
	return nil
}

// Make returns a new slice of n zeros, or the error of ctx if ctx ends first.
func Make[T any](ctx context.Context, n int) ([]T, error) {
	var zero T
	if uintptr(n)*unsafe.Sizeof(zero) < slowBytes || ctx.Done() == nil {
		return make([]T, n), nil
	}
	made := make(chan []T, 1)
	go func() { made <- make([]T, n) }()
	select {
	case s := <-made:
		return s, ContextErr(ctx)
	case <-ctx.Done():
		return nil, ctx.Err()
	}
}

// take returns a slice of n elements from a pool, with undefined contents.
func take[T any](ctx context.Context, pool *sync.Pool, n int) (*[]T, error) {
	s, _ := pool.Get().(*[]T)
	if s == nil || cap(*s) < n {
		made, err := Make[T](ctx, n)
		if err != nil {
			return nil, err
		}
		return &made, nil
	}
	*s = (*s)[:n]
	return s, nil
}

// clearAll sets all elements of s to zero, in pieces.
func clearAll[T any](ctx context.Context, s []T) error {
	return Pieces(ctx, len(s), func(first, end int) { clear(s[first:end]) })
}
