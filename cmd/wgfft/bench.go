package main

import (
	"context"
	"errors"
	"fmt"
	"io"
	"math"
	"slices"
	"strings"

	"wgfft"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
)

type benchCommand struct {
	Specs     []spec    `arg:"" name:"SPEC" help:"The transforms: KIND:SHAPE*BATCH."`
	CSV       bool      `name:"csv" help:"Print comma-separated values."`
	Algorithm algorithm `default:"any" placeholder:"any" help:"How to do it, to compare: any, stockham, four-step, transposed, global, bluestein, matrix-product."`
	Kernel    bool      `help:"Name the kernels, too."`
	InPlace   bool      `name:"in-place" help:"Let the result take the place of the data, again and again, with the ortho norm, so that it stays as large."`
	H2H       bool      `name:"h2h" xor:"what" help:"Time from host slice to host slice, transfers and all."`
	Plan      bool      `xor:"what" help:"Time of the first plan of a transform, and of another like it."`
}

// Help is the long help.
func (benchCommand) Help() string {
	return "Without --h2h and --plan: the time on the GPU of one forward transform of random data that is there already, " +
		"the median of 7 loops of at least 40 ms after a warm-up, with rests between; gbps counts every element as read once and written once, gflops " +
		"5 N log2 N operations per transform of complex points and half of that per transform of real numbers, and rel_l2 is the " +
		"error against float64 on a sample of the batch."
}

func (b *benchCommand) Run(a *app) error {
	if (b.Kernel || b.InPlace) && (b.H2H || b.Plan) {
		return misuse("bench: --kernel and --in-place go with times on the GPU: leave out --h2h and --plan")
	}
	if b.InPlace {
		for i := range b.Specs {
			p := &b.Specs[i].Problem
			if p.Kind.IsRealFFT() {
				return misuse("bench: %v: --in-place is for kinds whose results are as large as their data: leave it out, or time c2c, dct or dst", *p)
			}
			p.InPlace, p.Norm = true, plan.Ortho
		}
	}
	c, err := a.open(wgfft.HostDevice)
	if err != nil {
		return err
	}
	defer c.Close()
	if b.H2H {
		return b.hostToHost(a, c)
	}
	if c.Adapter().CPU {
		return errors.New("bench: this is the CPU engine, and times on the GPU need one: time host slices with --h2h, or choose another --device")
	}
	if b.Plan {
		return b.plans(a)
	}
	return b.resident(a, c)
}

// resident times transforms of data on the GPU.
func (b *benchCommand) resident(a *app, c *wgfft.Engine) error {
	dev, err := c.Device()
	if err != nil {
		return err
	}
	plans := make([]plan.Plan, len(b.Specs))
	var shared ends // what one allocation holds serves all
	for i, s := range b.Specs {
		if plans[i], err = planFor(c, s.Problem, dev.Limits(), b.Algorithm.Algorithm); err != nil {
			return fmt.Errorf("bench: %v: %w", s.Problem, err)
		}
		if plans[i].Bytes() <= dev.Limits().AllocationBytes {
			shared.source.Bytes = max(shared.source.Bytes, plans[i].Source().Bytes)
			shared.target.Bytes = max(shared.target.Bytes, plans[i].Target().Bytes)
		}
	}
	engine := pipeline.New(dev)
	defer engine.Close()
	benches := benches{engine: engine, shared: shared}
	defer benches.close()

	columns := []column{
		{"spec", specWidth(b.Specs), "%v"}, {"ms", 10, "%.4f"}, {"gbps", 8, "%.1f"}, {"gflops", 8, "%.1f"},
		{"passes", 6, "%d"}, {"rel_l2", 9, "%.2e"},
	}
	if b.Kernel {
		columns = append(columns, column{"kernel", -1, "%s"})
	}
	t, err := newTable(a.stdout, b.CSV, columns...)
	if err != nil {
		return err
	}
	for _, p := range plans {
		bench, err := benches.holding(a.ctx, p)
		if err != nil {
			return fmt.Errorf("bench: %v: %w", p.Problem, err)
		}
		ms, rel, err := timed(a.ctx, engine, bench, p)
		if err != nil {
			return fmt.Errorf("bench: %v: %w", p.Problem, err)
		}
		values := []any{p.Problem, ms, gbps(p.Problem, ms), gflops(p.Problem, ms), len(p.Passes), rel}
		if b.Kernel {
			var names []string
			for _, k := range p.Passes {
				names = append(names, k.Name())
			}
			values = append(values, strings.Join(names, " "))
		}
		if err := t.row(values...); err != nil {
			return err
		}
	}
	return nil
}

// ends are the memory that a transform reads and writes.
type ends struct{ source, target plan.Memory }

// benches hold memory for one plan after the other: the same for all that one allocation holds.
type benches struct {
	engine *pipeline.Engine
	shared ends
	bench  *measure.Bench
	data   ends // of bench
}

// holding returns a bench for a plan.
func (b *benches) holding(ctx context.Context, p plan.Plan) (*measure.Bench, error) {
	data := b.shared
	if p.Bytes() > b.engine.Device().Limits().AllocationBytes {
		data = ends{p.Source(), p.Target()}
	}
	if b.bench != nil && same(data.source, b.data.source) && same(data.target, b.data.target) {
		return b.bench, nil
	}
	b.close()
	var err error
	b.bench, err = measure.New(ctx, b.engine, data.source, data.target)
	b.data = data
	return b.bench, err
}

// same says whether memory can be used for other memory.
func same(a, b plan.Memory) bool { return a.Bytes == b.Bytes && slices.Equal(a.Cuts, b.Cuts) }

func (b *benches) close() {
	if b.bench != nil {
		b.bench.Close()
		b.bench = nil
	}
}

// timed returns the time of a plan in ms and its error against float64.
func timed(ctx context.Context, e *pipeline.Engine, b *measure.Bench, p plan.Plan) (ms, rel float64, err error) {
	program, err := e.Compile(p.Schedule())
	if err != nil {
		return 0, 0, err
	}
	defer program.Close()
	if rel, err = b.Error(ctx, program, p.Problem); err != nil {
		return 0, 0, err
	}
	ms, err = b.Time(ctx, program, measure.Careful)
	return ms, rel, err
}

// gbps is how many GB a second go to and from memory if every element of source and target is moved once.
func gbps(p plan.Problem, ms float64) float64 {
	e := p.Arrays()
	return float64(e[0].Bytes()+e[1].Bytes()) * float64(p.Count()) / ms / 1e6
}

// gflops counts 5 N log2 N operations per complex transform, as FFTW does, and half as many per real one.
func gflops(p plan.Problem, ms float64) float64 {
	n := float64(p.Points())
	operations := 5 * n * math.Log2(n)
	if p.Kind != plan.C2C {
		operations /= 2
	}
	return operations * float64(p.Count()) / ms / 1e6
}

// A column of a table.
type column struct {
	name   string
	width  int    // of the aligned form; negative for text at the left
	format string // of its values
}

// A table prints rows as they come, aligned or as CSV. No value holds a comma.
type table struct {
	w       io.Writer
	csv     bool
	columns []column
}

// newTable prints the head of a table.
func newTable(w io.Writer, csv bool, columns ...column) (*table, error) {
	t := &table{w, csv, columns}
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = c.name
	}
	return t, t.line(head)
}

func (t *table) row(values ...any) error {
	cells := make([]string, len(values))
	for i, v := range values {
		cells[i] = fmt.Sprintf(t.columns[i].format, v)
	}
	return t.line(cells)
}

func (t *table) line(cells []string) error {
	line := strings.Join(cells, ",")
	if !t.csv {
		padded := make([]string, len(cells))
		for i, s := range cells {
			padded[i] = fmt.Sprintf("%*s", t.columns[i].width, s)
		}
		line = strings.TrimRight(strings.Join(padded, "  "), " ")
	}
	_, err := fmt.Fprintln(t.w, line)
	return err
}

// specWidth is the width of a column of specs, which stand at the left.
func specWidth(specs []spec) int {
	width := len("spec")
	for _, s := range specs {
		width = max(width, len(s.String()))
	}
	return -width
}
