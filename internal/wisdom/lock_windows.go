package wisdom

import (
	"errors"
	"os"
	"time"

	"golang.org/x/sys/windows"
)

// openNonblock is 0 on Windows, where no name in a directory blocks an open.
const openNonblock = 0

// tryLock locks an open file until it is closed. It returns errLocked at once if another process holds the lock.
func tryLock(file *os.File) error {
	const flags = windows.LOCKFILE_EXCLUSIVE_LOCK | windows.LOCKFILE_FAIL_IMMEDIATELY
	err := windows.LockFileEx(windows.Handle(file.Fd()), flags, 0, 1, 0, new(windows.Overlapped))
	if errors.Is(err, windows.ERROR_LOCK_VIOLATION) || errors.Is(err, windows.ERROR_IO_PENDING) {
		return errLocked
	}
	return err
}

// patience is how long retry repeats a call.
const patience = 2 * time.Second

// retry calls use again, for at most patience, while it fails because another process has the file open. Windows can't
// rename a file that is open, and can't open a file that is being replaced.
func retry(use func() error) error {
	for deadline := time.Now().Add(patience); ; time.Sleep(time.Millisecond) {
		err := use()
		if !errors.Is(err, windows.ERROR_ACCESS_DENIED) && !errors.Is(err, windows.ERROR_SHARING_VIOLATION) ||
			time.Now().After(deadline) {
			return err
		}
	}
}
