package wgfft

import (
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"sync"
	"time"

	"wgfft/device"
	"wgfft/internal/cpu"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
)

// Values of Config.Device beside an adapter's index or a part of its name.
const (
	Auto     = "auto"     // the best hardware adapter; the CPU engine where there is none
	CPU      = "cpu"      // the CPU engine
	Software = "software" // a software adapter, for tests
)

// A Config says where to compute. The zero value takes the best there is.
type Config struct {
	// Device is Auto (or empty), CPU, Software, an adapter's index in [device.Adapters], or a part of its name.
	Device string
	// Use is an application's own device, from [device.Adopt]. Device is not looked at then, and Close leaves it open.
	Use *device.Device
	// Wisdom says which measurements of the device choose kernels: ShippedWisdom (or empty), CachedWisdom, NoWisdom, or the name of a directory to keep
	// wisdom in. Results differ by roundings between choices. So that they don't depend on what happens to lie in a home directory, what was learnt
	// before counts only where it is asked for.
	Wisdom string
	// TuneFirst is how long to tune what nothing is known about when it is first planned; 0 means not at all. That plan, or that call, takes as much
	// longer; see Engine.Tune.
	TuneFirst time.Duration
	// Host says where transforms of host slices are computed: HostDevice, HostAuto, or where it is empty HostAuto if no device was asked for, else
	// HostDevice. Roundings differ between the engines.
	Host string
	// MemoryLimit is the most bytes of host memory that one call or plan may newly allocate, for results and, by an
	// estimate, for tables and room to work in; more is a MemoryError. Slices of the caller's, and the memory of a
	// GPU, are not counted. 0 is three quarters of the memory that is available when the context is opened, by what
	// the system says (2 GiB where it says nothing, as in a browser), its limits of control groups and of the
	// process, and GOMEMLIMIT. Negative is no limit.
	MemoryLimit int64
}

// An Adapter is what a context computes on.
type Adapter struct {
	device.Adapter
	CPU    bool   // the CPU engine: Adapter is empty
	Reason string // why the CPU engine was chosen
}

// String names the adapter in one line.
func (a Adapter) String() string {
	if !a.CPU {
		return a.Adapter.String()
	}
	if a.Reason == "" {
		return "CPU engine"
	}
	return "CPU engine (" + a.Reason + ")"
}

// A Context computes transforms on one adapter, or on the CPU engine. It is safe for concurrent use.
type Engine struct {
	adapter Adapter
	engine  engine
	memory  memory.Limit
	gpu     *gpuEngine // nil on the CPU
	host    *hostEngine
}

// An engine transforms arrays in host memory.
type engine interface {
	// check says whether the arrays can be transformed.
	check(a arrays) error
	// prepare makes what so many arrays need ready.
	prepare(a arrays, count int) error
	// transform transforms as many arrays as src holds.
	transform(ctx context.Context, dst, src data, a arrays) error
	describe(a arrays, count int) string
	// work estimates the bytes of host memory that so many arrays take beside their slices.
	work(a arrays, count int) int64
	// hold keeps a filter for so many arrays ready until it is released.
	hold(f filter, count int) (release func(), err error)
	// convolve convolves as many arrays as src holds.
	convolve(ctx context.Context, dst, src data, f filter) error
	workConvolution(f filter, count int) int64
	describeConvolution(f filter, count int) string
	close() error
}

// Open opens the adapter that c asks for. With nothing asked for and no hardware adapter to be had it takes the CPU
// engine, and the context's Adapter says why. It returns ErrNoAdapter if there is no adapter as asked for. The caller closes
// the context.
func Open(c Config) (*Engine, error) {
	choose, err := c.chooses()
	if err != nil {
		return nil, err
	}
	if c.Use != nil {
		return onGPU(c.Use, false, choose, c)
	}
	choice, useCPU, err := parseDevice(c.Device)
	if err != nil {
		return nil, err
	}
	if useCPU {
		return onCPU("", c), nil
	}
	dev, err := device.Open(choice)
	switch {
	case err == nil:
		return onGPU(dev, true, choose, c)
	case choice.Kind == device.Auto && errors.Is(err, ErrNoAdapter):
		return onCPU(strings.TrimPrefix(err.Error(), "device: "), c), nil
	}
	return nil, fmt.Errorf("wgfft: open: %w", err)
}

// parseDevice reads Config.Device.
func parseDevice(s string) (c device.Choice, useCPU bool, err error) {
	switch strings.ToLower(s) {
	case "", Auto:
		return c, false, nil
	case CPU:
		return c, true, nil
	case Software:
		return device.Choice{Kind: device.AnySoftware}, false, nil
	}
	if i, err := strconv.Atoi(s); err == nil {
		if i < 0 {
			return c, false, missing(fmt.Sprintf("wgfft: device %d: indices start at 0", i))
		}
		return device.Choice{Kind: device.ByIndex, Index: i}, false, nil
	}
	return device.Choice{Kind: device.ByName, Name: s}, false, nil
}

func onCPU(reason string, c Config) *Engine {
	return &Engine{adapter: Adapter{CPU: true, Reason: reason}, engine: newCPUEngine(), memory: memory.Of(c.MemoryLimit)}
}

// onGPU opens a device; choose says whether host slices may go to the CPU engine.
func onGPU(dev *device.Device, own, choose bool, c Config) (*Engine, error) {
	limit := memory.Of(c.MemoryLimit)
	g := newGPUEngine(pipeline.New(dev), own, limit)
	if err := g.learn(c); err != nil {
		g.close()
		return nil, err
	}
	opened := &Engine{adapter: Adapter{Adapter: dev.Adapter()}, engine: g, memory: limit, gpu: g, host: &hostEngine{gpuEngine: g, cpu: newCPUEngine()}}
	if choose {
		opened.engine = opened.host
	}
	return opened, nil
}

// Adapter says what the context computes on.
func (c *Engine) Adapter() Adapter { return c.adapter }

// Device is the GPU the context computes on, for buffers and encoders. It returns ErrNoAdapter on the CPU engine.
func (c *Engine) Device() (*device.Device, error) {
	if c.gpu == nil {
		return nil, c.needsGPU("device")
	}
	return c.gpu.pipes.Device(), nil
}

func (c *Engine) needsGPU(what string) error {
	return missing(fmt.Sprintf("wgfft: %s: the context computes on the CPU engine, which has no GPU memory: transform host slices, or open a GPU; Engine.Adapter says why there is none", what))
}

// Close waits for the transforms under way and gives everything back. Plans of the context can't be used any more.
// Kernels that wait to be compiled are not compiled any more. Close is idempotent.
//
// Where the GPU does not finish its work within ten seconds Close gives the device up: calls under way end with
// ErrDeviceLost, and Close returns an error that wraps it. The device's memory then stays with the process.
func (c *Engine) Close() error { return c.engine.close() }

// cpuEngine is the engine on the processor.
type cpuEngine struct {
	engine  *cpu.Engine
	filters *cache[string, cpuFilter]
	mu      sync.Mutex
	closed  bool
}

func newCPUEngine() *cpuEngine {
	return &cpuEngine{engine: cpu.New(), filters: newCache[string, cpuFilter](mostFilters)}
}

func (e *cpuEngine) check(arrays) error {
	e.mu.Lock()
	defer e.mu.Unlock()
	if e.closed {
		return closedError("context")
	}
	return nil
}

func (e *cpuEngine) prepare(arrays, int) error { return nil } // plans of the processor take microseconds

func (e *cpuEngine) transform(ctx context.Context, dst, src data, a arrays) error {
	n := a.shape[0]
	if a.kind == C2C && a.rows() {
		return translate(e.engine.Transform(ctx, dst.points, src.points, n, a.inverse, a.norm.Scale(n, a.inverse)))
	}
	c := a.cpuCall()
	shape, axes := c.shape[:c.rank], c.axes[:c.count]
	switch {
	case a.kind.IsTrig():
		return translate(e.engine.Trig(ctx, dst.reals, src.reals, shape, axes, c.kinds[:c.count], a.norm == NormOrtho, a.scale()))
	case a.kind.IsRealFFT() && a.inverse:
		return translate(e.engine.RealInverse(ctx, dst.reals, src.points, shape, axes, a.scale()))
	case a.kind.IsRealFFT():
		return translate(e.engine.RealForward(ctx, dst.points, src.reals, shape, axes, a.scale()))
	}
	return translate(e.engine.TransformAxes(ctx, dst.points, src.points, shape, axes, a.inverse, a.scale()))
}

// cpuCall is what the CPU engine is told about arrays. It needs no memory of its own.
type cpuCall struct {
	shape, axes [plan.MaxAxes]int
	kinds       [plan.MaxAxes]cpu.Trig // of each of axes
	rank, count int                    // of shape, and of axes
}

// cpuCall lists the axes in the order of along.
func (a arrays) cpuCall() (c cpuCall) {
	c.shape = a.shape
	add := func(axis int) {
		c.axes[c.count] = axis
		if kind := a.kinds[axis]; a.kind.IsTrig() {
			if a.inverse {
				kind = kind.Inverse()
			}
			c.kinds[c.count] = cpu.Trig(kind - DCT1)
		}
		c.count++
	}
	for c.rank < len(c.shape) && c.shape[c.rank] > 0 {
		axis := c.rank
		if a.axes>>axis&1 == 1 && !(a.kind.IsRealFFT() && axis == a.half) {
			add(axis)
		}
		c.rank++
	}
	if a.kind.IsRealFFT() {
		add(a.half)
	}
	return c
}

// trigs lists the kinds of the axes of sine and cosine transforms, as they are done.
func (a arrays) trigs() []cpu.Trig {
	kinds := make([]cpu.Trig, 0, len(a.each()))
	for _, k := range a.each() {
		if a.inverse {
			k = k.Inverse()
		}
		kinds = append(kinds, cpu.Trig(k-DCT1))
	}
	return kinds
}

func (e *cpuEngine) describe(a arrays, count int) string {
	s := fmt.Sprintf("(cpu %v batch %d", a, count)
	if a.norm != NormBackward {
		s += " " + a.norm.String()
	}
	return s + ")"
}

func (e *cpuEngine) close() error {
	e.mu.Lock()
	e.closed = true
	e.mu.Unlock()
	e.filters.close()
	return e.engine.Close()
}
