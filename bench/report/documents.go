package main

import (
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
)

// document is a Markdown file with figures.
type document struct {
	path     string   // from the root of the repository
	figures  []string // blocks that it must have
	optional bool     // the document need not have any block
}

// documents are the files that report writes.
var documents = []document{
	{path: "README.md", figures: []string{"h200-summary"}, optional: true},
	{path: "docs/performance.md", figures: []string{
		"h200-summary", "h200-counts", "h200-rows", "h100-counts", "h100-rows", "layouts", "host", "vkfft-llvmpipe"}},
	{path: "docs/tuning.md", figures: []string{"wisdom-h200", "host"}},
	{path: "docs/accuracy.md", figures: []string{"errors-h200", "errors-cufft", "errors-lengths"}},
}

const (
	blockPrefix = "<!-- figures: "
	blockSuffix = " -->"
	blockEnd    = "<!-- end -->"
)

// replaceBlocks returns text with every block of figures filled in, and the names of the blocks.
func replaceBlocks(text string, figures map[string]string) (string, []string, error) {
	var out, names []string
	open := "" // name of the block that this line is in
	for i, line := range strings.Split(text, "\n") {
		name, isStart := strings.CutPrefix(line, blockPrefix)
		name, isWhole := strings.CutSuffix(name, blockSuffix)
		switch {
		case isStart && open != "":
			return "", nil, fmt.Errorf("line %d: block %q begins inside block %q: write %s before it",
				i+1, name, open, blockEnd)
		case isStart:
			block, ok := figures[name]
			if !isWhole || !ok {
				return "", nil, fmt.Errorf("line %d: unknown block %q", i+1, name)
			}
			open = name
			names = append(names, name)
			out = append(out, line, strings.TrimRight(block, "\n"))
		case line == blockEnd && open == "":
			return "", nil, fmt.Errorf("line %d: %s without a block", i+1, blockEnd)
		case line == blockEnd:
			open = ""
			out = append(out, line)
		case open == "":
			out = append(out, line)
		}
	}
	if open != "" {
		return "", nil, fmt.Errorf("block %q has no %s", open, blockEnd)
	}
	return strings.Join(out, "\n"), names, nil
}

// fill returns the current text of a document, and its text with the figures filled in.
func (d document) fill(root string, figures map[string]string) (have, want string, err error) {
	text, err := os.ReadFile(filepath.Join(root, d.path))
	if err != nil {
		return "", "", err
	}
	have = string(text)
	want, names, err := replaceBlocks(have, figures)
	if err != nil {
		return "", "", fmt.Errorf("%s: %w", d.path, err)
	}
	for _, name := range d.figures {
		if !slices.Contains(names, name) && !(d.optional && len(names) == 0) {
			return "", "", fmt.Errorf("%s: no block %q: add the lines %s%s%s and %s",
				d.path, name, blockPrefix, name, blockSuffix, blockEnd)
		}
	}
	return have, want, nil
}

// write writes the figures of all documents.
func write(root string) error {
	figures, err := makeFigures(root)
	if err != nil {
		return err
	}
	for _, d := range documents {
		have, want, err := d.fill(root, figures)
		if err != nil {
			return err
		}
		if have == want {
			continue
		}
		if err := os.WriteFile(filepath.Join(root, d.path), []byte(want), 0o666); err != nil {
			return err
		}
		fmt.Println("wrote", d.path)
	}
	return nil
}

// check returns an error for every document that differs from the CSV files, with its first line
// that does.
func check(root string) error {
	figures, err := makeFigures(root)
	if err != nil {
		return err
	}
	var all []error
	for _, d := range documents {
		have, want, err := d.fill(root, figures)
		if err == nil && have != want {
			err = firstDifference(d.path, have, want)
		}
		all = append(all, err)
	}
	return errors.Join(all...)
}

// firstDifference returns an error that quotes the first different line of two texts.
func firstDifference(path, have, want string) error {
	is, should := strings.Split(have, "\n"), strings.Split(want, "\n")
	i := 0
	for i < min(len(is), len(should)) && is[i] == should[i] {
		i++
	}
	line := func(all []string) string {
		if i < len(all) {
			return all[i]
		}
		return ""
	}
	return fmt.Errorf("%s:%d: have %q, the CSV files give %q: run go run ./bench/report",
		path, i+1, line(is), line(should))
}
