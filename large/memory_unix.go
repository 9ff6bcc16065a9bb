//go:build unix

package large

import (
	"errors"

	"golang.org/x/sys/unix"
)

// allocate returns zeroed memory outside of the Go heap, so that it does not raise the collector's target.
func allocate(bytes int64) (all []byte, free func(), err error) {
	if int64(int(bytes)) != bytes {
		return nil, nil, errors.New("large: the buffers exceed the address space: use less memory")
	}
	all, err = unix.Mmap(-1, 0, max(int(bytes), page), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_ANON|unix.MAP_PRIVATE)
	if err != nil {
		return nil, nil, err
	}
	return all, func() { _ = unix.Munmap(all) }, nil
}
