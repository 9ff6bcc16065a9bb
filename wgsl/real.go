package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// A Form is the content of an array of a real transform. It defines how a row of N elements and the
// points of the complex transform correspond. Package realdct derives the formulas.
//
// In the list, x is a row of N numbers, v the real sequence that is transformed, V its spectrum, z
// the input of the complex transform and Z its output.
type Form uint8

// The forms.
const (
	// Complex: the array holds complex points; there is no real transform.
	Complex Form = iota
	// RealPoints: v[n] = x[n].
	RealPoints
	// HalfSpectrum: the array holds the bins V[0] ... V[N/2]. The others are their conjugates.
	HalfSpectrum
	// EvenOdd: v is x[0], x[2], x[4] ..., then the odd elements in reverse (Makhoul).
	EvenOdd
	// DCT2Bins: x[k] = Re 2 w_4N^k V[k].
	DCT2Bins
	// SymmetricExtension: on load v is x, then x in reverse without its ends. On store x[k] = V[k],
	// which is real.
	SymmetricExtension
	// DCT4Rotation: on load z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1).
	// On store x[2k] - i x[N-1-2k] = w_2N^k Z[k].
	DCT4Rotation
	// DCT4Odd: on load v[c] is x at angle 8c+N of 8N. On store x at angle 8d+N is
	// Re w_8^N V[8d mod N]. N is odd.
	DCT4Odd
)

// formNames are the tags of the forms in kernel names.
var formNames = [...]string{"complex", "real", "half", "evenodd", "dct2bins", "symmetric", "dct4rotation", "dct4odd"}

// String returns the form's tag.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// Real describes one side of a real transform: the array and how its rows make complex points. The
// zero value is an array of complex points.
//
// A complex point consists of two numbers of one row, unless TwoForOne or ZeroImag is set. TwoForOne
// pairs neighboring rows of an inner extent above 1, and otherwise consecutive rows. Rows follow one
// another without gaps.
type Real struct {
	Form        Form
	N           int  // real numbers in a row
	TwoForOne   bool // two rows are real and imaginary part of one complex row
	ZeroImag    bool // a row is the real part of a complex row
	Sine        bool // signs and order of the sine transform of the same type
	OrthoEnds   bool // end elements have the ortho norm's factor: sqrt 2 on load, 1/sqrt 2 on store
	Bound       int  // elements of a row that exist (form RealPoints); later ones are zero; 0 means N
	InnerExtent int  // rows side by side, element by element; 0 means 1
}

// innerExtent returns InnerExtent with its default.
func (r Real) innerExtent() int { return max(1, r.InnerExtent) }

// IsReal reports whether the array holds real numbers.
func (r Real) IsReal() bool { return r.Form != Complex && r.Form != HalfSpectrum }

// IsSplit reports whether a store computes its elements from points k and -k of the complex
// transform: a Hermitian split.
func (r Real) IsSplit() bool { return !r.ZeroImag && r.isSpectral() }

// IsMerge reports whether a load computes points k and -k of the complex transform from the same
// elements: a Hermitian merge.
func (r Real) IsMerge() bool { return r.Form == HalfSpectrum || r.Form == DCT2Bins }

// hasPairExchange reports whether an exchange brings points k and -k together for the store.
func (k *Kernel) hasPairExchange() bool { return k.Store.Real.IsSplit() && !k.MirrorInRow }

// isSpectral reports whether a store of this form takes bins of a spectrum.
func (r Real) isSpectral() bool {
	return r.Form == HalfSpectrum || r.Form == DCT2Bins || r.Form == SymmetricExtension || r.Form == DCT4Odd
}

// IsHermitian reports whether a row is the half spectrum of one real row of even length.
func (r Real) IsHermitian() bool { return r.Form == HalfSpectrum && !r.TwoForOne && !r.ZeroImag }

// Len returns the number of elements of a row in the array.
func (r Real) Len() int {
	switch {
	case r.Form == HalfSpectrum:
		return r.N/2 + 1
	case r.Bound > 0:
		return r.Bound
	}
	return r.N
}

// halfPeriod returns half the period of a symmetric extension.
func (r Real) halfPeriod() int {
	if r.Sine {
		return r.N + 1
	}
	return r.N - 1
}

// Inner returns the number of points of the complex transform.
func (r Real) Inner() int {
	switch {
	case r.Form == SymmetricExtension:
		return r.halfPeriod()
	case r.TwoForOne || r.ZeroImag:
		return r.N
	}
	return r.N / 2
}

// PairCount returns the number of pairs of points k and -k of the complex transform.
func (r Real) PairCount() int { return r.Inner()/2 + 1 }

// rootOrder returns n if load or store multiply by roots w_n^e, and 0 otherwise.
func (r Real) rootOrder(store bool) int {
	switch {
	case r.Form == HalfSpectrum && !r.TwoForOne && !r.ZeroImag:
		return r.N
	case r.Form == DCT2Bins:
		return 4 * r.N
	case r.Form == SymmetricExtension && store:
		return 2 * r.halfPeriod()
	case r.Form == DCT4Rotation:
		return 8 * r.N
	}
	return 0
}

// hasRowCount reports whether the kernel needs the number of rows: the last of consecutive rows in
// pairs may have no partner.
func (r Real) hasRowCount() bool { return r.TwoForOne && r.innerExtent() == 1 }

// check returns an error if the fields contradict each other.
func (r Real) check() error {
	switch {
	case r == Real{}:
	case r.Form == Complex || r.Form > DCT4Odd || r.N < 1 || r.InnerExtent < 0 || r.Inner() < 1:
		return fmt.Errorf("real rows have a form, at least one element and an inner extent of at least 0")
	case r.Bound < 0 || r.Bound > r.N || r.Bound > 0 && r.Form != RealPoints:
		return fmt.Errorf("a bound is for real points, and at most the %d elements of a row", r.N)
	case r.TwoForOne && r.ZeroImag:
		return fmt.Errorf("two-for-one and zeroimag exclude each other")
	case !r.TwoForOne && !r.ZeroImag && r.Form != SymmetricExtension && r.N%2 != 0:
		return fmt.Errorf("a row of odd length %d needs two-for-one or zeroimag", r.N)
	case (r.TwoForOne || r.ZeroImag) && (r.Form == SymmetricExtension || r.Form == DCT4Rotation):
		return fmt.Errorf("form %v takes neither two-for-one nor zeroimag", r.Form)
	case r.Form == DCT4Odd && r.N%2 == 0:
		return fmt.Errorf("form %v needs an odd length, not %d", r.Form, r.N)
	}
	return nil
}

// String returns the tag in a kernel's name: dct2bins1024, half15.twoforone.inner3.
func (r Real) String() string {
	s := fmt.Sprintf("%v%d", r.Form, r.N)
	for _, f := range r.flags() {
		if *f.on {
			s += "." + f.name
		}
	}
	if r.Bound != 0 {
		s += fmt.Sprintf(".bound%d", r.Bound)
	}
	if r.InnerExtent != 0 {
		s += fmt.Sprintf(".inner%d", r.InnerExtent)
	}
	return s
}

// flags returns the fields of type bool.
func (r *Real) flags() []boolField {
	return []boolField{
		{"twoforone", &r.TwoForOne}, {"zeroimag", &r.ZeroImag}, {"sine", &r.Sine}, {"ortho", &r.OrthoEnds},
	}
}

// parse is the inverse of String. It reports false if the word does not begin with a form.
func (r *Real) parse(word string) (bool, error) {
	fields := strings.Split(word, ".")
	for f := RealPoints; f <= DCT4Odd; f++ {
		rest, ok := strings.CutPrefix(fields[0], f.String())
		if !ok {
			continue
		}
		n, err := strconv.Atoi(rest)
		if err != nil {
			return true, err
		}
		*r = Real{Form: f, N: n}
		for _, field := range fields[1:] {
			known := false
			for _, flag := range r.flags() {
				if field == flag.name {
					*flag.on, known = true, true
				}
			}
			for prefix, to := range map[string]*int{"bound": &r.Bound, "inner": &r.InnerExtent} {
				if n, ok := strings.CutPrefix(field, prefix); ok && !known {
					if *to, err = strconv.Atoi(n); err != nil {
						return true, err
					}
					known = true
				}
			}
			if !known {
				return true, fmt.Errorf("field %q is unknown", field)
			}
		}
		return true, nil
	}
	return false, nil
}

// checkReal returns an error if the kernel cannot have its real transforms.
func (k *Kernel) checkReal() error {
	load, store := k.Load.Real, k.Store.Real
	if err := load.check(); err != nil {
		return err
	}
	if err := store.check(); err != nil {
		return err
	}
	fits := func(r Real) bool {
		return r.Form == Complex || k.interleave() == (r.innerExtent()+r.rowsPerPoint()-1)/r.rowsPerPoint()
	}
	isSplitPass := k.N() == 1 && store.IsSplit()
	switch {
	case !fits(load) || !fits(store):
		return fmt.Errorf("interleave %d does not match the inner extent of the real rows", k.interleave())
	case load.Form != Complex && k.Load.Path != Direct, store.Form != Complex && k.Store.Path != Direct:
		return fmt.Errorf("real transforms need direct paths")
	case k.checkMirrorRows() != nil:
		return k.checkMirrorRows()
	case k.checkMirrorColumns() != nil:
		return k.checkMirrorColumns()
	case k.checkMirror() != nil:
		return k.checkMirror()
	case store.IsSplit() && !isSplitPass && !k.MirrorColumns &&
		(k.Store.Map.Stride != k.interleave() || k.Store.PassTwiddle != PassTwiddle{} || store.Inner() > k.N()):
		return fmt.Errorf("points k and -k share a workgroup only if it has whole transforms, or mirror columns")
	case !k.IsOneAxis() && (load.Form != Complex || store.Form != Complex):
		return fmt.Errorf("a real transform is along the only axis of its kernel")
	case load.rootOrder(false) > 0 && store.rootOrder(true) > 0 && load.rootOrder(false) != store.rootOrder(true):
		return fmt.Errorf("the real roots of load and store have orders %d and %d, want the same",
			load.rootOrder(false), store.rootOrder(true))
	case load.Form != Complex && k.Load.Planar && load.IsReal(),
		store.Form != Complex && k.Store.Planar && store.IsReal():
		return fmt.Errorf("an array of real numbers is not planar")
	}
	return nil
}

// rowsPerPoint returns how many rows of the inner extent one complex point takes.
func (r Real) rowsPerPoint() int {
	if r.TwoForOne && r.innerExtent() > 1 {
		return 2
	}
	return 1
}

// RealRootOrder returns n if load or store multiply by roots w_n^e for a real transform, and 0
// otherwise.
func (k Kernel) RealRootOrder() int {
	return max(k.Load.Real.rootOrder(false), k.Store.Real.rootOrder(true))
}

// hasRowCount reports whether the kernel reads the number of rows from a uniform.
func (k *Kernel) hasRowCount() bool { return k.Load.Real.hasRowCount() || k.Store.Real.hasRowCount() }

// element returns the WGSL type of an element of the array.
func (r Real) element() string {
	if r.IsReal() {
		return "f32"
	}
	return complexType
}
