package plan

import (
	"fmt"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem Problem
	Limits  wgsl.Limits
	Kernel  wgsl.FFT // the Stockham pass
}

// Make plans a problem. It refuses what can't be run, with the reason and the way out.
func Make(p Problem, l wgsl.Limits) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	k, err := Choose(p, l)
	if err != nil {
		return Plan{}, err
	}
	return With(p, l, k)
}

// With plans a problem with a kernel of the caller's choice, of which the radices, points per thread, transforms
// per workgroup, order, exchange, layout and paths are kept and everything else follows from the problem.
func With(p Problem, l wgsl.Limits, k wgsl.FFT) (Plan, error) {
	n, batch := p.Points(), p.Count()
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	if k.N() != n {
		return Plan{}, fmt.Errorf("plan: %v: kernel %s transforms %d points", p, k.Name(), k.N())
	}
	k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
	k.Load.Swap, k.Store.Swap = p.Inverse, p.Inverse
	k.Store.Scale = 0
	if s := p.Scale(); s != 1 {
		k.Store.Scale = s
	}
	k.InPlace = p.InPlace
	groups := (batch + k.Transforms - 1) / k.Transforms
	k.Fold = groups > l.Workgroups
	k.Guard = batch%k.Transforms != 0 || k.Fold && groups%wgsl.FoldWidth != 0
	if err := k.Check(l); err != nil {
		return Plan{}, err
	}
	return Plan{Problem: p, Limits: l, Kernel: k}, nil
}

// String is the tree: (stockham 1024 4.16.16 batch 64).
func (p Plan) String() string {
	s := fmt.Sprintf("(stockham %d %v batch %d", p.Problem.Points(), p.Kernel.Chain, p.Problem.Count())
	if p.Problem.Inverse {
		s += " inverse"
	}
	if p.Problem.Norm != Backward {
		s += " " + p.Problem.Norm.String()
	}
	return s + ")"
}

// twiddles is the recipe of the twiddle table of a chain.
type twiddles struct{ chain wgsl.Chain }

func (t twiddles) Name() string     { return "twiddles " + t.chain.String() }
func (t twiddles) Words() []float32 { return wgsl.Twiddles(t.chain) }

// Schedule flattens the plan to passes.
func (p Plan) Schedule() Schedule {
	bytes := int64(p.Problem.Points()) * int64(p.Problem.Count()) * ElementBytes
	s := Schedule{Bytes: bytes}
	pass := Pass{Kernel: p.Kernel, Bytes: 2 * bytes}
	pass.Groups[0], pass.Groups[1] = p.Kernel.Groups(p.Problem.Count())
	for _, b := range p.Kernel.Bindings() {
		switch b {
		case wgsl.Source:
			pass.Args = append(pass.Args, Arg{Role: Input})
		case wgsl.Target, wgsl.SourceAndTarget:
			pass.Args = append(pass.Args, Arg{Role: Output})
		case wgsl.TwiddleTable:
			pass.Args = append(pass.Args, Arg{Role: Table, Index: len(s.Tables)})
			s.Tables = append(s.Tables, twiddles{p.Kernel.Chain})
		case wgsl.BatchCount:
			pass.Args = append(pass.Args, Arg{Role: Uniform, Index: len(s.Uniforms)})
			s.Uniforms = append(s.Uniforms, []uint32{uint32(p.Problem.Count()), 0, 0, 0})
		}
	}
	s.Passes = []Pass{pass}
	return s
}
