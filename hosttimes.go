package wgfft

import (
	"context"
	"errors"
	"math"
	"math/bits"
	"slices"
	"sync"
	"time"

	"wgfft/internal/memory"
)

// machine is what is known of the processor and of the way to the GPU and back.
type machine struct {
	mu     sync.Mutex
	known  bool
	launch float64  // seconds of a transform of next to nothing on the GPU
	bus    float64  // seconds for a byte there and back
	flop   float64  // seconds of the processor for n log2 n points at its best, divided by n log2 n
	times  sync.Map // hostKey -> *hostTime
}

// hostKey names what times are kept for: arrays, and their number to within a factor of two.
type hostKey struct {
	arrays
	size int
}

// hostTime is the time of one array of those of a key.
type hostTime struct {
	mu       sync.Mutex
	known    bool
	gpu, cpu float64 // seconds for each array
	measured bool
}

// Sizes of what is measured.
const (
	probePoints = 1 << 20 // of the copy that shows the bus: 8 MB, half of what travels at once
	probeRow    = 4096    // of the rows that show the processor at its best
	mostProbed  = 1 << 20 // points at once of arrays that are measured, unless one alone has more
)

// doubt is how many times the one estimate the other must be for nothing to be measured. What is not known beside them, the kernels' time and how much the
// lengths of the processor's transforms differ, has not more influence than that.
const doubt = 4

// times returns the times of count arrays. A measurement goes on after its context ends, for the calls that follow.
func (h *hostEngine) times(ctx context.Context, a arrays, count int) (HostTimes, error) {
	var t HostTimes
	err := h.detached(ctx, func(ctx context.Context) (err error) {
		t, err = h.measured(context.WithoutCancel(ctx), a, count)
		return err
	})
	if err != nil {
		return HostTimes{}, err
	}
	return t, nil
}

// measured is times on the goroutine of the call.
func (h *hostEngine) measured(ctx context.Context, a arrays, count int) (HostTimes, error) {
	key := hostKey{a, bits.Len(uint(count))}
	kept, ok := h.machine.times.Load(key)
	if !ok {
		kept, _ = h.machine.times.LoadOrStore(key, &hostTime{})
	}
	t := kept.(*hostTime)
	t.mu.Lock()
	defer t.mu.Unlock()
	if !t.known {
		if err := h.find(ctx, t, a, count); err != nil {
			return HostTimes{}, err
		}
		t.known = true
	}
	seconds := func(each float64) time.Duration { return time.Duration(min(each*float64(count)*1e9, math.MaxInt64/2)) }
	return HostTimes{GPU: seconds(t.gpu), CPU: seconds(t.cpu), Measured: t.measured}, nil
}

// find finds the times of so many arrays.
func (h *hostEngine) find(ctx context.Context, t *hostTime, a arrays, count int) error {
	if err := h.probe(ctx); err != nil {
		return err
	}
	in, out := a.ends()
	points := float64(a.points())
	all := float64(count)
	m := &h.machine
	t.gpu = m.launch/all + m.bus*float64(in.Bytes()+out.Bytes())/2
	t.cpu = m.flop * points * math.Log2(points+1)
	if t.gpu*doubt < t.cpu {
		return nil
	}
	some := max(1, min(count, mostProbed/a.points()))
	if memory.Check(h.memory, a, memory.Product(in.Bytes(), int64(some)), memory.Product(out.Bytes(), int64(some)), h.work(a, some)) != nil {
		return nil // the estimates have to do
	}
	var err error
	if t.cpu, err = timeHost(ctx, h.cpu, a, some); err != nil {
		return err
	}
	if t.cpu*doubt < t.gpu {
		return nil
	}
	t.measured = true
	t.gpu, err = timeHost(ctx, h.gpuEngine, a, some)
	if errors.Is(err, ErrOutOfMemory) { // the processor has room
		t.gpu, err = math.Inf(1), nil
	}
	return err
}

// probe measures the machine, once.
func (h *hostEngine) probe(ctx context.Context) error {
	m := &h.machine
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.known {
		return nil
	}
	point, row := arraysOf(Problem{Shape: []int{1}}, false), arraysOf(Problem{Shape: []int{probeRow}}, false)
	one, err := timeHost(ctx, h.gpuEngine, point, 1)
	if err != nil {
		return err
	}
	many, err := timeHost(ctx, h.gpuEngine, point, probePoints)
	if err != nil {
		return err
	}
	rows, err := timeHost(ctx, h.cpu, row, probePoints/probeRow)
	if err != nil {
		return err
	}
	m.launch, m.bus, m.flop = one, many/8, rows/(probeRow*math.Log2(probeRow))
	m.known = true
	return nil
}

// Runs that are timed: no more than the first, and no new one after the second.
const (
	hostRuns = 9
	hostTook = 50 * time.Millisecond
)

// timeHost is how many seconds an engine takes for each of so many arrays of zeros: the median of a few runs after one that makes what they need. The
// least of them is luck: that of many goroutines more so than that of a GPU.
func timeHost(ctx context.Context, e engine, a arrays, count int) (float64, error) {
	in, out := a.ends()
	room := func(elements int, bytes int64) data {
		if bytes == 8 {
			return data{points: make([]complex64, elements*count)}
		}
		return data{reals: make([]float32, elements*count)}
	}
	src, dst := room(in.Elements, in.ElementBytes), room(out.Elements, out.ElementBytes)
	if err := e.transform(ctx, dst, src, a); err != nil { // tables, kernels, pages of memory
		return 0, err
	}
	var times []float64
	for end := time.Now().Add(hostTook); len(times) == 0 || len(times) < hostRuns && time.Now().Before(end); {
		begin := time.Now()
		if err := e.transform(ctx, dst, src, a); err != nil {
			return 0, err
		}
		times = append(times, time.Since(begin).Seconds())
	}
	slices.Sort(times)
	return times[len(times)/2] / float64(count), nil
}
