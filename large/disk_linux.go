package large

import (
	"errors"
	"os"

	"golang.org/x/sys/unix"
)

// reserveSpace gives a file its size, and the space for it if the file system can reserve space.
func reserveSpace(f *os.File, bytes int64) error {
	err := unix.Fallocate(int(f.Fd()), 0, 0, max(bytes, 1))
	if errors.Is(err, unix.ENOSPC) || errors.Is(err, unix.EDQUOT) {
		return &os.PathError{Op: "allocate", Path: f.Name(), Err: err}
	}
	return f.Truncate(bytes)
}

// syncData writes the data of a file to the disk.
func syncData(f *os.File) error {
	for {
		err := unix.Fdatasync(int(f.Fd()))
		if err == nil {
			return nil
		}
		if !errors.Is(err, unix.EINTR) {
			return &os.PathError{Op: "sync", Path: f.Name(), Err: err}
		}
	}
}
