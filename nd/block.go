package nd

import (
	"unsafe"

	"wgfft"
)

// A block is a slice of elements of one type. The slices of the other types are nil. u8 has the
// bits of types of 8 bits, and u16 the bits of types of 16 bits.
type block struct {
	f32  []float32
	f64  []float64
	c64  []complex64
	c128 []complex128
	u8   []uint8
	u16  []uint16
	i32  []int32
}

// newBlock returns n zeros.
func newBlock(d DType, n int) block {
	switch d {
	case Float32:
		return block{f32: make([]float32, n)}
	case Float64:
		return block{f64: make([]float64, n)}
	case Complex64:
		return block{c64: make([]complex64, n)}
	case Uint8, Int8:
		return block{u8: make([]uint8, n)}
	case Uint16, Int16, Float16, Bfloat16:
		return block{u16: make([]uint16, n)}
	case Int32:
		return block{i32: make([]int32, n)}
	}
	return block{c128: make([]complex128, n)}
}

// slice returns a pointer to the slice of b that holds elements of type T.
func slice[T Element](b *block) *[]T {
	var p any
	switch any(*new(T)).(type) {
	case float32:
		p = &b.f32
	case float64:
		p = &b.f64
	case complex64:
		p = &b.c64
	case uint8:
		p = &b.u8
	case int8:
		p = (*[]int8)(unsafe.Pointer(&b.u8))
	case uint16:
		p = &b.u16
	case int16:
		p = (*[]int16)(unsafe.Pointer(&b.u16))
	case int32:
		p = &b.i32
	case wgfft.Half:
		p = (*[]wgfft.Half)(unsafe.Pointer(&b.u16))
	case wgfft.Bfloat:
		p = (*[]wgfft.Bfloat)(unsafe.Pointer(&b.u16))
	default:
		p = &b.c128
	}
	return p.(*[]T)
}

// part returns the elements [from, to) of b, which has type d, in the same memory.
func (b *block) part(d DType, from, to int) block {
	switch d {
	case Float32:
		return block{f32: b.f32[from:to]}
	case Float64:
		return block{f64: b.f64[from:to]}
	case Complex64:
		return block{c64: b.c64[from:to]}
	case Uint8, Int8:
		return block{u8: b.u8[from:to]}
	case Uint16, Int16, Float16, Bfloat16:
		return block{u16: b.u16[from:to]}
	case Int32:
		return block{i32: b.i32[from:to]}
	}
	return block{c128: b.c128[from:to]}
}

// set makes b refer to the elements [from, to) of src. Both have type d.
func (b *block) set(d DType, src *block, from, to int) {
	switch d {
	case Float32:
		b.f32 = src.f32[from:to]
	case Float64:
		b.f64 = src.f64[from:to]
	case Complex64:
		b.c64 = src.c64[from:to]
	case Complex128:
		b.c128 = src.c128[from:to]
	default:
		*b = src.part(d, from, to)
	}
}

// bytes returns the memory of the elements.
func (b *block) bytes() []byte {
	switch {
	case len(b.f32) > 0:
		return bytesOf(b.f32)
	case len(b.f64) > 0:
		return bytesOf(b.f64)
	case len(b.c64) > 0:
		return bytesOf(b.c64)
	case len(b.c128) > 0:
		return bytesOf(b.c128)
	case len(b.u8) > 0:
		return b.u8
	case len(b.u16) > 0:
		return bytesOf(b.u16)
	case len(b.i32) > 0:
		return bytesOf(b.i32)
	}
	return nil
}

// bytesOf returns the memory of a slice that is not empty.
func bytesOf[T Element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// copyBlock copies the elements of src to dst, which has the same type and length.
func copyBlock(dst, src *block) {
	copy(dst.f32, src.f32)
	copy(dst.f64, src.f64)
	copy(dst.c64, src.c64)
	copy(dst.c128, src.c128)
	copy(dst.u8, src.u8)
	copy(dst.u16, src.u16)
	copy(dst.i32, src.i32)
}
