package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"wgfft/device"
)

// A deal is one call of a fleet.
type deal struct {
	fleet    *Fleet
	job      Job
	pieces   pieces
	dst, src []byte
	isSame   bool // dst is src
	key      speedKey

	mu       sync.Mutex
	shares   []share
	returned []span // pieces of members that failed
}

// A share is the part of a member in a deal.
type share struct {
	member  *Member
	left    span    // the pieces of its share that are left
	done    int     // the number of pieces that it has computed
	seconds float64 // the time from the first to the last of them
	failed  error
}

// A span is a range of pieces.
type span struct{ from, to int }

// run does the job.
func (d *deal) run(ctx context.Context) error {
	total := d.pieces.total()
	if total == 0 {
		return nil
	}
	d.share(total)
	defer d.note()
	for {
		var hands sync.WaitGroup
		for i := range d.shares {
			s := &d.shares[i]
			if s.failed != nil {
				continue
			}
			for range s.member.hands() {
				hands.Go(func() { d.work(ctx, s) })
			}
		}
		hands.Wait()
		if err := ContextErr(ctx); err != nil {
			return err
		}
		if !d.isLeft() {
			return nil
		}
		if err := d.allFailed(); err != nil {
			return fmt.Errorf("wgfft: no member of the fleet is left: %w", err)
		}
	}
}

// share gives each member its part of the pieces, by its rate. A call of one piece goes to the fastest member, or to
// one without a measurement.
func (d *deal) share(total int) {
	members := make([]*Member, len(d.shares))
	for i, s := range d.shares {
		members[i] = s.member
	}
	rates := d.fleet.rates(d.key, members)
	sum, best := 0.0, 0
	for i, r := range rates {
		sum += r
		if r > rates[best] {
			best = i
		}
	}
	if total == 1 && !d.fleet.isFixed {
		best = d.fleet.tried(d.key, members, best)
	}
	if total == 1 || sum == 0 {
		d.shares[best].left = span{0, total}
		return
	}
	from, done := 0, 0.0
	for i, r := range rates {
		done += r
		to := int(done/sum*float64(total) + 0.5)
		if i == len(rates)-1 {
			to = total
		}
		d.shares[i].left = span{from, to}
		from = to
	}
}

// isLeft reports whether pieces are left.
func (d *deal) isLeft() bool {
	left := len(d.returned) > 0
	for _, s := range d.shares {
		left = left || s.left.from < s.left.to
	}
	return left
}

// allFailed returns the errors of all members, or nil if one has not failed.
func (d *deal) allFailed() error {
	var all error
	for _, s := range d.shares {
		if s.failed == nil {
			return nil
		}
		all = errors.Join(all, s.failed)
	}
	return all
}

// note notes the speeds of the members.
func (d *deal) note() {
	speed := d.fleet.speed(d.key)
	for _, s := range d.shares {
		if s.done > 0 {
			speed.note(d.fleet.index(s.member), s.seconds/float64(s.done))
		}
	}
}

// work computes pieces on a member until none is left for it, or until it fails.
func (d *deal) work(ctx context.Context, s *share) {
	begin := time.Now()
	var before []byte // the source of a piece that its result replaces
	for {
		some, ok := d.next(s)
		if !ok || ctx.Err() != nil {
			return
		}
		dst, src := d.pieces.bytes(d.dst, d.pieces.out, some), d.pieces.bytes(d.src, d.pieces.in, some)
		if d.isSame && len(d.shares) > 1 {
			before = append(before[:0], src...)
		}
		err := s.member.Run(ctx, DataIn(dst), DataIn(src), d.job.after(some.from*d.pieces.arrays))
		if err != nil {
			if d.isSame && len(d.shares) > 1 {
				copy(src, before)
			}
			d.fail(s, some, err)
			return
		}
		d.mu.Lock()
		s.done += some.to - some.from
		s.seconds = max(s.seconds, time.Since(begin).Seconds())
		d.mu.Unlock()
	}
}

// next returns the next pieces for a member: those that another member gave back, or most of its share, so that its
// copies and kernels overlap. If its share is done and shares are measured, it takes half of the largest share that is
// left.
func (d *deal) next(s *share) (some span, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if s.failed != nil {
		return span{}, false
	}
	if n := len(d.returned); n > 0 {
		some = d.returned[n-1]
		d.returned = d.returned[:n-1]
		return some, true
	}
	own := &s.left
	if own.from == own.to && !d.fleet.isFixed {
		other := own
		for k := range d.shares {
			if left := &d.shares[k].left; left.to-left.from > other.to-other.from {
				other = left
			}
		}
		middle := (other.from + other.to) / 2
		*own, other.to = span{middle, other.to}, middle
	}
	if own.from == own.to {
		return span{}, false
	}
	some = span{own.from, own.to - (own.to-own.from)/8}
	if d.isSame || s.member.IsCPU {
		some.to = own.from + 1 // no more than one piece is copied, or computed late
	}
	own.from = some.to
	return some, true
}

// fail gives back pieces and the share of a member that failed.
func (d *deal) fail(s *share, some span, err error) {
	if errors.Is(err, device.ErrDeviceLost) {
		s.member.lost.Store(true)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	s.failed = fmt.Errorf("%s: %w", s.member.Name, err)
	for _, lost := range []span{some, s.left} {
		for ; lost.from < lost.to; lost.from++ {
			d.returned = append(d.returned, span{lost.from, lost.from + 1})
		}
	}
	s.left = span{}
}
