package wgfft

import (
	"context"
	"unsafe"

	"wgfft/wgsl"
)

// Samples say how GPU buffers keep real numbers: see Layout.Samples and [wgsl.Samples]. A load makes float32 of whole numbers, and a store rounds to the nearest
// and cuts off what is beyond the least and the greatest.
type Samples = wgsl.Samples

// The kinds of samples.
const (
	Float32   = wgsl.Float32
	Uint8     = wgsl.Uint8
	Int8      = wgsl.Int8
	Uint16    = wgsl.Uint16
	Int16     = wgsl.Int16
	Uint16Big = wgsl.Uint16Big // the most significant byte first, as image.Gray16 has them
)

// Sample is a whole number that buffers may hold: see Layout.Samples.
type Sample interface {
	~uint8 | ~int8 | ~uint16 | ~int16
}

// UploadSamples copies samples to a region of a buffer, and waits until src may be used again. Buffers are written in words of four bytes: what lies behind
// the last sample in its word becomes 0.
func UploadSamples[T Sample](ctx context.Context, c *Engine, dst Region, src []T) error {
	return c.upload(ctx, dst, samplesBytes(src))
}

// DownloadSamples copies samples from a region of a buffer, once the work submitted before is done.
func DownloadSamples[T Sample](ctx context.Context, c *Engine, dst []T, src Region) error {
	return c.download(ctx, samplesBytes(dst), src)
}

func samplesBytes[T Sample](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(T(0))))
}
