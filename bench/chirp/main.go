// Command chirp measures what the exact reduction of the chirp's exponent is worth, as Govindaraju et al. 2008 did: the relative L2
// error, against float64, of Bluestein's transform of n points with the chirp
//
//	c[j] = exp(-i pi j^2 / n) = w_2n^(j^2 mod 2n)
//
// once with the exponent reduced modulo 2n in integers, once with the angle pi j^2 / n formed in float64 as it stands, and once in
// float32. Everything else is the same: the passes of the plan, the cosine and sine in float64, the spectrum of the chirp in float64,
// tables rounded once. It prints CSV and draws the errors over n.
//
//	go run ./bench/chirp -software -o bench/chirp.csv -plot bench/chirp.png
//
// Those two files were made so, on lavapipe (Mesa 22.3.6), in a few minutes on two cores.
//
// The lengths are the largest primes below each power of two and below the middle between two; all go through Bluestein's convolution,
// also those that a butterfly or a Rader stage would do.
package main

import (
	"context"
	"errors"
	"flag"
	"fmt"
	"os"

	"wgfft/internal/measure"
)

func main() {
	from := flag.Int("from", 5, "logarithm of the least bound of the lengths, to base 2")
	to := flag.Int("to", 20, "logarithm of the greatest bound")
	software := flag.Bool("software", false, "use a software adapter")
	out := flag.String("o", "", "file for the CSV, instead of standard output")
	picture := flag.String("plot", "", "file to draw to, .png or .svg")
	flag.Parse()
	if err := run(context.Background(), *from, *to, *software, *out, *picture); err != nil {
		fmt.Fprintln(os.Stderr, "chirp:", err)
		os.Exit(1)
	}
}

func run(ctx context.Context, from, to int, software bool, out, picture string) (err error) {
	all := lengths(from, to)
	if len(all) == 0 {
		return fmt.Errorf("no lengths from 2^%d to 2^%d: want 1 <= from < to <= %d, and to at least 7", from, to, mostLog)
	}
	dev, err := measure.OpenDevice(software)
	if err != nil {
		return err
	}
	defer dev.Close()
	fmt.Fprintln(os.Stderr, dev.Adapter())
	table := os.Stdout
	if out != "" {
		if table, err = os.Create(out); err != nil {
			return err
		}
		defer func() { err = errors.Join(err, table.Close()) }()
	}
	if _, err := fmt.Fprintln(table, head()); err != nil {
		return err
	}
	var rows []row
	for _, n := range all {
		r, err := measured(ctx, dev, n)
		if err != nil {
			return fmt.Errorf("%d points: %w", n, err)
		}
		if _, err := fmt.Fprintln(table, r); err != nil {
			return err
		}
		rows = append(rows, r)
	}
	if picture == "" {
		return nil
	}
	return drawn(rows, dev.Adapter().Name).Save(picture)
}
