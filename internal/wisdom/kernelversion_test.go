package wisdom

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/textsum"
	"wgfft/plan"
)

// TestKernelVersion fails if the text of kernels changes on purpose. Then raise KernelVersion and
// change both values, because measured times are no longer valid. New kinds of kernels, and names
// and comments in the texts, do not change the values.
func TestKernelVersion(t *testing.T) {
	texts := ""
	for _, name := range []string{
		"fft3_3_p3_t64_split_instaged_outstaged", "fft64_8.8_p8_t4_pad3",
		"fft360_20.18_p18_t3_split_pad2", "fft1000_5.8.25_p24_t3_split",
		"fft4096_32.16.8_p32_t1_split2_pad5", "fft6561_9.9.9.9_p27_t1_split3",
		"fft576_4.6x4.6_p6_t2_split", "fft296_rader37_by6.6_8_p37_t2_split",
		"fft256_16.16_p16_t8_split_inbatchfastest_inpoints256_inbatch256x1.65536_outbatchfastest",
		"fft576_4.6x4.6_p24_t2_split", "fft4096_8.8x4.16_p32_t1_split2_digits_down_innerpad2_secondpad1",
	} {
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		texts += k.Module().Text
	}
	require.Equal(t, 7, KernelVersion)
	require.Equal(t, "15969bb6", textsum.Sum(texts))
}
