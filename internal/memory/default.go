package memory

import (
	"math"
	"runtime/debug"
)

// assumedMemory is the assumed memory of a machine that doesn't report its memory.
const assumedMemory = 2 << 30

// Default returns three quarters of the memory that is available now. The available memory is the
// least of several limits: the system's figure, the limits of the control groups and of the
// process, the Go runtime's limit (GOMEMLIMIT) and the address space. A system without a figure is
// assumed to have 2 GiB.
func Default() Limit {
	available := system()
	if available <= 0 {
		available = assumedMemory
	}
	return Limit(min(available, debug.SetMemoryLimit(-1), math.MaxInt) / 4 * 3)
}
