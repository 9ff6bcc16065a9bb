package wgsl

import (
	"fmt"
	"strconv"
	"strings"
)

// A Form says what an array of a real transform holds, and how the points of the complex transform inside come from it or go to it. Of a
// row of N numbers x let v be a sequence, V its spectrum, and z the points of the complex transform, Z their spectrum: see package realdct.
type Form uint8

// The forms.
const (
	Complex            Form = iota // the complex points themselves: no real transform
	RealPoints                     // v[n] = x[n]
	HalfSpectrum                   // the bins V[0] ... V[N/2]; the others are conjugates of these
	EvenOdd                        // v is x[0], x[2], x[4] ... and then the others backwards
	DCT2Bins                       // Re 2 w_4N^k V[k]
	SymmetricExtension             // on load v is x and x backwards, without its ends doubled; on store V[k], which has no imaginary part
	DCT4Rotation                   // on load z[j] = (x[2j] + i x[N-1-2j]) w_8N^(4j+1); on store x[2k] - i x[N-1-2k] = w_2N^k Z[k]
	DCT4Odd                        // on load v[c] = x at the angle 8c+N of 8N; on store Re w_8^N V[8d mod N] at the angle 8d+N
)

// formNames are the forms' parts of a kernel's name.
var formNames = [...]string{"complex", "real", "half", "evenodd", "dct2bins", "symmetric", "dct4rotation", "dct4odd"}

// String is the form's name.
func (f Form) String() string {
	if int(f) < len(formNames) {
		return formNames[f]
	}
	return fmt.Sprintf("form(%d)", uint8(f))
}

// Real is the arrangement of an array of a real transform; its zero value is an array of complex points. Transforms of rows of N numbers
// lie side by side as Lanes says, and row r of the arrays follows row r-1 without a gap.
type Real struct {
	Form        Form
	N           int  // numbers of a row
	TwoForOne   bool // a complex point is made of a number of each of two rows
	ZeroImag    bool // of one number, without an imaginary part; else of two of one row
	Sine        bool // the signs and the order of the sine transforms
	OrthoEnds   bool // the first number, of Mirrored the last too, has the factor of the ortho norm: sqrt 2 on load, 1/sqrt 2 on store
	Bound       int  // numbers there are of a row of form Reals; 0 means N. The others are zero, and are not stored
	InnerExtent int  // rows side by side; 0 means 1. With Rows two neighbours of them are taken together, else two that follow one another
}

// side is Side with its default.
func (r Real) innerExtent() int { return max(1, r.InnerExtent) }

// IsReal says whether the array holds real numbers, not complex ones.
func (r Real) IsReal() bool { return r.Form != Complex && r.Form != HalfSpectrum }

// Splits says whether the store takes points k and -k of the complex transform together.
func (r Real) IsSplit() bool {
	return !r.ZeroImag && r.spectral()
}

// Joins says whether the load makes points k and -k of the complex transform of the same bins.
func (r Real) IsMerge() bool { return r.Form == HalfSpectrum || r.Form == DCT2Bins }

// gathers says whether an exchange brings points k and -k together.
func (k *Kernel) gathers() bool { return k.Store.Real.IsSplit() && !k.MirrorInRow }

// spectral says whether a store with this arrangement takes bins, not numbers of a sequence.
func (r Real) spectral() bool {
	return r.Form == HalfSpectrum || r.Form == DCT2Bins || r.Form == SymmetricExtension || r.Form == DCT4Odd
}

// OfBins says whether a row of the array is half the spectrum of one row of an even number of numbers.
func (r Real) IsHermitian() bool { return r.Form == HalfSpectrum && !r.TwoForOne && !r.ZeroImag }

// Len is how many elements of the array a row takes.
func (r Real) Len() int {
	switch {
	case r.Form == HalfSpectrum:
		return r.N/2 + 1
	case r.Bound > 0:
		return r.Bound
	}
	return r.N
}

// mirror is the half of the period of a mirrored row.
func (r Real) mirror() int {
	if r.Sine {
		return r.N + 1
	}
	return r.N - 1
}

// Inner is how many points the complex transform has.
func (r Real) Inner() int {
	switch {
	case r.Form == SymmetricExtension:
		return r.mirror()
	case r.TwoForOne || r.ZeroImag:
		return r.N
	}
	return r.N / 2
}

// Pairs is how many pairs of points k and -k the complex transform has.
func (r Real) PairCount() int { return r.Inner()/2 + 1 }

// waveOrder is the order of the roots that the arrangement takes, 0 for none.
func (r Real) waveOrder(store bool) int {
	switch {
	case r.Form == HalfSpectrum && !r.TwoForOne && !r.ZeroImag:
		return r.N
	case r.Form == DCT2Bins:
		return 4 * r.N
	case r.Form == SymmetricExtension && store:
		return 2 * r.mirror()
	case r.Form == DCT4Rotation:
		return 8 * r.N
	}
	return 0
}

// counted says whether which rows exist must be known: of two rows that follow one another the second may be missing.
func (r Real) counted() bool { return r.TwoForOne && r.innerExtent() == 1 }

// check says what is wrong with the arrangement.
func (r Real) check() error {
	switch {
	case r == Real{}:
	case r.Form == Complex || r.Form > DCT4Odd || r.N < 1 || r.InnerExtent < 0 || r.Inner() < 1:
		return fmt.Errorf("an arrangement of real rows has a form and at least one number a row")
	case r.Bound < 0 || r.Bound > r.N || r.Bound > 0 && r.Form != RealPoints:
		return fmt.Errorf("rows of form reals may have fewer numbers")
	case r.TwoForOne && r.ZeroImag:
		return fmt.Errorf("a row goes with another or alone")
	case !r.TwoForOne && !r.ZeroImag && r.Form != SymmetricExtension && r.N%2 != 0:
		return fmt.Errorf("pairs of numbers need an even length")
	case (r.TwoForOne || r.ZeroImag) && (r.Form == SymmetricExtension || r.Form == DCT4Rotation):
		return fmt.Errorf("the form %v takes pairs of numbers", r.Form)
	case r.Form == DCT4Odd && r.N%2 == 0:
		return fmt.Errorf("the form %v takes rows of odd length", r.Form)
	}
	return nil
}

// String is the arrangement's part of a kernel's name: cosine1024, half15.rows.side3.
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

func (r *Real) flags() []yesNo {
	return []yesNo{{"twoforone", &r.TwoForOne}, {"zeroimag", &r.ZeroImag}, {"sine", &r.Sine}, {"ortho", &r.OrthoEnds}}
}

// parse reads what String prints; it reports false where the word begins with no form.
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
				return true, fmt.Errorf("field %q is not known", field)
			}
		}
		return true, nil
	}
	return false, nil
}

// checkReal says what is wrong with the arrangements of a kernel.
func (k *Kernel) checkReal() error {
	load, store := k.Load.Real, k.Store.Real
	if err := load.check(); err != nil {
		return err
	}
	if err := store.check(); err != nil {
		return err
	}
	fits := func(r Real) bool { return r.Form == Complex || k.interleave() == (r.innerExtent()+r.step()-1)/r.step() }
	apart := k.N() == 1 && store.IsSplit()
	switch {
	case !fits(load) || !fits(store):
		return fmt.Errorf("the lanes are not those of the rows side by side")
	case load.Form != Complex && k.Load.Path != Direct, store.Form != Complex && k.Store.Path != Direct:
		return fmt.Errorf("the rows of real transforms take direct paths")
	case k.checkMirrorRows() != nil:
		return k.checkMirrorRows()
	case k.checkMirrorColumns() != nil:
		return k.checkMirrorColumns()
	case k.checkMirror() != nil:
		return k.checkMirror()
	case store.IsSplit() && !apart && !k.MirrorColumns && (k.Store.Map.Stride != k.interleave() || k.Store.PassTwiddle != PassTwiddle{} || store.Inner() > k.N()):
		return fmt.Errorf("points k and -k are in one workgroup where it has whole transforms")
	case !k.IsOneAxis() && (load.Form != Complex || store.Form != Complex):
		return fmt.Errorf("real transforms are along one axis")
	case load.waveOrder(false) > 0 && store.waveOrder(true) > 0 && load.waveOrder(false) != store.waveOrder(true):
		return fmt.Errorf("the roots of load and store have one order")
	case load.Form != Complex && k.Load.Planar && load.IsReal(), store.Form != Complex && k.Store.Planar && store.IsReal():
		return fmt.Errorf("real numbers have no planes")
	}
	return nil
}

// step is how many rows side by side are taken together.
func (r Real) step() int {
	if r.TwoForOne && r.innerExtent() > 1 {
		return 2
	}
	return 1
}

// WaveOrder is the order of the roots that the kernel's arrangements take, 0 without any.
func (k Kernel) RealRootOrder() int {
	return max(k.Load.Real.waveOrder(false), k.Store.Real.waveOrder(true))
}

// counted says whether a kernel is told how many rows there are.
func (k *Kernel) counted() bool { return k.Load.Real.counted() || k.Store.Real.counted() }

// element is the WGSL type of an element of the array.
func (r Real) element() string {
	if r.IsReal() {
		return "f32"
	}
	return pointType
}
