//go:build darwin || freebsd || netbsd || openbsd || dragonfly

package worker

import (
	"os"
	"os/exec"
)

// createMemory returns a new file in the folder for temporary files, and removes its name.
func createMemory() (*os.File, error) {
	f, err := os.CreateTemp("", "wgfft-*")
	if err != nil {
		return nil, err
	}
	if err := os.Remove(f.Name()); err != nil {
		f.Close()
		return nil, err
	}
	return f, nil
}

// reserve writes zeros to a part of the file, which reserves space on the disk.
func reserve(f *os.File, offset, bytes int64) error {
	zeros := make([]byte, 1<<20)
	for at := int64(0); at < bytes; at += int64(len(zeros)) {
		if _, err := f.WriteAt(zeros[:min(int64(len(zeros)), bytes-at)], offset+at); err != nil {
			return err
		}
	}
	return nil
}

// discarded does nothing, because the system itself writes idle pages to the disk and frees their memory.
func discarded(*os.File, int64, int64) error { return nil }

// endsWithParent does nothing: a stopped child ends when it goes on.
func endsWithParent(*exec.Cmd) {}
