//go:build !js

package main

import (
	"os"
	"syscall"
)

// endSignals are the signals that end a command.
var endSignals = []os.Signal{syscall.SIGINT, syscall.SIGTERM, syscall.SIGHUP, syscall.SIGQUIT}
