package plan

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem Problem
	Limits  wgsl.Limits
	Passes  []wgsl.FFT // one for a Stockham pass, more for the four-step method
}

// Make plans a problem. It refuses what can't be run, with the reason and the way out.
func Make(p Problem, l wgsl.Limits) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	passes, err := Choose(p, l)
	if err != nil {
		return Plan{}, err
	}
	return With(p, l, passes...)
}

// With plans a problem with kernels of the caller's choice, as Choose returns them: of a single one the radices, points per thread,
// transforms per workgroup, orders, exchange, layout and paths are kept, of several the maps and twiddles between them too.
// Everything else follows from the problem.
func With(p Problem, l wgsl.Limits, kernels ...wgsl.FFT) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	points := 1
	for _, k := range kernels {
		points *= k.N()
	}
	if points != p.Points() || len(kernels) == 0 {
		return Plan{}, fmt.Errorf("plan: %v: the kernels transform %d points", p, points)
	}
	plan := Plan{Problem: p, Limits: l, Passes: make([]wgsl.FFT, len(kernels))}
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		if first && last {
			k.Load.Map, k.Store.Map, k.Load.Turn = wgsl.Contiguous(points), wgsl.Contiguous(points), wgsl.Turn{}
		}
		k.Load.Swap, k.Store.Swap = p.Inverse && first, p.Inverse && last
		k.Store.Scale = 0
		if scale := p.Scale(); last && scale != 1 {
			k.Store.Scale = scale
		}
		from, to := p.route(s, len(kernels))
		k.InPlace = from == to
		transforms := plan.transforms(k)
		groups := (transforms + k.Transforms - 1) / k.Transforms
		k.Fold = groups > l.Workgroups
		k.Guard = transforms%k.Transforms != 0 || k.Fold && groups%wgsl.FoldWidth != 0
		if err := k.Check(l); err != nil {
			return Plan{}, err
		}
		plan.Passes[s] = k
	}
	return plan, nil
}

// transforms is how many transforms a pass does.
func (p Plan) transforms(k wgsl.FFT) int { return p.Problem.Points() / k.N() * p.Problem.Count() }

// route says where pass s of so many reads and writes. The last pass of several writes where it reads, if it can: then two passes need
// no scratch. In place, an even number of passes goes out to scratch and back.
func (p Problem) route(s, of int) (from, to Arg) {
	input, output, scratch := Arg{Role: Input}, Arg{Role: Output}, Arg{Role: Scratch}
	if p.InPlace {
		input = output
	}
	if of == 1 {
		return input, output
	}
	// moves is the number of passes that move data from one place to another; the rest is the last pass, in place.
	moves := of - 1
	if p.InPlace && of%2 == 0 {
		moves = of
	}
	at := func(pass int) Arg { // where the data lie after so many passes
		switch {
		case pass == 0:
			return input
		case pass >= moves || (moves-pass)%2 == 0:
			return output
		}
		return scratch
	}
	return at(s), at(s + 1)
}

// String is the tree: (stockham 1024 4.16.16 batch 64), or (four-step 65536 (column 256 16.16) (column 256 16.16) batch 1).
func (p Plan) String() string {
	var b strings.Builder
	if len(p.Passes) == 1 {
		fmt.Fprintf(&b, "(stockham %d %v", p.Problem.Points(), p.Passes[0].Chain)
	} else {
		fmt.Fprintf(&b, "(four-step %d", p.Problem.Points())
		for _, k := range p.Passes {
			fmt.Fprintf(&b, " (column %d %v)", k.N(), k.Chain)
		}
	}
	fmt.Fprintf(&b, " batch %d", p.Problem.Count())
	if p.Problem.Inverse {
		b.WriteString(" inverse")
	}
	if p.Problem.Norm != Backward {
		b.WriteString(" " + p.Problem.Norm.String())
	}
	b.WriteString(")")
	return b.String()
}

// twiddles is the recipe of the twiddle table of a chain.
type twiddles struct{ chain wgsl.Chain }

func (t twiddles) Name() string     { return "twiddles " + t.chain.String() }
func (t twiddles) Words() []float32 { return wgsl.Twiddles(t.chain) }

// roots is the recipe of the table of a twiddle between passes.
type roots struct{ order int }

func (r roots) Name() string     { return fmt.Sprintf("roots %d", r.order) }
func (r roots) Words() []float32 { return wgsl.Roots(r.order) }

// Schedule flattens the plan to passes.
func (p Plan) Schedule() Schedule {
	bytes := int64(p.Problem.Points()) * int64(p.Problem.Count()) * ElementBytes
	s := Schedule{Bytes: bytes}
	for i, k := range p.Passes {
		from, to := p.Problem.route(i, len(p.Passes))
		if (from.Role == Scratch || to.Role == Scratch) && s.Scratch == nil {
			s.Scratch = []int64{bytes}
		}
		count := p.transforms(k)
		pass := Pass{Kernel: k, Bytes: 2 * bytes}
		pass.Groups[0], pass.Groups[1] = k.Groups(count)
		for _, b := range k.Bindings() {
			switch b {
			case wgsl.Source:
				pass.Args = append(pass.Args, from)
			case wgsl.Target, wgsl.SourceAndTarget:
				pass.Args = append(pass.Args, to)
			case wgsl.TwiddleTable:
				pass.Args = append(pass.Args, s.table(twiddles{k.Chain}))
			case wgsl.RootTable:
				pass.Args = append(pass.Args, s.table(roots{k.Load.Turn.Order}))
			case wgsl.BatchCount:
				pass.Args = append(pass.Args, Arg{Role: Uniform, Index: len(s.Uniforms)})
				s.Uniforms = append(s.Uniforms, []uint32{uint32(count), 0, 0, 0})
			}
		}
		s.Passes = append(s.Passes, pass)
	}
	return s
}

// table returns the place of a table among those of the schedule.
func (s *Schedule) table(r Recipe) Arg {
	for i, t := range s.Tables {
		if t == r {
			return Arg{Role: Table, Index: i}
		}
	}
	s.Tables = append(s.Tables, r)
	return Arg{Role: Table, Index: len(s.Tables) - 1}
}
