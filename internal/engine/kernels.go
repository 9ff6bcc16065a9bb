package engine

import (
	"sync"

	"wgfft/internal/wisdom"
	"wgfft/plan"
	"wgfft/wgsl"
)

// kernels are the kernels chosen by one state of an engine's wisdom. When the wisdom changes, new
// kernels take their place. Plans made earlier keep theirs, because their buffers may depend on
// them.
type kernels struct {
	wisdom.Chooser
	first        func(plan.Problem) wisdom.Wisdom // tunes problems without wisdom; nil for no tuning
	checks       *kernels                         // for plans that only check a problem; nil if the kernels do not tune
	chosen       kept[[]plan.AxisChoice]          // by plan.TuningKey, and whether kernels may span axes
	convolutions kept[plan.ConvolutionChoice]     // by plan.ConvolutionTuningKey
	trees        *cache[string, *tree]            // by plan.ProblemKey
}

// A tree is a plan with its schedule. Both are immutable.
type tree struct {
	plan.Plan
	mu       sync.Mutex
	schedule *plan.Schedule // nil before the first use, or if it is too long to keep
	tables   sync.Once      // for bytes
	bytes    int64          // the result of tableBytes
}

// Schedule returns the plan's schedule.
func (t *tree) Schedule() plan.Schedule {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.schedule != nil {
		return *t.schedule
	}
	s := t.Plan.Schedule()
	if len(s.Passes) <= maxKeptPasses {
		t.schedule = &s
	}
	return s
}

// tableBytes returns tableBytes of the schedule.
func (t *tree) tableBytes() int64 {
	t.tables.Do(func() { t.bytes = tableBytes(t.Schedule()) })
	return t.bytes
}

// Close does nothing: a tree is memory.
func (*tree) Close() error { return nil }

// maxKeptPasses is the largest number of passes of a schedule that is kept.
const maxKeptPasses = 64

// maxTrees is the number of trees kept.
const maxTrees = 256

func newKernels(w wisdom.Wisdom, first func(plan.Problem) wisdom.Wisdom) *kernels {
	k := &kernels{Chooser: wisdom.Chooser{Wisdom: w}, first: first, trees: newCache[string, *tree](maxTrees)}
	if first != nil {
		k.checks = newKernels(w, nil)
	}
	return k
}

// untuned returns kernels that plan without tuning. They are k itself if k does not tune.
func (k *kernels) untuned() *kernels {
	if k.checks != nil {
		return k.checks
	}
	return k
}

// close ends the caches.
func (k *kernels) close() {
	k.trees.close()
	if k.checks != nil {
		k.checks.close()
	}
}

// tree plans a problem, or returns the plan kept for it. Axes before the first transformed axis
// only increase the number of arrays.
func (k *kernels) tree(p plan.Problem, l wgsl.Limits) (*tree, error) {
	e, err := k.trees.use(plan.ProblemKey(p), func(string) (*tree, error) {
		if err := p.Check(); err != nil {
			return nil, err
		}
		p := p.Clone().Canonical()
		if in, out, err := p.IsContiguous(); err == nil && in && out && !(p.InPlace && p.Kind.IsRealFFT()) {
			if j, more := Transform(p, Single).folded(); more > 1 {
				inPlace, number := p.InPlace, p.Number
				p = j.problem(p.Count() * more)
				p.InPlace, p.Number = inPlace, number
			}
		}
		made, err := plan.Make(p, l, k)
		if err != nil {
			return nil, err
		}
		return &tree{Plan: made}, nil
	})
	if err != nil {
		return nil, err
	}
	defer k.trees.release(e)
	return e.value, nil
}

// kept are choices of kernels by their keys. Each is made once.
type kept[T any] struct{ choices sync.Map } // string -> func() (T, error)

// get returns the choice of a key, which choose makes at its first use.
func (c *kept[T]) get(key string, choose func() (T, error)) (T, error) {
	once, _ := c.choices.LoadOrStore(key, sync.OnceValues(choose))
	return once.(func() (T, error))()
}

// Choose returns the kernels for a problem that plan.Problem.Check accepts.
func (k *kernels) Choose(p plan.Problem, l wgsl.Limits) ([]plan.AxisChoice, error) {
	key := plan.TuningKey(p, l)
	if !p.CanFuseAxes() {
		key += " apart"
	}
	return k.chosen.get(key, func() ([]plan.AxisChoice, error) {
		w := k.Wisdom
		_, isRing := p.Number.(wgsl.Ring) // the tuner compares results with those of floating-point numbers
		if _, known := w.Choice(p.WithoutLayout(), l); !known && k.first != nil && !p.Quick && !isRing {
			w = k.first(p)
		}
		return wisdom.Chooser{Wisdom: w}.Choose(p, l)
	})
}

// ChooseConvolution returns the choice of kernels for a convolution that plan.Convolution.Check accepts.
func (k *kernels) ChooseConvolution(c plan.Convolution, l wgsl.Limits) (plan.ConvolutionChoice, error) {
	return k.convolutions.get(plan.ConvolutionTuningKey(c, l), func() (plan.ConvolutionChoice, error) {
		return k.Chooser.ChooseConvolution(c, l)
	})
}
