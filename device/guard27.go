//go:build cgo && wgpu27 && linux && !android && (amd64 || arm64)

package device

// The linker directs calls of the function that begins to unwind to guard27.c.

// #cgo LDFLAGS: -Wl,--wrap=_Unwind_RaiseException
import "C"
