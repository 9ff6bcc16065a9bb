package wgsl

import (
	"fmt"
	"math"
)

// Samples are the types of real numbers in memory that are integers of 8 or 16 bits, packed into
// 32-bit words. A load converts to f32. A store rounds to the nearest integer, clamps to the range of
// the type, and leaves the other samples of a word unchanged.
type Samples uint8

// The types of samples.
const (
	Uint8 Samples = iota
	Int8
	Uint16
	Int16
	Uint16Big // most significant byte first, as in image.Gray16
)

// samples are the tags and properties of the types.
var samples = [...]struct {
	tag    string
	bits   int
	signed bool
}{{"uint8", 8, false}, {"int8", 8, true}, {"uint16", 16, false}, {"int16", 16, true}, {"uint16big", 16, false}}

// sampleParsers returns the parsers of the types.
func sampleParsers() (all []Parser[Element]) {
	for s := range samples {
		all = append(all, Parser[Element]{samples[s].tag, func(rest string) (Element, error) {
			return Samples(s), onlyPrefix(rest)
		}})
	}
	return all
}

// Tag returns the name of the type: uint8, int8, uint16, int16 or uint16big.
func (s Samples) Tag() string {
	if int(s) < len(samples) {
		return samples[s].tag
	}
	return numbered("samples", int(s))
}

// String returns the tag.
func (s Samples) String() string { return s.Tag() }

// Check returns an error if the type does not exist.
func (s Samples) Check() error {
	if int(s) >= len(samples) {
		return fmt.Errorf("samples: no type %d: use the constants", uint8(s))
	}
	return nil
}

// Remark describes the type.
func (s Samples) Remark() string { return s.Tag() + ", rounded to the nearest and clamped" }

// IsReal returns true.
func (Samples) IsReal() bool { return true }

// bits returns the number of bits of a sample.
func (s Samples) bits() int { return samples[s].bits }

// mask returns a number with the low bits set that a sample has.
func (s Samples) mask() int { return 1<<s.bits() - 1 }

// Bytes returns the size of a sample: 1 or 2.
func (s Samples) Bytes() int { return s.bits() / 8 }

// Range returns the least and the greatest integer of the type.
func (s Samples) Range() (least, greatest int) {
	if samples[s].signed {
		return -1 << (s.bits() - 1), s.mask() >> 1
	}
	return 0, s.mask()
}

// Round returns the nearest integer of the type. NaN becomes the least one.
func (s Samples) Round(z complex128) complex128 {
	lo, hi := s.Range()
	least, greatest := float64(lo), float64(hi)
	x := math.Floor(real(z) + 0.5)
	if !(x > least) {
		x = least
	}
	return complex(min(x, greatest), 0)
}

// Number returns sample i of an array in memory.
func (s Samples) Number(memory []byte, i int) int {
	if s.bits() == 8 {
		if s == Int8 {
			return int(int8(memory[i]))
		}
		return int(memory[i])
	}
	low, high := uint16(memory[2*i]), uint16(memory[2*i+1])
	if s == Uint16Big {
		low, high = high, low
	}
	v := low | high<<8
	if s == Int16 {
		return int(int16(v))
	}
	return int(v)
}

// SetNumber stores the nearest integer of the type to x, as Round returns it, as sample i of an array in memory.
func (s Samples) SetNumber(memory []byte, i int, x float64) {
	v := int(real(s.Round(complex(x, 0))))
	if s.bits() == 8 {
		memory[i] = byte(v)
		return
	}
	low, high := byte(v), byte(v>>8)
	if s == Uint16Big {
		low, high = high, low
	}
	memory[2*i], memory[2*i+1] = low, high
}

// Type returns the type of the words. Lanes write their samples of one word by atomic operations.
func (Samples) Type(isWritten bool) string {
	if isWritten {
		return "atomic<u32>"
	}
	return "u32"
}

// word returns the WGSL of the index of the word that holds sample i.
func (s Samples) word(i string) string {
	return fmt.Sprintf("%s >> %du", i, map[int]int{8: 2, 16: 1}[s.bits()])
}

// shift returns the WGSL of the number of the lowest bit of sample i in its word.
func (s Samples) shift(i string) string {
	return fmt.Sprintf("(%s & %du) * %du", i, 32/s.bits()-1, s.bits())
}

// Read returns the statements that return sample i of an array as f32.
func (s Samples) Read(array, i string) string {
	text := fmt.Sprintf("let word = %s[%s];\nlet shift = %s;\n", array, s.word(i), s.shift(i))
	switch {
	case samples[s].signed:
		return text + fmt.Sprintf("return f32(bitcast<i32>(word << (%du - shift)) >> %du);", 32-s.bits(), 32-s.bits())
	case s == Uint16Big:
		return text + "let sample = word >> shift;\nreturn f32(((sample & 255u) << 8u) | ((sample >> 8u) & 255u));"
	}
	return text + fmt.Sprintf("return f32((word >> shift) & %du);", s.mask())
}

// Functions returns the function that converts an f32 to a sample, which Write calls. Its comparison is
// false for NaN.
func (s Samples) Functions(isWrite bool) []Func {
	if !isWrite {
		return nil
	}
	lo, hi := s.Range()
	least, greatest := float(float64(lo)), float(float64(hi))
	result := "    return u32(kept);\n"
	switch {
	case samples[s].signed:
		result = fmt.Sprintf("    return bitcast<u32>(i32(kept)) & %du;\n", s.mask())
	case s == Uint16Big:
		result = "    let value = u32(kept);\n    return ((value & 255u) << 8u) | (value >> 8u);\n"
	}
	return []Func{{Name: "sample", Text: fmt.Sprintf(`// the %s nearest to v
fn sample(v: f32) -> u32 {
    let whole = floor(v + 0.5);
    let kept = select(%s, min(whole, %s), whole > %s);
%s}
`, s.Tag(), least, greatest, least, result)}}
}

// Write returns the statements that store v as sample i of an array.
func (s Samples) Write(array, i string) string {
	return fmt.Sprintf("let shift = %s;\n", s.shift(i)) +
		setBits(array, s.word(i), "(sample(v) << shift)", fmt.Sprintf("(%du << shift)", s.mask()))
}

// WritePair returns the statements that store v.x and v.y as samples i and i + 1. Two samples in one
// word take one access. Two samples of 16 bits fill a word, so the word is stored without a mask.
func (s Samples) WritePair(array, i string) string {
	last := 32/s.bits() - 1 // the second sample is in the next word
	text := fmt.Sprintf(`let both = sample(v.x) | (sample(v.y) << %du);
if ((%s & %du) == %du) {
put_%s(e, v.x);
put_%s(e + 1u, v.y);
return;
}
`, s.bits(), i, last, last, array, array)
	if s.bits() == 16 {
		return text + fmt.Sprintf("atomicStore(&%s[%s], both);", array, s.word(i))
	}
	return text + fmt.Sprintf("let shift = %s;\n", s.shift(i)) +
		setBits(array, s.word(i), "(both << shift)", fmt.Sprintf("(%du << shift)", 1<<(2*s.bits())-1))
}

// setBits returns the statements that set the bits of mask in a word to value. Two atomic operations
// without a result are faster than a load and one exclusive or.
func setBits(array, word, value, mask string) string {
	return fmt.Sprintf("let word = %s;\natomicAnd(&%s[word], ~%s);\natomicOr(&%s[word], %s);",
		word, array, mask, array, value)
}
