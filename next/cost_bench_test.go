package wgsl

import "testing"

func BenchmarkLower(b *testing.B) {
	for _, n := range []string{"fft1024_16.16.4_p16_t4_split_xor4", "fft4096_16.16.16_p16_t1_split2_xor5", "fft64_8.8_p8_t16_split2_instaged_outstaged",
		"fft1024_4.4.4.4.4_p4_t1_pad4"} {
		k, err := ParseKernel(n)
		if err != nil {
			b.Fatal(err)
		}
		b.Run(n, func(b *testing.B) {
			for b.Loop() {
				k.lower()
			}
		})
		b.Run("name", func(b *testing.B) {
			for b.Loop() {
				k.Name()
			}
		})
	}
}
