// Package stdfiles reports whether the process was started without a standard output, as by the shell's >&-.
//
// The Go runtime opens /dev/null for a standard file that is closed, before any Go code runs. Results written to it
// would vanish without an error. A C constructor runs earlier; it is used where there is cgo on a Unix system.
package stdfiles
