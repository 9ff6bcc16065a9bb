package plan

import (
	"math"
	"math/rand"
	"slices"
	"testing"

	"github.com/stretchr/testify/require"
)

// realTransform returns the transform of one array, computed from the definition.
func realTransform(x []complex128, p Problem) []complex128 {
	axes, shape := p.TransformedAxes(), p.shapes()[0]
	if p.IsBackward() && p.Kind.IsRealFFT() { // the axis of the half spectrum is last
		axes = slices.Clone(axes)
	} else {
		slices.Reverse(axes)
	}
	for _, axis := range axes {
		kind := p.KindOf(axis)
		x, shape = along(x, shape, axis, func(row []complex128) []complex128 {
			if kind == C2C {
				return Transformed(row, p.IsBackward(), 1)
			}
			return sums(kind, row, p.Shape[axis], p.Norm == Ortho)
		})
	}
	for i := range x {
		x[i] *= complex(p.Scale(), 0)
	}
	return x
}

// RequireRealTransform interprets a plan of a real problem on random data and compares it with the
// definition.
func RequireRealTransform(t *testing.T, r *rand.Rand, p Plan) {
	t.Helper()
	ends, batch := p.arrays, p.Problem.Count()
	x := RandomPoints(r, ends[0].Elements*batch)
	memory := x
	if ends[0].ElementBytes < ElementBytes {
		for i := range x {
			x[i] = complex(real(x[i]), 0)
		}
		memory = packed(x)
	}
	got := Interpret(t, p, memory)
	for q := range batch {
		want := realTransform(x[q*ends[0].Elements:(q+1)*ends[0].Elements], p.Problem)
		have := make([]complex128, ends[1].Elements)
		for i := range have {
			at := q*len(have) + i
			if ends[1].ElementBytes < ElementBytes {
				have[i], want[i] = complex(realNumber(got, at), 0), complex(real(want[i]), 0)
			} else {
				have[i] = got[at]
			}
		}
		require.LessOrEqual(t, Distance(have, want), Rounded, "%v %v: %s", p.Problem, p, p.Passes[0].Name())
	}
}

// along applies f to the rows of an array along an axis. The axis gets the length of f's result.
func along(x []complex128, shape []int, axis int, f func(row []complex128) []complex128) ([]complex128, []int) {
	stride := Product(shape[axis+1:])
	n, outer := shape[axis], Product(shape[:axis])
	var y []complex128
	to := slices.Clone(shape)
	for o := range outer {
		for s := range stride {
			row := make([]complex128, n)
			for j := range row {
				row[j] = x[(o*n+j)*stride+s]
			}
			row = f(row)
			if y == nil {
				to[axis] = len(row)
				y = make([]complex128, Product(to))
			}
			for j, v := range row {
				y[(o*len(row)+j)*stride+s] = v
			}
		}
	}
	return y, to
}

// packed returns real numbers as complex memory stores them.
func packed(x []complex128) []complex128 {
	y := make([]complex128, (len(x)+1)/2)
	for i, v := range x {
		if i%2 == 0 {
			y[i/2] = complex(real(v), 0)
		} else {
			y[i/2] += complex(0, real(v))
		}
	}
	return y
}

// sums returns the transform of one row, computed from the definition of its kind.
func sums(kind Kind, x []complex128, n int, ortho bool) []complex128 {
	x = slices.Clone(x)
	tabled := func(f func(float64) float64, b int) func(a int) float64 { // returns f at pi a/b from a table
		table := make([]float64, 2*b)
		for a := range table {
			table[a] = f(math.Pi * float64(a) / float64(b))
		}
		return func(a int) float64 { return table[a%len(table)] }
	}
	ends := func(y []complex128, factor float64) {
		if !ortho {
			return
		}
		switch kind {
		case DCT1:
			y[0], y[n-1] = y[0]*complex(factor, 0), y[n-1]*complex(factor, 0)
		case DCT2, DCT3:
			y[0] *= complex(factor, 0)
		case DST2, DST3:
			y[n-1] *= complex(factor, 0)
		}
	}
	var weight func(j, k int) float64
	switch kind {
	case R2C:
		y := Transformed(x, false, 1)
		return y[:n/2+1]
	case C2R:
		full := make([]complex128, n)
		for k := range full {
			if k <= n/2 {
				full[k] = x[k]
			} else {
				full[k] = complex(real(x[n-k]), -imag(x[n-k]))
			}
			if k == 0 || 2*k == n {
				full[k] = complex(real(full[k]), 0)
			}
		}
		return Transformed(full, true, 1)
	case DCT1:
		cos := tabled(math.Cos, n-1)
		weight = func(j, k int) float64 {
			if j == 0 || j == n-1 {
				return cos(j * k)
			}
			return 2 * cos(j*k)
		}
	case DCT2:
		cos := tabled(math.Cos, 2*n)
		weight = func(j, k int) float64 { return 2 * cos((2*j+1)*k) }
	case DCT3:
		cos := tabled(math.Cos, 2*n)
		weight = func(j, k int) float64 {
			if j == 0 {
				return 1
			}
			return 2 * cos(j*(2*k+1))
		}
	case DCT4:
		cos := tabled(math.Cos, 4*n)
		weight = func(j, k int) float64 { return 2 * cos((2*j+1)*(2*k+1)) }
	case DST1:
		sin := tabled(math.Sin, n+1)
		weight = func(j, k int) float64 { return 2 * sin((j+1)*(k+1)) }
	case DST2:
		sin := tabled(math.Sin, 2*n)
		weight = func(j, k int) float64 { return 2 * sin((2*j+1)*(k+1)) }
	case DST3:
		sin := tabled(math.Sin, 2*n)
		weight = func(j, k int) float64 {
			if j == n-1 {
				return sin((j + 1) * (2*k + 1))
			}
			return 2 * sin((j+1)*(2*k+1))
		}
	case DST4:
		sin := tabled(math.Sin, 4*n)
		weight = func(j, k int) float64 { return 2 * sin((2*j+1)*(2*k+1)) }
	}
	if kind == DCT1 || kind == DCT3 || kind == DST3 {
		ends(x, math.Sqrt2)
	}
	y := make([]complex128, n)
	for k := range y {
		for j, v := range x {
			y[k] += v * complex(weight(j, k), 0)
		}
	}
	if kind == DCT1 || kind == DCT2 || kind == DST2 {
		ends(y, 1/math.Sqrt2)
	}
	return y
}
