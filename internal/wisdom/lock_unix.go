//go:build darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd

package wisdom

import (
	"errors"
	"os"
	"syscall"
)

// openNonblock makes opening a FIFO or a device return at once.
const openNonblock = syscall.O_NONBLOCK

// tryLock locks an open file until it is closed. It returns errLocked at once if another process
// holds the lock. It does nothing on file systems without locks, such as some of clusters. There
// the last of two writers wins.
func tryLock(file *os.File) error {
	for {
		err := syscall.Flock(int(file.Fd()), syscall.LOCK_EX|syscall.LOCK_NB)
		switch {
		case errors.Is(err, syscall.EINTR):
		case errors.Is(err, syscall.EWOULDBLOCK):
			return errLocked
		case errors.Is(err, errors.ErrUnsupported):
			return nil
		default:
			return err
		}
	}
}
