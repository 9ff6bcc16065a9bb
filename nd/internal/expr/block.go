package expr

import (
	"math"
	"unsafe"

	"wgfft"
)

// A Block is a slice of elements of one type. The slices of the other types are nil. u8 has the
// bits of types of 8 bits, and u16 the bits of types of 16 bits.
type Block struct {
	F32  []float32
	F64  []float64
	C64  []complex64
	C128 []complex128
	U8   []uint8
	U16  []uint16
	I32  []int32
}

// NewBlock returns n zeros.
func NewBlock(d DType, n int) Block {
	switch d {
	case Float32:
		return Block{F32: make([]float32, n)}
	case Float64:
		return Block{F64: make([]float64, n)}
	case Complex64:
		return Block{C64: make([]complex64, n)}
	case Uint8, Int8:
		return Block{U8: make([]uint8, n)}
	case Uint16, Int16, Float16, Bfloat16:
		return Block{U16: make([]uint16, n)}
	case Int32:
		return Block{I32: make([]int32, n)}
	}
	return Block{C128: make([]complex128, n)}
}

// Slice returns a pointer to the slice of b that holds elements of type T.
func Slice[T Element](b *Block) *[]T {
	var p any
	switch any(*new(T)).(type) {
	case float32:
		p = &b.F32
	case float64:
		p = &b.F64
	case complex64:
		p = &b.C64
	case uint8:
		p = &b.U8
	case int8:
		p = (*[]int8)(unsafe.Pointer(&b.U8))
	case uint16:
		p = &b.U16
	case int16:
		p = (*[]int16)(unsafe.Pointer(&b.U16))
	case int32:
		p = &b.I32
	case wgfft.Half:
		p = (*[]wgfft.Half)(unsafe.Pointer(&b.U16))
	case wgfft.Bfloat:
		p = (*[]wgfft.Bfloat)(unsafe.Pointer(&b.U16))
	default:
		p = &b.C128
	}
	return p.(*[]T)
}

// Part returns the elements [from, to) of b, which has type d, in the same memory.
func (b *Block) Part(d DType, from, to int) Block {
	switch d {
	case Float32:
		return Block{F32: b.F32[from:to]}
	case Float64:
		return Block{F64: b.F64[from:to]}
	case Complex64:
		return Block{C64: b.C64[from:to]}
	case Uint8, Int8:
		return Block{U8: b.U8[from:to]}
	case Uint16, Int16, Float16, Bfloat16:
		return Block{U16: b.U16[from:to]}
	case Int32:
		return Block{I32: b.I32[from:to]}
	}
	return Block{C128: b.C128[from:to]}
}

// Set makes b refer to the elements [from, to) of src. Both have type d.
func (b *Block) Set(d DType, src *Block, from, to int) {
	switch d {
	case Float32:
		b.F32 = src.F32[from:to]
	case Float64:
		b.F64 = src.F64[from:to]
	case Complex64:
		b.C64 = src.C64[from:to]
	case Complex128:
		b.C128 = src.C128[from:to]
	default:
		*b = src.Part(d, from, to)
	}
}

// Bytes returns the memory of the elements.
func (b *Block) Bytes() []byte {
	switch {
	case len(b.F32) > 0:
		return bytesOf(b.F32)
	case len(b.F64) > 0:
		return bytesOf(b.F64)
	case len(b.C64) > 0:
		return bytesOf(b.C64)
	case len(b.C128) > 0:
		return bytesOf(b.C128)
	case len(b.U8) > 0:
		return b.U8
	case len(b.U16) > 0:
		return bytesOf(b.U16)
	case len(b.I32) > 0:
		return bytesOf(b.I32)
	}
	return nil
}

// bytesOf returns the memory of a slice that is not empty.
func bytesOf[T Element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// CopyBlock copies the elements of src to dst, which has the same type and length.
func CopyBlock(dst, src *Block) {
	copy(dst.F32, src.F32)
	copy(dst.F64, src.F64)
	copy(dst.C64, src.C64)
	copy(dst.C128, src.C128)
	copy(dst.U8, src.U8)
	copy(dst.U16, src.U16)
	copy(dst.I32, src.I32)
}

// IsNotFinite reports whether an element of type d is infinite or NaN.
func (b *Block) IsNotFinite(d DType) bool {
	isWrong := func(x float64) bool { return math.IsInf(x, 0) || math.IsNaN(x) }
	for _, x := range b.F32 {
		if isWrong(float64(x)) {
			return true
		}
	}
	for _, x := range b.F64 {
		if isWrong(x) {
			return true
		}
	}
	if f, ok := HalfFormats[d]; ok {
		for _, bits := range b.U16 {
			if !f.IsFinite(bits) {
				return true
			}
		}
	}
	for _, x := range b.C64 {
		if isWrong(float64(real(x))) || isWrong(float64(imag(x))) {
			return true
		}
	}
	for _, x := range b.C128 {
		if isWrong(real(x)) || isWrong(imag(x)) {
			return true
		}
	}
	return false
}

// BlockIn returns the n elements of type d in memory, which is aligned for them.
func BlockIn(d DType, memory []byte, n int) Block {
	switch d {
	case Float32:
		return Block{F32: elementsIn[float32](memory, n)}
	case Float64:
		return Block{F64: elementsIn[float64](memory, n)}
	case Complex64:
		return Block{C64: elementsIn[complex64](memory, n)}
	case Uint8, Int8:
		return Block{U8: elementsIn[uint8](memory, n)}
	case Uint16, Int16, Float16, Bfloat16:
		return Block{U16: elementsIn[uint16](memory, n)}
	case Int32:
		return Block{I32: elementsIn[int32](memory, n)}
	}
	return Block{C128: elementsIn[complex128](memory, n)}
}

// elementsIn returns n elements in memory.
func elementsIn[T Element](memory []byte, n int) []T {
	if len(memory) < n*int(unsafe.Sizeof(*new(T))) {
		return nil
	}
	return unsafe.Slice((*T)(unsafe.Pointer(unsafe.SliceData(memory))), n)
}
