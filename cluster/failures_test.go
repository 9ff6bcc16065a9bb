package cluster

import (
	"context"
	"errors"
	"fmt"
	"os"
	"strings"
	"unsafe"

	"wgfft"
)

// failuresCase lets one rank fail, and checks the errors of all ranks.
func failuresCase(c *Comm) error {
	eng, err := cpuEngine()
	if err != nil {
		return err
	}
	defer eng.Close()
	ctx := context.Background()
	var failed all
	p := wgfft.Problem{Shape: []int{12, 8, 6}}
	refused := func(what string, err error, texts ...string) {
		failed.check(err != nil, "%s: no error", what)
		for _, text := range texts {
			failed.check(err == nil || strings.Contains(err.Error(), text), "%s: %v, want %q", what, err, text)
		}
	}
	isOdd := c.rank == 1
	other := p
	if isOdd {
		other.Shape = []int{12, 8, 7}
	}
	_, err = Plan[complex64](ctx, c, eng, other, Options{})
	refused("another shape", err, "the shape of ranks 1 is [12 8 7], and that of rank 0 is [12 8 6]")
	if isOdd {
		_, err = Plan[complex128](ctx, c, eng, p, Options{})
	} else {
		_, err = Plan[complex64](ctx, c, eng, p, Options{})
	}
	refused("another precision", err, "the precision of ranks 1 is double, and that of rank 0 is single")
	aged := *c
	if c.rank == 2 {
		aged.version = "0.1"
	}
	_, err = Plan[complex64](ctx, &aged, eng, p, Options{})
	refused("another version", err, "the version of ranks 2 is 0.1")
	_, err = Plan[complex64](ctx, c, eng, wgfft.Problem{Shape: []int{2, 8}}, Options{})
	refused("too many ranks", err, "3 ranks, but axis 0 of c2c:2x8", "use at most 2 ranks")
	_, err = PlanReal[complex64, float32](ctx, c, eng, wgfft.Problem{Kind: wgfft.R2C, Shape: []int{8, 3}}, Options{})
	refused("too many ranks", err, "3 ranks, but axis 1 of r2c:8x3*1 has 2 elements")
	_, err = PlanReal[complex64, float64](ctx, c, eng, wgfft.Problem{Kind: wgfft.R2C, Shape: []int{8, 8}}, Options{})
	refused("two precisions", err, "complex64", "float64")
	for _, bad := range []struct {
		p    wgfft.Problem
		o    Options
		text string
	}{
		{wgfft.Problem{Shape: []int{8}}, Options{}, "has 1 axes, want 2 or more"},
		{wgfft.Problem{Shape: []int{8, 8}, Axes: []int{0}}, Options{}, "Problem.Axes"},
		{wgfft.Problem{Shape: []int{8, 8}, Kind: wgfft.R2C}, Options{}, "use Plan for c2c"},
		{wgfft.Problem{Shape: []int{8, 8}}, Options{Pieces: -1}, "Options.Pieces is -1"},
		{wgfft.Problem{Shape: []int{8, 8}}, Options{Order: 2}, "Options.Order is 2"},
		{wgfft.Problem{Shape: []int{8, 0}}, Options{}, "rank 0"},
		{wgfft.Problem{Shape: []int{8, 8}, In: wgfft.Layout{Offset: 1}}, Options{}, "Problem.In"},
	} {
		_, err := Plan[complex64](ctx, c, eng, bad.p, bad.o)
		refused(bad.text, err, bad.text)
	}
	small, err := wgfft.Open(wgfft.Config{Device: wgfft.Choice{Kind: wgfft.CPU}, MemoryLimit: 1})
	if err != nil {
		return err
	}
	defer small.Close()
	use := eng
	if isOdd {
		use = small
	}
	_, err = Plan[complex64](ctx, c, use, p, Options{})
	refused("memory", err, "rank 1")
	failed.check(errors.Is(err, wgfft.ErrMemoryLimit), "memory: %v", err)
	if isOdd {
		use = nil
	}
	_, err = Plan[complex64](ctx, c, use, p, Options{})
	refused("no engine", err, "rank 1", "the engine is nil")
	_, err = PlanReal[complex64, float32](ctx, c, use, wgfft.Problem{Kind: wgfft.C2R, Shape: p.Shape}, Options{})
	refused("no engine", err, "rank 1", "the engine is nil")
	other = p
	other.Quick = isOdd
	_, err = Plan[complex64](ctx, c, eng, other, Options{})
	refused("another choice", err, "the choice of kernels of ranks 1 is Quick true")

	for _, order := range []Order{Columns, Rows} {
		d, err := Plan[complex64](ctx, c, eng, p, Options{Order: order, Pieces: 2})
		if err != nil {
			return err
		}
		failed.add(callFailures(c, d, refused))
		failed.add(d.Close())
		refused("closed", d.Forward(ctx, nil, nil), "closed")
	}
	return failed.err()
}

// callFailures lets calls of a plan fail on one rank.
func callFailures(
	c *Comm, d *PlanOf[complex64, complex64], refused func(what string, err error, texts ...string),
) error {
	ctx := context.Background()
	src, dst := random[complex64](d.InputLen()), make([]complex64, d.OutputLen())
	isOdd := c.rank == 1
	long := src
	if isOdd {
		long = append(long, 1)
	}
	refused("length", d.Forward(ctx, dst, long), "rank 1", "elements of arrays")
	ended, cancel := context.WithCancel(ctx)
	cancel()
	use := ctx
	if isOdd {
		use = ended
	}
	err := d.Forward(use, dst, src)
	refused("context", err, "rank 1", "canceled")
	if !errors.Is(err, context.Canceled) {
		return fmt.Errorf("a context that has ended: %w", err)
	}
	var of *RankError
	if !errors.As(err, &of) || of.Rank != 1 {
		return fmt.Errorf("no RankError: %w", err)
	}
	for look := 2; look < 5; look++ { // contexts that end in the middle
		if use = ctx; c.rank == 2 {
			use = &shortContext{Context: ctx, looks: look, done: make(chan struct{})}
		}
		err = d.Inverse(use, src, dst)
		refused("a context that ends", err, "rank 2", "canceled")
	}
	overlapped := dst
	if isOdd {
		overlapped = unsafe.Slice(&make([]complex64, len(src)+len(dst))[0], len(src)+len(dst))
		refused("overlap", d.Forward(ctx, overlapped[1:][:len(dst)], overlapped[:len(src)]), "rank 1", "share memory")
	} else {
		refused("overlap", d.Forward(ctx, dst, src), "rank 1", "share memory")
	}
	for _, local := range []bool{true, false} { // panics in the transforms of one rank
		kept := d.ways
		if c.rank == 2 && local {
			d.ways[forward].rows = map[int]local64{}
			for n := range kept[forward].rows {
				d.ways[forward].rows[n] = panics{}
			}
		} else if c.rank == 2 {
			d.ways[forward].columns = panics{}
		}
		refused("panic", d.Forward(ctx, dst, src), "rank 2: panic: a test")
		d.ways = kept
	}
	if isOdd { // other calls on other ranks
		err = d.Forward(ctx, dst, src)
	} else {
		err = d.Inverse(ctx, src, dst)
	}
	refused("other calls", err, "different calls")
	return d.Forward(ctx, dst, src) // the plan works after all that
}

type local64 = local[complex64, complex64]

// panics is a local plan that panics.
type panics struct{ local64 }

func (panics) Forward(context.Context, []complex64, []complex64) error { panic("a test") }

// A shortContext ends when it is looked at for the given time.
type shortContext struct {
	context.Context
	looks int
	done  chan struct{}
}

func (s *shortContext) Done() <-chan struct{} { return s.done }

func (s *shortContext) Err() error {
	s.looks--
	if s.looks == 0 {
		close(s.done)
	}
	if s.looks <= 0 {
		return context.Canceled
	}
	return nil
}

// deathCase ends a rank by a signal in the middle of a call.
func deathCase(c *Comm) error { return endIn(c, func() { endBySignal() }) }

// exitCase ends a rank with status 0 in the middle of a call.
func exitCase(c *Comm) error { return endIn(c, func() { os.Exit(0) }) }

// endIn lets rank 1 end in its transform of rows.
func endIn(c *Comm, end func()) error {
	eng, err := cpuEngine()
	if err != nil {
		return err
	}
	d, err := Plan[complex64](context.Background(), c, eng, wgfft.Problem{Shape: []int{12, 8}}, Options{})
	if err != nil {
		return err
	}
	if c.rank == 1 {
		for n, p := range d.ways[forward].rows {
			d.ways[forward].rows[n] = ends{p, end}
		}
	}
	return d.Forward(context.Background(), make([]complex64, d.OutputLen()), make([]complex64, d.InputLen()))
}

// ends is a local plan that ends the process.
type ends struct {
	local64
	end func()
}

func (e ends) Forward(context.Context, []complex64, []complex64) error {
	e.end()
	return nil
}

func endBySignal() {
	p, err := os.FindProcess(os.Getpid())
	if err == nil {
		_ = p.Kill()
	}
	select {}
}
