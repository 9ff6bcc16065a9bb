package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"time"

	"wgfft"
	"wgfft/cluster"
)

// bench times a transform on all ranks, and on one.
func bench(ctx context.Context, w io.Writer, f flags, p wgfft.Problem) (err error) {
	comm, err := cluster.Init()
	if err != nil {
		return err
	}
	config := wgfft.Config{Threads: f.threads}
	if config.Device, err = deviceOf(f.device, comm); err != nil {
		return err
	}
	eng, err := wgfft.Open(config)
	if err != nil {
		return fmt.Errorf("rank %d: %w", comm.Rank(), err)
	}
	defer eng.Close()
	switch {
	case p.Kind == wgfft.C2C && !f.isDouble:
		err = benchOf(ctx, w, job[complex64, complex64, float32]{
			f, p, comm, eng, eng.Transforms, cluster.Plan[complex64], index[complex64], index[complex64]})
	case p.Kind == wgfft.C2C:
		err = benchOf(ctx, w, job[complex128, complex128, float64]{
			f, p, comm, eng, eng.Double(), cluster.Plan[complex128], index[complex128], index[complex128]})
	case !f.isDouble:
		err = benchOf(ctx, w, job[complex64, float32, float32]{
			f, p, comm, eng, eng.Transforms, cluster.PlanReal[complex64, float32], index[complex64], index[float32]})
	default:
		err = benchOf(ctx, w, job[complex128, float64, float64]{
			f, p, comm, eng, eng.Double(), cluster.PlanReal[complex128, float64], index[complex128], index[float64]})
	}
	return errors.Join(err, comm.Close())
}

// deviceOf returns the device of a rank.
func deviceOf(text string, comm *cluster.Comm) (wgfft.Choice, error) {
	if text != "local" {
		return wgfft.ParseChoice(text)
	}
	local, err := comm.Local()
	if err != nil {
		return wgfft.Choice{}, err
	}
	return wgfft.Choice{Kind: wgfft.ByIndex, Index: local.Rank()}, local.Close()
}

// A job is a transform to time. C is the type of points, S the type of elements of arrays, and R the real type.
type job[C wgfft.Complex, S wgfft.Complex | wgfft.Real, R wgfft.Real] struct {
	flags
	problem wgfft.Problem
	comm    *cluster.Comm
	eng     *wgfft.Engine
	on      *wgfft.Transforms[C, R]
	plan    func(
		context.Context, *cluster.Comm, *wgfft.Engine, wgfft.Problem, cluster.Options,
	) (*cluster.PlanOf[C, S], error)
	point   func(i int) C // an element of the spectra, as the source of the inverse
	element func(i int) S // an element of the arrays
}

// index returns a number for an index, between -0.5 and 0.5.
func index[T wgfft.Complex | wgfft.Real](i int) T {
	h := uint64(i)*0x9e3779b97f4a7c15 + 1
	h = (h ^ h>>30) * 0xbf58476d1ce4e5b9
	h = (h ^ h>>27) * 0x94d049bb133111eb
	re := float32(h>>40)/(1<<24) - 0.5
	im := float32(h&(1<<24-1))/(1<<24) - 0.5
	var x T
	switch x := any(&x).(type) {
	case *complex64:
		*x = complex(re, im)
	case *complex128:
		*x = complex128(complex(re, im))
	case *float32:
		*x = re
	case *float64:
		*x = float64(re)
	}
	return x
}

// benchOf times a job and prints the result on rank 0.
func benchOf[C wgfft.Complex, S wgfft.Complex | wgfft.Real, R wgfft.Real](
	ctx context.Context, w io.Writer, j job[C, S, R],
) error {
	d, err := j.plan(ctx, j.comm, j.eng, j.problem, j.options())
	if err != nil {
		return err
	}
	defer d.Close()
	in, out := make([]S, d.InputLen()), make([]C, d.OutputLen())
	times, exchange, err := j.time(ctx, d, in, out)
	if err != nil {
		return err
	}
	isFirst := j.comm.Rank() == 0
	if isFirst {
		where := "a GPU each"
		if j.eng.Adapter().CPU {
			where = "the CPU engine each"
		}
		direction := "forward"
		if j.inverse {
			direction = "inverse"
		}
		fmt.Fprintf(w, "%v, %s, %d ranks on %s, %v, %d pieces\n", j.problem, direction, j.comm.Size(), where,
			j.options().Order, d.Pieces())
		fmt.Fprintf(w, "time      %.2f ms, the median of %d; best %.2f ms\n", ms(median(times)), len(times),
			ms(slices.Min(times)))
		fmt.Fprintf(w, "exchange  %.0f %% of the time of rank 0\n", 100*exchange)
	}
	if j.verify {
		if err := j.check(ctx, w, d, in, out); err != nil {
			return err
		}
	}
	if !j.alone || j.comm.Size() == 1 {
		return nil
	}
	one, err := j.comm.Split(min(1, j.comm.Rank()), 0)
	if err != nil {
		return err
	}
	if isFirst {
		err = j.timeAlone(ctx, w, one, median(times))
	}
	return errors.Join(err, one.Close(), j.comm.Barrier())
}

// timeAlone times the transform on one rank.
func (j job[C, S, R]) timeAlone(ctx context.Context, w io.Writer, one *cluster.Comm, all time.Duration) error {
	d, err := j.plan(ctx, one, j.eng, j.problem, j.options())
	if err != nil {
		return err
	}
	defer d.Close()
	j.comm = one
	times, _, err := j.time(ctx, d, make([]S, d.InputLen()), make([]C, d.OutputLen()))
	if err != nil {
		return err
	}
	alone := median(times)
	fmt.Fprintf(w, "one rank  %.2f ms, %.2f times as long\n", ms(alone), float64(alone)/float64(all))
	return nil
}

// fill writes the elements of this rank: rows, or columns if the source is shared along axis 1.
func (j job[C, S, R]) fill(d *cluster.PlanOf[C, S], in []S, out []C) {
	if !j.inverse {
		share := d.Input()
		fillShare(in, j.element, j.problem.Shape, 0, share)
		return
	}
	axis := 1
	if j.inRows {
		axis = 0
	}
	fillShare(out, j.point, j.bins(), axis, d.Output())
}

// bins returns the shape of the spectra.
func (j job[C, S, R]) bins() []int {
	bins := slices.Clone(j.problem.Shape)
	if j.problem.Kind != wgfft.C2C {
		bins[len(bins)-1] = bins[len(bins)-1]/2 + 1
	}
	return bins
}

// fillShare writes the elements of a share of an axis, 0 or 1.
func fillShare[T any](s []T, element func(i int) T, shape []int, axis int, share cluster.Share) {
	eachOfShare(len(s), shape, axis, share, func(at, i int) { s[at] = element(i) })
}

// eachOfShare calls do with the index of each of n elements of a share, and with its index in whole arrays.
func eachOfShare(n int, shape []int, axis int, share cluster.Share, do func(at, i int)) {
	run := share.Count
	for _, d := range shape[axis+1:] {
		run *= d
	}
	every := run / share.Count * shape[axis]
	first := run / share.Count * share.First
	for at := range n {
		do(at, at/run*every+first+at%run)
	}
}

// time returns the times of all rounds, from a barrier to the next, and the share of the exchange.
func (j job[C, S, R]) time(
	ctx context.Context, d *cluster.PlanOf[C, S], in []S, out []C,
) (times []time.Duration, exchange float64, err error) {
	for round := range j.rounds + 1 {
		j.fill(d, in, out)
		if err := j.comm.Barrier(); err != nil {
			return nil, 0, err
		}
		began := time.Now()
		if j.inverse {
			err = d.Inverse(ctx, in, out)
		} else {
			err = d.Forward(ctx, out, in)
		}
		if err != nil {
			return nil, 0, err
		}
		if err := j.comm.Barrier(); err != nil {
			return nil, 0, err
		}
		if round > 0 { // the first call makes the memory between the steps
			times = append(times, time.Since(began))
			t := d.Times()
			exchange += float64(t.Exchange) / float64(t.Total) / float64(j.rounds)
		}
	}
	return times, exchange, nil
}

// median returns the middle of times.
func median(times []time.Duration) time.Duration {
	sorted := slices.Sorted(slices.Values(times))
	return sorted[len(sorted)/2]
}

// ms returns milliseconds.
func ms(d time.Duration) float64 { return d.Seconds() * 1e3 }

// check compares the result of this rank with a result of its engine alone. The ranks take turns, because each needs
// memory for the whole arrays.
func (j job[C, S, R]) check(ctx context.Context, w io.Writer, d *cluster.PlanOf[C, S], in []S, out []C) error {
	var failed error
	for turn := range j.comm.Size() {
		if turn == j.comm.Rank() {
			failed = j.compare(ctx, d, in, out)
		}
		if err := j.comm.Barrier(); err != nil {
			return err
		}
	}
	if err := j.comm.Agree(failed); err != nil {
		return err
	}
	if j.comm.Rank() == 0 {
		fmt.Fprintf(w, "result    verified: the same as on one engine\n")
	}
	return nil
}

// compare returns an error if results differ from the results of one engine: in bits on the CPU, or by more than
// roundings.
func (j job[C, S, R]) compare(ctx context.Context, d *cluster.PlanOf[C, S], in []S, out []C) error {
	elements, points := max(1, j.problem.Batch), max(1, j.problem.Batch)
	for _, n := range j.problem.Shape {
		elements *= n
	}
	for _, n := range j.bins() {
		points *= n
	}
	var differs, worst float64
	note := func(got, want complex128, size float64) {
		if got != want {
			differs++
			worst = max(worst, math.Hypot(real(got)-real(want), imag(got)-imag(want))/size)
		}
	}
	axis := 1
	if j.inRows {
		axis = 0
	}
	switch {
	case !j.inverse:
		src := make([]S, elements)
		for i := range src {
			src[i] = j.element(i)
		}
		want, err := j.forward(ctx, src)
		if err != nil {
			return err
		}
		eachOfShare(len(out), j.bins(), axis, d.Output(), func(at, i int) {
			note(complex128(out[at]), complex128(want[i]), math.Sqrt(float64(elements)))
		})
	default:
		src := make([]C, points)
		for i := range src {
			src[i] = j.point(i)
		}
		want, err := j.back(ctx, src)
		if err != nil {
			return err
		}
		eachOfShare(len(in), j.problem.Shape, 0, d.Input(), func(at, i int) {
			note(widened(in[at]), widened(want[i]), 1/math.Sqrt(float64(elements)))
		})
	}
	limit := 0.0
	if !j.eng.Adapter().CPU {
		limit = 1e-5
	}
	if differs > 0 && (worst > limit) {
		return fmt.Errorf("%v elements differ from one engine, by up to %.3g of the typical size", differs, worst)
	}
	return nil
}

// widened returns an element as a complex number.
func widened[S wgfft.Complex | wgfft.Real](x S) complex128 {
	switch x := any(x).(type) {
	case complex64:
		return complex128(x)
	case complex128:
		return x
	case float32:
		return complex(float64(x), 0)
	case float64:
		return complex(x, 0)
	}
	return 0
}

// forward computes the spectra of whole arrays on the engine of this rank.
func (j job[C, S, R]) forward(ctx context.Context, src []S) ([]C, error) {
	switch src := any(src).(type) {
	case []C:
		return j.on.FFTN(ctx, src, src, j.problem.Shape)
	case []R:
		return j.on.RFFTN(ctx, nil, src, j.problem.Shape)
	}
	return nil, nil
}

// back computes whole arrays from their spectra, first along axis 0 and then along the others.
func (j job[C, S, R]) back(ctx context.Context, src []C) ([]S, error) {
	src, err := j.on.IFFTN(ctx, src, src, j.bins(), wgfft.WithAxes(0))
	if err != nil {
		return nil, err
	}
	var back any
	if j.problem.Kind == wgfft.C2C {
		back, err = j.on.IFFTN(ctx, src, src, j.problem.Shape[1:])
	} else {
		back, err = j.on.IRFFTN(ctx, nil, src, j.problem.Shape[1:])
	}
	if err != nil {
		return nil, err
	}
	return back.([]S), nil
}
