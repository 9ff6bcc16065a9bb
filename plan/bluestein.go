package plan

import (
	"cmp"
	"math"
	"slices"

	"wgfft/hier"
	"wgfft/wgsl"
)

// Bluestein's transform of any n points is a convolution: with the chirp c[j] = exp(-i pi j^2 / n),
//
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])
//
// because jk = (j^2 + k^2 - (k-j)^2) / 2. The convolution goes through two transforms of m >= 2n-1 smooth points. The chirp is part
// of the first load and of the last store; elements from n on are neither read nor written. Where one workgroup holds m points all is one
// pass. Else the transforms go to reversed order and back (package hier): the middle pass transforms rows, multiplies by their
// spectra and transforms back, and the passes before and after it are columns.

// convolution chooses the kernels of a line's convolution. ok is false if there are none.
func chooseBluestein(line Axis, batch int, l wgsl.Limits) (c choice, ok bool) {
	ways := bluesteinWays(line, batch, bluesteinLengths(2*line.N-1, Capacity(l)), math.MaxInt, &passCosts{l: l, known: map[costKey]choice{}})
	if len(ways) == 0 {
		return choice{}, false
	}
	return slices.MinFunc(ways, compareCosts).choice(line.InnerExtent, l), true
}

// A convolving is a way to convolve: with one kernel, or by a reversal.
type bluesteinWay struct {
	digitReversedWay
	onePass choice
	m       int
}

// cheaper compares two ways.
func compareCosts(a, b bluesteinWay) int { return cmp.Compare(a.cost, b.cost) }

// chosen are the kernels of the way, with their cost.
func (c bluesteinWay) choice(side int, l wgsl.Limits) choice {
	if c.onePass.kernels != nil {
		return c.onePass
	}
	return c.digitReversedWay.choice(side, l)
}

// convolvings are ways to do a line's convolution, of these lengths and of each of them so many splits at most.
func bluesteinWays(line Axis, batch int, lengths []int, most int, prices *passCosts) []bluesteinWay {
	var all []bluesteinWay
	for _, m := range lengths {
		if m <= Capacity(prices.l) {
			if c, ok := onePassConvolution(m, line, batch, prices.l); ok {
				all = append(all, bluesteinWay{digitReversedWay: digitReversedWay{cost: c.cost}, onePass: c, m: m})
				continue
			}
		}
		for _, r := range digitReversedWays(m, line.InnerExtent, most, prices) {
			all = append(all, bluesteinWay{digitReversedWay: r, m: m})
		}
	}
	return all
}

// convolutionLengths returns the lengths worth comparing: the next power of two, and the next smooth lengths below it, beyond what a
// workgroup holds those with many columns.
func bluesteinLengths(least, capacity int) []int {
	power := 1
	for power < least {
		power *= 2
	}
	step, prime := 16, 7
	if least > capacity {
		step, prime = longLengthStep, longLengthPrime
	}
	lengths := []int{power}
	for m := (least + step - 1) / step * step; m < power && len(lengths) < 5; m += step {
		if LargestPrime(m) <= prime {
			lengths = append(lengths, m)
		}
	}
	return lengths
}

// Lengths of a convolution in several passes are multiples of the first, without prime factors above the second.
const (
	longLengthStep  = 256
	longLengthPrime = 13
)

// inner chooses the kernel of a line's convolution of m points that a workgroup holds: its load and store are direct.
func onePassConvolution(m int, line Axis, batch int, l wgsl.Limits) (choice, bool) {
	if f, ok := measuredConvolution(m); ok && line.InnerExtent == 1 && batch >= f.kernel.TransformsPerGroup && f.kernel.Check(l) == nil {
		if f.kernel.ConvolutionSpectra = 1; line.withRealOps(f.kernel).Check(l) == nil {
			return choice{[]wgsl.Kernel{f.kernel}, f.trips * float64(m)}, true
		}
	}
	direct := func(k wgsl.Kernel) bool { return k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct }
	k, ok := measuredRow(m)
	switch {
	case line.InnerExtent > 1:
		ks := columns(m, false, func(k wgsl.Kernel) wgsl.Kernel {
			k = Axis{N: m, InnerExtent: line.InnerExtent}.columns(k)
			k.ConvolutionSpectra = 1
			return k
		}, l, false)
		if len(ks) == 0 {
			return choice{}, false
		}
		k = ks[0]
	case !ok || k.Check(l) != nil || batch < k.TransformsPerGroup || !direct(k):
		ranked := Ranked(m, batch, l)
		i := slices.IndexFunc(ranked, direct)
		if i < 0 {
			return choice{}, false
		}
		k = ranked[i]
	}
	if cube, ok := WithDigitLayout(k, l); ok && line.InnerExtent == 1 && len(k.Radices.List()) < 4 {
		k = cube // 7 % faster in the median of those measured, of four stages slower
	}
	k.ConvolutionSpectra = 1
	k = flatIfNeeded(k, line.withRealOps(k), l)
	return choice{[]wgsl.Kernel{k}, ReferenceModel.Cost(FullFeatures(k)) * float64(m)}, true
}

// A reversal is a way through a convolution in several passes: the blocks of the way there, the last of them rows, and the cost there and back.
type digitReversedWay struct {
	blocks []hier.DigitReversedPass
	cost   float64
}

// reversed chooses the passes of a convolution of m points, of so many side by side, that no workgroup holds: the split of least cost.
func chooseDigitReversed(m, side int, prices *passCosts) (choice, bool) {
	all := digitReversedWays(m, side, math.MaxInt, prices)
	if len(all) == 0 {
		return choice{}, false
	}
	best := slices.MinFunc(all, func(a, b digitReversedWay) int { return cmp.Compare(a.cost, b.cost) })
	return best.choice(side, prices.l), true
}

// reversals are the splits of m points into as few passes as there are kernels for; where there are more than so many, those with rows that were
// measured first, and of the others those of short passes.
func digitReversedWays(m, side, most int, prices *passCosts) []digitReversedWay {
	var all []digitReversedWay
	for passes := 2; passes <= maxPasses && len(all) == 0; passes++ {
		splits := rowSplits(m, Capacity(prices.l), passes)
		if len(splits) > most {
			slices.SortStableFunc(splits, compareSplits)
			splits = splits[:most]
		}
		var items []passQuery // block by block of each split
		for _, factors := range splits {
			for i, b := range hier.DigitReversedPasses(factors, side) {
				key := costKey{r: b.R}
				if i == passes-1 {
					key.kind = middleKind(side)
				}
				items = append(items, passQuery{key, convolutionPlacer(b, m, false)})
			}
		}
		prices.compute(items)
		for s, factors := range splits {
			r, ok := digitReversedWay{blocks: hier.DigitReversedPasses(factors, side)}, true
			for i, it := range items[s*passes:][:passes] {
				times := 2.0 // there and back
				if i == passes-1 {
					times = 1
				}
				p, there := prices.of(it.costKey, it.at)
				r.cost, ok = r.cost+times*p.cost*float64(m), ok && there
			}
			if ok {
				all = append(all, r)
			}
		}
	}
	return all
}

// likelier compares splits by what is known before they are priced.
func compareSplits(a, b []int) int {
	unknown := func(factors []int) int {
		if _, measured := passTable()[passKey{Convolved, factors[len(factors)-1]}]; measured {
			return 0
		}
		return 1
	}
	return cmp.Or(cmp.Compare(unknown(a), unknown(b)), cmp.Compare(slices.Max(a), slices.Max(b)))
}

// chosen are the kernels of the passes.
func (r digitReversedWay) choice(side int, l wgsl.Limits) choice {
	c, m := choice{cost: r.cost}, r.blocks[0].B
	for i, b := range r.blocks {
		kind := Columns
		if i == len(r.blocks)-1 {
			kind = middleKind(side)
		}
		c.kernels = append(c.kernels, passKernel(kind, b.R, convolutionPlacer(b, m, false), l))
	}
	for _, b := range slices.Backward(r.blocks[:len(r.blocks)-1]) {
		c.kernels = append(c.kernels, passKernel(Columns, b.R, convolutionPlacer(b, m, true), l))
	}
	return c
}

// rowKind is the kind of the pass that convolves rows, of so many transforms side by side.
func middleKind(side int) PassKind {
	if side > 1 {
		return Columns // twice the work, but as columns lie
	}
	return Convolved
}

// mostRows is how many points the rows of a convolution in several passes have at most.
const maxRowPoints = 4096

// rowSplits returns the splits worth pricing: several columns and at the end rows, which a workgroup holds as whole and whose pass does
// twice the work, so that they need not be as long as the columns.
func rowSplits(m, capacity, passes int) [][]int {
	var all [][]int
	for _, factors := range hier.Splits(m, minFactor, min(capacity, maxRowPoints), passes) {
		columns := factors[:len(factors)-1]
		if len(factors) == passes && slices.Max(columns) <= maxFactor && slices.Max(columns) <= 16*slices.Min(columns) {
			all = append(all, factors)
		}
	}
	return all
}

// onTheWay places a kernel among the passes of a convolution of m points.
func convolutionPlacer(b hier.DigitReversedPass, m int, back bool) placer {
	return func(k wgsl.Kernel) wgsl.Kernel {
		k = b.Kernel(k, back)
		if b.B == b.R {
			k.ConvolutionSpectra = m / b.R
		}
		return k
	}
}

// convolve makes the passes of a line's convolution: one, or several with scratch between.
func (p *Plan) addBluestein(line int, u axisPlan, kernels []wgsl.Kernel, from, own, to Arg) error {
	for s, k := range kernels {
		first, last := s == 0, s == len(kernels)-1
		k.Load.SwapReIm, k.Store.SwapReIm = false, last
		at, next := own, own
		if first {
			at = from
			k.Load.Map.Dist, k.Load.Bound, k.Load.TableFactor = u.have*u.InnerExtent, u.have, true
		}
		if last {
			next = to
			k.Store.Map.Dist, k.Store.Bound, k.Store.TableFactor = u.N*u.InnerExtent, u.N, true
		}
		if err := p.addAxisPass(line, k, at, next); err != nil {
			return err
		}
	}
	return nil
}

// chirps are the recipes of the tables of a kernel of a line's convolution: its factors on the way in, its spectrum, and its factors on the way out.
func (l Axis) convolutionTables(k wgsl.Kernel) (in, spectrum, out Recipe) {
	wave := chirp{l.N, l.Inverse}
	factors := inVec4(wave, k.FactorStride())
	return factors, inVec4(newSpectrum(wave, l.Convolution, l.Factors), k.SpectrumStride()), factors
}
