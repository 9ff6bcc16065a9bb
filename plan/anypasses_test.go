package plan_test

import (
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// Some lengths have no passes in the usual bounds, like 13^5 on any device and 7^3 on a small one. They take small
// factors, more elements per thread, fewer columns in a workgroup, or more passes. The interpreted plans are
// transforms, of every kind, along rows and columns.
func TestInterpretedUnusualPasses(t *testing.T) {
	for i, c := range []struct {
		l    wgsl.Limits
		spec string
	}{
		{wgsl.DefaultLimits(), "c2c:161051"}, {wgsl.DefaultLimits(), "c2c:371293"},
		{tinyWorkgroups(), "c2c:343"}, {tinyWorkgroups(), "c2c:1001"}, {tinyWorkgroups(), "c2c:2197"},
		{tinyWorkgroups(), "c2c:2401*3"}, {tinyWorkgroups(), "c2c:343x3"}, {tinyWorkgroups(), "c2c:5x1001"},
		{tinyWorkgroups(), "r2c:686"}, {tinyWorkgroups(), "c2r:686"}, {tinyWorkgroups(), "r2c:343"},
		{tinyWorkgroups(), "c2r:343*2"}, {tinyWorkgroups(), "r2c:343x6"}, {tinyWorkgroups(), "c2r:5x1001"},
		{tinyWorkgroups(), "dct1:344"}, {tinyWorkgroups(), "dct2:686"}, {tinyWorkgroups(), "dct3:343"},
		{tinyWorkgroups(), "dct4:343x2"}, {tinyWorkgroups(), "dst1:342"}, {tinyWorkgroups(), "dst2:3x343"},
	} {
		if !testcase.ShardOf(t, i, 6) || i < 2 && !testcase.Long() { // the first two take seconds
			continue
		}
		p, err := plan.ParseSpec(c.spec)
		require.NoError(t, err)
		p.Inverse = i%3 == 0 && p.Kind == plan.C2C
		made, err := choose.Make(p, c.l)
		require.NoError(t, err, c.spec)
		if p.Kind == plan.C2C {
			plan.RequireTransform(t, seeded(i), made)
		} else {
			plan.RequireRealTransform(t, seeded(i), made)
		}
	}
}
