package verify

import "wgfft/plan"

// Specs returns a set of problems of up to most points each that covers every kind of butterfly and
// stage. It has powers of all small radices, odd primes, composites of many kinds, lengths next to
// the largest, and arrays of up to four axes. The batches are 1, 3, 32, and others that leave the
// last workgroup partly empty.
func Specs(most int) []plan.Problem {
	var all []plan.Problem
	for _, s := range []struct {
		n, batch int
	}{
		// Powers of two, from rows that share a workgroup to rows that fill one.
		{1, 3}, {2, 1}, {4, 32}, {8, 1000}, {16, 3}, {32, 1}, {64, 33}, {128, 32}, {256, 3}, {512, 7}, {1024, 1},
		{2048, 3}, {4096, 32}, {8192, 3}, {16384, 1},
		// odd primes up to the largest with a butterfly
		{3, 32}, {5, 3}, {7, 33}, {11, 1}, {13, 32}, {17, 3}, {19, 1}, {23, 32}, {29, 3}, {31, 33},
		// Powers of odd radices.
		{9, 3}, {27, 5}, {81, 32}, {243, 1}, {2187, 3}, {25, 1}, {625, 3}, {49, 32}, {2401, 3}, {121, 1}, {169, 3},
		{961, 3},
		// Mixed radices.
		{6, 1}, {10, 32}, {12, 3}, {15, 1}, {100, 32}, {210, 3}, {1000, 32}, {1536, 1}, {1920, 3}, {3072, 1}, {4095, 3},
		{6000, 3}, {6561, 1}, {10010, 1}, {15625, 1},
		// Prime factors without a butterfly.
		{37, 3}, {127, 32}, {1009, 3}, {37 * 24, 1}, {4093, 1}, {65537, 1},
		// Several passes.
		{32768, 3}, {59049, 1}, {65536, 2}, {100000, 1}, {1 << 18, 1},
	} {
		if s.n <= most {
			all = append(all, plan.Problem{Kind: plan.C2C, Shape: []int{s.n}, Batch: s.batch})
		}
	}
	for _, s := range []struct {
		shape []int
		batch int
	}{
		// all axes in one pass
		{[]int{2, 2}, 33}, {[]int{8, 8}, 100}, {[]int{24, 24}, 3}, {[]int{5, 6, 7}, 32}, {[]int{16, 16, 16}, 1},
		{[]int{2, 3, 4, 5}, 7},
		// a pass for each axis, or one for the last two
		{[]int{128, 96}, 1}, {[]int{256, 100}, 3}, {[]int{7, 1000}, 5}, {[]int{1000, 7}, 1}, {[]int{40, 32, 48}, 1},
		{[]int{512, 512}, 1},
		// Axes of one point.
		{[]int{1, 64, 1}, 3}, {[]int{1, 1}, 32},
		// Prime factors without a butterfly, and several passes, along either axis.
		{[]int{37, 16}, 3}, {[]int{16, 37}, 3}, {[]int{1009, 4}, 1}, {[]int{3, 4093}, 1}, {[]int{32768, 5}, 1},
		{[]int{3, 65536}, 1},
	} {
		if p := (plan.Problem{Kind: plan.C2C, Shape: s.shape, Batch: s.batch}); p.Points() <= most {
			all = append(all, p)
		}
	}
	return all
}
