package plan

import (
	"errors"
	"fmt"
	"math"
	"slices"
	"strings"

	"wgfft/wgsl"
)

// A Plan is a problem together with the way it will be done on a device of the given limits.
type Plan struct {
	Problem  Problem
	Limits   wgsl.Limits
	Axes     []Axis        // in the order they are done
	Passes   []wgsl.Kernel // of the lines: one for a Stockham pass, more for the four-step method and for a convolution
	Together int           // arrays of the batch that one binding holds, which are done together
	Page     int           // elements of a binding where it does not hold even one array; else 0

	maxSeconds float64 // seconds a dispatch may take, by estimate
	axisOfPass []int   // of Lines, that each pass belongs to
	from, to   []Arg   // where the passes read and write
	scratch    []int   // elements of the scratch arrays
	in, out    resolvedLayout
	passCount  int      // in all
	work       []work   // of each pass
	arrays     [2]Array // of the caller's: what there is of a source and of a target
	response   int      // elements of the spectrum of a kernel to convolve with
}

// An Array is what each array of a batch has: so many elements of so many bytes.
type Array struct {
	Elements     int
	ElementBytes int64
}

// Bytes is the size of one.
func (a Array) Bytes() int64 { return int64(a.Elements) * a.ElementBytes }

// work is what a pass does: so many transforms for each row, or for two of them, of which an array has so many, and the bytes that it moves for
// an array.
type work struct {
	rows, perRow int
	isTwoForOne  bool
	moved        int64
}

// transforms is how many transforms of the pass so many arrays take.
func (w work) transforms(count int) int {
	rows := w.rows * count
	if w.isTwoForOne {
		rows = (rows + 1) / 2
	}
	return rows * w.perRow
}

// Make plans a problem. It refuses what can't be run, with the reason and the way out.
func Make(p Problem, l wgsl.Limits) (Plan, error) { return MakeChosen(p, l, Choose) }

// MakeChosen is Make with kernels that choose chooses, as Choose does, of the problem with its axes ordered.
func MakeChosen(p Problem, l wgsl.Limits, choose func(Problem, wgsl.Limits) ([]wgsl.Kernel, error)) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	p = p.Canonical()
	passes, err := choose(p, l)
	if err != nil {
		return Plan{}, err
	}
	made, err := From(p, l, passes...)
	return made, tooLarge(p, l, err)
}

// tooLarge names the problem, not the kernel, where an array takes more bindings than there are.
func tooLarge(p Problem, l wgsl.Limits, err error) error {
	var limit *wgsl.LimitError
	if !errors.As(err, &limit) || !strings.HasSuffix(limit.What, ": storage bindings") {
		return err
	}
	return &wgsl.LimitError{What: fmt.Sprintf("plan: %v: storage bindings of %d MiB each", p, l.BindingBytes>>20), Need: limit.Need, Have: limit.Have,
		Hint: "transform fewer points at a time, or use the CPU engine or a device with more or larger bindings"}
}

// mostBytes is more memory than a machine has.
const maxBytes = 1 << 40

// CheckBytes refuses so many arrays of so many bytes each where no machine has room for them.
func CheckBytes(what fmt.Stringer, each int64, count int) error {
	if int64(count) <= maxBytes/each {
		return nil
	}
	need := int64(math.MaxInt64)
	if int64(count) <= need/each {
		need = each * int64(count)
	}
	return &wgsl.LimitError{What: fmt.Sprintf("wgfft: %v: bytes of memory", what), Need: need, Have: maxBytes,
		Hint: "split the batch over several calls"}
}

// With plans a problem with kernels of the caller's choice, as Choose returns them: of a single one the radices, points per thread,
// transforms per workgroup, orders, exchange, layout and paths are kept, of several the maps and twiddles between them too.
// They come line by line, as Choose lists them: the last axis first, but for the one with the half spectrum, which may be the last (see Problem.lines). Kernels that transform more points than their line has are those of a convolution.
// Everything else follows from the problem.
func From(p Problem, l wgsl.Limits, kernels ...wgsl.Kernel) (Plan, error) {
	if err := p.Check(); err != nil {
		return Plan{}, err
	}
	if err := CheckBytes(p, int64(p.Points())*ElementBytes, p.Count()); err != nil {
		return Plan{}, err
	}
	plan := Plan{Problem: p, Limits: l, maxSeconds: LongestSubmission}
	if err := plan.build(kernels); err != nil {
		return Plan{}, err
	}
	return plan, nil
}

// build makes the passes of kernels.
func (p *Plan) build(kernels []wgsl.Kernel) error {
	units, err := p.Problem.axisPlans(kernels, p.Limits)
	if err != nil {
		return err
	}
	p.arrays = p.Problem.Arrays()
	if err := p.padArrays(units); err != nil {
		return err
	}
	units = p.addCopy(units)
	fixed, points := p.placeKernels(units)
	places, own := p.assignBuffers(fixed, points)
	if err := p.splitBatch(); err != nil {
		return err
	}
	return p.addPasses(units, places, own)
}

// points are the most complex points that one array has between passes, and in the midst of a convolution in several passes.
type pointCounts struct{ between, inside int }

// place puts the kernels of units where they belong, and says which passes can write where they read. A convolution is between one place and
// another like a pass, with scratch of its own between.
func (p *Plan) placeKernels(units []axisPlan) (fixed []bool, most pointCounts) {
	most.between = p.width()
	if slices.ContainsFunc(units, func(u axisPlan) bool { return u.hasMirrorRows() }) { // half spectra are at one end only
		most.between = p.Problem.Points() / 2
	}
	for i := range units {
		u := &units[i]
		u.kernels = slices.Clone(u.kernels)
		for i, k := range u.kernels {
			if len(u.kernels) == 1 { // several have their places from who chose them
				u.kernels[i] = u.place(k)
			}
		}
		if u.Kind == C2C {
			u.kernels[0] = u.withBound(u.kernels[0])
		}
		u.addRealEnds(i > 0 || p.in.hasDensePairs(), i < len(units)-1 || p.out.hasDensePairs())
		p.Axes = append(p.Axes, u.Axis)
		p.passCount += len(u.passes())
		most.between = max(most.between, u.transforms(1)*u.N)
		if u.Factors != nil {
			most.inside = max(most.inside, u.width())
		}
		if u.Convolution > 0 {
			fixed = append(fixed, u.canRunInPlace() && u.have == u.N)
		} else {
			for _, k := range u.kernels {
				fixed = append(fixed, k.CanRunInPlace())
			}
		}
		if u.pairPass != nil {
			fixed = append(fixed, false)
		}
	}
	return fixed, most
}

// room finds where the data lie before and after each pass, and the scratch for that; own is that of convolutions in several passes.
func (p *Plan) assignBuffers(fixed []bool, most pointCounts) (places []Arg, own Arg) {
	spread := canPreferOutOfPlace(most.between, p.Problem.Count())
	if p.Problem.isInPlaceReal() {
		places = p.routeInPlaceReal(fixed, spread)
	} else if p.out.isCustom() || p.in.isCustom() && p.Problem.InPlace || p.arrays[1].Bytes() < int64(most.between)*ElementBytes {
		places = routeThroughScratch(fixed, p.Problem.InPlace, spread)
	} else {
		places = route(fixed, p.Problem.InPlace, spread)
	}
	for _, a := range places {
		for a.Role == Scratch && a.Index >= len(p.scratch) {
			p.scratch = append(p.scratch, most.between)
		}
	}
	if most.inside > 0 {
		p.scratch = append(p.scratch, most.inside)
	}
	return places, Arg{Role: Scratch, Index: len(p.scratch) - 1}
}

// complete makes passes of the units' kernels: the direction in the first load and the last store of each line, all factors in the last of all.
func (p *Plan) addPasses(units []axisPlan, places []Arg, own Arg) error {
	scale := p.Problem.Scale()
	for _, u := range units {
		scale *= u.factor()
	}
	for i, u := range units {
		passes := u.passes()
		for s := range passes {
			passes[s].Store.Scale = 0
		}
		if i == len(units)-1 {
			passes[len(passes)-1].Store.Scale = factor(scale)
		}
		if u.Convolution > 0 {
			if err := p.addBluestein(i, u, passes[:len(u.kernels)], places[0], own, places[1]); err != nil {
				return err
			}
			passes, places = passes[len(u.kernels):], places[1:]
		} else if u.Inverse {
			u.makeInverse(passes)
		}
		for s, k := range passes {
			if err := p.addAxisPass(i, k, places[s], places[s+1]); err != nil {
				return err
			}
		}
		places = places[len(passes):]
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
