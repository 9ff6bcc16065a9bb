package large

import (
	"unsafe"

	"wgfft"
)

// The parts of the memory that are not slabs.
const (
	growth      = 16 << 20  // what the process grows by while it runs: code, stacks, garbage
	gpuGrowth   = 64 << 20  // more for the driver of a GPU
	mostStaging = 172 << 20 // of an engine, as wgfft.Config documents
)

// reserved returns the bytes of the process, of a GPU's engine and of the goroutines that read and write.
func reserved(eng *wgfft.Engine) int64 {
	return resident() + growth + 2*transfers*stagingBytes + engineBytes(eng)
}

// engineBytes returns the bytes that are reserved for the engine of a GPU. The work of the CPU engine is estimated for
// each layout.
func engineBytes(eng *wgfft.Engine) int64 {
	if eng.Adapter().CPU {
		return 0
	}
	return eng.MemoryLimit() + gpuGrowth + min(mostStaging, max(eng.MemoryLimit()/4, 2<<20))
}

// view returns bytes as elements.
func view[T any](b []byte) []T {
	if len(b) == 0 {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/int(unsafe.Sizeof(*new(T))))
}

// bytesOf returns elements as bytes.
func bytesOf[T any](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}
