package cpu

import (
	"context"
	"encoding/binary"
	"math"
	"sync/atomic"
	"unsafe"
)

// A transform can overflow although its result does not: if a sum is divided afterwards, or if a
// convolution multiplies sums. It loses bits if small values are divided first. Rows of extreme
// magnitude are therefore multiplied by a power of two, without rounding. The factor after the
// transform undoes it:
//
//	float32              float64
//	some |x| >= 2^65     some |x| >= 2^513    times 1/levelStep
//	all  |x| <  2^-63    all  |x| <  2^-511   times levelStep
//
// All other rows have enough headroom for 2^31 points and the products of a convolution.
const (
	levelStep32 = 0x1p64
	levelStep64 = 0x1p512
)

// exponents collects the two leading exponent bits of values. They are bits 30 and 29 of a float32 and
// of the high word of a float64.
type exponents struct {
	any  uint32 // the bits of all values or'ed: bit 30 or 29 is set if some |x| >= 2/levelStep
	both uint32 // bit 30 is set if some |x| >= 2 levelStep or is not finite
}

// exponentsOf returns the exponents of the values of x.
func exponentsOf[R Float](x []R) exponents {
	b := unsafe.Pointer(unsafe.SliceData(x))
	if isFloat32[R]() {
		return exponents32(unsafe.Slice((*float32)(b), len(x)))
	}
	return exponents64(unsafe.Slice((*float64)(b), len(x)))
}

// exponents32 returns the exponents of the values of x. It takes eight values at a time, two in a
// word. Bits 30 and 62 of word & word<<1 are set if both exponent bits of a value are set.
func exponents32(x []float32) exponents {
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

// exponents64 returns the exponents of the values of x.
func exponents64(x []float64) exponents {
	var every, both uint64
	for ; len(x) >= 4; x = x[4:] {
		p, q := math.Float64bits(x[0]), math.Float64bits(x[1])
		r, s := math.Float64bits(x[2]), math.Float64bits(x[3])
		every |= p | q | r | s
		both |= p&(p<<1) | q&(q<<1) | r&(r<<1) | s&(s<<1)
	}
	for _, v := range x {
		b := math.Float64bits(v)
		every |= b
		both |= b & (b << 1)
	}
	m := exponents{uint32(every >> 32), uint32(both >> 32)}
	if uint32(every) != 0 {
		m.any |= 1 // some value is not zero, even if all high words are zero
	}
	return m
}

// level returns the factor that moves values away from both ends of their range. The step depends on
// their precision.
func (m exponents) level(step float64) float64 {
	switch {
	case m.both>>30&1 == 1:
		return 1 / step
	case m.any&0x7fffffff != 0 && m.any>>29&3 == 0:
		return step
	}
	return 1
}

// isFloat32 reports whether R is float32.
func isFloat32[R Float]() bool { return unsafe.Sizeof(R(0)) == 4 }

// levelStep returns the step of levels of values of type R.
func levelStep[R Float]() float64 {
	if isFloat32[R]() {
		return levelStep32
	}
	return levelStep64
}

// levelOf returns the level of the values of x.
func levelOf[R Float](ctx context.Context, t *team, x []R) (float64, error) {
	if len(x) <= 2*blockPoints {
		return exponentsOf(x).level(levelStep[R]()), nil
	}
	return levelOfMany(ctx, t, x)
}

func levelOfMany[R Float](ctx context.Context, t *team, x []R) (float64, error) {
	var every, both atomic.Uint32
	err := t.blocks(ctx, len(x), func(first, end int) {
		m := exponentsOf(x[first:end])
		every.Or(m.any)
		both.Or(m.both)
	})
	return exponents{every.Load(), both.Load()}.level(levelStep[R]()), err
}

// scaleTo writes src times scale to dst, which may be src.
func scaleTo[R Float](ctx context.Context, t *team, dst, src []R, scale float64) error {
	if len(src) <= blockPoints { // without the allocation of a closure
		scaleReals(dst, src, scale)
		return ContextErr(ctx)
	}
	return t.blocks(ctx, len(src), func(first, end int) { scaleReals(dst[first:end], src[first:end], scale) })
}

func scaleReals[R Float](dst, src []R, scale float64) {
	for i, v := range src {
		dst[i] = R(float64(v) * scale)
	}
}

// parts returns the real and imaginary parts of z, in turn.
func parts[C Complex, R Float](z []C) []R {
	return unsafe.Slice((*R)(unsafe.Pointer(unsafe.SliceData(z))), 2*len(z))
}
