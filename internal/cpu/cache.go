package cpu

import (
	"maps"
	"sync"
	"sync/atomic"
)

// The cache keeps at most maxPlans plans and about maxBytes of tables, whichever
// is less, and always the newest plan. A plan that is dropped lives on for the
// transforms that hold it.
const (
	maxPlans = 256
	maxBytes = 256 << 20
)

// sized is a plan that knows about how much memory it keeps.
type sized interface{ bytes() int64 }

// cache holds the plans of one sort by length, or whatever else K says. Looking one
// up takes no lock: the map is never changed, only replaced.
type cache[K comparable, P sized] struct {
	plan  func(K) (P, error)                 // makes a plan
	plans atomic.Pointer[map[K]*entry[K, P]] // nil once closed
	mu    sync.Mutex                         // held to replace the map
	clock atomic.Int64                       // counts insertions
}

// entry is one length, made by the first goroutine that asks for it while the
// others wait.
type entry[K comparable, P sized] struct {
	once  sync.Once
	plan  P
	err   error
	bytes atomic.Int64 // 0 until made
	used  atomic.Int64 // the clock at the last look-up
}

func (c *cache[K, P]) open(plan func(K) (P, error)) {
	c.plan = plan
	c.plans.Store(&map[K]*entry[K, P]{})
}

func (c *cache[K, P]) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plans.Store(nil)
}

// get returns the plan of n, made now if need be.
func (c *cache[K, P]) get(n K) (P, error) {
	plans := c.plans.Load()
	if plans == nil {
		var none P
		return none, ErrClosed
	}
	ent := (*plans)[n]
	if ent == nil {
		return c.add(n)
	}
	if now := c.clock.Load(); ent.used.Load() != now {
		ent.used.Store(now)
	}
	return ent.made(c.plan, n)
}

func (ent *entry[K, P]) made(plan func(K) (P, error), n K) (P, error) {
	ent.once.Do(func() {
		ent.plan, ent.err = plan(n)
		if ent.err == nil {
			ent.bytes.Store(ent.plan.bytes())
		}
	})
	return ent.plan, ent.err
}

// add inserts n, unless somebody was faster, makes its plan, and
// drops what no longer fits.
func (c *cache[K, P]) add(n K) (P, error) {
	ent, err := c.insert(n)
	if err != nil {
		var none P
		return none, err
	}
	p, err := ent.made(c.plan, n)
	c.trim(n, err != nil)
	return p, err
}

func (c *cache[K, P]) insert(n K) (*entry[K, P], error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.plans.Load()
	if old == nil {
		return nil, ErrClosed
	}
	if ent := (*old)[n]; ent != nil {
		return ent, nil
	}
	ent := new(entry[K, P])
	ent.used.Store(c.clock.Add(1))
	plans := maps.Clone(*old)
	plans[n] = ent
	c.plans.Store(&plans)
	return ent, nil
}

// trim drops the least recently used plans, but not that of n, until the rest fits;
// and that of n if it is bad.
func (c *cache[K, P]) trim(n K, bad bool) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.plans.Load()
	if old == nil {
		return
	}
	plans := maps.Clone(*old)
	if bad {
		delete(plans, n)
	}
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
