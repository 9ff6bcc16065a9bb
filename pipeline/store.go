package pipeline

import (
	"slices"
	"sync"

	"wgfft/device"
)

// A store shares kernels, or tables, among programs. Each value is made once, however many programs ask for it at the
// same time, and stays while one of them uses it. Of the values that no program uses, those used last stay as well, up
// to maxIdle bytes in all: the next program may need them.
type store[V interface{ Close() error }] struct {
	maxIdle int64

	mu     sync.Mutex
	closed bool
	all    map[string]*shared[V]
	idle   []*shared[V] // not in use, the longest idle first
}

// A shared is a value of a store, with the number of its users.
type shared[V interface{ Close() error }] struct {
	name  string
	once  sync.Once
	value V
	err   error

	// Guarded by the store's mu.
	users int
	bytes int64
}

func newStore[V interface{ Close() error }](maxIdle int64) *store[V] {
	return &store[V]{maxIdle: maxIdle, all: map[string]*shared[V]{}}
}

// use returns the value with the given name, which the caller releases. The first caller makes it by create, which
// returns its size in bytes, too; others wait. An error of create is not kept: the next call tries again.
func (s *store[V]) use(name string, create func() (V, int64, error)) (*shared[V], error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, device.ErrClosed
	}
	v := s.all[name]
	if v == nil {
		v = &shared[V]{name: name}
		s.all[name] = v
	} else if v.users == 0 {
		s.idle = slices.DeleteFunc(s.idle, func(other *shared[V]) bool { return other == v })
	}
	v.users++
	s.mu.Unlock()
	v.once.Do(func() {
		if v.err = s.usable(); v.err != nil { // what waited for its turn is not made any more
			return
		}
		var bytes int64
		v.value, bytes, v.err = create()
		s.mu.Lock()
		v.bytes = bytes
		s.mu.Unlock()
	})
	if v.err != nil {
		s.mu.Lock()
		if s.all[name] == v {
			delete(s.all, name)
		}
		s.mu.Unlock()
		return nil, v.err
	}
	return v, nil
}

func (s *store[V]) usable() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return device.ErrClosed
	}
	return nil
}

// release ends a use.
func (s *store[V]) release(v *shared[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.users--
	if s.closed || v.users > 0 { // close has closed it
		return
	}
	s.idle = append(s.idle, v)
	for bytes := sum(s.idle); bytes > s.maxIdle; s.idle = s.idle[1:] {
		oldest := s.idle[0]
		bytes -= oldest.bytes
		delete(s.all, oldest.name)
		oldest.value.Close()
	}
}

// shut refuses what is asked for from now on, also by those who wait for their turn.
func (s *store[V]) shut() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// close closes all values. It waits for those being made.
func (s *store[V]) close() {
	s.shut()
	s.mu.Lock()
	all := s.all
	s.all, s.idle = nil, nil
	s.mu.Unlock()
	for _, v := range all {
		v.once.Do(func() { v.err = device.ErrClosed })
		if v.err == nil {
			v.value.Close()
		}
	}
}

// usage reports how many values there are and their bytes, and the bytes of those that no program uses.
func (s *store[V]) usage() (count int, bytes, idle int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.all {
		bytes += v.bytes
	}
	return len(s.all), bytes, sum(s.idle)
}

func sum[V interface{ Close() error }](all []*shared[V]) (bytes int64) {
	for _, v := range all {
		bytes += v.bytes
	}
	return bytes
}

// Stats are what an engine keeps on its device.
type Stats struct {
	Kernels                      int
	KernelBytes, IdleKernelBytes int64 // estimated from the kernels' text
	Tables                       int
	TableBytes, IdleTableBytes   int64
}

// Stats counts the kernels and tables that the engine keeps.
func (e *Engine) Stats() (s Stats) {
	s.Kernels, s.KernelBytes, s.IdleKernelBytes = e.kernels.usage()
	s.Tables, s.TableBytes, s.IdleTableBytes = e.tables.usage()
	return s
}
