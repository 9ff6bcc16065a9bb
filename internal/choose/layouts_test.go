package choose

import (
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

func TestWithDigitLayout(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	most := 0
	for _, n := range []int{100, 343, 1000, 1024, 2401, 4096, 6561, 10000, 16384} {
		conflictFree := 0
		for _, k := range Ranked(n, 1000, l)[:5] {
			digits, ok := WithDigitLayout(k, l)
			if !ok {
				require.False(t, k.HasDigitLayout(), k.Name())
				continue
			}
			require.NoError(t, digits.Check(l))
			require.LessOrEqual(t, digits.WorkgroupBytes(), k.WorkgroupBytes()*3/2, digits.Name())
			require.Less(t, digits.ConflictDegree(), 3.0, digits.Name())
			if digits.ConflictDegree() < 1.15 {
				conflictFree++
			}
			digits.Exchange.Layout = k.Exchange.Layout
			require.Equal(t, k, digits)
		}
		most = max(most, conflictFree)
	}
	require.Greater(t, most, 2, "kernels without conflicts among five of a length")
	_, ok := WithDigitLayout(wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{16}},
		Threads: wgsl.Ownership{Elements: 16, Transforms: 4}}, l)
	require.False(t, ok, "no exchange")
}

// WithCyclicOrder returns the digit layout in cyclic order with the fewest bank conflicts. Nothing
// else of the kernel changes.
func TestWithCyclicOrder(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	found, fewer := 0, 0
	for _, n := range []int{343, 1000, 1024, 2401, 4096, 10000} {
		for _, k := range Ranked(n, 1000, l)[:5] {
			digits, there := WithDigitLayout(k, l)
			if !there {
				continue
			}
			k = digits
			cyclic, ok := WithCyclicOrder(k, l)
			require.Equal(t, len(k.StageRadices()) > 2, ok, k.Name())
			if !ok {
				continue
			}
			found++
			if cyclic.ConflictDegree() < k.ConflictDegree() {
				fewer++
			}
			require.True(t, cyclic.Threads.Cyclic)
			require.Contains(t, wgsl.DigitLayouts(len(k.StageRadices())), cyclic.Exchange.Layout)
			_, err := Validate(plan.Problem{Shape: []int{n}, Batch: 1000}, l, cyclic)
			require.NoError(t, err)
			_, again := WithCyclicOrder(cyclic, l)
			require.False(t, again, "it has one")
			cyclic.Exchange.Layout, cyclic.Threads.Cyclic = k.Exchange.Layout, false
			require.Equal(t, k, cyclic)
		}
	}
	require.Greater(t, found, 10)
	require.Greater(t, fewer, 2)
}

// A first plan has a digit layout unless the model predicts a disadvantage. A ranking has no kernel
// twice.
func TestDigitLayoutOfFirstPlans(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	long := []string{ // they repeat another case with another length
		"c2c:9828*100", "r2c:23760*100", "dct2:16632*100", "r2c:22050*100", "r2c:165*1000",
	}
	for spec, hasDigits := range map[string]bool{
		"c2c:8064*100": true, "c2c:9828*100": true, "c2c:242*1000": true, "r2c:23760*100": true, "dct2:16632*100": true,
		"c2c:8918*100": true, "r2c:22050*100": true, // four stages
		"dst2:1000*100": true,                                                // one slice
		"dct2:45*1000":  false, "r2c:105*1000": false, "r2c:165*1000": false, // odd rows
	} {
		if slices.Contains(long, spec) && !testcase.Long() {
			continue
		}
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		pl, err := Make(p, l)
		require.NoError(t, err)
		require.Equal(t, hasDigits, pl.Passes[0].Exchange.Layout.Digits.On, "%s: %s", spec, pl.Passes[0].Name())
	}
	for _, n := range []int{126, 242, 546, 8064, 9828, 12348} {
		if n > 9000 && !testcase.Long() {
			continue
		}
		seen := map[wgsl.Kernel]bool{}
		for _, k := range Ranked(n, 100, l) {
			require.False(t, seen[k], k.Name())
			seen[k] = true
		}
	}
}

// WithOuterPad returns a layout with an outer pad if it has fewer bank conflicts. Nothing else of
// the kernel changes.
func TestWithOuterPad(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	found := 0
	for _, n := range []int{121, 343, 1000, 1920, 2401, 10000} {
		for _, k := range Ranked(n, 1000, l)[:5] {
			k.Exchange.Layout = BestLayout(k, l)
			if digits, ok := WithDigitLayout(k, l); ok {
				k = digits
			}
			padded, ok := WithOuterPad(k, l)
			if !ok {
				continue
			}
			found++
			require.Contains(t, wgsl.PaddedOuter(len(k.StageRadices())), padded.Exchange.Layout)
			require.Less(t, padded.ConflictDegree(), k.ConflictDegree(), padded.Name())
			_, err := Validate(plan.Problem{Shape: []int{n}, Batch: 1000}, l, padded)
			require.NoError(t, err)
			padded.Exchange.Layout = k.Exchange.Layout
			require.Equal(t, k, padded)
		}
	}
	require.Greater(t, found, 3)
	for _, name := range []string{
		"fft16_16_p16_t4", "fft37_rader37_by4.9_folded_1_p4_t2_split_digits_down_secondpad1",
		"fft256_16.16_p16_t1_digits_innerpad1",
	} {
		k, err := plan.ParseKernel(name)
		require.NoError(t, err)
		_, ok := WithOuterPad(k, l)
		require.False(t, ok, name)
	}
}
