package device

import (
	"os"
	"syscall"
	"unsafe"
)

// isAccessible reports whether the process can still access memory that a driver has mapped.
func isAccessible(b []byte) bool {
	page := uintptr(os.Getpagesize())
	first := uintptr(unsafe.Pointer(unsafe.SliceData(b)))
	from := first &^ (page - 1)
	to := (first + uintptr(len(b)) + page - 1) &^ (page - 1)
	// msync fails with ENOMEM if a page is not mapped. With MS_ASYNC it does nothing else.
	_, _, err := syscall.Syscall(syscall.SYS_MSYNC, from, to-from, syscall.MS_ASYNC)
	return err == 0
}
