package signals

import "testing"

// BenchmarkSTFT measures Forward and Inverse in bytes of the signal.
func BenchmarkSTFT(b *testing.B) {
	for _, c := range []struct {
		name string
		f    STFTConfig
	}{{"1024 hop 256", STFTConfig{Frame: 1024, Hop: 256}}, {"256 hop 128", STFTConfig{}}} {
		s := newer(b, openCPU(b), c.f)
		x := fresh(b)(1 << 22)
		spectra, err := s.Forward(ctx, nil, x)
		if err != nil {
			b.Fatal(err)
		}
		b.Run("forward "+c.name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(x)))
			for b.Loop() {
				if _, err := s.Forward(ctx, spectra, x); err != nil {
					b.Fatal(err)
				}
			}
		})
		b.Run("inverse "+c.name, func(b *testing.B) {
			b.SetBytes(int64(4 * len(x)))
			for b.Loop() {
				if _, err := s.Inverse(ctx, x, spectra, len(x)); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}
