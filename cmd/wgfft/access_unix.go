//go:build unix

package main

import "golang.org/x/sys/unix"

// access returns an error if the user may not write to the file or directory.
func access(path string) error { return unix.Access(path, unix.W_OK) }
