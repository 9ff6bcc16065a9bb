package engine

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"strings"
	"sync"
	"sync/atomic"

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
	isFixed bool // the members have shares
	timing  sync.Mutex
	speeds  map[speedKey]*speed
}

// maxSpeeds is the largest number of jobs with measured times.
const maxSpeeds = 1024

// NewFleet returns a fleet, which closes its members.
func NewFleet(members []*Member) *Fleet {
	f := &Fleet{members: members, speeds: map[speedKey]*speed{}}
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
	d, err := f.newDeal(j, int(int64(len(src.Bytes()))/in.Bytes()))
	if err != nil {
		return err
	}
	d.dst, d.src = dst.Bytes(), src.Bytes()
	d.isSame = len(d.dst) > 0 && len(d.src) > 0 && &d.dst[0] == &d.src[0]
	return d.run(ctx)
}

// newDeal returns a call of count arrays without their memory, among the members that can do the job.
func (f *Fleet) newDeal(j Job, count int) (*deal, error) {
	p := f.piecesOf(j, count)
	able, err := f.able(j, min(count, p.arrays))
	if err != nil {
		return nil, err
	}
	d := &deal{
		fleet: f, job: j, pieces: p, key: speedKey{j.timeKey(), p.arrays}, shares: make([]share, len(able)),
	}
	for i, m := range able {
		d.shares[i].member = m
	}
	return d, nil
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

// speed returns the measured times of a job. Before there are too many jobs, it forgets all of them.
func (f *Fleet) speed(key speedKey) *speed {
	f.timing.Lock()
	defer f.timing.Unlock()
	s := f.speeds[key]
	if s == nil {
		if len(f.speeds) >= maxSpeeds {
			clear(f.speeds)
		}
		s = &speed{seconds: make([]float64, len(f.members))}
		f.speeds[key] = s
	}
	return s
}

// all returns the times of all members.
func (s *speed) all() []float64 {
	s.mu.Lock()
	defer s.mu.Unlock()
	return slices.Clone(s.seconds)
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

// Describe returns the plans of the members that can do a job in one line, with the pieces that the next call deals
// to each and the times of earlier calls.
func (f *Fleet) Describe(j Job, count int) string {
	j, more := j.folded()
	d, err := f.newDeal(j, count*more)
	if err != nil {
		return err.Error()
	}
	d.share(d.pieces.total())
	p, seconds := d.pieces, f.speed(d.key).all()
	arrays := min(p.count, p.arrays)
	var parts []string
	for _, s := range d.shares {
		time := "not measured"
		if t := seconds[f.index(s.member)]; t > 0 {
			time = fmt.Sprintf("%.3g ms and %.3g GB/s each", t*1e3, float64(p.in+p.out)*float64(arrays)/t*1e-9)
		}
		parts = append(parts, fmt.Sprintf("%s, %d of them, %s: %s",
			s.member.Name, s.left.to-s.left.from, time, s.member.Describe(j, arrays)))
	}
	return fmt.Sprintf("%d pieces of %d arrays on %s", p.total(), p.arrays, strings.Join(parts, "; "))
}

// Work returns the memory of the members at the same time, and of the copies of pieces that are replaced. A GPU may
// compute all arrays in one run.
func (f *Fleet) Work(j Job, count int) int64 {
	j, more := j.folded()
	p := f.piecesOf(j, count*more)
	piece, hands, work := min(p.count, p.arrays), 0, int64(0)
	for _, m := range f.members {
		arrays, own := p.count, min(m.hands(), p.total())
		if m.IsCPU {
			arrays = piece
		}
		hands += own
		work += int64(own) * m.Engine.Work(j, arrays)
	}
	if j.Replaces() && len(f.members) > 1 {
		work += int64(min(hands, p.total())) * int64(piece) * p.in
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
