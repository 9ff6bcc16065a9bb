//go:build linux || darwin || freebsd

package large

import (
	"os"
	"syscall"

	"golang.org/x/sys/unix"
)

// freeSpace returns the bytes that the user may write on the file system of a folder. known is false if the system does
// not tell.
func freeSpace(folder string) (bytes int64, known bool) {
	var s unix.Statfs_t
	if unix.Statfs(folder, &s) != nil {
		return 0, false
	}
	return int64(s.Bavail) * int64(s.Bsize), true
}

// isOneDevice reports whether two folders are on one file system.
func isOneDevice(a, b string) bool {
	deviceOf := func(name string) (uint64, bool) {
		info, err := os.Stat(name)
		if err != nil {
			return 0, false
		}
		s, ok := info.Sys().(*syscall.Stat_t)
		if !ok {
			return 0, false
		}
		return uint64(s.Dev), true
	}
	one, ok := deviceOf(a)
	other, also := deviceOf(b)
	return ok && also && one == other
}

// lock locks a file against other processes. It returns false if another process has the lock.
func lock(f *os.File) bool {
	return unix.Flock(int(f.Fd()), unix.LOCK_EX|unix.LOCK_NB) != unix.EWOULDBLOCK
}
