//go:build !(linux || darwin || freebsd || netbsd || openbsd || dragonfly)

package worker

import (
	"errors"
	"fmt"
	"os"
	"runtime"
)

// checkSystem returns the error of a system without workers.
func checkSystem() error {
	return fmt.Errorf("wgfft: workers need a Unix system, and this is %s: %w", runtime.GOOS, errors.ErrUnsupported)
}

func createMemory() (*os.File, error) { return nil, checkSystem() }

func reserve(*os.File, int64, int64) error { return checkSystem() }

func discarded(*os.File, int64, int64) error { return checkSystem() }

func mapped(*os.File, int64, int64) ([]byte, error) { return nil, checkSystem() }

func unmap([]byte) {}

func settle() {}
