//go:build cgo && unix

package stdfiles

// #include "stdfiles.h"
import "C"

// OutputClosed reports whether standard output was closed when the process started.
func OutputClosed() bool { return C.wgfft_output_closed() != 0 }
