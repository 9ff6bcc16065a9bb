package wgsl

import (
	"math/rand/v2"
	"testing"

	"github.com/stretchr/testify/require"
)

func TestParseKernelReadsNames(t *testing.T) {
	r := rand.New(rand.NewPCG(5, 6))
	for range many(3000) {
		k := randomKernel(r)
		got, err := ParseKernel(k.Name())
		require.NoError(t, err, k.Name())
		require.Equal(t, k.Name(), got.Name())
		require.Equal(t, k.Module(), got.Module(), k.Name())
	}
}

func TestParseKernelRefuses(t *testing.T) {
	for _, name := range []string{
		"", "fft", "fft16", "fft16_4.4_p4_t16_split", "fft17_4.4_p4_t16_split_linear",
		"fft16_4.4_p4_t16_split_linear_odd",
		"fft16_4.4_t16_p4_split_linear", "fft16_4.4_p04_t16_split_linear", "fft16_4.4_p4_t16_split_linear_tail_tail",
		"fft16_4.x_p4_t16_split_linear", "fft16_4.4_p4_t16_split999_linear", "fft16_4.4_p4_t16_split_pad",
		"fft16_4.4_p4_t16_split_linear_in1x",
	} {
		_, err := ParseKernel(name)
		require.ErrorContains(t, err, "looks like", name)
	}
}

func FuzzParseKernel(f *testing.F) {
	f.Add("fft4096_16.16.16_p16_t1_split2_xor5")
	f.Add("fft93_31.3_p31_t1_split3_xor5_in2x300_outstaged_scale0.25_inplace_tail_fold")
	f.Fuzz(func(t *testing.T, name string) {
		k, err := ParseKernel(name)
		if err == nil {
			require.Equal(t, name, k.Name())
		}
	})
}
