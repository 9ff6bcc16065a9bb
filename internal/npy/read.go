package npy

import (
	"errors"
	"fmt"
	"io"
	"math"
)

// chunk is the number of bytes that are read or written at a time: a multiple of the size of every
// element type.
const chunk = 1 << 16

// Element is the type of elements that this package reads and writes.
type Element interface {
	float32 | float64 | complex64 | complex128
}

// Array is the content of a .npy file, with elements of type T.
type Array[T Element] struct {
	Shape []int  // points along each axis, slowest first; empty for a single number
	Data  []T    // product of Shape elements in C order
	DType string // element type in the file: float32, float64, complex64 or complex128
	Lost  Lost
}

// Lost counts the numbers of a file that the precision of the result can't hold, and the numbers
// that are not finite in the file. Each component of a complex number counts.
type Lost struct {
	Infinite  int // finite in the file, and infinite in the result
	Zero      int // not zero in the file, and zero in the result
	NotFinite int // infinite or NaN in the file
}

// Real reports whether the file held real numbers. All imaginary parts are then zero.
func (a Array[T]) Real() bool { return a.DType == "float32" || a.DType == "float64" }

// Read reads one array with elements of type T. It leaves r after the last byte of the array, so that
// several arrays can follow each other. To read a file in its own precision, use [ReadHeader] and then
// [ReadData].
//
// It returns an [*Error] of kind ErrFormat, ErrDType, ErrShape or ErrTruncated, or the wrapped
// error of r. A complex type in the file is an error of kind ErrDType if T is real. Memory beyond
// 128 KiB is proportional to the bytes that r delivers. Fortran order takes twice the size of the
// result.
func Read[T Element](r io.Reader) (Array[T], error) {
	h, err := ReadHeader(r)
	if err != nil {
		return Array[T]{}, err
	}
	return ReadData[T](r, h)
}

// ReadData reads the elements that follow a header. It returns the same errors as [Read].
func ReadData[T Element](r io.Reader, h Header) (Array[T], error) {
	a := Array[T]{Shape: h.Shape, DType: h.DType}
	if !isComplex[T]() && !h.IsReal() {
		return Array[T]{}, fail(ErrDType, -1,
			"elements of type %s where real numbers are wanted: save a.real or abs(a) instead", h.DType)
	}
	var err error
	if a.Data, err = readData(r, h, decoder[T](h, &a.Lost)); err != nil {
		return Array[T]{}, err
	}
	return a, nil
}

// isComplex reports whether T is a complex type.
func isComplex[T Element]() bool {
	switch any(*new(T)).(type) {
	case complex64, complex128:
		return true
	}
	return false
}

// readData reads h.points elements and returns them in C order.
func readData[T any](r io.Reader, h Header, decode func(p []byte) T) ([]T, error) {
	size := h.dtype.size()
	want := int64(h.points) * int64(size)
	data := []T{}
	if hasBytes(r, want) {
		data = make([]T, 0, h.points)
	}
	buf := make([]byte, min(chunk, want))
	for have := int64(0); have < want; {
		part := buf[:min(int64(len(buf)), want-have)]
		n, err := io.ReadFull(r, part)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fail(ErrTruncated, h.end,
				"shape %v of %s takes %d bytes, file ends after %d: the file is cut short, save it again",
				h.Shape, h.DType, want, have+int64(n))
		}
		if err != nil {
			return nil, fmt.Errorf("npy: byte %d: %w", h.end+have+int64(n), err)
		}
		for ; len(part) > 0; part = part[size:] {
			data = append(data, decode(part))
		}
		have += int64(n)
	}
	if h.fortran {
		data = fromFortran(h.Shape, data)
	}
	return data, nil
}

// hasBytes reports whether r can seek and has at least n more bytes.
func hasBytes(r io.Reader, n int64) bool {
	s, ok := r.(io.Seeker)
	if !ok {
		return false
	}
	here, err := s.Seek(0, io.SeekCurrent)
	if err != nil {
		return false
	}
	end, err := s.Seek(0, io.SeekEnd)
	if err != nil {
		return false
	}
	_, err = s.Seek(here, io.SeekStart)
	return err == nil && end-here >= n
}

// decoder returns a function that reads the element at the beginning of a slice. The function counts
// lost numbers.
func decoder[T Element](h Header, lost *Lost) func(p []byte) T {
	isPair, width := !h.IsReal(), h.dtype.width
	var decode any
	switch any(*new(T)).(type) {
	case float32:
		decode = component[float32](h, lost)
	case float64:
		decode = component[float64](h, lost)
	case complex64:
		at := component[float32](h, lost)
		decode = func(p []byte) complex64 {
			if isPair {
				return complex(at(p), at(p[width:]))
			}
			return complex(at(p), 0)
		}
	case complex128:
		at := component[float64](h, lost)
		decode = func(p []byte) complex128 {
			if isPair {
				return complex(at(p), at(p[width:]))
			}
			return complex(at(p), 0)
		}
	}
	return decode.(func(p []byte) T)
}

// component returns a function that reads the number at the beginning of a slice and counts it if it
// is lost. A number of the same precision keeps its bits, even if it is a signalling NaN.
func component[T float32 | float64](h Header, lost *Lost) func(p []byte) T {
	if h.dtype.width == 4 {
		return func(p []byte) T {
			v := T(math.Float32frombits(h.order.Uint32(p)))
			if v-v != 0 {
				lost.NotFinite++
			}
			return v
		}
	}
	return func(p []byte) T {
		v := math.Float64frombits(h.order.Uint64(p))
		n := T(v)
		switch {
		case v-v != 0:
			lost.NotFinite++
		case n-n != 0:
			lost.Infinite++
		case n == 0 && v != 0:
			lost.Zero++
		}
		return n
	}
}

// fromFortran reorders data from Fortran to C order.
//
// It walks through the result in C order with an odometer of indices; stride[a] = d_0 ... d_(a-1)
// is the step in data along axis a.
func fromFortran[T any](shape []int, data []T) []T {
	if len(shape) < 2 || len(data) < 2 {
		return data
	}
	stride := make([]int, len(shape))
	for a, n := 0, 1; a < len(shape); a++ {
		stride[a] = n
		n *= shape[a]
	}
	out := make([]T, len(data))
	index := make([]int, len(shape))
	from := 0
	for i := range out {
		out[i] = data[from]
		for a := len(shape) - 1; a >= 0; a-- {
			index[a]++
			from += stride[a]
			if index[a] < shape[a] {
				break
			}
			from -= index[a] * stride[a]
			index[a] = 0
		}
	}
	return out
}
