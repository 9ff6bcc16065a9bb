package wgfft

import (
	"context"
	"fmt"
	"time"
)

// Values of Config.Host.
const (
	HostDevice = "device" // on the device that was opened
	HostAuto   = "auto"   // on that or on the CPU engine, whichever finishes first
)

// HostTimes are about how long a transform of host slices takes on either engine, transfers and all.
type HostTimes struct {
	GPU      time.Duration
	CPU      time.Duration
	Measured bool // both were measured; else what is known of the machine was enough to tell them apart
}

// Fastest is where it finishes first: "gpu" or "cpu".
func (t HostTimes) Fastest() string {
	if t.CPU < t.GPU {
		return "cpu"
	}
	return "gpu"
}

// HostTimes estimates how long a transform of a problem's batch of host slices takes on the GPU and on the CPU engine, by which Config.Host decides. The first
// call for a problem may measure it, and the first of all measures the way to the GPU and back. It returns ErrNoAdapter on the CPU engine.
func (c *Engine) HostTimes(ctx context.Context, p Problem) (HostTimes, error) {
	if c.gpu == nil {
		return HostTimes{}, c.needsGPU("times of both engines")
	}
	if err := checkProblem(p); err != nil {
		return HostTimes{}, err
	}
	a, more := arraysOf(p, p.Inverse).folded()
	if err := c.host.check(a); err != nil {
		return HostTimes{}, err
	}
	return c.host.times(ctx, a, p.Count()*more)
}

// OnGPU says whether transforms of a problem's batch of host slices are computed on the GPU: never on the CPU engine, and with HostAuto where HostTimes says so.
func (c *Engine) OnGPU(ctx context.Context, p Problem) (bool, error) {
	if c.gpu == nil {
		return false, checkProblem(p)
	}
	if c.engine != engine(c.host) {
		err := checkProblem(p)
		return err == nil, err
	}
	t, err := c.HostTimes(ctx, p)
	return err == nil && t.Fastest() == "gpu", err
}

// hostEngine transforms host slices on the GPU or on the processor, whichever finishes first. Convolutions go to the GPU.
type hostEngine struct {
	*gpuEngine
	cpu     *cpuEngine
	machine machine
}

// chooses says whether to choose between the engines.
func (c Config) chooses() (bool, error) {
	switch c.Host {
	case "":
		return c.Use == nil && (c.Device == "" || c.Device == Auto), nil
	case HostDevice:
		return false, nil
	case HostAuto:
		return true, nil
	}
	return false, fmt.Errorf("wgfft: host %q: use %s or %s", c.Host, HostDevice, HostAuto)
}

// fastest is the engine for so many arrays.
func (h *hostEngine) fastest(ctx context.Context, a arrays, count int) (engine, error) {
	folded, more := a.folded()
	t, err := h.times(ctx, folded, count*more)
	if err != nil {
		return nil, err
	}
	if t.Fastest() == "cpu" {
		return h.cpu, nil
	}
	return h.gpuEngine, nil
}

func (h *hostEngine) prepare(a arrays, count int) error {
	e, err := h.fastest(context.Background(), a, count)
	if err != nil {
		return err
	}
	return e.prepare(a, count)
}

func (h *hostEngine) transform(ctx context.Context, dst, src data, a arrays) error {
	in, _ := a.ends()
	e, err := h.fastest(ctx, a, int(int64(len(src.bytes()))/in.Bytes()))
	if err != nil {
		return err
	}
	return e.transform(ctx, dst, src, a)
}

func (h *hostEngine) describe(a arrays, count int) string {
	e, err := h.fastest(context.Background(), a, count)
	if err != nil {
		return err.Error()
	}
	return e.describe(a, count)
}

func (h *hostEngine) close() error {
	err := h.gpuEngine.close()
	h.cpu.close()
	return err
}
