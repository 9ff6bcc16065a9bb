package wgsl

import (
	"math/cmplx"
	"regexp"
	"strconv"
	"testing"

	"github.com/stretchr/testify/require"
)

// Each point but the first is an addend once, after its head.
func TestAddends(t *testing.T) {
	for _, r := range []int{2, 3, 4, 5, 7, 8, 9, 16, 25, 27, 32, 49, 64} {
		seen := map[int]bool{0: true}
		for _, h := range addends(r) {
			require.True(t, seen[h.head], "%d: %v", r, h)
			require.False(t, seen[h.point], "%d: %v", r, h)
			seen[h.point] = true
		}
		require.Len(t, seen, r)
	}
}

// A factored twiddle is x w_n^e: its factor is a float32 multiple of near, and its tangent is at most 1.
func TestFactoredTwiddles(t *testing.T) {
	const term = `(vec2<f32>\(x\.y, -x\.x\)|vec2<f32>\(-x\.y, x\.x\)|x)`
	form := regexp.MustCompile(`^` + term + `(?: ([+-]) (?:([0-9.e-]+) \* )?` + term + `)?$`)
	units := map[string]complex128{"x": 1, "vec2<f32>(x.y, -x.x)": -1i, "vec2<f32>(-x.y, x.x)": 1i}
	for _, n := range []int{4, 8, 9, 25, 27, 32, 48} {
		for e := range n {
			const near = 0.7
			got := factoredTwiddle(scaledValue{"x", 0.9}, n, e, near)
			parts := form.FindStringSubmatch(got.value)
			require.NotNil(t, parts, got.value)
			value := units[parts[1]]
			if parts[2] != "" {
				c := 1.0
				if parts[3] != "" {
					var err error
					c, err = strconv.ParseFloat(parts[3], 64)
					require.NoError(t, err)
				}
				require.LessOrEqual(t, c, 1.0)
				if parts[2] == "-" {
					c = -c
				}
				value += complex(c, 0) * units[parts[4]]
				require.InEpsilon(t, float64(float32(got.factor/near)), got.factor/near, 1e-15)
			}
			difference := value*complex(got.factor, 0) - 0.9*Root(n, e)
			require.InDelta(t, 0, cmplx.Abs(difference), 1e-7, "%d of %d: %s", e, n, got.value)
		}
	}
}

// No variable of a twiddled butterfly has the name of a WGSL type.
func TestNamesOfTwiddledButterflies(t *testing.T) {
	for r := 2; r <= MaxRadix; r++ {
		k := row(strconv.Itoa(r), r, 1, func(k *Kernel) { k.FMA = true })
		require.Equal(t, k.HasConstantTwiddles(), k.Check(wide) == nil, "%d", r)
		if k.HasConstantTwiddles() {
			require.NotRegexp(t, `let (u32|i32|f32|f16) =`, k.Module().Text, "%d", r)
		}
	}
}
