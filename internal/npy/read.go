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

// Array is the content of a .npy file.
type Array struct {
	Shape []int       // points along each axis, slowest first; empty for a single number
	Data  []complex64 // product of Shape elements in C order
	DType string      // element type in the file: float32, float64, complex64 or complex128
	Lost  Lost
}

// Lost counts the numbers of a file that single precision can't hold, and those that are not finite
// in the file. Each component of a complex number counts.
type Lost struct {
	Infinite  int // finite in the file, and infinite in single precision
	Zero      int // not zero in the file, and zero in single precision
	NotFinite int // infinite or NaN in the file
}

// keep returns v. It does not convert v to float64, which would change the bits of a signalling
// NaN.
func (l *Lost) keep(v float32) float32 {
	if v-v != 0 {
		l.NotFinite++
	}
	return v
}

// narrow rounds v to single precision.
func (l *Lost) narrow(v float64) float32 {
	n := float32(v)
	switch {
	case v-v != 0:
		l.NotFinite++
	case n-n != 0:
		l.Infinite++
	case n == 0 && v != 0:
		l.Zero++
	}
	return n
}

// Real reports whether the file held real numbers, so that every imaginary part is zero.
func (a Array) Real() bool { return a.DType == "float32" || a.DType == "float64" }

// Read reads one array and leaves r after its last byte, so that several arrays can follow each
// other.
//
// It returns an [*Error] of kind ErrFormat, ErrDType, ErrShape or ErrTruncated, or the wrapped
// error of r. Memory beyond 128 KiB is proportional to the bytes that r delivers. Fortran order
// takes twice the size of the result.
func Read(r io.Reader) (Array, error) {
	h, err := readHeader(r)
	if err != nil {
		return Array{}, err
	}
	a := Array{Shape: h.shape, DType: h.dtype.name}
	a.Data, err = readData(r, h, &a.Lost, decode)
	if err != nil {
		return Array{}, err
	}
	return a, nil
}

// RealArray is the content of a .npy file of real numbers.
type RealArray struct {
	Shape []int     // as in Array
	Data  []float32 // product of Shape elements in C order
	DType string    // float32 or float64
	Lost  Lost
}

// ReadReal reads one array of real numbers. A complex type is an error of kind ErrDType. Everything
// else is as in [Read].
func ReadReal(r io.Reader) (RealArray, error) {
	h, err := readHeader(r)
	if err != nil {
		return RealArray{}, err
	}
	if h.dtype.components > 1 {
		return RealArray{}, fail(ErrDType, -1,
			"elements of type %s where real numbers are wanted: save a.real or abs(a) instead", h.dtype.name)
	}
	a := RealArray{Shape: h.shape, DType: h.dtype.name}
	a.Data, err = readData(r, h, &a.Lost, decodeReal)
	if err != nil {
		return RealArray{}, err
	}
	return a, nil
}

// A decoder appends the elements in p, a whole number of them, and counts the lost ones.
type decoder[T any] func(dst []T, p []byte, h header, lost *Lost) []T

// readData reads h.points elements and returns them in C order.
func readData[T any](r io.Reader, h header, lost *Lost, decode decoder[T]) ([]T, error) {
	t := h.dtype
	want := int64(h.points) * int64(t.size())
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
				h.shape, t.name, want, have+int64(n))
		}
		if err != nil {
			return nil, fmt.Errorf("npy: byte %d: %w", h.end+have+int64(n), err)
		}
		data = decode(data, part, h, lost)
		have += int64(n)
	}
	if h.fortran {
		data = fromFortran(h.shape, data)
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

// decode is the decoder of complex numbers.
func decode(dst []complex64, p []byte, h header, lost *Lost) []complex64 {
	t, at := h.dtype, h.component(lost)
	for ; len(p) > 0; p = p[t.size():] {
		v := complex(at(p), 0)
		if t.components > 1 {
			v = complex(real(v), at(p[t.width:]))
		}
		dst = append(dst, v)
	}
	return dst
}

// component returns a function that reads the number at the beginning of a slice.
func (h header) component(lost *Lost) func(p []byte) float32 {
	if h.dtype.width == 4 {
		return func(p []byte) float32 { return lost.keep(math.Float32frombits(h.order.Uint32(p))) }
	}
	return func(p []byte) float32 { return lost.narrow(math.Float64frombits(h.order.Uint64(p))) }
}

// decodeReal is the decoder of real numbers.
func decodeReal(dst []float32, p []byte, h header, lost *Lost) []float32 {
	t, at := h.dtype, h.component(lost)
	for ; len(p) > 0; p = p[t.size():] {
		dst = append(dst, at(p))
	}
	return dst
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
