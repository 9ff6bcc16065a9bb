package large

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"wgfft"
	"wgfft/internal/memory"
	"wgfft/realdct"
)

// ErrMemory is returned if a transform needs more memory than [Config.Memory]. A [MemoryError] wraps it.
var ErrMemory = errors.New("large: too little memory")

// A MemoryError reports that a transform needs more memory than [Config.Memory].
type MemoryError struct {
	Problem string
	Memory  int64 // bytes, as configured
	Least   int64 // the least number of bytes that works; 0 if none does
	Engine  int64 // the part of Least for the engine, its MemoryLimit
}

// Error implements error.
func (e *MemoryError) Error() string {
	text := fmt.Sprintf("large: %s with %s of memory: ", e.Problem, memory.Size(e.Memory))
	if e.Least == 0 {
		return text + "no division into slabs exists: an axis of prime length does not fit, and of a real array only " +
			"one axis of even length can be divided: pad the array"
	}
	text += fmt.Sprintf("it needs at least %d bytes (%s): raise the limit", e.Least, roundedUp(e.Least))
	if e.Engine > e.Least/2 {
		text += fmt.Sprintf(", or open the engine with a MemoryLimit below %s", memory.Size(e.Engine))
	}
	return text
}

// roundedUp formats bytes in MiB. The result is not less than bytes.
func roundedUp(bytes int64) string { return fmt.Sprintf("%d MiB", (bytes+1<<20-1)>>20) }

// Unwrap returns ErrMemory.
func (e *MemoryError) Unwrap() error { return ErrMemory }

// A Config configures a plan.
type Config struct {
	// Memory is the number of bytes that the process may use in all: the slabs, the memory of the engine, tables,
	// and all that the process has when the plan is made, such as the slices of a program that transforms slices. An
	// engine on a GPU counts with its MemoryLimit and its staging memory, and the CPU engine with the work space of
	// the slabs. Memory of a GPU is not counted. Open the engine with a MemoryLimit of about an eighth of Memory.
	Memory int64
	// Inverse selects the inverse transform of kind C2C, with the factor of the problem's norm. Kind C2R is the
	// inverse of R2C without it.
	Inverse bool
}

// A Plan is one direction of a transform of an array that is larger than memory. Run may be called several times, but
// not at once.
type Plan[C wgfft.Complex, R wgfft.Real] struct {
	layout
	transforms *wgfft.Transforms[C, R]
	problem    wgfft.Problem
	config     Config
	budget     budget
	calls      map[call]func(ctx context.Context, dst, src []byte) error
	closers    []io.Closer
}

// A call is a transform of a slab.
type call struct{ step, width int }

// NewPlan plans a transform of kind C2C, R2C or C2R. p.Shape is the shape of the real array for R2C and C2R. Fields of
// p other than Kind, Shape, Axes, Batch, Norm and Quick must be zero. NewPlan compiles the kernels of all slabs.
//
// It returns a MemoryError for a Memory that does not suffice, with the least that does. It also returns the errors of
// [wgfft.Transforms.Plan]. The caller closes the plan.
func NewPlan[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], p wgfft.Problem, c Config,
) (*Plan[C, R], error) {
	b, err := budgetOf(ctx, t, p, c)
	if err != nil {
		return nil, err
	}
	return newPlan(ctx, t, p, c, b)
}

// A budget divides the memory of a plan.
type budget struct {
	reserve int64 // bytes of the process and of the engine
	limit   int64 // bytes of the buffers and of the tables of roots
}

// budgetOf divides c.Memory. It leaves the engine what the transforms of slabs take.
func budgetOf[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], p wgfft.Problem, c Config,
) (budget, error) {
	k, err := newTask(p, c, complexBytes[C]())
	if err != nil {
		return budget{}, err
	}
	reserve := reserved(t.Engine())
	work := workOf(ctx, t, p)
	if limit, ok := k.within(c.Memory-reserve, work); ok {
		return budget{c.Memory - limit, limit}, nil
	}
	return budget{}, k.tooLittle(t.Engine(), p, c, k.least(work), reserve)
}

// workOf returns a function of the bytes that the engine takes for the slabs of a layout. They are part of reserved on
// a GPU.
func workOf[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], p wgfft.Problem,
) func(l *layout) int64 {
	return func(l *layout) int64 {
		if !t.Engine().Adapter().CPU {
			return 0
		}
		sum := int64(0)
		for i := range l.steps {
			bytes, err := t.WorkMemory(ctx, l.problemOf(i, l.steps[i].most(), p))
			if err != nil {
				continue // planning returns the error
			}
			sum += bytes // the tables of both steps stay
		}
		return sum
	}
}

// within returns the bytes of buffers and tables of roots of the layout that leaves work enough of the bytes of a plan.
// ok is false if there is none.
func (k task) within(bytes int64, work func(l *layout) int64) (limit int64, ok bool) {
	for limit = bytes; limit > 0; {
		l, ok := k.divide(limit - tableBytes(k))
		if !ok {
			return 0, false
		}
		need := work(&l)
		if l.arena()+tableBytes(k)+need <= bytes {
			return limit, true
		}
		limit = bytes - need // less than the buffers of l
	}
	return 0, false
}

// tooLittle returns the error for too little memory. least are the bytes without the reserve; 0 if none suffice.
func (k task) tooLittle(eng *wgfft.Engine, p wgfft.Problem, c Config, least, reserve int64) error {
	if least > 0 {
		least += reserve
	}
	return &MemoryError{Problem: describe(p, c), Memory: c.Memory, Least: least, Engine: engineBytes(eng)}
}

// newPlan plans with a budget. Plans with the same limit have the same layout.
func newPlan[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], p wgfft.Problem, c Config, b budget,
) (*Plan[C, R], error) {
	k, err := newTask(p, c, complexBytes[C]())
	if err != nil {
		return nil, err
	}
	l, ok := k.divide(b.limit - tableBytes(k))
	if !ok {
		return nil, k.tooLittle(t.Engine(), p, c, k.least(workOf(ctx, t, p)), b.reserve)
	}
	made := &Plan[C, R]{layout: l, transforms: t, problem: p, config: c, budget: b,
		calls: map[call]func(context.Context, []byte, []byte) error{}}
	made.problem.Shape, made.problem.Axes = slices.Clone(p.Shape), slices.Clone(p.Axes)
	for i := range l.steps {
		for _, spans := range l.steps[i].slabs {
			if err := made.prepare(ctx, call{i, width(spans)}); err != nil {
				return nil, errors.Join(err, made.Close())
			}
		}
	}
	return made, nil
}

// tableBytes returns the bytes of the tables of roots.
func tableBytes(k task) int64 {
	most := 1
	for _, d := range k.dims {
		most = max(most, d.n)
	}
	return 4 * 16 * (int64(math.Sqrt(float64(most))) + 1)
}

// least returns the least bytes of a plan, without the reserve. It returns 0 if none suffice.
func (k task) least(work func(l *layout) int64) int64 {
	k.flight = leastFlight
	low, high := int64(0), int64(1)<<30
	found, ok := k.divideInFlight(high)
	for !ok {
		if low, high = high, 2*high; high > 1<<52 {
			return 0
		}
		found, ok = k.divideInFlight(high)
	}
	for high-low > page {
		mid := (low + high) / 2
		if l, ok := k.divideInFlight(mid); ok {
			high, found = mid, l
		} else {
			low = mid
		}
	}
	need := work(&found)
	return high + tableBytes(k) + need + need/8 // larger slabs may take more
}

// newTask checks a problem.
func newTask(p wgfft.Problem, c Config, size int) (task, error) {
	plain := wgfft.Problem{Kind: p.Kind, Shape: p.Shape, Axes: p.Axes, Batch: p.Batch, Norm: p.Norm,
		Quick: p.Quick}
	if fmt.Sprintf("%+v", plain) != fmt.Sprintf("%+v", p) {
		return task{}, errors.New("large: the problem has layouts, kinds by axis, packed pairs or scratch numbers: " +
			"use Kind, Shape, Axes, Batch, Norm and Quick alone")
	}
	if p.Kind != wgfft.C2C && p.Kind != wgfft.R2C && p.Kind != wgfft.C2R {
		return task{}, fmt.Errorf("large: the kind is %v, want c2c, r2c or c2r", p.Kind)
	}
	if p.Kind != wgfft.C2C && c.Inverse {
		return task{}, fmt.Errorf("large: Config.Inverse is for kind c2c: kind c2r is the inverse of r2c")
	}
	if p.Norm > wgfft.NormForward {
		return task{}, fmt.Errorf("large: %v: use NormBackward, NormOrtho or NormForward", p.Norm)
	}
	if len(p.Shape) == 0 || p.Batch < 0 {
		return task{}, fmt.Errorf("large: the shape is %v and the batch %d: want at least one axis, and a batch from 0",
			p.Shape, p.Batch)
	}
	k := task{outer: max(p.Batch, 1), kind: p.Kind, inverse: c.Inverse || p.Kind == wgfft.C2R, size: size}
	total := float64(k.outer)
	for _, n := range p.Shape {
		if n < 1 {
			return task{}, fmt.Errorf("large: the shape is %v: lengths are positive", p.Shape)
		}
		total *= float64(n)
		k.dims = append(k.dims, dim{n: n, on: p.Axes == nil})
	}
	if total > math.MaxInt/64 {
		return task{}, fmt.Errorf("large: the shape is %v and the batch %d: at most %d elements can be counted",
			p.Shape, k.outer, math.MaxInt/64)
	}
	last := len(p.Shape) - 1
	for _, axis := range p.Axes {
		at := axis
		if at < 0 {
			at += len(p.Shape)
		}
		if at < 0 || at >= len(p.Shape) || k.dims[at].on {
			return task{}, fmt.Errorf("large: axes %v of %d axes: an axis is named twice or out of range", p.Axes,
				len(p.Shape))
		}
		k.dims[at].on, last = true, at
	}
	if !hasOn(k.dims) {
		return task{}, errors.New("large: no axes are transformed: name at least one")
	}
	k.dims[last].half = p.Kind != wgfft.C2C
	return k, nil
}

// complexBytes returns the size of a complex point.
func complexBytes[C wgfft.Complex]() int {
	if _, double := any(*new(C)).(complex128); double {
		return 16
	}
	return 8
}

// problemOf returns the transform of a slab of n rows or columns.
func (l *layout) problemOf(i, n int, p wgfft.Problem) wgfft.Problem {
	s := &l.steps[i]
	q := wgfft.Problem{Kind: s.kind, Norm: p.Norm, Quick: p.Quick}
	half := -1
	for axis, d := range s.dims {
		q.Shape = append(q.Shape, d.n)
		if d.half && s.kind != wgfft.C2C {
			half = axis
		} else if d.on {
			q.Axes = append(q.Axes, axis)
		}
	}
	if half >= 0 {
		q.Axes = append(q.Axes, half)
	}
	if s.alongX {
		q.Shape = append(q.Shape, n)
	} else {
		q.Batch = n
	}
	return q
}

// prepare plans the transform of a slab, once for each width.
func (p *Plan[C, R]) prepare(ctx context.Context, of call) error {
	if p.calls[of] != nil {
		return nil
	}
	q := p.problemOf(of.step, of.width, p.problem)
	if q.Kind == wgfft.C2C {
		made, err := p.transforms.Plan(ctx, q)
		if err != nil {
			return fmt.Errorf("large: a slab, %v: %w", q, err)
		}
		transform := made.Forward
		if p.inverse {
			transform = made.Inverse
		}
		p.closers = append(p.closers, made)
		p.calls[of] = func(ctx context.Context, dst, src []byte) error {
			return transform(ctx, view[C](dst), view[C](src))
		}
		return nil
	}
	kind := q.Kind
	q.Kind = wgfft.R2C
	made, err := p.transforms.PlanReal(ctx, q)
	if err != nil {
		return fmt.Errorf("large: a slab, %v: %w", q, err)
	}
	p.closers = append(p.closers, made)
	p.calls[of] = func(ctx context.Context, dst, src []byte) error {
		if kind == wgfft.R2C {
			return made.Forward(ctx, view[C](dst), view[R](src))
		}
		return made.Inverse(ctx, view[R](dst), view[C](src))
	}
	return nil
}

// Close frees the plans of the slabs. It is idempotent.
func (p *Plan[C, R]) Close() error {
	var all error
	for _, c := range p.closers {
		all = errors.Join(all, c.Close())
	}
	p.closers = nil
	return all
}

// Sizes returns the bytes of the source, of the result and of the temporary file.
func (p *Plan[C, R]) Sizes() (source, result, tiles int64) {
	in, out := p.elementBytes()
	return int64(p.items) * int64(p.layout.source) * int64(in), int64(p.items) * int64(p.layout.result) * int64(out),
		p.tiles()
}

// elementBytes returns the bytes of an element of the source and of the result. A packed real array has pairs of
// samples as its elements.
func (l *layout) elementBytes() (in, out int) {
	return l.steps[0].inSize, l.steps[len(l.steps)-1].outSize
}

// Spectrum returns the shape of the half spectra of real arrays of a shape, halved along axis.
func Spectrum(shape []int, axis int) []int {
	bins := slices.Clone(shape)
	bins[axis] = realdct.Bins(bins[axis])
	return bins
}

// String describes the steps.
func (p *Plan[C, R]) String() string {
	return p.layout.describe(describe(p.problem, p.config), p.problem, p.memory())
}

// memory returns the bytes that the plan takes at most.
func (p *Plan[C, R]) memory() int64 { return p.arena() + p.budget.reserve }

// Explain describes the steps that NewPlan chooses for an engine, the bytes that they move and the least memory that
// works. double selects complex128 and float64.
func Explain(ctx context.Context, eng *wgfft.Engine, p wgfft.Problem, c Config, double bool) (string, error) {
	if double {
		return explain(ctx, eng.Double(), p, c)
	}
	return explain(ctx, eng.Transforms, p, c)
}

func explain[C wgfft.Complex, R wgfft.Real](
	ctx context.Context, t *wgfft.Transforms[C, R], p wgfft.Problem, c Config,
) (string, error) {
	k, err := newTask(p, c, complexBytes[C]())
	if err != nil {
		return "", err
	}
	b, err := budgetOf(ctx, t, p, c)
	if err != nil {
		return "", err
	}
	l, _ := k.divide(b.limit - tableBytes(k))
	text := l.describe(describe(p, c), p, l.arena()+b.reserve)
	least := k.least(workOf(ctx, t, p)) + reserved(t.Engine())
	return text + fmt.Sprintf("least memory: %s\n", roundedUp(least)), nil
}

// describe names a problem.
func describe(p wgfft.Problem, c Config) string {
	text := p.String()
	if p.Axes != nil {
		text += fmt.Sprintf(" axes %v", p.Axes)
	}
	if c.Inverse {
		text += " inverse"
	}
	return text
}

// describe describes the steps and the bytes that they move.
func (l *layout) describe(name string, p wgfft.Problem, bytes int64) string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s with %s of memory\n", name, memory.Size(bytes))
	if l.items > 1 {
		fmt.Fprintf(&b, "%d arrays, one after the other\n", l.items)
	}
	for i := range l.steps {
		s := &l.steps[i]
		what := "rows"
		if s.alongX {
			what = "columns"
		}
		fmt.Fprintf(&b, "\nstep %d of %d: %v\n", i+1, len(l.steps), l.problemOf(i, s.most(), p))
		row := func(what, format string, args ...any) {
			fmt.Fprintf(&b, "  %-9s %s\n", what, fmt.Sprintf(format, args...))
		}
		in, out := s.bufferBytes()
		row("slabs", "%d of up to %d %s, %s each", len(s.slabs), s.most(), what, memory.Size(max(in, out)))
		row("moves", "%s between disk and memory, and as much over the bus of a GPU", memory.Size(l.stepBytes(i)))
		if i == 0 {
			run, _ := l.runs()
			row("reads", "runs of %s", memory.Size(run))
		}
		if i == len(l.steps)-1 {
			_, run := l.runs()
			row("writes", "runs of %s", memory.Size(run))
		}
	}
	if len(l.steps) > 1 {
		fmt.Fprintf(&b, "\ntemporary file: %s in %d tiles of %d blocks\n", memory.Size(l.tiles()),
			len(l.steps[0].spans()), len(l.steps[1].spans()))
	}
	return b.String()
}
