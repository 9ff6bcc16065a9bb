//go:build !linux

package large

// resident returns the usual resident memory of a process in bytes.
func resident() int64 { return 64 << 20 }
