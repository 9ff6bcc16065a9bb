// Command layouts measures the cost of data layouts: gaps between rows, planar data, other axes, samples
// of 8 and 16 bits, and pixels. Each is compared with the same transform of contiguous data. A
// convolution of images comes last. The output is CSV: name, ms, and the ratio to the last contiguous
// row.
//
//	go run ./bench/layouts -o bench/layouts_h200.csv
//	python3 bench/fftconvolve.py
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"

	"wgfft/internal/choose"
	"wgfft/internal/measure"
	"wgfft/pipeline"
	"wgfft/plan"
	"wgfft/wgsl"
)

func main() {
	software := flag.Bool("software", false, "use a software adapter")
	out := flag.String("o", "", "file to write the CSV to; standard output if empty")
	scale := flag.Int("scale", 1, "divide batches and the number of images by this")
	flag.Parse()
	if err := run(context.Background(), *software, *out, *scale); err != nil {
		fmt.Fprintln(os.Stderr, "layouts:", err)
		os.Exit(1)
	}
}

// measured is a problem in one layout.
type measured struct {
	name    string
	problem plan.Problem
	base    bool // contiguous; the following rows are compared with this row
}

// cases returns transforms of 2^26 points in all if scale is 1.
func cases(scale int) []measured {
	rows := func(l plan.Layout) plan.Problem {
		return plan.Problem{Shape: []int{1024}, Batch: max(1, 65536/scale), In: l, Out: l}
	}
	planes := func(l plan.Layout) plan.Problem {
		return plan.Problem{Shape: []int{512, 512}, Batch: max(1, 256/scale), In: l, Out: l}
	}
	along := func(axis int) plan.Problem {
		return plan.Problem{Shape: []int{512, 512}, Axes: []int{axis}, Batch: max(1, 256/scale)}
	}
	numbers := func(k plan.Kind, in, out plan.Layout) plan.Problem {
		return plan.Problem{Kind: k, Shape: []int{1024}, Batch: max(1, 65536/scale), In: in, Out: out}
	}
	pixels := func(k plan.Kind, in, out plan.Layout) plan.Problem {
		return plan.Problem{Kind: k, Shape: []int{2160, 3840}, Batch: 3, In: in, Out: out}
	}
	planar, dense := plan.Layout{Planar: true}, plan.Layout{}
	bytes, words := plan.Layout{Element: wgsl.Uint8}, plan.Layout{Element: wgsl.Int16}
	rgba := plan.Layout{Element: wgsl.Uint8, Strides: []int{4 * 3840, 4}, Dist: 1}
	return []measured{
		{"1024, rows without gaps", rows(plan.Layout{}), true},
		{"1024, rows 1040 apart", rows(plan.Layout{Dist: 1040}), false},
		{"1024, planar", rows(planar), false},
		{"512x512 without gaps", planes(plan.Layout{}), true},
		{"512x512, rows 640 apart", planes(plan.Layout{Strides: []int{640, 1}, Dist: 512 * 640}), false},
		{"512x512, planar", planes(planar), false},
		{"512x512, transposed", planes(plan.Layout{Strides: []int{1, 512}, Dist: 512 * 512}), false},
		{"512x512, along the first axis", along(0), true},
		{"512x512, along the last axis", along(1), false},
		{"1024 numbers to bins", numbers(plan.R2C, dense, dense), true},
		{"1024 numbers to bins, uint8", numbers(plan.R2C, bytes, dense), false},
		{"1024 numbers to bins, int16", numbers(plan.R2C, words, dense), false},
		{"bins to 1024 numbers", numbers(plan.C2R, dense, dense), true},
		{"bins to 1024 numbers, uint8", numbers(plan.C2R, dense, bytes), false},
		{"bins to 1024 numbers, int16", numbers(plan.C2R, dense, words), false},
		{"cosines of 2160x3840, three planes", pixels(plan.DCT2, dense, dense), true},
		{"cosines of 2160x3840, three colours of pixels", pixels(plan.DCT2, rgba, dense), false},
		{"from cosines to 2160x3840, three planes", pixels(plan.DCT3, dense, dense), true},
		{"from cosines to 2160x3840, three colours of pixels", pixels(plan.DCT3, dense, rgba), false},
	}
}

// images returns a linear convolution of 64 real images with a small kernel.
func images(scale int) plan.Convolution {
	return plan.Convolution{
		Shape:  []int{2048, 2048},
		Kernel: []int{63, 63},
		Mode:   plan.ModeSame,
		Real:   true,
		Batch:  max(1, 64/scale),
	}
}

func run(ctx context.Context, software bool, out string, scale int) (err error) {
	dev, err := measure.OpenDevice(software)
	if err != nil {
		return err
	}
	defer dev.Close()
	engine := pipeline.New(dev)
	defer engine.Close()
	var table io.Writer = os.Stdout
	if out != "" {
		f, openErr := os.Create(out)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		table = f
	}
	fmt.Fprintln(table, "what,ms,ratio")
	base := 0.0
	for _, c := range cases(scale) {
		p, err := choose.Make(c.problem, dev.Limits())
		if err != nil {
			return err
		}
		source, target := p.Source(), p.Target()
		if c.problem.In.Planar { // real and imaginary parts lie in halves of the buffer
			source.Bytes, target.Bytes = 2*source.Bytes, 2*target.Bytes
		}
		ms, err := milliseconds(ctx, engine, p.Schedule(), source, target)
		if err != nil {
			return err
		}
		if c.base {
			base = ms
		}
		fmt.Fprintf(table, "%q,%.4f,%.3f\n", c.name, ms, ms/base)
	}
	c := images(scale)
	p, err := choose.MakeConvolution(c, dev.Limits())
	if err != nil {
		return err
	}
	kernel := make([]complex128, 63*63)
	for i := range kernel {
		kernel[i] = complex(1/float64(1+i), 0)
	}
	s, err := p.Schedule(kernel)
	if err != nil {
		return err
	}
	ms, err := milliseconds(ctx, engine, s, p.Source(), p.Target())
	if err != nil {
		return err
	}
	fmt.Fprintf(table, "%q,%.4f,\n", fmt.Sprintf("%v, %d images", c, c.Batch), ms)
	return nil
}

// milliseconds returns the GPU time of a schedule.
func milliseconds(ctx context.Context, e *pipeline.Engine, s plan.Schedule,
	source, target plan.Memory) (float64, error) {
	b, err := measure.New(ctx, e, source, target, measure.Format{})
	if err != nil {
		return 0, err
	}
	defer b.Close()
	program, err := e.Compile(s)
	if err != nil {
		return 0, err
	}
	defer program.Close()
	return b.Time(ctx, program, measure.Careful)
}
