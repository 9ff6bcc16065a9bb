package measure

import (
	"context"
	"fmt"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/internal/dft"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/wgsl"
)

// CheckPass runs the program of a single pass, as plan.SchedulePass makes it. It compares the transforms
// of three workgroups, the first, one in the middle and the last, with float64:
//
//	y[Store.View(q, k)] = scale w^(k s) sum over j of w_R^(jk) w^(j l) x[Load.View(q, j)]
//
// with the twiddles of its load and of its store. It returns the largest relative L2 error of the
// transforms of a workgroup together, and its tolerance.
func (b *Bench) CheckPass(ctx context.Context, p *pipeline.Program, k wgsl.Kernel, transforms int,
	scale float64) (found, allowed float64, err error) {
	allowed = b.format.tolerance(b.precision().Tolerance(k.N()))
	if k.Stages.Filter != nil || k.MirroredTransforms() > 0 {
		return 0, allowed, fmt.Errorf("wgfft: %s: not a pass that does one transform", k.Name())
	}
	last := (transforms - 1) / k.Threads.Transforms
	var places [][]int
	for _, group := range slices.Compact([]int{0, last / 2, last}) {
		var at []int
		for q := group * k.Threads.Transforms; q < min(transforms, (group+1)*k.Threads.Transforms); q++ {
			for j := range k.N() {
				at = append(at, k.Store.View.At(q, j))
			}
		}
		places = append(places, at)
		if err := b.poisonAt(at); err != nil {
			return 0, allowed, err
		}
	}
	if err := p.Run(ctx, pipeline.Region{Buffer: b.dst}, pipeline.Region{Buffer: b.src}); err != nil {
		return 0, allowed, err
	}
	d := dft.New(k.N())
	for i, group := range slices.Compact([]int{0, last / 2, last}) {
		got, err := b.readAt(ctx, places[i])
		if err != nil {
			return 0, allowed, err
		}
		var want []complex128
		var double []doubledouble.Complex
		for q := group * k.Threads.Transforms; q < min(transforms, (group+1)*k.Threads.Transforms); q++ {
			if b.format.Number == nil {
				want = append(want, b.passed(d, k, q, scale)...)
			} else {
				double = append(double, b.passedDD(k, q, scale)...)
			}
		}
		if b.format.Number == nil {
			found = max(found, relativeError(got, want))
		} else {
			found = max(found, ref.RelL2(got, double))
		}
	}
	return found, allowed, nil
}

// passed returns the expected result of transform q of a pass.
func (b *Bench) passed(d *dft.DFT, k wgsl.Kernel, q int, scale float64) []complex128 {
	turn := func(e wgsl.End, j int) complex128 {
		for _, o := range e.Ops.List() {
			if t, ok := o.(hier.PassTwiddle); ok {
				return ref.Root(j, q/max(1, t.Interleave)%t.Columns, t.Order)
			}
		}
		return 1
	}
	x := make([]complex128, k.N())
	for j := range x {
		x[j] = complex128(b.point(k.Load.View.At(q, j))) * turn(k.Load, j)
	}
	d.Forward(x, x)
	for j := range x {
		x[j] *= turn(k.Store, j) * complex(scale, 0)
	}
	return x
}

// passedDD returns the result of passed in double-double arithmetic.
func (b *Bench) passedDD(k wgsl.Kernel, q int, scale float64) []doubledouble.Complex {
	turn := func(e wgsl.End, j int) doubledouble.Complex {
		for _, o := range e.Ops.List() {
			if t, ok := o.(hier.PassTwiddle); ok {
				return doubledouble.Root(t.Order, j*(q/max(1, t.Interleave)%t.Columns)%t.Order)
			}
		}
		return doubledouble.FromComplex(1)
	}
	x := make([]doubledouble.Complex, k.N())
	for j := range x {
		x[j] = doubledouble.FromComplex(complex128(b.point(k.Load.View.At(q, j)))).Mul(turn(k.Load, j))
	}
	doubledouble.New(len(x)).Forward(x)
	for j := range x {
		x[j] = x[j].Mul(turn(k.Store, j)).Scale(doubledouble.Real{Hi: scale})
	}
	return x
}

// runs returns the runs of points at the given places, and the order of the places in them.
func runs(places []int) (all []run, order []int) {
	order = make([]int, len(places))
	for i := range order {
		order[i] = i
	}
	slices.SortFunc(order, func(i, j int) int { return places[i] - places[j] })
	for _, i := range order {
		if n := len(all); n > 0 && all[n-1].at+all[n-1].count == places[i] {
			all[n-1].count++
		} else {
			all = append(all, run{places[i], 1})
		}
	}
	return all, order
}

// poisonAt writes NaNs to points of the destination.
func (b *Bench) poisonAt(places []int) error {
	all, _ := runs(places)
	for _, r := range all {
		each := b.pointBytes()
		bad := make([]float32, int64(r.count)*each/4)
		ref.Poison(bad)
		if err := b.dst.WriteAt(bytesOf(bad), int64(r.at)*each); err != nil {
			return err
		}
	}
	return nil
}

// readAt copies points of the destination to the host.
func (b *Bench) readAt(ctx context.Context, places []int) ([]complex128, error) {
	all, order := runs(places)
	raw, err := b.read(ctx, all, b.pointBytes())
	if err != nil {
		return nil, err
	}
	sorted, got := paired(b.decoded(raw)), make([]complex128, len(places))
	for i, at := range order {
		got[at] = sorted[i]
	}
	return got, nil
}

// Scale returns the factor by which a single pass of r points keeps the magnitude of its values.
func Scale(r int) float64 { return 1 / math.Sqrt(float64(r)) }
