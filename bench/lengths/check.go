package main

import (
	"context"
	"errors"
	"fmt"
	"runtime"
	"slices"
	"sync"
	"unsafe"

	"wgfft/device"
	"wgfft/internal/choose"
	"wgfft/internal/ref"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

// task is a length with its plans, its points and its reference.
type task struct {
	i     int // number of the length
	n     int
	plans []plan.Plan
	src   []complex64
	want  []complex128
	err   error
}

// result is the rows of a length, and the error that ended them.
type result struct {
	rows []row
	err  error
}

// check transforms the lengths on the devices, one length at a time on each. It calls use with the results
// in the order of the lengths. Plans and references are made ahead on all processors.
func check(ctx context.Context, devices []*device.Device, ns []int, use func(result) error) error {
	ctx, cancel := context.WithCancel(ctx)
	results := make([]chan result, len(ns))
	for i := range results {
		results[i] = make(chan result, 1)
	}
	numbers, tasks := make(chan int), make(chan task)
	var preparing, working sync.WaitGroup
	defer working.Wait()
	defer cancel()
	go func() {
		defer close(numbers)
		for i := range ns {
			select {
			case numbers <- i:
			case <-ctx.Done():
				return
			}
		}
	}()
	for range runtime.GOMAXPROCS(0) {
		preparing.Go(func() {
			for i := range numbers {
				tasks <- prepare(i, ns[i], devices[0].Limits())
			}
		})
	}
	go func() {
		preparing.Wait()
		close(tasks)
	}()
	for _, dev := range devices {
		working.Go(func() {
			b := bench{dev: dev}
			defer b.close()
			for t := range tasks {
				results[t.i] <- b.check(ctx, t)
			}
		})
	}
	for _, r := range results {
		select {
		case r := <-r:
			if err := use(r); err != nil {
				return err
			}
		case <-ctx.Done():
			return ctx.Err()
		}
	}
	return nil
}

// prepare makes the plans, the points and the reference of a length.
func prepare(i, n int, l wgsl.Limits) task {
	p := problem(n)
	t := task{i: i, n: n, src: ref.Uniform(uint64(n), n*p.Count())}
	t.want = ref.Batch(t.src, n, p.Inverse, p.Scale())
	t.plans, t.err = plans(i, p, l)
	return t
}

// plans returns the plans of a length without duplicates.
func plans(i int, p plan.Problem, l wgsl.Limits) ([]plan.Plan, error) {
	var all []plan.Plan
	for _, a := range algorithms(i, p.Points()) {
		made, err := choose.MakeBy(p, l, a)
		if a != plan.Any && errors.Is(err, plan.ErrInvalidLength) {
			continue
		}
		if err != nil {
			return all, fmt.Errorf("%v by %v: %w", p, a, err)
		}
		if !slices.ContainsFunc(all, func(other plan.Plan) bool { return slices.Equal(other.Passes, made.Passes) }) {
			all = append(all, made)
		}
	}
	return all, nil
}

// guardBytes is the size of the guard on each side. It is a multiple of every offset alignment.
const guardBytes = ref.GuardElements * plan.ElementBytes

// bench runs plans on a device.
type bench struct {
	dev      *device.Device
	engine   *pipeline.Engine
	checked  int            // lengths that this engine has done
	src, dst *device.Buffer // guarded
}

// lengthsPerEngine bounds the lengths of an engine, because it keeps every kernel and every table.
const lengthsPerEngine = 32

// close closes the engine and the buffers, but not the device.
func (b *bench) close() {
	if b.engine != nil {
		b.engine.Close()
	}
	for _, buffer := range []*device.Buffer{b.src, b.dst} {
		if buffer != nil {
			buffer.Close()
		}
	}
	*b = bench{dev: b.dev}
}

// check runs the plans of a length and measures their errors.
func (b *bench) check(ctx context.Context, t task) result {
	var r result
	if b.checked == lengthsPerEngine {
		b.close()
	}
	if b.engine == nil {
		b.engine = pipeline.New(b.dev)
	}
	b.checked++
	for _, p := range t.plans {
		got, err := b.run(ctx, p, t.src)
		if err != nil {
			r.err = fmt.Errorf("%v: %w", p, err)
			return r
		}
		worst, _ := ref.Worst(got, t.want, t.n)
		r.rows = append(r.rows, row{p, worst})
	}
	r.err = t.err
	return r
}

// run runs a plan on points and returns the result. The bindings include the guard behind the data, so
// that a stray write changes it.
func (b *bench) run(ctx context.Context, p plan.Plan, src []complex64) ([]complex64, error) {
	s := p.Schedule()
	s.Source.Bytes += guardBytes
	s.Target.Bytes += guardBytes
	program, err := b.engine.Compile(s)
	if err != nil {
		return nil, err
	}
	defer program.Close()
	in, out := ref.NewGuarded[complex64](len(src)), ref.NewGuarded[complex64](len(src))
	copy(in.Data, src)
	from, err := b.put(ctx, &b.src, in)
	if err != nil {
		return nil, err
	}
	to := from
	if !p.Problem.InPlace {
		if to, err = b.put(ctx, &b.dst, out); err != nil {
			return nil, err
		}
	}
	if err := program.Run(ctx, to, from); err != nil {
		return nil, err
	}
	got, err := b.get(ctx, to, len(src))
	if err != nil || p.Problem.InPlace {
		return got, err
	}
	left, err := b.get(ctx, from, len(src))
	if err == nil && !slices.Equal(ref.Words(left), ref.Words(src)) {
		err = errors.New("the transform changed its source")
	}
	return got, err
}

// put writes guarded points to a buffer. It replaces the buffer if it is too small.
func (b *bench) put(ctx context.Context, buffer **device.Buffer,
	g *ref.Guarded[complex64]) (pipeline.Region, error) {
	data := bytesOf(g.All())
	if *buffer == nil || (*buffer).Size() < int64(len(data)) {
		if *buffer != nil {
			(*buffer).Close()
		}
		var err error
		if *buffer, err = b.dev.NewBuffer("guarded points", int64(len(data)), device.Storage); err != nil {
			return pipeline.Region{}, err
		}
	}
	err := b.engine.Upload(ctx, pipeline.Region{Buffer: *buffer}, data, nil)
	return pipeline.Region{Buffer: *buffer, Offset: guardBytes}, err
}

// get reads points and checks their guards.
func (b *bench) get(ctx context.Context, at pipeline.Region, points int) ([]complex64, error) {
	all := make([]complex64, points+2*ref.GuardElements)
	if err := b.engine.Download(ctx, bytesOf(all), pipeline.Region{Buffer: at.Buffer}, nil); err != nil {
		return nil, err
	}
	return all[ref.GuardElements : ref.GuardElements+points], ref.CheckGuards(all)
}

// bytesOf returns the memory of s.
func bytesOf(s []complex64) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), plan.ElementBytes*len(s))
}
