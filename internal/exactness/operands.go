package exactness

import (
	"encoding/binary"
	"math"
	"math/rand/v2"
)

// parts are a real number in double-single.
type parts struct{ hi, lo float32 }

// value returns hi + lo.
func (p parts) value() float64 { return float64(p.hi) + float64(p.lo) }

// A number is a complex number in double-single.
type number struct{ re, im parts }

// value returns the nearest complex128.
func (n number) value() complex128 { return complex(n.re.value(), n.im.value()) }

// append appends the number as it lies in memory.
func (n number) append(b []byte) []byte {
	for _, x := range []float32{n.re.hi, n.re.lo, n.im.hi, n.im.lo} {
		b = binary.LittleEndian.AppendUint32(b, math.Float32bits(x))
	}
	return b
}

// parse is the inverse of append.
func parse(b []byte) number {
	var x [4]float32
	for i := range x {
		x[i] = math.Float32frombits(binary.LittleEndian.Uint32(b[4*i:]))
	}
	return number{parts{x[0], x[1]}, parts{x[2], x[3]}}
}

// An operand is a case: two complex numbers.
type operand struct{ z, w number }

// count is the number of cases, a multiple of the invocations of a workgroup.
const count = 4096

// maxExponent keeps errors of products within the normal numbers of f32.
const maxExponent = 30

// operands returns the cases. Real parts of z are arbitrary. Other numbers are related to them, so that their sums
// cancel, lie between two f32, or carry.
func operands() []operand {
	r := rand.New(rand.NewPCG(1971, 24))
	all := make([]operand, count)
	for i := range all {
		a := random(r)
		hi := []float32{a, related(r, a, i%4), related(r, a, i/4%4), random(r)}
		var p [4]parts
		for j, x := range hi {
			p[j].hi = x
			if i >= count/2 {
				p[j].lo = float32(math.Ldexp(r.Float64()-0.5, exponent(x)-24))
			}
		}
		all[i] = operand{number{p[0], p[1]}, number{p[2], p[3]}}
	}
	return all
}

// random returns a number with a random exponent.
func random(r *rand.Rand) float32 {
	x := math.Ldexp(1+r.Float64(), r.IntN(2*maxExponent+1)-maxExponent)
	if r.IntN(2) == 0 {
		x = -x
	}
	return float32(x)
}

// exponent returns the e of 2^e <= |x| < 2^(e+1).
func exponent(x float32) int {
	_, e := math.Frexp(float64(x))
	return e - 1
}

// related returns a number by its relation to a.
func related(r *rand.Rand, a float32, relation int) float32 {
	ulp := math.Ldexp(1, exponent(a)-23)
	switch relation {
	case 0: // the sum cancels except for a few digits
		return float32(-float64(a) + ulp*float64(r.IntN(1<<r.IntN(20))+1))
	case 1: // the sum is a tie
		return float32(ulp * (float64(r.IntN(9)-4) + 0.5))
	case 2: // the sum carries into the next power of two
		return float32(math.Copysign(math.Ldexp(2-float64(1+r.IntN(4))*0x1p-23, exponent(a)-r.IntN(3)), float64(a)))
	}
	return random(r)
}
