package measure

import (
	"context"
	"fmt"
	"unsafe"

	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
)

// shortest is the fewest elements that are compared by themselves. The error of a row of few numbers is that of few roundings: in one of a thousand
// they add up to more than the tolerance, whatever is done. So short arrays are judged together.
const shortest = 64

// MostReal is the most elements of an array of a real transform that Check compares.
const MostReal = longestReference

// Check runs the program of a problem of any kind once, over poison where it looks afterwards, and compares a sample of the batch with float64: the
// first arrays, the last, and some between. It returns the largest relative L2 error, +Inf where a result is no number, and what it may be.
func (b *Bench) Check(ctx context.Context, p *pipeline.Program, problem plan.Problem) (found, allowed float64, err error) {
	allowed = Tolerance(problem)
	if problem.Points() > longestReference {
		if problem.Kind != plan.C2C {
			return 0, allowed, fmt.Errorf("wgfft: %v: real transforms of more than %d elements are not compared with float64", problem, MostReal)
		}
		found, err = b.Error(ctx, p, problem)
		return found, allowed, err
	}
	batch := problem.Count()
	together := min(batch, (shortest+problem.Points()-1)/problem.Points())
	run := max(1, min(batch/together, sample/(problem.Points()*together))) * together // arrays in one place
	places := []int{0, (batch - run) / 2, batch - run}
	if batch == run {
		places = places[:1]
	}
	ends := problem.Ends()
	for _, first := range places {
		at, points := covered(ends[1], first, run)
		poison := make([]complex64, points)
		ref.Poison(poison)
		if err := b.dst.WriteAt(bytesOf(poison), int64(at)*plan.ElementBytes); err != nil {
			return 0, allowed, err
		}
	}
	if err := p.Run(ctx, pipeline.Region{Buffer: b.dst}, pipeline.Region{Buffer: b.src}); err != nil {
		return 0, allowed, err
	}
	for _, place := range places {
		for first := place; first < place+run; first += together {
			at, points := covered(ends[1], first, together)
			got, err := read[complex64](ctx, b, at, 1, points)
			if err != nil {
				return 0, allowed, err
			}
			from, points := covered(ends[0], first, together)
			src := make([]complex64, points)
			for i := range src {
				src[i] = b.point(from + i)
			}
			e := relative(problem, numbers(got, ends[1], first, together), numbers(src, ends[0], first, together))
			found = max(found, e)
		}
	}
	return found, allowed, nil
}

// covered are the points that so many arrays from one on lie in, which begins and ends within them.
func covered(a plan.Array, first, count int) (at, points int) {
	begin, end := int64(first)*a.Bytes(), int64(first+count)*a.Bytes()
	at = int(begin / plan.ElementBytes)
	return at, int((end+plan.ElementBytes-1)/plan.ElementBytes) - at
}

// numbers are the real numbers of the arrays, of the points that cover them.
func numbers(points []complex64, a plan.Array, first, count int) []float32 {
	all := unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(points))), 2*len(points))
	skip := int64(first) * a.Bytes() % plan.ElementBytes / (plan.ElementBytes / 2)
	return all[skip:][:int64(count)*a.Bytes()/(plan.ElementBytes/2)]
}

// paired are complex points as their parts lie.
func paired(numbers []float32) []complex64 {
	points := make([]complex64, len(numbers)/2)
	for i := range points {
		points[i] = complex(numbers[2*i], numbers[2*i+1])
	}
	return points
}

// relative is the relative error of arrays.
func relative(p plan.Problem, got, src []float32) float64 {
	axes, _, kinds := along(p)
	switch {
	case p.Kind == plan.C2C:
		return ref.RelL2(paired(got), ref.Axes(paired(src), p.Shape, axes, p.Inverse, p.Scale()))
	case p.Kind.Trig():
		return ref.RelL2Real(got, ref.TrigAxes(src, p.Shape, axes, kinds, p.Norm == plan.Ortho, p.Scale()))
	case p.Inverse != (p.Kind == plan.C2R):
		return ref.RelL2Real(got, ref.RealInverseAxes(paired(src), p.Shape, axes, p.Scale()))
	}
	return ref.RelL2(paired(got), ref.RealAxes(src, p.Shape, axes, p.Scale()))
}

// Tolerance is the largest relative error that a problem's arrays may have.
func Tolerance(p plan.Problem) float64 {
	_, lengths, _ := along(p)
	return ref.ToleranceAxes(lengths...)
}

// along lists the axes of a problem, the lengths that the tolerance goes by, and of sine and cosine transforms the kinds.
func along(p plan.Problem) (axes, lengths []int, kinds []ref.Trig) {
	axes = p.Along()
	if p.Kind.Trig() {
		kinds = trigKinds(p)
	}
	for i, axis := range axes {
		n := p.Shape[axis]
		if kinds != nil {
			n = ref.TrigLength(kinds[i], n)
		}
		lengths = append(lengths, n)
	}
	return axes, lengths, kinds
}
