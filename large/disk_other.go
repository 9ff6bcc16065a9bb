//go:build !linux

package large

import "os"

// reserveSpace gives a file its size.
func reserveSpace(f *os.File, bytes int64) error { return f.Truncate(bytes) }

// syncData writes a file to the disk.
func syncData(f *os.File) error { return f.Sync() }
