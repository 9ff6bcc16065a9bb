package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// givenPairs returns the number of tables of the caller that a kernel reads two entries at a time:
// chirps of load and store, and the spectrum of a convolution.
func givenPairs(k wgsl.Kernel) (count int) {
	for _, b := range k.Bindings() {
		for _, table := range b.Tables {
			if g, ok := table.(wgsl.Given); ok && g.Apart > 0 {
				count++
			}
		}
	}
	return count
}

// TestVectorLoads runs kernels that read their tables as vec4, two entries per load. Twiddles are
// of odd and even radices, of full and reduced tables, separate and shared. The kernels have
// convolutions, several axes, Rader stages or columns. The chirps and spectra are of rows and of
// columns. Usual runs have shared twiddles, and a convolution.
func TestVectorLoads(t *testing.T) {
	r := newHarness(t)
	for i, c := range []struct {
		shape []int
		names []string
	}{
		{[]int{64}, []string{"fft64_8.8_p8_t4_split_vec4"}},
		{[]int{60}, []string{"fft60_3.4.5_p12_t2_digits_down_secondpad1_basis1_share_vec4"}},
		{[]int{54}, []string{"fft54_6.9_p9_t4_split_basis3_share_fma_vec4_fencestages"}},
		{[]int{4, 6}, []string{"fft24_4x2.3_p6_t4_split_vec4"}},
		{[]int{111}, []string{"fft111_rader37_by4.9_3_p9_t4_split_instaged_outstaged_basis1_vec4"}},
		{[]int{37}, []string{"fft80_10.8_p10_t4_split_filter(spectra1)_vec4"}},
		{[]int{41}, []string{"fft96_16.6_p16_t4_split2_digits_innerpad1_filter(spectra1)_basis3_fma_vec4_fencestages"}},
		{[]int{74}, []string{"fft150_5.6.5_p15_t2_split_digits_down_secondpad1_filter(spectra1)_basis1_vec4"}},
		{[]int{37, 7}, []string{"fft7_7_p7_t4_split_instaged_outstaged",
			"fft75_3.25_p25_t2_filter(spectra1)_vec4"}},
		{[]int{64, 4}, []string{"fft4_4_p4_t4_split", "fft64_8.8_p8_t4_split_vec4"}},
	} {
		if !runsCase(t, i, 1, 5) {
			continue
		}
		var kernels []wgsl.Kernel
		for _, name := range c.names {
			k, err := plan.ParseKernel(name)
			require.NoError(t, err)
			kernels = append(kernels, k)
		}
		for _, inverse := range []bool{false, true} {
			if inverse != (i%2 > 0) && !testcase.Long() {
				continue // one direction each
			}
			p := plan.Problem{Shape: c.shape, Batch: 2*i%5 + 3, Inverse: inverse, Norm: plan.Norm(i % 3)}
			made, err := choose.Validate(p, r.e.Device().Limits(), kernels...)
			require.NoError(t, err)
			met := false
			for _, k := range made.Passes {
				met = met || k.Twiddles.Vec4 && (k.Stages.Filter == nil || givenPairs(k) == 3)
			}
			require.True(t, met, "%v", made)
			r.checkAxes(t, made)
		}
	}
}
