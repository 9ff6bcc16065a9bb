// Command small compares the ways to transform small arrays in one pass, on the GPU at hand: by butterflies, by matrix products of mixed radices
// and by one matrix product along each axis, as Mitra and Srinivasan 2011 compared matrix products with others, and on the sizes they took.
//
//	go run ./bench/small -o bench/small_h200.csv -plot bench/small.png -favourites favourites.txt squares cubes mixed
//	go run ./bench/small -o bench/small24_h200.csv -plot-application bench/small24.png application
//
// Arguments are groups of problems, or problems by themselves like c2c:24x24*512; without any it is all groups:
//
//	squares      N x N for N = 2 4 6 8 12 16 20 24 28, one and 8192
//	cubes        N x N x N for N = 4 8 12 16 20 24, one and 512
//	mixed        M x N of sizes between, one and 8192
//	application  24 x 24 x 24, from one to 54, on the GPU and from host slices
//
// Of each form the fastest of several kernels counts: those that the model likes best, of every number of threads. A row is a problem: the time of the fastest,
// its form, the times of the forms, empty where a form has no kernel, and from host slice to host slice where that was asked for, the error against float64
// and the kernel. Times on the GPU are those of one run among many that follow one another. bench/specs-small.txt lists the problems for other programs.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"path/filepath"

	"wgfft/device"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
)

// settings are what the flags say.
type settings struct {
	top        int  // kernels of each form
	software   bool // a software adapter
	quick      bool // no careful measurement at the end
	host       bool // from host slices, too
	out        string
	plot       string
	plotHost   string
	favourites string
	from       string
}

func main() {
	var s settings
	flag.IntVar(&s.top, "top", 8, "kernels measured of each form")
	flag.BoolVar(&s.software, "software", false, "use a software adapter")
	flag.BoolVar(&s.quick, "quick", false, "don't measure the fastest once more, carefully")
	flag.BoolVar(&s.host, "host", false, "measure every problem from host slices, too")
	flag.StringVar(&s.out, "o", "", "file for the CSV, instead of standard output")
	flag.StringVar(&s.plot, "plot", "", "file to draw the forms over the points of an array to, .png or .svg")
	flag.StringVar(&s.plotHost, "plot-application", "", "file to draw the forms over the batch of the application to")
	flag.StringVar(&s.favourites, "favourites", "", "file for the fastest kernels, as lines of plan/favouritearrays.go")
	flag.StringVar(&s.from, "from", "", "CSV of an earlier run, whose problems are not measured again")
	flag.Parse()
	if err := run(context.Background(), s, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "small:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, s settings, args []string) (err error) {
	all, err := wanted(args, s.host)
	if err != nil {
		return err
	}
	if s.top < 1 {
		return fmt.Errorf("-top %d: want at least one kernel of each form", s.top)
	}
	for _, name := range []string{s.plot, s.plotHost} {
		if ext := filepath.Ext(name); name != "" && ext != ".png" && ext != ".svg" {
			return fmt.Errorf("%s: want a name that ends in .png or .svg", name)
		}
	}
	dev, err := measure.OpenDevice(s.software)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	table := os.Stdout
	if s.out != "" {
		if table, err = os.Create(s.out); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, table.Close()) }()
	}
	rows, err := compare(ctx, dev, s, all, table)
	if err != nil {
		return err
	}
	if s.favourites != "" {
		if err := os.WriteFile(s.favourites, []byte(favourites(rows)), 0o644); err != nil {
			return err
		}
	}
	if s.plot != "" {
		if err := ratios(rows, dev.Adapter().Name).Save(s.plot); err != nil {
			return err
		}
	}
	if s.plotHost != "" {
		return overBatches(rows, dev.Adapter().Name).Save(s.plotHost)
	}
	return nil
}

// compare measures the problems and writes their rows.
func compare(ctx context.Context, dev *device.Device, s settings, all []problem, table io.Writer) ([]row, error) {
	engine := pipeline.New(dev)
	defer engine.Close()
	bytes := int64(0)
	for _, p := range all {
		bytes = max(bytes, int64(p.Points())*int64(p.Count())*plan.ElementBytes)
	}
	bench, err := measure.New(ctx, engine, plan.Memory{Bytes: bytes}, plan.Memory{Bytes: bytes})
	if err != nil {
		return nil, err
	}
	defer bench.Close()
	if _, err := fmt.Fprintln(table, head()); err != nil {
		return nil, err
	}
	before, err := known(s.from)
	if err != nil {
		return nil, err
	}
	m := meter{settings: s, engine: engine, bench: bench}
	var rows []row
	for _, p := range all {
		r := before[p.String()]
		if r.problem = p; !r.measuredFor(p) {
			if r, err = m.row(ctx, p); err != nil {
				return nil, fmt.Errorf("%v: %w", p, err)
			}
		}
		if _, err := fmt.Fprintln(table, r); err != nil {
			return nil, err
		}
		rows = append(rows, r)
	}
	return rows, nil
}
