package nd

import (
	"context"
	"fmt"
	"slices"
)

// A stepPlan has the commands of a step. They refer to arrays and numbers by position. Later steps
// of the same structure run the commands without planning.
type stepPlan struct {
	commands []command
	places   int // the number of arrays: owned arrays first, then temporaries
}

// A commandKind is the kind of a command.
type commandKind uint8

// The kinds of commands.
const (
	takeMemory   commandKind = iota // gets memory for a temporary
	giveMemory                      // gives back memory of a temporary
	runUpload                       // copies host data to a temporary
	runKernel                       // computes elements
	runTransform                    // computes a transform
	runFusion                       // computes a transform with elements in its load or store
	runFold                         // computes a reduction
	runFetch                        // copies an array to host memory
)

// A command is a call of a machine, or a change of the pool of temporaries.
type command struct {
	kind     commandKind
	at       int // the position of the operation
	dst, src int // the places of the arrays; -1 for none
	dtype    DType
	n        int // elements of a temporary
	kernel   *kernel
	turn     *transform
	fusion   *fusion
	fold     *fold
	isTaken  bool // for runFetch: the copy takes the memory of the array
}

// add adds a command of the operation that is being computed.
func (x *execution) add(c command) {
	c.at = x.at
	x.plan.commands = append(x.plan.commands, c)
}

// place returns the place of an array. It returns -1 if m is nil.
func (x *execution) place(m *memory) int {
	if m == nil {
		return -1
	}
	return x.placeOf[m]
}

// locate sets k.places, the places of the arrays of a kernel.
func (x *execution) locate(k *kernel) {
	if k == nil {
		return
	}
	k.places = make([]int, len(k.loads)+1)
	for i := range k.loads {
		k.places[i] = x.place(k.loads[i].mem)
	}
	k.places[len(k.loads)] = x.place(k.dst.mem)
}

// run runs a kernel.
func (x *execution) run(k *kernel) error {
	x.locate(k)
	x.add(command{kind: runKernel, kernel: k})
	return x.on.m.compute(x.ctx, k)
}

// fuse runs a fusion. It reports false if the machine can't do so.
func (x *execution) fuse(f *fusion) (bool, error) {
	isDone, err := x.on.m.fuse(x.ctx, f)
	if isDone {
		x.locate(f.load)
		x.locate(f.store)
		f.places = make([]int, len(f.stored))
		for i := range f.stored {
			f.places[i] = x.place(f.stored[i].to.mem)
		}
		turn := *f.turn
		f.turn = &turn
		x.add(command{kind: runFusion, fusion: f, dst: x.place(f.dst), src: x.place(f.src)})
	}
	return isDone, err
}

// A replay runs the commands of a plan for a step.
type replay struct {
	on     *shared
	rec    *stepRecord
	arrays []*memory // by place
}

// replay runs the commands of a plan for a step. The caller has made the key of the step.
func (s *shared) replay(ctx context.Context, rec *stepRecord, p *stepPlan) error {
	r := &s.again
	r.on, r.rec = s, rec
	r.arrays = append(r.arrays[:0], rec.owned...)
	for len(r.arrays) < p.places {
		r.arrays = append(r.arrays, nil)
	}
	if err := s.fill(rec); err != nil {
		return err
	}
	var err error
	for i := range p.commands {
		c := &p.commands[i]
		if err = r.run(ctx, c); err != nil {
			err = rec.located(c.at, err)
			break
		}
	}
	for _, m := range r.arrays[len(rec.owned):] { // only after an error
		if m != nil {
			s.giveBack(m)
		}
	}
	clear(r.arrays)
	return err
}

// run runs a command.
func (r *replay) run(ctx context.Context, c *command) (err error) {
	m := r.on.m
	switch c.kind {
	case takeMemory:
		r.arrays[c.dst], err = r.on.takeTemp(c.dtype, c.n)
		return err
	case giveMemory:
		r.on.giveBack(r.arrays[c.dst])
		r.arrays[c.dst] = nil
		return nil
	case runUpload:
		return m.upload(r.arrays[c.dst], &r.rec.nodes[c.at].data)
	case runFetch:
		err = m.fetch(r.arrays[c.src], r.rec.nodes[c.at].into, c.isTaken)
		if c.isTaken {
			r.arrays[c.src] = nil
		}
		return err
	case runTransform:
		return m.transform(ctx, c.turn, r.arrays[c.dst], r.arrays[c.src])
	case runKernel:
		r.bind(c.kernel)
		return m.compute(ctx, c.kernel)
	case runFold:
		r.bind(c.kernel)
		return r.on.reduce(ctx, c.kernel, c.fold)
	}
	f := c.fusion
	r.bind(f.load)
	r.bind(f.store)
	f.dst, f.src = r.at(c.dst), r.at(c.src)
	for i, place := range f.places {
		f.stored[i].to.mem = r.arrays[place]
	}
	isDone, err := m.fuse(ctx, f)
	if err == nil && !isDone {
		err = fmt.Errorf("nd: a fusion that was compiled can't run")
	}
	return err
}

// at returns the array at a place. It returns nil for place -1.
func (r *replay) at(place int) *memory {
	if place < 0 {
		return nil
	}
	return r.arrays[place]
}

// bind gives a kernel its arrays and numbers.
func (r *replay) bind(k *kernel) {
	if k == nil {
		return
	}
	for i := range k.loads {
		k.loads[i].mem = r.arrays[k.places[i]]
	}
	k.dst.mem = r.at(k.places[len(k.loads)])
	for i, number := range k.from {
		k.params[i] = r.rec.nums[number]
	}
}

// reduce computes a reduction, and takes the temporaries for it. It does not change the kernel.
func (s *shared) reduce(ctx context.Context, k *kernel, f *fold) error {
	var extra []*memory
	copied := *k
	err := s.m.reduce(ctx, &copied, f, func(d DType, n int) (*memory, error) {
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
	if slices.ContainsFunc(r.owned, func(m *memory) bool { return m.closed.Load() }) {
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
