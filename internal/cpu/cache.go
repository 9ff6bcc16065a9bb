package cpu

import (
	"context"
	"fmt"
	"maps"
	"runtime"
	"sync"
	"sync/atomic"
)

// The cache keeps at most maxPlans plans and about maxBytes of tables. It always keeps the newest
// plan. A plan that is dropped stays valid for the transforms that hold it.
const (
	maxPlans = 256
	maxBytes = 256 << 20
)

// sized is a plan that reports about how much memory it keeps.
type sized interface{ bytes() int64 }

// cache holds the plans of one type by length, or by another key. A look-up of a plan that is ready
// takes no lock, because the map is never changed, only replaced.
//
// Each plan is made by its own goroutine, so that every caller can return when its context ends.
// When the last caller has returned, the plan is abandoned.
type cache[K comparable, P sized] struct {
	plan  func(context.Context, K) (P, error) // makes a plan
	plans atomic.Pointer[map[K]*entry[P]]     // nil once closed
	mu    sync.Mutex                          // held to replace the map, and for entry.waiting
	clock atomic.Int64                        // counts insertions
}

// entry is one plan, made or being made.
type entry[P sized] struct {
	made    atomic.Bool   // plan and err are set
	ready   chan struct{} // closed once made
	plan    P
	err     error
	bytes   atomic.Int64 // 0 until made
	used    atomic.Int64 // the clock at the last look-up
	waiting int          // callers that wait for the plan
	cancel  context.CancelFunc
}

func (c *cache[K, P]) open(plan func(context.Context, K) (P, error)) {
	c.plan = plan
	c.plans.Store(&map[K]*entry[P]{})
}

func (c *cache[K, P]) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plans.Store(nil)
}

// get returns the plan of n. It makes the plan if there is none, and returns the error of ctx if
// ctx ends before the plan is made.
func (c *cache[K, P]) get(ctx context.Context, n K) (P, error) {
	plans := c.plans.Load()
	if plans == nil {
		var none P
		return none, ErrClosed
	}
	if ent := (*plans)[n]; ent != nil && ent.made.Load() {
		if now := c.clock.Load(); ent.used.Load() != now {
			ent.used.Store(now)
		}
		return ent.plan, ent.err
	}
	return c.wait(ctx, n)
}

// wait waits for the plan of n. It starts to make the plan if no other caller did.
func (c *cache[K, P]) wait(ctx context.Context, n K) (P, error) {
	var none P
	ent, err := c.join(n)
	if err != nil {
		return none, err
	}
	resume := pause(ctx)
	select {
	case <-ent.ready:
	case <-ctx.Done():
	}
	c.leave(n, ent)
	if err := resume(); err != nil {
		return none, err
	}
	return ent.plan, ent.err
}

// join increments the number of waiting callers of the entry of n, and returns the entry.
func (c *cache[K, P]) join(n K) (*entry[P], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.plans.Load()
	if old == nil {
		return nil, ErrClosed
	}
	ent := (*old)[n]
	if ent == nil {
		ctx, cancel := context.WithCancel(context.Background())
		ctx = yielding{ctx}
		ent = &entry[P]{ready: make(chan struct{}), cancel: cancel}
		c.insert(n, ent)
		go c.fill(ctx, n, ent)
	}
	ent.waiting++
	return ent, nil
}

// yielding is the context of a goroutine that makes a plan. Each look at it lets other goroutines
// run, and with them the timers that end the contexts of the waiting callers.
type yielding struct{ context.Context }

func (y yielding) Err() error {
	runtime.Gosched()
	return y.Context.Err()
}

// leave ends a caller's wait. If the plan is not made, the last caller to return abandons it.
func (c *cache[K, P]) leave(n K, ent *entry[P]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	ent.waiting--
	if ent.waiting == 0 && !ent.made.Load() {
		ent.cancel()
		c.remove(n, ent)
	}
}

// fill makes the plan of an entry, and drops plans that no longer fit into the cache.
func (c *cache[K, P]) fill(ctx context.Context, n K, ent *entry[P]) {
	ent.plan, ent.err = c.make(ctx, n)
	if ent.err == nil {
		ent.bytes.Store(ent.plan.bytes())
	}
	ent.cancel()
	c.mu.Lock()
	if ent.err != nil {
		c.remove(n, ent)
	}
	c.trim(n)
	ent.made.Store(true)
	c.mu.Unlock()
	close(ent.ready)
}

// make calls plan, and turns a panic into an error.
func (c *cache[K, P]) make(ctx context.Context, n K) (p P, err error) {
	defer func() {
		if r := recover(); r != nil {
			err = fmt.Errorf("cpu: plan of %v points: algo-fft failed: %v: please report this length", n, r)
		}
	}()
	return c.plan(ctx, n)
}

// insert adds an entry. The caller holds mu, and the cache is open.
func (c *cache[K, P]) insert(n K, ent *entry[P]) {
	ent.used.Store(c.clock.Add(1))
	plans := maps.Clone(*c.plans.Load())
	plans[n] = ent
	c.plans.Store(&plans)
}

// remove drops an entry, if it is still there. The caller holds mu.
func (c *cache[K, P]) remove(n K, ent *entry[P]) {
	old := c.plans.Load()
	if old == nil || (*old)[n] != ent {
		return
	}
	plans := maps.Clone(*old)
	delete(plans, n)
	c.plans.Store(&plans)
}

// trim drops the least recently used plans, except the plan of n, until the rest fits. The caller
// holds mu.
func (c *cache[K, P]) trim(n K) {
	old := c.plans.Load()
	if old == nil {
		return
	}
	plans := maps.Clone(*old)
	var bytes int64
	for _, ent := range plans {
		bytes += ent.bytes.Load()
	}
	for len(plans) > 1 && (len(plans) > maxPlans || bytes > maxBytes) {
		oldest, at := n, int64(0)
		for other, ent := range plans {
			made := ent.bytes.Load() > 0 // a part of a plan must not drop the plan that it is made for
			if used := ent.used.Load(); made && other != n && (oldest == n || used < at) {
				oldest, at = other, used
			}
		}
		if oldest == n {
			break
		}
		bytes -= plans[oldest].bytes.Load()
		delete(plans, oldest)
	}
	c.plans.Store(&plans)
}
