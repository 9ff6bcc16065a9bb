package wisdom

import (
	"testing"

	"wgfft/internal/choose"
	"wgfft/plan"
	"wgfft/wgsl"
)

// BenchmarkWisdom measures planning with wisdom: lookup, validation of the kernels, and the plan.
func BenchmarkWisdom(b *testing.B) {
	l, err := wgsl.NamedLimits("h200")
	if err != nil {
		b.Fatal(err)
	}
	for name, p := range map[string]plan.Problem{
		"1024": {Shape: []int{1024}, Batch: 100}, "2^20": {Shape: []int{1 << 20}},
		"512x512": {Shape: []int{512, 512}, Batch: 9},
	} {
		w := Wisdom{Device: someDevice}
		for n := 2; n < 1000; n++ { // other entries
			w = w.Learn(entryOf(b, plan.Problem{Shape: []int{n}}, l, 1,
				wgsl.Kernel{Stages: wgsl.Stages{Radices: wgsl.Radices{2}},
					Threads: wgsl.Ownership{Elements: 2, Transforms: 1}}))
		}
		w = w.Learn(entryOf(b, p, l, 1))
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				axes, err := Chooser{Wisdom: w}.Choose(p, l)
				if err != nil {
					b.Fatal(err)
				}
				if _, err := plan.From(p, l, choose.Chooser{}, axes...); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
