package pipeline

import (
	"os"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// TestReducedTwiddleTables checks the accuracy of kernels that read only a basis of their twiddles,
// or share twiddles between butterflies. They have every radix, with all exchanges and layouts.
// Some have a Rader stage before, several axes, a convolution or mirror pairs, or belong to plans
// of several passes.
//
// Usual runs have a basis, and a basis with shared twiddles, of rows, of several axes and of a
// half-spectrum transform.
func TestReducedTwiddleTables(t *testing.T) {
	exchanges, layouts := allExchanges(), allLayouts()
	chains := []string{"2.3", "4.4", "3.5.7", "16.16", "8.8.8", "25.25", "5.20", "9.9.9", "11.13", "4.31", "2.19.3",
		"23.17", "32.32", "29.8", "6.30", "2.2.2.2.2", "7.7.7", "10.12", "3.27", "18.21"}
	sharing := 0
	forSome(t, len(chains), indices(t, chains, "4.4", "2.3"), func(t *testing.T, r *harness, i int) {
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(chains[i])},
			Threads:  wgsl.Ownership{Transforms: 1 + i%5},
			Twiddles: wgsl.Twiddles{Basis: uint8(1 + i%5)},
			Exchange: withLayout(exchanges[i*7%len(exchanges)], layouts[i*3%len(layouts)])}
		for _, radix := range k.StageRadices() {
			k.Threads.Elements = max(k.Threads.Elements, radix)
		}
		if i%2 > 0 { // several butterflies per thread, so that some share twiddles
			k.Threads.Elements, k.Twiddles.Basis, k.Twiddles.Share = 2*k.Threads.Elements, uint8(i/2%4), true
		}
		k.Threads.Transforms = min(k.Threads.Transforms, r.e.Device().Limits().Invocations/k.ThreadsPerTransform())
		k = withDigitLayout(k, i)
		if k.CanShareTwiddles() && k.Twiddles.Share {
			sharing++
		}
		p := plan.Problem{Shape: []int{k.N()}, Batch: 2*k.Threads.Transforms + 1, Inverse: i%3 == 0,
			InPlace: i/2%3 == 0,
			Norm:    plan.Norm(i % 3)}
		r.check(t, r.planWith(t, p, k))
	})
	require.True(t, sharing > 0 || testing.Short() || os.Getenv("WGFFT_SHARD") != "")
	r := newHarness(t)
	l := r.e.Device().Limits()
	few, once := 0, 0
	for i, p := range []plan.Problem{
		{Shape: []int{37 * 8}}, {Shape: []int{127}}, {Shape: []int{1009}}, {Shape: []int{24, 24}},
		{Shape: []int{16, 4, 16}}, {Shape: []int{64, 300}}, {Shape: []int{100000}}, {Shape: []int{10007}},
		{Kind: plan.R2C, Shape: []int{1000}}, {Kind: plan.C2R, Shape: []int{720}},
		{Kind: plan.R2C, Shape: []int{12, 96}}, {Kind: plan.DCT2, Shape: []int{256}},
		{Kind: plan.R2C, Shape: []int{32768}},
		{Kind: plan.C2R, Shape: []int{4096}}, {Kind: plan.DCT4, Shape: []int{1024}},
		{Kind: plan.R2C, Shape: []int{2 * 2401}}, {Kind: plan.DCT2, Shape: []int{512, 24}}, {Shape: []int{8191}},
		{Kind: plan.DST3, Shape: []int{2000}}, {Shape: []int{500}}, {Shape: []int{27}}, {Shape: []int{2401}},
	} {
		if !runsCase(t, i, 3, 9) {
			continue
		}
		p.Batch, p.Norm = 3, plan.Norm(i%3)
		axes, err := choose.Kernels(p, l)
		require.NoError(t, err)
		kernels := plan.Join(axes)
		for j := range kernels {
			k := kernels[j]
			if k.HasTwiddles() {
				k.Twiddles.Basis, k.Twiddles.Share = uint8(1+i/2%3), k.CanShareTwiddles()
				kernels[j] = k
				few++
				if k.Twiddles.Share {
					once++
				}
			}
		}
		pl, err := choose.Validate(p, l, kernels...)
		require.NoError(t, err, "%v", p)
		switch {
		case p.Kind != plan.C2C:
			r.checkReal(t, pl)
		case len(p.Shape) > 1:
			r.checkAxes(t, pl)
		default:
			r.check(t, pl)
		}
	}
	if testcase.Long() {
		require.Greater(t, few, 9)
		require.GreaterOrEqual(t, once, 3)
	}
	require.True(t, few > 0 && once > 0 || os.Getenv("WGFFT_SHARD") != "")
}
