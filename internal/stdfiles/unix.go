//go:build cgo && unix

package stdfiles

// #include "stdfiles.h"
import "C"

// OutputClosed reports whether the process was started with its standard output closed.
func OutputClosed() bool { return C.wgfft_output_closed() != 0 }
