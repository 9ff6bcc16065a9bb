package npy

import (
	"encoding/binary"
	"fmt"
	"io"
	"math"
	"strconv"
	"strings"
)

// Write writes elements of type T: little-endian, in C order, version 1. NumPy 2 writes the same
// bytes.
//
// The product of shape must be len(data), or the error is of kind ErrShape. An empty or nil shape
// is a single number. Errors of w are wrapped.
func Write[T Element](w io.Writer, shape []int, data []T) error {
	bytes := binary.LittleEndian
	switch data := any(data).(type) {
	case []float32:
		return write(w, "<f4", shape, data, 4, func(p []byte, v float32) { bytes.PutUint32(p, math.Float32bits(v)) })
	case []float64:
		return write(w, "<f8", shape, data, 8, func(p []byte, v float64) { bytes.PutUint64(p, math.Float64bits(v)) })
	case []complex64:
		return write(w, "<c8", shape, data, 8, func(p []byte, v complex64) {
			bytes.PutUint32(p, math.Float32bits(real(v)))
			bytes.PutUint32(p[4:], math.Float32bits(imag(v)))
		})
	}
	return write(w, "<c16", shape, any(data).([]complex128), 16, func(p []byte, v complex128) {
		bytes.PutUint64(p, math.Float64bits(real(v)))
		bytes.PutUint64(p[8:], math.Float64bits(imag(v)))
	})
}

// NewHeader returns the header of a file with elements of type T. They start at a multiple of align bytes, which is a
// multiple of 64. The error is of kind ErrShape.
func NewHeader[T Element](shape []int, align int) ([]byte, error) {
	n, err := points(shape)
	if err != nil {
		return nil, fail(ErrShape, -1, "%v", err)
	}
	descr := map[any]string{float32(0): "<f4", float64(0): "<f8", complex64(0): "<c8", complex128(0): "<c16"}[*new(T)]
	text, err := headerText(descr, shape, n, align)
	return []byte(text), err
}

// write writes the header and then the elements of the given size in bytes, a chunk at a time.
func write[T any](w io.Writer, descr string, shape []int, data []T, size int, put func([]byte, T)) error {
	head, err := headerText(descr, shape, len(data), 64)
	if err != nil {
		return err
	}
	if _, err := io.WriteString(w, head); err != nil {
		return fmt.Errorf("npy: write header: %w", err)
	}
	buf := make([]byte, min(chunk, len(data)*size))
	for len(data) > 0 {
		n := min(len(data), len(buf)/size)
		for i, v := range data[:n] {
			put(buf[i*size:], v)
		}
		if _, err := w.Write(buf[:n*size]); err != nil {
			return fmt.Errorf("npy: write elements: %w", err)
		}
		data = data[n:]
	}
	return nil
}

// headerText returns everything before the first element.
//
// As NumPy does, it leaves space for the first dimension to grow to 21 digits in place. It adds 1
// to align spaces up to a multiple of align bytes, which is 64 there, so that the elements can be mapped aligned.
func headerText(descr string, shape []int, have, align int) (string, error) {
	if len(shape) > MaxDims {
		return "", fail(ErrShape, -1, "%d dimensions: at most %d can be written", len(shape), MaxDims)
	}
	want, err := points(shape)
	if err != nil {
		return "", fail(ErrShape, -1, "%v", err)
	}
	if want != have {
		return "", fail(ErrShape, -1, "shape %v takes %d elements, got %d", shape, want, have)
	}
	tuple, room := "()", 0
	if len(shape) > 0 {
		dims := make([]string, len(shape))
		for i, d := range shape {
			dims[i] = strconv.Itoa(d)
		}
		tuple = "(" + strings.Join(dims, ", ") + ")"
		if len(shape) == 1 {
			tuple = "(" + dims[0] + ",)"
		}
		room = 21 - len(dims[0])
	}
	text := fmt.Sprintf("{'descr': '%s', 'fortran_order': False, 'shape': %s, }", descr, tuple) +
		strings.Repeat(" ", room)
	const before = 10 // magic, version, length
	text += strings.Repeat(" ", align-(before+len(text)+1)%align) + "\n"
	length := binary.LittleEndian.AppendUint16(nil, uint16(len(text)))
	return magic + "\x01\x00" + string(length) + text, nil
}
