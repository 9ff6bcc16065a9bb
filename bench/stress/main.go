// Command stress calls the library from many goroutines and ends a share of the calls by short deadlines.
// It compares every result without an error with the CPU engine's.
//
// It runs through a table of loads. A load cancels none to nine tenths of its calls, has 3 to 64
// goroutines, fresh or reused buffers, and works with or without host slices. It prints a line for each
// load. It exits with status 1 if a number is wrong or a call fails.
//
//	go run ./bench/stress -device 0 -for 10m
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
)

// load is one way to call the library from many goroutines.
type load struct {
	cancel     float64 // share of rounds with a short deadline
	goroutines int
	fresh      bool // new buffers in each round
	slices     bool // every second goroutine transforms host slices
}

// String describes the load.
func (l load) String() string {
	return fmt.Sprintf("cancel %.1f, %2d goroutines, fresh buffers %-5v, host slices %-5v",
		l.cancel, l.goroutines, l.fresh, l.slices)
}

// loads returns the table of loads.
func loads() (all []load) {
	for _, cancel := range []float64{0, 0.2, 0.5, 0.9} {
		for i, goroutines := range []int{3, 16, 64} {
			for _, fresh := range []bool{false, true} {
				all = append(all, load{cancel, goroutines, fresh, (i%2 == 0) == fresh})
			}
		}
	}
	return all
}

// tally counts calls and their outcomes.
type tally struct{ calls, wrong, canceled, failed atomic.Int64 }

// String lists the counts.
func (t *tally) String() string {
	return fmt.Sprintf("%9d calls, %d wrong, %d canceled, %d failed",
		t.calls.Load(), t.wrong.Load(), t.canceled.Load(), t.failed.Load())
}

// tolerance bounds the result of relative. Errors of right results are far below it, and errors of
// wrong results far above.
const tolerance = 1e-10

func main() {
	device := flag.String("device", "0", "adapter, as in wgfft.Config")
	total := flag.Duration("for", time.Minute, "duration of all loads together")
	flag.Parse()
	wrong, err := run(*device, *total)
	if err != nil {
		fmt.Fprintln(os.Stderr, err)
		os.Exit(2)
	}
	if wrong > 0 {
		os.Exit(1)
	}
}

func run(device string, total time.Duration) (wrong int64, err error) {
	choice, err := wgfft.ParseChoice(device)
	if err != nil {
		return 0, err
	}
	gpu, err := wgfft.Open(wgfft.Config{Device: choice, Host: wgfft.HostDevice})
	if err != nil {
		return 0, err
	}
	defer gpu.Close()
	cpu, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}})
	if err != nil {
		return 0, err
	}
	defer cpu.Close()
	fmt.Println(gpu.Adapter())
	var all tally
	each := total / time.Duration(len(loads()))
	for _, l := range loads() {
		var t tally
		if err := l.run(gpu, cpu, each, &t); err != nil {
			return 0, fmt.Errorf("%v: %w", l, err)
		}
		fmt.Printf("%v: %v\n", l, &t)
		all.calls.Add(t.calls.Load())
		all.wrong.Add(t.wrong.Load())
		all.canceled.Add(t.canceled.Load())
		all.failed.Add(t.failed.Load())
	}
	fmt.Printf("all: %v; %+v\n", &all, gpu.Stats())
	return all.wrong.Load() + all.failed.Load(), gpu.Close()
}

// run calls from the load's goroutines until the time is over.
func (l load) run(gpu, cpu *wgfft.Engine, d time.Duration, t *tally) error {
	workers := make([]*worker, l.goroutines)
	for i := range workers {
		var err error
		if workers[i], err = newWorker(gpu, cpu, l, i); err != nil {
			return err
		}
		defer workers[i].close()
	}
	end := time.Now().Add(d)
	var wait sync.WaitGroup
	for _, w := range workers {
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

// worker transforms the same rows over and over.
type worker struct {
	gpu    *wgfft.Engine
	load   load
	random *rand.Rand
	slices bool
	n      int
	x      []complex64 // rows
	want   []complex64 // their transforms
	kernel []complex64
	conv   []complex64 // x convolved with kernel
	plan   *wgfft.ResidentPlan
	source *wgfft.Buffer
	result *wgfft.Buffer
}

// newWorker returns the i-th worker of a load, with its data, results and plan.
func newWorker(gpu, cpu *wgfft.Engine, l load, i int) (*worker, error) {
	w := &worker{
		gpu:    gpu,
		load:   l,
		random: rand.New(rand.NewPCG(uint64(i), 99)),
		slices: l.slices && i%2 == 0,
	}
	w.n = lengths[i%len(lengths)]
	rows := 1 + i%3
	w.x, w.kernel = make([]complex64, w.n*rows), make([]complex64, 5)
	for _, s := range [][]complex64{w.x, w.kernel} {
		for j := range s {
			s[j] = complex(w.random.Float32()-.5, w.random.Float32()-.5)
		}
	}
	ctx := context.Background()
	var err error
	if w.want, err = cpu.FFT(ctx, nil, w.x, wgfft.WithRowLength(w.n)); err != nil {
		return nil, err
	}
	if w.conv, err = cpu.Convolve(ctx, nil, w.x, w.kernel, w.convolution()); err != nil {
		return nil, err
	}
	if w.plan, err = gpu.PlanResident(ctx, wgfft.Problem{Shape: []int{w.n}, Batch: rows}); err != nil {
		return nil, err
	}
	if w.source, err = w.plan.NewBuffer(); err == nil {
		w.result, err = w.plan.NewBuffer()
	}
	return w, err
}

// close closes the plan and the buffers.
func (w *worker) close() {
	w.source.Close()
	w.result.Close()
	w.plan.Close()
}

// convolution returns the worker's convolution.
func (w *worker) convolution() wgfft.Convolution {
	return wgfft.Convolution{Shape: []int{w.n}, Mode: wgfft.ModeSame}
}

// round makes one round of calls and checks its result.
func (w *worker) round(t *tally) {
	ctx, cancel := context.Background(), context.CancelFunc(func() {})
	if w.random.Float64() < w.load.cancel {
		ctx, cancel = context.WithTimeout(ctx, time.Duration(w.random.IntN(3000))*time.Microsecond)
	}
	defer cancel()
	got, want, err := w.call(ctx, t)
	switch {
	case errors.Is(err, context.DeadlineExceeded):
		t.canceled.Add(1)
	case err != nil:
		t.failed.Add(1)
		fmt.Println("failed:", w.n, err)
	case relative(got, want) > tolerance:
		t.wrong.Add(1)
		fmt.Println("wrong:", w.n, "points, slices", w.slices, "relative error", relative(got, want))
	}
}

// call makes the calls of a round and returns its result and the right one.
func (w *worker) call(ctx context.Context, t *tally) (got, want []complex64, err error) {
	if w.slices {
		t.calls.Add(1)
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

// resident uploads rows, transforms them and downloads the result.
func (w *worker) resident(ctx context.Context, t *tally) ([]complex64, error) {
	source, result := w.source, w.result
	if w.load.fresh {
		var err error
		if source, err = w.plan.NewBuffer(); err != nil {
			return nil, err
		}
		defer source.Close()
		if result, err = w.plan.NewBuffer(); err != nil {
			return nil, err
		}
		defer result.Close()
	}
	got := make([]complex64, len(w.x))
	for _, call := range []func() error{
		func() error { return w.gpu.Upload(ctx, wgfft.Region{Buffer: source}, w.x) },
		func() error {
			return w.plan.Forward(ctx, wgfft.Region{Buffer: result}, wgfft.Region{Buffer: source})
		},
		func() error { return w.gpu.Download(ctx, got, wgfft.Region{Buffer: result}) },
	} {
		t.calls.Add(1)
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
