package npy

import (
	"encoding/binary"
	"errors"
	"fmt"
	"io"
	"math"
)

// chunk is how many bytes are read or written at a time: a whole number of any element.
const chunk = 1 << 16

// Array is the content of a .npy file.
type Array struct {
	Shape []int       // points along each axis, slowest first; empty for a single number
	Data  []complex64 // product of Shape elements in C order
	DType string      // element type in the file: float32, float64, complex64 or complex128
}

// Real reports whether the file held real numbers, so that every imaginary part is zero.
func (a Array) Real() bool { return a.DType == "float32" || a.DType == "float64" }

// Read reads one array and leaves r behind its last byte, so that several can follow each other.
//
// It gives an [*Error] of kind ErrFormat, ErrDType, ErrShape or ErrTruncated, or the wrapped error
// of r. Memory beyond 128 KiB is proportional to the bytes that r delivers; Fortran order takes the
// result's size twice.
func Read(r io.Reader) (Array, error) {
	h, err := readHeader(r)
	if err != nil {
		return Array{}, err
	}
	data, err := readData(r, h, decode)
	if err != nil {
		return Array{}, err
	}
	return Array{Shape: h.shape, Data: data, DType: h.dtype.name}, nil
}

// RealArray is the content of a .npy file of real numbers.
type RealArray struct {
	Shape []int     // as Array has it
	Data  []float32 // product of Shape elements in C order
	DType string    // float32 or float64
}

// ReadReal reads one array of real numbers. Complex ones are an error of kind ErrDType; in all else it is like [Read].
func ReadReal(r io.Reader) (RealArray, error) {
	h, err := readHeader(r)
	if err != nil {
		return RealArray{}, err
	}
	if h.dtype.components > 1 {
		return RealArray{}, fail(ErrDType, -1, "elements of type %s where real numbers are wanted: save a.real or abs(a) instead", h.dtype.name)
	}
	data, err := readData(r, h, decodeReal)
	if err != nil {
		return RealArray{}, err
	}
	return RealArray{Shape: h.shape, Data: data, DType: h.dtype.name}, nil
}

// readData reads h.points elements, which decode appends, and puts them into C order.
func readData[T any](r io.Reader, h header, decode func(dst []T, p []byte, t dtype, order binary.ByteOrder) []T) ([]T, error) {
	t := h.dtype
	want := int64(h.points) * int64(t.size())
	data := []T{}
	if holds(r, want) {
		data = make([]T, 0, h.points)
	}
	buf := make([]byte, min(chunk, want))
	for have := int64(0); have < want; {
		part := buf[:min(int64(len(buf)), want-have)]
		n, err := io.ReadFull(r, part)
		if errors.Is(err, io.EOF) || errors.Is(err, io.ErrUnexpectedEOF) {
			return nil, fail(ErrTruncated, h.end, "shape %v of %s takes %d bytes, file ends after %d: the file is cut short, save it again",
				h.shape, t.name, want, have+int64(n))
		}
		if err != nil {
			return nil, fmt.Errorf("npy: byte %d: %w", h.end+have+int64(n), err)
		}
		data = decode(data, part, t, h.order)
		have += int64(n)
	}
	if h.fortran {
		data = fromFortran(h.shape, data)
	}
	return data, nil
}

// holds reports whether r can seek and has at least n more bytes.
func holds(r io.Reader, n int64) bool {
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

// decode appends the elements in p, a whole number of them.
func decode(dst []complex64, p []byte, t dtype, order binary.ByteOrder) []complex64 {
	at := t.component(order)
	for ; len(p) > 0; p = p[t.size():] {
		v := complex(at(p), 0)
		if t.components > 1 {
			v = complex(real(v), at(p[t.width:]))
		}
		dst = append(dst, v)
	}
	return dst
}

// component reads the number at the beginning of some bytes.
func (d dtype) component(order binary.ByteOrder) func(p []byte) float32 {
	if d.width == 4 {
		return func(p []byte) float32 { return math.Float32frombits(order.Uint32(p)) }
	}
	return func(p []byte) float32 { return float32(math.Float64frombits(order.Uint64(p))) }
}

// decodeReal appends the real elements in p.
func decodeReal(dst []float32, p []byte, t dtype, order binary.ByteOrder) []float32 {
	at := t.component(order)
	for ; len(p) > 0; p = p[t.size():] {
		dst = append(dst, at(p))
	}
	return dst
}

// fromFortran reorders data from Fortran to C order.
//
// It walks the result in C order with an odometer of indices; stride[a] = d_0 ... d_(a-1) is the
// step in data that belongs to axis a.
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
