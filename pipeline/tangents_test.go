package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Kernels whose butterflies have their constant twiddles by tangents are as accurate as the contract asks for: of radices of two and three factors, of coprime ones that have
// them, in a Rader stage and in a convolution.
func TestTangents(t *testing.T) {
	r := newRig(t)
	for i, name := range []string{
		"fft72_8.9_p9_t4_one_linear_tangents", "fft400_16.25_p25_t2_complex_linear_tangents", "fft486_27.18_p27_t1_one_pad3_few_tangents", "fft768_32.24_p32_t2_one2_linear_tangents",
		"fft36_36_p36_t8_complex_linear_tangents", "fft64_64_p64_t2_complex_linear_tangents", "fft163_rader163x9.18_1_p18_t4_one_linear_instaged_outstaged_tangents",
		"fft41_41_p41_t8_one_linear_instaged_outstaged_tangents",
	} {
		switch {
		case testcase.Long():
		case i == 3: // as the one before, but longer
			continue
		case i == 6: // as short
			name = "fft37_rader37x4.9_1_p9_t4_one_linear_instaged_outstaged_tangents"
		}
		k, err := wgsl.ParseFFT(name)
		require.NoError(t, err)
		r.check(t, r.forced(t, plan.Problem{Shape: []int{k.N()}, Batch: 2*k.Transforms + 1, Inverse: i%2 == 0, Norm: plan.Norm(i % 3)}, k))
	}
	l := r.e.Device().Limits()
	for _, n := range []int{59, 251} {
		if n > 100 && !testcase.Long() {
			continue
		}
		p := plan.Problem{Shape: []int{n}, Batch: 7}
		made, err := plan.MakeBy(p, l, plan.Bluestein)
		require.NoError(t, err)
		kernels := made.Passes
		met := 0
		for i := range kernels {
			if kernels[i].Tangents = kernels[i].Turns(); kernels[i].Tangents {
				met++
			}
		}
		require.Positive(t, met, "%v", made)
		made, err = plan.With(p, l, kernels...)
		require.NoError(t, err)
		r.check(t, made)
	}
}
