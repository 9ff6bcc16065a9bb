// Command compare joins our times with those of other libraries, spec by spec, and prints spec, our ms, the best peer's ms,
// their ratio, the ratio to another transform of ours where there is one to be held to, our error and the date, as CSV or as a Markdown table.
//
//	wgfft bench --csv $(cat bench/specs.txt) > ours.csv
//	python3 bench/cufft.py $(cat bench/specs.txt) > cufft.csv
//	go run ./bench/compare -date 2026-11-20 ours.csv cufft.csv bench/peers_h200.csv > bench/h200.csv
//
// The files after ours have a column spec and any number of columns that end in ms; the least of them is the peer. Transforms that
// differ in signs, order or direction alone take as long: c2r is held to r2c, dct3 to dct2, and dst to dct of the same type, if ours.csv has both.
package main

import (
	"flag"
	"fmt"
	"io"
	"math"
	"os"

	"wgfft/internal/benchcsv"
)

func main() {
	date := flag.String("date", "", "day of the measurement, YYYY-MM-DD")
	markdown := flag.Bool("markdown", false, "print a Markdown table")
	flag.Parse()
	if err := run(os.Stdout, os.Stderr, *date, *markdown, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

// run prints the table to w and its mean to notes.
func run(w, notes io.Writer, date string, markdown bool, files []string) error {
	if len(files) < 2 {
		return fmt.Errorf("want our CSV and at least one of a peer")
	}
	var tables []benchcsv.Table
	for _, file := range files {
		table, err := benchcsv.ReadFile(file)
		if err != nil {
			return err
		}
		tables = append(tables, table)
	}
	rows, err := joined(tables[0], tables[1:])
	if err != nil {
		return err
	}
	if markdown {
		fmt.Fprintln(w, "| spec | ms | best peer, ms | ratio | to ours | relative L2 error |\n|---|---|---|---|---|---|")
	} else {
		fmt.Fprintln(w, "spec,ms,peer_ms,ratio,own_ratio,rel_l2,date")
	}
	for _, r := range rows {
		if markdown {
			fmt.Fprintf(w, "| %s | %.4f | %s | %s | %s | %s |\n", r.spec, r.ms, cell("%.4f", r.peer), cell("%.3f", r.ms/r.peer), cell("%.3f", r.ms/r.own), r.error)
		} else {
			fmt.Fprintf(w, "%s,%.4f,%s,%s,%s,%s,%s\n", r.spec, r.ms, cell("%.4f", r.peer), cell("%.3f", r.ms/r.peer), cell("%.3f", r.ms/r.own), r.error, date)
		}
	}
	logs, count := 0.0, 0
	for _, r := range rows {
		if !math.IsNaN(r.peer) {
			logs += math.Log(r.ms / r.peer)
			count++
		}
	}
	if count > 0 {
		fmt.Fprintf(notes, "%d rows with a peer, geometric mean of the ratios %.3f\n", count, math.Exp(logs/float64(count)))
	}
	return nil
}

// cell is a number, or nothing where there is none.
func cell(format string, v float64) string {
	if math.IsNaN(v) {
		return ""
	}
	return fmt.Sprintf(format, v)
}
