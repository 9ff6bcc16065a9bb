// Package stdfiles reports whether the process was started without standard output, as with the
// shell's >&-.
//
// The Go runtime opens /dev/null for a closed standard file before any Go code runs. Results
// written to it would vanish without an error. A C constructor runs earlier; this package uses one
// on Unix systems with cgo.
package stdfiles
