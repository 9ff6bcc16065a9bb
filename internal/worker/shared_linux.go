package worker

import (
	"os"
	"os/exec"
	"syscall"

	"golang.org/x/sys/unix"
)

// createMemory returns a new file of memory.
func createMemory() (*os.File, error) {
	fd, err := unix.MemfdCreate("wgfft", unix.MFD_CLOEXEC)
	if err != nil {
		return nil, os.NewSyscallError("memfd_create", err)
	}
	return os.NewFile(uintptr(fd), "wgfft"), nil
}

// reserve allocates the memory of a part of the file, so that no later access fails.
func reserve(f *os.File, offset, bytes int64) error {
	for {
		err := unix.Fallocate(int(f.Fd()), 0, offset, bytes)
		if err != unix.EINTR {
			return os.NewSyscallError("fallocate", err)
		}
	}
}

// discarded gives the memory of a part of the file back.
func discarded(f *os.File, offset, bytes int64) error {
	const mode = unix.FALLOC_FL_PUNCH_HOLE | unix.FALLOC_FL_KEEP_SIZE
	return unix.Fallocate(int(f.Fd()), mode, offset, bytes)
}

// endsWithParent makes the system kill the child when the thread that starts it ends. A child that is stopped, as by a
// debugger, does not see the end of its pipe.
func endsWithParent(c *exec.Cmd) { c.SysProcAttr = &syscall.SysProcAttr{Pdeathsig: syscall.SIGKILL} }
