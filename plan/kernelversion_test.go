package plan

import (
	"crypto/sha256"
	"fmt"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// digests holds a hash of the text of some kernels for each kernel version. If the text of kernels
// changes on purpose, the test below fails: raise KernelVersion and add a line, because measured
// times are no longer valid. Kernels of new kinds change nothing here.
var digests = map[int]string{
	1: "e6f6cfb06a136fe1",
	2: "a91950f718223b93", // the transforms of columns are interleaved in workgroup memory
	3: "43f2de3b32604bd0", // two axes join without an exchange if a thread has the points for it
	4: "28386f9d8590151f", // at an axis join, the indices of a thread's butterflies are constants
	// indices of digit layouts a constant distance apart and slices common to all threads are constants
	5: "3a002136806316f9",
}

func TestKernelVersion(t *testing.T) {
	digest := sha256.New()
	for _, name := range []string{
		"fft3_3_p3_t64_split_linear_instaged_outstaged", "fft64_8.8_p8_t4_complex_pad3",
		"fft360_20.18_p18_t3_split_pad2", "fft1000_5.8.25_p24_t3_split_linear",
		"fft4096_32.16.8_p32_t1_split2_pad5", "fft6561_9.9.9.9_p27_t1_split3_linear",
		"fft576_4.6x4.6_p6_t2_split_linear", "fft296_rader37x6.6_8_p37_t2_split_linear",
		"fft256_16.16_p16_t8_split_linear_in256x65536x256_inbatchfastest_outbatchfastest",
		"fft576_4.6x4.6_p24_t2_split_linear", "fft4096_8.8x4.16_p32_t1_split2_digits0down.pad2x1",
	} {
		k, err := wgsl.ParseKernel(name)
		require.NoError(t, err)
		fmt.Fprint(digest, k.Module().Text)
	}
	require.Equal(t, digests[KernelVersion], fmt.Sprintf("%x", digest.Sum(nil))[:16])
}
