package wgsl

import "testing"

// BenchmarkCosts measures what planning asks of each kernel.
func BenchmarkCosts(b *testing.B) {
	limits, err := NamedLimits("h200")
	if err != nil {
		b.Fatal(err)
	}
	layouts := []Layout{{}, {Pad: 3}, {Pad: 4}, {Swizzle: 3}, {Swizzle: 5}}
	for _, n := range []string{
		"fft1024_16.16.4_p16_t4_split_xor4", "fft4096_16.16.16_p16_t1_split2_xor5",
		"fft64_8.8_p8_t16_split2_instaged_outstaged", "fft1024_4.4.4.4.4_p4_t1_pad4",
		"fft4096_16.16.16_p16_t1_split2_digits1",
	} {
		k, err := ParseKernel(n)
		if err != nil {
			b.Fatal(err)
		}
		layouts := layouts
		if k.Exchange.Layout.Digits.On {
			layouts = DigitLayouts(3)[:5]
		}
		for name, ask := range map[string]func(){
			"check": func() { _ = k.Check(limits) },
			"all": func() {
				c, err := k.Costs(limits)
				if err != nil {
					b.Fatal(err)
				}
				c.Work()
				c.ConflictDegrees(layouts...)
				c.Transactions(SectorPoints)
				c.Transactions(LinePoints)
			},
			"work":         func() { k.Work() },
			"conflicts":    func() { k.ConflictDegree() },
			"conflicts5":   func() { k.ConflictDegrees(layouts...) },
			"transactions": func() { k.Transactions(SectorPoints) },
			"name":         func() { _ = k.Name() },
		} {
			b.Run(n+"/"+name, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					ask()
				}
			})
		}
	}
}
