package expr

import (
	"math"
)

// Convert converts the elements of src from type s to type d. Complex elements lose their imaginary
// parts if d is real.
func Convert(dst *Block, d DType, src *Block, s DType) {
	switch s {
	case Uint8, Int8, Uint16, Int16, Int32, Float16, Bfloat16:
		fromStorage(dst, d, src, s)
	case Float32:
		fromReal(dst, d, src.F32)
	case Float64:
		fromReal(dst, d, src.F64)
	case Complex64:
		fromComplex(dst, d, src.C64)
	default:
		fromComplex(dst, d, src.C128)
	}
}

// fromReal converts real elements.
func fromReal[R RealNumber](dst *Block, d DType, src []R) {
	switch d {
	case Uint8, Int8, Uint16, Int16, Int32, Float16, Bfloat16:
		toStorage(dst, d, src)
	case Float32:
		for i, x := range src {
			dst.F32[i] = float32(x)
		}
	case Float64:
		for i, x := range src {
			dst.F64[i] = float64(x)
		}
	case Complex64:
		for i, x := range src {
			dst.C64[i] = complex(float32(x), 0)
		}
	default:
		for i, x := range src {
			dst.C128[i] = complex(float64(x), 0)
		}
	}
}

// fromComplex converts complex elements.
func fromComplex[C complex64 | complex128](dst *Block, d DType, src []C) {
	switch d {
	case Float32:
		for i, x := range src {
			dst.F32[i] = float32(real(complex128(x)))
		}
	case Float64:
		for i, x := range src {
			dst.F64[i] = real(complex128(x))
		}
	case Complex64:
		for i, x := range src {
			dst.C64[i] = complex64(x)
		}
	default:
		for i, x := range src {
			dst.C128[i] = complex128(x)
		}
	}
}

// ToInt32 returns the integer that is nearest to a real number, ties to even.
func ToInt32(z complex128) int32 {
	var to [1]int32
	toInteger(to[:], []float64{real(z)}, math.MinInt32, math.MaxInt32)
	return to[0]
}

// fromStorage converts elements of a storage type.
func fromStorage(dst *Block, d DType, src *Block, s DType) {
	switch s {
	case Uint8:
		fromReal(dst, d, *Slice[uint8](src))
	case Int8:
		fromReal(dst, d, *Slice[int8](src))
	case Uint16:
		fromReal(dst, d, *Slice[uint16](src))
	case Int16:
		fromReal(dst, d, *Slice[int16](src))
	case Int32:
		fromReal(dst, d, src.I32)
	default:
		numbers := dst.F32
		if d != Float32 {
			numbers = make([]float32, len(src.U16))
		}
		f := HalfFormats[s]
		for i, x := range src.U16 {
			numbers[i] = f.Number(x)
		}
		if d != Float32 {
			fromReal(dst, d, numbers)
		}
	}
}

// toStorage converts real elements to a storage type.
func toStorage[R RealNumber](dst *Block, d DType, src []R) {
	switch d {
	case Uint8:
		toInteger(*Slice[uint8](dst), src, 0, math.MaxUint8)
	case Int8:
		toInteger(*Slice[int8](dst), src, math.MinInt8, math.MaxInt8)
	case Uint16:
		toInteger(*Slice[uint16](dst), src, 0, math.MaxUint16)
	case Int16:
		toInteger(*Slice[int16](dst), src, math.MinInt16, math.MaxInt16)
	case Int32:
		toInteger(dst.I32, src, math.MinInt32, math.MaxInt32)
	default:
		f := HalfFormats[d]
		for i, x := range src {
			dst.U16[i] = f.Bits(float32(x))
		}
	}
}

// toInteger converts real elements to the nearest integers, ties to even. It limits them to the
// range from least to most.
func toInteger[I uint8 | int8 | uint16 | int16 | int32, R RealNumber](dst []I, src []R, least, most float64) {
	for i, x := range src {
		y := math.RoundToEven(float64(x))
		if !(y > least) { // NaN, too
			y = least
		}
		dst[i] = I(min(y, most))
	}
}
