package exactness

import (
	"context"
	"encoding/binary"
	"fmt"
	"math"
	"math/rand/v2"

	"wgfft/device"
	"wgfft/internal/half"
	"wgfft/wgsl"
)

// Packs reports whether the driver's pack2x16float and unpack2x16float convert all numbers of the test like
// package half. Package half converts to the nearest binary16, ties to even, with subnormal numbers, infinities
// and NaN.
func Packs(ctx context.Context, d *device.Device) (bool, error) {
	if err := ctx.Err(); err != nil {
		return false, err
	}
	in := packingInput()
	out, err := run(ctx, d, packingModule(), in, len(in)/8*12)
	if err != nil {
		return false, fmt.Errorf("exactness: packing: %w", err)
	}
	return arePacked(in, out), nil
}

// packingModule returns the kernel. Case i has two f32. The results are their pack2x16float, and the two f32 of
// unpack2x16float of the upper half of the first and the lower half of the second.
func packingModule() wgsl.Module {
	return wgsl.Module{
		Name: "exactness of packing", Entry: "main", Workgroup: [3]int{invocations, 1, 1},
		Text: fmt.Sprintf(`@group(0) @binding(0) var<storage, read> x: array<vec2<u32>>;
@group(0) @binding(1) var<storage, read_write> y: array<u32>;
@compute @workgroup_size(%d)
fn main(@builtin(global_invocation_id) id: vec3<u32>) {
    let word = x[id.x];
    y[3u * id.x] = pack2x16float(bitcast<vec2<f32>>(word));
    let numbers = bitcast<vec2<u32>>(unpack2x16float((word.x >> 16u) | (word.y << 16u)));
    y[3u * id.x + 1u] = numbers.x;
    y[3u * id.x + 2u] = numbers.y;
}
`, invocations),
		Bindings: []wgsl.Binding{
			{Name: "x", Access: wgsl.Read, Type: "array<vec2<u32>>"},
			{Name: "y", Access: wgsl.ReadWrite, Type: "array<u32>"},
		},
	}
}

// packingInput returns the f32 of the test. The first numbers are the edges of the range and of rounding; the others
// have random bits, and exponents between -27 and 17.
func packingInput() (in []byte) {
	words := []uint32{0, 1 << 31, 0x7f800000, 0xff800000, 0x7fffffff, 0x7fc00000, 0x7f800001, 0x7f7fffff}
	for _, x := range []float32{
		1, 1 + 0x1p-11, 1 + 0x3p-11, -1 - 0x1p-11, 65504, 65519, 65520, -65536, 0x1p-14, 0x1.ffcp-15, 0x1p-24,
		0x1p-25, 0x1.8p-25, -0x1.8p-24, 1e-10,
	} {
		words = append(words, math.Float32bits(x))
	}
	r := rand.New(rand.NewPCG(16, 11))
	for len(words) < 2*count {
		exponent := uint32(127 - 27 + r.IntN(45))
		words = append(words, r.Uint32()&0x807fffff|exponent<<23)
	}
	for _, w := range words {
		in = binary.LittleEndian.AppendUint32(in, w)
	}
	return in
}

// arePacked reports whether the results of the kernel are right.
func arePacked(in, out []byte) bool {
	f := half.Binary16
	word := func(b []byte, i int) uint32 { return binary.LittleEndian.Uint32(b[4*i:]) }
	equal := func(got, want float32) bool {
		return math.Float32bits(got) == math.Float32bits(want) || got != got && want != want
	}
	for i := range len(in) / 8 {
		x, y := word(in, 2*i), word(in, 2*i+1)
		for part, bits := range []uint32{x, y} {
			got, want := uint16(word(out, 3*i)>>(16*part)), f.Bits(math.Float32frombits(bits))
			if !equal(f.Number(got), f.Number(want)) {
				return false
			}
		}
		for part, bits := range []uint16{uint16(x >> 16), uint16(y)} {
			if !equal(math.Float32frombits(word(out, 3*i+1+part)), f.Number(bits)) {
				return false
			}
		}
	}
	return true
}
