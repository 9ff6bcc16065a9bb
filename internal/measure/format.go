package measure

import (
	"encoding/binary"
	"math"

	"wgfft/internal/half"
	"wgfft/internal/ref"
	"wgfft/plan"
	"wgfft/wgsl"
)

// A Format is the format of the points in the memory of a bench. The zero value is f32.
type Format struct {
	Number  wgsl.Number
	Storage wgsl.Element // type of the points in memory; nil is Number
}

// FormatOf returns the format of a problem's source and result.
func FormatOf(p plan.Problem) Format { return Format{p.Number, p.Storage()} }

// halves returns the storage if it is a type of halves.
func (f Format) halves() (h wgsl.Halves, ok bool) {
	h, ok = f.Storage.(wgsl.Halves)
	return h, ok
}

// tolerance returns the bound of the error of a result. It is the given bound of the arithmetic, and for the
// storage 0.6 of the largest rounding error of one number. The relative L2 error of many rounded numbers is about
// 0.4 of that error. Truncated numbers would have 0.8.
func (f Format) tolerance(arithmetic float64) float64 {
	h, ok := f.halves()
	switch {
	case !ok:
		return arithmetic
	case h.Bfloat:
		return math.Hypot(arithmetic, 0.6*0x1p-8)
	}
	return math.Hypot(arithmetic, 0.6*0x1p-11)
}

// rounded returns the nearest point of the storage.
func (f Format) rounded(v complex64) complex64 {
	if f.Storage == nil {
		return v
	}
	return complex64(f.Storage.Round(complex128(v)))
}

// encoded returns points in the format of the bench.
func (b *Bench) encoded(points []complex64) []byte {
	var bytes []byte
	switch h, isHalves := b.format.halves(); {
	case isHalves:
		for _, v := range points {
			bytes = binary.LittleEndian.AppendUint16(bytes, halfFormat(h).Bits(real(v)))
			bytes = binary.LittleEndian.AppendUint16(bytes, halfFormat(h).Bits(imag(v)))
		}
	case b.format.Number == nil:
		return bytesOf(points)
	default:
		for _, v := range points {
			bytes = b.format.Number.Append(bytes, wgsl.Constant{Z: complex128(v)})
		}
	}
	return bytes
}

// halfFormat converts the format of halves to the type of package half.
func halfFormat(h wgsl.Halves) half.Format {
	if h.Bfloat {
		return half.Bfloat16
	}
	return half.Binary16
}

// precision returns the precision of the bench's numbers.
func (b *Bench) precision() ref.Precision {
	switch b.format.Number.(type) {
	case wgsl.F64:
		return ref.Double
	case wgsl.DoubleSingle:
		return ref.DoubleSingle
	}
	return ref.Single
}

// decoded returns numbers in the format of the bench.
func (b *Bench) decoded(raw []byte) []float64 {
	single := func(at int) float64 { return float64(math.Float32frombits(binary.LittleEndian.Uint32(raw[at:]))) }
	size := int(b.pointBytes() / 2)
	numbers := make([]float64, len(raw)/size)
	h, isHalves := b.format.halves()
	for i := range numbers {
		if isHalves {
			numbers[i] = float64(halfFormat(h).Number(binary.LittleEndian.Uint16(raw[2*i:])))
			continue
		}
		switch b.format.Number.(type) {
		case wgsl.F64:
			numbers[i] = math.Float64frombits(binary.LittleEndian.Uint64(raw[8*i:]))
		case wgsl.DoubleSingle:
			numbers[i] = single(8*i) + single(8*i+4)
		default:
			numbers[i] = single(4 * i)
		}
	}
	return numbers
}

// pointBytes returns the size of a point in the format of the bench.
func (b *Bench) pointBytes() int64 {
	if s := b.format.Storage; s != nil {
		return int64(s.Bytes())
	}
	return plan.Problem{Elements: plan.Elements{Number: b.format.Number}}.PointBytes()
}
