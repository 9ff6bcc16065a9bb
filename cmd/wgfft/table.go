package main

import (
	"encoding/json"
	"fmt"
	"io"
	"math"
	"strings"
)

// A tableForm is the output format of a table.
type tableForm uint8

// The forms: aligned columns, comma-separated values, and a JSON array with an object per row.
const (
	alignedTable tableForm = iota
	csvTable
	jsonTable
)

// formOf returns the form for the flags --csv and --json.
func formOf(csv, asJSON bool) tableForm {
	switch {
	case csv:
		return csvTable
	case asJSON:
		return jsonTable
	}
	return alignedTable
}

// A column of a table.
type column struct {
	name   string
	width  int    // in the aligned form; negative for text, to align it left
	format string // of its values; JSON has full precision
}

// A table prints rows. JSON appears when the table is closed, other forms row by row. No value contains a comma.
type table struct {
	w       io.Writer
	form    tableForm
	columns []column
	objects []jsonRow
}

// newTable prints the head of a table.
func newTable(w io.Writer, form tableForm, columns ...column) (*table, error) {
	t := &table{w: w, form: form, columns: columns, objects: []jsonRow{}}
	head := make([]string, len(columns))
	for i, c := range columns {
		head[i] = c.name
	}
	return t, t.line(head)
}

// row prints a row. A nil value is an empty cell, or null in JSON.
func (t *table) row(values ...any) error {
	if t.form == jsonTable {
		t.objects = append(t.objects, jsonRow{t.columns, values})
		return nil
	}
	cells := make([]string, len(values))
	for i, v := range values {
		if v != nil {
			cells[i] = fmt.Sprintf(t.columns[i].format, v)
		}
	}
	return t.line(cells)
}

func (t *table) line(cells []string) error {
	line := strings.Join(cells, ",")
	switch t.form {
	case jsonTable:
		return nil
	case alignedTable:
		padded := make([]string, len(cells))
		for i, s := range cells {
			padded[i] = fmt.Sprintf("%*s", t.columns[i].width, s)
		}
		line = strings.TrimRight(strings.Join(padded, "  "), " ")
	}
	_, err := fmt.Fprintln(t.w, line)
	return err
}

// close prints the rows of a JSON table.
func (t *table) close() error {
	if t.form != jsonTable {
		return nil
	}
	return printJSON(t.w, t.objects)
}

// printJSON prints indented JSON.
func printJSON(w io.Writer, v any) error {
	out := json.NewEncoder(w)
	out.SetIndent("", "  ")
	return out.Encode(v)
}

// A jsonRow is a row of a table as a JSON object, with the columns in order.
type jsonRow struct {
	columns []column
	values  []any
}

// MarshalJSON implements json.Marshaler.
func (r jsonRow) MarshalJSON() ([]byte, error) {
	text := []byte("{")
	for i, v := range r.values {
		switch x := v.(type) {
		case fmt.Stringer:
			v = x.String()
		case float64:
			if math.IsInf(x, 0) || math.IsNaN(x) {
				v = nil
			}
		}
		value, err := json.Marshal(v)
		if err != nil {
			return nil, err
		}
		if i > 0 {
			text = append(text, ',')
		}
		text = fmt.Appendf(text, "%q:%s", r.columns[i].name, value)
	}
	return append(text, '}'), nil
}

// specWidth returns the width of a left-aligned column of specs.
func specWidth(specs []spec) int {
	width := len("spec")
	for _, s := range specs {
		width = max(width, len(s.String()))
	}
	return -width
}
