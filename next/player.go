package wgsl

import (
	"fmt"
	"sync"
)

// A player is the Machine that computes with complex128: one lane of a workgroup.
type player struct {
	env    Env
	arrays map[string][]complex128 // global memory by the names of arrays
	group  *playedGroup
}

// A playedGroup is what the lanes of a workgroup share. It records the lane that last read and
// wrote each word since the last barrier, so that a missing barrier is found as a race.
type playedGroup struct {
	sync.Mutex
	words         []complex128
	written, read []touch
	shape         []int
	waiting       int
	lanes         int
	phase         int // number of barriers that were passed
	passed        *sync.Cond
	races         int
}

// A touch is the lane and the phase of the last access to a word.
type touch struct{ phase, lane int }

func (p *player) Comment(string)                 {}
func (p *player) Declare(*Index)                 {}
func (p *player) Let(_ string, v Value) Value    { return v }
func (p *player) Add(a, b Value) Value           { return Value{C: a.C + b.C, Real: a.Real} }
func (p *player) Sub(a, b Value) Value           { return Value{C: a.C - b.C, Real: a.Real} }
func (p *player) Mul(a, w Value) Value           { return Value{C: a.C * w.C} }
func (p *player) Scale(c float64, v Value) Value { return Value{C: complex(c, 0) * v.C, Real: v.Real} }
func (p *player) Times(r, v Value) Value         { return Value{C: r.C * v.C, Real: v.Real} }
func (p *player) Neg(v Value) Value              { return Value{C: -v.C, Real: v.Real} }
func (p *player) Re(v Value) Value               { return Value{C: complex(real(v.C), 0), Real: true} }
func (p *player) Im(v Value) Value               { return Value{C: complex(imag(v.C), 0), Real: true} }
func (p *player) Join(re, im Value) Value        { return Value{C: complex(real(re.C), real(im.C))} }
func (p *player) Swap(v Value) Value             { return Value{C: complex(imag(v.C), real(v.C))} }
func (p *player) Round(x float64) float64        { return x }

func (p *player) Constant(z complex128, isReal bool) Value { return Value{C: z, Real: isReal} }

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

func (p *player) Read(a *Array, at *Index) Value {
	return Value{C: p.arrays[a.Name][at.Eval(&p.env)], Real: a.Real}
}

func (p *player) Write(a *Array, at *Index, v Value) { p.arrays[a.Name][at.Eval(&p.env)] = v.C }

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
	g.Lock()
	defer g.Unlock()
	i := g.word(at, &p.env)
	if w := g.written[i]; w.phase == g.phase && w.lane != p.env.Lane {
		g.races++
	}
	g.read[i] = touch{g.phase, p.env.Lane}
	return Value{C: g.words[i], Real: isReal}
}

func (p *player) Put(at []*Index, v Value) {
	g := p.group
	g.Lock()
	defer g.Unlock()
	i := g.word(at, &p.env)
	for _, o := range []touch{g.written[i], g.read[i]} {
		if o.phase == g.phase && o.lane != p.env.Lane {
			g.races++
		}
	}
	g.words[i], g.written[i] = v.C, touch{g.phase, p.env.Lane}
}

func (p *player) Var(_ string, isReal bool) *Value { return &Value{Real: isReal} }
func (p *player) Set(to *Value, v Value)           { *to = v }

func (p *player) If(condition *Index, body func()) {
	if condition == nil || condition.Eval(&p.env) != 0 {
		body()
	}
}

func (p *player) Barrier() {
	g := p.group
	g.Lock()
	defer g.Unlock()
	if g.waiting++; g.waiting == g.lanes {
		g.pass()
		return
	}
	for phase := g.phase; phase == g.phase; {
		g.passed.Wait()
	}
}

// pass lets all waiting lanes go on.
func (g *playedGroup) pass() {
	g.waiting = 0
	g.phase++
	g.passed.Broadcast()
}

func (p *player) Exit(condition *Index) {
	if condition.Eval(&p.env) != 0 {
		panic("wgsl: a fence is passed beyond the batch")
	}
}
