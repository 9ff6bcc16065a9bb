package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
)

// TestFences checks that fences don't change the result of a kernel. The kernels have rows, batches
// that don't fill the last workgroup, staged paths, transforms in place, several axes, and both
// Rader stages. Folded dispatches have workgroups beyond the last transform, which must do nothing. Usual
// runs have fences between stages of two axes, and at barriers with staged paths.
func TestFences(t *testing.T) {
	r := newHarness(t)
	for i, c := range []struct {
		name  string
		shape []int
		batch int
	}{
		{"fft64_8.8_p8_t4_split_fencestages", []int{64}, 9},
		{"fft64_8.8_p8_t4_split_fencebarriers", []int{64}, 8},
		{"fft60_3.4.5_p12_t2_digits_down_secondpad1_basis1_fencestages", []int{60}, 5},
		{"fft12_3.4_p4_t4_split_instaged_outstaged_fencebarriers", []int{12}, 7},
		{"fft24_4x2.3_p6_t4_split_fencestages", []int{4, 6}, 9},
		{"fft37_rader37_by4.9_1_p9_t4_split_instaged_outstaged_fencestages", []int{37}, 6},
		{"fft37_rader37_by4.9_folded_1_p12_t2_split_digits_fencebarriers", []int{37}, 4},
		{"fft37_rader37_by4.9_folded_1_p12_t2_split_digits_fencestages", []int{37}, 5},
	} {
		if !runsCase(t, i, 3, 4) {
			continue
		}
		if i == 3 && testcase.Long() { // a longer kernel
			c.name, c.shape = "fft100_25.4_p25_t4_split_instaged_outstaged_fencebarriers", []int{100}
		}
		k, err := plan.ParseKernel(c.name)
		require.NoError(t, err)
		for _, inPlace := range []bool{false, true} {
			if inPlace && !testcase.Long() {
				continue
			}
			p := plan.Problem{Shape: c.shape, Batch: c.batch, Inverse: i%2 == 0, Norm: plan.Norm(i % 3),
				InPlace: inPlace && i%3 == 0}
			made := r.planWith(t, p, k)
			require.Equal(t, k.Twiddles.Fence, made.Passes[0].Twiddles.Fence)
			if i != 3 || testcase.Long() {
				r.checkAxes(t, made)
			}
			if i != 3 && !testcase.Long() {
				continue // the other case is folded
			}
			made.Passes[0].Dispatch.Fold, made.Passes[0].Dispatch.Tail = true, true
			r.checkAxes(t, made)
		}
	}
}
