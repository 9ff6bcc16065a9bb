package plan

import (
	"fmt"
	"strings"

	"wgfft/internal/tables"
	"wgfft/wgsl"
)

// A Role is the use of a buffer that a pass binds.
type Role uint8

// The roles.
const (
	Input    Role = iota // the caller's source
	Output               // the caller's destination; in place also the source
	Scratch              // Schedule.Scratch[Index]
	Table                // Schedule.Tables[Index]
	Uniform              // Schedule.Uniforms[Index]
	Operand              // the caller's operand number Index: see wgsl.Computed
	CallData             // Schedule.CallTables[Index]
)

// String returns the name of the role.
func (r Role) String() string {
	return [...]string{"input", "output", "scratch", "table", "uniform", "operand", "call data"}[r]
}

// An Arg is the memory behind one binding of a pass: a buffer or a range of one.
type Arg struct {
	Role   Role
	Index  int   // index among the buffers of the role
	Offset int64 // where the range begins, in bytes
	Bytes  int64 // the length of the range; 0 means up to the end of the buffer
	Imag   bool  // the buffer of imaginary parts of planar data
}

// WithoutOffset returns an Arg for the whole buffer of real parts or interleaved data.
func (a Arg) WithoutOffset() Arg { return Arg{Role: a.Role, Index: a.Index} }

// A Pass is one dispatch of a kernel.
type Pass struct {
	Kernel  wgsl.Shader
	Groups  [2]int  // workgroups in x and y
	Args    []Arg   // the bindings, in the order of the kernel's Bindings
	Bytes   int64   // bytes read from and written to global memory
	Seconds float64 // rough estimate of its time on a slow GPU
}

// A Memory is the size of a buffer of a schedule.
type Memory struct {
	Bytes int64

	// Cuts are the offsets, in bytes, at which the buffer may be split into several allocations. It must be
	// split if it exceeds the largest allocation. No binding crosses a cut.
	Cuts []int64
}

// A Recipe computes a table that kernels read.
type Recipe = tables.Recipe

// A CallTable is a table of a schedule with contents that change from call to call.
type CallTable struct {
	Op     CallOp
	Number wgsl.Number
	First  int // number of arrays of the batch before the arrays that the table is for
}

// Len returns the size of the table in bytes.
func (t CallTable) Len() int { return 2 * t.Number.Bytes() * t.Op.Len() }

// Bytes returns the table of a call.
func (t CallTable) Bytes(c Call) []byte {
	all := make([]byte, 0, t.Len())
	for _, z := range t.entries(c) {
		all = t.Number.Append(all, wgsl.Constant{Z: z})
	}
	return all
}

// entries returns the entries of the table of a call.
func (t CallTable) entries(c Call) []complex128 {
	c.First += t.First
	return t.Op.Entries(c)
}

// A Schedule lists the passes of a plan in order, and every buffer that they need. An executor
// plays it without knowledge of FFTs.
type Schedule struct {
	Passes   []Pass
	Tables   []Recipe   // constant tables
	Scratch  []Memory   // buffers between passes
	Uniforms [][]uint32 // contents of the uniform buffers
	Source   Memory     // the caller's source; each of the two buffers of planar data
	Target   Memory     // the caller's destination; each of the two buffers of planar data

	// CallTables are tables that the executor fills in for each call.
	CallTables []CallTable
}

// ScratchBytes returns the total size of the scratch buffers.
func (s Schedule) ScratchBytes() int64 {
	sum := int64(0)
	for _, m := range s.Scratch {
		sum += m.Bytes
	}
	return sum
}

// String lists the passes, one a line.
func (s Schedule) String() string {
	lines := make([]string, len(s.Passes))
	for i, p := range s.Passes {
		lines[i] = fmt.Sprintf("pass %d: %s, %dx%d workgroups", i+1, p.Kernel.Name(), p.Groups[0], p.Groups[1])
	}
	return strings.Join(lines, "\n")
}
