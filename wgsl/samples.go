package wgsl

import (
	"fmt"
	"slices"
)

// Samples are the type of real numbers in memory: float32, or integers of 8 or 16 bits that are
// packed into 32-bit words. A load converts to float32. A store rounds to the nearest integer and
// clamps to the range of the type. It leaves the other samples of a word unchanged.
type Samples uint8

// The types of samples.
const (
	Float32 Samples = iota
	Uint8
	Int8
	Uint16
	Int16
	Uint16Big   // most significant byte first, as in image.Gray16
	sampleKinds // number of types
)

// sampleNames are the tags of the types in kernel names.
var sampleNames = [...]string{"float32", "uint8", "int8", "uint16", "int16", "uint16big"}

// String returns the tag of the type.
func (s Samples) String() string {
	if s < sampleKinds {
		return sampleNames[s]
	}
	return fmt.Sprintf("samples(%d)", uint8(s))
}

// Bytes returns the size of one sample.
func (s Samples) Bytes() int64 {
	switch s {
	case Uint8, Int8:
		return 1
	case Uint16, Int16, Uint16Big:
		return 2
	}
	return 4
}

// IsValid reports whether the type exists.
func (s Samples) IsValid() bool { return s < sampleKinds }

// isSigned reports whether samples may be negative.
func (s Samples) isSigned() bool { return s == Int8 || s == Int16 }

// bits returns the number of bits of one sample.
func (s Samples) bits() int { return int(8 * s.Bytes()) }

// mask returns a number with that many bits set.
func (s Samples) mask() int { return 1<<s.bits() - 1 }

// Range returns the least and the greatest integer of the type.
func (s Samples) Range() (least, greatest int) {
	if s.isSigned() {
		return -1 << (s.bits() - 1), s.mask() >> 1
	}
	return 0, s.mask()
}

// word returns the WGSL of the index of the word that holds sample i.
func (s Samples) word(i string) string {
	return fmt.Sprintf("%s >> %du", i, map[int]int{8: 2, 16: 1}[s.bits()])
}

// shift returns the WGSL of the position of the lowest bit of sample i in its word.
func (s Samples) shift(i string) string {
	return fmt.Sprintf("(%s & %du) * %du", i, 32/s.bits()-1, s.bits())
}

// samplesOf returns the binding for an array of samples. Words that are written are atomic, because
// other threads may write their other samples.
func (b Binding) samplesOf(s Samples) Binding {
	switch {
	case s == Float32:
	case b.Access == ReadWrite:
		b.Type = "array<atomic<u32>>"
	default:
		b.Type = "array<u32>"
	}
	return b
}

// readSample writes the statements that return sample i of an array as f32.
func (e *emitter) readSample(s Samples, array, i string) {
	e.line("let word = %s[%s];", array, s.word(i))
	e.line("let shift = %s;", s.shift(i))
	switch {
	case s.isSigned():
		e.line("return f32(bitcast<i32>(word << (%du - shift)) >> %du);", 32-s.bits(), 32-s.bits())
	case s == Uint16Big:
		e.line("let sample = word >> shift;")
		e.line("return f32(((sample & 255u) << 8u) | ((sample >> 8u) & 255u));")
	default:
		e.line("return f32((word >> shift) & %du);", s.mask())
	}
}

// sampleFunction writes the function that converts an f32 to a sample. Its comparison is false for
// NaN, which becomes the least sample.
func (e *emitter) sampleFunction(s Samples) {
	least, greatest := s.Range()
	e.line("// the %v nearest to v", s)
	e.line("fn sample(v: f32) -> u32 {")
	e.line("let whole = floor(v + 0.5);")
	lo, hi := float(float64(least)), float(float64(greatest))
	e.line("let kept = select(%s, min(whole, %s), whole > %s);", lo, hi, lo)
	switch {
	case s.isSigned():
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

// writeSample writes the statements that store v as sample i of an array.
func (e *emitter) writeSample(s Samples, array, i string) {
	e.line("let shift = %s;", s.shift(i))
	e.setBits(array, s.word(i), "(sample(v) << shift)", fmt.Sprintf("(%du << shift)", s.mask()))
}

// setBits writes the statements that set the bits of mask in a word to value. Two atomic operations
// without a result are faster than a load and one exclusive or.
func (e *emitter) setBits(array, word, value, mask string) {
	e.line("let word = %s;", word)
	e.line("atomicAnd(&%s[word], ~%s);", array, mask)
	e.line("atomicOr(&%s[word], %s);", array, value)
}

// hasSamplePairs reports whether the store writes samples two at a time, which are neighbors in
// memory.
func (k *Kernel) hasSamplePairs() bool {
	s, r := k.Store, k.Store.Real
	if s.Samples == Float32 || r.Form != RealPoints || r.TwoForOne || r.ZeroImag || r.Bound > 0 {
		return false
	}
	if r.innerExtent() > 1 || k.interleave() > 1 {
		return false
	}
	dims := s.View.dims()
	return len(dims) == 0 || dims[0].Stride == 1 && dims[0].Extent%2 == 0 && dims[0].Bound%2 == 0
}

// samplePairFunction writes the function that stores two neighboring samples. Two samples in one word
// take one access. Two samples of 16 bits fill the word, which is stored without a mask.
func (e *emitter) samplePairFunction(target access) {
	s, array := target.samples, target.binding.Name
	e.line("// elements e and e + 1, neighbors in memory")
	index := e.beginAccessor(target, "fn put_pair(%s: u32, v: vec2<f32>) {", "return;")
	e.line("let both = sample(v.x) | (sample(v.y) << %du);", s.bits())
	e.line("if ((%s & %du) == %du) {", index, 32/s.bits()-1, 32/s.bits()-1) // the second sample is in the next word
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

// checkSamples returns an error if the kernel cannot have its types of samples.
func (k *Kernel) checkSamples() error {
	load, store := k.Load.Samples, k.Store.Samples
	switch {
	case load == Float32 && store == Float32:
		return nil
	case !load.IsValid() || !store.IsValid():
		return fmt.Errorf("unknown type of samples: %v or %v", load, store)
	case load != Float32 && (!k.Load.Real.IsReal() || k.Load.Segments.Count > 0),
		store != Float32 && (!k.Store.Real.IsReal() || k.Store.Segments.Count > 0):
		return fmt.Errorf("integer samples need an array of real numbers in one binding")
	case k.InPlace:
		return fmt.Errorf("a kernel with integer samples does not run in place")
	}
	return nil
}

// parse reads the tag of an integer type. It reports false for any other word.
func (s *Samples) parse(name string) bool {
	i := slices.Index(sampleNames[:], name)
	if i > 0 {
		*s = Samples(i)
	}
	return i > 0
}
