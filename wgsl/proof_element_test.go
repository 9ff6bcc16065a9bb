package wgsl_test

import (
	"encoding/binary"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

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

// Round rounds to 11 significant bits, in the range of normal numbers.
func (halves) Round(z complex128) complex128 {
	half := func(x float64) float64 {
		fraction, exponent := math.Frexp(x)
		return math.Ldexp(math.RoundToEven(fraction*(1<<11)), exponent-11)
	}
	return complex(half(real(z)), half(imag(z)))
}

// Bytes, Put, Get and Eps are for run. Numbers below 2^-14 become 0.
func (halves) Bytes() int   { return 2 }
func (halves) Eps() float64 { return 0x1p-11 }

func (h halves) Put(b []byte, x float64) []byte {
	bits := math.Float64bits(real(h.Round(complex(x, 0))))
	sign, exponent, fraction := bits>>63<<15, int(bits>>52&0x7ff)-1023+15, bits>>42&0x3ff
	if exponent <= 0 {
		return binary.LittleEndian.AppendUint16(b, uint16(sign))
	}
	return binary.LittleEndian.AppendUint16(b, uint16(sign|uint64(exponent)<<10|fraction))
}

func (halves) Get(b []byte) float64 {
	bits := uint64(binary.LittleEndian.Uint16(b))
	exponent, fraction := int(bits>>10&31), float64(bits&0x3ff)/1024
	x := math.Ldexp(1+fraction, exponent-15)
	if exponent == 0 {
		x = math.Ldexp(fraction, -14)
	}
	return math.Copysign(x, 1-2*float64(bits>>15))
}

// An element is one file: kernels of every idea read and write halves.
func TestElementType(t *testing.T) {
	d := open(t)
	for name, tr := range shapes(t) {
		t.Run(name, func(t *testing.T) {
			tr.kernel.Load.Element, tr.kernel.Store.Element = halves{}, halves{}
			tr.run(t, d, wgsl.Parsers{Elements: []wgsl.Parser[wgsl.Element]{
				{Prefix: "halves", Parse: func(string) (wgsl.Element, error) { return halves{}, nil }},
			}})
		})
	}
}

// What an element does not have is an error.
func TestElementTypeErrors(t *testing.T) {
	k := shapes(t)["digits"].kernel
	k.Load.Element, k.Load.Planar = halves{}, true
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "elements halves: want an array of one binding")
}
