package pipeline

import (
	"os"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/choose"
	"wgfft/internal/testcase"
	"wgfft/plan"
	"wgfft/wgsl"
)

// withDigitLayout returns every third kernel that can have a digit layout with one, and other kernels
// unchanged. Every second digit layout pads the outermost dimension, and some are cyclic.
func withDigitLayout(k wgsl.Kernel, i int) wgsl.Kernel {
	if !k.HasDigitLayout() || i%3 > 0 {
		return k
	}
	all := wgsl.DigitLayouts(len(k.Stages.Radices.List()))
	if i/3%2 > 0 {
		all = wgsl.PaddedOuter(len(k.Stages.Radices.List()))
	}
	k.Exchange.Layout = all[i/3*7%len(all)]
	k.Threads.Cyclic = i/6%2 == 0 && k.CanCycle()
	return k
}

// reduceSlices reduces the number of slices of a kernel until it can have a digit layout.
func reduceSlices(k wgsl.Kernel) wgsl.Kernel {
	for k.Exchange.Slices > 1 && !k.HasDigitLayout() {
		if k.Exchange.Slices--; k.Exchange.Slices == 1 {
			k.Exchange.Slices = 0
		}
	}
	return k
}

// digitShapes are kernels of two to five stages. Some have idle threads, several butterflies per
// thread, or fewer butterflies in one stage than in another.
var digitShapes = []struct {
	chain              string
	points, transforms int
}{
	{"4.4", 4, 5}, {"4.5", 4, 7}, {"5.4", 10, 4}, {"2.3.4", 6, 6}, {"4.3.2", 4, 3}, {"3.3.3", 9, 8},
	{"2.2.3.2", 4, 5}, {"2.3.2.3", 6, 4}, {"2.2.2.2.2", 4, 3}, {"7.2.5", 7, 1},
}

// TestDigitLayouts runs digit layouts of many dimension orders and paddings with every exchange and
// both thread orders. Long tests run all of them. Usual runs have a whole, a split and a sliced exchange.
func TestDigitLayouts(t *testing.T) {
	exchanges := append(allExchanges(), wgsl.Exchange{Slices: 3})
	const each = 16
	usual := usualCases(len(digitShapes)*each, func(i int) []any {
		x := exchanges[i/3%len(exchanges)]
		if i%len(digitShapes) > 5 {
			return nil // more stages, which take longer to compile
		}
		return []any{[2]any{"split", x.Split}, [2]any{"sliced", x.Slices > 0}, [2]any{"cyclic", i/13%2 == 0}}
	})
	forSome(t, len(digitShapes)*each, usual, func(t *testing.T, r *harness, i int) {
		shape := digitShapes[i%len(digitShapes)]
		if shape.chain == "2.3.2.3" && testcase.Long() { // whose kernels are long
			shape.points, shape.transforms = 12, 2
		}
		k := wgsl.Kernel{Stages: wgsl.Stages{Radices: parseChain(shape.chain)},
			Threads:  wgsl.Ownership{Elements: shape.points, Transforms: shape.transforms},
			Exchange: exchanges[i/3%len(exchanges)]}
		k.Threads.Order[0], k.Threads.Order[1] = wgsl.Order(i/2%2), wgsl.Order(i/5%2)
		k = reduceSlices(k)
		all := slices.Concat(wgsl.DigitLayouts(len(k.Stages.Radices.List())),
			wgsl.PaddedOuter(len(k.Stages.Radices.List())))
		k.Exchange.Layout = all[i*5%len(all)]
		k.Threads.Cyclic = i/13%2 == 0 && k.CanCycle()
		p := plan.Problem{Shape: []int{k.N()}, Batch: 2*k.Threads.Transforms + 1, Inverse: i%3 == 0,
			InPlace: i/2%3 == 0,
			Norm:    plan.Norm(i % 3)}
		r.check(t, r.planWith(t, p, k))
	})
}

// TestCyclicDigitLayouts runs digit layouts with cyclic butterfly order. The kernels have one and
// two middle stages, sliced exchanges, padded outer dimensions, two and three axes, and reduced
// twiddle tables. A convolution and real transforms with mirror pairs follow. Usual runs have one and two
// middle stages, and a real transform.
func TestCyclicDigitLayouts(t *testing.T) {
	r := newHarness(t)
	for i, c := range []struct {
		kind  plan.Kind
		shape []int
		name  string
	}{
		{plan.C2C, []int{60}, "fft60_3.4.5_p12_t2_cyclic_digits_basis1_share_vec4"},
		{plan.C2C, []int{36}, "fft36_2.3.2.3_p6_t4_cyclic_split2_digits3_outerpad5_basis1_share"},
		{plan.C2C, []int{72}, "fft72_2.3.2.3.2_p6_t2_cyclic_split_digits_down"},
		{plan.C2C, []int{6, 10}, "fft60_3.2x2.5_p6_t2_cyclic_split_digits_share"},
		{plan.C2C, []int{3, 4, 6}, "fft72_3x4x2.3_p6_t2_cyclic_digits1"},
		{plan.C2C, []int{59}, "fft120_4.5.6_p20_t1_cyclic_split_digits1_down_innerpad1_outerpad3_filter(spectra1)"},
		{plan.R2C, []int{120}, "fft60_3.4.5_p12_t2_cyclic_split_digits_outmirrorzero_basis1_share"},
		{plan.C2R, []int{120}, "fft60_5.4.3_p12_t2_cyclic_digits1_inmirrorzero"},
		{plan.DCT2, []int{128},
			"fft64_4.4.4_p8_t2_cyclic_split_digits_innerpad2_secondpad1_inmirrorhalf_outmirrorzero_share"},
		{plan.DCT3, []int{128}, "fft64_4.4.4_p8_t2_cyclic_split2_digits_down_inmirrorzero_outmirrorhalf"},
	} {
		if !runsCase(t, i, 1, 7, 0) {
			continue
		}
		k, err := plan.ParseKernel(c.name)
		require.NoError(t, err)
		require.True(t, k.Threads.Cyclic)
		p := plan.Problem{Kind: c.kind, Shape: c.shape, Batch: 2*k.Threads.Transforms + 1, Norm: plan.Norm(i % 3)}
		p.Inverse = i%2 == 0 && c.kind == plan.C2C
		pl, err := choose.From(p, r.e.Device().Limits(), k)
		require.NoError(t, err, c.name)
		require.True(t, pl.Passes[0].Threads.Cyclic, c.name)
		switch {
		case c.kind != plan.C2C:
			r.checkReal(t, pl)
		case len(c.shape) > 1:
			r.checkAxes(t, pl)
		default:
			r.check(t, pl)
		}
	}
}

// TestDigitLayoutsOfPlans runs convolutions of one pass and transforms of several passes, with a
// digit layout in every pass that can have one. Usual runs have a convolution and a transform of several passes.
func TestDigitLayoutsOfPlans(t *testing.T) {
	t.Parallel()
	r := newHarness(t)
	l := r.e.Device().Limits()
	digits := 0
	for i, n := range []int{37, 59, 61, 127, 509, 720, 4096, 5000, 6561} {
		if !runsCase(t, i, 0, 5) {
			continue
		}
		by := plan.Bluestein
		if n > 600 {
			by = []plan.Algorithm{plan.FourStep, plan.Transposed}[i%2]
		}
		p := plan.Problem{Shape: []int{n}, Batch: 3, Inverse: i%2 == 0, Norm: plan.Ortho}
		pl, err := choose.MakeBy(p, l, by)
		require.NoError(t, err)
		var ks []wgsl.Kernel
		for pass, k := range pl.Passes {
			if k = withDigitLayout(k, 3*(i+pass)); k.Exchange.Layout.Digits.On {
				digits++
			}
			ks = append(ks, k)
		}
		pl, err = choose.From(p, l, ks...)
		require.NoError(t, err)
		r.check(t, pl)
	}
	if testcase.Long() {
		require.Greater(t, digits, 8)
	}
	require.True(t, digits > 0 || os.Getenv("WGFFT_SHARD") != "")
}
