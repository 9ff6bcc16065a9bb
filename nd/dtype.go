package nd

// A DType is the type of the elements of an array.
type DType uint8

// The element types.
const (
	Float32 DType = iota + 1
	Float64
	Complex64
	Complex128

	// The types of numbers from Scalar, which take the precision of the other operand.
	weakReal
	weakComplex
)

// Element is the type of a Go slice that arrays exchange data with.
type Element interface {
	float32 | float64 | complex64 | complex128
}

// dtypes has the name and the bytes of each element type.
var dtypes = [...]struct {
	name string
	size int
}{
	{"none", 0}, {"float32", 4}, {"float64", 8}, {"complex64", 8}, {"complex128", 16},
	{"scalar", 0}, {"complex scalar", 0},
}

// String returns the type's name: float32, float64, complex64 or complex128.
func (d DType) String() string {
	if int(d) < len(dtypes) {
		return dtypes[d].name
	}
	return "unknown"
}

// Size returns the bytes of one element.
func (d DType) Size() int {
	if int(d) < len(dtypes) {
		return dtypes[d].size
	}
	return 0
}

// IsComplex reports whether elements are complex.
func (d DType) IsComplex() bool { return d == Complex64 || d == Complex128 || d == weakComplex }

// isValid reports whether arrays in memory can have the type.
func (d DType) isValid() bool { return d >= Float32 && d <= Complex128 }

// isDouble reports whether the type has double precision.
func (d DType) isDouble() bool { return d == Float64 || d == Complex128 }

// isSingle reports whether the type has single precision.
func (d DType) isSingle() bool { return d == Float32 || d == Complex64 }

// isWeak reports whether the type has no precision of its own.
func (d DType) isWeak() bool { return d == weakReal || d == weakComplex }

// real returns the type of real and imaginary parts.
func (d DType) real() DType {
	switch d {
	case Complex64:
		return Float32
	case Complex128:
		return Float64
	case weakComplex:
		return weakReal
	}
	return d
}

// complex returns the complex type of the same precision.
func (d DType) complex() DType {
	switch d {
	case Float32:
		return Complex64
	case Float64:
		return Complex128
	case weakReal:
		return weakComplex
	}
	return d
}

// double returns the type of double precision.
func (d DType) double() DType {
	if d.IsComplex() {
		return Complex128
	}
	return Float64
}

// dtypeOf returns the type of the elements of a slice.
func dtypeOf[T Element]() DType {
	switch any(*new(T)).(type) {
	case float32:
		return Float32
	case float64:
		return Float64
	case complex64:
		return Complex64
	}
	return Complex128
}
