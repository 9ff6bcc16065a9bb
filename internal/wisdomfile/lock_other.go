//go:build !(darwin || dragonfly || freebsd || illumos || linux || netbsd || openbsd || windows)

package wisdomfile

import "os"

// openNonblock is nothing on systems whose opens don't block.
const openNonblock = 0

// tryLock does nothing on systems without locks of files, such as js/wasm: there the last of two writers wins.
func tryLock(*os.File) error { return nil }
