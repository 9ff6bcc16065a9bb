package cpu

import (
	"context"
	"fmt"
	"math"
	"testing"

	"github.com/stretchr/testify/require"

	"wgfft/internal/ref"
	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

func TestLevels(t *testing.T) {
	inf, nan := float32(math.Inf(1)), float32(math.NaN())
	for _, c := range []struct {
		x    []float32
		want float64
	}{
		{nil, 1}, {[]float32{0, 0}, 1}, {[]float32{1, -2}, 1}, {[]float32{0x1p64, 1}, 1},
		{[]float32{1, -0x1p65}, 0x1p-64}, {[]float32{inf}, 0x1p-64}, {[]float32{nan, 0}, 0x1p-64},
		{[]float32{0x1p-63, 0}, 1}, {[]float32{0x1.fffffep-64, 0}, 0x1p64}, {[]float32{-1e-45}, 0x1p64},
		{[]float32{1e-45, 1e38}, 0x1p-64}, {[]float32{float32(math.Copysign(0, -1))}, 1},
	} {
		for _, zeros := range []int{0, 5, 8, 13} { // eight values are taken at a time
			x := append(make([]float32, zeros), c.x...)
			require.Equal(t, c.want, exponentsOf(x).level(levelStep32), x)
			x = append(x, make([]float32, zeros)...)
			require.Equal(t, c.want, exponentsOf(x).level(levelStep32), x)
		}
	}
	e := newSingle()
	defer e.Close()
	x := make([]float32, 10*blockPoints)
	x[9*blockPoints] = 1e30
	level, err := levelOf(context.Background(), &e.team, x)
	require.NoError(t, err)
	require.Equal(t, 0x1p-64, level)
}

// TestConvolvedLengthsOfLargeValues tests lengths that algo-fft convolves. A convolution multiplies
// sums.
func TestConvolvedLengthsOfLargeValues(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	x := make([]complex64, 67)
	for i := range x {
		x[i] = 1e36
	}
	require.NoError(t, e.Transform(ctx, x, x, 67, true, 1.0/67))
	require.InEpsilon(t, 1e36, real(x[0]), 1e-6)
	for _, v := range x[1:] {
		require.InDelta(t, 0, real(v), 1e30)
		require.InDelta(t, 0, imag(v), 1e30)
	}
	y := make([]complex64, 381)
	for j := range y {
		y[j] = complex(float32(3e34*math.Sin(float64(j*j))), 0)
	}
	want := ref.Batch(y, 381, false, 1)
	require.NoError(t, e.Transform(ctx, y, y, 381, false, 1))
	require.LessOrEqual(t, ref.RelL2(y, want), ref.Tolerance(381))
	for _, v := range y {
		require.Less(t, math.Hypot(float64(real(v)), float64(imag(v))), 2e36)
	}
}

func TestInverseOfTinyValues(t *testing.T) {
	e := newSingle()
	defer e.Close()
	for _, n := range []int{32, 512, 1024, 4096, 1 << 16, 1 << 17} {
		x := make([]complex64, n)
		for j := range x {
			x[j] = complex(float32(1e-35*math.Cos(0.37*float64(j)*float64(j))), 0)
		}
		y := make([]complex64, n)
		for j, v := range x {
			y[j] = v * (1 << 30)
		}
		require.NoError(t, e.Transform(context.Background(), x, x, n, true, 1/float64(n)))
		require.NoError(t, e.Transform(context.Background(), y, y, n, true, 1/float64(n)))
		want := make([]complex128, n)
		for j, v := range y {
			want[j] = complex128(v) / (1 << 30)
		}
		require.LessOrEqual(t, ref.RelL2(x, want), 1e-7, "%d points", n)
	}
}

// TestExtremeMagnitudes: a transform of values times a power of two is the transform times that
// power, for every kind. Scales keep the results finite, even if the sums before the division are
// too large.
func TestExtremeMagnitudes(t *testing.T) {
	e := newSingle()
	defer e.Close()
	lengths := []int{2, 16, 64, 67, 100, 128, 257, 381, 400, 1000, 1009, 4096, 20011, 1 << 16}
	switch {
	case testcase.Long():
		lengths = append(lengths, 32771, 40961, 1<<17, 3<<16, 2*32771)
	case !testing.Short():
		lengths = append(lengths, 40961, 1<<17)
	}
	for _, n := range lengths {
		extremes(t, e, []int{n}, []int{0}, 1)
	}
	extremes(t, e, []int{64}, []int{0}, 5)
	extremes(t, e, []int{128, 64}, []int{0, 1}, 2)
	extremes(t, e, []int{64, 37, 100}, []int{0, 1, 2}, 1)
	extremes(t, e, []int{400, 3, 257}, []int{0, 2}, 1)
}

func extremes(t *testing.T, e *single, shape, axes []int, count int) {
	t.Helper()
	n, last := product(shape), axes[len(axes)-1]
	half := n / shape[last] * (shape[last]/2 + 1)
	z, x, spectra := ref.Uniform(1, n*count), ref.UniformReal(2, n*count), ref.Uniform(3, half*count)
	ctx, points := context.Background(), 1
	for _, axis := range axes {
		points *= 2 * shape[axis]
	}
	scale := 1 / float64(points)
	same := func(name string, do func(by float32) []float32) {
		base := append([]float32(nil), do(1)...)
		for _, by := range []float32{0x1p120, 0x1p-95, 0x1p-110} {
			got := do(by)
			diff, norm := 0.0, 0.0
			for i, v := range base {
				want := float64(v) * float64(by)
				d := float64(got[i])/float64(by) - float64(v)
				diff, norm = diff+d*d, norm+float64(v)*float64(v)
				if math.Abs(want) > math.MaxFloat32 {
					t.Fatalf("%s %v: the test's own result is too large", name, shape)
				}
			}
			// Results may be as small as denormal numbers, which are rounded to multiples of 2^-149.
			allowed := 3e-7*math.Sqrt(norm) + 0x1p-149/float64(by)*math.Sqrt(float64(len(base)))
			if off := math.Sqrt(diff); !(off <= allowed) {
				t.Errorf("%s %v times %g: off by %g of %g", name, shape, by, off, math.Sqrt(norm))
			}
		}
	}
	times := func(x []float32, by float32) []float32 {
		y := make([]float32, len(x))
		for i, v := range x {
			y[i] = v * by
		}
		return y
	}
	complexes := func(z []complex64, by float32) []complex64 {
		y := make([]complex64, len(z))
		copy(parts[complex64, float32](y), times(parts[complex64, float32](z), by))
		return y
	}
	for _, inverse := range []bool{false, true} {
		same(fmt.Sprintf("complex, inverse %v", inverse), func(by float32) []float32 {
			y := complexes(z, by)
			require.NoError(t, e.TransformAxes(ctx, y, y, shape, axes, Ends{Inverse: inverse, Scale: scale}))
			return parts[complex64, float32](y)
		})
	}
	same("1/n", func(by float32) []float32 {
		y := complexes(z, by)
		require.NoError(t, e.TransformAxes(ctx, y, y, shape, axes,
			Ends{Inverse: true, Scale: scale * float64(int(1)<<len(axes))}))
		return parts[complex64, float32](y)
	})
	same("real", func(by float32) []float32 {
		y := make([]complex64, half*count)
		require.NoError(t, e.RealForward(ctx, y, times(x, by), shape, axes, scale))
		return parts[complex64, float32](y)
	})
	same("real inverse", func(by float32) []float32 {
		y := make([]float32, n*count)
		require.NoError(t, e.RealInverse(ctx, y, complexes(spectra, by), shape, axes, scale))
		return y
	})
	for kind := transforms.DCT1; kind <= transforms.DST4; kind++ {
		kinds := make([]transforms.Kind, len(axes))
		for i := range kinds {
			kinds[i] = kind
		}
		same(kind.String(), func(by float32) []float32 {
			y := times(x, by)
			require.NoError(t, e.Trig(ctx, y, y, shape, axes, Trig{Kinds: kinds, IsOrthogonal: true, Scale: scale}))
			return y
		})
	}
}

// TestArraysKeepTheirOwnMagnitude: a small array is not rounded to the level of a large one in the
// same call.
func TestArraysKeepTheirOwnMagnitude(t *testing.T) {
	e := newSingle()
	defer e.Close()
	const n = 64 * 64
	z := make([]complex64, 2*n)
	z[0], z[n] = 1e38, 1e-37
	require.NoError(t, e.TransformAxes(context.Background(), z, z, []int{64, 64}, []int{0, 1},
		Ends{Inverse: true, Scale: 0.5}))
	for i := range n {
		require.InEpsilon(t, 0.5e38, real(z[i]), 1e-6)
		require.InEpsilon(t, 0.5e-37, real(z[n+i]), 1e-6)
	}
}

// TestConvolvesExtremeMagnitudes: a filter of the delta function changes nothing, whatever the
// other arrays are.
func TestConvolvesExtremeMagnitudes(t *testing.T) {
	e := newSingle()
	defer e.Close()
	ctx := context.Background()
	const n, size, count = 300, 512, 6
	spectrum := make([]complex64, size)
	for i := range spectrum {
		spectrum[i] = 1.0 / size
	}
	z := ref.Uniform(1, n*count)
	for i := range z {
		z[i] = complex64(times(complex128(z[i]), math.Ldexp(1, []int{126, -120, 0, 126, 70, -70}[i/n])))
	}
	for _, real := range []bool{false, true} {
		whole, err := NewFilter([]int{n}, []int{size}, []int{n}, spectrum, 0.5, real)
		require.NoError(t, err)
		blocks, err := NewBlocks(n, n, Blocks{size, 100, 50}, spectrum, 0.5, real)
		require.NoError(t, err)
		for _, f := range []*Filter[complex64]{whole, blocks} {
			var got []float32
			x := parts[complex64, float32](z)[:n*count]
			if !real {
				y := make([]complex64, len(z))
				require.NoError(t, e.Convolve(ctx, y, z, f))
				got, x = parts[complex64, float32](y), parts[complex64, float32](z)
			} else {
				got = make([]float32, len(x))
				require.NoError(t, e.ConvolveReal(ctx, got, x, f))
			}
			row := len(x) / count
			if real {
				row = n
			}
			for at := 0; at < len(x); at += row {
				diff, norm := 0.0, 0.0
				for i := at; i < at+row; i++ {
					d := float64(got[i]) - 0.5*float64(x[i])
					diff, norm = diff+d*d, norm+0.25*float64(x[i])*float64(x[i])
				}
				require.LessOrEqual(t, math.Sqrt(diff/norm), 3e-7, "array %d, real %v, blocks of %d", at/row, real,
					f.hop)
			}
		}
	}
}
