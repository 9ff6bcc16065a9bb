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

// outputs is the set of temporary files. They are removed if the process ends without its result.
type outputs struct {
	mu    sync.Mutex
	names map[string]bool
}

// create creates a temporary file, which must not exist yet.
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

// removeAll removes all temporary files before the process ends. It keeps the lock, which blocks create.
func (o *outputs) removeAll() {
	o.mu.Lock()
	for name := range o.names {
		os.Remove(name)
	}
}

// kinds maps file extensions to kinds of files.
var kinds = map[string]string{
	".npy": "a NumPy array", ".npz": "NumPy arrays", ".mat": "MATLAB data", ".h5": "HDF5 data", ".hdf5": "HDF5 data",
	".csv": "a table", ".tsv": "a table", ".json": "JSON",
	".wisdom": "text", ".txt": "text", ".md": "text", ".pdf": "a document", ".zip": "an archive",
	".py": "a program", ".go": "a program", ".m": "a program",
	".wav": "audio", ".flac": "audio", ".mp3": "audio", ".ogg": "audio", ".aif": "audio", ".aiff": "audio",
	".w64": "audio", ".au": "audio", ".m4a": "audio", ".opus": "audio",
	".jpg": "a JPEG image", ".jpeg": "a JPEG image", ".tif": "a TIFF image", ".tiff": "a TIFF image",
	".png": "a PNG image", ".gif": "a GIF image", ".bmp": "a BMP image", ".webp": "a WebP image", ".svg": "a drawing",
}

// checkKind returns an error if the extension of name belongs to another kind of file than extension end.
func checkKind(name, end string) error {
	kind, known := kinds[strings.ToLower(filepath.Ext(name))]
	if name == "-" || !known || kind == kinds[end] {
		return nil
	}
	return usageErrorf("%s: the result is %s, but the name is for %s: use a %s file", name, kinds[end], kind, end)
}

// signatures maps file extensions to the first bytes of such files.
var signatures = map[string]string{".npy": "\x93NUMPY", ".png": "\x89PNG\r\n\x1a\n"}

// checkApart returns an error if the result, with extension end, would replace an input file of another kind.
func checkNotInput(a *app, in, out, end string) error {
	if out == "" || out == "-" {
		return nil
	}
	to, err := os.Stat(out)
	if err != nil || !to.Mode().IsRegular() {
		return nil
	}
	from, err := statInput(a, in)
	if err != nil || !os.SameFile(from, to) || isOfKind(out, end) {
		return nil // a missing input is reported when it is read
	}
	return usageErrorf("%s is the input, which %s would replace: name another file", out, kinds[end])
}

// statInput returns the FileInfo of an input file, or of standard input for "-".
func statInput(a *app, name string) (fs.FileInfo, error) {
	if name != "-" {
		return os.Stat(name)
	}
	if f, ok := a.stdin.(*os.File); ok {
		return f.Stat()
	}
	return nil, fs.ErrNotExist
}

// isOfKind reports whether a file starts with the signature of extension end.
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

// write calls fill to write the file of the given name, or standard output for "" and "-". The result
// appears under its name only when it is complete: a temporary file in the same directory precedes it.
// If the output is a terminal or cannot be written, write returns an error without calling fill.
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
		err = f.rename(target)
	}
	f.remove(err != nil)
	return err
}

// destination resolves the name of an output: the file to write after links, its mode, and whether it is
// a device or a pipe.
func destination(name string) (target string, mode fs.FileMode, device bool, err error) {
	mode = 0o666
	info, err := os.Stat(name)
	switch {
	case errors.Is(err, fs.ErrNotExist):
		if to, dangling := os.Readlink(name); dangling == nil {
			return "", 0, false, fmt.Errorf("%s is a link to %s, which does not exist: remove it or name another file",
				name, to)
		}
		// A missing directory or a name that is too long is reported before the computation.
		if _, err := os.Stat(filepath.Dir(name)); err != nil {
			return "", 0, false, cannotWrite(name, err)
		}
		return name, mode, false, mayWrite(name, filepath.Dir(name))
	case err != nil:
		return "", 0, false, cannotWrite(name, err)
	case info.IsDir():
		return "", 0, false, fmt.Errorf("%s is a directory: name a file in it", name)
	case !info.Mode().IsRegular():
		return name, 0, true, nil
	case info.Mode().Perm()&0o222 == 0:
		return "", 0, false, fmt.Errorf("%s is read-only: make it writable or name another file", name)
	}
	target, err = filepath.EvalSymlinks(name) // a link stays, its target is replaced
	if err == nil {
		err = mayWrite(name, target, filepath.Dir(target))
	}
	return target, info.Mode().Perm(), false, err
}

// cannotWrite returns the error for an output that cannot be written. It has the name of the output, and
// the path in the cause if it differs.
func cannotWrite(name string, err error) error {
	var cause *fs.PathError
	if !errors.As(err, &cause) {
		return fmt.Errorf("%s cannot be written: %w", name, err)
	}
	if cause.Path == name || filepath.Dir(cause.Path) == filepath.Dir(name) {
		return fmt.Errorf("%s cannot be written: %w", name, cause.Err)
	}
	return fmt.Errorf("%s cannot be written: %s: %w", name, cause.Path, cause.Err)
}

// mayWrite returns an error if the user may not write to one of paths, the files and directories of output name.
func mayWrite(name string, paths ...string) error {
	for _, path := range paths {
		if err := access(path); err != nil {
			return cannotWrite(name, &fs.PathError{Op: "access", Path: path, Err: err})
		}
	}
	return nil
}

// A lazyFile is a temporary file that is created with the first write. Its name is short, even if the name
// of the result is long. Its errors name the result.
type lazyFile struct {
	name, folder string
	mode         fs.FileMode
	outputs      *outputs
	temporary    string // empty until the file exists
	f            *os.File
}

func (l *lazyFile) open() error {
	if l.f != nil {
		return nil
	}
	temporary := filepath.Join(l.folder, fmt.Sprintf(".wgfft-%08x", rand.Uint32()))
	f, err := l.outputs.create(temporary, l.mode)
	if err != nil {
		return cannotWrite(l.name, err)
	}
	l.f, l.temporary = f, temporary
	return nil
}

// Write implements io.Writer.
func (l *lazyFile) Write(p []byte) (int, error) {
	if err := l.open(); err != nil {
		return 0, err
	}
	n, err := l.f.Write(p)
	return n, l.failed(err)
}

func (l *lazyFile) close() error {
	if l.f == nil {
		return nil
	}
	return l.failed(l.f.Close())
}

// rename gives the complete file the name of the result.
func (l *lazyFile) rename(target string) error { return l.failed(os.Rename(l.temporary, target)) }

// failed returns the error for err of the temporary file, whose name the user does not know.
func (l *lazyFile) failed(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case err == nil:
		return nil
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return cannotWrite(l.name, err)
}

// remove forgets the temporary file, and deletes it if the command failed. Otherwise it is the result.
func (l *lazyFile) remove(failed bool) {
	if l.temporary == "" {
		return
	}
	if failed {
		os.Remove(l.temporary)
	}
	l.outputs.drop(l.temporary)
}

// buffered calls fill with a large buffer before w. Nothing is written after ctx ends.
func buffered(ctx context.Context, w io.Writer, fill func(io.Writer) error) error {
	b := bufio.NewWriterSize(&contextWriter{ctx, w}, 1<<20)
	if err := fill(b); err != nil {
		return err
	}
	return b.Flush()
}

// A contextWriter writes to w until ctx ends.
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
