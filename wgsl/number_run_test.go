package wgsl_test

import (
	"maps"
	"slices"
	"testing"

	"wgfft/internal/testcase"
	"wgfft/wgsl"
)

// Kernels of every idea compute in f64, if the device has it, and in double-single. A usual run takes half of the
// kernels other than shapes.
func TestDoublePrecision(t *testing.T) {
	d := open(t)
	for _, n := range []wgsl.Number{wgsl.F64{}, wgsl.DoubleSingle{}} {
		all, more := shapes(t), kernels(t)
		for i, name := range slices.Sorted(maps.Keys(more)) {
			if testcase.Shard(t, i) {
				all[name] = more[name]
			}
		}
		for name, tr := range all {
			if tr.kernel.Load.Element != nil || tr.kernel.Store.Element != nil {
				continue // f32 only
			}
			t.Run(n.Tag()+"/"+name, func(t *testing.T) {
				tr.kernel.Number = n
				if kind, _ := n.Pair(); kind == "" {
					tr.kernel.Twiddles.Vec4 = false
				}
				tr.run(t, d)
			})
		}
	}
}
