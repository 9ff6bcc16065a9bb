package plan

import (
	"slices"

	"wgfft/wgsl"
)

// Bluestein's transform of any n points is a convolution: with the chirp c[j] = exp(-i pi j^2 / n),
//
//	X[k] = c[k] sum over j of (x[j] c[j]) conj(c[k-j])
//
// because jk = (j^2 + k^2 - (k-j)^2) / 2. The convolution goes through two transforms of m >= 2n-1 smooth points. The chirp is part
// of the first load and of the last store, the product of the spectra part of a store between, or done in registers where one workgroup
// holds m points: then it is all one pass. Elements from n on are neither read nor written.

// Bluestein plans a problem as a convolution, whatever its length: for comparison with what Make chooses.
func Bluestein(p Problem, l wgsl.Limits) (Plan, error) {
	if err := p.Check(l); err != nil {
		return Plan{}, err
	}
	c, ok := convolution(p.Points(), ChoiceBatch(p.Points(), p.Count(), l), l)
	if !ok {
		return Plan{}, &LengthError{N: p.Points(), Reason: "no passes hold its convolution"}
	}
	return With(p, l, c.kernels...)
}

// convolution chooses m and the kernels: one that does it all where a workgroup holds m points, else those of both transforms.
func convolution(n, batch int, l wgsl.Limits) (chosen, bool) {
	var best chosen
	for _, m := range convolutionLengths(2*n-1, Capacity(l)) {
		ks, ok := inner(m, batch, l)
		if !ok {
			continue
		}
		if len(ks) == 1 {
			ks[0].Convolve = true
		}
		c := chosen{kernels: ks}
		for _, k := range ks {
			c.cost += H200.Cost(Full(k)) * float64(m)
		}
		if !ks[0].Convolve { // there and back
			c.kernels, c.cost = append(slices.Clone(ks), ks...), 2*c.cost
		}
		if best.kernels == nil || c.cost < best.cost {
			best = c
		}
	}
	return best, best.kernels != nil
}

// convolve makes the only pass of a convolution that a workgroup holds.
func (p *Plan) convolve(k wgsl.FFT) error {
	n := p.Problem.Points()
	p.Convolution = k.N()
	if err := p.divide(); err != nil {
		return err
	}
	k.Load = wgsl.Load{Map: wgsl.Map{Stride: 1, Dist: n}, Order: k.Load.Order, Length: n, Factor: true}
	k.Store = wgsl.Store{Map: wgsl.Map{Stride: 1, Dist: n}, Order: k.Store.Order, Swap: true, Length: n, Factor: true}
	if scale := p.Problem.Scale(); scale != 1 {
		k.Store.Scale = scale
	}
	from, to := p.Problem.route(0, 1)
	return p.add(k, from, to)
}

// convolutionLengths returns the lengths worth comparing: the next power of two, and the next smooth lengths below it that
// take no more passes than they must.
func convolutionLengths(least, capacity int) []int {
	power := 1
	for power < least {
		power *= 2
	}
	lengths := []int{power}
	if power > capacity && least > capacity {
		return lengths // powers of two have the best columns
	}
	for m := least; m < power && len(lengths) < 5; m++ {
		if LargestPrime(m) <= 7 && m%16 == 0 {
			lengths = append(lengths, m)
		}
	}
	return lengths
}

// inner chooses the kernels of a transform that others are wrapped round: their first load and last store are direct.
func inner(n, batch int, l wgsl.Limits) ([]wgsl.FFT, bool) {
	direct := func(k wgsl.FFT) bool { return k.Load.Path == wgsl.Direct && k.Store.Path == wgsl.Direct }
	if n <= Capacity(l) {
		if k, ok := favourite(n); ok && k.Check(l) == nil && batch >= k.Transforms && direct(k) {
			return []wgsl.FFT{k}, true
		}
		if ranked := Ranked(n, batch, l); slices.ContainsFunc(ranked, direct) {
			return []wgsl.FFT{ranked[slices.IndexFunc(ranked, direct)]}, true
		}
	}
	c, ok := several(n, l)
	return c.kernels, ok
}

// bluestein makes the passes of a convolution of two equal halves of kernels.
func (p *Plan) bluestein(kernels []wgsl.FFT) error {
	n, half := p.Problem.Points(), len(kernels)/2
	p.Convolution = product(kernels[:half])
	if err := p.divide(); err != nil {
		return err
	}
	at := Arg{Role: Input}
	if p.Problem.InPlace {
		at = Arg{Role: Output}
	}
	for s, k := range kernels {
		to := Arg{Role: Scratch, Index: 0}
		back := s >= half
		first, last := s%half == 0, s%half == half-1
		switch {
		case back && last:
			to = Arg{Role: Output}
		case !back && last && !first: // the last pass of several writes where it reads
			to = at
		case at == to:
			to.Index = 1
		}
		if half == 1 {
			k.Load.Map, k.Store.Map, k.Load.Turn = wgsl.Contiguous(p.Convolution), wgsl.Contiguous(p.Convolution), wgsl.Turn{}
		}
		k.Load.Swap, k.Store.Swap, k.Store.Scale = back && first, back && last, 0
		if !back && first {
			k.Load.Map.Dist, k.Load.Length, k.Load.Factor = n, n, true
		}
		if !back && last {
			k.Store.Factor = true
		}
		if back && last {
			k.Store.Map.Dist, k.Store.Length, k.Store.Factor = n, n, true
			if scale := p.Problem.Scale(); scale != 1 {
				k.Store.Scale = scale
			}
		}
		if err := p.add(k, at, to); err != nil {
			return err
		}
		at = to
	}
	return nil
}
