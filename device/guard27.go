//go:build cgo && wgpu27 && linux && !android && (amd64 || arm64)

package device

// #cgo LDFLAGS: -Wl,--wrap=_Unwind_RaiseException
import "C"
