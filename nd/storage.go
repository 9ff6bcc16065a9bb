package nd

import (
	"math"

	"wgfft/internal/half"
)

// isStorage reports whether the type is a storage type, in which operations do not compute.
func (d DType) isStorage() bool { return d >= Uint8 && d <= Bfloat16 }

// number returns the type in which operations compute with elements of the type.
func (d DType) number() DType {
	if d.isStorage() {
		return Float32
	}
	return d
}

// value returns the type that elements have within a kernel. Float32 holds the elements of all storage types
// but Int32.
func (d DType) value() DType {
	if d == Int32 {
		return d
	}
	return d.number()
}

// perWord returns the number of elements in a word of 32 bits, if the elements have 8 or 16 bits.
// Otherwise it returns 1.
func (d DType) perWord() int {
	if d.isStorage() {
		return 4 / d.Size()
	}
	return 1
}

// realNumber is a real number of Go.
type realNumber interface {
	float32 | float64 | uint8 | int8 | uint16 | int16 | int32
}

// formats has the number formats of the storage types Float16 and Bfloat16.
var formats = map[DType]half.Format{Float16: half.Binary16, Bfloat16: half.Bfloat16}

// fromStorage converts elements of a storage type.
func fromStorage(dst *block, d DType, src *block, s DType) {
	switch s {
	case Uint8:
		fromReal(dst, d, *slice[uint8](src))
	case Int8:
		fromReal(dst, d, *slice[int8](src))
	case Uint16:
		fromReal(dst, d, *slice[uint16](src))
	case Int16:
		fromReal(dst, d, *slice[int16](src))
	case Int32:
		fromReal(dst, d, src.i32)
	default:
		numbers := dst.f32
		if d != Float32 {
			numbers = make([]float32, len(src.u16))
		}
		f := formats[s]
		for i, x := range src.u16 {
			numbers[i] = f.Number(x)
		}
		if d != Float32 {
			fromReal(dst, d, numbers)
		}
	}
}

// toStorage converts real elements to a storage type.
func toStorage[R realNumber](dst *block, d DType, src []R) {
	switch d {
	case Uint8:
		toInteger(*slice[uint8](dst), src, 0, math.MaxUint8)
	case Int8:
		toInteger(*slice[int8](dst), src, math.MinInt8, math.MaxInt8)
	case Uint16:
		toInteger(*slice[uint16](dst), src, 0, math.MaxUint16)
	case Int16:
		toInteger(*slice[int16](dst), src, math.MinInt16, math.MaxInt16)
	case Int32:
		toInteger(dst.i32, src, math.MinInt32, math.MaxInt32)
	default:
		f := formats[d]
		for i, x := range src {
			dst.u16[i] = f.Bits(float32(x))
		}
	}
}

// toInteger converts real elements to the nearest integers, ties to even. It limits them to the
// range from least to most.
func toInteger[I uint8 | int8 | uint16 | int16 | int32, R realNumber](dst []I, src []R, least, most float64) {
	for i, x := range src {
		y := math.RoundToEven(float64(x))
		if !(y > least) { // NaN, too
			y = least
		}
		dst[i] = I(min(y, most))
	}
}

// isReadInPlace reports whether an instruction can use elements in memory without a copy. They have
// the type of the instruction, and lie in the order of the kernel without gaps.
func (k *kernel) isReadInPlace(in *instr) bool {
	if in.op != opLoad {
		return false
	}
	l := &k.loads[in.number]
	return l.mem.dtype == in.d && l.isContiguous(&k.extent)
}

// packs has one block for each storage type, with elements as memory holds them.
type packs [Bfloat16 + 1]block

// of returns a block of n elements of a storage type.
func (p *packs) of(d DType, n int) block {
	b := &p[d]
	if len(b.u8)+len(b.u16)+len(b.i32) == 0 {
		*b = newBlock(d, max(n, blockLen))
	}
	return b.part(d, 0, n)
}

// load reads elements of a storage type.
func (w *worker) load(out *block, d DType, l *load, from int) {
	n := out.len(d)
	s := l.mem.dtype
	if l.isContiguous(&w.k.extent) {
		part := l.mem.host.part(s, l.offset+from, l.offset+from+n)
		convert(out, d, &part, s)
		return
	}
	packed := w.pack.of(s, n)
	gather(&packed, &l.mem.host, s, l, w.walk.start(&w.k.extent, from, n))
	convert(out, d, &packed, s)
}

// store writes values to elements of a storage type.
func (w *worker) store(values *block, from int) {
	k := w.k
	d := k.code[len(k.code)-1].d
	s := k.dst.mem.dtype
	n := values.len(d)
	if k.dst.isContiguous(&k.extent) {
		part := k.dst.mem.host.part(s, k.dst.offset+from, k.dst.offset+from+n)
		convert(&part, s, values, d)
		return
	}
	packed := w.pack.of(s, n)
	convert(&packed, s, values, d)
	scatter(&k.dst.mem.host, &packed, s, &k.dst, w.walk.start(&k.extent, from, n))
}

// round rounds single precision numbers to the nearest ones of a storage type.
func (w *worker) round(out, values *block, s DType) {
	packed := w.pack.of(s, len(out.f32))
	convert(&packed, s, values, Float32)
	convert(out, Float32, &packed, s)
}
