package benchcsv

import (
	"encoding/csv"
	"fmt"
	"io"
	"math"
	"slices"
	"strconv"
	"strings"
)

// A Table is the content of a file.
type Table struct {
	Times []string // names of the columns of times, in the order of the file
	Rows  []Row
}

// A Row is a transform with its fields.
type Row struct {
	Spec string
	Ms   map[string]float64 // measured times, by column
	Text map[string]string  // all fields, by column
}

// ReadFile reads a file, compressed if its name ends in .gz.
func ReadFile(name string) (Table, error) {
	f, err := Open(name)
	if err != nil {
		return Table{}, fmt.Errorf("benchcsv: %w", err)
	}
	defer f.Close()
	t, err := Read(f)
	if err != nil {
		return Table{}, fmt.Errorf("benchcsv: %s: %w", name, err)
	}
	return t, nil
}

// Read reads a table. It refuses rows of another length than the header, and times that are not
// positive numbers.
func Read(r io.Reader) (Table, error) {
	rows, err := csv.NewReader(r).ReadAll()
	if err != nil {
		return Table{}, fmt.Errorf("not CSV: %w", err)
	}
	if len(rows) == 0 || !slices.Contains(rows[0], "spec") {
		return Table{}, fmt.Errorf("no column spec: the first line names the columns")
	}
	head := rows[0]
	var t Table
	for _, column := range head {
		if strings.HasSuffix(column, "ms") {
			t.Times = append(t.Times, column)
		}
	}
	for i, fields := range rows[1:] {
		row := Row{Ms: map[string]float64{}, Text: map[string]string{}}
		for j, column := range head {
			row.Text[column] = fields[j]
		}
		row.Spec = row.Text["spec"]
		for _, column := range t.Times {
			field := row.Text[column]
			if field == "" {
				continue
			}
			ms, err := strconv.ParseFloat(field, 64)
			if err != nil || !(ms > 0) || math.IsInf(ms, 1) {
				return Table{},
					fmt.Errorf("row %d, column %s: %q is no time; leave it empty where nothing was measured", i+1,
						column, field)
			}
			row.Ms[column] = ms
		}
		t.Rows = append(t.Rows, row)
	}
	return t, nil
}
