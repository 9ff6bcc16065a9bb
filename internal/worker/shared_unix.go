//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// checkSystem returns nil: the system has shared memory.
func checkSystem() error { return nil }

// mapped maps a part of the file.
func mapped(f *os.File, offset, bytes int64) ([]byte, error) {
	b, err := unix.Mmap(int(f.Fd()), offset, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return b, os.NewSyscallError("mmap", err)
}

// unmap ends the mapping of a block.
func unmap(b []byte) { _ = unix.Munmap(b) }

// settle keeps the files of a child from processes that it starts, and makes it ignore the signals
// that end its parent: a terminal sends them to both, and the child ends with its parent anyway.
// It also takes SIGABRT from the runtime, which would print the stacks of all goroutines after the
// message of a driver. abort ends the process all the same.
func settle() {
	for _, fd := range []int{requestsFile, answersFile, memoryFile} {
		unix.CloseOnExec(fd)
	}
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGABRT)
}
