package wgfft

import (
	"math"
	"math/cmplx"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
)

// An array of any magnitude of float64 keeps its accuracy, whatever the magnitude of the other arrays.
func TestDoubleMagnitudes(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		const n = 16
		x := ref.Uniform128(1, 6*n)
		y := append([]complex128{}, x...)
		exponents := []int{0, 1000, -1000, 60, -200, -970}
		for i := range y {
			by := complex(math.Ldexp(1, exponents[i/n]), 0)
			y[i] = complex(real(y[i])*real(by), imag(y[i])*real(by))
		}
		for name, call := range map[string]func(src []complex128) ([]complex128, error){
			"forward": func(src []complex128) ([]complex128, error) { return d.FFT(ctx, nil, src, WithRowLength(n)) },
			"inverse": func(src []complex128) ([]complex128, error) { return d.IFFT(ctx, nil, src, WithRowLength(n)) },
			"convolution": func(src []complex128) ([]complex128, error) {
				return d.Convolve(ctx, nil, src, []complex128{1, 2i, 3}, Convolution{Shape: []int{n}, Mode: ModeSame})
			},
		} {
			want, err := call(x)
			require.NoError(t, err)
			got, err := call(y)
			require.NoError(t, err)
			for i := range got {
				scale := -exponents[i/n]
				got[i] = complex(math.Ldexp(real(got[i]), scale), math.Ldexp(imag(got[i]), scale))
			}
			for row := range len(exponents) {
				require.LessOrEqual(t, ref.RelL2(got[row*n:(row+1)*n], want[row*n:(row+1)*n]), 2*p.Tolerance(n),
					"%s times 2^%d", name, exponents[row])
			}
		}
		large, err := d.ConvolveReal(ctx, nil, []float64{1e-300, 2e-300}, []float64{1e300, 1e299}, Convolution{})
		require.NoError(t, err)
		for i, want := range []float64{1, 2.1, 0.2} {
			require.InDelta(t, want, large[i], 1e-12)
		}
		for _, v := range []float64{1.7e308, 3e-320} { // at the ends of the range
			same, err := d.ConvolveReal(ctx, nil, []float64{1, 0.5}, []float64{v, 0}, Convolution{Mode: ModeSame})
			require.NoError(t, err)
			require.InEpsilon(t, v, same[0], 1e-3)
		}
		r := []float64{1e300, -2e300, 3e300, 5e299, 0, 0, 0, 0}
		bins, err := d.RFFT(ctx, nil, r, WithRowLength(4))
		require.NoError(t, err)
		require.InEpsilon(t, 2.5e300, real(bins[0]), 1e-12)
		require.Zero(t, bins[3], "an array of zeros")
	})
}

// A NaN or an infinity in one array makes its results NaN or infinite. Other results do not change.
func TestDoubleNotFinite(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		for i, n := range []int{16, 15} {
			if !isUsual(d.eng, i, 1) {
				continue
			}
			x := ref.Uniform128(1, 4*n)
			want, err := d.FFT(ctx, nil, x, WithRowLength(n))
			require.NoError(t, err)
			x[n+3], x[3*n+5] = cmplx.NaN(), complex(math.Inf(1), 0)
			got, err := d.FFT(ctx, nil, x, WithRowLength(n))
			require.NoError(t, err)
			for row := range 4 {
				if row%2 == 0 {
					require.Equal(t, want[row*n:(row+1)*n], got[row*n:(row+1)*n])
					continue
				}
				for _, v := range got[row*n : (row+1)*n] {
					require.True(t, cmplx.IsNaN(v) || cmplx.IsInf(v), "row %d: %v", row, v)
				}
			}
		}
	})
}

// Numbers that are up to 2^75 times smaller than the largest of their array keep all digits.
func TestDoubleRangeOfAnArray(t *testing.T) {
	onBothDouble(t, func(t *testing.T, d double, p ref.Precision) {
		const n = 16
		x, small := ref.Uniform128(1, 2*n), complex(math.Ldexp(1, -75), 0)
		want, err := d.FFT(ctx, nil, x[n:])
		require.NoError(t, err)
		for i := range n {
			x[n+i] *= small
			want[i] *= small
		}
		got, err := d.FFTN(ctx, nil, x, []int{2, n}, WithAxes(1))
		require.NoError(t, err)
		require.LessOrEqual(t, ref.RelL2(got[n:], want), 2*p.Tolerance(n))
	})
}
