package wgsl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/modular"
)

// modulo returns the format of a prime.
func modulo(t *testing.T, p uint32) Residue {
	f, err := modular.New(p, 0)
	require.NoError(t, err)
	return Residue{f}
}

// The player computes transforms of residues without an error, for each kind of stage and exchange.
func TestPlayerIsExactInResidues(t *testing.T) {
	for name, p := range map[string]uint32{
		"fft4_4_p4_t2":                    modular.Mersenne31,
		"fft64_8.8_p8_t2":                 modular.Mersenne31,
		"fft64_16.4_p16_t2_splitradix":    modular.Mersenne31,
		"fft256_4.4.16_p16_t1_basis1":     modular.Mersenne31,
		"fft128_2.64_p64_t2_split":        modular.Mersenne31,
		"fft256_16.16_p16_t1_basis4_vec4": 998244353,
		"fft56_7.8_p8_t2":                 998244353,
		"fft17_17_p17_t1":                 998244353,
		"fft15_3.5_p5_t2_share":           2013265921,
		"fft60_3.4.5_p12_t2_split":        2013265921,
		"fft9_9_p9_t2_twisted3":           37,
		"fft24_6.4_p12_t2":                73,
	} {
		t.Run(name, func(t *testing.T) {
			f := modulo(t, p)
			k, err := ParseKernel(name)
			require.NoError(t, err)
			k.Number = f
			parsed, err := ParseKernel(k.Name())
			require.NoError(t, err)
			require.Equal(t, k, parsed)
			require.NoError(t, k.Check(everyLimit))
			const batch = 2
			n, random := k.N(), rand.New(rand.NewPCG(1, uint64(p)))
			src, dst := make([]complex128, n*batch), make([]complex128, n*batch)
			for j := range src {
				src[j] = complex(float64(random.Uint32N(p)), float64(p-1-random.Uint32N(2)))
			}
			races, err := k.Play(batch, map[string][]complex128{"src": src, "dst": dst})
			require.NoError(t, err)
			require.Zero(t, races)
			for q := range batch {
				for bin := range n {
					var want complex128
					for j := range n {
						w, err := f.Element(Root(n, j*bin))
						require.NoError(t, err)
						want = f.Sum(want, f.Product(src[q*n+j], w))
					}
					require.Equal(t, want, dst[q*n+bin], "transform %d, bin %d", q, bin)
				}
			}
		})
	}
}

// A kernel is refused if its format lacks one of its constants. The error names the way out.
func TestRingErrors(t *testing.T) {
	m := modulo(t, modular.Mersenne31)
	for want, k := range map[string]Kernel{
		"no root of unity of order 12: want a divisor of 2^31": plain(4, 4, 4, 3).WithNumber(m),
		"has no tangents: leave FMA out": plain(8, 4, 8, 8).with(func(k *Kernel) {
			k.Number, k.Twiddles.FMA = m, true
		}),
		"has no square root of 1/8: use another norm": plain(8, 4, 8).with(func(k *Kernel) {
			k.Number, k.Store.Ops = m, Ops{Scale{By: 1 / 2.8284271247461903}}
		}),
		"has no constant": plain(8, 4, 8).with(func(k *Kernel) {
			k.Number, k.Store.Ops = m, Ops{Scale{By: 0.7}}
		}),
		"has no spectra of roots": plain(5, 2).with(func(k *Kernel) {
			k.Number, k.Stages.Rader = modulo(t, 2013265921), Rader{Prime: 5, Radices: plain(4, 1, 4).Stages.Radices}
		}),
	} {
		require.ErrorContains(t, k.Check(everyLimit), want)
	}
	k := plain(8, 4, 8).with(func(k *Kernel) { k.Number, k.Store.Ops = m, Ops{Scale{By: 0.125}} })
	require.NoError(t, k.Check(everyLimit))
	require.False(t, plain(8, 4, 8, 8).with(func(k *Kernel) { k.Twiddles.FMA = true }).WithNumber(m).Twiddles.FMA)
}

// Parts, products and opposites of constants name the numbers that they are.
func TestNamesOfConstants(t *testing.T) {
	f := modulo(t, 998244353)
	value := func(c Constant) complex128 {
		z, err := f.Element(c)
		require.NoError(t, err)
		return z
	}
	for e := range 16 {
		w := Root(16, e)
		whole := f.Sum(value(w.Re()), f.Product(value(w.Im()), 1i))
		require.Equal(t, value(w), whole)
		require.Zero(t, f.Sum(value(w.Re().Neg()), value(w.Re())))
		require.Zero(t, f.Sum(value(w.Im().Neg()), value(w.Im())))
		require.Equal(t, -w.Z, complex(real(w.Re().Neg().Z), real(w.Im().Neg().Z)))
	}
	require.Equal(t, value(Float(0.5)), f.Product(value(SqrtHalf()), value(SqrtHalf())))
	require.Equal(t, value(Float(0.5)), value(SqrtHalf().times(SqrtHalf())))
	require.Equal(t, value(Float(-0.75)), value(Float(-1.5).times(Float(0.5))))
}
