package wgsl_test

import (
	"bytes"
	"encoding/binary"
	"fmt"
	"math"

	"wgfft/internal/ref"
	"wgfft/wgsl"
)

// A scalar is how a real number of a test lies in memory. Number formats and elements of tests have its
// methods.
type scalar interface {
	Bytes() int // of a real number
	Put(b []byte, x float64) []byte
	Get(b []byte) float64
	Eps() float64 // spacing of numbers at 1
}

// single is the scalar of f32.
type single struct{ wgsl.F32 }

func (single) Put(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint32(b, math.Float32bits(float32(x)))
}
func (single) Get(b []byte) float64 {
	return float64(math.Float32frombits(binary.LittleEndian.Uint32(b)))
}
func (single) Eps() float64 { return ref.Eps }

// double is the scalar of f64.
type double struct{ wgsl.F64 }

func (double) Put(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint64(b, math.Float64bits(x))
}
func (double) Get(b []byte) float64 { return math.Float64frombits(binary.LittleEndian.Uint64(b)) }
func (double) Eps() float64         { return 0x1p-52 }

// twoSingles is the scalar of double-single.
type twoSingles struct{ wgsl.DoubleSingle }

func (twoSingles) Put(b []byte, x float64) []byte {
	hi := float64(float32(x))
	return single{}.Put(single{}.Put(b, hi), x-hi)
}
func (twoSingles) Get(b []byte) float64 { return single{}.Get(b) + single{}.Get(b[4:]) }
func (twoSingles) Eps() float64         { return 0x1p-47 }

// integer is the scalar of samples.
type integer struct{ wgsl.Samples }

func (s integer) Bytes() int {
	if _, greatest := s.Range(); greatest > 255 {
		return 2
	}
	return 1
}
func (s integer) Put(b []byte, x float64) []byte {
	return append(b, binary.LittleEndian.AppendUint16(nil, uint16(int(x)))[:s.Bytes()]...)
}
func (s integer) Get(b []byte) float64 {
	if s.Bytes() == 1 {
		return float64(b[0])
	}
	return float64(int16(binary.LittleEndian.Uint16(b)))
}
func (integer) Eps() float64 { return 0 } // results are integers

// arithmetic returns the scalar of a kernel's number format.
func arithmetic(k *wgsl.Kernel) scalar {
	if s, ok := k.Number.(scalar); ok {
		return s
	}
	switch n := k.Number.(type) {
	case wgsl.F64:
		return double{n}
	case wgsl.DoubleSingle:
		return twoSingles{n}
	}
	return single{}
}

// stored returns the scalar of an end's elements.
func stored(k *wgsl.Kernel, e *wgsl.End) scalar {
	switch x := e.Element.(type) {
	case scalar:
		return x
	case wgsl.Samples:
		return integer{x}
	case wgsl.Halves:
		return halves{x}
	}
	return arithmetic(k)
}

// isReal reports whether the array of an end holds real numbers.
func isReal(e *wgsl.End, isStore bool) bool {
	memory := wgsl.Points
	for i, o := range e.Ops {
		if o != nil && (isStore || i == 0) {
			memory, _ = o.Kinds()
		}
	}
	return memory == wgsl.Numbers
}

// cut returns the bindings of an array: planes, segments, or one.
func cut(e *wgsl.End, name string, all []complex128) map[string][]complex128 {
	g, to := e.View.Segments, map[string][]complex128{}
	switch {
	case e.Planar:
		for _, z := range all {
			to[name+"_re"] = append(to[name+"_re"], complex(real(z), 0))
			to[name+"_im"] = append(to[name+"_im"], complex(imag(z), 0))
		}
	case g.Count > 1:
		for s := range g.Count {
			to[fmt.Sprintf("%s%d", name, s+1)] = all[s*g.Size : min((s+1)*g.Size, len(all))]
		}
	default:
		to[name] = all
	}
	return to
}

// join is the inverse of cut.
func join(e *wgsl.End, name string, from map[string][]complex128) (all []complex128) {
	switch {
	case e.Planar:
		for i, re := range from[name+"_re"] {
			all = append(all, re+1i*from[name+"_im"][i])
		}
		return all
	case e.View.Segments.Count > 1:
		for s := range e.View.Segments.Count {
			all = append(all, from[fmt.Sprintf("%s%d", name, s+1)]...)
		}
		return all
	}
	return from[name]
}

// poison is the byte of memory that no kernel should read, and of results that none has written.
const poison = 0x7b

// encode returns numbers in memory.
func encode(s scalar, isReal bool, all []complex128) (b []byte) {
	for _, z := range all {
		if b = s.Put(b, real(z)); !isReal {
			b = s.Put(b, imag(z))
		}
	}
	return b
}

// decode is the inverse of encode. Numbers that were not written are NaN.
func decode(s scalar, isReal bool, b []byte) (all []complex128) {
	n := s.Bytes()
	get := func(b []byte) float64 {
		if bytes.Equal(b, bytes.Repeat([]byte{poison}, n)) {
			return math.NaN()
		}
		return s.Get(b)
	}
	for len(b) >= n && (isReal || len(b) >= 2*n) {
		if re := get(b[:n]); isReal {
			all, b = append(all, complex(re, 0)), b[n:]
		} else {
			all, b = append(all, complex(re, get(b[n:2*n]))), b[2*n:]
		}
	}
	return all
}

// rounded returns numbers as memory holds them.
func rounded(s scalar, all []complex128) (to []complex128) {
	for _, z := range all {
		to = append(to, complex(s.Get(s.Put(nil, real(z))), s.Get(s.Put(nil, imag(z)))))
	}
	return to
}
