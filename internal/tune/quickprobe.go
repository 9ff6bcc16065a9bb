package tune

import (
	"context"
	"errors"
	"math"
	"time"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// ProbeTime is the longest time of QuickProbe. A call of the driver that has begun may end later.
const ProbeTime = 2 * time.Second

// Sizes and methods of QuickProbe.
const (
	quickBytes    = 64 << 20 // moved by a pass, more than integrated GPUs cache
	quickSoftware = 4 << 20
	spillRatio    = 1.25 // least ratio of the time of a pass that spills to the time of a pass that does not
)

var quickMethod = measure.Method{Loop: 10 * time.Millisecond, Repeats: 3}

// probeRadices are the radices of the passes that measure registers, in rising order. The first one
// spills on no device.
var probeRadices = []int{8, 16, 32}

// QuickProbe measures the time of a dispatch, the speed of a copy, and the registers of a thread,
// within ProbeTime. If the time does not suffice, the remaining results are 0. QuickProbe cannot
// measure the workgroup memory and the registers of a whole multiprocessor, because WebGPU does not
// report the number of multiprocessors.
//
// A pass of a single butterfly of r points moves the same bytes for every r, and needs more
// registers for a larger r. It takes about the time of a copy until they spill to memory.
func QuickProbe(ctx context.Context, e *pipeline.Engine) (choose.Speed, error) {
	short, cancel := context.WithTimeout(ctx, ProbeTime)
	defer cancel()
	s, err := quickProbe(short, e)
	if err != nil && ctx.Err() == nil && errors.Is(err, context.DeadlineExceeded) {
		err = nil // the probe's own time is over
	}
	return s, err
}

func quickProbe(ctx context.Context, e *pipeline.Engine) (s choose.Speed, err error) {
	l := e.Device().Limits()
	room := int64(quickBytes)
	if e.Device().Adapter().Kind == device.Software {
		room = quickSoftware
	}
	room = min(room, l.BindingBytes, l.AllocationBytes)
	b, err := measure.New(ctx, e, plan.Memory{Bytes: room}, plan.Memory{Bytes: room}, measure.Format{})
	if err != nil {
		return s, err
	}
	defer b.Close()
	points := int(room / plan.ElementBytes)
	seconds := func(p plan.Plan, err error) (float64, error) {
		if err != nil {
			return 0, err
		}
		if err := ctx.Err(); err != nil {
			return 0, err
		}
		program, err := e.Compile(p.Schedule())
		if err != nil {
			return 0, err
		}
		defer program.Close()
		ms, err := b.Quick(ctx, program, quickMethod)
		return ms / 1e3, err
	}
	if s.Dispatch, err = seconds(copyPlan(1, l)); err != nil {
		return choose.Speed{}, err
	}
	all, err := seconds(copyPlan(points, l))
	if err != nil {
		return s, err
	}
	s.Copy = 2 * float64(points) * plan.ElementBytes / all
	least := math.Inf(1)
	for _, r := range probeRadices {
		k, made, err := butterflyPlan(r, points, l)
		took, err := seconds(made, err)
		if err != nil {
			return s, err
		}
		took /= float64(made.Problem.Points())
		if least = min(least, took); took > spillRatio*least {
			break
		}
		s.Registers = int(math.Ceil(choose.EstimateRegisters(k)))
	}
	return s, nil
}

// copyPlan returns the plan of a copy.
func copyPlan(points int, l wgsl.Limits) (plan.Plan, error) {
	return choose.Make(plan.Problem{Shape: []int{1}, Batch: points}, l)
}

// butterflyPlan returns the plan of a pass of columns of r points with one butterfly, and its kernel.
// It moves about the given number of points.
func butterflyPlan(r, points int, l wgsl.Limits) (wgsl.Kernel, plan.Plan, error) {
	const columns = 64 // of a workgroup
	p := plan.Problem{Shape: []int{r, points / r / columns * columns}, Axes: []int{0}, Batch: 1}
	radices, err := wgsl.MakeRadices(r)
	if err != nil {
		return wgsl.Kernel{}, plan.Plan{}, err
	}
	k := p.OrderedAxes(l)[0].Columns(wgsl.Kernel{Stages: wgsl.Stages{Radices: radices},
		Threads: wgsl.Ownership{Elements: r, Transforms: columns}})
	made, err := choose.From(p, l, k)
	return k, made, err
}
