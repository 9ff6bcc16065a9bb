// Command lengths compares transforms of many lengths on the GPU with float64. It prints CSV with a row
// for each plan, and a summary on standard error. It exits with status 1 if an error exceeds its
// tolerance.
//
//	go run ./bench/lengths -to 1048576 -count 2000 -o bench/lengths_h200.csv.gz
//
// A file with a name that ends in .gz is compressed.
//
// The lengths are spread over the range on a logarithmic scale. They alternate between smooth lengths,
// lengths with a Rader stage, and lengths that need a convolution. The batch is 1, 3 or 32, less for long
// lengths. Batch, direction, and in place or not, depend on the length only.
//
// Each length runs as planned. Every seventh also runs by every other algorithm that can do it. Source and
// destination lie between guard words, and the destination is poisoned first.
package main

import (
	"compress/gzip"
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"
	"strings"

	"wgfft/device"
)

func main() {
	var r lengthRange
	flag.IntVar(&r.from, "from", 1, "least length")
	flag.IntVar(&r.to, "to", 1<<16, "greatest length")
	flag.IntVar(&r.count, "count", 2000, "number of lengths, spread over the range")
	flag.BoolVar(&r.all, "all", false, "take every length of the range")
	software := flag.Bool("software", false, "use a software adapter")
	out := flag.String("o", "", "file to write the CSV to; standard output if empty")
	flag.Parse()
	if err := run(context.Background(), r, *software, *out); err != nil {
		fmt.Fprintln(os.Stderr, "lengths:", err)
		os.Exit(1)
	}
}

// lengthRange are the lengths between two lengths: all, or a number of them.
type lengthRange struct {
	from, to, count int
	all             bool
}

func run(ctx context.Context, r lengthRange, software bool, out string) (err error) {
	if r.all {
		r.count = r.to - r.from + 1
	}
	ns, err := lengths(r.from, r.to, r.count)
	if err != nil {
		return err
	}
	choice := device.Choice{}
	if software {
		choice.Kind = device.AnySoftware
	}
	table := io.Writer(os.Stdout)
	if out != "" {
		f, openErr := os.Create(out)
		if openErr != nil {
			return openErr
		}
		defer func() { err = errors.Join(err, f.Close()) }()
		table = f
		if strings.HasSuffix(out, ".gz") {
			z := gzip.NewWriter(f)
			defer func() { err = errors.Join(err, z.Close()) }()
			table = z
		}
	}
	return record(ctx, choice, ns, table)
}

// record checks the lengths, writes their rows in order to table, and a summary to standard error.
func record(ctx context.Context, choice device.Choice, ns []int, table io.Writer) error {
	devices := make([]*device.Device, min(8, max(2, runtime.NumCPU()/2))) // each compiles one kernel at a time
	for i := range devices {
		dev, err := device.Open(choice)
		if err != nil {
			return err
		}
		defer dev.Close()
		devices[i] = dev
	}
	fmt.Fprintln(os.Stderr, devices[0].Adapter())
	if _, err := fmt.Fprintln(table, head); err != nil {
		return err
	}
	var s summary
	err := check(ctx, devices, ns, func(r result) error {
		s.add(r)
		for _, row := range r.rows {
			if _, err := fmt.Fprintln(table, row); err != nil {
				return err
			}
		}
		return nil
	})
	if err != nil {
		return err
	}
	fmt.Fprintln(os.Stderr, s)
	return s.err()
}
