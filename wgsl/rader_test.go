package wgsl

import (
	"fmt"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"
)

// rader returns a kernel of contiguous rows with a Rader stage and further radices.
func rader(t *testing.T, elements, transforms, prime int, chain string, radices ...int) Kernel {
	t.Helper()
	inner, err := ParseRadices(chain)
	require.NoError(t, err)
	outer, err := MakeRadices(radices...)
	require.NoError(t, err)
	k := Kernel{
		Stages:  Stages{Radices: outer, Rader: Rader{Prime: prime, Radices: inner}},
		Threads: Ownership{Elements: elements, Transforms: transforms},
	}
	k.Load.View = Rows(k.N(), k.N())
	k.Store.View = k.Load.View
	return k
}

// folded makes the Rader stage a folded one.
func folded(k *Kernel) { k.Stages.Rader.Fold, k.Exchange.Layout.Digits.On = true, true }

// swapped makes the transform an inverse one.
func swapped(k *Kernel) { k.Load.Ops[0], k.Store.Ops[0] = Swap{}, Swap{} }

// split passes real parts first.
func split(k *Kernel) { k.Exchange.Split = true }

// sliced exchanges points in n slices.
func sliced(n uint8) func(k *Kernel) { return func(k *Kernel) { k.Exchange.Slices = n } }

// batchFastest makes neighboring threads work on neighboring transforms.
func batchFastest(k *Kernel) { k.Threads.Order = [2]Order{BatchFastest, BatchFastest} }

// raderTrials are kernels with Rader stages: of one to three radices, with PFA and without, with
// further stages, on all paths.
func raderTrials(t *testing.T) []Kernel {
	return []Kernel{
		rader(t, 16, 3, 17, "16"),
		rader(t, 16, 2, 17, "16", 3),
		rader(t, 5, 3, 17, "4.4", 3, 2).with(staged),
		rader(t, 4, 2, 17, "2.2.4", 5).with(split),
		rader(t, 10, 2, 31, "6.5"),
		rader(t, 7, 1, 31, "2.3.5", 4).with(func(k *Kernel) { k.Exchange.Layout.Pad = 3 }),
		rader(t, 6, 4, 31, "5.6", 2).with(staged).with(split).with(batchFastest),
		rader(t, 15, 1, 61, "15.4").with(sliced(2)),
		rader(t, 8, 2, 61, "6.10", 3).with(sliced(3)).with(split),
		rader(t, 11, 2, 61, "6.10", 4).with(sliced(3)),
		rader(t, 13, 2, 61, "20.3", 2).with(sliced(2)).with(staged),
		rader(t, 12, 3, 61, "20.3").with(func(k *Kernel) { k.Threads.Order[0] = BatchFastest }),
		rader(t, 14, 2, 127, "14.9").with(staged).with(func(k *Kernel) { k.Dispatch.Tail = true }),
		rader(t, 9, 1, 127, "2.7.9", 2).with(staged).with(swapped),
		rader(t, 16, 2, 257, "16.16").with(func(k *Kernel) { k.Exchange.Layout.Swizzle = 4 }),
		rader(t, 18, 1, 257, "32.8", 3).with(staged).with(func(k *Kernel) { k.Dispatch.InPlace = true }),
		rader(t, 8, 8, 41, "8.5").with(func(k *Kernel) {
			k.Load.View, k.Store.View = Columns(24, 41), Columns(24, 41)
			batchFastest(k)
		}),
	}
}

// foldedTrials are kernels with folded Rader stages, of two to five radices.
func foldedTrials(t *testing.T) []Kernel {
	layout := func(inner uint8, isFalling bool, innerPad, secondPad uint8) func(k *Kernel) {
		return func(k *Kernel) {
			k.Exchange.Layout.Digits = Digits{
				On: true, Inner: inner, Falling: isFalling, InnerPad: innerPad, SecondPad: secondPad,
			}
		}
	}
	return []Kernel{
		rader(t, 2, 3, 7, "2.3").with(folded),
		rader(t, 3, 1, 13, "4.3").with(folded).with(split).with(layout(1, false, 1, 0)),
		rader(t, 15, 4, 31, "6.5").with(folded).with(swapped),
		rader(t, 15, 4, 61, "4.15").with(folded).with(layout(1, false, 0, 0)),
		rader(t, 15, 1, 61, "12.5").with(folded).with(func(k *Kernel) { k.Twiddles.FMA, k.Dispatch.Tail = true, true }),
		rader(t, 12, 2, 97, "32.3").with(folded).with(split).with(layout(0, false, 1, 0)),
		rader(t, 14, 1, 127, "14.9").with(folded).with(sliced(2)).with(layout(1, false, 3, 0)),
		rader(t, 21, 2, 211, "10.3.7").with(folded).with(layout(2, true, 2, 1)),
		rader(t, 17, 1, 1021, "20.17.3").with(folded).with(split).with(sliced(2)).with(layout(0, true, 1, 1)),
		rader(t, 20, 1, 2311, "2.3.5.7.11").with(folded),
	}
}

// requireDFT requires that a kernel computes the DFT without races.
func requireDFT(t *testing.T, k Kernel) {
	t.Helper()
	p, err := k.lower()
	require.NoError(t, err)
	in, out, races, err := played(k, p)
	require.NoError(t, err)
	require.Zero(t, races)
	worst := 0.0
	for q := range batchOf(k) {
		x := make([]complex128, k.N())
		for j := range x {
			x[j] = in[k.Load.View.At(q, j)]
		}
		for j, want := range dftOf(x, k.Load.Ops[0] != nil) {
			got := out[k.Store.View.At(q, j)]
			require.False(t, cmplx.IsNaN(got))
			worst = max(worst, cmplx.Abs(got-want))
		}
	}
	require.Less(t, worst, 1e-13*float64(k.N()))
}

// Kernels with Rader stages compute the DFT.
func TestPlayRader(t *testing.T) {
	for i, k := range append(raderTrials(t), foldedTrials(t)...) {
		t.Run(fmt.Sprint(i), func(t *testing.T) { requireDFT(t, k) })
	}
}

// Errors name the part of a Rader stage and what it needs.
func TestRaderErrors(t *testing.T) {
	digits := func(k *Kernel) { k.Exchange.Layout.Digits.On = true }
	for want, k := range map[string]Kernel{
		"want an odd prime":      rader(t, 4, 1, 15, "2.7"),
		"make 8 points: want 16": rader(t, 4, 1, 17, "8"),
		"fold the Rader stage":   rader(t, 6, 1, 31, "6.5").with(digits),
		"the even one first":     rader(t, 6, 1, 31, "5.6").with(folded),
		"pairwise coprime":       rader(t, 6, 1, 61, "6.10").with(folded),
		"want no further stages": rader(t, 6, 1, 31, "6.5", 2).with(folded),
		"want a digit layout":    rader(t, 6, 1, 31, "6.5").with(func(k *Kernel) { k.Stages.Rader.Fold = true }),
		"points-fastest order":   rader(t, 6, 2, 31, "6.5").with(folded).with(batchFastest),
		"two of one transform":   rader(t, 6, 2, 31, "6.5").with(folded).with(sliced(2)),
		"without an outer pad": rader(t, 6, 1, 31, "6.5").with(folded).with(func(k *Kernel) {
			k.Exchange.Layout.Digits.OuterPad = 2
		}),
		"folded rader: direct path": rader(t, 6, 1, 31, "6.5").with(folded).with(staged),
	} {
		_, err := k.lower()
		require.ErrorContains(t, err, want)
	}
}
