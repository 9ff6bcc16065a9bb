package memory

import "golang.org/x/sys/unix"

// system is the memory of this machine, 0 if that is not known.
func system() int64 {
	bytes, err := unix.SysctlUint64("hw.memsize")
	if err != nil {
		return 0
	}
	return int64(bytes)
}
