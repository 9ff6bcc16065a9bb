package wgsl

import (
	"errors"
	"fmt"
	"iter"
	"math/cmplx"
	"slices"
)

// A player is the Machine that computes in a ring: one lane of a workgroup.
type player struct {
	env   Env
	ring  Ring
	group *playedGroup
	yield func(struct{}) bool // hands over to the next lane
}

// A playedGroup is the state that the lanes of a workgroup share.
type playedGroup struct {
	at     touch        // the lane that runs; phase is the number of barriers passed
	shared *playedArray // workgroup memory; NaN where no lane has written
	shape  []int
	arrays map[string]*playedArray // global memory by the names of arrays
	races  int
	lost   int // reads of elements that other workgroups write
	err    error
}

// A playedArray is an array with the last access to each word, from which races follow.
type playedArray struct {
	words         []complex128
	written, read []touch
}

// A touch is an access to a word. Workgroups and phases count from 1, so the zero touch is none.
type touch struct{ group, phase, lane int }

// several is the group or the lane of a touch that stands for touches of several groups or lanes. As a phase, it
// marks a touch that races with no lane of its own workgroup.
const several = -1

// errStopped ends a lane that waits at a barrier after another lane has failed.
var errStopped = errors.New("stopped")

// A Part is the part of a batch that a dispatch computes: the words of its uniform.
type Part struct {
	First, End     int // transforms First to End-1
	Source, Target int // elements at which the arrays begin in their bindings, for a kernel with Offset
	Rows           int // rows of the arrays, if two rows share a transform
}

// Play computes the kernel for a batch, in the [Ring] of its number format: in float64 for floating-point numbers.
// Arrays are global memory by the names of bindings: src and dst, or data for a kernel in place. Play fills in
// tables itself. An access beyond an array is an error. Play counts races, which are of two types:
//
//   - Two lanes access one word of workgroup memory with no barrier between them, and one of them writes.
//   - One workgroup or lane writes an element of an array, and another one reads or writes it. A read by another
//     workgroup is no race if the results do not depend on it.
func (k Kernel) Play(batch int, arrays map[string][]complex128) (races int, err error) {
	return k.PlayPart(Part{End: batch, Rows: 2 * batch}, arrays)
}

// PlayPart is Play for a part of a batch.
func (k Kernel) PlayPart(part Part, arrays map[string][]complex128) (races int, err error) {
	p, err := k.lower()
	if err != nil {
		return 0, err
	}
	return p.play(part, arrays)
}

// play computes a program for a part of a batch. If workgroups read elements that other workgroups write, it
// computes the part again with the workgroups in reverse order. Each element that differs counts as a race.
func (p *program) play(part Part, arrays map[string][]complex128) (races int, err error) {
	again := map[string][]complex128{}
	for name, words := range arrays {
		again[name] = slices.Clone(words)
	}
	g := p.playGroups(part, arrays, false)
	if g.lost == 0 || g.err != nil {
		return g.races, g.err
	}
	races = g.races
	g = p.playGroups(part, again, true)
	for name, words := range arrays {
		for i, z := range words {
			if z != again[name][i] && !(cmplx.IsNaN(z) && cmplx.IsNaN(again[name][i])) {
				races++
			}
		}
	}
	return races, g.err
}

// playGroups runs the workgroups of a part of a batch, in order or in reverse. Lanes run from barrier
// to barrier.
func (p *program) playGroups(part Part, arrays map[string][]complex128, isReversed bool) *playedGroup {
	g := &playedGroup{shape: slices.Clone(p.memory.shape), arrays: map[string]*playedArray{}}
	ring := p.kernel.ring()
	for _, t := range p.tables.all {
		var entries []complex128
		for _, part := range t.parts {
			for _, c := range part.Entries() {
				z, err := ring.Element(c)
				if err != nil {
					g.err = fmt.Errorf("wgsl: table %v: %w", part, err)
					return g
				}
				entries = append(entries, z)
			}
		}
		g.arrays[t.array.Name] = newPlayedArray(entries)
	}
	for name, words := range arrays {
		g.arrays[name] = newPlayedArray(words)
	}
	size := 1
	for _, extent := range g.shape {
		size *= extent
	}
	transforms := p.kernel.Threads.Transforms
	groups := (part.End - part.First + transforms - 1) / transforms
	for n := range groups {
		if isReversed {
			n = groups - 1 - n
		}
		g.at = touch{group: n + 1}
		g.shared = newPlayedArray(slices.Repeat([]complex128{cmplx.NaN()}, size))
		p.playGroup(g, map[string]int{
			"batch.end": part.End, "batch.first": part.First,
			"batch.src_begin": part.Source, "batch.dst_begin": part.Target, "batch.rows": part.Rows,
		})
		if g.err != nil {
			return g
		}
	}
	return g
}

// newPlayedArray returns an array without accesses.
func newPlayedArray(words []complex128) *playedArray {
	return &playedArray{words, make([]touch, len(words)), make([]touch, len(words))}
}

// playGroup runs the lanes of a workgroup, each up to its next barrier.
func (p *program) playGroup(g *playedGroup, vars map[string]int) {
	lanes, ring := p.kernel.Invocations(), p.kernel.ring()
	resume := make([]func() (struct{}, bool), lanes)
	for l := range lanes {
		next, stop := iter.Pull(func(yield func(struct{}) bool) {
			defer func() {
				if r := recover(); r != nil && r != errStopped {
					g.err = fmt.Errorf("wgsl: lane %d of workgroup %d: %v", l, g.at.group-1, r)
				}
			}()
			p.run(&player{env: Env{Lane: l, Group: g.at.group - 1, Vars: vars}, ring: ring, group: g, yield: yield})
		})
		defer stop()
		resume[l] = next
	}
	for waiting := lanes; waiting > 0; {
		waiting = 0
		g.at.phase++
		for l, next := range resume {
			g.at.lane = l
			if _, waits := next(); waits {
				waiting++
			}
			if g.err != nil {
				return
			}
		}
		if waiting > 0 && waiting < lanes {
			g.err = fmt.Errorf("wgsl: %d of %d lanes wait at a barrier", waiting, lanes)
			return
		}
	}
}

// isRace reports whether an access that comes after t, without a barrier between them, may come
// before it. Lanes of several workgroups never wait for each other.
func (t touch) isRace(next touch) bool {
	return t.group != 0 && (t.group != next.group || t.phase == next.phase && t.lane != next.lane)
}

// read records that a word is read and counts a race with an earlier access. A word that another
// workgroup has written is NaN.
func (g *playedGroup) read(a *playedArray, i int, by touch) complex128 {
	switch w := a.written[i]; {
	case !w.isRace(by):
	case w.group != by.group:
		g.lost++
		return cmplx.NaN()
	default:
		g.races++
	}
	switch r := &a.read[i]; {
	case r.group != 0 && r.group != by.group:
		r.group = several
	case r.phase == by.phase && r.lane != by.lane:
		r.lane = several
	default:
		*r = by
	}
	return a.words[i]
}

// write records that a word is written and counts a race with an earlier access.
func (g *playedGroup) write(a *playedArray, i int, v complex128) {
	switch r := a.read[i]; {
	case a.written[i].isRace(g.at) || r.isRace(g.at) && r.group == g.at.group:
		g.races++
	case r.isRace(g.at):
		g.lost++
	}
	a.words[i], a.written[i] = v, g.at
}

func (p *player) Comment(string)                         {}
func (p *player) Declare(*Index)                         {}
func (p *player) Let(_ string, v Value) Value            { return v }
func (p *player) Add(a, b Value) Value                   { return Value{C: p.ring.Sum(a.C, b.C), Real: a.Real} }
func (p *player) Sub(a, b Value) Value                   { return Value{C: p.ring.Difference(a.C, b.C), Real: a.Real} }
func (p *player) Mul(a, w Value) Value                   { return Value{C: p.ring.Product(a.C, w.C)} }
func (p *player) Scale(c Constant, v Value) Value        { return p.Times(p.Constant(c, true), v) }
func (p *player) ScaleExactly(c Constant, v Value) Value { return p.Scale(c, v) }

func (p *player) Times(r, v Value) Value  { return Value{C: p.ring.Product(r.C, v.C), Real: v.Real} }
func (p *player) Neg(v Value) Value       { return Value{C: p.ring.Difference(0, v.C), Real: v.Real} }
func (p *player) Re(v Value) Value        { return Value{C: complex(real(v.C), 0), Real: true} }
func (p *player) Im(v Value) Value        { return Value{C: complex(imag(v.C), 0), Real: true} }
func (p *player) Join(re, im Value) Value { return Value{C: complex(real(re.C), real(im.C))} }
func (p *player) Swap(v Value) Value      { return Value{C: complex(imag(v.C), real(v.C))} }
func (p *player) Round(x float64) float64 { return x }

func (p *player) Constant(c Constant, isReal bool) Value {
	z, err := p.ring.Element(c)
	if err != nil {
		panic(err)
	}
	return Value{C: z, Real: isReal}
}

func (p *player) FlipSign(word *Index, v Value) Value {
	if uint32(word.Eval(&p.env))>>31 == 1 {
		return p.Neg(v)
	}
	return v
}

func (p *player) Choose(condition *Index, a, b Value) Value {
	if condition.Eval(&p.env) != 0 {
		return a
	}
	return b
}

func (p *player) Call(f *Func, _ string, indices []*Index, args []Value) []Value {
	values := make([]*Index, len(indices))
	for i := range indices {
		values[i] = Const(indices[i].Eval(&p.env))
	}
	return f.Body(p, values, args)
}

func (p *player) ReadPair(_ string, a *Array, at *Index) [2]Value {
	at = at.Times(2)
	return [2]Value{p.Read(a, at), p.Read(a, at.Add(1))}
}

func (p *player) ReadRun(_ string, a *Array, at *Index) (all []Value) {
	for i := range a.Run {
		all = append(all, p.Read(a, at.Times(a.Run).Add(i)))
	}
	return all
}

func (p *player) WriteRun(a *Array, at *Index, numbers []Value) {
	for i, v := range numbers {
		p.Write(a, at.Times(a.Run).Add(i), v)
	}
}

// word returns the number of a word of workgroup memory. It panics outside the declared shape,
// which a test finds.
func (g *playedGroup) word(at []*Index, e *Env) int {
	flat := 0
	for i, x := range at {
		c := x.Eval(e)
		if c < 0 || c >= g.shape[i] {
			panic(fmt.Sprintf("wgsl: coordinate %d of %v is %d", i, g.shape, c))
		}
		flat = flat*g.shape[i] + c
	}
	return flat
}

func (p *player) Get(at []*Index, isReal bool) Value {
	g := p.group
	return Value{C: g.read(g.shared, g.word(at, &p.env), g.at), Real: isReal}
}

func (p *player) Put(at []*Index, v Value) {
	p.group.write(p.group.shared, p.group.word(at, &p.env), v.C)
}

func (p *player) Var(_ string, isReal bool) *Value { return &Value{Real: isReal} }
func (p *player) Set(to *Value, v Value)           { *to = v }

func (p *player) If(condition *Index, body func()) {
	if condition == nil || condition.Eval(&p.env) != 0 {
		body()
	}
}

func (p *player) Barrier() {
	if !p.yield(struct{}{}) {
		panic(errStopped)
	}
}

func (p *player) Exit(condition *Index) {
	if condition.Eval(&p.env) != 0 {
		panic("wgsl: a fence is passed beyond the batch")
	}
}
