package engine

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"time"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/detach"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// GPU is the engine on a GPU.
type GPU struct {
	pipes    *pipeline.Engine
	limits   wgsl.Limits
	own      bool // Close closes the device
	memory   memory.Limit
	programs *cache[batch, *pipeline.Program] // of transforms
	filters  *cache[batch, *pipeline.Program] // of convolutions
	planning
	arithmetic
	calls *detach.Calls
	ending
}

// planning is what a GPU plans with, and choices that it keeps.
type planning struct {
	kernels atomic.Pointer[kernels]
	wisdom  keeper
	lengths sync.Map // int -> int: the result of FastLen
}

// arithmetic are the number formats of a GPU, each tested at its first use.
type arithmetic struct {
	formats formats
	packs   packing
}

// ending is the state of an engine that is being closed.
type ending struct {
	closed  atomic.Bool
	once    sync.Once
	closing error // the result of Close
}

// A batch is count arrays of a job.
type batch struct {
	jobKey
	count int

	// Of programs for host memory, and 0 and false for others: see directProgram.
	like      int
	isInPlace bool
}

// maxCalls is the number of calls with a deadline that run at a time on a GPU. It bounds the
// goroutines that wait for a driver that does not return.
const maxCalls = 1024

// maxPrograms is the number of programs of transforms kept ready. Each holds a few small buffers.
const maxPrograms = 128

// GPUConfig configures a GPU.
type GPUConfig struct {
	Own       bool          // Close closes the device
	Memory    memory.Limit  // of host memory
	Wisdom    WisdomSource  // where wisdom comes from
	TuneFirst time.Duration // time for tuning a problem without wisdom when it is first planned; 0 for no tuning
	Probe     bool          // probe a device of an unknown family, unless its wisdom has a probe
}

// NewGPU returns an engine on a device. It returns an error if the wisdom of the module can't be
// read, and then closes the device if it owns it.
func NewGPU(dev *device.Device, c GPUConfig) (*GPU, error) {
	g := &GPU{
		pipes: pipeline.New(dev), limits: dev.Limits(), own: c.Own, memory: c.Memory, calls: detach.New(maxCalls),
		programs: newCache[batch, *pipeline.Program](maxPrograms),
		filters:  newCache[batch, *pipeline.Program](maxFilters),
	}
	g.pipes.LimitStaging(int64(c.Memory) / 4)
	if err := g.loadWisdom(c.Wisdom, c.TuneFirst); err != nil {
		g.Close()
		return nil, err
	}
	if c.Probe && g.needsProbe() {
		if _, err := g.Probe(context.Background()); err != nil {
			g.wisdom.note("", err) // plans then use the numbers of an unknown family
		}
	}
	return g, nil
}

// needsProbe reports whether the device is missing in the table of families and has no probe in the
// wisdom.
func (g *GPU) needsProbe() bool {
	s := g.kernels.Load().Wisdom.Speed
	return g.limits.Family.Name == wgsl.Unknown && s.Copy == 0 && s.Registers == 0
}

// Pipes returns the engine that runs schedules on the device.
func (g *GPU) Pipes() *pipeline.Engine { return g.pipes }

// Device returns the device.
func (g *GPU) Device() *device.Device { return g.pipes.Device() }

// Limits returns the limits of the device. If its family is unknown, they have the results of the
// probe that the wisdom holds.
func (g *GPU) Limits() wgsl.Limits {
	l := g.limits
	l.Family = g.kernels.Load().Wisdom.Speed.Family(l.Family)
	return l
}

// For returns the engine itself.
func (g *GPU) For(context.Context, Job, int) (Engine, error) { return g, nil }

// Detached calls f so that its caller returns when ctx ends, even while f is inside the driver.
// After that f submits nothing and does not touch the caller's memory: see package detach.
func (g *GPU) Detached(ctx context.Context, f func(ctx context.Context) error) error {
	return contextError(ctx, g.calls.Run(ctx, f))
}

// detachedValue returns the result of create, in a detached call. If ctx ends first, it returns
// ctx's error, and discard gets the later result of create.
func detachedValue[T any](
	ctx context.Context, g *GPU, create func(ctx context.Context) (T, error), discard func(T),
) (T, error) {
	v, err := detach.Value(ctx, g.calls, create, discard)
	return v, contextError(ctx, err)
}

// Close waits for the work under way and frees all resources. If the GPU does not finish within ten
// seconds, it abandons the device and returns an error that wraps device.ErrDeviceLost. It is
// idempotent.
func (g *GPU) Close() error {
	g.closed.Store(true)
	g.once.Do(func() {
		err := g.pipes.Close()
		g.programs.close()
		if known := g.kernels.Load(); known != nil {
			known.close()
		}
		g.filters.close()
		if g.own {
			err = errors.Join(err, g.Device().Close())
		}
		if err != nil {
			g.closing = fmt.Errorf("wgfft: close: %w", err)
		}
	})
	return g.closing
}

// checkOpen returns device.ErrClosed if the engine is closed.
func (g *GPU) checkOpen() error {
	if g.closed.Load() {
		return ClosedError("engine")
	}
	return nil
}

// FastLen returns the length of at least n with the least time by the cost model.
func (g *GPU) FastLen(n int) int {
	if found, ok := g.lengths.Load(n); ok {
		return found.(int)
	}
	found := choose.CheapestLength(n, g.Limits())
	g.lengths.Store(n, found)
	return found
}

// tree plans a problem. It uses the kernels of an earlier choice, if any.
func (g *GPU) tree(p plan.Problem) (*tree, error) { return g.treeBy(g.kernels.Load(), p) }

// treeBy is tree with kernels that may have been replaced since.
func (g *GPU) treeBy(known *kernels, p plan.Problem) (*tree, error) {
	if err := g.checkOpen(); err != nil {
		return nil, err
	}
	return known.tree(p, g.Limits())
}

// problem returns the problem of count arrays of a job, in the job's format on the GPU.
func (g *GPU) problem(j Job, count int) (plan.Problem, error) {
	p := j.problem(count)
	if j.ring != nil {
		return p, nil
	}
	var err error
	p.Number, err = g.format(j.number)
	return p, err
}

// conversion returns the conversion of host data of a job; nil if the GPU has the same numbers.
func (g *GPU) conversion(n Number) (pipeline.Conversion, error) {
	f, err := g.findFormat(n)
	return f.Conversion(), err
}

// isScaled reports whether arrays are divided by a power of two on their way to a GPU that computes in a
// format.
func isScaled(f wgsl.Number) bool {
	_, is := f.(wgsl.DoubleSingle)
	return is
}

// convolution plans a convolution, with the kernels chosen for it before if there are any.
func (g *GPU) convolution(c plan.Convolution) (plan.ConvolutionPlan, error) {
	if err := g.checkOpen(); err != nil {
		return plan.ConvolutionPlan{}, err
	}
	return plan.MakeConvolution(c, g.Limits(), g.kernels.Load())
}

// Check plans a transform of count arrays, which Run then need not plan again. It does not tune. Convolutions are
// checked when they run.
func (g *GPU) Check(j Job, count int) error {
	if j.filter != nil {
		return g.checkOpen()
	}
	_, err := g.checkedTree(j, count)
	return err
}

// checkedTree returns the plan of those of count arrays of a transform that travel together, without tuning.
func (g *GPU) checkedTree(j Job, count int) (*tree, error) {
	j, more := j.folded()
	items, _ := j.parts(max(1, count) * more)
	p, err := g.problem(j, items)
	if err != nil {
		return nil, err
	}
	p.InPlace = j.Replaces()
	return g.treeBy(g.kernels.Load().untuned(), p)
}

// schedule returns the schedule of count arrays of a job, and the name of the work in errors.
func (g *GPU) schedule(j Job, count int) (fmt.Stringer, plan.Schedule, error) {
	if f := j.filter; f != nil {
		p, err := g.filterPlan(j, count)
		if err != nil {
			return nil, plan.Schedule{}, err
		}
		kernel := f.kernel
		if isScaled(p.Convolution.Number) {
			kernel = f.divided()
		}
		s, err := p.Schedule(kernel)
		return f.convolution, s, err
	}
	problem, err := g.problem(j, count)
	if err != nil {
		return nil, plan.Schedule{}, err
	}
	problem.InPlace = j.Replaces()
	t, err := g.tree(problem)
	if err != nil {
		return nil, plan.Schedule{}, err
	}
	return problem, t.Schedule(), nil
}

// filterPlan plans the convolution of count arrays of a job.
func (g *GPU) filterPlan(j Job, count int) (plan.ConvolutionPlan, error) {
	c := j.batch(count)
	var err error
	if c.Number, err = g.format(j.filter.number); err != nil {
		return plan.ConvolutionPlan{}, err
	}
	return g.convolution(c)
}

// cacheOf returns the cache of a job's programs.
func (g *GPU) cacheOf(j Job) *cache[batch, *pipeline.Program] {
	if j.filter != nil {
		return g.filters
	}
	return g.programs
}

// program returns a program for count arrays of a job, compiled at its first use.
func (g *GPU) program(j Job, count int) (*entry[batch, *pipeline.Program], error) {
	return g.cacheOf(j).use(batch{jobKey: j.key(), count: count}, func(batch) (*pipeline.Program, error) {
		name, s, err := g.schedule(j, count)
		if err != nil {
			return nil, err
		}
		return g.compile(name, s)
	})
}

// parts returns the number of arrays that travel together, of count arrays, and the number in the
// incomplete last part.
func (j Job) parts(count int) (items, last int) {
	in, out := j.Ends()
	return pipeline.Parts(max(in.Bytes(), out.Bytes()), count)
}

// Prepare compiles the programs of a job, and holds the programs of a convolution until release.
func (g *GPU) Prepare(ctx context.Context, j Job, count int) (release func(), err error) {
	j, more := j.folded()
	releaseAll := func(held []*entry[batch, *pipeline.Program]) {
		for _, e := range held {
			g.cacheOf(j).release(e)
		}
	}
	held, err := detachedValue(ctx, g, func(ctx context.Context) ([]*entry[batch, *pipeline.Program], error) {
		var held []*entry[batch, *pipeline.Program]
		items, last := j.parts(count * more)
		for _, n := range []int{items, last} {
			if n == 0 {
				continue
			}
			e, err := g.program(j, n)
			if err != nil {
				releaseAll(held)
				return nil, err
			}
			held = append(held, e)
		}
		return held, nil
	}, releaseAll)
	if err != nil {
		return nil, err
	}
	if j.filter == nil { // transforms stay with the engine for other plans and calls
		releaseAll(held)
		return func() {}, nil
	}
	return func() { releaseAll(held) }, nil
}

// Run does the job for all arrays of src.
func (g *GPU) Run(ctx context.Context, dst, src Data, j Job) error {
	return g.Detached(ctx, func(ctx context.Context) error { return g.stream(ctx, dst, src, j) })
}

// stream is Run on the goroutine of the call.
func (g *GPU) stream(ctx context.Context, dst, src Data, j Job) error {
	j, _ = j.folded()
	in, out := j.Ends()
	s := pipeline.Stream{Dst: dst.Bytes(), Src: src.Bytes(), ItemBytes: in.Bytes()}
	s.Count = int(int64(len(s.Src)) / s.ItemBytes)
	if !j.Replaces() {
		s.ResultBytes = out.Bytes()
	}
	var err error
	if s.Conversion, err = g.conversion(j.Number()); err != nil {
		return err
	}
	if s.Conversion != nil && j.filter != nil {
		s.Exponent = j.filter.exponent
	}
	s.Call = j.call
	items, last := j.parts(s.Count)
	programs := g.cacheOf(j)
	full, err := g.program(j, items)
	if err != nil {
		return err
	}
	defer programs.release(full)
	s.Items, s.Full = items, full.value
	if last > 0 {
		rest, err := g.program(j, last)
		if err != nil {
			return err
		}
		defer programs.release(rest)
		s.Last = rest.value
	}
	if s.Conversion == nil && j.filter == nil && g.Device().HasShared() {
		s.Direct = g.direct(j, s.Count, items)
	}
	return g.pipes.Stream(ctx, s)
}

// Describe returns the plan of the arrays of a batch that travel together. It shows the batch of
// count arrays.
func (g *GPU) Describe(j Job, count int) string {
	j, more := j.folded()
	count *= more
	items, _ := j.parts(count)
	if j.filter != nil {
		p, err := g.filterPlan(j, items)
		if err != nil {
			return err.Error()
		}
		p.Convolution.Batch = count
		return p.String()
	}
	p, err := g.problem(j, items)
	if err != nil {
		return err.Error()
	}
	t, err := g.tree(p)
	if err != nil {
		return err.Error()
	}
	all := t.Plan
	all.Problem.Batch = count
	return all.String()
}

// Work estimates the bytes of the tables of a job, while they are made.
func (g *GPU) Work(j Job, count int) int64 {
	if f := j.filter; f != nil {
		points := memory.Bytes[byte](f.convolution.Lengths(func(least int) int { return least })...)
		if points < minTabled || points > plan.MaxPoints {
			return 0 // little, or too many points: planning it returns the error
		}
		return memory.Product(plan.ElementBytes*tableWork, points)
	}
	if j.Points() < minTabled {
		return 0
	}
	t, err := g.checkedTree(j, count)
	if err != nil {
		return 0 // planning it returns the error
	}
	return t.tableBytes()
}

// Upload copies elements to a region of a buffer, in the GPU's format of n.
func (g *GPU) Upload(ctx context.Context, dst pipeline.Region, src Data, n Number) error {
	if err := checkRegion(g, "dst", dst, int64(len(src.bytes))); err != nil {
		return err
	}
	return g.Detached(ctx, func(ctx context.Context) error {
		c, err := g.conversion(n)
		if err != nil {
			return err
		}
		return g.pipes.Upload(ctx, dst, src.bytes, c)
	})
}

// Download copies elements from a region of a buffer, which are in the GPU's format of n.
func (g *GPU) Download(ctx context.Context, dst Data, src pipeline.Region, n Number) error {
	if err := checkRegion(g, "src", src, int64(len(dst.bytes))); err != nil {
		return err
	}
	return g.Detached(ctx, func(ctx context.Context) error {
		c, err := g.conversion(n)
		if err != nil {
			return err
		}
		return g.pipes.Download(ctx, dst.bytes, src, c)
	})
}
