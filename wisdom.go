package wgfft

import (
	"embed"
	"errors"
	"fmt"
	"io/fs"
	"path"
	"reflect"
	"sync"

	"wgfft/device"
	"wgfft/internal/wisdomfile"
	"wgfft/plan"
)

// Values of Config.Wisdom beside the name of a directory.
const (
	ShippedWisdom = "shipped" // what comes with this module
	CachedWisdom  = "cache"   // that, and what was learnt before, in the user's cache directory, which goes before it unless that took a tenth less time or more
	NoWisdom      = "off"     // none: the cost model and measured favourites choose, the same on every device of the same limits
)

// ErrWisdom is what errors about wisdom wrap that can't be used: damaged, of another version or of another device.
var ErrWisdom = plan.ErrWisdom

// shipped is the wisdom that comes with the module, by device.
//
//go:embed wisdom
var shipped embed.FS

// ShippedWisdoms is the wisdom that comes with the module, by device.
func ShippedWisdoms() ([]plan.Wisdom, error) {
	names, err := fs.Glob(shipped, "wisdom/*"+wisdomfile.Extension)
	if err != nil {
		return nil, err
	}
	var all []plan.Wisdom
	for _, name := range names {
		w, err := readShipped(name)
		if err != nil {
			return nil, fmt.Errorf("wgfft: %s: %w", name, err)
		}
		all = append(all, w)
	}
	return all, nil
}

// readShipped reads a file of shipped.
func readShipped(name string) (plan.Wisdom, error) {
	text, err := shipped.ReadFile(name)
	if err != nil {
		return plan.Wisdom{}, err
	}
	return plan.ParseWisdom(text)
}

// A WisdomState is what a context knows about its device from measurements, and where that comes from.
type WisdomState struct {
	Path        string // of the file that wisdom is kept in; empty where it stays in memory
	Choices     int    // problems for which the fastest kernels are known
	Quarantined int    // kernels that gave wrong results on the device
	SetAside    string // what is wrong with a file that was not used, and where it is now
	Err         error  // why the file could not be read or written
}

// keeper keeps the wisdom of a context.
type keeper struct {
	mu    sync.Mutex // held while wisdom changes, and while tuning
	file  *wisdomfile.File
	first func(Problem) plan.Wisdom // see choices
	tried sync.Map                  // keys of problems that first has tuned
	state struct {
		sync.Mutex
		aside string
		err   error
	}
}

// said notes what came of reading or writing the file.
func (k *keeper) said(aside string, err error) {
	k.state.Lock()
	defer k.state.Unlock()
	if aside != "" {
		k.state.aside = aside
	}
	k.state.err = err
}

// wisdomDevice is what wisdom about a device is filed under.
func wisdomDevice(dev *device.Device) plan.WisdomDevice {
	a, l := dev.Adapter(), dev.Limits()
	return plan.WisdomDevice{Vendor: a.Vendor, Name: a.Name, Driver: a.Driver, Backend: a.Backend, Invocations: l.Invocations, WorkgroupBytes: l.WorkgroupBytes,
		KernelVersion: plan.KernelVersion}
}

// learn loads the wisdom that a Config asks for.
func (g *gpuEngine) learn(c Config) error {
	where, w := c.Wisdom, plan.Wisdom{Device: wisdomDevice(g.pipes.Device())}
	if c.TuneFirst > 0 {
		g.keeper.first = func(p Problem) plan.Wisdom { return g.tuneFirst(p, c.TuneFirst) }
	}
	defer func() { g.know(w) }()
	if where == NoWisdom {
		return nil
	}
	known, err := readShipped(path.Join("wisdom", wisdomfile.Name(w.Device)))
	if err == nil {
		known, err = w.Merge(known)
	}
	switch {
	case err == nil:
		w = known
	case !errors.Is(err, fs.ErrNotExist):
		return fmt.Errorf("wgfft: the wisdom that comes with the module: %w", err)
	}
	switch where {
	case "", ShippedWisdom:
		return nil
	case CachedWisdom:
		var err error
		if where, err = wisdomfile.CacheDir(); err != nil {
			g.keeper.said("", err)
			return nil
		}
	}
	file := wisdomfile.For(where, w.Device)
	g.keeper.file = &file
	known, aside, err := file.Load()
	g.keeper.said(aside, err)
	if err == nil {
		if both, err := known.MergeOver(w); err == nil { // w is what comes with the module
			w = both
		}
	}
	return nil
}

// know makes a wisdom the one that choices are made by.
func (g *gpuEngine) know(w plan.Wisdom) { g.choices.Store(newChoices(w, g.keeper.first)) }

// change replaces the wisdom of the engine, in its file first if it has one.
func (g *gpuEngine) change(by func(plan.Wisdom) (plan.Wisdom, error)) error {
	changed, err := by(g.choices.Load().wisdom)
	if err != nil {
		return err
	}
	if g.keeper.file != nil {
		_, aside, err := g.keeper.file.Update(by)
		g.keeper.said(aside, err)
		if err != nil {
			return err
		}
	}
	if !reflect.DeepEqual(changed, g.choices.Load().wisdom) {
		g.know(changed)
		g.programs.forgetAll() // those of choices that may have changed
	}
	return nil
}

// Wisdom says what the context knows about its device from measurements. It is the zero value on the CPU engine.
func (c *Engine) Wisdom() WisdomState {
	if c.gpu == nil {
		return WisdomState{}
	}
	k, w := &c.gpu.keeper, c.gpu.choices.Load().wisdom
	k.state.Lock()
	defer k.state.Unlock()
	s := WisdomState{Choices: len(w.Entries), Quarantined: len(w.Rejected), SetAside: k.state.aside, Err: k.state.err}
	if k.file != nil {
		s.Path = k.file.Path
	}
	return s
}

// ExportWisdom returns what the context knows about its device, as ImportWisdom and wisdom files have it. It returns ErrNoAdapter on the CPU engine.
func (c *Engine) ExportWisdom() ([]byte, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("wisdom")
	}
	return c.gpu.choices.Load().wisdom.Encode()
}

// ImportWisdom adds what ExportWisdom returned on a device of the same kind with the same driver: all of it, or nothing. Of what is known already the faster
// choice stays, and kernels that failed on either are not used. It returns ErrWisdom for anything that is not whole or not for this device, and
// ErrNoAdapter on the CPU engine. Where the context keeps its wisdom in a file it is added there, too. Plans made before stay as they are.
func (c *Engine) ImportWisdom(wisdom []byte) error {
	if c.gpu == nil {
		return c.needsGPU("wisdom")
	}
	if c.gpu.closed.Load() {
		return closedError("context")
	}
	w, err := plan.ParseWisdom(wisdom)
	if err != nil {
		return err
	}
	c.gpu.keeper.mu.Lock()
	defer c.gpu.keeper.mu.Unlock()
	return c.gpu.change(w.Merge)
}
