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
	"strings"
	"sync"
)

// outputs are the temporary files that exist, to be removed where the process ends without its result.
type outputs struct {
	mu    sync.Mutex
	names map[string]bool
}

// create makes a temporary file that must not exist yet.
func (o *outputs) create(name string, mode fs.FileMode) (*os.File, error) {
	o.mu.Lock()
	defer o.mu.Unlock()
	f, err := os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, mode)
	if err != nil {
		return nil, err
	}
	if o.names == nil {
		o.names = map[string]bool{}
	}
	o.names[name] = true
	return f, nil
}

func (o *outputs) drop(name string) {
	o.mu.Lock()
	defer o.mu.Unlock()
	delete(o.names, name)
}

// removeForGood removes all temporary files before the process ends. It keeps the lock, so that nobody makes another.
func (o *outputs) removeAll() {
	o.mu.Lock()
	for name := range o.names {
		os.Remove(name)
	}
}

// kinds are the kinds of files by the ends of their names.
var kinds = map[string]string{
	".npy": "a NumPy array", ".npz": "NumPy arrays", ".wisdom": "a text", ".txt": "a text",
	".csv": "a table", ".tsv": "a table", ".mat": "MATLAB data", ".h5": "HDF5 data", ".hdf5": "HDF5 data",
	".md": "a text", ".json": "JSON", ".py": "a program", ".go": "a program", ".m": "a program", ".zip": "an archive",
	".wav": "a sound", ".flac": "a sound", ".mp3": "a sound", ".ogg": "a sound", ".aif": "a sound", ".aiff": "a sound",
	".w64": "a sound", ".au": "a sound", ".m4a": "a sound", ".opus": "a sound",
	".jpg": "a JPEG picture", ".jpeg": "a JPEG picture", ".tif": "a TIFF picture", ".tiff": "a TIFF picture", ".png": "a PNG picture",
	".gif": "a GIF picture", ".bmp": "a BMP picture", ".webp": "a WebP picture", ".svg": "a drawing", ".pdf": "a document",
}

// checkKind refuses a name whose end says that the file is of another kind than the one with the given end.
func checkKind(name, end string) error {
	kind, known := kinds[strings.ToLower(filepath.Ext(name))]
	if name == "-" || !known || kind == kinds[end] {
		return nil
	}
	return usageErrorf("%s: the result is %s, and the name is that of %s: name a %s file", name, kinds[end], kind, end)
}

// signatures are the first bytes of files by the ends of their names.
var signatures = map[string]string{".npy": "\x93NUMPY", ".png": "\x89PNG\r\n\x1a\n"}

// checkApart refuses to replace an input file by a result of another kind, which has the given end.
func checkApart(a *app, in, out, end string) error {
	if out == "" || out == "-" {
		return nil
	}
	to, err := os.Stat(out)
	if err != nil || !to.Mode().IsRegular() {
		return nil
	}
	from, err := statInput(a, in)
	if err != nil || !os.SameFile(from, to) || isOfKind(out, end) {
		return nil // if there is no input, reading it says why
	}
	return usageErrorf("%s is the input, which %s would replace; name another file", out, kinds[end])
}

// statInput describes the input file of that name.
func statInput(a *app, name string) (fs.FileInfo, error) {
	if name != "-" {
		return os.Stat(name)
	}
	if f, ok := a.stdin.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrNotExist
}

// isOfKind reports whether a regular file begins as those whose names have the given end.
func isOfKind(name, end string) bool {
	f, err := os.Open(name)
	if err != nil {
		return false
	}
	defer f.Close()
	head := make([]byte, len(signatures[end]))
	_, err = io.ReadFull(f, head)
	return err == nil && string(head) == signatures[end]
}

// write has fill write the file of that name, which gets the given end, or standard output for "" and "-". A file
// appears under its name only when it is complete: until then it has another beside it, from the first byte on.
// Data for a terminal is refused before fill is called, and so are names that can't be written.
func write(a *app, name, end string, fill func(io.Writer) error) error {
	if name == "" || name == "-" {
		if isTerminal(a.stdout) {
			return usageErrorf("standard output is a terminal: name a file with -o, or redirect with >")
		}
		return buffered(a.ctx, a.stdout, fill)
	}
	if err := checkKind(name, end); err != nil {
		return err
	}
	target, mode, device, err := destination(name)
	if err != nil {
		return err
	}
	if device {
		f, err := os.OpenFile(target, os.O_WRONLY, 0)
		if err != nil {
			return err
		}
		return errors.Join(buffered(a.ctx, f, fill), f.Close())
	}
	f := &lazyFile{name: name, folder: filepath.Dir(target), mode: mode, outputs: &a.outputs}
	err = errors.Join(buffered(a.ctx, f, fill), f.close())
	if err == nil {
		err = os.Rename(f.temporary, target)
	}
	f.remove(err != nil)
	return err
}

// destination looks at what a name stands for: the file to write, whose links are followed, its mode, and whether it is
// a device or a pipe.
func destination(name string) (target string, mode fs.FileMode, device bool, err error) {
	mode = 0o666
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if to, dangling := os.Readlink(name); dangling == nil {
			return "", 0, false, fmt.Errorf("%s is a link to %s, which does not exist: remove it, or name another file", name, to)
		}
		// Where the folder is missing, or the name too long, that is better known before anything is computed.
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return "", 0, false, fmt.Errorf("%s: cannot be written: %w", name, err)
		}
		return name, mode, false, mayWrite(name, filepath.Dir(name))
	case err != nil:
		return "", 0, false, fmt.Errorf("%s: cannot be written: %w", name, err)
	case info.IsDir():
		return "", 0, false, fmt.Errorf("%s is a directory: name a file in it", name)
	case !info.Mode().IsRegular():
		return name, 0, true, nil
	case info.Mode().Perm()&0o222 == 0:
		return "", 0, false, fmt.Errorf("%s is read-only: make it writable, or name another file", name)
	}
	target, err = filepath.EvalSymlinks(name) // a link stays one, and what it names is replaced
	if err == nil {
		err = mayWrite(name, target, filepath.Dir(target))
	}
	return target, info.Mode().Perm(), false, err
}

// mayWrite refuses an output if the user may not write one of the files and folders that it takes.
func mayWrite(name string, paths ...string) error {
	for _, path := range paths {
		if err := access(path); err != nil {
			return fmt.Errorf("%s: cannot be written: %w", name, &fs.PathError{Op: "access", Path: path, Err: err})
		}
	}
	return nil
}

// A lateFile is a temporary file that is made when the first byte is written. Its name is short, whatever the name of
// the result.
type lazyFile struct {
	name, folder string
	mode         fs.FileMode
	outputs      *outputs
	temporary    string // once it exists
	f            *os.File
}

func (l *lazyFile) open() error {
	if l.f != nil {
		return nil
	}
	temporary := filepath.Join(l.folder, fmt.Sprintf(".wgfft-%08x", rand.Uint32()))
	f, err := l.outputs.create(temporary, l.mode)
	if err != nil {
		return fmt.Errorf("%s: cannot be written: %w", l.name, errors.Unwrap(err))
	}
	l.f, l.temporary = f, temporary
	return nil
}

// Write implements io.Writer.
func (l *lazyFile) Write(p []byte) (int, error) {
	if err := l.open(); err != nil {
		return 0, err
	}
	return l.f.Write(p)
}

func (l *lazyFile) close() error {
	if l.f == nil {
		return nil
	}
	return l.f.Close()
}

// remove ends the life of the temporary file, which may have become the result.
func (l *lazyFile) remove(failed bool) {
	if l.temporary == "" {
		return
	}
	if failed {
		os.Remove(l.temporary)
	}
	l.outputs.drop(l.temporary)
}

// buffered has fill write to w in large pieces, none of them after the end of ctx.
func buffered(ctx context.Context, w io.Writer, fill func(io.Writer) error) error {
	b := bufio.NewWriterSize(&contextWriter{ctx, w}, 1<<20)
	if err := fill(b); err != nil {
		return err
	}
	return b.Flush()
}

// untilEnd writes until a context ends.
type contextWriter struct {
	ctx context.Context
	w   io.Writer
}

func (u *contextWriter) Write(p []byte) (int, error) {
	if err := u.ctx.Err(); err != nil {
		return 0, err
	}
	return u.w.Write(p)
}
