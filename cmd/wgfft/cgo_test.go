//go:build cgo

package main

// closedOutputIsKnown says whether the command sees that its standard output was closed.
const closedOutputIsKnown = true
