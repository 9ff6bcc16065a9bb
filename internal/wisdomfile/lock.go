package wisdomfile

import (
	"errors"
	"fmt"
	"io/fs"
	"os"
	"time"
)

// A lock is a file that only one process can make. It is held for milliseconds; one of another age is left over from a process that died.
const (
	lockAge   = 10 * time.Second
	lockPause = 5 * time.Millisecond
)

// lock waits until nobody else writes, and keeps others from it until unlock is called.
func (f File) lock() (unlock func(), err error) {
	path := f.Path + ".lock"
	for deadline := time.Now().Add(2 * lockAge); ; time.Sleep(lockPause) {
		file, err := os.OpenFile(path, os.O_CREATE|os.O_EXCL|os.O_WRONLY, 0o600)
		if err == nil {
			file.Close()
			return func() { os.Remove(path) }, nil
		}
		if !errors.Is(err, fs.ErrExist) && !errors.Is(err, fs.ErrPermission) { // Windows says so while the file is on its way out
			return nil, fmt.Errorf("wgfft: wisdom: %w", err)
		}
		if time.Now().After(deadline) {
			return nil, fmt.Errorf("wgfft: wisdom: can't lock: %w", err)
		}
		takeAway(path)
	}
}

// takeAway removes a lock that is left over. It is renamed first, which only one process can. If another was faster and what was renamed is the
// lock of whoever came next, it goes back.
func takeAway(path string) {
	if age(path) < lockAge {
		return
	}
	old := fmt.Sprintf("%s.%d", path, os.Getpid())
	if os.Rename(path, old) != nil {
		return
	}
	if age(old) < lockAge {
		os.Link(old, path)
	}
	os.Remove(old)
}

// age is how long ago a file was written, 0 if there is none.
func age(path string) time.Duration {
	info, err := os.Stat(path)
	if err != nil {
		return 0
	}
	return time.Since(info.ModTime())
}
