//go:build !linux && !darwin && !freebsd

package large

import "os"

// freeSpace reports that the free space of a folder is unknown.
func freeSpace(string) (bytes int64, known bool) { return 0, false }

// isOneDevice reports whether two folders are on one file system.
func isOneDevice(a, b string) bool { return a == b }

// lock does nothing: the system has no lock that ends with the process.
func lock(*os.File) bool { return true }
