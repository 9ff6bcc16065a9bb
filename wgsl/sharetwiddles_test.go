package wgsl

import (
	"math/cmplx"
	"strings"
	"testing"

	"github.com/stretchr/testify/require"
)

// onceKernels are kernels of all kinds of stages whose threads have several butterflies.
var onceKernels = []string{
	"fft6561_27.9.27_p27_t1_complex3_digits0down.pad0x1", "fft6561_27.27.9_p27_t1_complex3_digits0", "fft2401_7.7.7.7_p21_t1_split_digits0down", "fft2401_7.7.7.7_p49_t1_split_digits0down",
	"fft16384_32.32.16_p32_t1_split2_digits0down.pad1x0", "fft1000_10.10.10_p20_t2_split_linear", "fft512_8.8.8_p64_t2_split_xor3", "fft60_15.4_p15_t4_complex_linear", "fft12_3.4_p12_t1_split_linear",
	"fft8192_32.32.8_p32_t1_split2_pad5_outhalf16384_scale0.5_mirror", "fft500_10.10.5_p10_t5_complex_digits0down_outhalf1000_scale0.5_mirror", "fft50_5.5.2_p10_t3_split_linear_outhalf100_scale0.5_mirror",
	"fft105_7.5.3_p6_t2_split_linear_outhalf210_scale0.5_mirror", "fft512_8.8.8_p16_t1_split_xor3_indct4rotation1024_outdct4rotation1024_scale2_mirrorhalf", "fft8192_16.32.16_p32_t1_split2_pad5_inhalf16384_outswap_mirror",
	"fft16384_16.8x4.32_p32_t1_split2_digits1down.pad1x1", "fft4096_8.8x4.16_p32_t1_split2_digits0down.pad2x1", "fft576_24x8.3_p24_t4_split_digits0down.pad3x0", "fft296_rader37x6.6_8_p40_t1_split_linear",
	"fft16384_16.32.32_p32_t1_complex4_digits0down.pad1x0_convolve1", "fft1024_8.8.16_p32_t8_split2_xor3_in1024x1048576x1024_inbatchfastest",
}

// What a thread makes of the twiddles of its first butterfly is those of its others.
func TestLentTwiddles(t *testing.T) {
	for _, name := range onceKernels {
		k := named(name)
		k.ShareTwiddles = true
		require.NoError(t, k.Check(wide), name)
		lent := 0
		for s, st := range k.steps() {
			n := st.R * st.twiddlePeriod()
			for b := range k.perThread(st) {
				l, ok := k.loan(st, b)
				if !ok || !st.twiddled() {
					continue
				}
				for thread := range k.Threads() {
					first, _ := k.unitOf(st, thread, 0)
					mine, active := k.unitOf(st, thread, b)
					if !active {
						continue
					}
					by := l.by
					if first == 0 {
						by = l.zero
					}
					for i := 1; i < st.R; i++ {
						w := Root(n, i*(first/st.interleave()%st.twiddlePeriod()))
						if l.conjugate {
							w = cmplx.Conj(w)
						}
						require.InDelta(t, 0, cmplx.Abs(w*Root(n, i*by)-Root(n, i*(mine/st.interleave()%st.twiddlePeriod()))), 1e-12, "%s, stage %d, thread %d, butterfly %d, slot %d", name, s, thread, b, i)
						lent++
					}
				}
			}
		}
		require.Positive(t, lent, name)
		require.True(t, k.CanShareTwiddles(), name)
	}
	for _, name := range []string{"fft4096_16.16.16_p16_t1_split2_xor5", "fft16384_16.32.32_p32_t1_split2_digits0down.pad1x0", "fft256_16.16_p16_t4_complex_pad4"} {
		require.False(t, named(name).CanShareTwiddles(), name) // one butterfly a thread
	}
}

// With Once so many twiddles are read in the text, each product more is counted as work, and names say so.
func TestTwiddlesAreReadOnce(t *testing.T) {
	for name, reads := range map[string][2]int{ // without, with
		"fft6561_27.9.27_p27_t1_complex3_digits0down.pad0x1":              {26 + 3*8, 26 + 8},
		"fft6561_27.27.9_p27_t1_complex3_digits0_basis5":                  {9 + 3*5, 9 + 5},
		"fft16384_32.32.16_p32_t1_split2_digits0down.pad1x0":              {31 + 2*15, 31 + 15},
		"fft8192_32.32.8_p32_t1_split2_pad5_outhalf16384_scale0.5_mirror": {31 + 4*7, 31 + 7},
		"fft4096_16.16.16_p16_t1_split2_xor5":                             {30, 30},
	} {
		k := named(name)
		count := func() int {
			return strings.Count(k.Module().Text, "twiddles[") - strings.Count(k.Module().Text, "// twiddles[")
		}
		require.Equal(t, reads[0], count(), name)
		work := k.Work().Flops
		k.ShareTwiddles = true
		require.NoError(t, k.Check(wide))
		require.Equal(t, reads[1], count(), name)
		require.Equal(t, reads[1] < reads[0], k.Work().Flops > work, name)
		require.Contains(t, k.Name(), "_once")
		parsed, err := ParseKernel(k.Name())
		require.NoError(t, err)
		require.Equal(t, k, parsed)
	}
	require.ErrorContains(t, named("fft16_16_p16_t4_complex_linear_share").Check(wide), "no twiddles")
	_, err := ParseKernel("fft16_4.4_p4_t4_complex_linear_share_basis")
	require.Error(t, err)
}

// Quarter turns are no products, and couple 0 has a factor of its own.
func TestLoansAsText(t *testing.T) {
	for text, l := range map[string]loan{
		"w":                     {},
		"vec2<f32>(w.y, -w.x)":  {by: 2, zero: 2},
		"vec2<f32>(-w.x, -w.y)": {by: 4, zero: -4},
		"vec2<f32>(-w.y, w.x)":  {by: -2, zero: 6},
		"vec2<f32>(w.x, -w.y)":  {conjugate: true},
		"vec2<f32>(-w.y, -w.x)": {conjugate: true, by: 2, zero: 2},
		"vec2<f32>(-w.x, w.y)":  {conjugate: true, by: 4, zero: 4},
		"vec2<f32>(w.y, w.x)":   {conjugate: true, by: 6, zero: 6},
		"turn(w, vec2<f32>(0.70710677, -0.70710677))":                                            {by: 1, zero: 1},
		"turn(vec2<f32>(w.x, -w.y), select(vec2<f32>(-0.0, -1.0), vec2<f32>(1.0, -0.0), first))": {conjugate: true, by: 2},
	} {
		require.Equal(t, text, l.of("w", 8, 1, "first"))
	}
}
