package wgfft

import (
	"context"
	"sync"
	"sync/atomic"

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
	closed   atomic.Bool
	once     sync.Once
}

// A batch is so many arrays, transformed in place.
type batch struct {
	arrays
	count int
}

// Most programs kept ready; each holds a few small buffers of its own.
const mostPrograms = 128

func newGPUEngine(pipes *pipeline.Engine, own bool, limit memory.Limit) *gpuEngine {
	return &gpuEngine{pipes: pipes, limits: pipes.Device().Limits(), own: own, memory: limit, checks: newChoices(plan.Wisdom{}, nil), programs: newCache[batch, *pipeline.Program](mostPrograms),
		filters: filters{programs: newCache[filterBatch, *pipeline.Program](mostFilters)}}
}

func (g *gpuEngine) close() error {
	g.closed.Store(true)
	g.once.Do(func() {
		g.pipes.Close()
		g.programs.close()
		g.checks.trees.close()
		if known := g.choices.Load(); known != nil {
			known.trees.close()
		}
		g.filters.programs.close()
		if g.own {
			g.pipes.Device().Close()
		}
	})
	return nil
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
func (a arrays) inPlace() bool { return !a.kind.Half() }

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
	return interrupted(ctx, g.pipes.Stream(ctx, s))
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
