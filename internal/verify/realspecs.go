package verify

import "wgfft/plan"

// RealSpecs returns a set of real, cosine and sine transforms of up to most points each, in the
// batches of Specs. It has even and odd lengths, short rows, lengths with large prime factors,
// several passes and several axes.
func RealSpecs(most int) []plan.Problem {
	var all []plan.Problem
	add := func(kind plan.Kind, batch int, shape ...int) {
		if p := (plan.Problem{Kind: kind, Shape: shape, Batch: batch}); p.Points() <= most {
			all = append(all, p)
		}
	}
	for _, s := range []struct{ n, batch int }{
		{1, 64}, {2, 33}, {3, 32}, {8, 100}, {15, 33}, {64, 32}, {100, 3}, {127, 3}, {243, 5}, {1000, 7}, {1024, 33},
		{1009, 3}, {2018, 3}, {4096, 3},
		{4095, 1}, {20000, 3}, {32768, 1}, {65535, 1}, {1 << 18, 1},
	} {
		add(plan.R2C, s.batch, s.n)
	}
	add(plan.R2C, 3, 64, 48)
	add(plan.R2C, 32, 5, 6, 7)
	add(plan.R2C, 1, 3, 1024)
	add(plan.R2C, 1, 1000, 9)
	add(plan.C2R, 7, 1000)
	add(plan.C2R, 33, 15)
	add(plan.C2R, 3, 24, 15)
	for kind := plan.DCT1; kind <= plan.DST4; kind++ {
		add(kind, 33, 8)
		add(kind, 33, 15)
		add(kind, 3, 100)
		add(kind, 1, 1000)
		add(kind, 3, 12, 10)
	}
	add(plan.DCT1, 3, 129)
	add(plan.DCT2, 100, 8, 8)
	add(plan.DCT2, 3, 1009)
	add(plan.DCT2, 1, 512, 512)
	add(plan.DCT3, 1, 65536)
	add(plan.DCT4, 1, 65535)
	add(plan.DCT4, 3, 4096)
	add(plan.DST1, 1, 1023)
	add(plan.DST2, 1, 40000)
	add(plan.DST3, 3, 37, 16)
	return all
}
