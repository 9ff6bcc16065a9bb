package main

import (
	"bufio"
	"fmt"
	"io"
	"os"

	"golang.org/x/term"
)

// watched says whether a person looks at w.
func watched(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// read hands the file of that name, or standard input for "-", to parse. When the command is cancelled it returns at
// once: standard input may never end.
func read[T any](a *app, name string, parse func(io.Reader) (T, error)) (T, error) {
	from := a.stdin
	var none T
	switch name {
	case "":
		return none, misuse("no input file: name one, or - for standard input")
	case "-":
		if watched(from) {
			return none, misuse("standard input is a terminal: name a file, or redirect one with <")
		}
	default:
		f, err := os.Open(name)
		if err != nil {
			return none, err
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return none, fmt.Errorf("%s is a directory: name a file in it", name)
		}
		from = f
	}
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		// A reader that can seek lets a parser see how much there is before it allocates.
		if f, ok := from.(*os.File); !ok || !seekable(f) {
			from = bufio.NewReaderSize(from, 1<<20)
		}
		v, err := parse(from)
		done <- answer{v, err}
	}()
	select {
	case got := <-done:
		if got.err != nil {
			got.err = fmt.Errorf("%s: %w", title(name), got.err)
		}
		return got.value, got.err
	case <-a.ctx.Done():
		return none, a.ctx.Err()
	}
}

func seekable(f *os.File) bool {
	_, err := f.Seek(0, io.SeekCurrent)
	return err == nil
}

// title is how messages name a file.
func title(name string) string {
	if name == "-" {
		return "standard input"
	}
	return name
}
