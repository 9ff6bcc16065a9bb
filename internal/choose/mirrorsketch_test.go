package choose

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/plan"
	"wgfft/wgsl"
)

// TestRoughChecksOfMirrors compares the check that ranks mirror kernels with the check of chosen kernels. The rough one
// does not look for pairs of points, but it accepts the same kernels, with the same work.
func TestRoughChecksOfMirrors(t *testing.T) {
	compared := 0
	for _, spec := range []string{"r2c:96*16", "c2r:210*16", "dct2:360*16", "dct3:64*16", "dct4:144*16", "r2c:24x40"} {
		p, err := plan.ParseSpec(spec)
		require.NoError(t, err)
		for _, device := range []string{"h200", "default"} {
			limits, err := wgsl.NamedLimits(device)
			require.NoError(t, err)
			p, limits := p.AsSingle(limits)
			for _, axis := range p.OrderedAxes(limits) {
				f := Finder{axis}
				for i, k := range Variants(f.N, 16, limits) {
					if i%5 > 0 || k.Stages.Rader.Prime > 0 || k.N() == 1 {
						continue
					}
					for _, mode := range f.mirrorModes() {
						whole := f.WithRealOps(f.WithMirrors(k, mode.inRow, mode.half))
						full, wrong := whole.Costs(limits)
						rough, roughly := whole.RoughCosts(limits)
						require.Equal(t, wrong == nil, roughly == nil, "%s: %s", spec, whole.Name())
						if wrong == nil {
							require.Equal(t, full.Work(), rough.Work(), "%s: %s", spec, whole.Name())
							compared++
						}
					}
				}
			}
		}
	}
	require.Greater(t, compared, 100)
}
