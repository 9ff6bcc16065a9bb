package choose

import (
	"math"
	"slices"

	"wgfft/plan"
	"wgfft/wgsl"
)

// Choice of folded Rader kernels: a whole prime length in one Rader stage, folded into sums and
// differences.
const (
	MinFoldedTuned = 1000 // smallest length for which the tuner measures folded kernels
	// minFoldedChosen is the smallest length for which the model chooses among folded kernels and
	// Bluestein's convolution only: it underestimates Rader stages that are not folded.
	minFoldedChosen = 2500
)

// maxFoldedElements is the largest number of live elements per thread of a folded kernel. The
// estimate of registers is too high for these kernels.
const maxFoldedElements = 48

// FoldedVariants returns the folded Rader kernels of n points, without a choice of the digit
// layout. It returns none if n is below least or no prime.
func FoldedVariants(n, least, batch int, l wgsl.Limits) []wgsl.Kernel {
	return validKernels(foldedVariants(n, least, batch, l), l)
}

// foldedVariants returns the candidates for FoldedVariants. They may be invalid, except for their limits.
func foldedVariants(n, least, batch int, l wgsl.Limits) []candidate {
	if n < least || n > wgsl.MaxRader || n > plan.OnePassPoints(l) || plan.LargestPrime(n) != n {
		return nil
	}
	var all []candidate
	for _, chain := range coprimeRadices(n - 1) {
		k := wgsl.Kernel{
			Stages:   wgsl.Stages{Rader: wgsl.Rader{Prime: n, Radices: chain, Fold: true}},
			Threads:  wgsl.Ownership{Transforms: 1},
			Exchange: wgsl.Exchange{Layout: wgsl.Layout{Digits: wgsl.Digits{On: true}}},
		}
		k.Load.View, k.Store.View = wgsl.Rows(n, n), wgsl.Rows(n, n)
		for k.Threads.Elements = 8; k.Threads.Elements <= plan.MaxThreadElements; k.Threads.Elements++ {
			if k.ThreadsPerTransform() > l.Invocations || k.ThreadsPerTransform() > 512 ||
				k.LiveElements() > maxFoldedElements {
				continue
			}
			t := &threading{costs: k.Estimate(), shape: &shape{}}
			for _, x := range []wgsl.Exchange{{}, {Split: true}, {Slices: 2}, {Split: true, Slices: 2}} {
				x.Layout = k.Exchange.Layout
				for _, transforms := range []int{1, 2, 4} {
					c := candidate{of: t, transforms: transforms, exchange: x}
					isSmall := transforms == 1 || transforms*k.ThreadsPerTransform() <= 256
					if isSmall && transforms <= batch && c.fits(l) {
						all = append(all, c)
					}
				}
			}
		}
	}
	return all
}

// coprimeRadices returns the factorizations of n into the fewest coprime radices up to plan.MaxAloneElements,
// the even one first.
func coprimeRadices(n int) []wgsl.Radices {
	var powers []int // prime powers of n
	for rest, d := n, 2; rest > 1; d++ {
		power := 1
		for ; rest%d == 0; rest /= d {
			power *= d
		}
		if d > plan.MaxPrime && rest > 1 {
			return nil
		}
		if power > 1 {
			powers = append(powers, power)
		}
	}
	var all []wgsl.Radices
	fewest := math.MaxInt
	var group func(radices []int, rest []int)
	group = func(radices, rest []int) {
		if len(rest) == 0 {
			if slices.Max(radices) > plan.MaxAloneElements || len(radices) < 2 || len(radices) > fewest {
				return
			}
			if len(radices) < fewest {
				fewest, all = len(radices), nil
			}
			for _, order := range permutations(radices[1:]) {
				if c, err := wgsl.MakeRadices(append([]int{radices[0]}, order...)...); err == nil {
					all = append(all, c)
				}
			}
			return
		}
		for i := range radices {
			more := slices.Clone(radices)
			more[i] *= rest[0]
			group(more, rest[1:])
		}
		group(append(slices.Clone(radices), rest[0]), rest[1:])
	}
	group(powers[:1], powers[1:]) // the power of 2, alone or with others
	return all
}
