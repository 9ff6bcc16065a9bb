package wgfft

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"wgfft/device"
	"wgfft/internal/attach"
	"wgfft/internal/engine"
	"wgfft/internal/memory"
	"wgfft/internal/parallel"
	"wgfft/internal/worker"
)

// A ChoiceKind is the way in which a [Choice] selects a device.
type ChoiceKind uint8

// The ways to choose. The zero value is Auto.
const (
	Auto     ChoiceKind = iota // the best hardware adapter, and the CPU if there is none
	CPU                        // the CPU
	Software                   // the first software adapter, for tests
	ByIndex                    // the adapter with Choice.Index in the list of device.Adapters
	ByName                     // the best adapter with a name that contains Choice.Name, in upper or lower case
	GPU                        // the best hardware adapter
)

// choiceKinds are the names of the kinds.
var choiceKinds = [...]string{"auto", "cpu", "software", "by index", "by name", "gpu"}

// String returns the kind's name: auto, cpu, software, by index, by name or gpu.
func (k ChoiceKind) String() string { return enumName(choiceKinds[:], uint8(k), "choice") }

// enumName returns the name of a value of an enumeration, and a number for values without a name.
func enumName(names []string, value uint8, what string) string {
	if int(value) < len(names) {
		return names[value]
	}
	return fmt.Sprintf("%s(%d)", what, value)
}

// A Choice selects the device that computes. The zero value takes the best hardware adapter, and
// the CPU if there is none.
type Choice struct {
	Kind  ChoiceKind
	Index int    // of kind ByIndex: the adapter's index in the list of device.Adapters
	Name  string // of kind ByName: a part of the adapter's name
}

// ParseChoice reads a Choice from a command line: "auto" or an empty text, "cpu", "gpu", "software", an
// adapter's index, or a part of its name. It returns ErrNoAdapter for a negative index.
func ParseChoice(text string) (Choice, error) {
	if text == "" {
		return Choice{}, nil
	}
	for _, k := range []ChoiceKind{Auto, CPU, Software, GPU} {
		if strings.EqualFold(text, k.String()) {
			return Choice{Kind: k}, nil
		}
	}
	if i, err := strconv.Atoi(text); err == nil {
		c := Choice{Kind: ByIndex, Index: i}
		return c, c.check()
	}
	return Choice{Kind: ByName, Name: text}, nil
}

// String returns the choice as ParseChoice reads it.
func (c Choice) String() string {
	switch c.Kind {
	case ByIndex:
		return strconv.Itoa(c.Index)
	case ByName:
		return c.Name
	}
	return c.Kind.String()
}

// adapter returns the choice of an adapter. c is not the CPU.
func (c Choice) adapter() device.Choice {
	choice := device.Choice{Index: c.Index, Name: c.Name}
	switch c.Kind {
	case Software:
		choice.Kind = device.AnySoftware
	case ByIndex:
		choice.Kind = device.ByIndex
	case ByName:
		choice.Kind = device.ByName
	}
	return choice
}

// check refuses unknown kinds, and an index or a name that the kind does not use.
func (c Choice) check() error {
	switch {
	case c.Kind > GPU:
		return fmt.Errorf("wgfft: %v: use Auto, CPU, Software, ByIndex, ByName or GPU", c.Kind)
	case c.Kind != ByIndex && c.Index != 0:
		return unused(fmt.Sprintf("a choice of kind %v", c.Kind), "Choice.Index", "use ByIndex")
	case c.Kind != ByName && c.Name != "":
		return unused(fmt.Sprintf("a choice of kind %v", c.Kind), "Choice.Name", "use ByName")
	case c.Index < 0:
		return engine.NoAdapterError(fmt.Sprintf("device %d: indices start at 0", c.Index))
	case c.Kind == ByName && c.Name == "":
		return fmt.Errorf("wgfft: a choice of kind %v without a name: set Choice.Name", c.Kind)
	}
	return nil
}

// A HostPolicy selects the engine that transforms slices in host memory.
type HostPolicy uint8

// The policies. The zero value is HostDefault.
const (
	HostDefault HostPolicy = iota // HostAuto if Config names no device, and HostDevice if it does
	HostDevice                    // the device that Open chose
	HostAuto                      // that device or the CPU: the one that finishes first
)

// hostPolicies are the names of the policies.
var hostPolicies = [...]string{"default", "device", "auto"}

// String returns the policy's name: default, device or auto.
func (h HostPolicy) String() string { return enumName(hostPolicies[:], uint8(h), "host") }

// A Config configures an engine. The zero value takes the best hardware adapter, and the CPU if
// there is none.
type Config struct {
	// Device selects the device that computes.
	Device Choice
	// Use is a device that the program has: an application's device from device.Adopt, or a device that another
	// engine uses, such as the Device of that engine. Close leaves it open. If Use is set, Device must be the
	// zero value.
	Use *device.Device
	// Wisdom selects the measurements of the device that choose its kernels.
	Wisdom WisdomSource
	// TuneFirst is the time for tuning a problem without wisdom when it is first planned. That plan
	// or call takes correspondingly longer. 0 means no tuning. See Engine.Tune.
	TuneFirst time.Duration
	// Probe measures a device when it is opened, if the planner does not know the device and the
	// wisdom has no measurement of it. The measurement takes up to two seconds. See Engine.Probe.
	Probe bool
	// Host selects the engine that transforms slices in host memory. Roundings differ between the
	// engines.
	Host HostPolicy
	// Work is the number of operations that the program opens the engine for, as Problem.Operations counts
	// those of transforms of host slices. For up to 2.5e8, such as one transform of 2^21 points, Open takes
	// the CPU and opens no device, because a GPU is not open and ready before the CPU is done. Work decides
	// only if Device and Use name no device and Host is not HostDevice. 0 stands for more work. The engine
	// stays the same until it is closed.
	Work float64
	// MemoryLimit is the number of bytes of host memory that one call or plan may allocate for
	// results, tables and work space. Tables and work space are estimated. A call that needs more
	// returns a MemoryError. The caller's slices and the memory of a GPU are not counted. A
	// negative number means no limit.
	//
	// The calls of an engine share its staging memory, which takes 172 MiB at most. It takes less than a quarter
	// of the limit, but 2 MiB if the limit is below 8 MiB.
	//
	// 0 means three quarters of the memory that is available when the engine is opened. The
	// operating system, control groups, the limits of the process and GOMEMLIMIT determine the
	// available memory. It is 2 GiB if none of them is known, as in a browser.
	MemoryLimit int64
	// Threads is the largest number of goroutines that compute a call of the CPU engine, the caller's included. 0
	// stands for GOMAXPROCS. Results have the same bits for all numbers. Threads is for processes that share the
	// processors of a machine. It bounds transforms, convolutions and steps of package nd. It does not bound the copies
	// between slices and a GPU, and the work of packages signals and imaging outside transforms.
	Threads int
	// Worker configures the worker process of OpenWorker. Open does not use it.
	Worker WorkerConfig
}

// check checks the fields of c, without the devices of the system.
func (c Config) check() error {
	if err := c.Device.check(); err != nil {
		return err
	}
	if err := c.Wisdom.check(); err != nil {
		return err
	}
	switch {
	case c.Use != nil && c.Device != Choice{}:
		return unused("Open with Config.Use", "Config.Device", "open a device by Config.Device alone")
	case !(c.Work >= 0):
		return fmt.Errorf("wgfft: Work is %v, want 0 or more", c.Work)
	case c.TuneFirst < 0:
		return fmt.Errorf("wgfft: TuneFirst is %v, want 0 or more", c.TuneFirst)
	case c.Threads < 0:
		return fmt.Errorf("wgfft: Threads is %d, want 1 or more, or 0 for GOMAXPROCS", c.Threads)
	case c.Host > HostAuto:
		return fmt.Errorf("wgfft: %v: use HostDefault, HostDevice or HostAuto", c.Host)
	}
	return nil
}

// threads returns the limit for goroutines that compute a call.
func (c Config) threads() parallel.Threads { return parallel.Threads(c.Threads) }

// isHostAuto reports whether the engine chooses between the device and the CPU for host slices.
func (c Config) isHostAuto() bool {
	if c.Host == HostDefault {
		return c.Use == nil && c.Device.Kind == Auto
	}
	return c.Host == HostAuto
}

// An Adapter describes the device that an engine computes on.
type Adapter struct {
	device.Adapter
	CPU    bool   // the engine computes on the CPU, and the embedded Adapter is empty
	Reason string // why Open chose the CPU; empty if Config.Device names the CPU

	// Double is the format of [Engine.Double] and the reason for it. On a GPU it is the zero value until the
	// first use of double precision. It stays the zero value if a worker process computes on a GPU: use
	// [Transforms.Format].
	Double Format
}

// String names the adapter in one line.
func (a Adapter) String() string {
	switch {
	case a.Backend == "" && a.Name != "": // several devices
		return a.Name
	case !a.CPU:
		return a.Adapter.String()
	}
	if a.Reason == "" {
		return "CPU engine"
	}
	return "CPU engine (" + a.Reason + ")"
}

// An Engine computes transforms on one GPU, or on the CPU. It is safe for concurrent use. Its transforms of
// complex64 and float32, such as FFT and Plan, are the methods of [Transforms]. [Engine.Double] returns the
// transforms of complex128 and float64.
type Engine struct {
	*Transforms[complex64, float32]
	adapter Adapter
	host    engine.Engine       // for host slices
	gpu     *engine.GPU         // nil on the CPU
	buffers engine.BufferEngine // for resident plans; nil in a worker process and on several devices
	router  *engine.Router
	worker  *worker.Client // nil unless the engine computes in a worker process
	memory  memory.Limit
	threads parallel.Threads // of a call on the CPU
	holder
}

// holder keeps the values of other packages of the module, such as nd.
type holder = attach.Holder

// Open opens the adapter that c selects. If c selects no adapter, and there is no hardware adapter or
// Config.Work is small, Open takes the CPU, and Engine.Adapter gives the reason. The caller closes the engine.
//
// Open returns ErrNoAdapter if there is no adapter that c selects. It returns an error for a Config
// with values that do not exist or contradict each other.
func Open(c Config) (*Engine, error) {
	if err := c.check(); err != nil {
		return nil, err
	}
	if !c.Worker.isZero() {
		return nil, unused("Open", "Config.Worker", "use OpenWorker")
	}
	if c.Use != nil && c.Use.Adapter().Kind == device.Host {
		return onCPU("", c), nil
	}
	if c.Use != nil {
		return onGPU(c.Use, false, c)
	}
	if c.isShort() {
		return onCPU(shortReason, c), nil
	}
	if c.Device.Kind == CPU {
		return onCPU("", c), nil
	}
	dev, err := device.Open(c.Device.adapter())
	switch {
	case err == nil:
		return onGPU(dev, true, c)
	case c.Device.Kind == Auto && errors.Is(err, ErrNoAdapter):
		return onCPU(strings.TrimPrefix(err.Error(), "device: "), c), nil
	}
	return nil, faced(fmt.Errorf("wgfft: open: %w", err))
}

// onCPU returns an engine on the CPU. reason is the Reason of its Adapter. Its buffers are on c.Use, or on a
// new host device.
func onCPU(reason string, c Config) *Engine {
	e, limit := engine.NewCPU(c.threads()), memory.Of(c.MemoryLimit)
	double, _ := e.Format(context.Background(), engine.Double)
	dev := c.Use
	if dev == nil {
		dev = device.NewHost(int64(limit))
	}
	return newEngine(Engine{
		adapter: Adapter{CPU: true, Reason: reason, Double: faceFormat(double)}, host: e,
		buffers: engine.NewHostBuffers(e, dev, c.Use == nil, limit), memory: limit,
		threads: c.threads(),
	})
}

// gpuOn returns the transforms on a device, which they own or not.
func gpuOn(dev *device.Device, own bool, c Config) (*engine.GPU, error) {
	g, err := engine.NewGPU(dev, engine.GPUConfig{
		Own: own, Memory: memory.Of(c.MemoryLimit), Wisdom: engineWisdom(c.Wisdom), TuneFirst: c.TuneFirst,
		Probe: c.Probe,
	})
	return g, faced(err)
}

// onGPU returns an engine on a device, which it owns or not.
func onGPU(dev *device.Device, own bool, c Config) (*Engine, error) {
	limit := memory.Of(c.MemoryLimit)
	g, err := gpuOn(dev, own, c)
	if err != nil {
		return nil, err
	}
	eng := newEngine(Engine{
		adapter: Adapter{Adapter: dev.Adapter()}, host: g, gpu: g, buffers: g, router: engine.NewRouter(g, c.threads()),
		memory: limit, threads: c.threads(),
	})
	if c.isHostAuto() {
		eng.host = eng.router
	}
	return eng, nil
}

// Adapter returns the device that the engine computes on. A worker process that is started again
// may find another adapter.
func (eng *Engine) Adapter() Adapter {
	if eng.worker != nil {
		return workerAdapter(eng.worker)
	}
	a := eng.adapter
	if eng.gpu != nil {
		a.Double = faceFormat(eng.gpu.KnownFormat(engine.Double))
	}
	return a
}

// noGPU returns the error of a call that needs a GPU in this process.
func (eng *Engine) noGPU(what string) error {
	switch {
	case eng.worker != nil:
		return engine.WorkerError(what)
	case eng.buffers == nil:
		return engine.FleetError(what)
	}
	return engine.NoGPUError(what)
}

// Device returns the device of the engine, for buffers and encoders. On the CPU engine it is a device of kind
// [device.Host], which runs no kernels; otherwise it is a GPU. Device returns ErrNoAdapter if the engine computes in a
// worker process or on several devices.
func (eng *Engine) Device() (*device.Device, error) {
	if eng.buffers == nil {
		return nil, eng.noGPU("device")
	}
	return eng.buffers.Device(), nil
}

// Close waits for the calls under way and frees all resources of the engine. Later calls of the
// engine and of its plans return ErrClosed. Kernels that wait for compilation are not compiled.
// Close is idempotent.
//
// If the GPU does not finish its work within ten seconds, Close abandons the device. Calls under
// way then return ErrDeviceLost, and Close returns an error that wraps ErrDeviceLost. The device's
// memory stays allocated until the process ends.
func (eng *Engine) Close() error {
	attached := attach.Of(eng).Close()
	closing := eng.host.Close
	switch h, isHost := eng.buffers.(*engine.HostBuffers); {
	case eng.router != nil:
		closing = eng.router.Close
	case isHost:
		closing = h.Close
	}
	if err := closing(); err != nil {
		return faced(err)
	}
	return faced(attached)
}

// DefaultMemoryLimit returns the limit, in bytes, that a Config.MemoryLimit of 0 stands for.
func DefaultMemoryLimit() int64 { return int64(memory.Default()) }

// MemoryLimit returns the number of bytes of host memory that one call or plan may allocate.
func (eng *Engine) MemoryLimit() int64 { return int64(eng.memory) }

// CheckMemory returns a [MemoryError] if the sum of need, in bytes, is above the engine's limit.
// Packages that allocate memory for transforms call it first. A negative number stands for a sum
// that has overflowed. what names the work in the error.
func (eng *Engine) CheckMemory(what string, need ...int64) error {
	return faced(memory.Check(eng.memory, label(what), need...))
}

// label is a text as a fmt.Stringer.
type label string

func (l label) String() string { return string(l) }

// Stats counts the objects of an engine on its device. The CPU engine has no kernels and no tables.
type Stats struct {
	// Buffers is the number of buffers: buffers of the caller, arrays and temporaries of package nd,
	// tables of kernels, scratch and staging memory.
	Buffers     int
	BufferBytes int64
	// Kernels is the number of compiled kernels. KernelBytes estimates their memory from their
	// length. IdleKernelBytes is the part that no plan uses. When IdleKernelBytes exceeds 256 MiB,
	// the kernels that have been idle longest are released.
	Kernels         int
	KernelBytes     int64
	IdleKernelBytes int64
	// Tables is the number of tables of constants, which are buffers, too. IdleTableBytes is the
	// part that no plan uses. When IdleTableBytes exceeds 64 MiB, the tables that have been idle
	// longest are released.
	Tables         int
	TableBytes     int64
	IdleTableBytes int64
	// Submissions is the number of submissions to the device so far, and Pending the number that may
	// still run.
	Submissions uint64
	Pending     uint64
}

// Stats counts the objects of the engine on its device. It does not wait for the device. All counts are 0 if the
// engine computes in a worker process.
func (eng *Engine) Stats() Stats {
	if eng.buffers == nil {
		return Stats{}
	}
	d := eng.buffers.Device().Stats()
	s := Stats{
		Buffers: d.Buffers, BufferBytes: d.BufferBytes, Submissions: d.Submissions, Pending: d.Pending,
	}
	if eng.gpu != nil {
		p := eng.gpu.Pipes().Stats()
		s.Kernels, s.KernelBytes, s.IdleKernelBytes = p.Kernels, p.KernelBytes, p.IdleKernelBytes
		s.Tables, s.TableBytes, s.IdleTableBytes = p.Tables, p.TableBytes, p.IdleTableBytes
	}
	return s
}
