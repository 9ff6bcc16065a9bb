package expr

import (
	"math"
	"math/bits"
)

// A Random has the seed and the precision of random numbers.
type Random struct {
	Seed     uint64
	IsDouble bool
}

// philox returns the four words of Philox4x32-10 for counter c.
func philox(c [4]uint32, key [2]uint32) [4]uint32 {
	for range 10 {
		h0, l0 := bits.Mul32(0xd2511f53, c[0])
		h1, l1 := bits.Mul32(0xcd9e8d57, c[2])
		c = [4]uint32{h1 ^ c[1] ^ key[0], l1, h0 ^ c[3] ^ key[1], l0}
		key[0] += 0x9e3779b9
		key[1] += 0xbb67ae85
	}
	return c
}

// At returns the random number of a place, with the distribution of f.
func (r *Random) At(f Form, place int) float64 {
	w := philox([4]uint32{uint32(place)}, [2]uint32{uint32(r.Seed), uint32(r.Seed >> 32)})
	u, v, n := uint64(w[0]>>8), uint64(w[1]>>8), 24
	if r.IsDouble {
		u, v, n = (uint64(w[0])<<32|uint64(w[1]))>>11, (uint64(w[2])<<32|uint64(w[3]))>>11, 53
	}
	unit := math.Ldexp(1, -n)
	if f == FormUniform {
		return float64(u) * unit
	}
	return math.Sqrt(-2*math.Log(float64(u+1)*unit)) * math.Cos(math.Pi*(2*float64(v)*unit-1))
}

// Numbers returns the parameters of a kernel: the seed in parts of 16 bits, which float32 holds.
func (r *Random) Numbers() []complex128 {
	part := func(shift int) float64 { return float64(r.Seed >> shift & 0xffff) }
	return []complex128{complex(part(0), part(16)), complex(part(32), part(48))}
}

// Functions that make a whole number from the bits of two words.
const (
	helperWhole24 = `fn nd_whole(w0: u32, w1: u32) -> f32 { return f32(w0 >> 8u); }
`
	helperWhole53 = `fn nd2_whole(w0: u32, w1: u32) -> f64 { return f64(w0) * 2097152.0lf + f64(w1 >> 11u); }
`
	helperWholePair = `fn nd2_whole(w0: u32, w1: u32) -> vec2<f32> {
	return ds1_normal(f32(w0 >> 8u) * 16777216.0, f32(((w0 & 255u) << 16u) | (w1 >> 16u)));
}
`
)

// Whole returns the name of the function that makes a whole number from two words, and the number
// of bits that it uses.
func (w Writer) Whole() (name string, bits int) {
	switch {
	case w.isSingle:
		w.To.Add(helperWhole24)
		return "nd_whole", 24
	case w.IsPair:
		w.To.Add(helperWholePair)
		return "nd2_whole", 48
	default:
		w.To.Add(helperWhole53)
	}
	return "nd2_whole", 53
}
