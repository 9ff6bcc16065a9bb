package expr

import (
	"wgfft"
	"wgfft/internal/half"
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

	// The types of numbers from Scalar, which take the precision of the other operand.
	WeakReal
	WeakComplex

	// The types of the sums of squares of Norm, in memory of a GPU.
	SingleSquares
	DoubleSquares
)

// Element is the type of a Go slice that arrays exchange data with.
type Element interface {
	float32 | float64 | complex64 | complex128 | uint8 | int8 | uint16 | int16 | int32 | wgfft.Half | wgfft.Bfloat
}

// dtypes has the name of each element type, and the size of an element in bytes.
var dtypes = [...]struct {
	name string
	size int
}{
	{"none", 0}, {"float32", 4}, {"float64", 8}, {"complex64", 8}, {"complex128", 16},
	{"uint8", 1}, {"int8", 1}, {"uint16", 2}, {"int16", 2}, {"int32", 4}, {"float16", 2}, {"bfloat16", 2},
	{"scalar", 0}, {"complex scalar", 0}, {"sums of squares", 12}, {"sums of squares in double precision", 24},
}

// String returns the type's name, such as float32 or complex64.
func (d DType) String() string {
	if int(d) < len(dtypes) {
		return dtypes[d].name
	}
	return "unknown"
}

// Size returns the size of an element in bytes.
func (d DType) Size() int {
	if int(d) < len(dtypes) {
		return dtypes[d].size
	}
	return 0
}

// IsComplex reports whether elements are complex.
func (d DType) IsComplex() bool { return d == Complex64 || d == Complex128 || d == WeakComplex }

// IsValid reports whether arrays in memory can have the type.
func (d DType) IsValid() bool { return d >= Float32 && d <= Bfloat16 }

// IsDouble reports whether the type has double precision.
func (d DType) IsDouble() bool { return d == Float64 || d == Complex128 || d == DoubleSquares }

// IsSingle reports whether the type has single precision.
func (d DType) IsSingle() bool { return d == Float32 || d == Complex64 }

// IsWeak reports whether d is the type of a scalar, which has no precision of its own.
func (d DType) IsWeak() bool { return d == WeakReal || d == WeakComplex }

// Real returns the type of real and imaginary parts. It returns Float32 for storage types.
func (d DType) Real() DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	case WeakComplex:
		return WeakReal
	}
	return d.Number()
}

// Complex returns the complex type of the same precision.
func (d DType) Complex() DType {
	switch d.Number() {
	case Float32:
		return Complex64
	case Float64:
		return Complex128
	case WeakReal:
		return WeakComplex
	}
	return d
}

// Double returns Complex128 for complex types, and Float64 for others.
func (d DType) Double() DType {
	if d.IsComplex() {
		return Complex128
	}
	return Float64
}

// TypeOf returns the type of the elements of a slice.
func TypeOf[T Element]() DType {
	switch any(*new(T)).(type) {
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	case uint8:
		return Uint8
	case int8:
		return Int8
	case uint16:
		return Uint16
	case int16:
		return Int16
	case int32:
		return Int32
	case wgfft.Half:
		return Float16
	case wgfft.Bfloat:
		return Bfloat16
	}
	return Complex128
}

// Rounded returns x as an array of type d holds it.
func (d DType) Rounded(x complex128) complex128 {
	if d.IsSingle() {
		return complex128(complex64(x))
	}
	return x
}

// IsStorage reports whether the type is a storage type, in which operations do not compute.
func (d DType) IsStorage() bool { return d >= Uint8 && d <= Bfloat16 }

// Number returns the type in which operations compute with elements of the type.
func (d DType) Number() DType {
	if d.IsStorage() {
		return Float32
	}
	return d
}

// Value returns the type that elements have within a kernel. Float32 holds the elements of all storage types
// but Int32.
func (d DType) Value() DType {
	if d == Int32 {
		return d
	}
	return d.Number()
}

// PerWord returns the number of elements in a word of 32 bits, if the elements have 8 or 16 bits.
// Otherwise it returns 1.
func (d DType) PerWord() int {
	if d.IsStorage() {
		return 4 / d.Size()
	}
	return 1
}

// RealNumber is a real number of Go.
type RealNumber interface {
	float32 | float64 | uint8 | int8 | uint16 | int16 | int32
}

// HalfFormats has the number formats of the storage types Float16 and Bfloat16.
var HalfFormats = map[DType]half.Format{Float16: half.Binary16, Bfloat16: half.Bfloat16}
