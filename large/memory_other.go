//go:build !unix

package large

import "errors"

// allocate returns zeroed memory.
func allocate(bytes int64) (all []byte, free func(), err error) {
	if int64(int(bytes)) != bytes {
		return nil, nil, errors.New("large: the buffers exceed the address space: use less memory")
	}
	words := make([]complex128, (bytes+15)/16) // aligned for all elements
	return bytesOf(words)[:bytes], func() {}, nil
}
