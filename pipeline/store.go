package pipeline

import (
	"slices"
	"sync"

	"wgfft/device"
)

// A store shares kernels or tables among programs. Each value is made once, even if several
// programs ask for it at the same time, and it stays while a program uses it. Unused values stay up
// to maxIdle bytes, the most recently used ones first.
type store[V interface{ Close() error }] struct {
	maxIdle int64

	mu     sync.Mutex
	closed bool
	all    map[any]*entry[V]
	idle   []*entry[V] // unused entries, the longest idle one first
}

// An entry is a value of a store with the number of its users.
type entry[V interface{ Close() error }] struct {
	key   any // a comparable value: the name of a table, or a kernel
	once  sync.Once
	value V
	err   error

	// The store's mu guards these fields.
	users int
	bytes int64
}

func newStore[V interface{ Close() error }](maxIdle int64) *store[V] {
	return &store[V]{maxIdle: maxIdle, all: map[any]*entry[V]{}}
}

// use returns the entry of a key, which the caller releases. The first caller makes the value with
// create, which also returns its size in bytes; others wait. An error of create is not kept, so the
// next call tries again.
func (s *store[V]) use(key any, create func() (V, int64, error)) (*entry[V], error) {
	s.mu.Lock()
	if s.closed {
		s.mu.Unlock()
		return nil, device.ErrClosed
	}
	v := s.all[key]
	if v == nil {
		v = &entry[V]{key: key}
		s.all[key] = v
	} else if v.users == 0 {
		s.idle = slices.DeleteFunc(s.idle, func(other *entry[V]) bool { return other == v })
	}
	v.users++
	s.mu.Unlock()
	v.once.Do(func() {
		if v.err = s.checkOpen(); v.err != nil { // the store was stopped while this call waited
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
		if s.all[key] == v {
			delete(s.all, key)
		}
		s.mu.Unlock()
		return nil, v.err
	}
	return v, nil
}

func (s *store[V]) checkOpen() error {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.closed {
		return device.ErrClosed
	}
	return nil
}

// release ends a use.
func (s *store[V]) release(v *entry[V]) {
	s.mu.Lock()
	defer s.mu.Unlock()
	v.users--
	if s.closed || v.users > 0 { // close has already closed the value
		return
	}
	s.idle = append(s.idle, v)
	for bytes := sum(s.idle); bytes > s.maxIdle; s.idle = s.idle[1:] {
		oldest := s.idle[0]
		bytes -= oldest.bytes
		delete(s.all, oldest.key)
		oldest.value.Close()
	}
}

// stop makes later calls of use fail, and pending calls that have not begun to create their value.
func (s *store[V]) stop() {
	s.mu.Lock()
	defer s.mu.Unlock()
	s.closed = true
}

// close closes all values. It waits for values that are being made.
func (s *store[V]) close() {
	s.stop()
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

// usage returns the number of values, their bytes, and the bytes of unused values.
func (s *store[V]) usage() (count int, bytes, idle int64) {
	s.mu.Lock()
	defer s.mu.Unlock()
	for _, v := range s.all {
		bytes += v.bytes
	}
	return len(s.all), bytes, sum(s.idle)
}

func sum[V interface{ Close() error }](all []*entry[V]) (bytes int64) {
	for _, v := range all {
		bytes += v.bytes
	}
	return bytes
}

// Stats counts the kernels and tables of an engine on its device.
type Stats struct {
	Kernels                      int
	KernelBytes, IdleKernelBytes int64 // estimated from the length of the kernels' text
	Tables                       int
	TableBytes, IdleTableBytes   int64
}

// Stats counts the kernels and tables that the engine keeps.
func (e *Engine) Stats() (s Stats) {
	s.Kernels, s.KernelBytes, s.IdleKernelBytes = e.kernels.usage()
	s.Tables, s.TableBytes, s.IdleTableBytes = e.tables.usage()
	return s
}
