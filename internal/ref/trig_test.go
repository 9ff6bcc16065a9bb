package ref

import (
	"math"
	"testing"

	"github.com/stretchr/testify/require"
	"gonum.org/v1/gonum/dsp/fourier"

	"wgfft/internal/testcase"
	"wgfft/internal/transforms"
)

var trigs = []transforms.Kind{
	transforms.DCT1, transforms.DCT2, transforms.DCT3, transforms.DCT4,
	transforms.DST1, transforms.DST2, transforms.DST3, transforms.DST4,
}

// least returns the fewest points that a kind can have.
func least(t transforms.Kind) int {
	if t == transforms.DCT1 {
		return 2
	}
	return 1
}

func wide(src []float32) []float64 {
	out := make([]float64, len(src))
	for i, v := range src {
		out[i] = float64(v)
	}
	return out
}

// apart returns the relative L2 distance of two real sequences.
func apart(got, want []float64) float64 {
	var e deviation
	for i, w := range want {
		e.add(got[i], w)
	}
	return e.relative()
}

// line is TrigAxes of one line.
func line(src []float32, kind transforms.Kind, ortho bool, scale float64) []float64 {
	return TrigAxes(src, []int{len(src)}, []int{0}, []transforms.Kind{kind}, ortho, scale)
}

func TestEveryShortTrigAgainstTheDefinition(t *testing.T) {
	for _, kind := range trigs {
		for n := least(kind); n <= 130; n++ {
			x := UniformReal(uint64(n), n)
			want := TrigBins(wide(x), kind, all(n))
			require.Less(t, apart(line(x, kind, false, 1), want), exact, "%v of %d", kind, n)
		}
	}
}

func TestLongTrigsAgainstChosenBins(t *testing.T) {
	for i, kind := range trigs {
		for j, n := range []int{1000, 4096, 4097, 10007, 65536, 65537, 131071} {
			if j > 3 && (i+j)%3 > 0 && !testcase.Long() {
				continue // of the three longest lengths each kind takes one
			}
			x := UniformReal(uint64(n), n)
			bins := []int{0, 1, 2, n / 3, n/2 - 1, n / 2, n - 2, n - 1}
			y := line(x, kind, false, 1)
			got := make([]float64, len(bins))
			for i, k := range bins {
				got[i] = y[k]
			}
			require.Less(t, apart(got, TrigBins(wide(x), kind, bins)), 2*exact, "%v of %d", kind, n)
		}
	}
}

// TestTrigAgainstGonum compares the kinds that FFTPACK has with it. Its cosqb and sinqb are twice
// the type II.
func TestTrigAgainstGonum(t *testing.T) {
	for n := 2; n <= 130; n++ {
		x := UniformReal(uint64(n), n)
		quarter := fourier.NewQuarterWaveFFT(n)
		half := func(s []float64) []float64 {
			for i := range s {
				s[i] /= 2
			}
			return s
		}
		for _, c := range []struct {
			kind transforms.Kind
			want []float64
		}{
			{transforms.DCT1, fourier.NewDCT(n).Transform(nil, wide(x))},
			{transforms.DST1, fourier.NewDST(n).Transform(nil, wide(x))},
			{transforms.DCT2, half(quarter.CosSequence(nil, wide(x)))},
			{transforms.DCT3, quarter.CosCoefficients(nil, wide(x))},
			{transforms.DST2, half(quarter.SinSequence(nil, wide(x)))},
			{transforms.DST3, quarter.SinCoefficients(nil, wide(x))},
		} {
			require.Less(t, apart(line(x, c.kind, false, 1), c.want), gonumExact, "%v of %d", c.kind, n)
		}
	}
}

// TestOrthoIsOrthogonal transforms the unit vectors. Their images have length one and are at right
// angles, and the inverse kind undoes the transform.
func TestOrthoIsOrthogonal(t *testing.T) {
	for _, kind := range trigs {
		for _, n := range []int{2, 3, 4, 5, 8, 13, 16} {
			scale := 1 / math.Sqrt(float64(kind.Period(n)))
			rows := make([][]float64, n)
			for i := range rows {
				unit := make([]float32, n)
				unit[i] = 1
				rows[i] = line(unit, kind, true, scale)
			}
			for i, a := range rows {
				back := line(narrow(a), kind.Inverse(), true, scale)
				for j, b := range rows {
					dot, want := 0.0, 0.0
					for k := range a {
						dot += a[k] * b[k]
					}
					if i == j {
						want = 1
					}
					require.InDelta(t, want, dot, 1e-14, "%v of %d: rows %d and %d", kind, n, i, j)
					require.InDelta(t, want, back[j], 1e-6, "%v of %d: back %d %d", kind, n, i, j)
				}
			}
		}
	}
}

func narrow(src []float64) []float32 {
	out := make([]float32, len(src))
	for i, v := range src {
		out[i] = float32(v)
	}
	return out
}

func TestInverseTrigs(t *testing.T) {
	for _, kind := range trigs {
		for n := least(kind); n < 40; n++ {
			x := UniformReal(uint64(n), n)
			y := TrigBins(TrigBins(wide(x), kind, all(n)), kind.Inverse(), all(n))
			for i := range y {
				y[i] /= float64(kind.Period(n))
			}
			require.Less(t, apart(y, wide(x)), 1e-14, "%v of %d", kind, n)
		}
	}
}

// the examples of scipy's documentation of dct and dst
func TestTrigExamples(t *testing.T) {
	require.InDeltaSlice(t, []float64{30, -8, 6, -2}, line([]float32{4, 3, 5, 10}, transforms.DCT1, false, 1), 1e-13)
	require.InDeltaSlice(t, []float64{2}, line([]float32{1}, transforms.DST1, false, 1), 1e-15)
	require.InDeltaSlice(t, []float64{2}, line([]float32{1}, transforms.DCT2, false, 1), 1e-15)
	require.InDeltaSlice(t, []float64{20, -6.30864406, 0, -0.44834153}, line(
		[]float32{1, 2, 3, 4}, transforms.DCT2, false, 1,
	),
		1e-7)
	require.InDeltaSlice(t, []float64{5, -2.2304, 0, -0.1585},
		line([]float32{1, 2, 3, 4}, transforms.DCT2, true, 1/math.Sqrt(8)), 1e-4)
}

func TestTrigAxesAreTransformsOneAfterTheOther(t *testing.T) {
	shape := []int{3, 4, 5}
	const batch, points = 2, 60
	src := UniformReal(9, batch*points)
	got := TrigAxes(src, shape, []int{2, 0}, []transforms.Kind{transforms.DCT2, transforms.DST3}, false, 0.5)
	for b := range batch {
		for k0 := range 3 {
			for i := range 4 {
				for k2 := range 5 {
					sum := 0.0
					for j0 := range 3 {
						for j2 := range 5 {
							sum += float64(src[b*points+j0*20+i*5+j2]) *
								term(transforms.DST3, j0, k0, 3) * term(transforms.DCT2, j2, k2, 5)
						}
					}
					require.InDelta(t, sum/2, got[b*points+k0*20+i*5+k2], 1e-13)
				}
			}
		}
	}
}

func TestTrigNames(t *testing.T) {
	names := []string{"dct1", "dct2", "dct3", "dct4", "dst1", "dst2", "dst3", "dst4"}
	for i, kind := range trigs {
		require.Equal(t, names[i], kind.String())
		require.Equal(t, i >= 4, kind.IsSine())
	}
}

func TestBadTrigsPanic(t *testing.T) {
	require.Panics(t, func() { line([]float32{1}, transforms.DCT1, false, 1) })
	require.Panics(t, func() { line(nil, transforms.DCT2, false, 1) })
	require.Panics(t, func() { TrigBins(make([]float64, 3), transforms.DCT2, []int{3}) })
}
