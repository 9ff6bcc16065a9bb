package pipeline

import (
	"slices"
	"sync"
	"unsafe"

	"wgfft/device"
	"wgfft/plan"
)

// A table is made once, and shared by all programs that read it.
type table struct {
	name   string
	bytes  int64
	users  int // programs; with the engine's mu held
	once   sync.Once
	buffer *device.Buffer
	err    error
}

// mostIdle is how many bytes of tables stay that no program uses any more: those of the next one may be among them. The spectra of kernels to
// convolve with can be large, and there may be any number of them.
const mostIdle = 64 << 20

// table returns the table of a recipe, which may be made of several allocations that begin at the cuts. The caller releases it.
func (e *Engine) table(r plan.Recipe, cuts []int64) (*table, error) {
	e.mu.Lock()
	if e.closed {
		e.mu.Unlock()
		return nil, device.ErrClosed
	}
	t := e.tables[r.Name()]
	if t == nil {
		t = &table{name: r.Name(), bytes: 4 * int64(r.Len())}
		e.tables[t.name] = t
	}
	if t.users == 0 {
		e.idle = slices.DeleteFunc(e.idle, func(other *table) bool { return other == t })
	}
	t.users++
	e.mu.Unlock()
	t.once.Do(func() {
		words := r.Words()
		t.buffer, t.err = e.filled(t.name, cuts, device.Storage, unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(words))), 4*len(words)))
	})
	if t.err != nil {
		e.mu.Lock()
		if e.tables[t.name] == t {
			delete(e.tables, t.name)
		}
		e.mu.Unlock()
		return nil, t.err
	}
	return t, nil
}

// release ends a program's use of a table. Of those that nobody uses the ones used last are kept.
func (e *Engine) release(t *table) {
	e.mu.Lock()
	defer e.mu.Unlock()
	t.users--
	if e.closed || t.users > 0 { // Close has closed it
		return
	}
	e.idle = append(e.idle, t)
	bytes := int64(0)
	for _, old := range e.idle {
		bytes += old.bytes
	}
	for ; bytes > mostIdle; e.idle = e.idle[1:] {
		old := e.idle[0]
		bytes -= old.bytes
		delete(e.tables, old.name)
		old.buffer.Close()
	}
}
