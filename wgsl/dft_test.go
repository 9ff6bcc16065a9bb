package wgsl

import (
	"math"
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// dftText returns the WGSL of a DFT with the functions that it calls.
func dftText(f *Func) string {
	shared := &moduleParts{names: map[string]bool{}}
	shared.define(f, F32{})
	return strings.Join(shared.structs, "") + strings.Join(shared.functions, "")
}

// A split radix DFT in WGSL, and the lines of k = 1 and 2 of a twisted one with merged twiddles.
func TestTextsOfConjugatePairs(t *testing.T) {
	require.Contains(t, dftText(SplitRadix.Function(8, false)), `
    let u = dft4(x0, x2, x4, x6);
    let z = dft2(x1, x5);
    let c = dft2(x7, x3);
    let s1 = z.y0 + c.y0;
    let e1 = vec2<f32>(z.y0.y - c.y0.y, c.y0.x - z.y0.x);
    let s2 = z.y1 + c.y1;
    let e2 = vec2<f32>(z.y1.y - c.y1.y, c.y1.x - z.y1.x);
    let p1 = 0.70710677 * (s2 + e2);
    let q1 = 0.70710677 * (e2 - s2);
    return Points8(u.y0 + s1, u.y1 + p1, u.y2 + e1, u.y3 + q1, u.y0 - s1, u.y1 - p1, u.y2 - e1, u.y3 - q1);
`)
	require.Contains(t, dftText(TwistedRadix3.Function(9, true)), `
    let p1 = s2 + 0.83909965 * e2;
    let q1 = e2 - 0.83909965 * s2;
    let m2 = u.y1 - 0.38302222 * p1;
    let s3 = z.y2 + c.y2;
    let e3 = vec2<f32>(z.y2.y - c.y2.y, c.y2.x - z.y2.x);
    let p2 = e3 + 0.17632699 * s3;
    let q2 = s3 - 0.17632699 * e3;
    let m3 = u.y2 - 0.49240386 * p2;
`)
}

// testRadices are the radices of an algorithm with a form of its own.
func testRadices(d Algorithm) (all []int) {
	for r := 2; r <= 81; r++ {
		if name := d.Function(r, false).Name; d == Butterflies || name != Butterflies.Function(r, false).Name {
			all = append(all, r)
		}
	}
	return all
}

func TestRadicesOfDFTs(t *testing.T) {
	require.Equal(t, []int{8, 16, 32, 64}, testRadices(SplitRadix))
	require.Equal(t, []int{3, 9, 27, 81}, testRadices(TwistedRadix3))
	require.Len(t, testRadices(MatrixProduct), 80)
}

// Played functions are the DFT, forward, and backward with exchanged parts.
func TestDFTs(t *testing.T) {
	for d := range Algorithm(len(algorithms)) {
		for _, r := range testRadices(d) {
			for _, fma := range []bool{false, true} {
				f := d.Function(r, fma)
				require.Less(t, dftError(t, f, r, 1), 1e-13, "%s, FMA %t", f.Name, fma)
				require.Less(t, dftError(t, f, r, -1), 1e-13, "%s backward, FMA %t", f.Name, fma)
			}
		}
	}
}

// dftError returns the largest error of a played DFT of points below 1, with swapped parts if the
// direction is -1.
func dftError(t *testing.T, f *Func, r, direction int) (worst float64) {
	m, x, args := &player{ring: floats{}}, make([]complex128, r), make([]Value, r)
	for j := range x {
		x[j] = complex(float64((j*37+11)%101)/101-0.5, float64((j*59+7)%103)/103-0.5)
		args[j] = Value{C: x[j]}
		if direction < 0 {
			args[j] = m.Swap(args[j])
		}
	}
	y := m.Call(f, "y", nil, args)
	require.Len(t, y, r)
	for k, v := range y {
		if direction < 0 {
			v = m.Swap(v)
		}
		want := complex128(0)
		for j, z := range x {
			want += z * Root(r, direction*j*k).Z
		}
		worst = max(worst, cmplx.Abs(v.C-want))
	}
	return worst
}

// Twiddled DFTs are the DFT of x[j] w_n^(e j), also for moduli n that no kernel has.
func TestTwiddledDFTs(t *testing.T) {
	for _, r := range []int{2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32} {
		for _, n := range []int{r * 2, r * 3, r * r, 100} {
			for e := range n {
				f := twiddledDFT(r, n, e)
				args := make([]Value, r)
				for j := range args {
					args[j].C = complex(float64(j+1), float64(r-j*j)) / complex(float64(r*r), 0)
				}
				for k, v := range (&player{ring: floats{}}).Call(f, "y", nil, args) {
					want := complex128(0)
					for j, x := range args {
						want += x.C * Root(n, e*j).Z * Root(r, j*k).Z
					}
					require.Less(t, cmplx.Abs(v.C-want), 1e-13, "%s, output %d", f.Name, k)
				}
			}
		}
	}
}

// Each point but the first is an addend once, after its head.
func TestAddends(t *testing.T) {
	for _, r := range []int{2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49, 64} {
		seen := map[int]bool{0: true}
		for _, h := range addends(r) {
			require.True(t, seen[h.head], "%d: %v", r, h)
			require.False(t, seen[h.point], "%d: %v", r, h)
			seen[h.point] = true
		}
		require.Len(t, seen, r)
	}
}

// Every tag stands for one algorithm.
func TestTagsOfDFTs(t *testing.T) {
	for _, d := range Algorithms() {
		parsed, err := parseTag(dftParsers(), d.Tag())
		require.NoError(t, err)
		require.Equal(t, DFT(d), parsed)
	}
	_, err := parseTag(dftParsers(), "radix")
	require.ErrorContains(t, err, `"radix"`)
}

// Zero parts of the constants of a convolution are not rounding errors.
func TestRaderSpectrum(t *testing.T) {
	for _, r := range []int{37, 41, 43, 53, 61} {
		for k := range r - 1 {
			c := raderSpectrum(r, GeneratorPowers(r), k)
			for _, part := range []float64{real(c), imag(c)} {
				require.True(t, part == 0 || part > 1e-6 || part < -1e-6, "radix %d, point %d: %v", r, k, c)
			}
		}
	}
}

// Roots are exact to the last bits of float64, and the powers of a generator are all residues but 0.
func TestRoots(t *testing.T) {
	for _, n := range []int{1, 2, 3, 8, 60, 64, 1000, min(1<<31, math.MaxInt)} {
		for e := -70; e < 70; e++ {
			sin, cos := math.Sincos(2 * math.Pi * float64(e) / float64(n))
			require.InDelta(t, 0, cmplx.Abs(Root(n, e).Z-complex(cos, -sin)), 1e-13, "w_%d^%d", n, e)
		}
	}
	for _, p := range []int{2, 3, 5, 61, 127, 8191, 65537} {
		seen := map[uint32]bool{}
		powers := GeneratorPowers(p)
		for i, x := range powers[:p-1] {
			require.Equal(t, int(x)*Generator(p)%p, int(powers[i+1]))
			seen[x] = true
		}
		require.Len(t, seen, p-1)
	}
}
