package plan

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem     Problem
	Limits      wgsl.Limits
	Passes      []wgsl.FFT // one for a Stockham pass, more for the four-step method and for a convolution
	Convolution int        // points of the transforms of Bluestein's convolution; 0 where there is none
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
	n, half := p.Problem.Points(), len(kernels)/2
	switch {
	case len(kernels) == 1 && kernels[0].Convolve && kernels[0].N() >= 2*n-1:
		return p.convolve(kernels[0])
	case len(kernels) > 0 && product(kernels) == n:
		return p.direct(kernels)
	case half > 0 && len(kernels)%2 == 0 && product(kernels[:half]) == product(kernels[half:]) && product(kernels[:half]) >= 2*n-1:
		return p.bluestein(kernels)
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

// direct makes the passes of a transform of smooth length.
func (p *Plan) direct(kernels []wgsl.FFT) error {
	if err := p.divide(); err != nil {
		return err
	}
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		if first && last {
			k.Load.Map, k.Store.Map, k.Load.Turn = wgsl.Contiguous(k.N()), wgsl.Contiguous(k.N()), wgsl.Turn{}
		}
		k.Load.Swap, k.Store.Swap = p.Problem.Inverse && first, p.Problem.Inverse && last
		k.Store.Scale = 0
		if scale := p.Problem.Scale(); last && scale != 1 {
			k.Store.Scale = scale
		}
		from, to := p.Problem.route(s, len(kernels))
		if err := p.add(k, from, to); err != nil {
			return err
		}
	}
	return nil
}

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

// String is the tree: (stockham 1024 4.16.16 batch 64), (four-step 65536 (column 256 16.16) (column 256 16.16) batch 1), or
// (bluestein 1009 (stockham 2048 8.16.16) (stockham 2048 8.16.16) batch 1).
func (p Plan) String() string {
	var b strings.Builder
	n := p.Problem.Points()
	switch {
	case p.Convolution > 0 && len(p.Passes) == 1:
		fmt.Fprintf(&b, "(bluestein %d %s", n, tree(p.Passes, ")"))
	case p.Convolution > 0:
		half := len(p.Passes) / 2
		fmt.Fprintf(&b, "(bluestein %d %s %s", n, tree(p.Passes[:half], ")"), tree(p.Passes[half:], ")"))
	default:
		b.WriteString(tree(p.Passes, ""))
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

// tree is the tree of the passes of one transform, with a chosen end.
func tree(passes []wgsl.FFT, end string) string {
	if len(passes) == 1 {
		return fmt.Sprintf("(stockham %d %s%s", passes[0].N(), passes[0].Factors(), end)
	}
	s := fmt.Sprintf("(four-step %d", product(passes))
	for _, k := range passes {
		s += fmt.Sprintf(" (column %d %s)", k.N(), k.Factors())
	}
	return s + end
}
