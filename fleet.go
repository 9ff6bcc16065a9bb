package wgfft

import (
	"errors"
	"fmt"
	"math"
	"strings"
	"sync"

	"wgfft/device"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
)

// A Member is a device of an engine of [OpenAll].
type Member struct {
	// Device selects the device. Several members may have the same one. Choice{Kind: CPU} is the CPU engine.
	Device Choice
	// Share is the share of the member in the arrays of a call, relative to the other members. If it is 0 for all
	// members, the engine measures how fast they are. With given shares the same call has the same bits, unless a
	// member fails. A member with a share of 0 beside others above 0 only takes the work of members that fail.
	Share float64
}

// OpenAll opens several devices as one engine for slices in host memory. Without members it takes all hardware
// adapters, and the CPU if there is none.
//
// A call with several arrays, such as a batch of transforms or of convolutions, is dealt out to the members in pieces.
// A call with one array, and a small one, runs on one member. If a member fails, the others compute its pieces. The
// call returns an error only if none is left. After the loss of its device a member gets no more work.
//
// The engine has no Device, no resident plans and no tuning: these need one device, and return ErrNoAdapter. Package nd
// computes on the CPU, with transforms of the engine. Roundings differ between members of different kinds, and
// measured shares decide which member computes an array.
//
// c.Device, c.Use, c.Host, c.Work and c.Worker must have their zero values. All members share c.Wisdom. Each member has
// staging memory of its own. OpenAll returns the errors of Open.
func OpenAll(c Config, members ...Member) (*Engine, error) {
	if err := checkFleet(c, members); err != nil {
		return nil, err
	}
	if c.Wisdom.Store != nil {
		c.Wisdom.Store = &lockedStore{store: c.Wisdom.Store}
	}
	if len(members) == 0 {
		members = hardware()
	}
	var made []*engine.Member
	for _, m := range members {
		one, err := openMember(c, m)
		if err != nil {
			return nil, errors.Join(err, engine.NewFleet(made).Close())
		}
		made = append(made, one)
	}
	names, isCPU := make([]string, len(made)), true
	for i, m := range made {
		names[i], isCPU = m.Name, isCPU && m.IsCPU
	}
	adapter := Adapter{CPU: isCPU, Adapter: device.Adapter{Name: strings.Join(names, " + ")}}
	return newEngine(Engine{
		adapter: adapter, host: engine.NewFleet(made), memory: memory.Of(c.MemoryLimit), threads: c.threads(),
	}), nil
}

// checkFleet checks the arguments of OpenAll.
func checkFleet(c Config, members []Member) error {
	if err := c.check(); err != nil {
		return err
	}
	for _, f := range []struct {
		name  string
		isSet bool
	}{
		{"Device", c.Device != Choice{}}, {"Use", c.Use != nil}, {"Host", c.Host != HostDefault}, {"Work", c.Work != 0},
		{"Worker", !c.Worker.isZero()},
	} {
		if f.isSet {
			return unused("OpenAll", "Config."+f.name, "members choose the devices")
		}
	}
	for i, m := range members {
		if err := m.Device.check(); err != nil {
			return fmt.Errorf("member %d: %w", i, err)
		}
		if !(m.Share >= 0 && m.Share <= math.MaxFloat32) {
			return fmt.Errorf("wgfft: OpenAll: member %d has a share of %v, want 0 to %g", i, m.Share, math.MaxFloat32)
		}
	}
	return nil
}

// hardware returns a member for each hardware adapter of the first interface that has one, and the CPU if there is
// none.
func hardware() (members []Member) {
	adapters, _ := device.Adapters()
	first := ""
	for i, a := range adapters {
		if a.Kind != device.Discrete && a.Kind != device.Integrated {
			continue
		}
		if first == "" {
			first = a.Backend
		}
		if a.Backend == first {
			members = append(members, Member{Device: Choice{Kind: ByIndex, Index: i}})
		}
	}
	if members == nil {
		members = []Member{{Device: Choice{Kind: CPU}}}
	}
	return members
}

// openMember opens a member of a fleet.
func openMember(c Config, m Member) (*engine.Member, error) {
	cpu := &engine.Member{Name: "CPU engine", Share: m.Share, IsCPU: true}
	if m.Device.Kind == CPU {
		cpu.Engine = engine.NewCPU(c.threads())
		return cpu, nil
	}
	dev, err := device.Open(m.Device.adapter())
	if err != nil {
		if m.Device.Kind == Auto && errors.Is(err, ErrNoAdapter) {
			cpu.Engine = engine.NewCPU(c.threads())
			return cpu, nil
		}
		return nil, faced(fmt.Errorf("wgfft: open: %w", err))
	}
	g, err := gpuOn(dev, true, c)
	if err != nil {
		return nil, errors.Join(err, dev.Close())
	}
	return &engine.Member{Engine: g, Name: dev.Adapter().Name, Share: m.Share}, nil
}

// A lockedStore is a WisdomStore that several engines share.
type lockedStore struct {
	mu    sync.Mutex
	store WisdomStore
}

// Get implements WisdomStore.
func (s *lockedStore) Get(name string) ([]byte, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.Get(name)
}

// Put implements WisdomStore.
func (s *lockedStore) Put(name string, wisdom []byte) error {
	s.mu.Lock()
	defer s.mu.Unlock()
	return s.store.Put(name, wisdom)
}
