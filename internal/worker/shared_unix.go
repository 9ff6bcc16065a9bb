//go:build linux || darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"os"
	"os/signal"
	"syscall"

	"golang.org/x/sys/unix"
)

// mapped maps a part of the file.
func mapped(f *os.File, offset, bytes int64) ([]byte, error) {
	b, err := unix.Mmap(int(f.Fd()), offset, int(bytes), unix.PROT_READ|unix.PROT_WRITE, unix.MAP_SHARED)
	return b, os.NewSyscallError("mmap", err)
}

// unmap ends the mapping of a block.
func unmap(b []byte) { _ = unix.Munmap(b) }

// settle prepares the process of a child. Processes that it starts do not inherit its files. It ignores
// the signals that end its parent: a terminal sends them to both, and the child ends after its parent.
//
// settle also ignores SIGABRT, because the runtime would print the stacks of all goroutines after
// the message of a driver. abort still ends the process.
func settle() {
	for _, fd := range []int{requestsFile, answersFile, memoryFile} {
		unix.CloseOnExec(fd)
	}
	signal.Ignore(syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGABRT)
}
