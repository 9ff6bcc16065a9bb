package memory

import "golang.org/x/sys/unix"

// system returns the memory of this machine, or 0 if it is unknown.
func system() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}
