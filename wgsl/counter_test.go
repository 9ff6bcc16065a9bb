package wgsl

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
)

// dftCounts are the real operations of DFTs: flops (additions and multiplications), instructions (a
// product and the sum that takes it are one), and instructions with merged twiddles; 0 for radices
// without a form. The first column is the estimate of [Algorithm.Instructions]. It equals the instructions
// but for three things:
//
//   - it has no sum of the two running sums: 4 instructions for each pair of outputs of a prime
//     radix from 11 on;
//   - it takes every constant twiddle for 4 instructions. A quarter of a turn takes none: radices 8,
//     16, 32, 64 and those made of them;
//   - it takes every constant of a convolution for 4 instructions. A real or imaginary one takes 2.
var dftCounts = []struct {
	r, estimate          int
	butterfly, conjugate [3]int // conjugate pairs: SplitRadix or TwistedRadix3
}{
	{2, 4, [3]int{4, 4, 4}, [3]int{}},
	{3, 14, [3]int{16, 14, 14}, [3]int{16, 14, 12}},
	{4, 16, [3]int{16, 16, 16}, [3]int{}},
	{5, 36, [3]int{48, 36, 36}, [3]int{}},
	{6, 40, [3]int{44, 40, 40}, [3]int{}},
	{7, 66, [3]int{96, 66, 66}, [3]int{}},
	{8, 60, [3]int{56, 56, 52}, [3]int{56, 56, 52}},
	{9, 100, [3]int{120, 100, 92}, [3]int{116, 96, 80}},
	{10, 92, [3]int{116, 92, 92}, [3]int{}},
	{11, 150, [3]int{240, 170, 170}, [3]int{}},
	{12, 104, [3]int{112, 104, 104}, [3]int{}},
	{13, 204, [3]int{336, 228, 228}, [3]int{}},
	{14, 160, [3]int{220, 160, 160}, [3]int{}},
	{15, 178, [3]int{224, 178, 178}, [3]int{}},
	{16, 164, [3]int{168, 160, 144}, [3]int{168, 160, 144}},
	{17, 336, [3]int{576, 368, 368}, [3]int{}},
	{18, 236, [3]int{276, 236, 220}, [3]int{}},
	{19, 414, [3]int{720, 450, 450}, [3]int{}},
	{20, 224, [3]int{272, 224, 224}, [3]int{}},
	{21, 296, [3]int{400, 296, 296}, [3]int{}},
	{22, 344, [3]int{524, 384, 384}, [3]int{}},
	{23, 594, [3]int{1056, 638, 638}, [3]int{}},
	{24, 292, [3]int{296, 280, 268}, [3]int{}},
	{25, 424, [3]int{576, 424, 392}, [3]int{}},
	{26, 460, [3]int{724, 508, 508}, [3]int{}},
	{27, 490, [3]int{600, 490, 434}, [3]int{572, 462, 380}},
	{28, 376, [3]int{496, 376, 376}, [3]int{}},
	{29, 924, [3]int{1680, 980, 980}, [3]int{}},
	{30, 416, [3]int{508, 416, 416}, [3]int{}},
	{31, 1050, [3]int{1920, 1110, 1110}, [3]int{}},
	{32, 452, [3]int{464, 432, 376}, [3]int{456, 424, 372}},
	{37, 1232, [3]int{1460, 1230, 1166}, [3]int{}},
	{41, 1336, [3]int{1564, 1294, 1254}, [3]int{}},
	{43, 1520, [3]int{2016, 1518, 1518}, [3]int{}},
	{47, 2346, [3]int{4416, 2438, 2438}, [3]int{}},
	{49, 1068, [3]int{1560, 1068, 996}, [3]int{}},
	{53, 2256, [3]int{3412, 2446, 2446}, [3]int{}},
	{59, 3654, [3]int{6960, 3770, 3770}, [3]int{}},
	{61, 2144, [3]int{2628, 2142, 2142}, [3]int{}},
	{64, 1156, [3]int{1176, 1088, 928}, [3]int{1160, 1056, 912}},
	{81, 2056, [3]int{2544, 2056, 1784}, [3]int{2408, 1920, 1568}},
}

func TestOperationsOfDFTs(t *testing.T) {
	count := func(f *Func) (flops, instructions int) {
		a, b := f.operations()
		return int(a), int(b)
	}
	covered := map[int]bool{}
	for _, c := range dftCounts {
		covered[c.r] = true
		require.InDelta(t, c.estimate, Butterflies.Instructions(c.r), 1e-9, "radix %d", c.r)
		for _, d := range []Algorithm{Butterflies, SplitRadix, TwistedRadix3} {
			f, want := d.Function(c.r, false), c.butterfly
			if d != Butterflies {
				if want = c.conjugate; f.Name == Butterflies.Function(c.r, false).Name {
					continue
				}
			}
			var got [3]int
			got[0], got[1] = count(f)
			_, got[2] = count(d.Function(c.r, true))
			require.Equal(t, want, got, f.Name)
		}
	}
	for r := 2; r <= 32; r++ {
		require.True(t, covered[r], "radix %d", r)
	}
}

// Split radix takes 4 N log2 N - 6 N + 8 additions and multiplications (Johnson and Frigo 2007).
// Twisted radix 3 takes 26 for each k of N/3, and 16 for k = 0. Cooley and Tukey's radix 3 takes 28
// and 16.
func TestOperationsOfConjugatePairs(t *testing.T) {
	for _, n := range []int{8, 16, 32, 64} {
		flops, _ := SplitRadix.Function(n, false).operations()
		require.Equal(t, float64(4*n)*math.Log2(float64(n))-float64(6*n)+8, flops, "%d points", n)
	}
	want := 0.0
	for _, n := range []int{3, 9, 27, 81} {
		want = 3*want + 26*float64(n/3-1) + 16
		flops, _ := TwistedRadix3.Function(n, false).operations()
		require.Equal(t, want, flops, "%d points", n)
	}
}

// Matrix products of odd primes take the instructions of the estimate, and the instructions of the
// second running sum.
func TestOperationsOfMatrixProducts(t *testing.T) {
	for _, r := range []int{3, 5, 7, 11, 13, 17, 19, 23, 29, 31, 37, 41, 43, 47, 53, 59, 61} {
		want := MatrixProduct.Instructions(r)
		if r >= 11 {
			want += float64(4 * (r - 1) / 2)
		}
		_, instructions := MatrixProduct.Function(r, false).operations()
		require.InDelta(t, want, instructions, 1e-9, "radix %d", r)
	}
}

// The DFT of a prime above 31 is a convolution if the convolution saves more than an eighth of the
// instructions.
func TestRaderSavesOperations(t *testing.T) {
	for _, r := range []int{37, 41, 43, 47, 53, 59, 61} {
		_, product := MatrixProduct.Function(r, false).operations()
		convolution := &operations{player: player{ring: floats{}}}
		raderDFT(r, false)(convolution, make([]Value, r))
		require.Equal(t, isRader(r), 8*convolution.Instructions < 7*product, "radix %d", r)
	}
}

// A product and the sum that uses it directly count as one instruction. A let between them makes
// them two.
func TestOperationsOfProducts(t *testing.T) {
	var a, b Value
	real := Value{Real: true}
	for _, c := range []struct {
		name                string
		flops, instructions float64
		body                func(m Machine)
	}{
		{"sum", 2, 2, func(m Machine) { m.Add(a, b) }},
		{"real sum", 1, 1, func(m Machine) { m.Sub(real, real) }},
		{"product", 2, 2, func(m Machine) { m.Scale(Float(3), a) }},
		{"sum with a product", 4, 2, func(m Machine) { m.Add(a, m.Scale(Float(3), b)) }},
		{"difference with a negative product", 4, 2, func(m Machine) { m.Sub(a, m.Neg(m.Times(real, b))) }},
		{"sum of two products", 6, 4, func(m Machine) { m.Add(m.Scale(Float(2), a), m.Scale(Float(3), b)) }},
		{"named product", 4, 4, func(m Machine) { m.Add(a, m.Let("p", m.Scale(Float(3), b))) }},
		{"complex product", 6, 4, func(m Machine) { m.Mul(a, b) }},
		{"moves", 0, 0, func(m Machine) { m.Swap(m.Join(m.Neg(m.Re(a)), m.Im(b))) }},
	} {
		o := &operations{player: player{ring: floats{}}}
		c.body(o)
		require.Equal(t, [2]float64{c.flops, c.instructions}, [2]float64{o.Flops, o.Instructions}, c.name)
	}
}
