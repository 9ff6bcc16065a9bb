package plan

import (
	"math/cmplx"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// convolved returns a convolution, computed from its definition.
func convolved(c Convolution, x []complex128, h []complex128) []complex128 {
	reaches := c.supports()
	kernel := make([]int, len(c.Shape))
	for axis, r := range reaches {
		kernel[axis] = r.k
	}
	y := make([]complex128, Product(c.Result()))
	var sum func(axis, out, in, element int) complex128
	digits := make([]int, len(c.Shape))
	sum = func(axis, out, in, element int) complex128 {
		if axis == len(c.Shape) {
			v := complex128(h[element])
			if c.Correlate {
				v = cmplx.Conj(v)
			}
			return v * x[in]
		}
		n, k, total := c.Shape[axis], kernel[axis], complex128(0)
		for i := range k {
			var from int
			switch {
			case c.Mode == ModeCircular && c.Correlate:
				from = (digits[axis] + i) % n
			case c.Mode == ModeCircular:
				from = ((digits[axis]-i)%n + n) % n
			case c.Correlate:
				from = digits[axis] + reaches[axis].first - (k - 1) + i
			default:
				from = digits[axis] + reaches[axis].first - i
			}
			if from >= 0 && from < n {
				total += sum(axis+1, out, in*n+from, element*k+i)
			}
		}
		return total
	}
	for out := range y {
		rest := out
		for axis := len(digits) - 1; axis >= 0; axis-- {
			digits[axis], rest = rest%reaches[axis].out, rest/reaches[axis].out
		}
		y[out] = sum(0, out, 0, 0)
	}
	return y
}

// RequireConvolution interprets a plan on random data and compares each result with the definition.
func RequireConvolution(t *testing.T, r *rand.Rand, p ConvolutionPlan) {
	t.Helper()
	c := p.Convolution
	h := make([]complex128, Product(c.Kernel))
	for i := range h {
		h[i] = complex(float64(r.Float32()-0.5), float64(r.Float32()-0.5))
	}
	s, err := p.Schedule(h)
	require.NoError(t, err)
	in, out, err := c.layouts()
	require.NoError(t, err)
	src := RandomPoints(r, max(in.extent, out.extent))
	if !c.InPlace {
		src = src[:in.extent]
	}
	got := interpretSchedule(t, p.Plan, s, src)
	n, kept := Product(c.Shape), Product(c.Result())
	require.Len(t, got, out.extent)
	described := map[int]bool{}
	for b := range c.Count() {
		x, y := make([]complex128, n), make([]complex128, 0, kept)
		for e := range x {
			if at, exists := in.At(b*n + e); exists {
				x[e] = src[at]
			}
		}
		var want []complex128
		for e, v := range convolved(c, x, h) {
			if at, exists := out.At(b*kept + e); exists {
				y, want = append(y, got[at]), append(want, v)
				described[at] = true
			}
		}
		require.LessOrEqual(t, Distance(y, want), Rounded, "%v: array %d", p, b)
	}
	for at, v := range got {
		switch {
		case described[at]:
		case c.InPlace:
			require.Equal(t, src[at], v, "%v touches element %d", p, at)
		default:
			require.True(t, cmplx.IsNaN(v), "%v writes element %d", p, at)
		}
	}
	require.LessOrEqual(t, len(s.Scratch), 2)
	require.Equal(t, s.ScratchBytes(), p.ScratchBytes())
	for _, table := range s.Tables {
		require.Len(t, table.Bytes(), table.Len(), table.Name())
	}
}

// RequireRealConvolution interprets a plan of a convolution of contiguous real numbers and compares each
// result with the definition.
func RequireRealConvolution(t *testing.T, r *rand.Rand, p ConvolutionPlan) {
	t.Helper()
	c := p.Convolution
	h, ignored := make([]complex128, Product(c.Kernel)), make([]complex128, Product(c.Kernel))
	for i := range h {
		h[i] = complex(float64(r.Float32()-0.5), 0)
		ignored[i] = h[i] + complex(0, float64(r.Float32()))
	}
	s, err := p.Schedule(ignored)
	require.NoError(t, err)
	n, kept := Product(c.Shape), Product(c.Result())
	x := RandomPoints(r, n*c.Count())
	for i := range x {
		x[i] = complex(real(x[i]), 0)
	}
	got := interpretSchedule(t, p.Plan, s, packed(x))
	for b := range c.Count() {
		want, have := convolved(c, x[b*n:(b+1)*n], h), make([]complex128, kept)
		for i := range have {
			have[i] = complex(realNumber(got, b*kept+i), 0)
		}
		require.LessOrEqual(t, Distance(have, want), Rounded, "%v: array %d", p, b)
	}
}
