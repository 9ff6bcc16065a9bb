// Command cost draws the time per point of one-dimensional complex transforms over their point count, both on logarithmic axes: one
// curve for each column of times in the files it is given.
//
//	go run ./bench/cost -o bench/cost.png bench/h200.csv bench/peers_h200.csv
//
// A file has a column spec and any number of columns that end in ms. The column ms holds our times, peer_ms is left out: it is the least
// of others. Powers of two are joined by lines, other lengths are marks. Where a length comes more than once in a column, of several
// files or with several batches, the least time per point counts.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"

	"wgfft/internal/benchcsv"
	"wgfft/internal/chart"
)

func main() {
	out := flag.String("o", "cost.png", "file to draw to, .png or .svg")
	title := flag.String("title", "", "title of the picture")
	trip := flag.Float64("trip", 0.256, "time of one trip of 2^26 points through global memory, ms, drawn as a thin line; 0 draws none")
	flag.Parse()
	if err := run(*out, *title, *trip, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "cost:", err)
		os.Exit(1)
	}
}

func run(out, title string, trip float64, files []string) error {
	if len(files) == 0 {
		return errors.New("want at least one CSV of times")
	}
	var c costs
	for _, file := range files {
		table, err := benchcsv.ReadFile(file)
		if err != nil {
			return err
		}
		if err := c.add(table); err != nil {
			return fmt.Errorf("%s: %w", file, err)
		}
	}
	curves := c.curves()
	if trip > 0 {
		curves = append(curves, floor(curves, trip))
	}
	return chart.Chart{Title: title, X: "Point count N (powers of two joined, other lengths hollow)", Y: "Time per point (ns)", Curves: curves}.Save(out)
}
