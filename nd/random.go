package nd

import (
	"fmt"
	"math"
	"math/bits"

	"wgfft/wgsl"
)

// A random has the seed and the precision of random numbers.
type random struct {
	seed     uint64
	isDouble bool
}

// Uniform returns uniformly distributed random numbers u with 0 <= u < 1. For element i in
// row-major order, Philox4x32-10 returns the words w0 to w3. Its counter is (i, 0, 0, 0), and its
// key has the two halves of seed, the lower half first. The element is
//
//	float32  2^-24 (w0 >> 8)
//	float64  2^-53 ((2^32 w0 + w1) >> 11), or 2^-48 ((2^32 w0 + w1) >> 16) in double-single
//
// The numbers are the same on all engines of the same format. They are a source: see [Iota]. A new
// seed needs no new kernel. The numbers of Uniform and Normal with the same seed are not
// independent. Reference: J. K. Salmon et al., Parallel random numbers: as easy as 1, 2, 3, SC
// 2011.
func Uniform(d DType, seed uint64, shape ...int) Array {
	return randomSource("Uniform", d, formUniform, seed, shape)
}

// Normal returns random numbers of the normal distribution with mean 0 and variance 1. By the
// method of Box and Muller, an element is sqrt(-2 ln u) cos(pi v) with u = 2^-n ... 1 and v = -1
// ... 1. In single precision, u comes from word 0 of Philox and v from word 1. In double precision,
// u comes from words 0 and 1, and v from words 2 and 3: see [Uniform]. The engines round in
// different ways, and the functions of a GPU are less exact. No number has a magnitude above 5.8 in
// single precision, or 8.6 in double precision.
func Normal(d DType, seed uint64, shape ...int) Array {
	return randomSource("Normal", d, formNormal, seed, shape)
}

// randomSource returns a source of random numbers.
func randomSource(op string, d DType, f form, seed uint64, shape []int) Array {
	s := &source{form: f, random: random{seed, d.isDouble()}}
	a := newSource(op, d, shape, s)
	s.place = rowMajor(a.n.extent, nil)
	return a
}

// isRandom reports whether a source has random numbers.
func (s *source) isRandom() bool { return s.form == formUniform || s.form == formNormal }

// work returns an estimate of the instructions for an element of a source. It returns 0 for sources
// that cost little.
func (s *source) work() int {
	if s != nil && s.isRandom() {
		return 80
	}
	return 0
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

// at returns the random number of a place, with the distribution of f.
func (r *random) at(f form, place int) float64 {
	w := philox([4]uint32{uint32(place)}, [2]uint32{uint32(r.seed), uint32(r.seed >> 32)})
	u, v, n := uint64(w[0]>>8), uint64(w[1]>>8), 24
	if r.isDouble {
		u, v, n = (uint64(w[0])<<32|uint64(w[1]))>>11, (uint64(w[2])<<32|uint64(w[3]))>>11, 53
	}
	unit := math.Ldexp(1, -n)
	if f == formUniform {
		return float64(u) * unit
	}
	return math.Sqrt(-2*math.Log(float64(u+1)*unit)) * math.Cos(math.Pi*(2*float64(v)*unit-1))
}

// fillRandom computes random numbers.
func fillRandom[R float32 | float64](dst []R, s *source, r *rows) {
	for r.next() {
		place, step := r.at(&s.place)
		part := dst[r.done : r.done+r.count]
		for i := range part {
			part[i] = R(s.random.at(s.form, place))
			place += step
		}
	}
}

// numbers returns the parameters of a kernel: the seed in parts of 16 bits, which float32 holds.
func (r *random) numbers() []complex128 {
	part := func(shift int) float64 { return float64(r.seed >> shift & 0xffff) }
	return []complex128{complex(part(0), part(16)), complex(part(32), part(48))}
}

// The functions of random numbers in kernels.
const (
	helperPhilox = `// Philox4x32-10 of the counter (i, 0, 0, 0). low and high have the key in parts of 16 bits.
fn nd_philox(i: i32, low: vec2<f32>, high: vec2<f32>) -> vec4<u32> {
	var c = vec4<u32>(u32(i), 0u, 0u, 0u);
	var key = vec2<u32>(u32(low.x) | (u32(low.y) << 16u), u32(high.x) | (u32(high.y) << 16u));
	for (var r = 0; r < 10; r += 1) {
		let h0 = nd_high(0xd2511f53u, c.x);
		let h1 = nd_high(0xcd9e8d57u, c.z);
		c = vec4<u32>(h1 ^ c.y ^ key.x, 0xcd9e8d57u * c.z, h0 ^ c.w ^ key.y, 0xd2511f53u * c.x);
		key += vec2<u32>(0x9e3779b9u, 0xbb67ae85u);
	}
	return c;
}
`
)

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

// whole returns the name of the function that makes a whole number from two words, and the number
// of bits that it uses.
func (w writer) whole() (name string, bits int) {
	switch {
	case w.isSingle:
		w.to.add(helperWhole24)
		return "nd_whole", 24
	case w.isPair:
		w.to.add(helperWholePair)
		return "nd2_whole", 48
	default:
		w.to.add(helperWhole53)
	}
	return "nd2_whole", 53
}

// random returns the expression of a random number.
func (t *text) random(w writer, s *source) wgsl.Value {
	t.in(Float32).function("nd_high")
	t.add(helperPhilox)
	key := [2]string{t.seed(), t.seed()}
	words := fmt.Sprintf("w%d", t.words)
	t.words++
	philox := call("nd_philox", []string{t.place(&s.place).Text, key[0], key[1]})
	fmt.Fprintf(&t.body, "\tlet %s = %s;\n", words, philox)
	name, bits := w.whole()
	number := func(a, b string) wgsl.Value {
		return wgsl.Value{Text: call(name, []string{words + "." + a, words + "." + b}), Real: true}
	}
	unit := math.Ldexp(1, -bits)
	if s.form == formUniform {
		return w.binary("*", number("x", "y"), w.constant(unit))
	}
	second := number("y", "y")
	if bits > 24 {
		second = number("z", "w")
	}
	u := w.binary("*", w.binary("+", number("x", "y"), w.constant(1)), w.constant(unit))
	v := w.binary("-", w.binary("*", second, w.constant(2*unit)), w.constant(1))
	radius := w.call("sqrt", w.binary("*", w.constant(-2), w.call("log", u)))
	return w.binary("*", radius, w.call("cos", w.binary("*", w.constant(math.Pi), v)))
}

// seed returns the expression of the next parameter, which has two of the four parts of the seed.
func (t *text) seed() string { return t.param(Complex64).Text }
