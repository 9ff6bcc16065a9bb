package tables

import (
	"encoding/binary"
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/wgsl"
)

// The chirp w_(2n)^(j^2) has only the rounding error of its float32 table, because its exponent is reduced modulo 2n in
// integers (Govindaraju et al. 2008). The angle pi j^2 / n in float32 is off by about n 2^-24.
func TestChirpIsReducedExactly(t *testing.T) {
	for _, n := range []int{1021, 65521, 1048573} {
		words := floats(Given(Chirp(n, false), wgsl.Given{}, wgsl.F32{}))
		reduced, naive := 0.0, 0.0 // sums of squared errors
		for j := range n {
			// The reference: j^2 modulo 2n as a float64 angle of at most 2 pi.
			sin, cos := math.Sincos(math.Pi * float64(uint64(j)*uint64(j)%uint64(2*n)) / float64(n))
			want := complex(cos, -sin)
			x := float32(j)
			sin, cos = math.Sincos(float64(math.Pi * x * x / float32(n)))
			reduced += sqr(cmplx.Abs(complex(float64(words[2*j]), float64(words[2*j+1])) - want))
			naive += sqr(cmplx.Abs(complex(cos, -sin) - want))
		}
		require.Less(t, math.Sqrt(reduced/float64(n)), math.Exp2(-24), "%d points", n)
		require.Greater(t, math.Sqrt(naive/float64(n)), float64(n)*math.Exp2(-26), "%d points", n)
	}
}

func sqr(x float64) float64 { return x * x }

// floats returns the float32 numbers of a table.
func floats(table Recipe) []float32 {
	bytes := table.Bytes()
	all := make([]float32, len(bytes)/4)
	for i := range all {
		all[i] = math.Float32frombits(binary.LittleEndian.Uint32(bytes[4*i:]))
	}
	return all
}
