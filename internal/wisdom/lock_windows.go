package wisdom

import (
	"errors"
	"os"

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
