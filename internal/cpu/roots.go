package cpu

import (
	"context"
	"math"

	"wgfft/internal/cpu/rows"
	"wgfft/internal/dft"
)

// A rootFunc returns w_n^e = exp(-2 pi i e/n).
type rootFunc func(n, e int) complex128

// plainRoot is dft.Root without the folding of the angle into an eighth of a turn. The rounding error
// of a large angle is up to three times the error of the root. Results in float32 don't need more
// accuracy; double precision uses dft.Root.
func plainRoot(n, e int) complex128 {
	s, c := math.Sincos(2 * math.Pi * float64(e) / float64(n))
	return complex(c, -s)
}

// rootOf returns the roots for results of type R.
func rootOf[R rows.Float]() rootFunc {
	if isFloat32[R]() {
		return plainRoot
	}
	return dft.Root
}

// root returns the roots for the transforms of m.
func (m maker[C]) root() rootFunc {
	if m.isExact {
		return dft.Root
	}
	return plainRoot
}

// roots returns exp(-2 pi i (a j + b) / n) for j below count. All angles are within a quarter turn.
func roots(ctx context.Context, root rootFunc, count, a, b, n int) ([]complex128, error) {
	w, err := Make[complex128](ctx, count)
	if err != nil {
		return nil, err
	}
	return w, Pieces(ctx, count, func(first, end int) {
		for j := first; j < end; j++ {
			w[j] = root(n, a*j+b)
		}
	})
}
