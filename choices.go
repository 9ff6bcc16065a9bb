package wgfft

import (
	"sync"

	"wgfft/plan"
	"wgfft/wgsl"
)

// choices are kernels chosen by one state of a context's wisdom. When that changes there are others; plans made before keep theirs, whose buffers may
// depend on them.
type choices struct {
	wisdom plan.Wisdom
	first  func(Problem) plan.Wisdom // tunes what nothing is known about; nil where that is not asked for
	chosen sync.Map                  // plan.ChoiceKey, and whether kernels may straddle axes -> *chosen
	trees  *cache[string, *tree]     // by plan.KeyOf
}

// A tree is a plan with its schedule, neither of which changes.
type tree struct {
	plan.Plan
	mu       sync.Mutex
	schedule *plan.Schedule // where it was asked for and is not too long to keep
	tables   sync.Once      // for bytes
	bytes    int64          // see tableBytes
}

// Schedule is the plan's schedule.
func (t *tree) Schedule() plan.Schedule {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.schedule != nil {
		return *t.schedule
	}
	s := t.Plan.Schedule()
	if len(s.Passes) <= mostKept {
		t.schedule = &s
	}
	return s
}

// Close does nothing: a tree is memory.
func (*tree) Close() error { return nil }

// Most passes of a schedule that is kept.
const mostKept = 64

// Most trees kept.
const mostTrees = 256

func newChoices(w plan.Wisdom, first func(Problem) plan.Wisdom) *choices {
	return &choices{wisdom: w, first: first, trees: newCache[string, *tree](mostTrees)}
}

// tree plans a problem, if it does not remember the plan. Axes before the first that is transformed only make more arrays.
func (c *choices) tree(p Problem, l wgsl.Limits) (*tree, error) {
	e, err := c.trees.use(plan.ProblemKey(p), func(string) (*tree, error) {
		if err := p.Check(); err != nil {
			return nil, err
		}
		p := p.Clone().Canonical()
		if in, out, err := p.IsContiguous(); err == nil && in && out && !(p.InPlace && p.Kind.IsRealFFT()) {
			if a, more := arraysOf(p, p.Inverse).folded(); more > 1 {
				inPlace := p.InPlace
				p = a.problem(p.Count() * more)
				p.InPlace = inPlace
			}
		}
		made, err := plan.MakeChosen(p, l, c.kernels)
		if err != nil {
			return nil, err
		}
		return &tree{Plan: made}, nil
	})
	if err != nil {
		return nil, err
	}
	defer c.trees.release(e)
	return e.value, nil
}

// chosen are kernels: choosing is done once.
type chosen struct {
	once    sync.Once
	kernels []wgsl.Kernel
	err     error
}

// kernels are those for a problem that makes sense.
func (c *choices) kernels(p Problem, l wgsl.Limits) ([]wgsl.Kernel, error) {
	key := plan.TuningKey(p, l)
	if !p.CanFuseAxes() {
		key += " apart"
	}
	kept, _ := c.chosen.LoadOrStore(key, &chosen{})
	k := kept.(*chosen)
	k.once.Do(func() {
		w := c.wisdom
		if _, known := w.Choice(p.WithoutLayout(), l); !known && c.first != nil {
			w = c.first(p)
		}
		k.kernels, k.err = w.Choose(p, l)
	})
	return k.kernels, k.err
}
