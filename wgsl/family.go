package wgsl

// A Family has the facts about a family of devices that planning needs. A multiprocessor is the part
// of a device that runs a workgroup: NVIDIA's multiprocessor, AMD's compute unit, Intel's Xe-core,
// the core of Apple, Arm and Qualcomm. A Family is comparable.
type Family struct {
	Name            string  `json:"name"`
	SubgroupWidth   int     `json:"subgroup_width"`   // invocations that run in lockstep
	Multiprocessors int     `json:"multiprocessors"`  // of a typical device
	WorkgroupBytes  int     `json:"workgroup_bytes"`  // workgroup memory of a multiprocessor
	ReservedBytes   int     `json:"reserved_bytes"`   // workgroup memory that the driver adds to a workgroup
	Registers       int     `json:"registers"`        // 32-bit registers of a multiprocessor
	Threads         int     `json:"threads"`          // resident invocations of a multiprocessor
	Workgroups      int     `json:"workgroups"`       // resident workgroups of a multiprocessor
	ThreadRegisters int     `json:"thread_registers"` // registers that an invocation may have before it spills
	Bandwidth       float64 `json:"bandwidth"`        // bytes per second that a large copy reads and writes
	Launch          float64 `json:"launch"`           // seconds to start and drain a dispatch
	ZeroesSlowly    bool    `json:"zeroes_slowly"`    // one invocation zeroes the memory of its workgroup
}

// WholeSubgroups returns the invocations of the subgroups that a workgroup occupies.
func (f Family) WholeSubgroups(invocations int) int {
	width := max(1, f.SubgroupWidth)
	return (invocations + width - 1) / width * width
}

// Resident returns the number of workgroups that share a multiprocessor, if each has the given invocations and
// bytes of workgroup memory, and an invocation has the given number of registers. The result is at least 1.
func (f Family) Resident(invocations, bytes int, registers float64) float64 {
	threads := float64(f.WholeSubgroups(invocations))
	n := min(float64(f.Threads)/threads, float64(f.Workgroups), float64(f.Registers)/(threads*registers))
	if bytes > 0 {
		n = min(n, float64(f.WorkgroupBytes)/float64(bytes+f.ReservedBytes))
	}
	return max(1, float64(int(n)))
}

// Names of families with a special meaning.
const (
	Reference = "nvidia-datacenter" // the family to which the cost model is fitted
	Software  = "software"          // drivers that compute on the CPU
	Unknown   = "unknown"           // devices that no row of the table describes
)
