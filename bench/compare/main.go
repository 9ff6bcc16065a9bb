// Command compare joins our times with those of other libraries, spec by spec, and prints spec, our ms, the best peer's ms,
// their ratio, our error and the date, as CSV or as a Markdown table.
//
//	wgfft bench --csv $(cat bench/specs.txt) > ours.csv
//	python3 bench/cufft.py $(cat bench/specs.txt) > cufft.csv
//	go run ./bench/compare -date 2026-11-20 ours.csv cufft.csv bench/peers_h200.csv > bench/h200.csv
//
// The files after ours have a column spec and any number of columns that end in ms; the least of them is the peer.
package main

import (
	"flag"
	"fmt"
	"math"
	"os"

	"wgfft/internal/benchcsv"
)

func main() {
	date := flag.String("date", "", "day of the measurement, YYYY-MM-DD")
	markdown := flag.Bool("markdown", false, "print a Markdown table")
	flag.Parse()
	if err := run(*date, *markdown, flag.Args()); err != nil {
		fmt.Fprintln(os.Stderr, "compare:", err)
		os.Exit(1)
	}
}

func run(date string, markdown bool, files []string) error {
	if len(files) < 2 {
		return fmt.Errorf("want our CSV and at least one of a peer")
	}
	ours, err := benchcsv.ReadFile(files[0])
	if err != nil {
		return err
	}
	peers := map[string]float64{}
	for _, file := range files[1:] {
		table, err := benchcsv.ReadFile(file)
		if err != nil {
			return err
		}
		for _, row := range table.Rows {
			for _, ms := range row.Ms {
				if old, ok := peers[row.Spec]; !ok || ms < old {
					peers[row.Spec] = ms
				}
			}
		}
	}
	if markdown {
		fmt.Println("| spec | ms | best peer, ms | ratio | relative L2 error |\n|---|---|---|---|---|")
	} else {
		fmt.Println("spec,ms,peer_ms,ratio,rel_l2,date")
	}
	logs, count := 0.0, 0
	for _, row := range ours.Rows {
		ms, timed := row.Ms["ms"]
		peer, ok := peers[row.Spec]
		if !timed || !ok {
			return fmt.Errorf("%s: no time of ours or of a peer", row.Spec)
		}
		logs += math.Log(ms / peer)
		count++
		if markdown {
			fmt.Printf("| %s | %.4f | %.4f | %.3f | %s |\n", row.Spec, ms, peer, ms/peer, row.Text["rel_l2"])
		} else {
			fmt.Printf("%s,%.4f,%.4f,%.3f,%s,%s\n", row.Spec, ms, peer, ms/peer, row.Text["rel_l2"], date)
		}
	}
	fmt.Fprintf(os.Stderr, "%d rows, geometric mean of the ratios %.3f\n", count, math.Exp(logs/float64(count)))
	return nil
}
