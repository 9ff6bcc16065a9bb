package choose

import (
	"testing"

	"wgfft/plan"
	"wgfft/wgsl"
)

// BenchmarkMake plans each of twenty problems once.
func BenchmarkMake(b *testing.B) {
	l, err := wgsl.NamedLimits("h200")
	if err != nil {
		b.Fatal(err)
	}
	var all []plan.Problem
	for _, spec := range []string{
		"c2c:64*1024", "c2c:1024*64", "c2c:1000*16", "c2c:1009*16", "c2c:4095*4", "c2c:16384*1",
		"c2c:65536*1", "c2c:1000000*1", "c2c:100003*1", "c2c:12x12*512", "c2c:100x90*4",
		"c2c:512x512*1", "c2c:2048x2048*1", "c2c:24x24x24*8", "c2c:128x128x128*1",
		"r2c:1024*64", "c2r:100000*1", "r2c:512x512*1", "dct2:1000*16", "dst3:300x200*1",
	} {
		p, err := plan.ParseSpec(spec)
		if err != nil {
			b.Fatal(err)
		}
		all = append(all, p)
	}
	for b.Loop() {
		for _, p := range all {
			if _, err := Make(p, l); err != nil {
				b.Fatal(err)
			}
		}
	}
}
