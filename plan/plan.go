package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem     Problem
	Limits      wgsl.Limits
	Passes      []wgsl.FFT // one for a Stockham pass, more for the four-step method and for a convolution
	Convolution int        // points of the transforms of Bluestein's convolution; 0 where there is none
	Rows        []int      // its factors, if it takes several passes: its spectrum lies in the order reversed by them
	Together    int        // transforms of the batch that one binding holds, which are done together
	Page        int        // elements of a binding where it does not hold even one transform; else 0

	longest  float64 // seconds a dispatch may take, by estimate
	from, to []Arg   // where the passes read and write
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

// mostBytes is more memory than a GPU has.
const mostBytes = 1 << 40

// With plans a problem with kernels of the caller's choice, as Choose returns them: of a single one the radices, points per thread,
// transforms per workgroup, orders, exchange, layout and paths are kept, of several the maps and twiddles between them too.
// Kernels that transform more points than the problem has are those of a convolution, forward and back.
// Everything else follows from the problem.
func With(p Problem, l wgsl.Limits, kernels ...wgsl.FFT) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	if bytes := int64(p.Points()) * int64(p.Count()) * ElementBytes; bytes > mostBytes {
		return Plan{}, &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: bytes of GPU memory", p), Need: bytes, Have: mostBytes,
			Hint: "split the batch over several calls, or pass host slices, which travel in parts"}
	}
	plan := Plan{Problem: p, Limits: l, longest: LongestSubmission}
	if err := plan.build(kernels); err != nil {
		return Plan{}, err
	}
	return plan, nil
}

// build makes the passes of kernels.
func (p *Plan) build(kernels []wgsl.FFT) error {
	n, middle := p.Problem.Points(), len(kernels)/2
	switch {
	case len(kernels) == 0:
	case len(kernels) == 1 && kernels[0].Convolve == 1 && kernels[0].N() >= 2*n-1:
		return p.convolve(kernels[0])
	case len(kernels) > 1 && kernels[middle].Convolve > 1 && product(kernels[:middle+1]) == product(kernels[middle:]) && product(kernels[middle:]) >= 2*n-1:
		return p.bluestein(kernels)
	case product(kernels) == n:
		return p.direct(kernels)
	}
	return fmt.Errorf("plan: %v: the kernels transform %d points", p.Problem, product(kernels))
}

// product is how many points the passes of a transform transform.
func product(kernels []wgsl.FFT) int {
	n := 1
	for _, k := range kernels {
		n *= k.N()
	}
	return n
}

// direct makes the passes of a transform that is no convolution.
func (p *Plan) direct(kernels []wgsl.FFT) error {
	if err := p.divide(); err != nil {
		return err
	}
	fixed := make([]bool, len(kernels))
	for s, k := range kernels {
		fixed[s] = len(kernels) == 1 || k.Load.Map == k.Store.Map
	}
	places := route(fixed, p.Problem.InPlace)
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		if first && last {
			k.Load.Map, k.Store.Map, k.Load.Turn, k.Store.Turn = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N()), wgsl.Turn{}, wgsl.Turn{}
		}
		k.Load.Swap, k.Store.Swap, k.Store.Scale = p.Problem.Inverse && first, p.Problem.Inverse && last, 0
		if last {
			p.scale(&k)
		}
		if err := p.add(k, places[s], places[s+1]); err != nil {
			return err
		}
	}
	return nil
}

// route says where the data lie before and after each pass, of which some can write where they read. As few move as can be: two passes
// in Stockham's order need no scratch out of place, for the last stays where the first wrote.
func route(fixed []bool, inPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	moves, able := 0, -1
	stays := slices.Clone(fixed)
	for s := range fixed {
		if !inPlace && s == 0 {
			stays[s] = false
		}
		if !stays[s] {
			moves++
		} else {
			able = s
		}
	}
	if inPlace {
		input = output
		if moves%2 == 1 && able >= 0 { // out to scratch and back
			stays[able] = false
			moves++
		}
	}
	at := []Arg{input}
	for s := range fixed {
		next := at[s]
		if !stays[s] {
			moves--
			next = output
			if moves%2 == 1 {
				next = Arg{Role: Scratch}
			}
			if next == at[s] {
				next = Arg{Role: Scratch, Index: 1}
			}
		}
		at = append(at, next)
	}
	return at
}

// String is the tree: (stockham 1024 4.16.16 batch 64), (four-step 65536 (column 256 16.16) (column 256 16.16) batch 1), or
// (bluestein 1009 (stockham 2048 8.16.16) batch 1).
func (p Plan) String() string {
	var b strings.Builder
	n := p.Problem.Points()
	switch {
	case p.Convolution > 0 && len(p.Passes) == 1:
		fmt.Fprintf(&b, "(bluestein %d (stockham %d %s)", n, p.Convolution, p.Passes[0].Factors())
	case p.Convolution > 0:
		middle := len(p.Passes) / 2
		fmt.Fprintf(&b, "(bluestein %d (four-step %d", n, p.Convolution)
		for s, k := range p.Passes {
			name := "column"
			if s == middle {
				name = "row"
			}
			fmt.Fprintf(&b, " (%s %d %s)", name, k.N(), k.Factors())
		}
		b.WriteString(")")
	case len(p.Passes) == 1:
		fmt.Fprintf(&b, "(stockham %d %s", n, p.Passes[0].Factors())
	default:
		name := FourStep
		switch {
		case p.Passes[0].Store.Turn.Order > 0:
			name = Transposed
		case !slices.ContainsFunc(p.Passes, func(k wgsl.FFT) bool { return len(k.Chain.Radices()) > 1 }):
			name = Global
		}
		fmt.Fprintf(&b, "(%v %d", name, n)
		for _, k := range p.Passes {
			fmt.Fprintf(&b, " (column %d %s)", k.N(), k.Factors())
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
