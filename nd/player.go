package nd

import (
	"context"
	"slices"

	"wgfft/nd/internal/expr"
)

// A stepPlan has the commands of a step. They refer to arrays and numbers by position. Later steps
// of the same structure play them, too.
type stepPlan struct {
	commands []placedCommand
	places   int // the number of arrays: owned arrays first, then temporaries
}

// A placedCommand is a command, and the position of the operation that it belongs to.
type placedCommand struct {
	at int
	command
}

// A command is a call of the machine, or a change of the pool of temporaries.
type command interface {
	// play does what the command describes with the arrays of the step that p plays.
	play(ctx context.Context, p *player) error
}

// A player plays the plan of a step. It uses the memory of its fields again for the next step.
type player struct {
	on     *shared
	rec    *stepRecord
	at     int            // the position of the operation
	arrays []*expr.Memory // by place
}

// play plays a plan of a step. The caller has made the key of the step.
func (s *shared) play(ctx context.Context, r *stepRecord, plan *stepPlan) (err error) {
	p := &s.player
	p.on, p.rec = s, r
	p.arrays = p.arrays[:0]
	for _, m := range r.owned {
		p.arrays = append(p.arrays, &m.Memory)
	}
	for len(p.arrays) < plan.places {
		p.arrays = append(p.arrays, nil)
	}
	for _, c := range plan.commands {
		p.at = c.at
		if err = c.play(ctx, p); err != nil {
			err = r.located(c.at, err)
			break
		}
	}
	for _, m := range p.arrays[len(r.owned):] { // only after an error
		if m != nil {
			s.giveBack(m)
		}
	}
	clear(p.arrays)
	return err
}

// array returns the array at a place. It returns nil for place -1.
func (p *player) array(place int) *expr.Memory {
	if place < 0 {
		return nil
	}
	return p.arrays[place]
}

// bind gives a kernel its arrays and numbers.
func (p *player) bind(k *expr.Kernel) {
	if k == nil {
		return
	}
	for i := range k.Loads {
		k.Loads[i].Memory = p.arrays[k.Places[i]]
	}
	k.Dst.Memory = p.array(k.Places[len(k.Loads)])
	for i, number := range k.From {
		k.Params[i] = p.rec.nums[number]
	}
}

// takeMemory gets memory for a temporary of n elements.
type takeMemory struct {
	place int
	dtype expr.DType
	n     int
}

func (c takeMemory) play(_ context.Context, p *player) (err error) {
	p.arrays[c.place], err = p.on.takeTemp(c.dtype, c.n)
	return err
}

// giveMemory gives back the memory of a temporary.
type giveMemory struct{ place int }

func (c giveMemory) play(_ context.Context, p *player) error {
	p.on.giveBack(p.arrays[c.place])
	p.arrays[c.place] = nil
	return nil
}

// runUpload copies the host data of the operation to a temporary.
type runUpload struct{ dst int }

func (c runUpload) play(_ context.Context, p *player) error {
	return p.on.m.Upload(p.arrays[c.dst], &p.rec.nodes[p.at].data)
}

// runFetch copies an array to host memory. If isTaken is set, the copy takes the memory of the array.
type runFetch struct {
	src     int
	isTaken bool
}

func (c runFetch) play(_ context.Context, p *player) error {
	m, into := p.arrays[c.src], &p.rec.nodes[p.at].into.copy
	if !c.isTaken {
		return p.on.m.Fetch(m, into, false)
	}
	p.arrays[c.src] = nil
	if p.on.kept[tempKey{m.Type, m.Count}] { // an encoder of the program may use the memory
		defer p.on.giveBack(m)
		return p.on.m.Fetch(m, into, false)
	}
	return p.on.m.Fetch(m, into, true)
}

// runKernel computes elements.
type runKernel struct{ *expr.Kernel }

func (c runKernel) play(ctx context.Context, p *player) error {
	p.bind(c.Kernel)
	return p.on.m.Compute(ctx, c.Kernel)
}

// runTransform computes a transform.
type runTransform struct {
	*expr.Transform
	dst, src int
}

func (c runTransform) play(ctx context.Context, p *player) error {
	return p.on.m.Transform(ctx, c.Transform, p.arrays[c.dst], p.arrays[c.src])
}

// runFusion computes a transform with elements in its load or store.
type runFusion struct {
	*expr.Fusion
	dst, src int
}

func (c runFusion) play(ctx context.Context, p *player) error {
	f := c.Fusion
	p.bind(f.Load)
	p.bind(f.Store)
	f.Dst, f.Src = p.array(c.dst), p.array(c.src)
	for i, place := range f.Places {
		f.Stored[i].To.Memory = p.arrays[place]
	}
	return p.on.m.Fuse(ctx, f)
}

// runFold computes a reduction.
type runFold struct {
	*expr.Kernel
	*expr.Fold
}

func (c runFold) play(ctx context.Context, p *player) error {
	p.bind(c.Kernel)
	return p.on.reduce(ctx, c.Kernel, c.Fold)
}

// showResult gives a node the memory of its values, for the check of results.
type showResult struct {
	n     *node
	place int
}

func (c showResult) play(_ context.Context, p *player) error {
	c.n.plan.temp = p.array(c.place)
	return nil
}

// reduce computes a reduction, and takes the temporaries for it. It does not change the kernel.
func (s *shared) reduce(ctx context.Context, k *expr.Kernel, f *expr.Fold) error {
	var extra []*expr.Memory
	copied := *k
	err := s.m.Reduce(ctx, &copied, f, func(d expr.DType, n int) (*expr.Memory, error) {
		m, err := s.takeTemp(d, n)
		if err == nil {
			extra = append(extra, m)
		}
		return m, err
	})
	for _, m := range extra {
		s.giveBack(m)
	}
	return err
}

// The largest number of plans of steps that are kept, and of their commands.
const (
	maxPlans    = 64
	maxCommands = 1 << 14
)

// planOf returns the plan kept for the step with key r.key, or nil.
func (s *shared) planOf(r *stepRecord) *stepPlan {
	if slices.ContainsFunc(r.owned, func(m *ownedMemory) bool { return m.closed.Load() }) {
		return nil // planning finds the operation with the closed array
	}
	return s.plans[string(r.key)]
}

// keep keeps the plan of the step with key r.key.
func (s *shared) keep(r *stepRecord, p *stepPlan) {
	if len(s.plans) >= maxPlans || s.commands+len(p.commands) > maxCommands {
		clear(s.plans)
		s.commands = 0
	}
	s.plans[string(r.key)] = p
	s.commands += len(p.commands)
}
