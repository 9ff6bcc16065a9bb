package wgfft

import (
	"fmt"

	"wgfft/internal/cpu"
	"wgfft/internal/memory"
	"wgfft/pipeline"
	"wgfft/plan"
)

// A MemoryError reports that a call or plan needs more host memory than Config.MemoryLimit allows. It wraps
// [ErrMemoryLimit].
//
//	What  string // what needs the memory
//	Need  int64  // bytes; math.MaxInt64 where there are more
//	Limit int64  // bytes
type MemoryError = memory.Error

// ErrMemoryLimit: a call or plan needs more host memory than Config.MemoryLimit allows; a [MemoryError] has the
// numbers.
var ErrMemoryLimit = memory.ErrLimit

// DefaultMemoryLimit is the limit of a context whose Config does not set one: see Config.MemoryLimit.
func DefaultMemoryLimit() int64 { return int64(memory.Default()) }

// MemoryLimit is the most bytes of host memory that one call or plan may newly allocate.
func (c *Engine) MemoryLimit() int64 { return int64(c.memory) }

// CheckMemory returns a [MemoryError] if the sum of need, in bytes, is above the context's limit. Packages that
// allocate for a context ask it before they do. A negative number stands for one that overflowed. What names the
// work in the error.
func (c *Engine) CheckMemory(what string, need ...int64) error {
	return memory.Check(c.memory, label(what), need...)
}

// label is a text where a Stringer is wanted.
type label string

func (l label) String() string { return string(l) }

// affordable refuses a call or plan that allocates so many arrays, and work bytes besides: with a LimitError where
// no machine has room for them, with a MemoryError where they are above the context's limit.
func affordable[S fmt.Stringer](c *Engine, p S, work int64, count int, each ...plan.Array) error {
	need := work
	for _, a := range each {
		need = memory.Sum(need, memory.Product(a.Bytes(), int64(count)))
	}
	const usual = 1 << 30 // far below what plan.CheckBytes refuses
	if need <= min(usual, int64(c.memory)) {
		return nil
	}
	for _, a := range each {
		if err := plan.CheckBytes(p, a.Bytes(), count); err != nil {
			return err
		}
	}
	return memory.Check(c.memory, p, need)
}

// work estimates the memory that a transform takes beside its slices: tables and rooms. What the GPU engine's
// tables take is known once they are planned.
func (*cpuEngine) work(a arrays, count int) int64 {
	if a.points() < cpu.LeastCounted {
		return 0
	}
	switch {
	case a.kind.IsTrig():
		return cpu.TrigBytes(a.dims(), a.along(), a.trigs(), count)
	case a.kind.IsRealFFT():
		return cpu.RealBytes(a.dims(), a.along(), count)
	}
	return cpu.ComplexBytes(a.dims(), a.along(), count)
}

func (g *gpuEngine) work(a arrays, _ int) int64 {
	if a.points() < leastTabled {
		return 0
	}
	a, _ = a.folded()
	t, err := g.treeBy(g.checks, a.problem(1))
	if err != nil {
		return 0 // whoever plans it says why
	}
	return t.tableBytes()
}

// work is that of the engine that takes more: which of them is chosen is known later.
func (h *hostEngine) work(a arrays, count int) int64 {
	return max(h.gpuEngine.work(a, count), h.cpu.work(a, count))
}

// leastTabled is the number of points from which the tables of an array's transform are counted: those of shorter
// ones take less than 100 MB.
const leastTabled = 1 << 20

// workConvolution estimates the memory that convolutions take beside their slices: the spectrum of the kernel,
// tables and rooms.
func (*cpuEngine) workConvolution(f filter, count int) int64 {
	points := f.v.Lengths(fastOnCPU)
	if memory.Bytes[byte](points...) > plan.MaxPoints {
		return 0 // whoever plans it says why
	}
	if b, ok := f.v.Blocks(fastOnCPU); ok {
		points[len(points)-1] = b.Points
	}
	return cpu.ConvolutionBytes(points, count, f.v.Real)
}

func (g *gpuEngine) workConvolution(f filter, _ int) int64 {
	points := memory.Bytes[byte](f.v.Lengths(func(least int) int { return least })...)
	if points < leastTabled || points > plan.MaxPoints {
		return 0 // little, or more than can be planned: whoever plans it says why
	}
	return memory.Product(plan.ElementBytes*tableWork, points)
}

// tableWork is how many times its size a table takes while it is made, in float64 and by a transform of its own.
const tableWork = 10

// tableBytes estimates the memory that it takes to make the tables of a schedule.
func tableBytes(s plan.Schedule) int64 {
	sum := int64(0)
	for _, t := range s.Tables {
		sum = memory.Sum(sum, memory.Product(4*tableWork, int64(t.Len())))
	}
	return sum
}

// tableBytes is that of the tree's schedule, worked out once.
func (t *tree) tableBytes() int64 {
	t.tables.Do(func() { t.bytes = tableBytes(t.Schedule()) })
	return t.bytes
}

// compile compiles a schedule if there is memory for its tables.
func (g *gpuEngine) compile(p fmt.Stringer, s plan.Schedule) (*pipeline.Program, error) {
	if err := memory.Check(g.memory, tablesOf{p}, tableBytes(s)); err != nil {
		return nil, err
	}
	return g.pipes.Compile(s)
}

// tablesOf names tables in errors.
type tablesOf struct{ of fmt.Stringer }

func (t tablesOf) String() string { return fmt.Sprintf("tables of %v", t.of) }
