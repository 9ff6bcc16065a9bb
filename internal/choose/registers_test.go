package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Long rows without a measured kernel have a twiddle basis and share twiddles. Rows with mirror
// pairs share only. Short rows read all twiddles.
func TestTwiddleBasisOfFirstPlans(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, want := range map[string]struct {
		basis uint8
		share bool
		long  bool // repeats another case with another length
	}{
		"c2c:8918*100": {1, true, true}, "c2c:9828*100": {1, false, true}, "c2c:7000*100": {1, true, true},
		"c2c:12288*100": {1, true, true}, "c2c:1600*1000": {1, true, false}, "c2c:8192*100": {0, false, true},
		"c2c:900*1000": {0, false, true}, "r2c:8400*100": {0, true, true}, "dct2:4096*100": {0, true, false},
		"c2c:4913*100": {1, false, false}, "c2c:4181*100": {0, false, false}, "r2c:8192*100": {0, true, true},
		"c2r:16384*100": {0, true, true}, "r2c:3840*100": {0, true, true},
	} {
		if want.long && !testcase.Long() {
			continue
		}
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		axes, err := Kernels(p, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		require.Equal(t, want.basis, ks[0].Twiddles.Basis, ks[0].Name())
		require.Equal(t, want.share, ks[0].Twiddles.Share, ks[0].Name())
		_, err = Validate(p, l, ks...)
		require.NoError(t, err)
		p.Kind, p.Inverse = p.Kind.Inverse(), !p.Inverse
		back, err := Kernels(p, l)
		require.NoError(t, err)
		_, err = ValidateAxes(p, l, back...)
		require.NoError(t, err)
	}
}

// The cost model ignores the twiddle basis, so it does not change the choice between rows and
// ColumnKernels and an axis fusion.
func TestTwiddleBasisChangesNoAlgorithm(t *testing.T) {
	l, err := wgsl.NamedLimits("h200")
	require.NoError(t, err)
	for spec, points := range map[string]int{"c2c:16x1320*50": 1320, "c2c:17x2200*50": 2200, "c2c:29x1210*50": 1210} {
		if points != 1320 && !testcase.Long() {
			continue
		}
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		axes, err := Kernels(p, l)
		require.NoError(t, err)
		ks := plan.Join(axes)
		require.Equal(t, points, ks[0].N(), ks[0].Name())
		require.NotZero(t, ks[0].Twiddles.Basis, ks[0].Name())
		read := ks[0]
		read.Twiddles.Basis, read.Twiddles.Share = 0, false
		require.Equal(t, ModelOf(l).FullCost(read), ModelOf(l).FullCost(ks[0]))
	}
}
