package plan

import (
	"fmt"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem  Problem
	Limits   wgsl.Limits
	Lines    []Line     // in the order they are done
	Passes   []wgsl.FFT // of the lines: one for a Stockham pass, more for the four-step method and for a convolution
	Together int        // arrays of the batch that one binding holds, which are done together
	Page     int        // elements of a binding where it does not hold even one array; else 0

	longest  float64 // seconds a dispatch may take, by estimate
	line     []int   // of Lines, that each pass belongs to
	from, to []Arg   // where the passes read and write
	scratch  []int   // elements of the scratch arrays
	in, out  places
	passes   int // in all
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
// They come line by line, the last axis first. Kernels that transform more points than their line has are those of a convolution.
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

// A unit is a line with its kernels.
type unit struct {
	Line
	kernels []wgsl.FFT
}

// units tells the kernels of a problem's lines apart.
func (p Problem) units(kernels []wgsl.FFT) ([]unit, error) {
	fail := func(what string) ([]unit, error) {
		return nil, fmt.Errorf("plan: %v: the kernels are not those of its axes: %s", p, what)
	}
	var all []unit
	rest := kernels
	for lines := p.lines(); len(lines) > 0; {
		if len(rest) == 0 {
			return fail("too few")
		}
		u := unit{Line: lines[0]}
		k, count := rest[0], 1
		switch {
		case k.Over != [2]wgsl.Chain{} || k.Side > 1:
			var axes int
			if u.Line, axes = taken(k, lines); axes == 0 {
				return fail(k.Name())
			}
			lines = lines[axes-1:]
		case k.Convolve == 1:
			if u.Convolution = k.N(); u.Convolution < 2*u.N-1 {
				return fail(k.Name())
			}
		default:
			if count = direct(rest, u.N); count == 0 {
				if u.Rows = reversedBy(rest, u.N); u.Rows == nil {
					return fail(fmt.Sprintf("%s does not begin %d points", k.Name(), u.N))
				}
				u.Convolution, count = product(u.Rows), 2*len(u.Rows)-1
			}
		}
		u.kernels, rest, lines = rest[:count], rest[count:], lines[1:]
		all = append(all, u)
	}
	if len(rest) > 0 {
		return fail("too many")
	}
	return all, nil
}

// direct is how many of the kernels together transform n points, 0 if none do.
func direct(kernels []wgsl.FFT, n int) int {
	points := 1
	for i, k := range kernels {
		if k.Convolve > 0 {
			return 0
		}
		if points *= k.N(); points == n {
			return i + 1
		}
	}
	return 0
}

// reversedBy returns the factors of the convolution in several passes that the kernels begin with, nil if they don't or n points
// are too many for it.
func reversedBy(kernels []wgsl.FFT, n int) []int {
	middle := slices.IndexFunc(kernels, func(k wgsl.FFT) bool { return k.Convolve > 1 })
	if middle < 1 || len(kernels) < 2*middle+1 {
		return nil
	}
	var factors []int
	for i, k := range kernels[:middle+1] {
		if k.N() != kernels[2*middle-i].N() {
			return nil
		}
		factors = append(factors, k.N())
	}
	if product(factors) < 2*n-1 {
		return nil
	}
	return factors
}

func product(factors []int) int {
	n := 1
	for _, f := range factors {
		n *= f
	}
	return n
}

// build makes the passes of kernels.
func (p *Plan) build(kernels []wgsl.FFT) error {
	units, err := p.Problem.units(kernels)
	if err != nil {
		return err
	}
	// A convolution is between one place and another like a pass, with scratch of its own between.
	var fixed []bool
	width := 0
	for i, u := range units {
		u.place()
		p.Lines = append(p.Lines, u.Line)
		if u.Convolution > 0 {
			width = max(width, u.width(p.Problem.Points()))
			fixed = append(fixed, true)
			continue
		}
		for _, k := range u.kernels {
			fixed = append(fixed, k.Load.Map == k.Store.Map)
		}
		units[i] = u
	}
	p.passes = len(kernels)
	if p.in, p.out, err = p.Problem.layouts(); err != nil {
		return err
	}
	var places []Arg
	if p.out.special() || p.in.special() && p.Problem.InPlace {
		places = routeApart(fixed, p.Problem.InPlace)
	} else {
		places = route(fixed, p.Problem.InPlace)
	}
	for _, a := range places {
		if a.Role == Scratch && a.Index >= len(p.scratch) {
			p.scratch = append(p.scratch, make([]int, a.Index+1-len(p.scratch))...)
		}
	}
	for i := range p.scratch {
		p.scratch[i] = p.Problem.Points()
	}
	own := Arg{Role: Scratch, Index: len(p.scratch)}
	if slices.ContainsFunc(p.Lines, func(l Line) bool { return l.Rows != nil }) {
		p.scratch = append(p.scratch, width)
	}
	if err := p.divide(); err != nil {
		return err
	}
	for i, u := range units {
		scale := 1.0
		if i == len(units)-1 {
			scale = p.Problem.Scale()
		}
		if u.Convolution > 0 {
			if err := p.convolve(i, u, places[0], own, places[1], scale); err != nil {
				return err
			}
			places = places[1:]
			continue
		}
		for s, k := range u.kernels {
			first, last := s == 0, s == len(u.kernels)-1
			k.Load.Swap, k.Store.Swap, k.Store.Scale = p.Problem.Inverse && first, p.Problem.Inverse && last, 0
			if last {
				k.Store.Scale = factor(scale)
			}
			if err := p.add(i, k, places[s], places[s+1]); err != nil {
				return err
			}
		}
		places = places[len(u.kernels):]
	}
	return nil
}

// factor is a scale as kernels have it: 0 where there is none.
func factor(scale float64) float64 {
	if scale == 1 {
		return 0
	}
	return scale
}

// place puts a single kernel where its line lies; several have their places from who chose them.
func (u *unit) place() {
	if len(u.kernels) != 1 {
		return
	}
	k := u.kernels[0]
	k.Load.Turn, k.Store.Turn, k.Lanes = wgsl.Turn{}, wgsl.Turn{}, 0
	m := wgsl.Contiguous(u.N)
	if u.Side > 1 {
		m = wgsl.Map{Stride: u.Side, Dist: u.N * u.Side, Inner: u.Side}
		k.Lanes = u.Side
	}
	k.Load.Map, k.Store.Map = m, m
	u.kernels = []wgsl.FFT{k}
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

// routeApart is route where only the last pass can write the output: what lies between is scratch.
func routeApart(fixed []bool, inPlace bool) []Arg {
	input, output := Arg{Role: Input}, Arg{Role: Output}
	if inPlace {
		input = output
	}
	at := []Arg{input}
	for s := 1; s < len(fixed); s++ {
		next := Arg{Role: Scratch}
		if before := at[s-1]; before == next && !fixed[s-1] {
			next.Index = 1
		}
		at = append(at, next)
	}
	return append(at, output)
}

// Line is which of the Lines a pass belongs to.
func (p Plan) Line(pass int) int { return p.line[pass] }

// String is the tree: (stockham 1024 4.16.16 batch 64), (four-step 65536 (column 256 16.16) (column 256 16.16) batch 1),
// (bluestein 1009 (stockham 2048 8.16.16) batch 1), or (axes 512x512 (stockham 512 8.8.8) (stockham 512 16.32) batch 1).
func (p Plan) String() string {
	var b strings.Builder
	if len(p.Lines) == 1 {
		b.WriteString(strings.TrimSuffix(p.tree(0), ")"))
	} else {
		dims := make([]string, len(p.Problem.Shape))
		for i, d := range p.Problem.Shape {
			dims[i] = fmt.Sprint(d)
		}
		fmt.Fprintf(&b, "(axes %s", strings.Join(dims, "x"))
		for line := range p.Lines {
			b.WriteString(" " + p.tree(line))
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

// tree is the tree of one line.
func (p Plan) tree(line int) string {
	l := p.Lines[line]
	var passes []wgsl.FFT
	for i, k := range p.Passes {
		if p.line[i] == line {
			passes = append(passes, k)
		}
	}
	parts := func(names ...string) string {
		s := ""
		for i, k := range passes {
			s += fmt.Sprintf(" (%s %d %s)", names[min(i, len(names)-1)], k.N(), k.Factors())
		}
		return s
	}
	switch {
	case l.Rows != nil:
		names := make([]string, len(passes))
		for i := range names {
			names[i] = "column"
		}
		names[len(names)/2] = "row"
		return fmt.Sprintf("(bluestein %d (four-step %d%s))", l.N, l.Convolution, parts(names...))
	case l.Convolution > 0:
		return fmt.Sprintf("(bluestein %d%s)", l.N, parts("stockham"))
	case len(passes) == 1:
		return fmt.Sprintf("(stockham %d %s)", l.N, passes[0].Factors())
	}
	name := FourStep
	switch {
	case passes[0].Store.Turn.Order > 0:
		name = Transposed
	case !slices.ContainsFunc(passes, func(k wgsl.FFT) bool { return len(k.Chain.Radices()) > 1 || k.Rader.Prime > 0 }):
		name = Global
	}
	return fmt.Sprintf("(%v %d%s)", name, l.N, parts("column"))
}
