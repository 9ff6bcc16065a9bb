package parity

import (
	"encoding/binary"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	wgsl "wgfft/next"
	old "wgfft/wgsl"
)

// tabled are kernels with all kinds of twiddles: stages of several axes, of convolutions and behind a
// Rader stage, in order and in pairs with and without a basis, pass twiddles on both sides, with slot
// roots in one table and split ones.
var tabled = []string{
	"fft4096_16.16.16_p16_t1_split2_xor5",
	"fft30_2.3.5_p5_t1_split_linear",
	"fft360_8.9x5_p9_t1_split_linear",
	"fft576_24x8.3_p24_t4_split_digits0down.pad3x0",
	"fft256_4.4x4.4_p16_t1_split_linear",
	"fft296_rader37x6.6_8_p40_t1_split_linear",
	"fft512_8.16.4_p16_t1_split_xor3_convolve1",
	"fft512_8.8.8_p8_t1_split_xor3_convolve1_vec4",
	"fft1024_32.32_p32_t1_split_pad5_vec4",
	"fft1024_32.32_p32_t1_split_pad5_basis_vec4",
	"fft1024_32.32_p32_t1_split_pad5_basis2_vec4",
	"fft625_25.25_p25_t1_complex3_digits0_basis3_vec4",
	"fft625_25.25_p25_t1_complex3_digits0_basis5_vec4",
	"fft343_7.7.7_p7_t1_split_linear_basis8_vec4",
	"fft343_7.7.7_p7_t1_split_linear_basis8",
	"fft64_8.8_p8_t4_split_linear_in100x6400x100_intwiddle6400x100_out100x6400x100",
	"fft64_8.8_p8_t4_split_linear_in100x6400x100_outtwiddle6400x100_out100x6400x100",
	"fft64_4.16_p16_t4_split_linear_in100x6400x100_intwiddle6400x100_outtwiddle6400x100_out100x6400x100",
	"fft32_32_p32_t4_split_linear_in5000x160000x5000_intwiddle160000x5000_out5000x160000x5000",
	"fft36_4x9_p12_t4_split_linear_in100x3600x100_intwiddle900x100_out100x3600x100",
}

// words returns interleaved real and imaginary parts in f32.
func words(entries []complex128) (all []float32) {
	var bytes []byte
	for _, z := range entries {
		bytes = wgsl.F32{}.Append(bytes, z)
	}
	for ; len(bytes) > 0; bytes = bytes[4:] {
		all = append(all, math.Float32frombits(binary.LittleEndian.Uint32(bytes)))
	}
	return all
}

// The tables of roots have the bits of the old ones.
func TestTablesOfRoots(t *testing.T) {
	tried := map[string]int{}
	for _, name := range tabled {
		o, err := old.ParseKernel(name)
		require.NoError(t, err)
		require.NoError(t, o.Check(old.Limits{
			Invocations: 1 << 20, WorkgroupBytes: 1 << 30, Workgroups: 1 << 30, StorageBindings: 100,
		}), name)
		k, err := convert(o)
		require.NoError(t, err, name)
		require.NoError(t, k.Check(everything))
		for _, b := range k.Module().Bindings {
			var want []float32
			groups := o.TwiddleGroups()
			switch {
			case b.Name == "twiddles" && o.Vec4Tables:
				want = old.Vec4Twiddles(o.TwiddleBasis, groups[:]...)
			case b.Name == "twiddles":
				want = old.Twiddles(groups[:]...)
			case b.Name == "roots":
				want = o.PassRoots().Words()
			default:
				continue
			}
			var entries []complex128
			for _, part := range b.Tables {
				entries = append(entries, part.Entries()...)
			}
			got := words(entries)
			require.Len(t, got, len(want), "%s: %s", name, b.Name)
			for i := range want {
				isSame := math.Float32bits(want[i]) == math.Float32bits(got[i])
				require.True(t, isSame, "%s: word %d of %s", name, i, b.Name)
			}
			tried[b.Name]++
		}
	}
	require.Equal(t, map[string]int{"twiddles": 18, "roots": 5}, tried)
}
