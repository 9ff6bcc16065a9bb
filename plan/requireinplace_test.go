package plan

import (
	"math"
	"math/rand"
	"testing"

	"github.com/stretchr/testify/require"
)

// RequireRealFFTInPlace interprets a plan of r2c or c2r in place on random data and compares it with the
// definition. The plan must write nothing outside its layouts.
func RequireRealFFTInPlace(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	in, out, err := p.Problem.layouts()
	require.NoError(t, err)
	ends, batch := p.arrays, p.Problem.Count()
	x := RandomPoints(r, ends[0].Elements*batch)
	memory := make([]complex128, (p.Target().Bytes+7)/8+4)
	require.GreaterOrEqual(t, p.Target().Bytes, max(in.spannedBytes(), out.spannedBytes()))
	for i := range memory {
		memory[i] = complex(math.NaN(), math.NaN())
	}
	described := make([]bool, 2*len(memory)) // real numbers
	reals := func(at resolvedLayout) bool { return at.size < ElementBytes }
	describe := func(at resolvedLayout, elements int) {
		for e := range elements {
			switch to, exists := at.At(e); {
			case !exists:
			case reals(at):
				described[to] = true
			default:
				described[2*to], described[2*to+1] = true, true
			}
		}
	}
	describe(in, len(x))
	describe(out, ends[1].Elements*batch)
	for e := range x {
		to, exists := in.At(e)
		if reals(in) {
			x[e] = complex(real(x[e]), 0)
		}
		switch {
		case !exists:
			x[e] = 0
		case !reals(in):
			memory[to] = x[e]
		case to%2 == 0:
			memory[to/2] = complex(real(x[e]), imag(memory[to/2]))
		default:
			memory[to/2] = complex(real(memory[to/2]), real(x[e]))
		}
	}
	got := Interpret(t, p, memory)
	for q := range batch {
		want := realTransform(x[q*ends[0].Elements:(q+1)*ends[0].Elements], p.Problem)
		have := make([]complex128, ends[1].Elements)
		for i := range have {
			at, exists := out.At(q*len(have) + i)
			switch {
			case !exists:
				want[i] = 0
			case reals(out):
				have[i], want[i] = complex(realNumber(got, at), 0), complex(real(want[i]), 0)
			default:
				have[i] = got[at]
			}
		}
		require.LessOrEqual(t, Distance(have, want), Rounded, "%v %v: %s", p.Problem, p, p.Schedule())
	}
	for n, there := range described {
		require.True(t, there || math.IsNaN(realNumber(got, n)), "%v %v: number %d is not of the arrays", p.Problem, p,
			n)
	}
}
