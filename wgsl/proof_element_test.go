package wgsl_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// halves are complex elements of two f16, which no other file knows: half the memory traffic of f32.
type halves struct{}

func (halves) Tag() string            { return "halves" }
func (halves) IsReal() bool           { return false }
func (halves) Type(bool) string       { return "u32" }
func (halves) Functions() []wgsl.Func { return nil }

func (halves) Read(array, at string) string {
	return fmt.Sprintf("return unpack2x16float(%s[%s]);", array, at)
}

func (halves) Write(array, at string) string {
	return fmt.Sprintf("%s[%s] = pack2x16float(v);", array, at)
}

func (h halves) Round(z complex128) complex128 { return rounded(h, []complex128{z})[0] }

// Bytes, Put, Get and Eps are for run. An f16 is the upper bits of an f32 that is 2^112 times less.
func (halves) Bytes() int   { return 2 }
func (halves) Eps() float64 { return 0x1p-11 }

func (halves) Put(b []byte, x float64) []byte {
	bits := math.Float32bits(float32(math.Abs(x) * 0x1p-112))
	half := (bits + 0xfff + bits>>13&1) >> 13 // to the nearest, ties to even
	return binary.LittleEndian.AppendUint16(b, uint16(half|math.Float32bits(float32(x))>>31<<15))
}

func (halves) Get(b []byte) float64 {
	bits := uint32(binary.LittleEndian.Uint16(b))
	x := float64(math.Float32frombits(bits & 0x7fff << 13))
	return math.Copysign(x*0x1p112, 1-2*float64(bits>>15))
}

// An element is one file: kernels of every idea read and write halves.
func TestElementType(t *testing.T) {
	d := testgpu.Open(t)
	for name, tr := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			tr.kernel.Load.Element, tr.kernel.Store.Element = halves{}, halves{}
			tr.run(t, d, wgsl.Parsers{Elements: []wgsl.Parser[wgsl.Element]{
				{Prefix: "halves", Parse: func(string) (wgsl.Element, error) { return halves{}, nil }},
			}})
		})
	}
}
