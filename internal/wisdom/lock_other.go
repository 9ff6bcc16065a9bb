//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package wisdom

import "os"

// openNonblock is 0 on systems whose opens don't block.
const openNonblock = 0

// tryLock does nothing on systems without file locks, such as js/wasm. There the last of two
// writers wins.
func tryLock(*os.File) error { return nil }

// retry calls use. Files that are open can be renamed and replaced.
func retry(use func() error) error { return use() }
