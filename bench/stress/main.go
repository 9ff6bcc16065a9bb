// Command stress calls the library from many goroutines and ends a share of the calls by short deadlines.
// It compares every result without an error with the CPU engine's.
//
// It runs through a table of loads. A load cancels none to nine tenths of its rounds and has 3 to 64
// goroutines. It has fresh or reused buffers, and works with or without host slices, or it computes in one
// of these ways: steps of package nd, encoders, double precision, convolutions, a worker process. stress
// prints a line for each load. The line has the longest time from the deadline of a round to the return
// of its last call.
//
// It exits with status 1 if a number is wrong, a call fails, or a call returns later than -late allows.
//
//	go run ./bench/stress -device 0 -for 10m -late 50ms
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"math/rand/v2"
	"os"
	"sync"
	"sync/atomic"
	"time"

	"wgfft"
	"wgfft/nd"
)

// load is one way to call the library from many goroutines.
type load struct {
	way        way
	cancel     float64 // share of rounds with a short deadline
	goroutines int
	fresh      bool // new buffers in each round
	slices     bool // every second goroutine transforms host slices
}

// A way is what the goroutines of a load do.
type way string

const (
	transforms   way = "transforms"
	steps        way = "nd steps"
	encoders     way = "encoders"
	doubles      way = "double"
	convolutions way = "convolution"
	workers      way = "worker"
)

// String describes the load.
func (l load) String() string {
	return fmt.Sprintf("%-11s cancel %.1f, %2d goroutines, fresh buffers %-5v, host slices %-5v",
		l.way, l.cancel, l.goroutines, l.fresh, l.slices)
}

// loads returns the table of loads.
func loads() (all []load) {
	for _, cancel := range []float64{0, 0.2, 0.5, 0.9} {
		for i, goroutines := range []int{3, 16, 64} {
			for _, fresh := range []bool{false, true} {
				all = append(all, load{transforms, cancel, goroutines, fresh, (i%2 == 0) == fresh})
			}
		}
		for i, w := range []way{steps, encoders, doubles, convolutions, workers} {
			all = append(all, load{w, cancel, []int{3, 16}[i%2], i%2 == 0, false})
		}
	}
	return all
}

// tally counts calls and their outcomes.
type tally struct {
	calls, wrong, canceled, failed atomic.Int64
	latest                         atomic.Int64 // nanoseconds from a deadline to the return of the call
}

// String lists the counts.
func (t *tally) String() string {
	return fmt.Sprintf("%9d calls, %d wrong, %d canceled, %d failed, latest %v", t.calls.Load(), t.wrong.Load(),
		t.canceled.Load(), t.failed.Load(), time.Duration(t.latest.Load()).Round(10*time.Microsecond))
}

// add adds the counts of another tally.
func (t *tally) add(o *tally) {
	t.calls.Add(o.calls.Load())
	t.wrong.Add(o.wrong.Load())
	t.canceled.Add(o.canceled.Load())
	t.failed.Add(o.failed.Load())
	t.returned(time.Duration(o.latest.Load()))
}

// returned notes that a call returned late.
func (t *tally) returned(late time.Duration) {
	for was := t.latest.Load(); int64(late) > was && !t.latest.CompareAndSwap(was, int64(late)); {
		was = t.latest.Load()
	}
}

// tolerance bounds the result of relative. Errors of right results are far below it, and errors of
// wrong results far above.
const tolerance = 1e-10

func main() {
	wgfft.RunWorker()
	device := flag.String("device", "0", "adapter, as in wgfft.Config")
	total := flag.Duration("for", time.Minute, "duration of all loads together")
	late := flag.Duration("late", time.Hour, "longest time from a deadline to the return of a call")
	flag.Parse()
	all, err := run(*device, *total)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if all.wrong.Load()+all.failed.Load() > 0 || time.Duration(all.latest.Load()) > *late {
		os.Exit(1)
	}
}

// engines are the engines of all loads.
type engines struct {
	gpu    *wgfft.Engine // the engine under test; it may be the CPU engine
	cpu    *wgfft.Engine // computes the right results
	worker *wgfft.Engine
}

// close closes the engines.
func (e *engines) close() error {
	var err error
	for _, eng := range []*wgfft.Engine{e.gpu, e.cpu, e.worker} {
		if eng != nil {
			err = errors.Join(err, eng.Close())
		}
	}
	return err
}

// openEngines opens the engines.
func openEngines(device string) (e engines, err error) {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return e, err
	}
	config := wgfft.Config{Device: choice}
	if choice.Kind != wgfft.CPU {
		config.Host = wgfft.HostDevice
	}
	if e.gpu, err = wgfft.Open(config); err == nil {
		e.cpu, err = wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	}
	if err == nil {
		e.worker, err = wgfft.OpenWorker(config)
	}
	if err != nil {
		err = errors.Join(err, e.close())
	}
	return e, err
}

// run runs all loads and returns their counts.
func run(device string, total time.Duration) (all *tally, err error) {
	e, err := openEngines(device)
	if err != nil {
		return nil, err
	}
	fmt.Println(e.gpu.Adapter())
	all = &tally{}
	each := total / time.Duration(len(loads()))
	for _, l := range loads() {
		var t tally
		if err := l.run(&e, each, &t); err != nil {
			return nil, errors.Join(fmt.Errorf("%v: %w", l, err), e.close())
		}
		fmt.Printf("%v: %v\n", l, &t)
		all.add(&t)
	}
	fmt.Printf("all: %v; %+v\n", all, e.gpu.Stats())
	return all, e.close()
}

// run calls from the load's goroutines until the time is over.
func (l load) run(e *engines, d time.Duration, t *tally) error {
	callers := make([]*caller, l.goroutines)
	for i := range callers {
		var err error
		if callers[i], err = newCaller(e, l, i); err != nil {
			return err
		}
		defer callers[i].close()
	}
	end := time.Now().Add(d)
	var wait sync.WaitGroup
	for _, w := range callers {
		wait.Go(func() {
			for time.Now().Before(end) {
				w.round(t)
			}
		})
	}
	wait.Wait()
	return nil
}

// lengths are the lengths of rows: some of one pass, some with large primes, one of two passes.
var lengths = []int{16, 60, 244, 343, 1024, 1630, 2104, 2699, 4096, 65536}

// A caller transforms the same rows over and over.
type caller struct {
	*engines
	load   load
	random *rand.Rand
	slices bool
	rowData
	plan   *wgfft.ResidentPlan
	source *wgfft.Buffer
	result *wgfft.Buffer
	queue  *nd.Queue
}

// rowData are rows with the results of their transforms.
type rowData struct {
	n      int // points of a row
	rows   int
	x      []complex64  // rows
	wide   []complex128 // x in double precision
	want   []complex64  // their transforms
	kernel []complex64
	conv   []complex64 // x convolved with kernel
}

// newCaller returns the i-th caller of a load, with its data, results and plan.
func newCaller(e *engines, l load, i int) (*caller, error) {
	w := &caller{
		engines: e,
		load:    l,
		random:  rand.New(rand.NewPCG(uint64(i), 99)),
		slices:  l.slices && i%2 == 0,
		queue:   nd.NewQueue(e.gpu),
	}
	w.n, w.rows = lengths[i%len(lengths)], 1+i%3
	w.x, w.kernel = make([]complex64, w.n*w.rows), make([]complex64, 5)
	for _, s := range [][]complex64{w.x, w.kernel} {
		for j := range s {
			s[j] = complex(w.random.Float32()-.5, w.random.Float32()-.5)
		}
	}
	for _, x := range w.x {
		w.wide = append(w.wide, complex128(x))
	}
	ctx := context.Background()
	var err error
	if w.want, err = e.cpu.FFT(ctx, nil, w.x, wgfft.WithRowLength(w.n)); err != nil {
		return nil, err
	}
	if w.conv, err = e.cpu.Convolve(ctx, nil, w.x, w.kernel, w.convolution()); err != nil {
		return nil, err
	}
	if w.plan, err = e.gpu.PlanResident(ctx, wgfft.Problem{Shape: []int{w.n}, Batch: w.rows}); err != nil {
		return nil, err
	}
	if w.source, err = w.plan.NewBuffer(); err == nil {
		w.result, err = w.plan.NewBuffer()
	}
	return w, err
}

// close closes the plan, the buffers and the queue.
func (w *caller) close() {
	w.source.Close()
	w.result.Close()
	w.plan.Close()
	w.queue.Close()
}

// convolution returns the caller's convolution.
func (w *caller) convolution() wgfft.Convolution {
	return wgfft.Convolution{Shape: []int{w.n}, Mode: wgfft.ModeSame}
}

// round makes one round of calls and checks its result.
func (w *caller) round(t *tally) {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if w.random.Float64() < w.load.cancel {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(w.random.IntN(3000))*time.Microsecond)
	}
	defer cancel()
	got, want, err := w.call(ctx, t)
	if end, ok := ctx.Deadline(); ok {
		t.returned(time.Since(end))
	}
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		t.canceled.Add(1)
	case err != nil:
		t.failed.Add(1)
		fmt.Println("failed:", w.load.way, w.n, err)
	case relative(got, want) > tolerance:
		t.wrong.Add(1)
		fmt.Println("wrong:", w.load.way, w.n, "points, slices", w.slices, "relative error", relative(got, want))
	}
}

// call makes the calls of a round and returns its result and the right one.
func (w *caller) call(ctx context.Context, t *tally) (got, want []complex64, err error) {
	t.calls.Add(1)
	switch w.load.way {
	case steps:
		got, err = w.step(ctx)
	case encoders:
		got, err = w.encode(ctx)
	case doubles:
		got, err = w.double(ctx)
	case workers:
		got, err = w.worker.FFT(ctx, nil, w.x, wgfft.WithRowLength(w.n))
	case convolutions:
		got, err = w.gpu.Convolve(ctx, nil, w.x, w.kernel, w.convolution())
		return got, w.conv, err
	default:
		return w.transform(ctx, t)
	}
	return got, w.want, err
}

// transform transforms host slices, or rows in buffers.
func (w *caller) transform(ctx context.Context, t *tally) (got, want []complex64, err error) {
	if w.slices {
		if w.random.IntN(4) == 0 {
			got, err = w.gpu.Convolve(ctx, nil, w.x, w.kernel, w.convolution())
			return got, w.conv, err
		}
		got, err = w.gpu.FFT(ctx, nil, w.x, wgfft.WithRowLength(w.n))
		return got, w.want, err
	}
	got, err = w.resident(ctx, t)
	return got, w.want, err
}

// step transforms the rows in a step of package nd. The other operations of the step cancel each other.
func (w *caller) step(ctx context.Context) ([]complex64, error) {
	q := w.queue
	x := nd.From(q, w.x, w.rows, w.n)
	defer x.Close()
	y := q.Transform(q.Scale(2, x), nd.Transform{Axes: []int{1}})
	return nd.Download[complex64](ctx, q, nil, q.Scale(0.5, y))
}

// encode records a copy in a step of package nd and the transform into one encoder, and submits it.
func (w *caller) encode(ctx context.Context) ([]complex64, error) {
	if err := w.gpu.Upload(ctx, wgfft.Region{Buffer: w.source}, w.x); err != nil {
		return nil, err
	}
	dev, err := w.gpu.Device()
	if err != nil {
		return nil, err
	}
	enc, err := dev.NewEncoder()
	if err != nil {
		return nil, err
	}
	defer enc.Discard()
	q := w.queue
	x := q.Adopt(wgfft.Region{Buffer: w.source}, nd.Complex64, w.rows, w.n)
	y := q.New(nd.Complex64, w.rows, w.n)
	defer y.Close()
	q.Set(y, x)
	if err := q.EncodeContext(ctx, enc); err != nil {
		return nil, err
	}
	r, err := y.Region()
	if err != nil {
		return nil, err
	}
	if err := w.plan.EncodeForward(enc, wgfft.Region{Buffer: w.result}, r); err != nil {
		return nil, err
	}
	s, err := enc.SubmitContext(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Wait(ctx); err != nil {
		return nil, err
	}
	got := make([]complex64, len(w.x))
	return got, w.gpu.Download(ctx, got, wgfft.Region{Buffer: w.result})
}

// double transforms the rows in double precision.
func (w *caller) double(ctx context.Context) ([]complex64, error) {
	y, err := w.gpu.Double().FFT(ctx, nil, w.wide, wgfft.WithRowLength(w.n))
	if err != nil {
		return nil, err
	}
	got := make([]complex64, len(y))
	for i, v := range y {
		got[i] = complex64(v)
	}
	return got, nil
}

// resident uploads rows, transforms them and downloads the result.
func (w *caller) resident(ctx context.Context, t *tally) ([]complex64, error) {
	source, result := w.source, w.result
	if w.load.fresh {
		var err error
		if source, err = w.plan.NewBufferContext(ctx); err != nil {
			return nil, err
		}
		defer source.Close()
		if result, err = w.plan.NewBufferContext(ctx); err != nil {
			return nil, err
		}
		defer result.Close()
	}
	got := make([]complex64, len(w.x))
	for i, call := range []func() error{
		func() error { return w.gpu.Upload(ctx, wgfft.Region{Buffer: source}, w.x) },
		func() error {
			return w.plan.Forward(ctx, wgfft.Region{Buffer: result}, wgfft.Region{Buffer: source})
		},
		func() error { return w.gpu.Download(ctx, got, wgfft.Region{Buffer: result}) },
	} {
		if i > 0 {
			t.calls.Add(1)
		}
		if err := call(); err != nil {
			return nil, err
		}
	}
	return got, nil
}

// relative returns the square of the relative L2 error of got.
func relative(got, want []complex64) float64 {
	var e, s float64
	for i := range want {
		d, w := complex128(got[i])-complex128(want[i]), complex128(want[i])
		e += real(d)*real(d) + imag(d)*imag(d)
		s += real(w)*real(w) + imag(w)*imag(w)
	}
	return e / s
}
