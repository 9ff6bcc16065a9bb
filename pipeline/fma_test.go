package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
)

// TestFMATwiddles checks the accuracy of kernels with constant twiddles in factored form c(1 + it).
// It covers radices of two and three factors, coprime factors, a Rader stage and a convolution. Usual runs
// have two factors, and coprime factors.
func TestFMATwiddles(t *testing.T) {
	r := newHarness(t)
	for i, name := range []string{
		"fft72_8.9_p9_t4_split_fma", "fft400_16.25_p25_t2_fma",
		"fft486_27.18_p27_t1_split_pad3_basis1_fma", "fft768_32.24_p32_t2_split2_fma",
		"fft36_36_p36_t8_fma", "fft64_64_p64_t2_fma",
		"fft163_rader163_by9.18_1_p18_t4_split_instaged_outstaged_fma",
		"fft41_41_p41_t8_split_instaged_outstaged_fma",
		"fft37_rader37_by4.9_1_p9_t4_split_instaged_outstaged_fma",
	} {
		if !runsCase(t, i, 0, 4) {
			continue
		}
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		r.check(t, r.planWith(t, plan.Problem{Shape: []int{k.N()}, Batch: 2*k.Threads.Transforms + 1, Inverse: i%2 == 0,
			Norm: plan.Norm(i % 3)}, k))
	}
	l := r.e.Device().Limits()
	for i, n := range []int{59, 251} {
		if !runsCase(t, 9+i) {
			continue
		}
		p := plan.Problem{Shape: []int{n}, Batch: 7}
		made, err := choose.MakeBy(p, l, plan.Bluestein)
		require.NoError(t, err)
		kernels := made.Passes
		met := 0
		for i := range kernels {
			if kernels[i].Twiddles.FMA = kernels[i].HasConstantTwiddles(); kernels[i].Twiddles.FMA {
				met++
			}
		}
		require.Positive(t, met, "%v", made)
		made, err = choose.From(p, l, kernels...)
		require.NoError(t, err)
		r.check(t, made)
	}
}
