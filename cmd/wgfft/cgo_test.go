//go:build cgo

package main

// closedOutputIsKnown reports whether the command can detect that its standard output was closed.
const closedOutputIsKnown = true
