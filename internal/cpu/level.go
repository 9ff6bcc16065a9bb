package cpu

import (
	"context"
	"encoding/binary"
	"math"
	"sync/atomic"
	"unsafe"
)

// A transform in float32 can overflow although its result does not: if a sum is divided afterwards,
// or if a convolution multiplies sums. It loses bits if small values are divided first. Rows of
// extreme magnitude are therefore multiplied by a power of two, which is exact, and the factor
// behind the transform undoes it:
//
//	some |x| >= 2^65     times 2^-64
//	all  |x| <  2^-63    times 2^64
//
// All other rows have enough headroom for 2^31 points and the products of a convolution.
const levelStep = 0x1p64

// exponents collects the two leading exponent bits of float32 values, in bits 30 and 29.
type exponents struct {
	any  uint32 // the bits of all values or'ed: bit 30 or 29 is set if some |x| >= 2^-63
	both uint32 // bit 30 is set if some |x| >= 2^65 or is not finite
}

// exponentsOf returns the exponents of the values of x. It takes eight values at a time, two in a
// word: bits 30 and 62 of word & word<<1 are set if both exponent bits of a value are.
func exponentsOf(x []float32) exponents {
	var every, both uint64
	b := unsafe.Slice((*byte)(unsafe.Pointer(unsafe.SliceData(x))), 4*len(x))
	for ; len(b) >= 32; b = b[32:] {
		p, q := binary.NativeEndian.Uint64(b), binary.NativeEndian.Uint64(b[8:])
		r, s := binary.NativeEndian.Uint64(b[16:]), binary.NativeEndian.Uint64(b[24:])
		every |= p | q | r | s
		both |= p&(p<<1) | q&(q<<1) | r&(r<<1) | s&(s<<1)
	}
	m := exponents{uint32(every) | uint32(every>>32), uint32(both) | uint32(both>>32)}
	for _, v := range x[len(x)/8*8:] {
		b := math.Float32bits(v)
		m.any |= b
		m.both |= b & (b << 1)
	}
	return m
}

// level returns the factor that moves the values away from both ends of the range of float32.
func (m exponents) level() float64 {
	switch {
	case m.both>>30&1 == 1:
		return 1 / levelStep
	case m.any&0x7fffffff != 0 && m.any>>29&3 == 0:
		return levelStep
	}
	return 1
}

// level returns the level of the values of x.
func (e *Engine) level(ctx context.Context, x []float32) (float64, error) {
	if len(x) <= 2*blockPoints {
		return exponentsOf(x).level(), nil
	}
	return e.levelOfMany(ctx, x)
}

func (e *Engine) levelOfMany(ctx context.Context, x []float32) (float64, error) {
	var every, both atomic.Uint32
	err := e.blocks(ctx, len(x), func(first, end int) {
		m := exponentsOf(x[first:end])
		every.Or(m.any)
		both.Or(m.both)
	})
	return exponents{every.Load(), both.Load()}.level(), err
}

// scaleTo writes src times scale to dst, which may be src.
func (e *Engine) scaleTo(ctx context.Context, dst, src []float32, scale float64) error {
	if len(src) <= blockPoints { // a closure would escape
		scaleReals(dst, src, scale)
		return ContextErr(ctx)
	}
	return e.blocks(ctx, len(src), func(first, end int) { scaleReals(dst[first:end], src[first:end], scale) })
}

func scaleReals(dst, src []float32, scale float64) {
	for i, v := range src {
		dst[i] = float32(float64(v) * scale)
	}
}

// parts returns the real and imaginary parts of z, in turn.
func parts(z []complex64) []float32 {
	return unsafe.Slice((*float32)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z))
}
