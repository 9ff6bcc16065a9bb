package engine

import (
	"strconv"
	"unsafe"
)

// Element is the type of the elements of arrays.
type Element interface {
	complex64 | float32 | complex128 | float64
}

// Data are the elements of arrays. The job determines their type.
type Data struct{ bytes []byte }

// DataOf returns elements as Data.
func DataOf[T Element](s []T) Data { return Data{BytesOf(s)} }

// DataIn returns the memory b as Data. b is aligned for its elements.
func DataIn(b []byte) Data { return Data{b} }

// Bytes returns the memory of the elements.
func (d Data) Bytes() []byte { return d.bytes }

// first returns the first bytes of the elements.
func (d Data) first(bytes int64) Data { return Data{d.bytes[:bytes]} }

// BytesOf returns the memory of numbers.
func BytesOf[T Element | ~uint8 | ~int8 | ~uint16 | ~int16](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(s))), len(s)*int(unsafe.Sizeof(*new(T))))
}

// NumbersIn returns the memory b as numbers. b is aligned for them.
func NumbersIn[T Element | uint16](b []byte) []T {
	size := int(unsafe.Sizeof(*new(T)))
	if len(b) < size {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(b))), len(b)/size)
}

// Match checks the slices of a call that has out elements in dst and in elements in src. It returns
// ErrSliceLength or ErrOverlap.
func Match[D, S Element](dst []D, src []S, out, in int) error {
	if len(src) != in {
		return LengthError("src", len(src), strconv.Itoa(in))
	}
	if len(dst) != out {
		return LengthError("dst", len(dst), strconv.Itoa(out))
	}
	return overlap(dst, src)
}

// overlap refuses slices that share part of their memory. The same slice twice is allowed.
func overlap[D, S Element](dst []D, src []S) error {
	if len(dst) == 0 || len(src) == 0 {
		return nil
	}
	d, s := BytesOf(dst), BytesOf(src)
	if Same(dst, src) {
		if _, alike := any(dst).([]S); alike && len(d) == len(s) {
			return nil
		}
		return overlapError("dst is src, and the result has another shape: pass another slice, or nil; " +
			"half spectra replace their real arrays in GPU buffers only")
	}
	begin := func(b []byte) uintptr { return uintptr(unsafe.Pointer(unsafe.SliceData(b))) }
	if begin(d) < begin(s)+uintptr(len(s)) && begin(s) < begin(d)+uintptr(len(d)) {
		return overlapError("dst and src share part of their memory: use the same slice for both, or two slices apart")
	}
	return nil
}

// Same reports whether slices begin at the same address.
func Same[D, S Element](dst []D, src []S) bool {
	return unsafe.Pointer(unsafe.SliceData(dst)) == unsafe.Pointer(unsafe.SliceData(src))
}
