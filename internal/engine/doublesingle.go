package engine

import (
	"cmp"
	"encoding/binary"
	"fmt"
	"math"

	"wgfft/internal/parallel"
)

// doubleSingles is the pipeline.Conversion between float64 and the sum of two float32.
type doubleSingles struct{}

// Exponent returns the binary exponent of the largest finite magnitude.
func (doubleSingles) Exponent(item []byte) int {
	most := 0.0
	for at := 0; at < len(item); at += 8 {
		x := math.Abs(math.Float64frombits(binary.LittleEndian.Uint64(item[at:])))
		if x > most && !math.IsInf(x, 1) {
			most = x
		}
	}
	_, exponent := math.Frexp(most)
	return exponent
}

// ToDevice writes the two float32 nearest to each number, divided by 2^exponent.
func (doubleSingles) ToDevice(dst, src []byte, exponent int) {
	half, rest := powers(-exponent)
	inPieces(len(src), func(first, end int) {
		for at := first; at < end; at += 8 {
			x := math.Float64frombits(binary.LittleEndian.Uint64(src[at:])) * half * rest
			hi := float32(x)
			binary.LittleEndian.PutUint32(dst[at:], math.Float32bits(hi))
			binary.LittleEndian.PutUint32(dst[at+4:], math.Float32bits(float32(x-float64(hi))))
		}
	})
}

// ToHost writes the sum of the two float32 of each number, multiplied by 2^exponent.
func (doubleSingles) ToHost(dst, src []byte, exponent int) {
	half, rest := powers(exponent)
	inPieces(len(src), func(first, end int) {
		for at := first; at < end; at += 8 {
			hi := math.Float32frombits(binary.LittleEndian.Uint32(src[at:]))
			lo := math.Float32frombits(binary.LittleEndian.Uint32(src[at+4:]))
			x := (float64(hi) + float64(lo)) * half * rest
			binary.LittleEndian.PutUint64(dst[at:], math.Float64bits(x))
		}
	})
}

// powers returns two powers of two with the product 2^exponent. The product itself may not be a
// float64.
func powers(exponent int) (half, rest float64) {
	return math.Ldexp(1, exponent/2), math.Ldexp(1, exponent-exponent/2)
}

// inPieces calls f for pieces of a range of bytes, several at a time.
func inPieces(bytes int, f func(first, end int)) {
	const piece = 256 << 10
	parallel.Each((bytes+piece-1)/piece, 1, func(i int) { f(i*piece, min(bytes, (i+1)*piece)) })
}

// Check returns an error for a number that no float32 holds.
func (doubleSingles) Check(src []byte) error {
	for at := 0; at < len(src); at += 8 {
		x := math.Float64frombits(binary.LittleEndian.Uint64(src[at:]))
		if err := checkDoubleSingle("upload: number", at/8, x); err != nil {
			return err
		}
	}
	return nil
}

// checkDoubleSingles returns an error for a point that no pair of float32 holds.
func checkDoubleSingles(what string, points []complex128) error {
	for i, z := range points {
		if err := cmp.Or(checkDoubleSingle(what, i, real(z)), checkDoubleSingle(what, i, imag(z))); err != nil {
			return err
		}
	}
	return nil
}

// checkDoubleSingle returns an error if no float32 holds x. what and i name the number in the error.
// Infinities and NaN pass.
func checkDoubleSingle(what string, i int, x float64) error {
	if x = math.Abs(x); x > math.MaxFloat32 && !math.IsInf(x, 1) {
		return fmt.Errorf("wgfft: %s %d has a magnitude of %.3g: double-single holds %.3g at most: "+
			"scale the data, or use Float64 or slices", what, i, x, math.MaxFloat32)
	}
	return nil
}
