package wgfft

import (
	"context"

	"wgfft/internal/engine"
)

// Samples is the type of the numbers in a buffer: see Layout.Samples. Transforms convert to float32 as
// they load. As they store, they round to the nearest number of the type. Integers, which are for real
// samples only, are clamped to the range of the type.
type Samples uint8

// The types of samples. The zero value is Float32. In double precision only Float32 is allowed, and stands
// for the format of [Transforms.Number].
const (
	Float32   Samples = iota // the real numbers of the precision
	Uint8                    // 0 ... 255
	Int8                     // -128 ... 127
	Uint16                   // 0 ... 65535
	Int16                    // -32768 ... 32767
	Uint16Big                // 0 ... 65535, the most significant byte first, as in image.Gray16
	Float16                  // binary16 of IEEE 754, also for complex points; see Half
	Bfloat16                 // the upper 16 bits of a float32, also for complex points; see Bfloat
)

// samplesNames are the names of the types.
var samplesNames = [...]string{"float32", "uint8", "int8", "uint16", "int16", "uint16big", "float16", "bfloat16"}

// String returns the type's name: float32, uint8, int8, uint16, int16, uint16big, float16 or bfloat16.
func (s Samples) String() string { return enumName(samplesNames[:], uint8(s), "samples") }

// Sample is a number of 8 or 16 bits that buffers may hold, such as a [Half]: see Layout.Samples.
type Sample interface {
	~uint8 | ~int8 | ~uint16 | ~int16
}

// UploadSamples copies samples to a region of a buffer of eng, 1 or 2 bytes each, and waits until
// src may be used again. Buffers are written in words of four bytes: the bytes after the last
// sample in its word become 0. It returns ErrSliceLength for a region that
// is too small, ErrClosed, or ctx's error.
func UploadSamples[T Sample](ctx context.Context, eng *Engine, dst Region, src []T) error {
	return eng.upload(ctx, dst, engine.DataIn(engine.BytesOf(src)))
}

// DownloadSamples copies samples from a region of a buffer of eng, 1 or 2 bytes each, after the
// work submitted earlier. It returns ErrSliceLength for a region that is
// too small, ErrClosed, or ctx's error.
func DownloadSamples[T Sample](ctx context.Context, eng *Engine, dst []T, src Region) error {
	return eng.download(ctx, engine.DataIn(engine.BytesOf(dst)), src)
}
