//go:build cgo && linux && amd64 && !wgpu27

package faultdriver_test

// knownAborts lists all aborts of wgpu-native 0.17.
var knownAborts = []abort{
	// wgpu flushes memory when a mapping completes, and panics. While the stack unwinds, the
	// callback of the mapping panics as well ("Map callback was leaked"), and Rust ends a process
	// that panics twice.
	{"vkFlushMappedMemoryRanges", memory, 2},
}

// differs returns a row of the table as this version of wgpu-native needs it, or false if it never
// calls the function.
func differs(r row) (row, bool) { return r, true }
