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
}

// chosen are kernels: choosing is done once.
type chosen struct {
	once    sync.Once
	kernels []wgsl.FFT
	err     error
}

// kernels are those for a problem that makes sense.
func (c *choices) kernels(p Problem, l wgsl.Limits) ([]wgsl.FFT, error) {
	key := plan.ChoiceKey(p, l)
	if !p.Straddles() {
		key += " apart"
	}
	kept, _ := c.chosen.LoadOrStore(key, &chosen{})
	k := kept.(*chosen)
	k.once.Do(func() {
		w := c.wisdom
		if _, known := w.Choice(p.Plain(), l); !known && c.first != nil {
			w = c.first(p)
		}
		k.kernels, k.err = w.Choose(p, l)
	})
	return k.kernels, k.err
}
