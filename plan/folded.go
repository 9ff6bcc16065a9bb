package plan

import (
	"math"
	"slices"

	"wgfft/wgsl"
)

// Lines of a prime number of points may go by a Rader stage of pairs (wgsl/pairs.go), which is a whole kernel. On an NVIDIA H200 8191 points take 0.79 ms so, by Bluestein's
// convolution of 16384 0.91; 16381 take 1.10 ms, 1.42 in halves, 3571 0.62, by a stage of single points 1.00; 1009 and 1021 gain 2 to 6 %, and 17 and 13 more
// in two warps with breaks (on an H100); without these 2003 loses 1 and 4093 7 %, and 61 and 127 take a third longer.
const (
	minFoldedTuned  = 1000 // points of lines for which the tuner measures such kernels
	minFoldedChosen = 2500 // and of those for which the model chooses among them and Bluestein's convolution, not among stages of single points, which it flatters
)

// mostHeldPaired is the most points that a thread of such a kernel holds. By the estimate of registers there would be too many of them at 16381 points, 39 in each of 512 threads, and
// fewer points took longer.
const maxFoldedElements = 48

// pairedVariants are the kernels of lines of so many points whose Rader stage takes pairs, in a cube whose grain is still to be chosen.
func foldedVariants(n, least, batch int, l wgsl.Limits) []wgsl.Kernel {
	if n < least || n > wgsl.MaxRader || n > Capacity(l) || LargestPrime(n) != n {
		return nil
	}
	var all []wgsl.Kernel
	for _, chain := range coprimeRadices(n - 1) {
		k := wgsl.Kernel{Rader: wgsl.Rader{Prime: n, Radices: chain, Fold: true}, TransformsPerGroup: 1, Layout: wgsl.Layout{Kind: wgsl.Digits}}
		k.Load.Map, k.Store.Map = wgsl.Contiguous(n), wgsl.Contiguous(n)
		for k.ElementsPerThread = 8; k.ElementsPerThread <= maxPoints; k.ElementsPerThread++ {
			if k.Threads() > l.Invocations || k.Threads() > 512 || k.LiveElements() > maxFoldedElements {
				continue
			}
			for _, k.Exchange = range []wgsl.Exchange{{}, {Split: true}, {Slices: 2}, {Split: true, Slices: 2}} {
				for _, k.TransformsPerGroup = range []int{1, 2, 4} {
					if k.TransformsPerGroup <= batch && (k.TransformsPerGroup == 1 || k.Invocations() <= 256) && k.Check(l) == nil {
						all = append(all, k)
					}
				}
			}
		}
	}
	return all
}

// coprimeChains are the chains of n points of as few coprime radices up to maxAlone as can be, the even one first.
func coprimeRadices(n int) []wgsl.Radices {
	var powers []int // of primes
	for rest, d := n, 2; rest > 1; d++ {
		power := 1
		for ; rest%d == 0; rest /= d {
			power *= d
		}
		if d > MaxPrime && rest > 1 {
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
			if slices.Max(radices) > maxAlone || len(radices) < 2 || len(radices) > fewest {
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
	group(powers[:1], powers[1:]) // the power of 2, with others or by itself
	return all
}
