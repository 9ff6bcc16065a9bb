package engine

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/internal/memory"
	"wgfft/plan"
)

// HostTimes are the times of a job on host slices on either engine, transfers included.
type HostTimes struct {
	GPU, CPU time.Duration
	Measured bool // both are measured; otherwise the estimates differ enough
	Copies   time.Duration
}

// machine holds the measured speeds of the processor and of the transfers to the GPU and back.
type machine struct {
	speeds [DoubleSingle + 1]hostSpeed // by Number
	times  sync.Map                    // hostKey -> *hostTime
}

// hostSpeed holds the speeds for jobs of one number.
type hostSpeed struct {
	mu     sync.Mutex
	known  bool
	launch float64 // seconds of the smallest transform on the GPU
	bus    float64 // seconds to convert one byte and to transfer it to the GPU and back
	flop   float64 // seconds of the processor for n log2 n points of fast transforms, divided by n log2 n
}

// hostKey is the key of a measured time: a job and the number of its arrays, within a factor of
// two.
type hostKey struct {
	jobKey
	size int
}

// hostTime is the time of one of the arrays of a key.
type hostTime struct {
	mu       sync.Mutex
	known    bool
	gpu, cpu float64 // seconds for each array
	copies   float64 // seconds of the transfers of each array, by their measured speed
	measured bool
}

// Sizes of the measurements.
const (
	probePoints    = 1 << 20 // of the copy that measures transfers: half of the data that travels together
	probeRow       = 4096    // of the rows that measure the processor
	maxProbePoints = 1 << 20 // points of the arrays in a measurement, unless a single array has more
)

// clearRatio is the ratio of two estimates from which nothing is measured. The facts that the
// estimates leave out, the time of the GPU's kernels and the lengths of the processor's transforms,
// have less influence.
const clearRatio = 4

// Times returns the times of a job of count arrays. A measurement goes on after ctx ends, for the
// calls that follow.
func (r *Router) Times(ctx context.Context, j Job, count int) (HostTimes, error) {
	j, more := j.folded()
	var t HostTimes
	err := r.Detached(ctx, func(ctx context.Context) (err error) {
		t, err = r.measured(context.WithoutCancel(ctx), j, count*more)
		return err
	})
	if err != nil {
		return HostTimes{}, err
	}
	return t, nil
}

// measured is Times on the goroutine of the call.
func (r *Router) measured(ctx context.Context, j Job, count int) (HostTimes, error) {
	key := hostKey{j.key(), bits.Len(uint(count))}
	kept, ok := r.machine.times.Load(key)
	if !ok {
		kept, _ = r.machine.times.LoadOrStore(key, &hostTime{})
	}
	t := kept.(*hostTime)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known {
		if err := r.measure(ctx, t, j, count); err != nil {
			return HostTimes{}, err
		}
		t.known = true
	}
	all := func(each float64) time.Duration {
		return time.Duration(min(each*float64(count)*1e9, math.MaxInt64/2))
	}
	return HostTimes{GPU: all(t.gpu), CPU: all(t.cpu), Measured: t.measured, Copies: all(t.copies)}, nil
}

// measure estimates the times of a job of count arrays, and measures them if the estimates are
// close.
func (r *Router) measure(ctx context.Context, t *hostTime, j Job, count int) error {
	s, err := r.probe(ctx, j.Number())
	if err != nil {
		return err
	}
	in, out := j.Ends()
	points := float64(j.Points())
	all := float64(count)
	t.copies = s.bus * float64(in.Bytes()+out.Bytes()) / 2
	t.gpu = s.launch/all + t.copies
	t.cpu = s.flop * points * math.Log2(points+1)
	if t.gpu*clearRatio < t.cpu {
		return nil
	}
	some := max(1, min(count, maxProbePoints/j.Points()))
	before, after := memory.Product(in.Bytes(), int64(some)), memory.Product(out.Bytes(), int64(some))
	if memory.Check(r.memory, j, before, after, r.Work(j, some)) != nil {
		return nil // without memory for measurements, the estimates decide
	}
	if t.cpu, err = timeHost(ctx, r.cpu, j, some); err != nil {
		return err
	}
	if t.cpu*clearRatio < t.gpu {
		return nil
	}
	t.measured = true
	t.gpu, err = timeHost(ctx, r.GPU, j, some)
	if errors.Is(err, device.ErrOutOfMemory) { // the processor has memory for it
		t.gpu, err = math.Inf(1), nil
	}
	return err
}

// rowOf returns the transform of a row of n complex points.
func rowOf(n int, number Number) Job { return Transform(plan.Problem{Shape: []int{n}}, number) }

// probe returns the speeds for jobs of a number. The first call measures them. A number that the processor
// does not have takes infinite time there.
func (r *Router) probe(ctx context.Context, n Number) (*hostSpeed, error) {
	s := &r.machine.speeds[n]
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.known {
		return s, nil
	}
	one, err := timeHost(ctx, r.GPU, rowOf(1, n), 1)
	if err != nil {
		return nil, err
	}
	many, err := timeHost(ctx, r.GPU, rowOf(1, n), probePoints)
	if err != nil {
		return nil, err
	}
	s.flop = math.Inf(1)
	if _, lacks := r.cpu.Format(ctx, n); lacks == nil {
		rows, err := timeHost(ctx, r.cpu, rowOf(probeRow, n), probePoints/probeRow)
		if err != nil {
			return nil, err
		}
		s.flop = rows / (probeRow * math.Log2(probeRow))
	}
	s.launch, s.bus = one, many/float64(n.PointBytes())
	s.known = true
	return s, nil
}

// A measurement ends after maxHostRuns runs, or after the first run that ends later than
// hostRunTime.
const (
	maxHostRuns = 9
	hostRunTime = 50 * time.Millisecond
)

// timeHost returns the seconds that an engine takes for each of count arrays of zeros. It is the
// median of a few runs after one that makes tables and kernels. The minimum would favour the
// processor, because its times vary more.
func timeHost(ctx context.Context, e Engine, j Job, count int) (float64, error) {
	in, out := j.Ends()
	zeros := func(a plan.Array) Data { // aligned for all elements
		return DataOf(make([]complex128, (a.Bytes()*int64(count)+15)/16)).first(a.Bytes() * int64(count))
	}
	src, dst := zeros(in), zeros(out)
	if err := e.Run(ctx, dst, src, j); err != nil {
		return 0, err
	}
	var times []float64
	for end := time.Now().Add(hostRunTime); len(times) == 0 || len(times) < maxHostRuns && time.Now().Before(end); {
		begin := time.Now()
		if err := e.Run(ctx, dst, src, j); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds())
	}
	slices.Sort(times)
	return times[len(times)/2] / float64(count), nil
}
