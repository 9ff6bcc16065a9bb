package measure

import (
	"context"
	"fmt"
	"slices"

	"wgfft/device"
	"wgfft/internal/doubledouble"
	"wgfft/internal/ref"
	"wgfft/internal/yardstick"
	"wgfft/pipeline"
	"wgfft/plan"
)

// Error runs the program once and returns the largest relative L2 error against float64 in a sample
// of the batch. The sample has the first arrays, the last, and some between. Error poisons the
// sampled outputs first. A result that is no number gives +Inf.
//
// An array that is too long for a whole transform is compared at a sample of its bins. These
// are single bins if the array has one axis or is real, and whole lines if a complex array has
// several axes.
func (b *Bench) Error(ctx context.Context, p *pipeline.Program, problem plan.Problem) (float64, error) {
	return b.sampled(ctx, p, problem, 1)
}

// Check is Error together with its tolerance. Short arrays are judged together.
func (b *Bench) Check(ctx context.Context, p *pipeline.Program,
	problem plan.Problem) (found, allowed float64, err error) {
	found, err = b.sampled(ctx, p, problem, min(problem.Count(), yardstick.Together(problem)))
	return found, b.format.tolerance(yardstick.ToleranceIn(b.precision(), problem)), err
}

// sampled returns the largest error in a sample of the batch. It judges together arrays at a time.
func (b *Bench) sampled(ctx context.Context, p *pipeline.Program, problem plan.Problem, together int) (float64, error) {
	n, batch := problem.Points(), problem.Count()
	count := max(1, min(batch, sample/n)/together) * together
	places := slices.Compact([]int{0, (batch - count) / 2, batch - count})
	if n > longestReference {
		places = places[:1]
	}
	ends := problem.Arrays()
	if problem.InPlace {
		if err := b.refill(ctx, b.bytes(problem, ends[0])*int64(batch)); err != nil {
			return 0, err
		}
	} else {
		for _, first := range places {
			if err := b.poison(first, count, b.bytes(problem, ends[1])); err != nil {
				return 0, err
			}
		}
	}
	if err := p.Run(ctx, pipeline.Region{Buffer: b.dst}, pipeline.Region{Buffer: b.src}); err != nil {
		return 0, err
	}
	if n > b.longest {
		axis, ok := lineAxis(problem.Shape)
		switch {
		case problem.Kind != plan.C2C:
			return b.elementsError(ctx, problem)
		case ok:
			return b.linesError(ctx, problem, axis)
		}
		return b.binsError(ctx, problem)
	}
	worst := 0.0
	for _, first := range places {
		e, err := b.compare(ctx, problem, first, count, together)
		if err != nil {
			return 0, err
		}
		worst = max(worst, e)
	}
	return worst, nil
}

// refill copies bytes from the source to the destination, for programs that work in place there.
func (b *Bench) refill(ctx context.Context, bytes int64) error {
	enc, err := b.engine.Device().NewEncoder()
	if err != nil {
		return err
	}
	defer enc.Discard()
	if err := enc.Copy(b.dst, 0, b.src, 0, bytes); err != nil {
		return err
	}
	s, err := enc.Submit()
	if err != nil {
		return err
	}
	return s.Wait(ctx)
}

// bytes returns the size of an array of a problem in the format of the bench.
func (b *Bench) bytes(problem plan.Problem, a plan.Array) int64 {
	return a.Bytes() / (problem.PointBytes() / 2) * b.pointBytes() / 2
}

// poison fills count arrays of the destination, of the given bytes each, with NaNs.
func (b *Bench) poison(first, count int, bytes int64) error {
	from, to := int64(first)*bytes, int64(first+count)*bytes
	words := make([]float32, min(to-from, 8*tilePoints)/4)
	ref.Poison(words)
	for at := from; at < to; at += int64(4 * len(words)) {
		if err := b.dst.WriteAt(bytesOf(words)[:min(int64(4*len(words)), to-at)], at); err != nil {
			return err
		}
	}
	return nil
}

// compare returns the largest error of count arrays, judged together at a time.
func (b *Bench) compare(ctx context.Context, problem plan.Problem, first, count,
	together int) (worst float64, err error) {
	ends := problem.Arrays()
	size := problem.PointBytes() / 2
	in, out := int(ends[0].Bytes()/size), int(ends[1].Bytes()/size) // numbers of an array
	want := b.expected(problem, first, count, together, in)
	got, err := b.readNumbers(ctx, first*out, 1, count*out)
	if b.format.Number != nil {
		return largestError(want.double, got, together*out), err
	}
	narrow := make([]float32, len(got))
	for i, v := range got {
		narrow[i] = float32(v)
	}
	return largestError(want.single, narrow, together*out), err
}

// largestError returns the largest error of results of size numbers each.
func largestError[T ref.Real](want []yardstick.Expected[T], got []T, size int) float64 {
	worst := 0.0
	for i, w := range want {
		if len(got) >= (i+1)*size {
			worst = max(worst, w.Error(got[i*size:(i+1)*size]))
		}
	}
	return worst
}

// readNumbers copies count real numbers of the destination to the host: the first, and every step-th after it.
func (b *Bench) readNumbers(ctx context.Context, first, step, count int) ([]float64, error) {
	raw, err := b.read(ctx, stepped(first, step, count), b.pointBytes()/2)
	return b.decoded(raw), err
}

// readPoints copies count points of the destination to the host: the first, and every step-th after it.
func (b *Bench) readPoints(ctx context.Context, first, step, count int) ([]complex128, error) {
	raw, err := b.read(ctx, stepped(first, step, count), b.pointBytes())
	return paired(b.decoded(raw)), err
}

// paired returns points of real and imaginary parts.
func paired(numbers []float64) []complex128 {
	points := make([]complex128, len(numbers)/2)
	for i := range points {
		points[i] = complex(numbers[2*i], numbers[2*i+1])
	}
	return points
}

// expectations are expected results in the precision of the bench.
type expectations struct {
	single []yardstick.Expected[float32]
	double []yardstick.Expected[float64]
}

// expected returns the expected results of count arrays, judged together at a time, each of the
// given number of real numbers. It remembers the results of the last problem, because the reference
// is slow if a tuner compares many kernels of a large array.
func (b *Bench) expected(problem plan.Problem, first, count, together, numbers int) expectations {
	if of := fmt.Sprintf("%#v", problem); of != b.expects {
		b.expects, b.wants = of, map[[3]int]expectations{}
	}
	key := [3]int{first, count, together}
	if _, known := b.wants[key]; !known {
		var all expectations
		src, wide := make([]float32, together*numbers), make([]float64, together*numbers)
		for at := 0; at < count; at += together {
			for i := range src {
				src[i] = b.sample((first+at)*numbers + i)
				wide[i] = float64(src[i])
			}
			if b.format.Number == nil {
				all.single = append(all.single, yardstick.Expect(problem, src))
			} else {
				all.double = append(all.double, yardstick.Expect(problem, wide))
			}
		}
		b.wants[key] = all
	}
	return b.wants[key]
}

// relativeError returns the relative L2 error of results against a reference in float64.
func relativeError(got, want []complex128) float64 {
	wide := make([]doubledouble.Complex, len(want))
	for i, v := range want {
		wide[i] = doubledouble.FromComplex(v)
	}
	return ref.RelL2(got, wide)
}

// A run is a range of neighbouring elements.
type run struct{ at, count int }

// stepped returns the runs of count elements: the first, and every step-th after it.
func stepped(first, step, count int) []run {
	if step == 1 {
		return []run{{first, count}}
	}
	var all []run
	for i := range count {
		all = append(all, run{first + i*step, 1})
	}
	return all
}

// read copies runs of elements of size bytes of the destination to the host, one after the other.
func (b *Bench) read(ctx context.Context, runs []run, size int64) ([]byte, error) {
	var parts []part
	total := int64(0)
	for _, r := range runs {
		parts = append(parts, part{int64(r.at) * size, int64(r.count) * size})
		total += int64(r.count) * size
	}
	got := make([]byte, total)
	return got, b.download(ctx, got, parts)
}

// A part is a range of bytes of the destination.
type part struct{ at, bytes int64 }

// download copies parts of the destination to the host, one after the other.
func (b *Bench) download(ctx context.Context, to []byte, parts []part) error {
	dev := b.engine.Device()
	down, err := dev.NewBuffer("bench download", int64(len(to)), device.Download)
	if err != nil {
		return err
	}
	defer down.Close()
	enc, err := dev.NewEncoder()
	if err != nil {
		return err
	}
	defer enc.Discard()
	at := int64(0)
	for _, p := range parts {
		if err := enc.Copy(down, at, b.dst, p.at, p.bytes); err != nil {
			return err
		}
		at += p.bytes
	}
	if _, err := enc.Submit(); err != nil {
		return err
	}
	if err := down.Map(ctx); err != nil {
		return err
	}
	copy(to, down.Bytes())
	return down.Unmap()
}
