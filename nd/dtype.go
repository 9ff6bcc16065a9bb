package nd

import (
	"wgfft"
	"wgfft/nd/internal/expr"
)

// A DType is the type of the elements of an array.
type DType uint8

// The element types. Operations compute in the first four. The others are storage types for real
// numbers. Operations read their elements as Float32, or as Float64 if another operand has double
// precision.
const (
	Float32 DType = iota + 1
	Float64
	Complex64
	Complex128
	Uint8    // 0 ... 255
	Int8     // -128 ... 127
	Uint16   // 0 ... 65535
	Int16    // -32768 ... 32767
	Int32    // -2^31 ... 2^31-1; arithmetic in Float32 rounds integers beyond 2^24, selections keep them
	Float16  // binary16 of IEEE 754: see wgfft.Half
	Bfloat16 // the upper 16 bits of a float32: see wgfft.Bfloat
)

// Element is the type of a Go slice that arrays exchange data with.
type Element interface {
	float32 | float64 | complex64 | complex128 | uint8 | int8 | uint16 | int16 | int32 | wgfft.Half | wgfft.Bfloat
}

// inner returns the type as the packages below have it. The constants of both have the same values.
func (d DType) inner() expr.DType { return expr.DType(d) }

// String returns the type's name, such as float32 or complex64.
func (d DType) String() string { return d.inner().String() }

// Size returns the size of an element in bytes.
func (d DType) Size() int { return d.inner().Size() }

// IsComplex reports whether elements are complex.
func (d DType) IsComplex() bool { return d.inner().IsComplex() }
