package engine

import (
	"context"
	"errors"
	"fmt"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"wgfft/device"
)

// A Member is an engine of a [Fleet].
type Member struct {
	Engine
	Name  string
	Share float64 // of the arrays of a call; 0 for all members stands for measured shares
	IsCPU bool
	lost  atomic.Bool // its device was lost
}

// A Fleet does jobs on host slices on several engines. It deals the arrays of a call out in pieces, which have one size
// for all members, so that the kernels of a piece do not depend on the speeds of the members. A member that has
// done its share takes pieces of the slowest one. Pieces of a member that fails go to the others.
type Fleet struct {
	members []*Member
	isFixed bool     // the members have shares
	speeds  sync.Map // speedKey -> *speed
}

// NewFleet returns a fleet, which closes its members.
func NewFleet(members []*Member) *Fleet {
	f := &Fleet{members: members}
	for _, m := range members {
		f.isFixed = f.isFixed || m.Share > 0
	}
	return f
}

// Sizes of pieces. A piece keeps the copies and the kernels of a GPU busy at the same time. A smaller call is not
// shared, because a member takes longer to begin than it would save.
const (
	pieceBytes  = 16 << 20
	sharedBytes = 1 << 20
)

// pieces describes how the arrays of a call are dealt out.
type pieces struct {
	arrays  int   // in a piece, except for the last one
	count   int   // of all arrays
	in, out int64 // bytes of an array
}

// piecesOf returns the pieces of count arrays.
func (f *Fleet) piecesOf(j Job, count int) pieces {
	in, out := j.Ends()
	p := pieces{count: count, in: in.Bytes(), out: out.Bytes()}
	array := max(p.in, p.out)
	most := int64(pieceBytes)
	if each := array * int64(count) / int64(4*len(f.members)); each < most {
		most = max(each, sharedBytes)
	}
	p.arrays = max(1, int(most/array))
	return p
}

// total returns the number of pieces.
func (p pieces) total() int { return (p.count + p.arrays - 1) / p.arrays }

// bytes returns the part of the memory of all arrays that some pieces have. array is the number of bytes of an array.
func (p pieces) bytes(all []byte, array int64, of span) []byte {
	each := int64(p.arrays) * array
	return all[int64(of.from)*each : min(int64(of.to)*each, int64(len(all)))]
}

// able returns the members that can do a job of count arrays, and the error of one that can't.
func (f *Fleet) able(j Job, count int) (able []*Member, err error) {
	for _, m := range f.members {
		if m.lost.Load() {
			err = errors.Join(err, fmt.Errorf("%s: %w", m.Name, device.ErrDeviceLost))
			continue
		}
		if failed := m.Check(j, count); failed != nil {
			err = errors.Join(err, fmt.Errorf("%s: %w", m.Name, failed))
			continue
		}
		able = append(able, m)
	}
	if len(able) > 0 {
		return able, nil
	}
	return nil, err
}

// Run does the job for all arrays of src.
func (f *Fleet) Run(ctx context.Context, dst, src Data, j Job) error {
	j, _ = j.folded()
	in, _ := j.Ends()
	count := int(int64(len(src.Bytes())) / in.Bytes())
	p := f.piecesOf(j, count)
	able, err := f.able(j, min(count, p.arrays))
	if err != nil {
		return err
	}
	d := &deal{
		fleet: f, job: j, pieces: p, dst: dst.Bytes(), src: src.Bytes(), members: able,
		key: speedKey{j.key(), p.arrays}, failed: make([]error, len(able)), done: make([]int, len(able)),
		seconds: make([]float64, len(able)),
	}
	d.isSame = len(d.dst) > 0 && len(d.src) > 0 && &d.dst[0] == &d.src[0]
	return d.run(ctx)
}

// A speedKey is a job and the size of its pieces.
type speedKey struct {
	jobKey
	arrays int
}

// A speed is the measured time of a piece on each member.
type speed struct {
	mu      sync.Mutex
	seconds []float64 // 0 before the first measurement
}

// speed returns the measured times of a job.
func (f *Fleet) speed(key speedKey) *speed {
	s, ok := f.speeds.Load(key)
	if !ok {
		s, _ = f.speeds.LoadOrStore(key, &speed{seconds: make([]float64, len(f.members))})
	}
	return s.(*speed)
}

// note notes the time of a piece on a member.
func (s *speed) note(member int, seconds float64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if old := s.seconds[member]; old > 0 {
		seconds = (3*old + seconds) / 4
	}
	s.seconds[member] = seconds
}

// rates returns the share of each of the given members in the work: fixed shares, or the pieces in a second.
// A member without a measurement counts as the fastest one.
func (f *Fleet) rates(key speedKey, members []*Member) []float64 {
	rates := make([]float64, len(members))
	s := f.speed(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	fastest := 0.0
	for i, m := range members {
		if f.isFixed {
			rates[i] = m.Share
		} else if t := s.seconds[f.index(m)]; t > 0 {
			rates[i] = 1 / t
			fastest = max(fastest, rates[i])
		}
	}
	if fastest == 0 {
		fastest = 1
	}
	for i, r := range rates {
		if r == 0 && !f.isFixed {
			rates[i] = fastest
		}
	}
	return rates
}

// tried returns the first of some members without a measurement of a job, or best if all have one.
func (f *Fleet) tried(key speedKey, members []*Member, best int) int {
	s := f.speed(key)
	s.mu.Lock()
	defer s.mu.Unlock()
	for i, m := range members {
		if s.seconds[f.index(m)] == 0 {
			return i
		}
	}
	return best
}

// index returns the place of a member.
func (f *Fleet) index(m *Member) int {
	for i, other := range f.members {
		if m == other {
			return i
		}
	}
	return -1
}

// Format returns the format of the members, and the one with larger errors if they differ.
func (f *Fleet) Format(ctx context.Context, n Number) (found Format, err error) {
	for _, m := range f.members {
		format, failed := m.Format(ctx, n)
		switch {
		case failed != nil && ctx.Err() != nil:
			return Format{}, failed
		case failed != nil:
			err = errors.Join(err, fmt.Errorf("%s: %w", m.Name, failed))
		case found == Format{} || format.Number == DoubleSingle:
			found = format
		}
	}
	if found != (Format{}) {
		return found, nil
	}
	return found, err
}

// Check returns the error of a job that no member can do.
func (f *Fleet) Check(j Job, count int) error {
	_, err := f.able(j, count)
	return err
}

// Prepare prepares a job on all members that can do it.
func (f *Fleet) Prepare(ctx context.Context, j Job, count int) (release func(), err error) {
	j, more := j.folded()
	p := f.piecesOf(j, count*more)
	able, err := f.able(j, min(p.count, p.arrays))
	if err != nil {
		return nil, err
	}
	var releases []func()
	release = func() {
		for _, r := range releases {
			r()
		}
	}
	for _, m := range able {
		r, err := m.Prepare(ctx, j, min(p.count, p.arrays))
		if err != nil {
			release()
			return nil, err
		}
		releases = append(releases, r)
	}
	return release, nil
}

// Describe returns the plans of all members in one line.
func (f *Fleet) Describe(j Job, count int) string {
	j, more := j.folded()
	p := f.piecesOf(j, count*more)
	var parts []string
	for _, m := range f.members {
		parts = append(parts, m.Name+": "+m.Describe(j, min(p.count, p.arrays)))
	}
	return fmt.Sprintf("%d pieces of %d arrays on %s", p.total(), p.arrays, strings.Join(parts, "; "))
}

// Work returns the memory of a piece on each of the members at the same time, and of the copies of pieces.
func (f *Fleet) Work(j Job, count int) int64 {
	j, more := j.folded()
	p := f.piecesOf(j, count*more)
	work := int64(0)
	for _, m := range f.members {
		hands := int64(m.hands())
		work += hands * m.Engine.Work(j, min(p.count, p.arrays))
		if j.Replaces() {
			work += hands * int64(p.arrays) * p.in
		}
	}
	return work
}

// For returns the fleet itself.
func (f *Fleet) For(context.Context, Job, int) (Engine, error) { return f, nil }

// Close closes all members. It is idempotent.
func (f *Fleet) Close() (err error) {
	for _, m := range f.members {
		err = errors.Join(err, m.Engine.Close())
	}
	return err
}

// hands returns the number of pieces that a member computes at the same time. A GPU has two, so that the copies of one
// run during the kernels of the other.
func (m *Member) hands() int {
	if m.IsCPU {
		return 1
	}
	return 2
}

// A deal is one call of a fleet.
type deal struct {
	fleet    *Fleet
	job      Job
	pieces   pieces
	dst, src []byte
	isSame   bool // dst is src
	members  []*Member
	key      speedKey

	mu       sync.Mutex
	spans    []span // the pieces that are left of the share of each member
	returned []span // pieces of members that failed
	done     []int  // the number of pieces that each member has computed
	seconds  []float64
	failed   []error
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
		for i, m := range d.members {
			if d.failed[i] != nil {
				continue
			}
			for range m.hands() {
				hands.Go(func() { d.work(ctx, i) })
			}
		}
		hands.Wait()
		if err := ContextErr(ctx); err != nil {
			return err
		}
		switch left, hasMember := d.left(); {
		case !left:
			return nil
		case !hasMember:
			return fmt.Errorf("wgfft: no member of the fleet is left: %w", errors.Join(d.failed...))
		}
	}
}

// share gives each member its part of the pieces, by its rate. A call of one piece goes to the fastest member.
func (d *deal) share(total int) {
	rates := d.fleet.rates(d.key, d.members)
	sum, best := 0.0, 0
	for i, r := range rates {
		sum += r
		if r > rates[best] {
			best = i
		}
	}
	d.spans = make([]span, len(d.members))
	if total == 1 && !d.fleet.isFixed {
		best = d.fleet.tried(d.key, d.members, best)
	}
	if total == 1 || sum == 0 {
		d.spans[best] = span{0, total}
		return
	}
	from, done := 0, 0.0
	for i, r := range rates {
		done += r
		to := int(done/sum*float64(total) + 0.5)
		if i == len(rates)-1 {
			to = total
		}
		d.spans[i] = span{from, to}
		from = to
	}
}

// left reports whether pieces are left, and whether a member can compute them.
func (d *deal) left() (isLeft, hasMember bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	isLeft = len(d.returned) > 0
	for i, s := range d.spans {
		isLeft = isLeft || s.from < s.to
		hasMember = hasMember || d.failed[i] == nil
	}
	return isLeft, hasMember
}

// note notes the speeds of the members.
func (d *deal) note() {
	speed := d.fleet.speed(d.key)
	for i, n := range d.done {
		if n > 0 {
			speed.note(d.fleet.index(d.members[i]), d.seconds[i]/float64(n))
		}
	}
}

// work computes pieces on a member until none is left for it, or until it fails.
func (d *deal) work(ctx context.Context, i int) {
	begin := time.Now()
	var before []byte // the source of a piece that its result replaces
	for {
		some, ok := d.next(i)
		if !ok || ctx.Err() != nil {
			return
		}
		dst, src := d.pieces.bytes(d.dst, d.pieces.out, some), d.pieces.bytes(d.src, d.pieces.in, some)
		if d.isSame && len(d.members) > 1 {
			before = append(before[:0], src...)
		}
		err := d.members[i].Run(ctx, DataIn(dst), DataIn(src), d.job)
		if err == nil {
			d.mu.Lock()
			d.done[i] += some.to - some.from
			d.seconds[i] = max(d.seconds[i], time.Since(begin).Seconds())
			d.mu.Unlock()
			continue
		}
		if d.isSame && len(d.members) > 1 {
			copy(src, before)
		}
		d.fail(i, some, err)
		return
	}
}

// next returns the next pieces for a member: those that another member gave back, or most of its share, so that its
// copies and kernels overlap. If its share is done and shares are measured, it takes half of the largest share that is
// left.
func (d *deal) next(i int) (some span, ok bool) {
	d.mu.Lock()
	defer d.mu.Unlock()
	if d.failed[i] != nil {
		return span{}, false
	}
	if n := len(d.returned); n > 0 {
		some = d.returned[n-1]
		d.returned = d.returned[:n-1]
		return some, true
	}
	own := &d.spans[i]
	if own.from == own.to && !d.fleet.isFixed {
		most := i
		for k, s := range d.spans {
			if s.to-s.from > d.spans[most].to-d.spans[most].from {
				most = k
			}
		}
		other := &d.spans[most]
		middle := (other.from + other.to) / 2
		*own, other.to = span{middle, other.to}, middle
	}
	if own.from == own.to {
		return span{}, false
	}
	some = span{own.from, own.to - (own.to-own.from)/8}
	if d.isSame || d.members[i].IsCPU {
		some.to = own.from + 1 // no more than one piece is copied, or computed late
	}
	own.from = some.to
	return some, true
}

// fail gives back pieces and the share of a member that failed.
func (d *deal) fail(i int, some span, err error) {
	m := d.members[i]
	if errors.Is(err, device.ErrDeviceLost) {
		m.lost.Store(true)
	}
	d.mu.Lock()
	defer d.mu.Unlock()
	d.failed[i] = fmt.Errorf("%s: %w", m.Name, err)
	for _, s := range []span{some, d.spans[i]} {
		for ; s.from < s.to; s.from++ {
			d.returned = append(d.returned, span{s.from, s.from + 1})
		}
	}
	d.spans[i] = span{}
}
