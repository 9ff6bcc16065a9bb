package main

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"math/rand/v2"
	"os"
	"path/filepath"

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

// write has fill write the file of that name, or standard output for "" and "-". A file appears under its name only when it
// is complete: until then it has another beside it. Data for a terminal is refused before fill is called.
func write(a *app, name string, fill func(io.Writer) error) error {
	if name == "" || name == "-" {
		if watched(a.stdout) {
			return misuse("standard output is a terminal: name a file with -o, or redirect with >")
		}
		return buffered(a.ctx, a.stdout, fill)
	}
	// A link stays one, and what it names is replaced.
	if target, err := filepath.EvalSymlinks(name); err == nil {
		name = target
	}
	mode := fs.FileMode(0o666)
	if info, err := os.Stat(name); err == nil {
		if info.IsDir() {
			return misuse("%s is a directory: name a file in it", name)
		}
		if !info.Mode().IsRegular() { // a device or a pipe
			f, err := os.OpenFile(name, os.O_WRONLY, 0)
			if err != nil {
				return err
			}
			return errors.Join(buffered(a.ctx, f, fill), f.Close())
		}
		mode = info.Mode().Perm()
	}
	temporary := filepath.Join(filepath.Dir(name), fmt.Sprintf(".%s.%08x", filepath.Base(name), rand.Uint32()))
	f, err := os.OpenFile(temporary, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", name, errors.Unwrap(err))
	}
	err = errors.Join(buffered(a.ctx, f, fill), f.Close())
	if err == nil {
		err = os.Rename(temporary, name)
	}
	if err != nil {
		os.Remove(temporary)
	}
	return err
}

// buffered has fill write to w in large pieces.
func buffered(ctx context.Context, w io.Writer, fill func(io.Writer) error) error {
	b := bufio.NewWriterSize(w, 1<<20)
	if err := fill(b); err != nil {
		return err
	}
	if err := ctx.Err(); err != nil {
		return err
	}
	return b.Flush()
}
