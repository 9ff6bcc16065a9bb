package memory

import (
	"math"
	"runtime/debug"
)

// unknown is the memory assumed of a machine that does not say how much it has.
const unknown = 2 << 30

// Default is three quarters of the memory that is available now: of what the system says, the limits of its control
// groups and of the process, the limit of the Go runtime (GOMEMLIMIT) and the address space, the least. Where the
// system says nothing it is taken to have 2 GiB.
func Default() Limit {
	available := system()
	if available <= 0 {
		available = unknown
	}
	return Limit(min(available, debug.SetMemoryLimit(-1), math.MaxInt) / 4 * 3)
}
