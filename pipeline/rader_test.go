package pipeline

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestRaderStages runs Rader stages of one, two and three radices, with prime-factor and twiddle
// algorithms, alone and before other stages, with every exchange, thread order and path. Long tests
// run each case in place and out of place. Usual runs have a stage of one radix, of two coprime radices, and
// of two radices with twiddles.
func TestRaderStages(t *testing.T) {
	one := wgsl.Exchange{Split: true}
	rounds := wgsl.Exchange{Split: true, Slices: 3}
	type access struct {
		path  wgsl.Path
		order wgsl.Order
	}
	staged, across := access{path: wgsl.Staged}, access{order: wgsl.BatchFastest}
	cases := []struct {
		stage, chain       string
		points, transforms int
		exchange           wgsl.Exchange
		load               access // for the store, too, unless differentStore is set
		differentStore     bool
	}{
		{"36", "1", 36, 3, wgsl.Exchange{}, access{}, false},
		{"36", "1", 9, 3, one, staged, false},
		{"36", "4", 36, 2, one, across, false},
		{"36", "2.3", 12, 4, rounds, access{}, false},
		{"5.8", "1", 8, 5, rounds, staged, false},
		{"5.8", "7", 5, 2, wgsl.Exchange{}, across, true},
		{"4.15", "1", 15, 8, one, access{}, true},
		{"14.9", "8", 14, 1, one, access{}, false},
		{"2.7.9", "1", 18, 2, rounds, staged, true},
		{"6.5.7", "1", 15, 2, one, staged, false},
		{"2.7.9", "2.2", 18, 1, rounds, across, true},
		{"10.6", "1", 10, 3, one, staged, false},
		{"6.10", "4", 12, 2, wgsl.Exchange{}, across, false},
		{"3.20", "3", 20, 3, one, access{wgsl.Staged, wgsl.BatchFastest}, false},
		{"9.14", "1", 15, 16, wgsl.Exchange{}, access{wgsl.Staged, wgsl.BatchFastest}, false},
		{"4.9", "1", 9, 4, rounds, staged, false},
		{"6.6", "2", 6, 2, one, across, false},
	}
	forSome(t, len(cases), []int{15, 16, 1}, func(t *testing.T, r *harness, i int) {
		c := cases[i]
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(c.chain)},
			Threads:  wgsl.Ownership{Elements: c.points, Transforms: c.transforms},
			Exchange: c.exchange,
			Load:     wgsl.End{Path: c.load.path}}
		k.Threads.Order[0] = c.load.order
		k.Stages.Rader.Radices = parseChain(c.stage)
		k.Stages.Rader.Prime = k.Stages.Rader.Radices.N() + 1
		if !c.differentStore {
			k.Store.Path, k.Threads.Order[1] = c.load.path, c.load.order
		}
		k.Exchange.Layout = []wgsl.Layout{{}, {Swizzle: 5}, {Pad: 2}}[i%3]
		checkEitherPlace(t, r, i, k)
	})
}

// TestFoldedRaderWithLayouts runs a folded Rader stage with strided input, reversed output and zero
// padding.
func TestFoldedRaderWithLayouts(t *testing.T) {
	r := newHarness(t)
	k, err := plan.ParseKernel("fft43_rader43_by2.3.7_folded_1_p7_t2_digits2_down_innerpad2_secondpad1")
	require.NoError(t, err)
	const n, batch, have = 43, 5, 25
	apart := plan.Problem{Shape: []int{n}, Batch: batch, In: plan.Layout{Strides: []int{2}, Dist: 2 * n},
		Out: plan.Layout{Strides: []int{-1}, Offset: n - 1, Dist: n}}
	src := ref.Uniform(3, 2*n*batch)
	got := r.play(t, r.planWith(t, apart, k).Schedule(), src, n*batch)
	var dense []complex64
	for i := 0; i < len(src); i += 2 {
		dense = append(dense, src[i])
	}
	for b := range batch {
		slices.Reverse(got[b*n : (b+1)*n])
	}
	requireClose(t, got, dense, plan.Problem{Shape: []int{n}, Batch: batch}, "apart")

	padded := plan.Problem{Shape: []int{n}, Batch: batch, In: plan.Layout{Have: []int{have}}}
	src = ref.Uniform(4, have*batch)
	got = r.play(t, r.planWith(t, padded, k).Schedule(), src, n*batch)
	dense = make([]complex64, n*batch)
	for b := range batch {
		copy(dense[b*n:], src[b*have:(b+1)*have])
	}
	requireClose(t, got, dense, plan.Problem{Shape: []int{n}, Batch: batch}, "padded")
}

// checkEitherPlace runs kernel i of several in place or out of place, in turn. Long tests run both.
func checkEitherPlace(t *testing.T, r *harness, i int, k wgsl.Kernel) {
	for variant := range 2 {
		if !testcase.Long() && variant != i%2 {
			continue
		}
		p := mixedProblem(i/2 + 3*variant)
		p.Shape = []int{k.N()}
		p.InPlace = variant == 0
		r.check(t, r.planWith(t, p, k))
	}
}

// TestLengthsWithALargePrime runs the planner's choice for lengths with a large prime factor: Rader
// stages in one and in several passes, and Bluestein convolutions. Usual runs have one Rader stage.
func TestLengthsWithALargePrime(t *testing.T) {
	lengths := []int{67, 61, 74, 127, 53, 83, 37 * 24, 1009, 41 * 41, 43 * 64, 127 * 128, 4093, 8191, 1009 * 64}
	rader := 0
	forSome(t, len(lengths), indices(t, lengths, 61), func(t *testing.T, r *harness, i int) {
		p := mixedProblem(i)
		p.Shape = []int{lengths[i]}
		if lengths[i] > 2000 {
			p.Batch = 3
		}
		made := r.makePlan(t, p)
		for _, k := range made.Passes {
			if k.Stages.Rader.Prime > 0 {
				rader++
			}
		}
		r.check(t, made)
	})
	if testcase.Long() {
		require.GreaterOrEqual(t, rader, 5)
	}
	require.True(t, rader > 0 || os.Getenv("WGFFT_SHARD") != "")
}

// TestLargePrimesInOneThread runs butterflies of large primes, as convolutions and, for 47 points,
// directly. Usual runs have the shortest convolution.
func TestLargePrimesInOneThread(t *testing.T) {
	names := []string{
		"fft37_37_p37_t32_instaged_outstaged", "fft41_41_p41_t64_split_instaged_outstaged",
		"fft43_43_p43_t3_split2_instaged", "fft47_47_p47_t16_split_outstaged",
	}
	forSome(t, len(names), []int{0}, func(t *testing.T, r *harness, i int) {
		k, err := plan.ParseKernel(names[i])
		require.NoError(t, err)
		checkEitherPlace(t, r, i, k)
	})
}

// TestFoldedRaderStages runs folded Rader stages of two to four radices, with every power of two
// from 2 to 32, every exchange, and several transforms per workgroup. Usual runs have two and three
// radices.
func TestFoldedRaderStages(t *testing.T) {
	names := []string{
		"fft7_rader7_by2.3_folded_1_p2_t3_digits",
		"fft13_rader13_by4.3_folded_1_p4_t1_split_digits1_innerpad1",
		"fft61_rader61_by4.15_folded_1_p15_t4_digits1",
		"fft73_rader73_by8.9_folded_1_p9_t2_digits",
		"fft97_rader97_by32.3_folded_1_p12_t2_split_digits_innerpad1",
		"fft127_rader127_by14.9_folded_1_p14_t1_slices2_digits1_innerpad3_fma",
		"fft211_rader211_by10.3.7_folded_1_p21_t2_digits2_down_innerpad2_secondpad1",
		"fft241_rader241_by16.15_folded_1_p16_t1_split2_digits_innerpad1",
		"fft421_rader421_by4.5.3.7_folded_1_p12_t1_split2_digits_innerpad1",
		"fft631_rader631_by18.5.7_folded_1_p18_t1_slices2_digits2_down_fma",
		"fft43_rader43_by2.3.7_folded_1_p7_t2_digits2_down_innerpad2_secondpad1",
		"fft113_rader113_by16.7_folded_1_p16_t1_split2_digits_innerpad1",
		"fft211_rader211_by2.5.3.7_folded_1_p6_t1_split2_digits_innerpad1",
	}
	forSome(t, len(names), []int{1, 10}, func(t *testing.T, r *harness, i int) {
		k, err := plan.ParseKernel(names[i])
		require.NoError(t, err)
		checkEitherPlace(t, r, i, k)
	})
}
