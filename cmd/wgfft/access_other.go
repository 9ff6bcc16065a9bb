//go:build !unix

package main

// access returns nil: whether the user may write a file is known when it is written.
func access(string) error { return nil }
