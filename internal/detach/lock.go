package detach

import "sync"

// A Lock is a mutex for calls of a driver that may hang. Calls without a result, such as those that
// release an object, need not wait for it: see WhenFree. The zero value is an unlocked Lock.
type Lock struct {
	mu sync.Mutex

	waiting sync.Mutex // guards calls
	calls   []func()   // the calls of WhenFree that wait for mu
}

// Lock waits for the lock. The calls of WhenFree that wait for it run first.
func (l *Lock) Lock() {
	l.mu.Lock()
	l.runWaiting()
}

// TryLock takes the lock if it is free, and reports whether it did.
func (l *Lock) TryLock() bool {
	if !l.mu.TryLock() {
		return false
	}
	l.runWaiting()
	return true
}

// Unlock releases the lock. The calls of WhenFree that wait for it run before Unlock returns, or
// before the next Lock does.
func (l *Lock) Unlock() {
	l.mu.Unlock()
	l.runIfFree()
}

// WhenFree calls f with the lock held, and does not wait for the lock. If another goroutine has it,
// that goroutine calls f in Unlock. f runs before every later Lock returns. f must not use the lock.
func (l *Lock) WhenFree(f func()) {
	l.waiting.Lock()
	l.calls = append(l.calls, f)
	l.waiting.Unlock()
	l.runIfFree()
}

// runIfFree runs the waiting calls, unless a goroutine has the lock.
func (l *Lock) runIfFree() {
	for l.hasWaiting() && l.mu.TryLock() {
		l.runWaiting()
		l.mu.Unlock()
	}
}

// hasWaiting reports whether calls wait for the lock.
func (l *Lock) hasWaiting() bool {
	l.waiting.Lock()
	defer l.waiting.Unlock()
	return len(l.calls) > 0
}

// runWaiting runs the waiting calls, in order. The caller has the lock.
func (l *Lock) runWaiting() {
	l.waiting.Lock()
	calls := l.calls
	l.calls = nil
	l.waiting.Unlock()
	for _, f := range calls {
		f()
	}
}
