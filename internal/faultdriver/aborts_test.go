//go:build cgo && linux && amd64

package faultdriver_test

import "wgfft/internal/faultdriver"

// An abort is a fault that ends the process with wgpu-native 0.17.
type abort struct {
	function string
	results  []faultdriver.Result
	call     int
}

// knownAborts lists all aborts. docs/guide.md describes them in words; keep them in step.
var knownAborts = []abort{
	// wgpu flushes memory when a mapping completes, and panics. While the stack unwinds, the
	// callback of the mapping panics as well ("Map callback was leaked"), and Rust ends a process
	// that panics twice.
	{"vkFlushMappedMemoryRanges", memory, 2},
}
