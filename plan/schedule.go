package plan

import (
	"fmt"
	"strings"

	"wgfft/wgsl"
)

// A Role says what a binding of a pass is.
type Role uint8

// The roles of buffers.
const (
	Input   Role = iota // the caller's source
	Output              // the caller's destination; for a problem in place, also the source
	Scratch             // Schedule.Scratch[Index]
	Table               // Schedule.Tables[Index]
	Uniform             // Schedule.Uniforms[Index]
)

// String is the role's name.
func (r Role) String() string {
	return [...]string{"input", "output", "scratch", "table", "uniform"}[r]
}

// An Arg is the memory one binding of a pass gets: a buffer or a part of one.
type Arg struct {
	Role   Role
	Index  int   // among the buffers of that role
	Offset int64 // bytes
	Bytes  int64 // 0 means all from Offset on
	Imag   bool  // the array of imaginary parts, of a planar input or output
}

// Whole is the buffer the argument is of.
func (a Arg) WithoutOffset() Arg { return Arg{Role: a.Role, Index: a.Index} }

// A Pass is one dispatch.
type Pass struct {
	Kernel  wgsl.Shader
	Groups  [2]int  // workgroups in x and y
	Args    []Arg   // in the order of the kernel's bindings
	Bytes   int64   // read and written in global memory
	Seconds float64 // that it takes a slow GPU, by a rough estimate
}

// A Memory is a buffer that a schedule needs.
type Memory struct {
	Bytes int64
	Cuts  []int64 // where it may be made of several allocations, as it must be where one does not hold it
}

// A Recipe makes a table a kernel reads. It is comparable: equal recipes make equal tables.
type Recipe interface {
	Name() string
	Len() int // of Words
	Words() []float32
}

// A Schedule is what an executor plays: passes in order, and every buffer they need beyond the caller's.
type Schedule struct {
	Passes   []Pass
	Tables   []Recipe
	Scratch  []Memory
	Uniforms [][]uint32 // contents
	Source   Memory     // the caller's: each part, if it is planar
	Target   Memory
}

// ScratchBytes is the memory a schedule needs beside source, destination and tables.
func (s Schedule) ScratchBytes() int64 {
	sum := int64(0)
	for _, m := range s.Scratch {
		sum += m.Bytes
	}
	return sum
}

// String lists the passes.
func (s Schedule) String() string {
	lines := make([]string, len(s.Passes))
	for i, p := range s.Passes {
		lines[i] = fmt.Sprintf("pass %d: %s, %dx%d workgroups", i+1, p.Kernel.Name(), p.Groups[0], p.Groups[1])
	}
	return strings.Join(lines, "\n")
}
