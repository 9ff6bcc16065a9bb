package main

import (
	"bufio"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"regexp"

	"golang.org/x/term"

	"wgfft/internal/npy"
	"wgfft/signals/wav"
)

// isTerminal reports whether w is a terminal.
func isTerminal(w any) bool {
	f, ok := w.(*os.File)
	return ok && term.IsTerminal(int(f.Fd()))
}

// read parses the file of the given name, or standard input for "-". It returns as soon as the command is
// cancelled, because standard input may never end.
func read[T any](a *app, name string, parse func(io.Reader) (T, error)) (T, error) {
	var none T
	switch {
	case name == "":
		return none, usageErrorf("no input file: name one, or - for standard input")
	case name == "-" && isTerminal(a.stdin):
		return none, usageErrorf("standard input is a terminal: name a file, or redirect one with <")
	}
	type answer struct {
		value T
		err   error
	}
	done := make(chan answer, 1)
	go func() {
		v, err := parseFile(a, name, parse)
		done <- answer{v, err}
	}()
	select {
	case got := <-done:
		if got.err != nil {
			got.err = &fileError{name, got.err}
		}
		return got.value, got.err
	case <-a.ctx.Done():
		return none, a.ctx.Err()
	}
}

// globPattern matches the names that a shell would expand.
var globPattern = regexp.MustCompile(`[*?]|\[.+\]`)

// parseFile parses a file without regard to cancellation. Opening a named pipe blocks until it has a
// writer.
func parseFile[T any](a *app, name string, parse func(io.Reader) (T, error)) (T, error) {
	var none T
	from := a.stdin
	if name != "-" {
		f, err := os.Open(name)
		if err != nil {
			if errors.Is(err, fs.ErrNotExist) && globPattern.MatchString(name) {
				return none, errors.New("no file matches this pattern")
			}
			return none, errors.Unwrap(err) // the caller names the file
		}
		defer f.Close()
		if info, err := f.Stat(); err == nil && info.IsDir() {
			return none, errors.New("is a directory: name a file in it")
		}
		from = f
	}
	in, err := nonEmpty(from)
	if err != nil {
		return none, err
	}
	return parse(in)
}

// nonEmpty returns a reader of the same bytes, and an error for an empty file. The result can seek if r
// can, which lets a parser check the size before it allocates.
func nonEmpty(r io.Reader) (io.Reader, error) {
	if f, ok := r.(*os.File); ok {
		if at, err := f.Seek(0, io.SeekCurrent); err == nil {
			if n, err := f.Read(make([]byte, 1)); n == 0 && errors.Is(err, io.EOF) {
				return nil, errEmpty
			}
			_, err := f.Seek(at, io.SeekStart)
			return f, err
		}
	}
	b := bufio.NewReaderSize(r, 1<<20)
	if _, err := b.Peek(1); errors.Is(err, io.EOF) {
		return nil, errEmpty
	}
	return b, nil
}

var errEmpty = errors.New("the file is empty")

// A fileError is an error with the name of the file it is about.
type fileError struct {
	name string
	err  error
}

// Error implements error. It omits the byte offset of the fault.
func (e *fileError) Error() string {
	reason := e.err.Error()
	var array *npy.Error
	var sound *wav.Error
	var short *wav.TruncatedError
	switch {
	case errors.As(e.err, &array):
		reason = array.Reason
	case errors.As(e.err, &sound):
		reason = sound.Reason
	case errors.As(e.err, &short):
		reason = fmt.Sprintf("the file is cut short, %d of %d frames are there; copy it again", short.Have, short.Want)
	}
	return displayName(e.name) + ": " + reason
}

func (e *fileError) Unwrap() error { return e.err }

// displayName returns the name of a file for messages. Messages drop the names of packages, so "./" is
// put before a file of such a name.
func displayName(name string) string {
	switch {
	case name == "-":
		return "standard input"
	case packagePrefixes.MatchString(name + ": "):
		return "./" + name
	}
	return name
}
