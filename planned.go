package wgfft

import (
	"context"
	"fmt"
	"sync"
	"sync/atomic"

	"wgfft/plan"
)

// planned is a transform of host slices prepared for repeated use, in both directions.
type planned struct {
	c      *Engine
	p      Problem
	closed atomic.Bool
	ways   [2]way // forward and inverse
}

// A way is one direction of a planned transform.
type way struct {
	p       Problem
	a       arrays
	in, out int       // elements that source and destination reach over
	gaps    bool      // either has a layout of its own
	rooms   sync.Pool // *room, for arrays with gaps
	engine  atomic.Pointer[engine]
}

// on is the engine that does this direction of so many arrays: found once, at its first use: what is learnt later
// about the engines is for plans made later.
func (w *way) on(ctx context.Context, e engine, count int) (engine, error) {
	h, choose := e.(*hostEngine)
	if !choose {
		return e, nil
	}
	if found := w.engine.Load(); found != nil {
		return *found, nil
	}
	found, err := h.fastest(ctx, w.a, count)
	if err == nil {
		w.engine.Store(&found)
	}
	return found, err
}

// planned prepares the forward transform of a problem.
func (c *Engine) planned(p Problem) (*planned, error) {
	p.Inverse, p.InPlace = false, false
	if err := checkProblem(p); err != nil {
		return nil, err
	}
	if p.In.Planar || p.Out.Planar {
		return nil, fmt.Errorf("wgfft: %v: planar layouts are for GPU buffers; use PlanResident, or slices of complex64", p)
	}
	if p.In.Samples != Float32 || p.Out.Samples != Float32 {
		return nil, fmt.Errorf("wgfft: %v: samples of type %v and %v are for GPU buffers; use PlanResident, or slices of float32", p, p.In.Samples, p.Out.Samples)
	}
	made := &planned{c: c, p: p.Clone()} // the caller may change his
	for _, inverse := range []bool{false, true} {
		w := &made.ways[index(inverse)]
		w.p = turned(made.p, inverse)
		w.a = arraysOf(w.p, w.p.Inverse)
		in, out, err := w.p.IsContiguous()
		if err == nil {
			w.gaps = !(in && out)
			err = w.affordable(c)
		}
		if err != nil && inverse {
			return nil, fmt.Errorf("wgfft: the way back, where input and output change places: %w", err)
		}
		if err != nil {
			return nil, err
		}
		if w.in, w.out, err = w.p.Extents(); err != nil {
			return nil, err
		}
	}
	a := made.ways[0].a
	if err := c.engine.check(a); err != nil {
		return nil, err
	}
	return made, c.engine.prepare(a, p.Count())
}

// affordable refuses a direction that needs more memory than there may be: for work, and where there are gaps for
// packed arrays.
func (w *way) affordable(c *Engine) error {
	var packed []plan.Array
	if w.gaps {
		in, out := w.a.ends()
		packed = []plan.Array{in, out}
	}
	return affordable(c, w.p, c.engine.work(w.a, w.p.Count()), w.p.Count(), packed...)
}

// turned is a problem in one direction. Where numbers and their spectrum have different shapes, each keeps its layout.
func turned(p Problem, inverse bool) Problem {
	p.Inverse = inverse
	if inverse && p.Kind.IsRealFFT() {
		p.In, p.Out = p.Out, p.In
	}
	return p
}

// String is the plan's tree.
func (p *planned) String() string { return p.c.engine.describe(p.ways[0].a, p.p.Count()) }

// run does one direction of a planned transform.
func run[D, S element](ctx context.Context, p *planned, dst []D, src []S, inverse bool) error {
	if p.closed.Load() {
		return closedError("plan")
	}
	w := &p.ways[index(inverse)]
	if err := match(dst, src, w.out, w.in); err != nil {
		return err
	}
	if err := over(ctx); err != nil {
		return err
	}
	e, err := w.on(ctx, p.c.engine, p.p.Count())
	if err != nil {
		return err
	}
	if !w.gaps {
		return e.transform(ctx, dataOf(dst), dataOf(src), w.a)
	}
	// Arrays with gaps are packed first: the GPU gets them without.
	r, _ := w.rooms.Get().(*room[D, S])
	if r == nil {
		in, out := w.a.ends()
		if r, err = newRoom[D, S](ctx, out.Elements*p.p.Count(), in.Elements*p.p.Count()); err != nil {
			return err
		}
	}
	defer w.rooms.Put(r)
	if err := gather(ctx, w.p, r.in, src); err != nil {
		return err
	}
	if err := e.transform(ctx, dataOf(r.out), dataOf(r.in), w.a); err != nil {
		return err
	}
	return scatter(ctx, w.p, dst, r.out)
}

// A room is where arrays with gaps are packed.
type room[D, S element] struct {
	out []D
	in  []S
}

// newRoom allocates the work space of n elements.
func newRoom[D, S element](ctx context.Context, out, in int) (*room[D, S], error) {
	r := new(room[D, S])
	var err error
	if r.out, err = zeros[D](ctx, out); err == nil {
		r.in, err = zeros[S](ctx, in)
	}
	return r, err
}

// close ends the use of the plan.
func (p *planned) close() error {
	p.closed.Store(true)
	return nil
}
