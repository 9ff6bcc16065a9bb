package wgfft

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/internal/detach"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// gpuEngine transforms arrays of host memory on a GPU.
type gpuEngine struct {
	pipes    *pipeline.Engine
	limits   wgsl.Limits
	own      bool // the device is ours to close
	memory   memory.Limit
	programs *cache[batch, *pipeline.Program]
	choices  atomic.Pointer[choices]
	checks   *choices // those of check, which nobody runs: without wisdom
	keeper   keeper
	filters  filters
	lengths  sync.Map // int -> int: the cheapest from the first on
	calls    *detach.Calls
	closed   atomic.Bool
	once     sync.Once
	unable   error // what close returned
}

// A batch is so many arrays, transformed in place.
type batch struct {
	arrays
	count int
}

// mostCalls is how many calls with a deadline run at a time on a GPU. It bounds the goroutines that a driver can hold
// which does not return.
const mostCalls = 1024

// Most programs kept ready; each holds a few small buffers of its own.
const mostPrograms = 128

func newGPUEngine(pipes *pipeline.Engine, own bool, limit memory.Limit) *gpuEngine {
	return &gpuEngine{
		pipes: pipes, limits: pipes.Device().Limits(), own: own, memory: limit, calls: detach.New(mostCalls),
		checks: newChoices(plan.Wisdom{}, nil), programs: newCache[batch, *pipeline.Program](mostPrograms),
		filters: filters{programs: newCache[filterBatch, *pipeline.Program](mostFilters)},
	}
}

// detached calls f so that its caller returns when ctx ends, even while f is inside the driver. After that f submits
// nothing and does not touch the caller's memory: see package detach.
func (g *gpuEngine) detached(ctx context.Context, f func(ctx context.Context) error) error {
	return interrupted(ctx, g.calls.Run(ctx, f))
}

func (g *gpuEngine) close() error {
	g.closed.Store(true)
	g.once.Do(func() {
		g.unable = g.pipes.Close()
		g.programs.close()
		g.checks.trees.close()
		if known := g.choices.Load(); known != nil {
			known.trees.close()
		}
		g.filters.programs.close()
		if g.own {
			g.unable = errors.Join(g.unable, g.pipes.Device().Close())
		}
		if g.unable != nil {
			g.unable = fmt.Errorf("wgfft: close: %w", g.unable)
		}
	})
	return g.unable
}

// cheapest is the length from n on whose transforms take least, found once.
func (g *gpuEngine) cheapest(n int) int {
	if found, ok := g.lengths.Load(n); ok {
		return found.(int)
	}
	found := plan.Cheapest(n, g.limits)
	g.lengths.Store(n, found)
	return found
}

// tree plans a problem with the kernels chosen before, if they were.
func (g *gpuEngine) tree(p Problem) (*tree, error) { return g.treeBy(g.choices.Load(), p) }

// treeBy is tree, with choices that may have been replaced since.
func (g *gpuEngine) treeBy(known *choices, p Problem) (*tree, error) {
	if g.closed.Load() {
		return nil, closedError("context")
	}
	return known.tree(p, g.limits)
}

// check plans one array.
func (g *gpuEngine) check(a arrays) error {
	a, _ = a.folded()
	_, err := g.treeBy(g.checks, a.problem(1))
	return err
}

// program makes a batch ready to run.
func (g *gpuEngine) program(b batch) (*pipeline.Program, error) {
	problem := b.problem(b.count)
	problem.InPlace = b.inPlace()
	p, err := g.tree(problem)
	if err != nil {
		return nil, err
	}
	return g.compile(problem, p.Schedule())
}

// inPlace says whether results have the size of what they are made of, and so can replace it.
func (a arrays) inPlace() bool { return !a.kind.IsRealFFT() }

// parts are how many arrays travel at once, and how many are left over of so many.
func (a arrays) parts(count int) (items, last int) {
	in, out := a.ends()
	return pipeline.Parts(max(in.Bytes(), out.Bytes()), count)
}

// prepare makes what a batch of arrays needs ready.
func (g *gpuEngine) prepare(a arrays, count int) error {
	a, more := a.folded()
	items, last := a.parts(count * more)
	for _, n := range []int{items, last} {
		if n > 0 {
			p, err := g.programs.use(batch{a, n}, g.program)
			if err != nil {
				return err
			}
			g.programs.release(p)
		}
	}
	return nil
}

func (g *gpuEngine) transform(ctx context.Context, dst, src data, a arrays) error {
	return g.detached(ctx, func(ctx context.Context) error { return g.stream(ctx, dst, src, a) })
}

// stream is transform on the goroutine of the call.
func (g *gpuEngine) stream(ctx context.Context, dst, src data, a arrays) error {
	a, _ = a.folded()
	in, out := a.ends()
	s := pipeline.Stream{Dst: dst.bytes(), Src: src.bytes(), ItemBytes: in.Bytes()}
	s.Count = int(int64(len(s.Src)) / s.ItemBytes)
	if !a.inPlace() {
		s.ResultBytes = out.Bytes()
	}
	items, last := a.parts(s.Count)
	full, err := g.programs.use(batch{a, items}, g.program)
	if err != nil {
		return err
	}
	defer g.programs.release(full)
	s.Items, s.Full = items, full.value
	if last > 0 {
		rest, err := g.programs.use(batch{a, last}, g.program)
		if err != nil {
			return err
		}
		defer g.programs.release(rest)
		s.Last = rest.value
	}
	return g.pipes.Stream(ctx, s)
}

// describe prints the plan of the part of a batch that travels at once.
func (g *gpuEngine) describe(a arrays, count int) string {
	a, more := a.folded()
	count *= more
	items, _ := a.parts(count)
	p, err := g.tree(a.problem(items))
	if err != nil {
		return err.Error()
	}
	all := p.Plan
	all.Problem.Batch = count
	return all.String()
}
