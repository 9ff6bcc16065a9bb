// Command report turns the CSV files of bench/ into the figures of the documents.
//
//	go run ./bench/report                  write the figures of all documents
//	go run ./bench/report -check           report figures that differ from the CSV files
//	go run ./bench/report -join -date 2026-11-26 ours.csv cufft.csv bench/peers_h200.csv > new.csv
//	go run ./bench/report -plot bench/cost.png bench/h200.csv bench/peers_h200.csv
//
// A document has its figures between two comments:
//
//	<!-- figures: h200-summary -->
//	<!-- end -->
//
// -join compares our times, from wgfft bench --csv, with the times of other libraries. A file of times
// has a column spec and any number of columns that end in ms. The peer of a row is the smallest time
// of all files after the first. The column own_ratio compares a transform with one of the same work:
// c2r with r2c, dct3 with dct2, and DST with DCT.
//
// -plot draws the time per point of one-dimensional complex transforms over their length.
package main

import (
	"errors"
	"flag"
	"fmt"
	"os"
)

func main() {
	root := flag.String("root", ".", "root of the repository")
	checkOnly := flag.Bool("check", false, "compare the documents with the CSV files and write nothing")
	join := flag.Bool("join", false, "join CSV files of times to standard output")
	date := flag.String("date", "", "with -join: the day of the measurement, YYYY-MM-DD")
	plot := flag.String("plot", "", "draw the time per point to this file, .png or .svg")
	title := flag.String("title", "Forward c2c transforms, 2^26 points in all, one NVIDIA H200",
		"with -plot: title")
	trip := flag.Float64("trip", 0.256,
		"with -plot: ms to read and write 2^26 points, drawn as a thin line; 0 draws none")
	flag.Parse()
	var err error
	switch {
	case *join:
		err = printJoined(os.Stdout, os.Stderr, *date, flag.Args())
	case *plot != "":
		err = drawTimes(*plot, *title, *trip, flag.Args())
	case flag.NArg() > 0:
		err = errors.New("files are for -join and -plot: leave them out, or name one of these")
	case *checkOnly:
		err = check(*root)
	default:
		err = write(*root)
	}
	if err != nil {
		fmt.Fprintln(os.Stderr, "report:", err)
		os.Exit(1)
	}
}
