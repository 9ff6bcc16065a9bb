package wgsl_test

import (
	"encoding/binary"
	"maps"
	"math"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/half"
	"wgfft/internal/testcase"
	"wgfft/internal/testgpu"
	"wgfft/wgsl"
)

// halves is the scalar of wgsl.Halves.
type halves struct{ wgsl.Halves }

func (h halves) format() half.Format {
	if h.Bfloat {
		return half.Bfloat16
	}
	return half.Binary16
}

// Bytes returns the size of a real number.
func (halves) Bytes() int { return 2 }

// Eps returns 0.6 of the largest rounding error. The error of many numbers is about 0.4 of it, and 0.8 if they were
// truncated.
func (h halves) Eps() float64 {
	if h.Bfloat {
		return 0.6 * 0x1p-8
	}
	return 0.6 * 0x1p-11
}

func (h halves) Put(b []byte, x float64) []byte {
	return binary.LittleEndian.AppendUint16(b, h.format().Bits(float32(x)))
}

func (h halves) Get(b []byte) float64 {
	return float64(h.format().Number(binary.LittleEndian.Uint16(b)))
}

// Kernels of every idea read and write halves. A usual run takes one format for each kernel.
func TestHalves(t *testing.T) {
	d := testgpu.Open(t)
	all := shapes(t)
	for i, name := range slices.Sorted(maps.Keys(all)) {
		for j, h := range []wgsl.Halves{{Complex: true}, {Complex: true, Bfloat: true}, {Complex: true, Packed: true}} {
			if !testcase.ShardOf(t, 3*i+(i+j)%3, 3) {
				continue
			}
			t.Run(name+" "+h.Tag(), func(t *testing.T) {
				tr := all[name]
				tr.kernel.Load.Element, tr.kernel.Store.Element = h, h
				tr.run(t, d)
			})
		}
	}
}

// Invalid combinations of fields are errors.
func TestHalvesErrors(t *testing.T) {
	k := shapes(t)["digits"].kernel
	k.Load.Element, k.Load.Planar = wgsl.Halves{Complex: true}, true
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "elements f16x2: want an array of one binding")
	k.Load.Element, k.Load.Planar = wgsl.Halves{}, false
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "elements f16 are real, but the ops take complex ones")
	k.Load.Element = wgsl.Halves{Complex: true, Bfloat: true, Packed: true}
	require.ErrorContains(t, k.Check(wgsl.DefaultLimits()), "WGSL has no function that packs bfloat16")
}

// Round is the nearest number.
func TestHalvesRound(t *testing.T) {
	for _, h := range []halves{{wgsl.Halves{}}, {wgsl.Halves{Bfloat: true}}} {
		for _, x := range []float32{
			1, 1 + 0x1p-11, -1 - 0x3p-11, 1 + 0x1p-8, 1 + 0x3p-8, 65519, -65520, 3e38, math.MaxFloat32,
			0x1p-25, 0x1.8p-25, 0x1.004p-14, -0x1.8p-133, 0x1p-134, 0,
		} {
			want := h.Get(h.Put(nil, float64(x)))
			require.Equal(t, want, real(h.Round(complex(float64(x), 1))), "%s %v", h.Tag(), x)
			h.Complex = true
			require.Equal(t, complex(1, want), h.Round(complex(1, float64(x))), "%s %v", h.Tag(), x)
			h.Complex = false
		}
	}
}
