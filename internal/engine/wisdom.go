package engine

import (
	"errors"
	"io/fs"
	"reflect"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/internal/wisdom"
	"wgfft/plan"
)

// ErrWisdom is wrapped by errors about wisdom that cannot be used.
var ErrWisdom = wisdom.ErrUnusable

// A WisdomSource selects the wisdom of an engine. The zero value selects none.
type WisdomSource struct {
	Shipped bool         // the wisdom that comes with the module
	Cached  bool         // the wisdom in the user's cache directory, read and written there
	Dir     string       // the wisdom in a directory, read and written there, if not empty
	Store   wisdom.Store // the wisdom in a store, read and written there, if not nil
}

// A place is where wisdom is kept: a wisdom.File or a wisdom.Stored.
type place interface {
	Load() (w wisdom.Wisdom, aside string, err error)
	Update(change func(wisdom.Wisdom) (wisdom.Wisdom, error)) (changed wisdom.Wisdom, aside string, err error)
	Where() string
}

// A WisdomState summarises the wisdom of an engine: its size, its file, and faults of the file.
type WisdomState struct {
	Path        string // of the file that wisdom is kept in, or its name in a store; empty if it stays in memory
	Choices     int    // problems with known fastest kernels
	Quarantined int    // kernels that gave wrong results on the device
	SetAside    string // the fault of a file that the engine did not use, and the file's new name
	Err         error  // why the file could not be read or written
}

// keeper keeps the wisdom of an engine.
type keeper struct {
	mu    sync.Mutex                       // held while wisdom changes, and while tuning
	place place                            // nil if wisdom stays in memory
	first func(plan.Problem) wisdom.Wisdom // see kernels
	tried sync.Map                         // keys of problems that first has tuned
	state struct {
		sync.Mutex
		aside string
		err   error
	}
}

// note records the result of reading or writing the file.
func (k *keeper) note(aside string, err error) {
	k.state.Lock()
	defer k.state.Unlock()
	if aside != "" {
		k.state.aside = aside
	}
	k.state.err = err
}

// WisdomDevice returns the device as wisdom names it.
func WisdomDevice(dev *device.Device) wisdom.Device {
	a, l := dev.Adapter(), dev.Limits()
	return wisdom.Device{
		Vendor: a.Vendor, Name: a.Name, Driver: a.Driver, Backend: a.Backend,
		Invocations: l.Invocations, WorkgroupBytes: l.WorkgroupBytes, KernelVersion: wisdom.KernelVersion,
	}
}

// loadWisdom loads the wisdom of a source. With a time for tuning, problems without wisdom are
// tuned when they are first planned.
func (g *GPU) loadWisdom(from WisdomSource, tuneFirst time.Duration) error {
	w := wisdom.Wisdom{Device: WisdomDevice(g.Device())}
	if tuneFirst > 0 {
		g.wisdom.first = func(p plan.Problem) wisdom.Wisdom { return g.tuneFirst(p, tuneFirst) }
	}
	defer func() { g.use(w) }()
	if from.Shipped {
		known, err := wisdom.Shipped(w.Device)
		if err == nil {
			known, err = w.Merge(known)
		}
		switch {
		case err == nil:
			w = known
		case !errors.Is(err, fs.ErrNotExist):
			return err
		}
	}
	dir := from.Dir
	if from.Cached {
		var err error
		if dir, err = wisdom.CacheDir(); err != nil {
			g.wisdom.note("", err)
			return nil
		}
	}
	switch {
	case from.Store != nil:
		g.wisdom.place = wisdom.In(from.Store, w.Device)
	case dir != "":
		g.wisdom.place = wisdom.For(dir, w.Device)
	default:
		return nil
	}
	kept, aside, err := g.wisdom.place.Load()
	g.wisdom.note(aside, err)
	if err == nil {
		if both, err := kept.MergeOver(w); err == nil {
			w = both
		}
	}
	return nil
}

// use makes the engine choose kernels by wisdom.
func (g *GPU) use(w wisdom.Wisdom) { g.kernels.Store(newKernels(w, g.wisdom.first)) }

// changeWisdom replaces the wisdom of the engine, in its file first if it has one.
func (g *GPU) changeWisdom(by func(wisdom.Wisdom) (wisdom.Wisdom, error)) error {
	changed, err := by(g.kernels.Load().Wisdom)
	if err != nil {
		return err
	}
	if g.wisdom.place != nil {
		_, aside, err := g.wisdom.place.Update(by)
		g.wisdom.note(aside, err)
		if err != nil {
			return err
		}
	}
	if old := g.kernels.Load().Wisdom; !reflect.DeepEqual(changed, old) {
		g.use(changed)
		if changed.Speed != old.Speed { // the limits may have changed
			g.lengths.Clear()
		}
		g.programs.forgetAll() // their kernels may have changed
	}
	return nil
}

// WisdomState returns a summary of the engine's measurements.
func (g *GPU) WisdomState() WisdomState {
	k, w := &g.wisdom, g.kernels.Load().Wisdom
	k.state.Lock()
	defer k.state.Unlock()
	s := WisdomState{
		Choices: len(w.Entries), Quarantined: len(w.Rejected), SetAside: k.state.aside, Err: k.state.err,
	}
	if k.place != nil {
		s.Path = k.place.Where()
	}
	return s
}

// ExportWisdom returns the wisdom of the engine in the form of wisdom files.
func (g *GPU) ExportWisdom() ([]byte, error) { return g.kernels.Load().Wisdom.Encode() }

// ImportWisdom adds wisdom from the form of wisdom files: all of it, or nothing. It returns
// ErrWisdom for text that is damaged or about another device.
func (g *GPU) ImportWisdom(text []byte) error {
	if err := g.checkOpen(); err != nil {
		return err
	}
	w, err := wisdom.Parse(text)
	if err != nil {
		return err
	}
	g.wisdom.mu.Lock()
	defer g.wisdom.mu.Unlock()
	return g.changeWisdom(w.Merge)
}
