package nd

import "unsafe"

// A block is a slice of elements of one of the types. The slices of the other types are nil.
type block struct {
	f32  []float32
	f64  []float64
	c64  []complex64
	c128 []complex128
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
	}
	return block{c128: make([]complex128, n)}
}

// slice returns the slice of elements of type T.
func slice[T Element](b *block) *[]T {
	var p any
	switch any(*new(T)).(type) {
	case float32:
		p = &b.f32
	case float64:
		p = &b.f64
	case complex64:
		p = &b.c64
	default:
		p = &b.c128
	}
	return p.(*[]T)
}

// part returns the elements from, from+1, ... before to.
func (b *block) part(d DType, from, to int) block {
	switch d {
	case Float32:
		return block{f32: b.f32[from:to]}
	case Float64:
		return block{f64: b.f64[from:to]}
	case Complex64:
		return block{c64: b.c64[from:to]}
	}
	return block{c128: b.c128[from:to]}
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
	}
	return nil
}

// bytesOf returns the memory of a slice with elements.
func bytesOf[T Element](s []T) []byte {
	return unsafe.Slice((*byte)(unsafe.Pointer(&s[0])), len(s)*int(unsafe.Sizeof(s[0])))
}

// copyBlock copies the elements of src to dst, which has the same type and length.
func copyBlock(dst, src *block) {
	copy(dst.f32, src.f32)
	copy(dst.f64, src.f64)
	copy(dst.c64, src.c64)
	copy(dst.c128, src.c128)
}
