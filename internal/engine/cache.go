package engine

import (
	"container/list"
	"sync"
)

// A cache keeps the most recently used values of a kind. It closes a value that it has dropped when
// no caller uses it any more. It makes each value only once, even if several callers ask for it at
// the same time.
type cache[K comparable, V interface{ Close() error }] struct {
	most int

	mu     sync.Mutex
	closed bool
	all    map[K]*list.Element // of *entry
	recent *list.List          // most recent first
}

// An entry is a value with its users.
type entry[K comparable, V interface{ Close() error }] struct {
	key    K
	once   sync.Once
	value  V
	err    error
	users  int
	forgot bool
}

func newCache[K comparable, V interface{ Close() error }](most int) *cache[K, V] {
	return &cache[K, V]{most: most, all: map[K]*list.Element{}, recent: list.New()}
}

// use returns the value of a key, made at its first use. The caller releases it.
func (c *cache[K, V]) use(key K, make func(K) (V, error)) (*entry[K, V], error) {
	c.mu.Lock()
	if c.closed {
		c.mu.Unlock()
		return nil, ClosedError("engine")
	}
	at := c.all[key]
	if at == nil {
		at = c.recent.PushFront(&entry[K, V]{key: key})
		c.all[key] = at
	} else {
		c.recent.MoveToFront(at)
	}
	e := at.Value.(*entry[K, V])
	e.users++
	c.trim() // not the value of this call, which is in use
	c.mu.Unlock()
	e.once.Do(func() { e.value, e.err = make(key) })
	if e.err != nil {
		c.mu.Lock()
		if c.all[key] == at {
			c.forget(at)
		}
		e.users--
		c.mu.Unlock()
		return nil, e.err
	}
	return e, nil
}

// release ends a use.
func (c *cache[K, V]) release(e *entry[K, V]) {
	c.mu.Lock()
	defer c.mu.Unlock()
	e.users--
	if e.forgot && e.users == 0 {
		e.value.Close()
	}
}

// trim forgets the values used longest ago. With mu held.
func (c *cache[K, V]) trim() {
	for at := c.recent.Back(); at != nil && c.recent.Len() > c.most; {
		before := at.Prev()
		if at.Value.(*entry[K, V]).users == 0 {
			c.forget(at)
		}
		at = before
	}
}

// forget drops a value. With mu held.
func (c *cache[K, V]) forget(at *list.Element) {
	e := c.recent.Remove(at).(*entry[K, V])
	delete(c.all, e.key)
	e.forgot = true
	if e.users == 0 && e.err == nil {
		e.value.Close()
	}
}

// forgetAll forgets everything; values in use are closed when they are released.
func (c *cache[K, V]) forgetAll() {
	c.mu.Lock()
	defer c.mu.Unlock()
	for c.recent.Len() > 0 {
		c.forget(c.recent.Back())
	}
}

// close forgets everything; values in use are closed when they are released.
func (c *cache[K, V]) close() {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.closed = true
	for c.recent.Len() > 0 {
		c.forget(c.recent.Back())
	}
}
