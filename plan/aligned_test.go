package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Of rows of an even number of numbers there are kernels with aligned stores, which are admitted; back they go as others. No choice without measurement has them.
func TestAlignedKernels(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, name := range map[string]string{
		"r2c:1024*65536": "fft512_8.8.8_p16_t1_one_xor3", "r2c:1000*100": "fft500_10.10.5_p10_t5_complex_pad3", "r2c:1920*100": "fft960_10.12.8_p24_t3_one_pad5",
		"r2c:96x128*10": "fft64_8.8_p8_t4_one_xor3",
	} {
		p, err := ParseSpec(spec)
		require.NoError(t, err)
		first, err := Choose(p, l)
		require.NoError(t, err)
		require.Zero(t, first[0].Aligned)
		k, err := wgsl.ParseFFT(name)
		require.NoError(t, err)
		k.Coupled = true
		lines := p.lines(l)
		line := len(lines) - 1
		if lines[0].pairs() {
			line = 0
		}
		if lines[line].opposed() {
			require.Empty(t, Aligned(p, l, line, k))
			continue
		}
		all := Aligned(p, l, line, k)
		require.Len(t, all, 2, spec)
		for i, k := range all {
			require.Equal(t, uint8(i+1), k.Aligned)
			require.False(t, k.Coupled)
			kernels := append([]wgsl.FFT{k}, first[1:]...)
			made, err := Admit(p, l, kernels...)
			require.NoError(t, err, k.Name())
			require.Equal(t, k.Aligned, made.Passes[0].Aligned)
			back, turned, err := Turned(p, l, kernels)
			require.NoError(t, err)
			require.Zero(t, turned[0].Aligned)
			require.True(t, turned[0].Coupled, turned[0].Name())
			_, err = Admit(back, l, turned...)
			require.NoError(t, err)
		}
	}
	k, err := wgsl.ParseFFT("fft512_8.8.8_p16_t1_one_xor3")
	require.NoError(t, err)
	for _, p := range []Problem{{Shape: []int{512}}, {Kind: C2R, Shape: []int{1024}}, {Kind: DCT2, Shape: []int{1024}}, {Kind: R2C, Shape: []int{1024}, Inverse: true}} {
		require.Empty(t, Aligned(p, l, 0, k), "%v", p)
		aligned := k
		aligned.Aligned = 1
		_, err := Admit(p, l, aligned)
		require.Error(t, err, "%v", p)
	}
}
