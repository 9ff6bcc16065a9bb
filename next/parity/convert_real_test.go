package parity

import (
	wgsl "wgfft/next"
	"wgfft/next/realdct"
	old "wgfft/wgsl"
)

// packing returns the packing of a real array.
func packing(r old.Real) realdct.Packing {
	switch {
	case r.TwoForOne:
		return realdct.TwoRows
	case r.ZeroImag:
		return realdct.ZeroImag
	}
	return realdct.HalfLength
}

// isDCT2Pair reports whether the bins of a row are made or taken by DCT2Pairs.
func isDCT2Pair(o old.Kernel, r old.Real) bool {
	return o.MirrorInRow && r.Form == old.DCT2Bins && !r.TwoForOne && !r.ZeroImag
}

// period returns the length of the sequence of a symmetric extension.
func period(r old.Real) int {
	if r.Sine {
		return 2 * (r.N + 1)
	}
	return 2 * (r.N - 1)
}

// loadReal returns the ops of the load of a real transform.
func loadReal(o old.Kernel) []wgsl.Op {
	r := o.Load.Real
	points := wgsl.Op(realdct.RealPoints{Packing: packing(r)})
	switch r.Form {
	case old.RealPoints:
		if r.Bound > 0 {
			return []wgsl.Op{realdct.RowBound{Count: r.Bound}, points}
		}
		return []wgsl.Op{points}
	case old.EvenOdd:
		if o.MirrorHalf && r.HasHalfMirror() {
			return []wgsl.Op{realdct.EvenOddPairs{Packing: packing(r), Sine: r.Sine}}
		}
		return []wgsl.Op{realdct.EvenOdd{N: r.N, Sine: r.Sine}, points}
	case old.SymmetricExtension:
		return []wgsl.Op{realdct.SymmetricExtension{N: r.N, Sine: r.Sine, Ortho: r.OrthoEnds}, points}
	case old.DCT4Odd:
		return []wgsl.Op{realdct.DCT4Odd{N: r.N, Sine: r.Sine}, points}
	case old.DCT4Rotation:
		return []wgsl.Op{realdct.DCT4Rotation{N: r.N, Sine: r.Sine}}
	case old.HalfSpectrum:
		return []wgsl.Op{realdct.HalfSpectrum{N: r.N}, realdct.HermitianMerge{N: r.N, Packing: packing(r)}}
	case old.DCT2Bins:
		pairs := isDCT2Pair(o, r)
		bins := realdct.DCT2Bins{N: r.N, Sine: r.Sine, Ortho: r.OrthoEnds, Rotated: pairs}
		if pairs {
			return []wgsl.Op{bins, realdct.DCT2Pairs{N: r.N}}
		}
		return []wgsl.Op{bins, realdct.HermitianMerge{N: r.N, Packing: packing(r)}}
	}
	return nil
}

// storeReal returns the ops of the store of a real transform.
func storeReal(o old.Kernel) []wgsl.Op {
	r := o.Store.Real
	n := r.N
	if r.Form == old.SymmetricExtension {
		n = period(r)
	}
	points := wgsl.Op(realdct.RealPoints{Packing: packing(r)})
	split := wgsl.Op(realdct.HermitianSplit{N: n, Packing: packing(r)})
	if r.ZeroImag {
		split = realdct.HermitianHalf{N: n, RealEnds: r.Form == old.HalfSpectrum}
	}
	switch r.Form {
	case old.RealPoints:
		if r.Bound > 0 {
			return []wgsl.Op{points, realdct.RowBound{Count: r.Bound}}
		}
		return []wgsl.Op{points}
	case old.EvenOdd:
		if o.MirrorHalf && r.HasHalfMirror() {
			return []wgsl.Op{realdct.EvenOddPairs{Packing: packing(r), Sine: r.Sine}}
		}
		return []wgsl.Op{points, realdct.EvenOdd{N: r.N, Sine: r.Sine}}
	case old.SymmetricExtension:
		return []wgsl.Op{split, realdct.SymmetricBins{N: r.N, Sine: r.Sine, Ortho: r.OrthoEnds}}
	case old.DCT4Odd:
		return []wgsl.Op{split, realdct.DCT4OddBins{N: r.N, Sine: r.Sine}}
	case old.DCT4Rotation:
		return []wgsl.Op{realdct.DCT4Rotation{N: r.N, Sine: r.Sine}}
	case old.HalfSpectrum:
		return []wgsl.Op{split}
	case old.DCT2Bins:
		bins := realdct.DCT2Bins{N: r.N, Sine: r.Sine, Ortho: r.OrthoEnds}
		if isDCT2Pair(o, r) {
			bins.Rotated = true
			return []wgsl.Op{realdct.DCT2Pairs{N: r.N}, bins}
		}
		return []wgsl.Op{split, bins}
	}
	return nil
}

// setMirror sets the rows of real transforms, and the mirrors by which threads hold pairs of points.
func setMirror(o old.Kernel, k *wgsl.Kernel) error {
	for side, r := range []old.Real{o.Load.Real, o.Store.Real} {
		v := []*wgsl.View{&k.Load.View, &k.Store.View}[side]
		if r.Form != old.Complex {
			v.Rows = wgsl.RowLayout{Length: r.Len(), Inner: r.InnerExtent}
		}
		takesPairs := side == 0 && r.IsMerge() || side == 1 && r.IsSplit()
		switch {
		case o.MirrorColumns:
		case o.MirrorInRow && takesPairs:
			k.Threads.Mirror[side].Centre = wgsl.Zero
		case o.MirrorHalf && r.HasHalfMirror():
			k.Threads.Mirror[side].Centre = wgsl.Half
		}
	}
	return missing("mirror columns", o.MirrorColumns)
}
