package realdct

import (
	"slices"

	"wgfft/wgsl"
)

// A Form is the content of the array at one end of a real transform. An equation of the package maps it to the
// complex transform. The row is x with N numbers. The complex transform has the sequence v, its spectrum V or
// the points z.
type Form uint8

// The forms.
const (
	Complex   Form = iota // complex points: there is no real transform
	Natural               // x in order: v[n] = x[n]
	Spectral              // bins V[0] ... V[N/2]
	Permuted              // x in order, v by the permutation (6)
	Twiddled              // x in order: x from V by (7), or V from x by (8)
	Extended              // x in order, v its symmetric extension; on store (9) or (16)
	Rotated               // x of even N, z by (10); on store (11)
	Reordered             // x of odd N, v by angles; on store (12)
)

// Rows are the rows of the array at one end of a real transform. The zero value is an array of
// complex points.
type Rows struct {
	Form    Form
	N       int // numbers of a row
	Packing Packing
	Sine    bool // signs and order of the sine transform of the same type
	Ortho   bool // ends have the factor of the ortho norm: sqrt 2 on load, 1/sqrt 2 on store
	Bound   int  // numbers of a Natural row that exist; later ones are zero; 0 means all
	Inner   int  // rows side by side, element by element; 0 means 1
}

// IsReal reports whether the array holds real numbers.
func (r Rows) IsReal() bool { return r.Form != Complex && r.Form != Spectral }

// IsSplit reports whether a store computes its elements from points k and -k of the complex transform.
func (r Rows) IsSplit() bool {
	return r.Packing != ZeroImag && slices.Contains([]Form{Spectral, Twiddled, Extended, Reordered}, r.Form)
}

// IsMerge reports whether a load computes points k and -k of the complex transform from the same elements.
func (r Rows) IsMerge() bool { return r.Form == Spectral || r.Form == Twiddled }

// HasHalfMirror reports whether the numbers of points n and h-1-n of h points lie side by side.
func (r Rows) HasHalfMirror() bool {
	return r.Packing != ZeroImag && r.Inner == 0 && (r.Form == Rotated || r.Form == Permuted && r.points()%2 == 0)
}

// Len returns the number of elements of a row in the array.
func (r Rows) Len() int {
	switch {
	case r.Form == Spectral:
		return Bins(r.N)
	case r.Bound > 0:
		return r.Bound
	}
	return r.N
}

// points returns the number of points of the complex transform.
func (r Rows) points() int {
	if r.Form == Extended {
		return halfPeriod(r.N, r.Sine)
	}
	return r.Packing.points(r.N)
}

// Load returns k with the rows as its source. It sets a direct path, and replaces the ops of other rows by the ops
// of these rows. The threads' mirror selects ops that take pairs of points.
func (r Rows) Load(k wgsl.Kernel) wgsl.Kernel {
	r.place(&k.Load)
	k.Load.Ops = wgsl.MakeOps(append(r.ops(false, k.Threads.Mirror[0]), pointOps(k.Load.Ops)...)...)
	return k
}

// Store returns k with the rows as its target.
func (r Rows) Store(k wgsl.Kernel) wgsl.Kernel {
	r.place(&k.Store)
	all := r.ops(true, k.Threads.Mirror[1])
	slices.Reverse(all)
	k.Store.Ops = wgsl.MakeOps(append(pointOps(k.Store.Ops), all...)...)
	return k
}

// Without returns k with complex points at both ends.
func Without(k wgsl.Kernel) wgsl.Kernel { return Rows{}.Store(Rows{}.Load(k)) }

// place sets the rows of a view.
func (r Rows) place(e *wgsl.End) {
	e.View.Rows = wgsl.RowLayout{}
	if r.Form != Complex {
		e.View.Rows, e.Path = wgsl.RowLayout{Length: r.Len(), Inner: r.Inner}, wgsl.Direct
	}
}

// pointOps returns the ops that have points on both sides.
func pointOps(ops wgsl.Ops) []wgsl.Op {
	return slices.DeleteFunc(ops.List(), func(o wgsl.Op) bool {
		memory, register := o.Kinds()
		return memory != wgsl.Points || register != wgsl.Points
	})
}

// ops returns the ops of the rows from memory to registers. mirror is the mirror of the threads at this end.
func (r Rows) ops(isStore bool, mirror wgsl.Mirror) []wgsl.Op {
	points := RealPoints{r.Packing}
	n := r.N
	if r.Form == Extended {
		n = 2 * halfPeriod(r.N, r.Sine)
	}
	pairs := wgsl.Op(HermitianMerge{N: r.N, Packing: r.Packing})
	switch {
	case isStore && r.Packing == ZeroImag:
		pairs = HermitianHalf{N: n, RealEnds: r.Form == Spectral}
	case isStore:
		pairs = HermitianSplit{N: n, Packing: r.Packing}
	}
	switch isRotated := mirror.Centre == wgsl.Zero && r.Packing == HalfLength; {
	case r.Form == Complex:
		return nil
	case r.Form == Natural && r.Bound > 0:
		return []wgsl.Op{RowBound{Count: r.Bound}, points}
	case r.Form == Natural:
		return []wgsl.Op{points}
	case r.Form == Permuted && mirror.Centre == wgsl.Half:
		return []wgsl.Op{EvenOddPairs{Packing: r.Packing, Sine: r.Sine}}
	case r.Form == Permuted:
		return []wgsl.Op{EvenOdd{N: r.N, Sine: r.Sine}, points}
	case r.Form == Rotated:
		return []wgsl.Op{DCT4Rotation{N: r.N, Sine: r.Sine}}
	case r.Form == Spectral && (isStore || mirror.Rows != wgsl.RowGrid{}): // ends of mirror rows are complex
		return []wgsl.Op{pairs}
	case r.Form == Spectral:
		return []wgsl.Op{HalfSpectrum{N: r.N}, pairs}
	case r.Form == Twiddled && isRotated:
		return []wgsl.Op{DCT2Bins{N: r.N, Sine: r.Sine, Ortho: r.Ortho, Rotated: true}, DCT2Pairs{N: r.N}}
	case r.Form == Twiddled:
		return []wgsl.Op{DCT2Bins{N: r.N, Sine: r.Sine, Ortho: r.Ortho}, pairs}
	case r.Form == Extended && isStore:
		return []wgsl.Op{SymmetricBins{N: r.N, Sine: r.Sine, Ortho: r.Ortho}, pairs}
	case r.Form == Extended:
		return []wgsl.Op{SymmetricExtension{N: r.N, Sine: r.Sine, Ortho: r.Ortho}, points}
	case isStore:
		return []wgsl.Op{DCT4OddBins{N: r.N, Sine: r.Sine}, pairs}
	}
	return []wgsl.Op{DCT4Odd{N: r.N, Sine: r.Sine}, points}
}

// HermitianBins returns the number of bins of a row if the array of an end holds half spectra in HalfLength
// packing. It returns 0 for other arrays.
func HermitianBins(e wgsl.End) int {
	isHermitian := false
	for _, o := range e.Ops.List() {
		if memory, _ := o.Kinds(); memory == wgsl.Numbers {
			return 0
		}
		switch o := o.(type) {
		case HermitianSplit:
			isHermitian = o.Packing == HalfLength
		case HermitianMerge:
			isHermitian = o.Packing == HalfLength
		}
	}
	if !isHermitian {
		return 0
	}
	return e.View.Rows.Length
}
