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
	"encoding/csv"
	"flag"
	"fmt"
	"math"
	"os"
	"strconv"
	"strings"
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
	ours, err := read(files[0])
	if err != nil {
		return err
	}
	peers := map[string]float64{}
	for _, file := range files[1:] {
		rows, err := read(file)
		if err != nil {
			return err
		}
		for _, row := range rows {
			for column, value := range row {
				ms, err := strconv.ParseFloat(value, 64)
				if err != nil || !strings.HasSuffix(column, "ms") {
					continue
				}
				if old, ok := peers[row["spec"]]; !ok || ms < old {
					peers[row["spec"]] = ms
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
	for _, row := range ours {
		ms, err := strconv.ParseFloat(row["ms"], 64)
		peer, ok := peers[row["spec"]]
		if err != nil || !ok {
			return fmt.Errorf("%s: no time of ours or of a peer", row["spec"])
		}
		logs += math.Log(ms / peer)
		count++
		if markdown {
			fmt.Printf("| %s | %.4f | %.4f | %.3f | %s |\n", row["spec"], ms, peer, ms/peer, row["rel_l2"])
		} else {
			fmt.Printf("%s,%.4f,%.4f,%.3f,%s,%s\n", row["spec"], ms, peer, ms/peer, row["rel_l2"], date)
		}
	}
	fmt.Fprintf(os.Stderr, "%d rows, geometric mean of the ratios %.3f\n", count, math.Exp(logs/float64(count)))
	return nil
}

// read returns the rows of a CSV file by column name.
func read(file string) ([]map[string]string, error) {
	f, err := os.Open(file)
	if err != nil {
		return nil, err
	}
	defer f.Close()
	rows, err := csv.NewReader(f).ReadAll()
	if err != nil || len(rows) == 0 {
		return nil, fmt.Errorf("%s: not CSV with a header: %v", file, err)
	}
	var all []map[string]string
	for _, row := range rows[1:] {
		m := map[string]string{}
		for i, column := range rows[0] {
			m[column] = row[i]
		}
		all = append(all, m)
	}
	return all, nil
}
