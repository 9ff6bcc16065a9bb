package plan

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// Of rows of an even number of numbers there are kernels whose threads keep points, which are admitted; back they go as others. No choice without measurement has them.
func TestKeptKernels(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, name := range map[string]string{
		"r2c:1024*65536": "fft512_8.8.8_p16_t1_one_xor3", "r2c:1000*100": "fft500_10.10.5_p10_t5_complex_pad3", "r2c:1920*100": "fft960_10.12.8_p24_t3_one_pad5",
		"r2c:96x128*10": "fft64_8.8_p8_t4_one_xor3", "dct2:1024*100": "fft512_8.8.8_p16_t1_one_xor3", "r2c:250*100": "fft125_5.5.5_p5_t4_one_xor3", "dct1:1025*100": "fft1024_16.8.8_p16_t1_one_xor3", "r2c:2000*100": "fft1000_10.10.10_p10_t1_one2_xor3",
	} {
		p, err := ParseSpec(spec)
		require.NoError(t, err)
		first, err := Choose(p, l)
		require.NoError(t, err)
		require.False(t, first[0].Keeps)
		k, err := wgsl.ParseFFT(name)
		require.NoError(t, err)
		k.Coupled = true
		lines := p.lines(l)
		line := len(lines) - 1
		if lines[0].pairs() {
			line = 0
		}
		kept, ok := Kept(p, l, line, k)
		if lines[line].opposed() || k.Points%2 != 0 || k.Exchange.Rounds > 1 {
			require.False(t, ok, spec)
			continue
		}
		require.True(t, ok, spec)
		require.True(t, kept.Keeps && !kept.Coupled)
		kernels := append([]wgsl.FFT{kept}, first[1:]...)
		made, err := Admit(p, l, kernels...)
		require.NoError(t, err, kept.Name())
		require.True(t, made.Passes[0].Keeps)
		back, turned, err := Turned(p, l, kernels)
		require.NoError(t, err)
		require.Equal(t, p.Kind == DCT1, turned[0].Keeps, "its own inverse")
		require.Equal(t, p.Kind != DCT1, turned[0].Coupled, turned[0].Name())
		_, err = Admit(back, l, turned...)
		require.NoError(t, err)
	}
	k, err := wgsl.ParseFFT("fft512_8.8.8_p16_t1_one_xor3")
	require.NoError(t, err)
	for _, p := range []Problem{{Shape: []int{512}}, {Kind: C2R, Shape: []int{1024}}, {Kind: DCT3, Shape: []int{1024}}, {Kind: R2C, Shape: []int{1024}, Inverse: true}} {
		_, ok := Kept(p, l, 0, k)
		require.False(t, ok, "%v", p)
		kept := k
		kept.Keeps = true
		_, err := Admit(p, l, kept)
		require.Error(t, err, "%v", p)
	}
}
