package wgsl

import (
	"fmt"
	"slices"
)

// Samples say how an array keeps real numbers: as float32, or as whole numbers of 8 or 16 bits, several of them in a word, as pictures and recordings
// have them. A load makes float32 of them, and a store rounds to the nearest and cuts off what is beyond the least and the greatest, for which other kernels
// need neither a pass nor memory. Kernels change only the bits of the samples that they store: words may have others in them.
type Samples uint8

// The kinds of samples.
const (
	Float32 Samples = iota
	Uint8
	Int8
	Uint16
	Int16
	Uint16Big   // the most significant byte first, as image.Gray16 has them
	sampleKinds // how many there are
)

// samplesNames are the kinds' parts of a kernel's name.
var sampleNames = [...]string{"float32", "uint8", "int8", "uint16", "int16", "uint16big"}

// String is the name of the kind.
func (s Samples) String() string {
	if s < sampleKinds {
		return sampleNames[s]
	}
	return fmt.Sprintf("samples(%d)", uint8(s))
}

// Bytes is the size of one.
func (s Samples) Bytes() int64 {
	switch s {
	case Uint8, Int8:
		return 1
	case Uint16, Int16, Uint16Big:
		return 2
	}
	return 4
}

// Fine says whether there are such samples.
func (s Samples) IsValid() bool { return s < sampleKinds }

// signed says whether they may be negative.
func (s Samples) signed() bool { return s == Int8 || s == Int16 }

// bits is the size of one, and mask has as many bits set.
func (s Samples) bits() int { return int(8 * s.Bytes()) }
func (s Samples) mask() int { return 1<<s.bits() - 1 }

// Range is the least and the greatest of them.
func (s Samples) Range() (least, greatest int) {
	if s.signed() {
		return -1 << (s.bits() - 1), s.mask() >> 1
	}
	return 0, s.mask()
}

// word is the WGSL of the number of the word that has sample i, and shift of the place of its bits there.
func (s Samples) word(i string) string {
	return fmt.Sprintf("%s >> %du", i, map[int]int{8: 2, 16: 1}[s.bits()])
}

func (s Samples) shift(i string) string {
	return fmt.Sprintf("(%s & %du) * %du", i, 32/s.bits()-1, s.bits())
}

// samplesOf is the binding of an array of samples.
func (b Binding) samplesOf(s Samples) Binding {
	switch {
	case s == Float32:
	case b.Access == ReadWrite:
		b.Type = "array<atomic<u32>>" // neighbours in a word may be those of other threads
	default:
		b.Type = "array<u32>"
	}
	return b
}

// readSample writes what reads sample i of an array and returns it.
func (e *emitter) readSample(s Samples, array, i string) {
	e.line("let word = %s[%s];", array, s.word(i))
	e.line("let shift = %s;", s.shift(i))
	switch {
	case s.signed():
		e.line("return f32(bitcast<i32>(word << (%du - shift)) >> %du);", 32-s.bits(), 32-s.bits())
	case s == Uint16Big:
		e.line("let sample = word >> shift;")
		e.line("return f32(((sample & 255u) << 8u) | ((sample >> 8u) & 255u));")
	default:
		e.line("return f32((word >> shift) & %du);", s.mask())
	}
}

// sampleFunction writes the function that makes a sample of a number: the comparison makes the least of what is none.
func (e *emitter) sampleFunction(s Samples) {
	least, greatest := s.Range()
	e.line("// the %v nearest to v", s)
	e.line("fn sample(v: f32) -> u32 {")
	e.line("let whole = floor(v + 0.5);")
	e.line("let kept = select(%s, min(whole, %s), whole > %s);", float(float64(least)), float(float64(greatest)), float(float64(least)))
	switch {
	case s.signed():
		e.line("return bitcast<u32>(i32(kept)) & %du;", s.mask())
	case s == Uint16Big:
		e.line("let value = u32(kept);")
		e.line("return ((value & 255u) << 8u) | (value >> 8u);")
	default:
		e.line("return u32(kept);")
	}
	e.line("}")
	e.line("")
}

// writeSample writes what stores v as sample i of an array.
func (e *emitter) writeSample(s Samples, array, i string) {
	e.line("let shift = %s;", s.shift(i))
	e.setBits(array, s.word(i), "(sample(v) << shift)", fmt.Sprintf("(%du << shift)", s.mask()))
}

// change writes what makes the bits of a mask in a word of an array those of a value. Nothing waits for the two: with a load of the word and one exclusive or, 2^26 bytes took
// 0.411 ms on an NVIDIA H200.
func (e *emitter) setBits(array, word, value, mask string) {
	e.line("let word = %s;", word)
	e.line("atomicAnd(&%s[word], ~%s);", array, mask)
	e.line("atomicOr(&%s[word], %s);", array, value)
}

// storesPairs says whether the store takes samples by twos that follow one another in memory.
func (k *Kernel) hasSamplePairs() bool {
	s, r := k.Store, k.Store.Real
	if s.Samples == Float32 || r.Form != RealPoints || r.TwoForOne || r.ZeroImag || r.Bound > 0 || r.innerExtent() > 1 || k.interleave() > 1 {
		return false
	}
	dims := s.View.dims()
	return len(dims) == 0 || dims[0].Stride == 1 && dims[0].Extent%2 == 0 && dims[0].Bound%2 == 0
}

// putPair writes the function that stores two samples that follow one another: where they are in one word it is one access, and of 16 bits none that must be atomic.
func (e *emitter) samplePairFunction(target access) {
	s, array := target.samples, target.binding.Name
	e.line("// elements e and e + 1, of which the second follows the first in memory:")
	index := e.beginAccessor(target, "fn put_pair(%s: u32, v: vec2<f32>) {", "return;")
	e.line("let both = sample(v.x) | (sample(v.y) << %du);", s.bits())
	e.line("if ((%s & %du) == %du) {", index, 32/s.bits()-1, 32/s.bits()-1) // the second is in the next word
	e.line("put_%s(e, v.x);", array)
	e.line("put_%s(e + 1u, v.y);", array)
	e.line("return;")
	e.line("}")
	if s.bits() == 16 {
		e.line("atomicStore(&%s[%s], both);", array, s.word(index))
	} else {
		e.line("let shift = %s;", s.shift(index))
		e.setBits(array, s.word(index), "(both << shift)", fmt.Sprintf("(%du << shift)", 1<<(2*s.bits())-1))
	}
	e.line("}")
	e.line("")
}

// checkSamples says what is wrong with the samples of a kernel.
func (k *Kernel) checkSamples() error {
	load, store := k.Load.Samples, k.Store.Samples
	switch {
	case load == Float32 && store == Float32:
		return nil
	case !load.IsValid() || !store.IsValid():
		return fmt.Errorf("there are no samples like %v and %v", load, store)
	case load != Float32 && (!k.Load.Real.IsReal() || k.Load.Segments.Count > 0), store != Float32 && (!k.Store.Real.IsReal() || k.Store.Segments.Count > 0):
		return fmt.Errorf("samples are those of an array of real numbers, in one binding")
	case k.InPlace:
		return fmt.Errorf("samples are in a binding of their own")
	}
	return nil
}

// parse reads what String prints; it reports false where that is no kind of samples.
func (s *Samples) parse(name string) bool {
	i := slices.Index(sampleNames[:], name)
	if i > 0 {
		*s = Samples(i)
	}
	return i > 0
}
