package choose

import (
	"testing"

	"wgfft/plan"
	"wgfft/wgsl"
)

func BenchmarkRanked(b *testing.B) {
	l, _ := wgsl.NamedLimits("h200")
	for _, n := range []int{64, 1000, 4096, 6000, 15120} {
		b.Run(plan.Problem{Shape: []int{n}}.String(), func(b *testing.B) {
			for b.Loop() {
				Ranked(n, 1000, l)
			}
		})
	}
}
