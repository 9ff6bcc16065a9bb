package pipeline

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
)

// TestMatrixProducts runs whole small arrays by matrix products: one for each axis, or one for each radix. Usual
// runs have one of each.
func TestMatrixProducts(t *testing.T) {
	cases := []struct {
		shape []int
		body  string
	}{
		{[]int{2, 2}, "fft4_2x2_p4_t1_product"},
		{[]int{12, 12}, "fft144_12x12_p12_t8_product_split_pad2_instaged_outstaged"},
		{[]int{16, 16}, "fft256_4.4x4.4_p4_t1_product_split_xor3"},
		{[]int{12, 20}, "fft240_12x20_p12_t1_product_xor6_instaged_outstaged"},
		{[]int{5, 7, 3}, "fft105_5x7x3_p7_t4_product_split"},
	}
	forSome(t, len(cases), []int{2, 4}, func(t *testing.T, r *harness, i int) {
		k, err := plan.ParseKernel(cases[i].body)
		require.NoError(t, err)
		for j, batch := range []int{1, 2*k.Threads.Transforms + 1} {
			if j != i/2%2 && !testcase.Long() {
				continue // one place each
			}
			p := plan.Problem{Shape: cases[i].shape, Batch: batch, Inverse: (i+j)%2 == 0, InPlace: j == 1}
			r.checkAxes(t, r.planWith(t, p, k))
		}
	})
}

// TestOtherDFTs runs rows whose butterflies are split radix and twisted radix 3, alone and beside others, in both
// directions and with merged twiddles. Usual runs have one of each algorithm.
func TestOtherDFTs(t *testing.T) {
	names := []string{
		"fft64_8.8_p8_t4_splitradix_pad3",
		"fft64_64_p64_t8_splitradix_instaged_outstaged",
		"fft512_32.16_p32_t2_splitradix_split_fma",
		"fft192_3.64_p64_t4_splitradix_split",
		"fft81_81_p81_t4_twisted3_instaged_outstaged",
		"fft243_9.27_p27_t3_twisted3_split_fma",
		"fft108_4.27_p27_t4_twisted3_split",
	}
	forSome(t, len(names), []int{0, 6}, func(t *testing.T, r *harness, i int) {
		k, err := plan.ParseKernel(names[i])
		require.NoError(t, err)
		for j, batch := range []int{1, 2*k.Threads.Transforms + 1} {
			if j != i/2%2 && !testcase.Long() {
				continue // one place each
			}
			p := plan.Problem{Shape: []int{k.N()}, Batch: batch, Inverse: (i+j)%2 == 0, InPlace: j == 1}
			r.checkAxes(t, r.planWith(t, p, k))
		}
	})
}
