// Command lengths checks many lengths on the GPU at hand against float64 and records them: CSV with a row for each plan that was
// played, and at the end a line on standard error. It exits with status 1 where an error is above its tolerance.
//
//	go run ./bench/lengths -to 1048576 -count 2000 -o bench/lengths_h200.csv
//
// The lengths are spread over the range on a logarithmic scale, in turn a smooth one, one that takes a Rader stage, another smooth one
// and one that takes a convolution, as near as there are such. The batch is 1, 3 or 32, less for long ones; batch, direction and place are drawn,
// always the same for the same length. Each length is done as planned; every seventh is also done by every other algorithm that can do it.
// Source and destination lie between guard words, and the destination is poisoned before.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"io"
	"os"
	"runtime"

	"wgfft/device"
)

func main() {
	from := flag.Int("from", 1, "least length")
	to := flag.Int("to", 1<<16, "greatest length")
	count := flag.Int("count", 2000, "lengths, spread over the range")
	all := flag.Bool("all", false, "every length of the range")
	software := flag.Bool("software", false, "use a software adapter")
	out := flag.String("o", "", "file for the CSV, instead of standard output")
	flag.Parse()
	if err := run(context.Background(), *from, *to, *count, *all, *software, *out); err != nil {
		fmt.Fprintln(os.Stderr, "lengths:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, from, to, count int, all, software bool, out string) (err error) {
	if all {
		count = to - from + 1
	}
	ns, err := lengths(from, to, count)
	if err != nil {
		return err
	}
	choice := device.Choice{}
	if software {
		choice.Kind = device.AnySoftware
	}
	table := os.Stdout
	if out != "" {
		if table, err = os.Create(out); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, table.Close()) }()
	}
	return record(ctx, choice, ns, table)
}

// record checks the lengths, writes their rows in order, and sums them up.
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
