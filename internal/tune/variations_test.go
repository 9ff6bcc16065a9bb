package tune

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Kernels that read fewer twiddles are tried once each, if threads have several butterflies. All of
// them read fewer twiddles than the first.
func TestFewerReads(t *testing.T) {
	for name, count := range map[string]int{
		"fft6561_27.9.27_p27_t1_slices3_digits_down_secondpad1": 5, "fft4096_16.16.16_p16_t1_split_pad4": 2,
		"fft16_16_p16_t32_pad4": 0, "fft6561_27.9.27_p27_t1_slices3_digits_down_secondpad1_basis5_share": 5,
	} {
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		all := fewerReads(k)
		require.Len(t, all, count)
		seen := map[kernel]bool{}
		for _, other := range all {
			require.False(t, seen[other])
			seen[other] = true
			require.True(t, other.Twiddles.Basis > 0 || other.Twiddles.Share)
			other.Twiddles.Basis, other.Twiddles.Share = k.Twiddles.Basis, k.Twiddles.Share
			require.Equal(t, k, other)
		}
	}
}

// Variations of a kernel have the other digit layouts that it can have.
func TestOtherLayouts(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for name, want := range map[string][2]int{
		"fft2401_7.7.7.7_p21_t1_split_digits_down_basis1":   {1, 1},
		"fft2401_7.7.7.7_p21_t1_cyclic_split_digits_basis1": {0, 0},
		"fft1000_10.10.10_p10_t1_split":                     {1, 1}, "fft64_8.8_p8_t4_split_pad3": {0, 0},
		"fft16_16_p16_t32_pad4": {0, 0},
	} {
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		for i, all := range [][]kernel{inLayout(choose.WithCyclicOrder, l)(k), inLayout(choose.WithOuterPad, l)(k)} {
			require.Len(t, all, want[i], "%s: %d", name, i)
			for _, other := range all {
				require.Equal(t, i == 0, other.Threads.Cyclic)
				require.Equal(t, i == 1, other.Exchange.Layout.Digits.OuterPad > 0)
				other.Exchange.Layout, other.Threads.Cyclic = k.Exchange.Layout, k.Threads.Cyclic
				require.Equal(t, k, other)
			}
		}
	}
}

// A kernel with constant twiddles in its butterflies is also measured once with factored twiddles.
// Other kernels are not.
func TestTangentsAreMeasured(t *testing.T) {
	e := openEngine(t)
	for name, want := range map[string]int{"fft64_8.8_p8_t4_split": 1, "fft15_3.5_p5_t4_split": 0} {
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		met := 0
		laid(t, e, plan.Problem{Shape: []int{k.N()}, Batch: 40}, func(plan.Problem, wgsl.Limits) kernel { return k },
			func(k kernel) {
				if k.Twiddles.FMA {
					met++
				}
			})
		require.Equal(t, want, met, name)
	}
}
