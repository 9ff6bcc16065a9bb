package large

import (
	"fmt"
	"os"
)

// resident returns the resident memory of the process in bytes.
func resident() int64 {
	text, err := os.ReadFile("/proc/self/statm")
	var all, pages int64
	if err == nil {
		_, err = fmt.Sscan(string(text), &all, &pages)
	}
	if err != nil {
		return usual
	}
	return pages * int64(os.Getpagesize())
}

// usual is the resident memory of a process if the system does not tell.
const usual = 64 << 20
