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

// cache holds the plans by length. Looking one up takes no lock: the map is
// never changed, only replaced.
type cache struct {
	plans atomic.Pointer[map[int]*entry] // nil once closed
	mu    sync.Mutex                     // held to replace the map
	clock atomic.Int64                   // counts insertions
}

// entry is one length, made by the first goroutine that asks for it while the
// others wait.
type entry struct {
	once  sync.Once
	plan  *plan
	err   error
	bytes atomic.Int64 // 0 until made
	used  atomic.Int64 // the clock at the last look-up
}

func (c *cache) open() { c.plans.Store(&map[int]*entry{}) }

func (c *cache) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.plans.Store(nil)
}

// get returns the plan of n points, made now if need be.
func (c *cache) get(n int) (*plan, error) {
	plans := c.plans.Load()
	if plans == nil {
		return nil, ErrClosed
	}
	ent := (*plans)[n]
	if ent == nil {
		return c.add(n)
	}
	if now := c.clock.Load(); ent.used.Load() != now {
		ent.used.Store(now)
	}
	return ent.made(n)
}

func (ent *entry) made(n int) (*plan, error) {
	ent.once.Do(func() {
		ent.plan, ent.err = newPlan(n)
		if ent.err == nil {
			ent.bytes.Store(ent.plan.bytes())
		}
	})
	return ent.plan, ent.err
}

// add inserts the length n, unless somebody was faster, makes its plan, and
// drops what no longer fits.
func (c *cache) add(n int) (*plan, error) {
	ent, err := c.insert(n)
	if err != nil {
		return nil, err
	}
	p, err := ent.made(n)
	c.trim(n, err != nil)
	return p, err
}

func (c *cache) insert(n int) (*entry, error) {
	c.mu.Lock()
	defer c.mu.Unlock()
	old := c.plans.Load()
	if old == nil {
		return nil, ErrClosed
	}
	if ent := (*old)[n]; ent != nil {
		return ent, nil
	}
	ent := new(entry)
	ent.used.Store(c.clock.Add(1))
	plans := maps.Clone(*old)
	plans[n] = ent
	c.plans.Store(&plans)
	return ent, nil
}

// trim drops the least recently used plans, but not that of n points, until the
// rest fits; and that of n points if it is bad.
func (c *cache) trim(n int, bad bool) {
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
		oldest, at := -1, int64(0)
		for length, ent := range plans {
			if used := ent.used.Load(); length != n && (oldest < 0 || used < at) {
				oldest, at = length, used
			}
		}
		bytes -= plans[oldest].bytes.Load()
		delete(plans, oldest)
	}
	c.plans.Store(&plans)
}
