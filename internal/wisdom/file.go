package wisdom

import (
	"crypto/sha256"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"strings"
)

// CacheDir returns the directory for wisdom in the user's cache directory.
func CacheDir() (string, error) {
	dir, err := os.UserCacheDir()
	if err != nil {
		return "", fmt.Errorf("wgfft: wisdom: no cache directory: %w; name a directory", err)
	}
	return filepath.Join(dir, "wgfft", "wisdom"), nil
}

// A File is the place of the wisdom of one device. The file itself need not exist.
type File struct {
	Path   string
	device Device
}

// For returns the file of a device in a directory.
func For(dir string, device Device) File {
	return File{filepath.Join(dir, Name(device)), device}
}

// Where returns the path of the file.
func (f File) Where() string { return f.Path }

// Extension is the extension of the files.
const Extension = ".wisdom"

// Name returns the name of the file of a device.
func Name(device Device) string {
	name := strings.Map(func(r rune) rune {
		switch {
		case r >= 'a' && r <= 'z', r >= '0' && r <= '9':
			return r
		case r >= 'A' && r <= 'Z':
			return r + 'a' - 'A'
		}
		return '-'
	}, device.Name)
	name = strings.Trim(name[:min(len(name), 40)], "-")
	digest := sha256.Sum256(fmt.Appendf(nil, "%+v", device))
	return fmt.Sprintf("%s-%x%s", name, digest[:4], Extension)
}

// Load returns the content of the file. The content is empty if there is no file. Load renames a
// file that can't be used; aside then gives the reason and the new name. The error reports a
// failure to read.
func (f File) Load() (w Wisdom, aside string, err error) {
	w, err = f.read()
	if !errors.Is(err, ErrUnusable) {
		return w, "", err
	}
	unlock, lockErr := f.lock(loadLockWait)
	if lockErr != nil {
		return w, "", fmt.Errorf("%s stays as it is: %w: %w", f.Path, err, lockErr)
	}
	defer unlock()
	return f.readAside()
}

// Add merges wisdom into the file and returns the new content.
func (f File) Add(w Wisdom) (merged Wisdom, aside string, err error) {
	return f.Update(w.Merge)
}

// Update replaces the content of the file by the result of change, and returns that. It renames a
// file that can't be used before.
func (f File) Update(change func(Wisdom) (Wisdom, error)) (changed Wisdom, aside string, err error) {
	if err := os.MkdirAll(filepath.Dir(f.Path), 0o700); err != nil {
		return Wisdom{}, "", fmt.Errorf("wgfft: wisdom: %w", err)
	}
	unlock, err := f.lock(lockWait)
	if err != nil {
		return Wisdom{}, "", err
	}
	defer unlock()
	f.removeTemporaries()
	have, aside, err := f.readAside()
	if err != nil {
		return Wisdom{}, aside, err
	}
	if changed, err = change(have); err != nil {
		return Wisdom{}, aside, err
	}
	text, err := changed.Encode()
	if err == nil {
		err = f.replace(text)
	}
	return changed, aside, err
}

// read returns the content of the file.
func (f File) read() (Wisdom, error) {
	empty := Wisdom{Device: f.device}
	text, err := readSome(f.Path)
	if errors.Is(err, fs.ErrNotExist) {
		return empty, nil
	}
	if errors.Is(err, ErrUnusable) {
		return empty, err
	}
	if err != nil {
		return empty, fmt.Errorf("wgfft: wisdom: %w", err)
	}
	return parseFor(f.device, text)
}

// parseFor parses the wisdom of a device. It returns empty wisdom and an error if the text can't be used.
func parseFor(device Device, text []byte) (Wisdom, error) {
	w, err := Parse(text)
	if err == nil {
		err = device.Same(w.Device)
	}
	if err != nil {
		return Wisdom{Device: device}, err
	}
	return w, nil
}

// readSome reads a file of at most plan.MaxBytes, and refuses a larger one before reading it.
func readSome(path string) ([]byte, error) {
	file, err := openRegular(path, os.O_RDONLY)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	info, err := file.Stat()
	if err != nil {
		return nil, err
	}
	if info.Size() > MaxBytes {
		return nil, fmt.Errorf("%w: %s has %d bytes: there may be %d", ErrUnusable, path, info.Size(),
			MaxBytes)
	}
	return io.ReadAll(io.LimitReader(file, MaxBytes+1))
}

// openRegular opens a regular file. It refuses others, such as directories, FIFOs and devices,
// without waiting for them.
func openRegular(path string, flags int) (*os.File, error) {
	if info, err := os.Stat(path); err == nil && !info.Mode().IsRegular() {
		return nil, notRegular(path, info)
	}
	var file *os.File
	if err := retry(func() (err error) {
		file, err = os.OpenFile(path, flags|openNonblock, 0o600)
		return err
	}); err != nil {
		return nil, err
	}
	info, err := file.Stat() // another file may have replaced it
	if err == nil && !info.Mode().IsRegular() {
		err = notRegular(path, info)
	}
	if err != nil {
		file.Close()
		return nil, err
	}
	return file, nil
}

func notRegular(path string, info fs.FileInfo) error {
	return fmt.Errorf("%s is not a regular file (%v): remove it, or name another directory", path, info.Mode().Type())
}

// readAside is read for a caller that holds the lock. It renames a file that can't be used.
func (f File) readAside() (w Wisdom, aside string, err error) {
	w, err = f.read()
	if !errors.Is(err, ErrUnusable) {
		return w, "", err
	}
	to := f.Path + ".set-aside"
	if err := retry(func() error { return os.Rename(f.Path, to) }); err != nil {
		return w, "", fmt.Errorf("wgfft: wisdom: %w", err)
	}
	return w, fmt.Sprintf("%s was set aside as %s: %v", f.Path, filepath.Base(to), err), nil
}

// removeTemporaries removes the temporary files of killed processes. The caller holds the lock.
func (f File) removeTemporaries() {
	prefix, suffix, _ := strings.Cut(f.temporaries(), "*")
	entries, err := os.ReadDir(filepath.Dir(f.Path))
	if err != nil {
		return // the write that follows fails, and reports why
	}
	for _, e := range entries {
		if name := e.Name(); strings.HasPrefix(name, prefix) && strings.HasSuffix(name, suffix) &&
			e.Type().IsRegular() {
			os.Remove(filepath.Join(filepath.Dir(f.Path), name))
		}
	}
}

// temporaries returns the pattern of the names of temporary files.
func (f File) temporaries() string { return filepath.Base(f.Path) + ".*.tmp" }

// replace writes the file anew, by a rename. Its errors name the file.
func (f File) replace(text []byte) error {
	temp, err := os.CreateTemp(filepath.Dir(f.Path), f.temporaries())
	if err != nil {
		return f.cannotWrite(err)
	}
	_, err = temp.Write(text)
	if err == nil {
		err = temp.Sync() // otherwise a power cut may leave an empty file with the new name
	}
	if closing := temp.Close(); err == nil {
		err = closing
	}
	if err == nil {
		err = retry(func() error { return os.Rename(temp.Name(), f.Path) })
	}
	if err != nil {
		os.Remove(temp.Name())
		return f.cannotWrite(err)
	}
	return nil
}

// cannotWrite returns the error for err of a temporary file, whose name the user does not know.
func (f File) cannotWrite(err error) error {
	var path *fs.PathError
	var link *os.LinkError
	switch {
	case errors.As(err, &path):
		err = path.Err
	case errors.As(err, &link):
		err = link.Err
	}
	return fmt.Errorf("wgfft: wisdom: %s cannot be written: %w", f.Path, err)
}
